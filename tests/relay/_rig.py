"""A relay at a scripted browser, no Chromium: what Chrome tells is told by hand."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

from bridge.cdp.connection import Connection, open_connection, own_tasks
from bridge.cdp.targets import Targets
from bridge.guard import Guard
from bridge.relay.relay import Links, Relay
from bridge.settings import LimitSettings
from tests.cdp._scripted import PAGE, Scripted, info, scripted
from tests.page.test_gate import Judge
from tests.relay._debugger import Debugger

ROOT, SEAT, FRAME_SEAT = "0" * 32, "1" * 32, "2" * 32
SHOP, BANK = "http://shop.test/", "http://bank.test/"


@dataclass
class Rig:
    """Attributes: `server`: Chrome; `judge`: the guard; `debugger`: whoever listens;
    `paused`: whether a person has paused the phone."""

    server: Scripted
    link: Connection
    targets: Targets
    judge: Judge
    relay: Relay
    debugger: Debugger
    paused: bool = False

    async def tell(self, method: str, session: str = ROOT, **params: Any) -> None:
        """Let Chrome tell something on a session of the debugger's."""
        await self.server.event(method, params, session)

    async def settle(self) -> None:
        """Wait until all that was told was heard."""
        await self.link.root.call("Browser.getVersion")

    async def attached(self, *, waits: bool = False, url: str = SHOP, **more: Any) -> None:
        """Let Chrome attach the debugger to a page, and wait until the relay knows it."""
        told: dict[str, Any] = {"sessionId": SEAT, "targetInfo": info(PAGE, url, **more)}
        await self.tell("Target.attachedToTarget", **told, waitingForDebugger=waits)
        await self.server.until("Page.getFrameTree")
        await self.settle()

    async def went(self, url: str, frame: str = PAGE, session: str = SEAT) -> None:
        above = {} if frame == PAGE else {"parentId": PAGE}
        await self.tell("Page.frameNavigated", session, frame={"id": frame, "url": url, **above})
        await self.settle()

    def said(self, session: str) -> list[str]:
        """What was said on a session."""
        return [c["method"] for c in self.server.commands if c.get("sessionId") == session]

    def heard(self) -> list[str]:
        return [each["method"] for each in self.debugger.events]


def tree(url: str) -> dict[str, Any]:
    return {"frameTree": {"frame": {"id": PAGE, "url": url}}}


@asynccontextmanager
async def rigged(*targets: dict[str, Any]) -> AsyncIterator[Rig]:
    script = Scripted(targets=list(targets or [info(PAGE, SHOP)]))
    script.replies["Page.getFrameTree"] = tree(SHOP)
    script.replies["Runtime.evaluate"] = lambda command: (
        None if "hang" in json.dumps(command) else {"result": {}}
    )
    limits = LimitSettings(open_seconds=1, command_seconds=5)
    judge, debugger = Judge(), Debugger()
    async with (
        scripted(script) as server,
        open_connection(server.port, limits) as link,
        own_tasks() as tasks,
    ):
        pages = Targets(link)
        guard = cast("Guard", judge)
        rig: Rig | None = None

        def is_paused() -> bool:
            return rig is not None and rig.paused

        links = Links("serial", link, pages, guard, debugger, lambda: None, tasks, is_paused)
        relay = debugger.relay = Relay(links, ROOT)
        link.tap = relay.hear
        await pages.start()
        relay.post.learn()
        with relay.post.work(acts=True):
            rig = Rig(server, link, pages, judge, relay, debugger)
            yield rig
        async with asyncio.timeout(10):
            await relay.close()
            await relay.post.close()
