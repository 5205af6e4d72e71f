"""The gate of a relay: stands at every page that a debugger reaches, and cannot be sent away.

Its sessions are our own, on the debugger's link, so what it arms is armed before the
debugger's next command. Nothing here is ever taken for the person's doing: scripts that the
debugger left in a page act when they like.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from typing_extensions import override

from bridge.addresses import is_borrowed
from bridge.cdp.connection import Connection, Session
from bridge.cdp.targets import Handed, Page, Targets
from bridge.page.gate import Gate
from bridge.page.judge import SiteJudge

HOLD_SECONDS = 10.0
"""After so long a new page runs, even if the debugger that asked to hold it does not let it."""

Raw = dict[str, Any]


class Reached:
    """What a sentry tells of a page that was there before the debugger: nothing is done."""

    url = ""

    def stopped(self, *, top: bool) -> None:
        """A document was stopped."""

    def empty(self) -> None:
        """Nothing loads of it."""

    def passed(self, url: str) -> None:
        """Never: nothing is the person's here."""

    def came(self, url: str) -> None:
        """Take in where it is."""
        self.url = url

    def framed(self, session: Session) -> None:
        """Nothing: its frames are known by `Post.child`."""


class Post(Gate):
    """The sentries of one relay.

    Args:
        connection: The debugger's link.
        targets: Its pages.
        judge: The guard.
        holds: Says whether the debugger lets new pages run itself.
        changed: Called when the rules, or where frames are, may have changed.
    """

    def __init__(
        self,
        connection: Connection,
        targets: Targets,
        judge: SiteJudge,
        *,
        holds: Callable[[], bool],
        changed: Callable[[], None],
    ) -> None:
        self._holds, self._changed = holds, changed
        self._framed: dict[str, tuple[str, str]] = {}
        self._awaited: dict[str, asyncio.Event] = {}
        self._reaching: dict[str, asyncio.Lock] = {}
        self._waiting_pages: dict[str, list[Session]] = {}
        self._leads: dict[str, str] = {}
        super().__init__(connection, targets, judge)
        for event in ("Target.targetCreated", "Target.targetInfoChanged"):
            connection.root.on(event, self._on_frame)

    async def reach(self, target: str) -> None:
        """Stand at a page, before the debugger says anything to it.

        Raises:
            BridgeError: It cannot be attached.
        """
        async with self._reaching.setdefault(target, asyncio.Lock()):
            if target in self._sentries:
                return
            session = await self._targets.attach(target)
            if target in self._sentries:  # handed over meanwhile
                self._targets.release(session)
                return
            self._guard(session, Reached())

    def stand_by(self) -> None:
        """Have a warden stand by: if we hang, what the debugger holds must not hang with us."""
        self._post_warden()

    async def knows_frame(self, target: str) -> None:
        """Wait until a frame with a process of its own is armed; the caller bounds it."""
        if target not in self._framed:
            await self._awaited.setdefault(target, asyncio.Event()).wait()

    def frames_are_free(self, page: str) -> bool:
        """Say whether no frame with a process of its own of a page is blocked."""
        own = [url for top, url in self._framed.values() if top == page]
        return all(is_borrowed(url) or self._judge.allows(url) for url in own)

    @override
    def see(self) -> None:
        super().see()
        self._changed()

    @override
    def is_persons(self) -> bool:
        return False

    @override
    def child(self, event: Raw, parent: Session) -> Session:
        session = super().child(event, parent)
        info = event.get("targetInfo", {})
        target = str(info.get("targetId", ""))
        top = parent
        while top.parent is not None and top.parent.id is not None:
            top = top.parent
        self._framed[target] = (str(top.target_id), str(info.get("url", "")))
        if awaited := self._awaited.pop(target, None):
            # the sentry arms it in the turn of this event, before the debugger's next word
            asyncio.get_running_loop().call_soon(awaited.set)
        session.on_end(lambda _: self._leave_frame(target))
        self._changed()
        return session

    @override
    def _stays(self, target: str) -> bool:
        return True

    @override
    def _is_ours(self, page: Page) -> bool:
        return page.id not in self._sentries

    @override
    def _take(self, handed: Handed) -> None:
        page = handed.page
        if page is None or not handed.waits:
            self._targets.dismiss(handed)  # it was there before: reached when it is asked for
        elif page.id not in self._sentries:
            self._stand_at_popup(page, handed.session)
        else:
            self._let_run(handed.session)

    @override
    def _let_run(self, session: Session) -> None:
        target = str(session.target_id)
        self._waiting_pages.setdefault(target, []).append(session)
        if self._holds():
            # it runs as soon as one of its sessions lets it, so ours waits for the debugger's
            asyncio.get_running_loop().call_later(HOLD_SECONDS, self.let_run, target)
        else:
            self.let_run(target)

    def let_run(self, target: str) -> None:
        """Let a page run that was held: it is armed, and the debugger is ready too."""
        for session in self._waiting_pages.pop(target, ()):
            if session.alive:
                session.post("Runtime.runIfWaitingForDebugger")
        if url := self._leads.pop(target, None):
            self.lead(target, url)

    def lead(self, target: str, url: str) -> None:
        """Have a page at which a sentry stands go to an address, as soon as it runs."""
        if target in self._waiting_pages:
            self._leads[target] = url
        elif (sentry := self._sentries.get(target)) is not None:
            sentry.session.post("Page.navigate", {"url": url})

    def _on_frame(self, event: Raw) -> None:
        info = event.get("targetInfo", {})
        target = str(info.get("targetId", ""))
        if target in self._framed:
            self._framed[target] = (self._framed[target][0], str(info.get("url", "")))
            self._changed()

    def _leave_frame(self, target: str) -> None:
        self._framed.pop(target, None)
        self._changed()
