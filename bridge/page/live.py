"""Functions that an agent brings along, checked and run in the page's own world.

Chrome runs them over DevTools, so a page's CSP has no say. Nothing of ours is left in the page:
the code is kept here, and handed over anew for each run. What a function returns comes out
through the page script, by an event with a random name, with the address of the document it
ran in; the page could have put words into its mouth, so nobody trusts it.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from dataclasses import dataclass
from typing import Any

from bridge.cdp.outgo import looking
from bridge.cdp.wire import CdpRefused
from bridge.errors import BridgeError, ScreenFault, UnknownOutcome, UsageFault
from bridge.page.flight import Flight, fly
from bridge.page.read import value
from bridge.page.seen import LiveOpen, LiveSaid
from bridge.page.snapshot import quoted
from bridge.page.stir import breath
from bridge.page.tab import Tab

Raw = dict[str, Any]

RUN_SECONDS = 20.0
MOST_RESULT = 100_000
"""Bytes of what a function returns, as JSON."""
_CHECK_MS = 1000
_GRACE_SECONDS = 1.0
_STOP_SECONDS = 2.0
_SLACK_MS = 5000
_LONGEST_WORDS = 300

_HANDED = """(async (word, args, most, make) => {
 let said;
 try {
  const made = make();
  if (typeof made !== "function") throw new TypeError("it is no function");
  const json = JSON.stringify(await made(JSON.parse(args)));
  said = json === undefined ? {} : json.length > most ? { length: json.length } : { json };
 } catch (error) {
  said = { error: "what it threw cannot be told" };
  try { said = { error: String(error).slice(0, 500), stack: String(error?.stack).slice(0, 5000) } }
  catch {}
 }
 dispatchEvent(new CustomEvent(word, { detail: JSON.stringify(said) }));
})("""
"""All of it stands before the code on one line, so that lines are the code's own."""
_HANDED = " ".join(line.strip() for line in _HANDED.splitlines())


@dataclass(frozen=True, slots=True)
class Site:
    """The document that code is for.

    Attributes:
        origin: Its site, as Chrome says.
        place: The tab's id and the document's random one.
        word: By which a function's answer is known; empty where none is to run.
        own: `uniqueContextId` of the page's own world in it.
    """

    origin: str
    place: tuple[str, str]
    word: str
    own: str


@dataclass(frozen=True, slots=True)
class Ran:
    """A function that was run, and what followed.

    Attributes:
        json: What it returned; None for nothing, or where it is not known.
        known: Whether it came to an end that is known here.
    """

    name: str
    json: str | None
    followed: tuple[str, ...]
    facts: Raw
    known: bool = True

    @property
    def sentence(self) -> str:
        """`sum returned 3; the page is going to …`."""
        told = "nothing" if self.json is None else self.json
        first = f"{self.name} returned {told}" if self.known else f"{self.name} was started"
        return "; ".join([first, *self.followed])

    def as_json(self) -> Raw:
        """Return it as JSON values. What it returned stays a text: a page may nest it deep."""
        return {"name": self.name, "json": self.json, "ended": self.known, **self.facts}


async def look(tab: Tab, *, runs: bool) -> Site:
    """Ask which document is there: the first of two round trips.

    Args:
        tab: In front.
        runs: Whether a function will be run in it: then its answer is listened for.

    Raises:
        ScreenFault: `MOVED`: the page changed meanwhile. `PAGE_UNREACHABLE`.
    """
    word = secrets.token_hex(16) if runs else ""
    frames = tab.standing.frames
    if frames.own_context is None and tab.has_world:
        tab.check_dialog()
        with looking():  # a page without scripts gets a world of its own when it is asked for
            await tab.race(_evaluate(tab, {"expression": "0"}), tab.limits.page_seconds)
        await breath()
    before = (frames.context, frames.own_context)
    answer = await tab.ask("live_open", {"word": word} if word else {}, reads=True)
    origin = value(answer, LiveOpen).origin
    own = frames.own_context
    if own is None or before != (frames.context, own):
        raise ScreenFault("MOVED", "the page changed before anything was sent")
    return Site(origin, (tab.target_id, answer.doc.id), word, own)


def _evaluate(tab: Tab, params: Raw) -> asyncio.Future[Raw]:
    return tab.session.post("Runtime.evaluate", params)


async def check(tab: Tab, site: Site, code: str) -> None:
    """See that code is one expression that gives a function, without running anything of it.

    Raises:
        UsageFault: `BAD_ARGUMENTS`: it is none, with the line of the mistake.
        ScreenFault: `MOVED`, `DIALOG_OPEN`.
    """
    # what closes a bracket that it did not open breaks one of the two
    forms = [f"({code}\n)", f"[{code}\n]"]
    with fly(tab) as flight, looking():
        parsed = [
            flight.post(
                "Runtime.compileScript",
                {"expression": form, "sourceURL": "", "persistScript": False},
            )
            for form in forms
        ]
        kind = flight.post(
            "Runtime.evaluate",
            {
                "expression": f"typeof {forms[0]}",
                "uniqueContextId": site.own,
                "returnByValue": True,
                "throwOnSideEffect": True,
                "timeout": _CHECK_MS,
            },
        )
        await flight.land(tab.limits.page_seconds)
        tab.check_dialog()
        try:
            for each in parsed:
                if wrong := _got(each).get("exceptionDetails"):
                    raise UsageFault("BAD_ARGUMENTS", _mistake(wrong), hint=_FORM)
            made = _got(kind).get("result", {}).get("value")
        except CdpRefused as refused:
            if refused.context_gone or refused.navigated:
                told = "the page changed before anything was sent"
                raise ScreenFault("MOVED", told) from refused
            made = None  # it did not come to an end
    if made != "function":
        raise UsageFault("BAD_ARGUMENTS", "code: it gives no function", hint=_FORM)


_FORM = "Write one function, such as (args) => args.a + args.b; async is fine."


def _got(posted: asyncio.Future[Raw]) -> Raw:
    if not posted.done():
        raise ScreenFault("PAGE_UNREACHABLE", "the page did not take the code to check it")
    return posted.result()


def _mistake(details: Raw) -> str:
    """Word a mistake in code. It was parsed and not run: no word of it is the page's."""
    line = int(details.get("lineNumber", 0)) + 1
    told = str(details.get("exception", {}).get("description", "SyntaxError")).partition("\n")[0]
    return f"code, line {line}: {told}"


async def run(tab: Tab, site: Site, name: str, code: str, args: str) -> Ran:
    """Run code in the document that was looked at: the second round trip.

    Args:
        tab: In front.
        site: Of `look`.
        name: What the function is called.
        code: As checked.
        args: Its argument, as JSON.

    Raises:
        ScreenFault: `ACTION_FAILED`: it threw, or returned what cannot be handed over.
        UnknownOutcome: It did not end in time, or nobody can say what became of it.
    """
    file = f"live-{name}.js"
    # JSON in ASCII is JavaScript: there are two line ends that only the latter has
    head = f"{_HANDED}{json.dumps(site.word)}, {json.dumps(args)}, {MOST_RESULT}, () => ("
    script = {
        "expression": f"{head}{code}\n))\n//# sourceURL={file}",
        "uniqueContextId": site.own,
        "awaitPromise": True,
        "returnByValue": True,
    }
    with fly(tab) as flight:
        done = flight.post("Runtime.evaluate", script)
        ms = round(RUN_SECONDS * 1000) + _SLACK_MS
        heard = flight.ask("live_close", word=site.word, ms=ms)
        try:
            await flight.land(RUN_SECONDS, lambda: done.done() or bool(flight.watch.committed))
            if done.done() and not heard.done():
                await flight.land(_GRACE_SECONDS)
        except asyncio.CancelledError:
            await _stop(flight, done)
            raise
        flight.check_alive(f"{name} was started")
        if heard.done():
            answer = flight.answer(heard)
            if answer is not None:
                return _ran(flight, name, value(answer, LiveSaid).said, file)
        _settle(done)
        if flight.watch.dialog is not None or flight.watch.navigating:
            lost = "what it returns is not known"
            return Ran(name, None, (*flight.followed(), lost), flight.facts(), known=False)
        if done.done():
            raise _kept(name)
        raise UnknownOutcome(f"{name} {await _stop(flight, done)}")


async def _stop(flight: Flight, done: asyncio.Future[Raw]) -> str:
    """End a function that does not end by itself; say what was found and done.

    A script that only waits is left alone: to end a script means whichever runs now.
    """
    seconds = f"{RUN_SECONDS:g} s"
    if done.done() or not flight.tab.alive or flight.watch.dialog is not None:
        return "was broken off"
    ping = flight.ask("live_close", word="", ms=0)
    await asyncio.wait([ping], timeout=_GRACE_SECONDS)
    if ping.done():
        return f"has not returned within {seconds}: it waits for something, and may go on later"
    flight.post("Runtime.terminateExecution", {})
    await asyncio.wait([done], timeout=_STOP_SECONDS)
    if done.done():
        _settle(done)
        return f"was at work without an end for {seconds}, and was stopped in the middle"
    return (
        f"has not returned within {seconds}; the page was busy, and the script that ran in it was"
        " ended, which may have been the page's own"
    )


def _settle(done: asyncio.Future[Raw]) -> None:
    """Take note of how a command ended whose answer tells nothing more."""
    if done.done() and not done.cancelled():
        done.exception()


def _ran(flight: Flight, name: str, said: str | None, file: str) -> Ran:
    """Read what was said of the end of a function. All of it may be the page's invention."""
    try:
        told = json.loads(said or "")
    except (ValueError, RecursionError):
        told = None
    match told:
        case {"error": str(words)}:
            found = re.search(rf"{re.escape(file)}:(\d{{1,6}}):", str(told.get("stack", "")))
            line = f" in line {found[1]}" if found else ""
            words = quoted(words, _LONGEST_WORDS)
            raise ScreenFault("ACTION_FAILED", f'{name} threw{line}: "{words}"', hint=_THREW)
        case {"json": str(text)} if len(text.encode("utf-8", "replace")) <= MOST_RESULT:
            return Ran(name, text, tuple(flight.followed()), flight.facts())
        case {"json": str()} | {"length": int()}:
            much = f"{name} ran, and returned more than {MOST_RESULT} bytes"
            raise ScreenFault("ACTION_FAILED", much, hint="Return less, or a part at a time.")
        case {} if not told:
            return Ran(name, None, tuple(flight.followed()), flight.facts())
        case _:
            raise _kept(name)


_THREW = "It may have done a part of its work: look before you run it again."


def _kept(name: str) -> BridgeError:
    return UnknownOutcome(f"{name} was run, and the page kept to itself what it returned")
