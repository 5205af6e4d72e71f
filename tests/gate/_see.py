"""What Chromium does when nobody guards it: the judge of the table.

A session of its own beside the Bridge, on a tab that the Bridge takes for the person's.
"""

import asyncio
import itertools
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from bridge.cdp.connection import Connection, Session
from bridge.errors import BridgeError
from tests.gate._site import Request, Site
from tests.gate._table import Case

EMPTY = ("", "about:blank", "about:srcdoc", ":")
LOADED = "Page.loadEventFired"
CLICK = "new MouseEvent('click', {bubbles: true, cancelable: true})"
PRESS = f"document.getElementById('go').dispatchEvent({CLICK})"


@dataclass(frozen=True)
class Seen:
    """What came of a case.

    Attributes:
        came: The address that was committed in the case's place at last; empty when none was.
        asked: What the server was asked after the start.
    """

    came: str
    asked: tuple[Request, ...]


class Unguarded:
    """Tries cases in fresh tabs."""

    def __init__(self, link: Connection, site: Site) -> None:
        self._link, self._site = link, site
        self._news = asyncio.Event()

    async def watch(self) -> None:
        """Hear of popups."""
        await self._link.root.call("Target.setDiscoverTargets", {"discover": True})

    async def see(self, case: Case) -> Seen:
        """Walk one way, and tell where it led."""
        root = self._link.root
        before = await self._pages()
        await root.call("Target.createTarget", {"url": "about:blank"})
        (target,) = await self._pages() - before  # its answer is a phone's: another id
        attached = await root.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        session = self._link.session(str(attached["sessionId"]), target)
        popups: dict[str, str] = {}
        off = root.on("Target.targetCreated", self._popup(target, popups))
        try:
            return await self._walk(case, session, popups)
        finally:
            off()
            await self._close({target, *popups})

    async def _pages(self) -> set[str]:
        listed = (await self._link.root.call("Target.getTargets"))["targetInfos"]
        return {t["targetId"] for t in listed if t["type"] == "page" and len(t["targetId"]) == 32}

    async def _close(self, targets: set[str]) -> None:
        """Close pages, and wait until what they asked for is no more on its way."""
        async with asyncio.timeout(20):
            for look in itertools.count():
                left = targets & await self._pages()
                if not left:
                    break
                if look % 100 == 0:  # a close that meets a page on its way elsewhere is lost
                    for each in left:
                        self._link.root.post("Target.closeTarget", {"targetId": each})
                await asyncio.sleep(0.01)
        await self._site.rest()

    def _popup(self, opener: str, popups: dict[str, str]) -> Callable[[dict[str, Any]], None]:
        """Hear of popups; what they show is asked of themselves, for Chrome's lists run ahead."""

        def hear(event: dict[str, Any]) -> None:
            info = event["targetInfo"]
            if info.get("openerId") == opener:
                popups[info["targetId"]] = ""
                self._news.set()

        return hear

    async def _look(self, popups: dict[str, str]) -> None:
        """Take in which documents the popups show by now."""
        for target in popups:
            told = {"targetId": target, "flatten": True}
            with suppress(BridgeError):  # it may be closed by now
                attached = await self._link.root.call("Target.attachToTarget", told)
                session = self._link.session(str(attached["sessionId"]), target)
                tree = await session.call("Page.getFrameTree")
                self._link.release(session)
                frame = tree["frameTree"]["frame"]
                popups[target] = frame.get("unreachableUrl") or frame["url"]

    async def _walk(self, case: Case, session: Session, popups: dict[str, str]) -> Seen:
        tops: list[str] = []
        frames: list[str] = []

        def navigated(event: dict[str, Any]) -> None:
            frame = event["frame"]
            url = frame.get("unreachableUrl") or frame["url"]
            (frames if "parentId" in frame else tops).append(url)
            self._news.set()

        session.on("Page.frameNavigated", navigated)
        await session.call("Page.enable")
        for url in (*case.before, case.start):
            await visit(session, url)
        site = self._site
        site.log.clear()
        tops.clear()
        frames.clear()
        if case.target:
            answer = await session.call("Page.navigate", {"url": case.target})
            if answer.get("errorText") == "net::ERR_ABORTED" or "loaderId" not in answer:
                return Seen(tops[-1] if tops else "", tuple(site.log))
        else:
            press = {"expression": PRESS, "userGesture": True}
            session.post("Runtime.evaluate", press)

        def met() -> bool:
            match case.place:
                case "top":
                    return len(tops) >= case.commits
                case "frame":
                    return any(
                        url not in EMPTY and not url.startswith(("data:", "javascript:"))
                        for url in frames
                    )
                case "popup":
                    return any(url not in EMPTY for url in popups.values())
                case "file":
                    return any("/file" in r.path or "/landed" in r.path for r in site.log)

        await self._until(met, 2.5, popups if case.place == "popup" else {})
        came = {"top": tops, "frame": frames, "popup": list(popups.values())}.get(case.place, [])
        return Seen(came[-1] if came else "", tuple(site.log))

    async def _until(self, met: Callable[[], bool], seconds: float, popups: dict[str, str]) -> None:
        end = asyncio.get_running_loop().time() + seconds
        while not met() and (left := end - asyncio.get_running_loop().time()) > 0:
            self._news.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), min(left, 0.05))
            await self._look(popups)


async def visit(session: Session, url: str) -> None:
    """Go somewhere and wait for the load; a page that registers a worker, until it stands."""
    loaded = asyncio.Event()
    off = session.on(LOADED, lambda _: loaded.set())
    try:
        await session.call("Page.navigate", {"url": url})
        await asyncio.wait_for(loaded.wait(), 5)
    finally:
        off()
    if url.endswith("/register"):
        ready = "navigator.serviceWorker.ready.then((r) => r.active.state)"
        await session.call("Runtime.evaluate", {"expression": ready, "awaitPromise": True})
