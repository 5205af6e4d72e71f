"""A verified tap, in two flights.

Flight 1 asks the page for the point (`plan`); flight 2 sends `touchStart`, `touchEnd` and
the question what came of them together. The answer rests on the trusted events that the
page saw, told by its listeners and, should the document be gone, by the binding.
A touch is sent once: never again, and taken back only when its end could not be sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bridge.cdp.wire import CdpRefused
from bridge.errors import BridgeError, ScreenFault, UnknownOutcome
from bridge.page import effects
from bridge.page.finger import check_taken, fingers, landings
from bridge.page.flight import Flight, fly, plan
from bridge.page.read import value
from bridge.page.seen import Effects
from bridge.page.snapshot import Outcome, Plan, Row
from bridge.page.tab import Tab

Raw = dict[str, Any]

_CLICK_SECONDS = 0.7
"""How long after `touchEnd` was answered a page may stay silent: a double-tap zoom delays
the click by 0.3 s, the page script waits 0.4 s for it."""

_CLICK_MS = round(_CLICK_SECONDS * 1000)

_BETWEEN_SECONDS = 0.08
"""Between the taps of a double tap: to Android less than 0.04 s is one, more than 0.3 s are two."""

_HOWS = {1: "tapped {}", 2: "double-tapped {}", 3: "triple-tapped {}"}

_CLOSE_SECONDS = 2.0
"""How long a tab that said that it closes may take to do so."""

_TEXT_ROLES = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_TOLD_STATES = ("checked", "mixed", "pressed", "selected", "expanded", "collapsed", "disabled")


class After(Outcome):
    """Value of `outcome`, and asked with `after` also how the element is now.

    Attributes:
        closing: The page has called `window.close()`.
        effects: What it changed of the text that is seen.
        covered: The page is without the window's focus, though it is to be seen.
    """

    element: Row | None = None
    closing: bool = False
    effects: Effects | None = None
    covered: bool = False


@dataclass(frozen=True, slots=True)
class Tapped:
    """A touch that landed where it was meant to, and what followed.

    Attributes:
        element: What was tapped, as it was before.
        how: `tapped {}`, `double-tapped {}`, `held {} for 800 ms`.
        followed: Short clauses: navigation, dialog, new tab, focus, changed state.
    """

    element: Row
    followed: tuple[str, ...] = ()
    facts: Raw = field(default_factory=dict)
    how: str = "tapped {}"

    @property
    def sentence(self) -> str:
        """`tapped button "Sign in"; the page is going to …`."""
        return "; ".join([self.how.replace("{}", self.element.sentence()), *self.followed])

    def as_json(self) -> Raw:
        """Return it as JSON values."""
        return {"tapped": self.element.sentence(), "ref": self.element.ref, **self.facts}


@dataclass(slots=True)
class _Touch:
    start: asyncio.Future[Raw]
    end: asyncio.Future[Raw]
    outcome: asyncio.Future[Raw]
    after: asyncio.Future[Raw]
    taps: int = 1
    wanted: int = 1
    hold_ms: int = 0
    came: int = 1

    @property
    def how(self) -> str:
        """What was done, in words."""
        return f"held {{}} for {self.hold_ms} ms" if self.hold_ms else _HOWS[self.came]

    @property
    def sent(self) -> bool:
        """Whether Chrome answered both halves: the page's handlers of the touch are through."""
        return self.start.done() and self.end.done()

    @property
    def taken(self) -> bool:
        """Whether Chrome took the finger coming down: a session that ended answers with its end."""
        return self.start.done() and not self.start.cancelled() and not self.start.exception()


async def tap(tab: Tab, spot: Mapping[str, Any], *, hold_ms: int = 0, count: int = 1) -> Tapped:
    """Tap an element or a point; two serial round trips.

    Three when nothing came of it, or when it follows so close upon a tap on something else
    near by that Chrome would take both for a double tap.

    Args:
        tab: In front.
        spot: How tools name an element, or `point` with x and y in visual-viewport CSS px.
        hold_ms: How long the finger stays down: a long press from about 500 on.
        count: How many taps; two are a double tap.

    Raises:
        ScreenFault: `TAB_HIDDEN`, `NOT_VISIBLE`, `TAP_MISSED`, `COVERED`, `DISABLED`, `MOVED`,
            `NO_EFFECT`, or what kept the element from being found.
        UnknownOutcome: The touch was sent and its outcome was lost.
        SiteBlocked: The page, or a frame on the way to the element, is blocked.
    """
    args: Raw = dict(spot) if "point" in spot else {"target": dict(spot)}
    if count > 1:
        args["taps"] = count
    planned = await _apart(tab, args)
    with fly(tab) as flight:
        touch = await _send(flight, planned, hold_ms, count)
        limit = tab.limits.page_seconds
        try:
            await flight.land(limit, lambda: touch.sent)
        finally:
            now = asyncio.get_running_loop().time()  # Chrome has had it: on a busy phone, late
            tab.pace.note(tab.url, _ref(planned), planned.x, planned.y, now)
        if not flight.landed and not await flight.land(_CLICK_SECONDS) and landings(flight):
            # answered as soon as the page is free again, though our listeners hear no more
            late = flight.ask("outcome", token=planned.token, after=True, timeout_ms=_CLICK_MS)
            if await flight.land(limit, late.done) and late.done():
                touch.after = late
        seen = await _seen(flight, touch, planned)
        if seen is not None and seen.closing:
            await flight.until_ended(_CLOSE_SECONDS)
        return _tapped(flight, touch, planned, seen)


async def _apart(tab: Tab, args: Raw) -> Plan:
    """Ask for the point; once more after a rest, where a tap now would make a double tap."""
    clock = asyncio.get_running_loop().time
    planned = await plan(tab, "plan", args, Plan)
    rest = tab.pace.rest(tab.url, _ref(planned), planned.x, planned.y, clock())
    if rest > 0:
        await asyncio.sleep(rest)
        planned = await plan(tab, "plan", args, Plan)
    return planned


def _ref(planned: Plan) -> str | None:
    return planned.element.ref if planned.element else None


async def _send(flight: Flight, planned: Plan, hold_ms: int, count: int) -> _Touch:
    point = (planned.x, planned.y)
    taps = 1
    with fingers(flight) as finger:
        start = finger.press(point)
        if hold_ms:
            await flight.idle(hold_ms / 1000)
        # what broke the hold off is no tap: the touch is taken back. A dialog ends a touch itself
        lifts = not flight.watch.committed
        end = finger.lift() if lifts else start
        while lifts and taps < count and await flight.idle(_BETWEEN_SECONDS):
            finger.press(point)
            end = finger.lift()
            taps += 1
    outcome = flight.ask("outcome", token=planned.token)
    after = flight.ask("outcome", token=planned.token, after=True)
    return _Touch(start, end, outcome, after, taps, count, hold_ms)


async def _seen(flight: Flight, touch: _Touch, planned: Plan) -> After | None:
    """Read what the page saw; where it told nothing, look once."""
    for posted in (touch.after, touch.outcome):
        answer = flight.answer(posted) if flight.tab.alive else None
        if answer is not None:
            return value(answer, After)
    if landings(flight) or flight.watch.dialog or not flight.tab.alive or not touch.sent:
        return None
    wait_ms = _CLICK_MS if flight.watch.navigating else 0
    try:
        args = {"token": planned.token, "timeout_ms": wait_ms, "after": True}
        look = await flight.tab.ask("outcome", args)
    except (CdpRefused, UnknownOutcome, ScreenFault) as lost:
        if isinstance(lost, ScreenFault) and lost.code != "PAGE_UNREACHABLE":
            raise
        return None
    return value(look, After)


def _tapped(flight: Flight, touch: _Touch, planned: Plan, seen: After | None) -> Tapped:
    element = planned.element or Row(role="generic")
    name = element.sentence()
    check_taken(touch.start, touch.end)
    downs = landings(flight)
    if flight.tab.session.ending is not None:
        if flight.tab.session.ending.code == "TAB_CLOSED" and (downs or touch.taken):
            return Tapped(element, ("the tab closed",), {"closed": True})
        flight.check_alive(f"the touch on {name} was sent")
    if downs and downs[0].get("token") != planned.token and element.role != "iframe":
        raise ScreenFault("MOVED", f"the page changed before the touch{_took(downs[0])}")
    landed = str(downs[0].get("landed")) if downs else (seen.landed if seen else "none")
    if landed == "other" and element.role != "iframe":
        hit = downs[0] if downs else {"hit": seen and seen.hit and seen.hit.model_dump()}
        raise ScreenFault("MOVED", f"{name} was no longer under the touch{_took(hit)}")
    if landed == "none":
        raise _nothing(flight, touch, element, seen)
    new = seen.effects if seen and seen.effects else Effects()
    touch.came = _came(flight, touch, seen)
    return Tapped(
        element,
        (
            *_short(flight, touch, seen),
            *flight.followed(),
            *_changes(element, seen),
            *_cover(flight, seen),
            *effects.told(new),
        ),
        {
            **flight.facts(),
            **effects.facts(new),
            "focus": seen.focus.sentence() if seen and seen.focus else None,
            "menu": seen.menu if seen else None,
            "covered": bool(_cover(flight, seen)),
        },
        touch.how,
    )


def _came(flight: Flight, touch: _Touch, seen: After | None) -> int:
    """Count the taps that the page told of: a dialog that one of them opens swallows the next."""
    if seen is not None:
        told = seen.seen.get("pointerdown", touch.taps)
    else:
        told = sum(each.get("type") == "click" for each in flight.watch.seen)
    return max(1, min(told, touch.taps))


def _nothing(flight: Flight, touch: _Touch, element: Row, seen: After | None) -> BridgeError:
    name = element.sentence()
    watch = flight.watch
    if watch.dialog is not None:
        return UnknownOutcome(f"{watch.dialog.sentence} opened before the touch on {name} was seen")
    if seen is None or watch.navigating:
        what = "the page changed" if watch.navigating else "the page told nothing"
        return UnknownOutcome(f"the touch on {name} was sent, and {what}")
    if element.role == "iframe":
        return UnknownOutcome("the touch went into a frame whose inside cannot be seen from here")
    if seen.element is None:
        return ScreenFault("MOVED", f"{name} left the page, and what took the touch was not seen")
    if not touch.sent or seen.deaf:
        who = "the page" if touch.sent else "Chrome"
        return UnknownOutcome(f"the touch on {name} was sent, and {who} did not confirm it")
    return ScreenFault("NO_EFFECT", f"the page saw nothing of the touch on {name}")


def _took(told: Mapping[str, Any]) -> str:
    hit = told.get("hit")
    try:
        return f"; it landed on {Row.model_validate(hit).sentence()}" if hit else ""
    except ValueError:
        return ""


def _short(flight: Flight, touch: _Touch, seen: After | None) -> list[str]:
    """Say what came of a long press, and what a double tap came short of."""
    told = []
    menus = {
        "page": "the page answered the long press with a menu of its own",
        "chrome": "it asked for Chrome's own menu, which a page cannot show or see",
    }
    if seen is not None and seen.menu in menus:
        told.append(menus[seen.menu])
    watch = flight.watch
    if not touch.after.done() and not (watch.dialog or watch.navigating):
        why = "its script may be busy, page_navigate ends it"
        if watch.opened:
            why = "a dialog of the tab that it opened may hold it up, see there with page_tabs"
        told.append(f"the page has not answered since: {why}")
    if touch.taps < touch.wanted:
        told.append(f"only {touch.taps} of {touch.wanted} taps were sent: the page was held up")
    elif touch.came < touch.wanted:
        told.append(f"of {touch.wanted} taps that were sent, the page told of {touch.came}")
    elif touch.wanted > 1 and seen is not None and seen.seen.get("dblclick"):
        told.append("the page got a double click")
    return told


def _cover(flight: Flight, seen: After | None) -> list[str]:
    """Say that something native may lie over the page: it takes the focus of the window."""
    if seen is None or not seen.covered or flight.watch.opened or flight.watch.navigating:
        return []
    return ["the page is without the window's focus: something native may lie over Chrome"]


def _changes(before: Row, seen: After | None) -> list[str]:
    """Say how the element and the focus are now."""
    if seen is None:
        return []
    told = []
    now = seen.element
    if now is not None:
        told += [
            f"it is now {s}" for s in _TOLD_STATES if s in now.states and s not in before.states
        ]
        if "checked" in before.states and "checked" not in now.states:
            told.append("it is no longer checked")
        if now.sentence() != before.sentence():
            told.append(f"it is now {now.sentence()}")
    strayed = seen.strayed
    known = {before.sentence(), now and now.sentence(), "document", "generic"}
    if strayed is not None and strayed.sentence() not in known:
        told.append(f"the click landed on {strayed.sentence()}")
    focus = seen.focus
    if focus is not None and (focus.role in _TEXT_ROLES or focus.ref != before.ref):
        told.append(effects.focused(focus))
    if seen.seen.get("pointercancel") and not seen.seen.get("click") and not seen.menu:
        told.append("Chrome took it as a gesture: no click came")
    return told
