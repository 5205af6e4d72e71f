"""What a tab's page said and asked for while an agent worked on it, and what is emulated there.

Console events come anyway, so they are kept from attaching on. Requests, and what Chrome
reports itself, are told once `record` was called. All is forgotten, and undone, when the
agent's lease ends (`let_go`). What came from a blocked site is never taken in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from bridge.cdp.outgo import looking
from bridge.cdp.session import Ending, Session, flight
from bridge.cdp.wire import CdpRefused
from bridge.page import console
from bridge.page.console import Entry
from bridge.page.emulate import NOTHING, Emulation, commands
from bridge.page.judge import SiteJudge
from bridge.page.lost import sent
from bridge.page.network import Requests
from bridge.page.ring import Ring, known
from bridge.page.standing import Standing
from bridge.settings import Settings

Raw = dict[str, Any]
Hear = Callable[[Session, str, Raw], None]

FAMILY = "debug"
_MOST_CONTEXTS = 1_000
_MOST_BEFORE = 200
_FIRST_SECONDS = 2.0
"""How long the first look waits for what Chrome has kept: a page that hangs sends nothing."""
_TRIES, _TAKEN_OVER_SECONDS = 5, 0.1
"""How often, and after how long again, Chrome is asked where the tab is."""
_BUFFERS = {"maxTotalBufferSize": 20_000_000, "maxResourceBufferSize": 10_000_000} | {
    "maxPostDataSize": 65_536
}
"""Bytes of bodies that Chrome keeps for us."""
_NO_BUFFERS = {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0}
_NETWORK = (
    *("requestWillBeSent", "requestWillBeSentExtraInfo", "requestServedFromCache"),
    *("responseReceived", "responseReceivedExtraInfo", "loadingFinished", "loadingFailed"),
    *("webSocketCreated", "webSocketHandshakeResponseReceived", "webSocketFrameError"),
    "webSocketClosed",
)


@dataclass(slots=True)
class _Context:
    """A script world: its frame, its origin, whether it is the page's, how deep its groups are."""

    is_page: bool
    frame: str
    origin: str
    depth: int = 0


class Debugging:
    """One tab's. Made once the tab itself hears of its frames, which are known first.

    Args:
        session: The tab's.
        standing: How the tab stands with the guard, and its frames.
        judge: The guard's answers.
        settings: Limits; and whether the tools for it are on for everybody.

    Attributes:
        said: What the page said.
        asked: What it asked of the network.
        emulated: What is emulated.
        recording: Whether Chrome tells of requests.
        redact: Whether headers and fields that are keys stay unsaid.
    """

    def __init__(
        self, session: Session, standing: Standing, judge: SiteJudge, settings: Settings
    ) -> None:
        self.said: Ring[Entry] = Ring()
        self.asked = Requests(self._free)
        self.emulated = NOTHING
        self.recording = False
        self._session, self._standing, self._judge = session, standing, judge
        self.redact = settings.debug.redact
        self._limits = settings.limits
        self._is_on = FAMILY in settings.tools.families
        self._listens, self._left = True, False
        self._now = asyncio.get_running_loop().time
        self._used = self._now()
        self._contexts: dict[tuple[str, int], _Context] = {}
        self._before: list[tuple[Entry, str]] = []
        self._sessions: dict[str, Session] = {"": session}
        self._waiting: list[Hear] = []
        framed = standing.framed

        def take(frame: Session) -> None:
            framed(frame)
            self._take(frame)

        standing.framed = take
        self._hear(session, "")

    # recording

    def begin(self) -> None:
        """Take note that a call begins: record again, where that is on for everybody."""
        self._listens, self._used = True, self._now()
        if self._is_on and not self.recording and self._session.alive:
            self.record()

    def record(self) -> list[asyncio.Future[Raw]]:
        """Have Chrome tell of requests and of its own reports; posted, not waited for."""
        self.recording = self._listens = True
        return [each for at in self._sessions.values() for each in _told(at, anew=self._left)]

    @contextmanager
    def heard(self, hear: Hear) -> Iterator[None]:
        """Hear of the requests and the life of all frames until the block ends.

        Of those with a process of their own too, also of one that comes; costs no trip.

        Args:
            hear: Gets the frame's session, the event's name, the event; `gone` when a session ends.
        """
        self._waiting.append(hear)
        try:
            for at in self._sessions.values():
                self._listen(at)
            yield
        finally:
            self._waiting.remove(hear)
            if not self._waiting:
                for at in self._sessions.values():
                    self._listen(at, on=False)

    def _listen(self, at: Session, *, on: bool = True) -> None:
        if not at.alive:
            return
        in_use = self.recording or self.emulated != NOTHING
        with looking():
            if on and not in_use:
                at.post("Network.enable", _NO_BUFFERS)
            at.post("Page.setLifecycleEventsEnabled", {"enabled": on})
            if not on and not in_use:
                at.post("Network.disable")

    def _pass_on(self, at: Session, name: str, event: Raw) -> None:
        for each in tuple(self._waiting):
            each(at, name, event)

    async def look(self) -> bool:
        """Make sure that what the page did until now is here, and that it may be told.

        One trip, which the browser answers: the page may hang.

        Returns:
            Whether requests were recorded before.

        Raises:
            SiteBlocked: The page is not free.
            BridgeError: As of `Session.call`.
        """
        before = self.recording
        posts = [] if before else self.record()
        asked = self._session.post("Page.getNavigationHistory")
        if posts:
            await asyncio.wait(posts, timeout=_FIRST_SECONDS)
        self._settle(free=await self.judged(asked))
        return before

    async def judged(self, asked: asyncio.Future[Raw] | None = None) -> bool:
        """Check where the tab is; say whether all that it was at before is free."""
        seconds = self._limits.command_seconds
        asked = asked or self._session.post("Page.getNavigationHistory")
        (done,) = await flight((asked,), seconds, "the page's address")
        for _ in range(_TRIES):
            if not isinstance(done.exception(), CdpRefused):
                break
            await asyncio.sleep(_TAKEN_OVER_SECONDS)  # another process is just taking the page over
            asked = self._session.post("Page.getNavigationHistory")
            (done,) = await flight((asked,), seconds, "the page's address")
        history = done.result()
        entries = [str(each.get("url", "")) for each in history.get("entries", ())]
        at = int(history.get("currentIndex", 0))
        self._judge.check(*self._places(), *entries[at : at + 1])
        return self._free(tuple(entries))

    def rest(self, seconds: float) -> None:
        """Undo what is emulated, and let go of the rest when no call came for so long."""
        self.undo()
        if self._listens and self._now() - self._used >= seconds:
            self.let_go()

    def let_go(self) -> None:
        """Forget and undo all: the agent's lease has ended."""
        self.undo()
        self._listens, self._left = False, True
        self.said.clear()
        self.asked.clear()
        self._before.clear()
        if self.recording and self._session.alive:
            with looking():
                for at in self._sessions.values():
                    at.post("Log.disable")
                    if not self._waiting:
                        at.post("Network.disable")
        self.recording = False

    # emulation

    async def emulate(self, wanted: Emulation) -> None:
        """Make the tab believe something, instead of what is emulated now.

        Raises:
            SiteBlocked: The page is not free; nothing was changed, or it was undone.
            UnknownOutcome: The answer was lost.
            BridgeError: As of `Session.call`.
        """
        await self.judged()
        before, self.emulated = self.emulated, wanted
        seconds = self._limits.command_seconds
        posts = [
            at.post(method, params)
            for process, at in self._sessions.items()
            for method, params in commands(before, wanted, top=not process)
        ]
        asked = self._session.post("Page.getNavigationHistory")
        try:
            with sent("what to emulate was sent"):
                for done in await flight(posts, seconds, "what to emulate") if posts else ():
                    done.result()
                await self.judged(asked)
        except BaseException:
            self.undo()
            raise

    def undo(self) -> None:
        """Take back what is emulated; posted, not waited for."""
        before, self.emulated = self.emulated, NOTHING
        if not self._session.alive:
            return
        with looking():
            for process, at in self._sessions.items():
                for method, params in commands(before, NOTHING, top=not process):
                    at.post(method, params)

    async def body(self, process: str, method: str, request: str) -> Raw:
        """Ask Chrome for a body that it has kept.

        Raises:
            BridgeError: As of `Session.call`; it keeps none.
        """
        at = self._sessions.get(process, self._session)
        return await at.call(method, {"requestId": request})

    # events

    def _take(self, frame: Session) -> None:
        """Hear of a frame with a process of its own, which has not run yet."""
        process = str(frame.id)
        if process in self._sessions:
            return
        self._sessions[process] = frame
        self._hear(frame, process)

        def left(_: Ending) -> None:
            self._sessions.pop(process, None)
            self._forget_contexts(process)
            self._pass_on(frame, "gone", {})

        frame.on_end(left)
        if self.recording:
            _told(frame, anew=False)
        if self._waiting:
            self._listen(frame)
        for method, params in commands(NOTHING, self.emulated, top=False):
            frame.post(method, params)

    def _hear(self, session: Session, process: str) -> None:
        hears: Mapping[str, Callable[[str, Raw], None]] = {
            "Runtime.executionContextCreated": self._on_context,
            "Runtime.executionContextDestroyed": self._on_context_gone,
            "Runtime.executionContextsCleared": lambda at, _: self._forget_contexts(at),
            "Runtime.consoleAPICalled": self._on_called,
            "Runtime.exceptionThrown": self._on_thrown,
            "Log.entryAdded": self._on_reported,
            **{f"Network.{each}": partial(self._on_network, each) for each in _NETWORK},
        }
        for method, handler in hears.items():
            session.on(method, partial(handler, process))
        for each in ("requestWillBeSent", "loadingFinished", "loadingFailed"):
            session.on(f"Network.{each}", partial(self._pass_on, session, each))
        session.on("Page.lifecycleEvent", partial(self._pass_on, session, "lifecycleEvent"))

    def _on_context(self, process: str, event: Raw) -> None:
        context = event["context"]
        frame = str(context.get("auxData", {}).get("frameId", ""))
        if len(self._contexts) < _MOST_CONTEXTS:
            is_page = bool(context.get("auxData", {}).get("isDefault", True))
            made = _Context(is_page, frame, str(context.get("origin", "")))
            self._contexts[process, int(context.get("id", 0))] = made

    def _on_context_gone(self, process: str, event: Raw) -> None:
        self._contexts.pop((process, int(event.get("executionContextId", 0))), None)

    def _forget_contexts(self, process: str) -> None:
        self._contexts = {key: of for key, of in self._contexts.items() if key[0] != process}

    def _on_called(self, process: str, event: Raw) -> None:
        context = self._contexts.get((process, int(event.get("executionContextId", 0))))
        kind = event.get("type")
        if context is not None and kind == "endGroup":
            context.depth = max(0, context.depth - 1)
        entry = console.called(event) if self._listens else None
        if entry is not None:
            entry.depth = min(context.depth, 10) if context is not None else 0
            self._keep(entry, context)
        if context is not None and kind in ("startGroup", "startGroupCollapsed"):
            context.depth += 1

    def _on_thrown(self, process: str, event: Raw) -> None:
        if self._listens:
            number = int(event.get("exceptionDetails", {}).get("executionContextId", 0))
            self._keep(console.thrown(event), self._contexts.get((process, number)))

    def _on_reported(self, process: str, event: Raw) -> None:
        """Keep what Chrome reports: it does not say of which frame, so no frame may be shut."""
        entry = console.reported(event, redact=self.redact)
        if self._listens and (not self._shut() or self.asked.keeps(process, entry.request)):
            self._place(entry, self._places())

    def _on_network(self, name: str, process: str, event: Raw) -> None:
        if not (self.recording and self._standing.url):
            return
        frame = str(event.get("frameId", ""))
        known_ones = known(self._standing.frames.around(frame)) if frame else ()
        around = None if not known_ones and self._shut() else (*known_ones, *self._places())
        self.asked.hear(name, event, process, around)

    def _keep(self, entry: Entry, context: _Context | None) -> None:
        if context is not None and not context.is_page:
            return  # of a script of ours, or of an extension's
        if not self._standing.url:  # from before we came: the frames are told in a moment
            if len(self._before) < _MOST_BEFORE:
                self._before.append((entry, context.frame if context is not None else ""))
            return
        around = known(self._standing.frames.around(context.frame)) if context else ()
        if not around and self._shut():
            return  # it may be of a frame that is shut
        entry.url = around[0] if around else self._standing.url
        origin = context.origin if context and context.origin.startswith("http") else ""
        self._place(entry, (*around, origin, *self._places()))

    def _place(self, entry: Entry, places: tuple[str, ...]) -> None:
        entry.places = known((*entry.places, *places))
        if not self._free(entry.places):
            return
        last = self.said.entries[-1] if self.said.entries else None
        if last is not None and last.repeats(entry):
            last.count += 1
            last.at = entry.at
        else:
            self.said.add(entry)

    def _settle(self, *, free: bool) -> None:
        """Take in what was said before we came, unless the tab has been at a blocked site."""
        before, self._before = self._before, []
        if not (free and before):
            return
        later = list(self.said.entries)
        self.said.clear()
        for entry, frame in before:
            around = known(self._standing.frames.around(frame)) if frame else ()
            if around or not self._shut():
                entry.url = around[0] if around else self._standing.url
                self._place(entry, (*around, *self._places()))
        for entry in later:
            self.said.add(entry)

    def _places(self) -> tuple[str, ...]:
        of = self._standing
        return known((of.url, of.frames.unreachable, *of.beside()))

    def _shut(self) -> bool:
        return bool(self._standing.frames.shut(self._judge.allows))

    def _free(self, places: tuple[str, ...]) -> bool:
        return all(map(self._judge.allows, known(places)))


def _told(session: Session, *, anew: bool) -> tuple[asyncio.Future[Raw], ...]:
    with looking():
        if anew:  # Chrome has kept what was reported meanwhile, and would tell it
            session.post("Log.clear")
        return session.post("Log.enable"), session.post("Network.enable", _BUFFERS)
