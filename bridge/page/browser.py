"""One phone's Chrome while its session lives: the open tabs, and the one tools act on.

Forward → connection → targets → tabs. Tabs have small numbers that stay theirs as long
as they live. The tab in front is found by its visibility, once; then the choice stays with
the agent's tab, whatever the person switches to. Tabs on blocked sites are never named.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager
from functools import partial
from typing import Protocol

from bridge.cdp.connection import Connection, Session, open_connection
from bridge.cdp.targets import Page, Targets, What
from bridge.cdp.visibility import is_visible
from bridge.cdp.wire import CdpRefused
from bridge.errors import BridgeError, PhoneFault, ScreenFault
from bridge.page.gate import Gate
from bridge.page.judge import SiteJudge
from bridge.page.lost import sent
from bridge.page.memory import Memory
from bridge.page.navigate import go
from bridge.page.pulse import free
from bridge.page.scope import Refs
from bridge.page.tab import Tab
from bridge.page.tabrow import TabRow, Titles, fitting
from bridge.page.wake import LOOK_SECONDS, HeldUp, bring, enable, in_front
from bridge.settings import Settings


class Forwarding(Protocol):
    """What is needed of a phone."""

    def forwarded(self, remote: str) -> AbstractAsyncContextManager[int]:
        """Forward a fresh local port to `remote` while the block lasts."""


TabMaker = Callable[[Session, str, Settings, SiteJudge, Refs], Tab]


class Browser:
    """A phone's Chrome. Made by `open`.

    Attributes:
        targets: Its pages as events tell of them, blocked ones too.
        judge, gate: The guard's answers, and what stops documents while an agent works.
    """

    def __init__(
        self,
        connection: Connection,
        targets: Targets,
        settings: Settings,
        judge: SiteJudge,
        gate: Gate,
        *,
        make_tab: TabMaker = Tab,
        memory: Memory | None = None,
    ) -> None:
        self.targets = targets
        self.judge = judge
        self.gate = gate
        self._connection = connection
        self._settings = settings
        self._limits = settings.limits
        self._make_tab = make_tab
        self._memory = memory if memory is not None else Memory()
        self._tabs: dict[str, Tab] = {}
        self._titles = Titles()
        self._attaching: dict[str, asyncio.Lock] = {}
        self._held_up: set[str] = set()
        self._fresh: set[str] = set()
        targets.on_change(self._on_change)
        for page in targets.pages:
            self._titles.heard(page, free=self._allowed(page))
        before = self._memory.chosen
        if before is not None and targets.page(before) is None:
            self._memory.closed(before)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        device: Forwarding,
        socket: str,
        settings: Settings,
        judge: SiteJudge,
        *,
        make_tab: TabMaker = Tab,
        memory: Memory | None = None,
    ) -> AsyncIterator[Browser]:
        """Reach Chrome through a fresh forward, which goes when the block ends.

        Args:
            device: The phone.
            socket: Name of its DevTools socket, such as `chrome_devtools_remote`.
            settings: Limits, and whether incognito tabs count.
            judge: Decides which tabs may be named.
            make_tab: Makes a tab of a fresh session.
            memory: Of the session before, if there was one.

        Raises:
            PhoneFault: Chrome cannot be reached.
            BridgeError: What the forward raises.
        """
        async with (
            device.forwarded(f"localabstract:{socket}") as port,
            open_connection(port, settings.limits) as connection,
        ):
            targets = Targets(connection, show_incognito=settings.chrome.show_incognito)
            gate = Gate(connection, targets, judge)
            await targets.start()
            gate.learn()
            gate.thaw()
            try:
                yield cls(
                    connection, targets, settings, judge, gate, make_tab=make_tab, memory=memory
                )
            finally:
                await gate.close()

    @property
    def package(self) -> str | None:
        """The Android app that listens there, which the socket's name does not prove."""
        package = self._connection.version.get("Android-Package")
        return str(package) if package else None

    @property
    def alive(self) -> bool:
        """Whether the link stands. Once it ended, a new Browser is needed."""
        return self._connection.root.alive

    @property
    def reason(self) -> str | None:
        """Why the link ended, or None."""
        return self._connection.root.reason

    def on_end(self, handler: Callable[[], None]) -> Callable[[], None]:
        """Call `handler`, once, the moment the link ends: before any call learns of it.

        Returns:
            The function that takes the handler off again.
        """
        return self._connection.root.on_end(lambda _: handler())

    async def wait_ended(self) -> str:
        """Wait until the link ended, and return why."""
        return await self._connection.wait_ended()

    async def answers(self, seconds: float) -> bool:
        """Ask Chrome for its version: whether the link still carries anything."""
        try:
            await self._connection.root.call("Browser.getVersion", seconds=seconds)
        except CdpRefused:
            return True
        except BridgeError:
            return False
        return True

    def work(self, *, acts: bool) -> AbstractContextManager[None]:
        """Keep the gate closed to blocked sites while a call runs, and for a while after."""
        return self.gate.work(acts=acts)

    async def refresh(self) -> None:
        """Bring the titles up to date, in one trip that touches no page."""
        await self.targets.refresh()

    def tabs(self) -> tuple[TabRow, ...]:
        """List the open tabs in order of appearance, as known; `refresh` brings new titles."""
        pages = [page for page in self.targets.pages if self._allowed(page)]
        for page in pages:
            self._memory.number(page.id)
        listed = {page.id for page in pages}
        return tuple(
            TabRow(
                self._memory.numbers[page.id],
                page.url,
                self._titles.told(page) if page.url else "",
                page.id == self._memory.chosen,
                self._memory.numbers[page.opener_id] if page.opener_id in listed else None,
                self._is_silent(page),
            )
            for page in pages
        )

    def attached(self, target_id: str) -> Tab | None:
        """Return the tab of a page when tools have used it; None when none did."""
        tab = self._tabs.get(target_id)
        return tab if tab is not None and tab.alive else None

    def numbered(self, target_id: str) -> int:
        """Return the number of any tab, a blocked one too: for a person, never for a tool."""
        return self._memory.number(target_id)

    def _is_silent(self, page: Page) -> bool:
        """Whether it did not answer; what has no address any more could not be left."""
        tab = self.attached(page.id)
        left = not page.url and page.id not in self._fresh
        return (tab is not None and tab.pulse.is_silent) or page.id in self._held_up or left

    def number(self, tab: Tab) -> int:
        """Return a tab's number, once those that were there before it have theirs."""
        self.tabs()
        return self._memory.number(tab.target_id)

    async def front(self, *, revive: bool = False) -> Tab:
        """Return the tab that tools act on: the agent's while it lives, else the visible one.

        Args:
            revive: Reload it when it has crashed; take it away from a page that holds it.

        Raises:
            ScreenFault: `TAB_CLOSED` the agent's tab is gone, said once before another is
                taken; `CHROME_IN_BACKGROUND` no tab is visible, `TAB_NOT_FOUND` none is open.
            PhoneFault: `TAB_CRASHED`.
            BridgeError: It cannot be attached.
        """
        self._memory.check()
        if self._memory.chosen is None:
            self._memory.chosen = await self._visible()
        tab = await self._tab(self._memory.chosen, revive=revive)
        tab.debug.begin()
        return tab

    async def seen(self) -> Tab | None:
        """Return the tab that the phone shows now, guarded and not chosen; None when it shows none.

        Raises:
            BridgeError: It cannot be attached.
        """
        try:
            tab = await self._tab(await self._visible())
        except ScreenFault:
            return None
        return tab if await is_visible(tab.session, LOOK_SECONDS) else None  # the only one, too

    async def _visible(self) -> str:
        known = {id_: tab.session for id_, tab in self._tabs.items() if tab.alive}
        return await in_front(self.targets, known)

    def release(self) -> None:
        """Forget the chosen tab: the next call looks anew which one is in front."""
        self._memory.release()

    def leave(self, tab: Tab) -> None:
        """End a call on a tab: that the tab closed meanwhile is told by the call itself."""
        self._memory.left(tab)

    async def open_tab(self, url: str, *, active: bool = True) -> Tab:
        """Open a tab at an address, which the guard has judged already.

        Args:
            url: The address.
            active: Whether tools act on it from now on. A phone opens it in front anyway;
                when False, the tab that was in front is brought back.

        Raises:
            ScreenFault: `NAVIGATION_FAILED`; the tab stays open, and chosen if `active`.
            BridgeError: As of `front` and `switch`.
        """
        before = None if active else (await self.front()).target_id
        with sent("a new tab was asked for"):
            page = await self.targets.create("about:blank")
        tab = await self._tab(page.id)
        if active:
            self._memory.chosen = page.id
            self.gate.chose(tab)
        try:
            await go(tab, url)
        finally:
            if before is not None and self.targets.page(before) is not None:
                await self._bring(before)
        return tab

    async def switch(self, which: int | str) -> Tab:
        """Bring a tab to the front and act on it from now on.

        Args:
            which: Its number, or a part of its title or address.

        Raises:
            ScreenFault: `TAB_NOT_FOUND`, `TAB_AMBIGUOUS`, or `TAB_HIDDEN` when it did not come.
            BridgeError: As of `front`.
        """
        page = await self._named(which)
        try:
            tab = await self._bring(page.id)
        except (PhoneFault, HeldUp) as fault:
            if fault.code == "TAB_CRASHED" or isinstance(fault, HeldUp):
                self._memory.chosen = page.id  # so that it can be reloaded, or left
            raise
        self._memory.chosen = page.id
        return self.gate.chose(tab)

    async def close(self, which: int | str) -> TabRow:
        """Close a tab and return what it was.

        Raises:
            ScreenFault: `TAB_NOT_FOUND`, `TAB_AMBIGUOUS`, `LAST_TAB`.
            UnknownOutcome: It was asked to close, and did not tell that it did.
        """
        page = await self._named(which)
        row = next(row for row in self.tabs() if row.number == self._memory.numbers[page.id])
        if len(self.targets.pages) == 1:
            raise ScreenFault("LAST_TAB", f"tab {row.number} is the only one")
        with sent(f"tab {row.number} was asked to close"):
            await self.targets.close(page.id)
        self._memory.told(page.id)
        return row

    async def _named(self, which: int | str) -> Page:
        """Find the one listed page of a number or a part of title or address."""
        await self.refresh()
        row = fitting(self.tabs(), which)
        numbers = self._memory.numbers
        return next(page for page in self.targets.pages if numbers.get(page.id) == row.number)

    def _allowed(self, page: Page) -> bool:
        return all(map(self.judge.allows, self._places(page)))

    def _places(self, page: Page) -> tuple[str, ...]:
        """Return the addresses that a page is judged by."""
        tab = self._tabs.get(page.id)
        places = tab.places if tab is not None and tab.alive and tab.url else ()
        # one that hangs as it goes may have no address
        return (*filter(None, (page.url,)), *self.gate.lineage.behind(page.id), *places)

    async def _tab(self, target_id: str, *, revive: bool = False) -> Tab:
        """Return the tab of a page, attached: on first use, and again when its session ended."""
        if (tab := self.attached(target_id)) is not None:
            return tab
        # each on its own: one that sleeps holds up no other
        async with self._attaching.setdefault(target_id, asyncio.Lock()):
            if (tab := self.attached(target_id)) is not None:
                return tab
            try:
                tab = await self._attached(target_id)
            except (PhoneFault, HeldUp) as fault:
                if isinstance(fault, HeldUp):
                    self._held_up.add(target_id)
                if not revive or not (fault.code == "TAB_CRASHED" or isinstance(fault, HeldUp)):
                    raise
                if (page := self.targets.page(target_id)) is not None:
                    self.judge.check(page.url, *self._places(page))  # a blocked one stays too
                tab = await self._attached(target_id, fault)
            self._tabs[target_id] = tab
            self._held_up.discard(target_id)
            return tab

    async def _attached(self, target_id: str, failed: BridgeError | None = None) -> Tab:
        session = await self.targets.attach(target_id)
        try:
            if isinstance(failed, HeldUp):
                await free(session)
            elif failed is not None:
                await session.call("Page.reload")
            return await self._armed(session, target_id)
        except BaseException:
            self._connection.release(session)
            raise

    async def _armed(self, session: Session, target_id: str) -> Tab:
        tab = self._make_tab(session, target_id, self._settings, self.judge, self._memory.refs)
        page = self.targets.page(target_id)
        tab.title = self._titles.told(page) if page is not None else ""
        self.gate.watch(tab)
        session.post("Inspector.enable")  # tells at once when the page has crashed
        await enable(tab, self.number(tab), self._limits.open_seconds)
        return tab

    async def _bring(self, target_id: str) -> Tab:
        """Activate a tab until it is visible. A sleeping one is woken before it is asked."""
        await self.targets.activate(target_id)
        tab = await self._tab(target_id)
        await bring(tab, self.number(tab), partial(self.targets.activate, target_id))
        return tab

    def _on_change(self, what: What, page: Page) -> None:
        self._titles.heard(page, free=self._allowed(page))
        if page.url or what == "removed":
            self._fresh.discard(page.id)
        elif what == "added":
            self._fresh.add(page.id)
        match what:
            case "added":
                opener = self._tabs.get(page.opener_id or "")
                if opener is not None and opener.alive:
                    opener.opened(page.url if self.judge.allows(page.url) else "")
            case "changed":
                if page.id in self._tabs:
                    self._tabs[page.id].title = self._titles.told(page)
            case "removed":
                self._titles.gone(page)
                self._attaching.pop(page.id, None)
                self._tabs.pop(page.id, None)
                self._held_up.discard(page.id)
                self._memory.closed(page.id)
