"""The gate between navigations: while an agent works, no document of a blocked site is fetched.

It arms the agent's tabs, and what they open, before anything runs there, from a call until
a while after the last one; the person's own tabs are let go at once. With no rules only
frames with processes of their own are held. Nothing waits: commands ride in the flights of
the tools, answers and events are judged as they come.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bridge.cdp.connection import Connection, Session
from bridge.cdp.targets import Handed, Page, Targets, What
from bridge.errors import BridgeError
from bridge.page.judge import SiteJudge
from bridge.page.lineage import Lineage
from bridge.page.sentry import Charge, Sentry
from bridge.page.standing import Popup
from bridge.page.tab import Tab
from bridge.page.theme import undress
from bridge.page.warden import BEAT_SECONDS, Warden

Raw = dict[str, Any]

WORK_SECONDS = 30.0
"""How long after an agent's last call its tabs stay armed."""

PERSON_SECONDS = 10.0
"""After so long without an act, what a tab loads is the person's doing."""

_LEAVE_SECONDS = 1.0
"""Limit of each step of leaving: what Chrome, and the warden, may take."""

_LEAVE_ALL_SECONDS = 3.0
"""Limit of what Chrome may take for all steps together, however many pages it holds."""

log = logging.getLogger(__name__)


class Gate:
    """The sentries of one phone's Chrome. Ended by `close`.

    Attributes:
        patterns: What is stopped now; empty while the gate is open.
        works: Whether an agent works, or did until a moment ago.
        lineage: Who stands behind pages without a site of their own.
        warden: Lets Chrome go when we cannot, once the gate was closed.
    """

    def __init__(self, connection: Connection, targets: Targets, judge: SiteJudge) -> None:
        self.patterns: tuple[str, ...] = ()
        self.works = False
        self.lineage = Lineage()
        self._connection, self._targets, self._judge = connection, targets, judge
        self._now = asyncio.get_running_loop().time
        self._sentries: dict[str, Sentry] = {}  # by target: tabs, and popups that are none yet
        self._tabs: dict[str, Tab] = {}
        self._ours: set[str] = set()
        self._running = self._acting = 0
        self._last_call = self._last_act = float("-inf")
        self._tick: asyncio.TimerHandle | None = None
        self.warden: Warden | None = None
        self._holds_pages = False
        targets.on_handed(self._take)
        targets.on_change(self._on_change)

    def thaw(self) -> None:
        """Let pages run that a client before us held, and died."""
        for page in self._targets.frozen:
            self._targets.thaw(page)

    def learn(self) -> None:
        """Take in who opened the pages that were there before: their events came too soon."""
        pages = {page.id: page for page in self._targets.pages}
        while pages:
            first = next(iter(pages.values()))
            seen = {first.id}
            while (above := pages.get(first.opener_id or "")) and above.id not in seen:
                seen.add(above.id)
                first = above
            del pages[first.id]
            self.lineage.gone(first.id)  # what was heard of it left its opener out
            self.lineage.opened(first.id, first.url, first.opener_id)

    @contextmanager
    def work(self, *, acts: bool) -> Iterator[None]:
        """Stand guard while a call runs, and for a while after."""
        self._running += 1
        self._acting += acts
        for sentry in self._sentries.values():
            sentry.begin()
        self.see()
        try:
            yield
        finally:
            self._running -= 1
            self._acting -= acts
            self._last_call = self._now()
            if acts:
                self._last_act = self._last_call

    def watch(self, tab: Tab) -> None:
        """Stand at a tab of the agent's from now on; a popup's sentry is relieved."""
        popup = self._sentries.pop(tab.target_id, None)
        sentry = self._stand(tab.session, tab.standing)
        self._tabs[tab.target_id] = tab
        tab.standing.behind = lambda: self.lineage.behind(tab.target_id)
        if self.works:
            sentry.arm()
        if popup is not None and popup.session is not tab.session:
            self._targets.release(popup.session)

    def chose(self, tab: Tab) -> Tab:
        """Undo what was emulated on other tabs: the agent works on this one now."""
        for other in self._tabs.values():
            if other is not tab:
                other.debug.undo()
        return tab

    def emulated(self) -> list[str]:
        """Say what is emulated on the agent's tabs."""
        return [
            tab.debug.emulated.sentence() for tab in self._tabs.values() if tab.debug.emulated.on
        ]

    def rest(self, seconds: float) -> None:
        """Undo what was emulated or laid over pages: nobody has the phone; later forget all."""
        for tab in self._tabs.values():
            tab.debug.rest(seconds)
            undress(tab)

    def let_go(self) -> None:
        """Forget what the agent's tabs said, undo what is on them: its lease has ended."""
        for tab in self._tabs.values():
            tab.debug.let_go()
            undress(tab)

    def stand_down(self) -> None:
        """Open at once, where no call runs: somebody else has the phone's pages now."""
        self._last_call = float("-inf")
        self.see()

    async def close(self) -> None:
        """Leave nothing held: also what Chrome is just about to hold for us."""
        if self._tick is not None:
            self._tick.cancel()
        for tab in self._tabs.values():
            undress(tab)
        armed, self.patterns = bool(self.patterns), ()
        root = self._connection.root
        try:
            if armed and root.alive:
                async with asyncio.timeout(_LEAVE_ALL_SECONDS):
                    await self._let_all_go()
        except (BridgeError, TimeoutError) as problem:
            log.debug("the gate was left as it was: %s", type(problem).__name__)
        finally:
            if self.warden is not None:
                warden, self.warden = self.warden, None
                await asyncio.to_thread(warden.leave, _LEAVE_SECONDS)

    async def _let_all_go(self) -> None:
        root = self._connection.root
        await root.call("Target.setAutoAttach", _hold_pages(on=False), seconds=_LEAVE_SECONDS)
        for page in self._targets.frozen:
            session = await self._targets.attach(page)
            await session.call("Runtime.runIfWaitingForDebugger", seconds=_LEAVE_SECONDS)
        # its answer tells that all before it was carried out
        await root.call("Browser.getVersion", seconds=_LEAVE_SECONDS)

    # what sentries ask

    def blocks(self, url: str) -> bool:
        """Say whether a document is blocked."""
        return not self._judge.allows(url)

    def is_persons(self) -> bool:
        """Say whether no act runs, nor has for a while."""
        return not self._acting and self._now() - self._last_act > PERSON_SECONDS

    def came(self, page: str, url: str, meant: str) -> None:
        """Take in that a page shows another document."""
        self.lineage.moved(page, url, meant)

    def child(self, event: Raw, parent: Session) -> Session:
        """Return the session of a frame that was attached through another, and may be held."""
        if self.works:
            self._post_warden()
        target = str(event.get("targetInfo", {}).get("targetId", ""))
        return self._connection.session(str(event.get("sessionId")), target, parent=parent)

    # arming

    def see(self) -> None:
        """Close as the rules are now, or open when nobody works; look again in a moment."""
        recent = self._running or self._now() - self._last_call < WORK_SECONDS
        works = bool(recent) and self._connection.root.alive
        turned, self.works = works != self.works, works
        self._arm(self._judge.patterns() if works else (), anew=turned)
        if not works:
            self._tick = None
            if self.warden is not None:
                self.warden.rest()
            return
        if self.warden is not None:
            self.warden.beat()
        if self._tick is not None:
            self._tick.cancel()
        self._tick = asyncio.get_running_loop().call_later(BEAT_SECONDS, self.see)

    def _arm(self, patterns: tuple[str, ...], *, anew: bool) -> None:
        if patterns == self.patterns and not anew:
            return
        turned = bool(patterns) != bool(self.patterns)
        self.patterns = patterns
        if turned:
            self._hold(on=bool(patterns))
        for target, sentry in tuple(self._sentries.items()):
            if patterns or self._stays(target):
                sentry.arm()
            else:
                self._targets.release(sentry.session)

    def _stays(self, target: str) -> bool:
        """Say whether a page's session is kept while nothing is to be stopped."""
        return target in self._tabs

    def _hold(self, *, on: bool) -> None:
        """Have new pages held for us before they run, or no more."""
        log.info("the gate is %s", "closed" if on else "open")
        if on:
            self._post_warden()
        asked = self._connection.root.post("Target.setAutoAttach", _hold_pages(on=on))
        asked.add_done_callback(self._held if on else lambda _: self.thaw())

    def _post_warden(self) -> None:
        """Have a warden stand by: something is, or may be, held."""
        if self.warden is None:
            try:
                self.warden = Warden.start(self._connection.descriptor, self._connection.port)
            except OSError as problem:
                log.warning("no warden (%s): if the Bridge hangs, Chrome may wait for it", problem)

    def _held(self, answer: asyncio.Future[Raw]) -> None:
        self._holds_pages = not answer.cancelled() and answer.exception() is None
        if not self._holds_pages:
            log.warning("this Chrome holds no new pages: they are judged once they are there")

    # pages that come and go

    def _take(self, handed: Handed) -> None:
        """Arm what a tab of ours opened; let everything else go."""
        page = handed.page
        if not self.patterns or page is None or not self._is_ours(page):
            self._targets.dismiss(handed)
        else:
            self._stand_at_popup(page, handed.session)

    def _is_ours(self, page: Page) -> bool:
        return page.opener_id in self._ours and page.id not in self._sentries

    def _stand_at_popup(self, page: Page, session: Session) -> None:
        opener = self._tabs.get(page.opener_id or "")
        popup = Popup(
            opener.standing if opener is not None else None,
            lambda: self._connection.root.post("Target.closeTarget", {"targetId": page.id}),
        )
        self._guard(session, popup)
        self._let_run(session)

    def _let_run(self, session: Session) -> None:
        """Let a page run that was held until it was armed."""
        session.post("Runtime.runIfWaitingForDebugger")

    def _guard(self, session: Session, charge: Charge) -> None:
        """Stand at a page that is not the agent's tab (yet)."""
        sentry = self._stand(session, charge)
        if self.works:
            sentry.arm()  # before all else: on a busy machine a window was seen to load in between
        session.post("Page.enable")

    def _stand(self, session: Session, charge: Charge) -> Sentry:
        target = str(session.target_id)
        sentry = self._sentries[target] = Sentry(session, self, charge, top=True)
        self._ours.add(target)

        def leave(_: object) -> None:
            if self._sentries.get(target) is sentry:
                del self._sentries[target]

        session.on_end(leave)
        return sentry

    def _on_change(self, what: What, page: Page) -> None:
        match what:
            case "added":
                self.lineage.opened(page.id, page.url, page.opener_id)
                if self.patterns and not self._holds_pages and self._is_ours(page):
                    self._attach(page)
            case "changed":
                if page.id not in self._sentries:  # else its own events tell, and sooner
                    self.lineage.moved(page.id, page.url)
            case "removed":
                self.lineage.gone(page.id)
                self._tabs.pop(page.id, None)

    def _attach(self, page: Page) -> None:
        """Where no page is held for us: reach a popup as soon as may be."""

        def attached(answer: asyncio.Future[Raw]) -> None:
            try:
                session = self._targets.attached(page.id, answer)
            except (BridgeError, asyncio.CancelledError) as problem:
                log.debug("a popup was not reached: %s", type(problem).__name__)
                return
            if self.patterns and self._is_ours(page):
                self._stand_at_popup(page, session)
            else:
                self._targets.release(session)

        self._targets.post_attach(page.id).add_done_callback(attached)


def _hold_pages(*, on: bool) -> Raw:
    pages = {"filter": [{"type": "page"}, {"exclude": True}]} if on else {}
    return {"autoAttach": on, "waitForDebuggerOnStart": on, "flatten": True, **pages}
