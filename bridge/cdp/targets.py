"""The browser's pages, kept current from events: which there are, opening, closing, attaching.

Only `page` targets with a 32-digit hex id count. Android shows most tabs a second time
under a decimal id (and answers `createTarget` with one): those twins are never used. Pages
of another browser context (incognito) are left out. Listing touches no page. Sessions that
nobody asked for (Chrome's auto-attach makes them) go to whoever takes them, else are let go.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from bridge.cdp.connection import Connection
from bridge.cdp.session import Session, flight
from bridge.cdp.wire import BAD_PARAMETERS, CdpRefused
from bridge.errors import BridgeError, LateFault, ScreenFault

log = logging.getLogger(__name__)

_CLOSE_AGAIN_SECONDS = 1.5
"""After how long a tab that is still there is asked to close again."""
_HEX_ID = re.compile(r"\A[0-9A-Fa-f]{32}\Z")

T = TypeVar("T")
Raw = dict[str, Any]
What = Literal["added", "changed", "removed"]


@dataclass(frozen=True, slots=True)
class Page:
    """One tab as the browser tells of it, attached or not.

    Attributes:
        context_id: Its browser context; incognito has another than the person's own.
        opener_id: The page that opened it, when one did.
    """

    id: str
    url: str
    title: str
    context_id: str | None = None
    opener_id: str | None = None


@dataclass(frozen=True, slots=True)
class Handed:
    """A session that Chrome handed over unasked.

    Attributes:
        page: What it is attached to; None for decimal twins and what is no page.
        waits: The page runs nothing before `Runtime.runIfWaitingForDebugger`.
    """

    session: Session
    page: Page | None
    waits: bool


class Targets:
    """The pages of one connection.

    Args:
        connection: Its root session is listened on; `start` begins.
        show_incognito: Whether pages of other browser contexts count.
    """

    def __init__(self, connection: Connection, *, show_incognito: bool = False) -> None:
        self._connection = connection
        self._root = connection.root
        self._show_incognito = show_incognito
        self._pages: dict[str, Page] = {}
        self._started = False
        self._gone: set[str] = set()
        self._own: str | None = None
        self._own_is_unclear = False
        self._handlers: list[Callable[[What, Page], None]] = []
        self._changed = asyncio.Event()
        self._attaching: Counter[str] = Counter()
        self._unclaimed: dict[str, list[Handed]] = {}
        self._taker: Callable[[Handed], None] = self.dismiss
        self._root.on("Target.attachedToTarget", self._on_attached)
        self._root.on("Target.targetCreated", lambda e: self._take(e.get("targetInfo")))
        self._root.on("Target.targetInfoChanged", lambda e: self._take(e.get("targetInfo")))
        self._root.on("Target.targetDestroyed", lambda e: self._drop(str(e.get("targetId"))))
        self._root.on_end(lambda _: self._ring())

    async def start(self) -> None:
        """Ask for all targets and for news of them, in one flight.

        Raises:
            BridgeError: As of `Session.call`.
        """
        found, listed, contexts = await flight(
            (
                self._root.post("Target.setDiscoverTargets", {"discover": True}),
                self._root.post("Target.getTargets"),
                self._root.post("Target.getBrowserContexts"),
            ),
            self._connection.limits.open_seconds,
            "the list of tabs",
        )
        found.result()
        try:
            own = contexts.result().get("defaultBrowserContextId")
        except CdpRefused as refused:  # older Chromes on Android know no contexts
            log.debug("no browser contexts: %d", refused.number)
            own = None
        if isinstance(own, str) and own:
            self._own = own
        for info in listed.result().get("targetInfos", []):
            # an event may have told already of its end, after this list was made
            if isinstance(info, dict) and str(info.get("targetId")) not in self._gone:
                self._take(info)
        self._gone.clear()
        self._started = True
        self._learn_own()

    async def refresh(self) -> None:
        """Ask for the titles anew: no event tells of one that changes after the load.

        One trip to the browser; touches no page.

        Raises:
            BridgeError: As of `Session.call`.
        """
        answer = await self._root.call("Target.getTargets")
        for info in answer.get("targetInfos", []):
            page = _page(info) if isinstance(info, Mapping) else None
            # the rest comes by events, which may be newer than this list
            known = self._pages.get(page.id) if page is not None else None
            if page is not None and known is not None and known.title != page.title:
                self._pages[page.id] = replace(known, title=page.title)
                self._tell("changed", self._pages[page.id])

    @property
    def pages(self) -> tuple[Page, ...]:
        """The open pages, in order of appearance."""
        return tuple(page for page in self._pages.values() if self._counts(page))

    @property
    def hidden(self) -> int:
        """How many pages are left out because they may be incognito."""
        return len(self._pages) - len(self.pages)

    def page(self, target_id: str) -> Page | None:
        """Return the open page of an id, or None."""
        page = self._pages.get(target_id)
        return page if page is not None and self._counts(page) else None

    def on_change(self, handler: Callable[[What, Page], None]) -> Callable[[], None]:
        """Hear of pages that come, change and go, in wire order. Returns "off"."""
        self._handlers.append(handler)
        return lambda: self._handlers.remove(handler) if handler in self._handlers else None

    @property
    def frozen(self) -> tuple[str, ...]:
        """Ids of pages that have shown nothing yet: a client that died may have held them."""
        return tuple(page.id for page in self._pages.values() if not page.url)

    def thaw(self, target_id: str) -> None:
        """Let a page run that a client held before it ran anything; posted, not waited for."""

        def run(answer: asyncio.Future[Raw]) -> None:
            with suppress(BridgeError, asyncio.CancelledError):
                self.run(self.attached(target_id, answer))

        self.post_attach(target_id).add_done_callback(run)

    def run(self, session: Session) -> None:
        """Let a held page run, and let go of the session once it does; not waited for."""
        running = session.post("Runtime.runIfWaitingForDebugger")
        running.add_done_callback(lambda _: self.release(session))

    def dismiss(self, handed: Handed) -> None:
        """Let go of a session that nobody wants; a held page runs."""
        if handed.waits:
            self.run(handed.session)
        else:
            self.release(handed.session)

    def on_handed(self, taker: Callable[[Handed], None]) -> None:
        """Give sessions that nobody asked for to `taker`, in wire order."""
        self._taker = taker

    async def attach(self, target_id: str) -> Session:
        """Attach a new session to a page, which need not be in front or awake.

        Raises:
            ScreenFault: `TAB_CLOSED`, there is no such page (any more).
            BridgeError: As of `Session.call`.
        """
        seconds = self._connection.limits.open_seconds
        (answer,) = await flight((self.post_attach(target_id),), seconds, "Target.attachToTarget")
        return self.attached(target_id, answer)

    def post_attach(self, target_id: str) -> asyncio.Future[Raw]:
        """Ask for a session without waiting; `attached` reads the answer.

        When the future is cancelled, a session that still comes is let go.
        """
        posted = self._root.post("Target.attachToTarget", {"targetId": target_id, "flatten": True})
        self._attaching[target_id] += 1
        posted.add_done_callback(lambda done: self._claim(target_id, done))
        return posted

    def attached(self, target_id: str, answer: asyncio.Future[Raw]) -> Session:
        """Return the session that a done `post_attach` made. Raises as `attach`."""
        try:
            session_id = str(answer.result()["sessionId"])
        except CdpRefused as refused:
            if refused.number != BAD_PARAMETERS:
                raise
            raise ScreenFault("TAB_CLOSED", "the tab is gone") from refused
        return self._connection.session(session_id, target_id)

    def release(self, session: Session) -> None:
        """Detach a session without waiting; its pending calls fail with `TAB_CLOSED`."""
        self._connection.release(session)

    async def create(self, url: str) -> Page:
        """Open a page (always in front, on a phone) and return it.

        A decimal answer is mapped to the new page without opener that shows the address.

        Raises:
            LateFault: Chrome opened no page that can be told to be it.
            BridgeError: As of `Session.call`.
        """
        before = set(self._pages)
        answer = await self._root.call("Target.createTarget", {"url": url})
        named = str(answer.get("targetId"))
        if _HEX_ID.match(named):
            page = await self._until(lambda: self._pages.get(named), "the new tab")
        else:
            page = await self._until(lambda: self._made(before, url), "the new tab")
        if self._own is None:
            self._own = page.context_id  # what we open ourselves is the person's own
        return page

    async def close(self, target_id: str) -> None:
        """Close a page and wait until it is gone.

        Raises:
            LateFault: It did not close in time.
            BridgeError: As of `Session.call`.
        """
        seconds = self._connection.limits.command_seconds
        try:
            async with asyncio.timeout(seconds):
                # Chromium loses it, and says yes, when a navigation commits meanwhile
                while not await self._asked_to_close(target_id):
                    pass
        except TimeoutError as late:
            raise LateFault(f"the tab's end did not come within {seconds:g} s") from late

    async def _asked_to_close(self, target_id: str) -> bool:
        """Ask a page to close, and say whether it was gone a moment later."""
        try:
            await self._root.call("Target.closeTarget", {"targetId": target_id})
        except CdpRefused:
            if target_id in self._pages:
                raise
        with suppress(LateFault):
            await self._until(
                lambda: target_id not in self._pages or None,
                "the tab's end",
                seconds=_CLOSE_AGAIN_SECONDS,
            )
        return target_id not in self._pages

    async def activate(self, target_id: str) -> None:
        """Ask Chrome to bring a page to the front, which it may ignore: look afterwards.

        Raises:
            BridgeError: As of `Session.call`.
        """
        await self._root.call("Target.activateTarget", {"targetId": target_id})

    def _on_attached(self, event: Raw) -> None:
        """Keep a session that may be the one asked for until the answer names that one."""
        info = event.get("targetInfo", {})
        target_id = str(info.get("targetId", ""))
        session = self._connection.session(str(event.get("sessionId")), target_id)
        handed = Handed(session, _page(info), bool(event.get("waitingForDebugger")))
        if self._attaching[target_id] > 0 and not handed.waits:
            self._unclaimed.setdefault(target_id, []).append(handed)
        else:
            self._taker(handed)

    def _claim(self, target_id: str, done: asyncio.Future[Raw]) -> None:
        self._attaching[target_id] -= 1
        lost = done.cancelled() or done.exception() is not None
        named = None if lost else done.result().get("sessionId")
        unclaimed = self._unclaimed.pop(target_id, [])
        rest = [handed for handed in unclaimed if handed.session.id != named]
        if self._attaching[target_id] > 0:
            self._unclaimed[target_id] = rest
            return
        del self._attaching[target_id]
        for handed in rest:
            self._taker(handed)

    def _counts(self, page: Page) -> bool:
        return self._show_incognito or page.context_id is None or page.context_id == self._own

    def _learn_own(self) -> None:
        """Where Chrome does not tell its default context: the only one there is, is it."""
        if self._own is None and not self._own_is_unclear:
            ids = {page.context_id for page in self._pages.values()} - {None}
            self._own_is_unclear = len(ids) > 1
            if len(ids) == 1:
                self._own = ids.pop()

    def _made(self, before: set[str], url: str) -> Page | None:
        for page in self._pages.values():
            if page.id not in before and page.opener_id is None and page.url == url:
                return page
        return None

    async def _until(
        self, met: Callable[[], T | None], what: str, *, seconds: float | None = None
    ) -> T:
        """Wait for a change of the pages after which `met` returns something."""
        seconds = seconds or self._connection.limits.command_seconds
        try:
            async with asyncio.timeout(seconds):
                while (got := met()) is None:
                    if self._root.ending is not None:
                        raise self._root.ending.error()
                    await self._changed.wait()
                return got
        except TimeoutError as late:
            raise LateFault(f"{what} did not come within {seconds:g} s") from late

    def _take(self, info: object) -> None:
        """Take in what an event or the list tells of a target."""
        if not isinstance(info, Mapping):
            return
        page = _page(info)
        if page is None:
            return
        what: What = "changed" if page.id in self._pages else "added"
        self._pages[page.id] = page
        if self._started:
            self._learn_own()
        self._tell(what, page)

    def _drop(self, target_id: str) -> None:
        if not self._started:
            self._gone.add(target_id)
        page = self._pages.pop(target_id, None)
        if page is not None:
            self._tell("removed", page)

    def _tell(self, what: What, page: Page) -> None:
        self._ring()
        if self._counts(page):
            for handler in tuple(self._handlers):
                handler(what, page)

    def _ring(self) -> None:
        """Wake who waits for a change; the next wait is for the next change."""
        self._changed.set()
        self._changed = asyncio.Event()


def _page(info: Mapping[str, Any]) -> Page | None:
    """Read a TargetInfo; None for what is no page, is a decimal twin, or is not shown yet."""
    id_ = str(info.get("targetId", ""))
    # a subtype marks what no person sees (prerendered pages)
    if info.get("type") != "page" or info.get("subtype") or not _HEX_ID.match(id_):
        return None
    context, opener = info.get("browserContextId"), info.get("openerId")
    return Page(
        id_,
        str(info.get("url", "")),
        str(info.get("title", "")),
        str(context) if context else None,
        str(opener) if opener else None,
    )
