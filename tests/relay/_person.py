"""A person at the phone's Chrome, with nobody between: for what was there before a debugger."""

import asyncio
from dataclasses import dataclass
from typing import Any

from bridge.cdp.session import Session
from bridge.cdp.targets import Targets


@dataclass
class Person:
    """Attributes: `targets`: the browser's pages, as it tells of them."""

    targets: Targets

    async def open(self, url: str) -> tuple[str, Session]:
        """Open a tab and wait until it is loaded."""
        page = await self.targets.create("about:blank")
        session = await self.targets.attach(page.id)
        await session.call("Page.enable")
        await self.go(session, url)
        return page.id, session

    async def go(self, session: Session, url: str) -> None:
        loaded = asyncio.Event()
        off = session.on("Page.loadEventFired", lambda _: loaded.set())
        await session.call("Page.navigate", {"url": url})
        async with asyncio.timeout(20):
            await loaded.wait()
        off()

    async def where(self, target: str) -> str:
        page: Any = self.targets.page(target)
        return str(page.url) if page is not None else ""
