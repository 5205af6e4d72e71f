"""Whether a tab's network is quiet: no request open, and none begun or ended for a while.

Requests are told by Chrome's Network domain, which is switched on only while somebody waits:
its events come by themselves, without a trip for each, and would cost the cable all the rest
of the time. Of what began before, only the load of the document is known (its life cycle).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bridge.cdp.session import Session
from bridge.page.tab import Tab

Raw = dict[str, Any]

QUIET_SECONDS = 0.5
"""For how long nothing may come or go."""

_LONG_QUIET_SECONDS = 2.0
"""The same where a request or two of the document's load have not ended: a line held open."""

_MOST = 10_000
_LASTING = frozenset({"WebSocket", "EventSource", "Ping", "Media", "SignedExchange"})
"""Requests that stay open as long as they like, or that nothing waits for."""


class Quiet:
    """The requests of one tab since it was made, in all its processes.

    Args:
        tab: Its document may be loading.
        clock: Seconds.

    Attributes:
        seen: How many requests began.
    """

    def __init__(self, tab: Tab, clock: Callable[[], float]) -> None:
        self.seen = 0
        self._tab = tab
        self._clock = clock
        self._open: dict[tuple[Session, str], float] = {}
        self._loading, self._lasting = {tab.session}, {tab.session}
        self._last = clock()
        self._bell = asyncio.Event()

    def hear(self, at: Session, name: str, event: Raw) -> None:
        """Take in an event of a request or of a document's life.

        Args:
            at: The session that told it: the top frame's, or that of a frame apart.
            name: Of the event, without its domain; `gone` when the session ended.
            event: What it tells.
        """
        match name:
            case "requestWillBeSent":
                self._began(at, event)
            case "loadingFinished" | "loadingFailed":
                self._open.pop((at, str(event.get("requestId"))), None)
                self._stir()
            case "lifecycleEvent" if event.get("frameId") == self._root(at):
                self._lived(at, str(event.get("name")))
            case "gone":
                self._leave(at)
                self._loading.discard(at)
                self._lasting.discard(at)
                self._stir()
            case _:
                pass

    @property
    def rest(self) -> float | None:
        """Seconds until it counts as quiet, if nothing happens; None while something is open."""
        if self._open or self._loading:
            return None
        needed = _LONG_QUIET_SECONDS if self._lasting else QUIET_SECONDS
        return max(0.0, self._last + needed - self._clock())

    @property
    def why(self) -> str:
        """What it waits for, in words."""
        if self._open:
            age = self._clock() - min(self._open.values())
            return f"{len(self._open)} requests are open, one for {age:.1f} s"
        return "the page is still loading" if self._loading else "requests keep coming"

    async def until_quiet(self) -> None:
        """Wait until it is quiet. The caller bounds it."""
        while (rest := self.rest) != 0:
            self._bell.clear()
            try:
                async with asyncio.timeout(rest):
                    await self._bell.wait()
            except TimeoutError:
                continue

    def _began(self, at: Session, event: Raw) -> None:
        if event.get("type") in _LASTING or len(self._open) >= _MOST:
            return
        self._open.setdefault((at, str(event.get("requestId"))), self._clock())
        self.seen += 1
        self._stir()

    def _root(self, at: Session) -> str | None:
        return self._tab.top_frame if at is self._tab.session else at.target_id

    def _lived(self, at: Session, name: str) -> None:
        match name:
            case "init" | "commit":  # the last one is told of a document that was there before us
                self._loading.add(at)
                self._lasting.add(at)
                if name == "init":
                    self._leave(at)
            case "networkAlmostIdle":
                self._loading.discard(at)
            case "networkIdle":
                self._loading.discard(at)
                self._lasting.discard(at)
            case _:
                pass
        self._stir()

    def _leave(self, at: Session) -> None:
        """Forget the requests of a document that is gone: nobody tells of their end."""
        self._open = {key: since for key, since in self._open.items() if key[0] is not at}

    def _stir(self) -> None:
        self._last = self._clock()
        self._bell.set()


@contextmanager
def listening(tab: Tab) -> Iterator[Quiet]:
    """Hear of a tab's requests until the block ends; costs no trip that is waited for."""
    quiet = Quiet(tab, asyncio.get_running_loop().time)
    with tab.debug.heard(quiet.hear):
        yield quiet
