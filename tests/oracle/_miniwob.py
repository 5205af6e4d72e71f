"""MiniWoB++ on the virtual phone: its pages served, its episodes started, its rewards read.

The pages are those of the `miniwob` package; its Python is never imported. What a task needs
beside our tools (seed, time limit, utterance, reward) goes over a DevTools session of its own.
"""

from __future__ import annotations

import importlib.util
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bridge.adb.device import Device
from bridge.adb.server import AdbServer
from bridge.app import Bridge, open_bridge
from bridge.cdp.connection import Connection, Session, open_connection
from bridge.settings import LimitSettings, Settings
from bridge.tools.call import Caller
from bridge.tools.spec import Result
from tests.page.bundle_browser import serving

PATIENCE_MS = 300_000
"""How long an episode may take; the pages' own ten seconds are for agents beside the browser."""

READY = "document.readyState === 'complete' && core.cover_div !== null"
STAND = "({done: WOB_DONE_GLOBAL, raw: WOB_RAW_REWARD_GLOBAL})"


def folder() -> Path:
    """Return where the package's pages lie."""
    found = importlib.util.find_spec("miniwob")
    assert found is not None, "miniwob is not installed"
    assert found.submodule_search_locations, "miniwob is no package"
    return Path(found.submodule_search_locations[0]) / "html"


def names() -> list[str]:
    """Return the names of all its tasks."""
    return sorted(path.stem for path in (folder() / "miniwob").glob("*.html"))


@contextmanager
def served() -> Iterator[str]:
    """Serve the pages; gives the address under which tasks lie."""
    with serving(folder()) as port:
        yield f"http://wob.test:{port}/miniwob"


@dataclass(frozen=True)
class Stand:
    """How an episode stands: whether it ended, with what reward before the discount of time."""

    done: bool
    raw: float


@dataclass
class Umpire:
    """Starts episodes and reads their rewards: a session of Chromium beside the Bridge's."""

    session: Session

    async def prepare(self, seed: int) -> None:
        """Seed the task that stands open, and give it time."""
        await self._run(f"core.EPISODE_MAX_TIME = {PATIENCE_MS}; Math.seedrandom('{seed}'); 0")

    async def utterance(self) -> str:
        """Return what the page asks for."""
        return str(await self._run("core.getUtterance()"))

    async def stand(self) -> Stand:
        """Return how the episode stands."""
        return Stand(**await self._run(STAND))

    async def _run(self, expression: str) -> Any:
        answer = await self.session.call(
            "Runtime.evaluate", {"expression": expression, "returnByValue": True}
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")


@dataclass
class Arena:
    """One tab of a Bridge, in which tasks are done with tools alone.

    Attributes:
        calls: How many tools were called since the last start.
    """

    bridge: Bridge
    umpire: Umpire
    pages: str
    calls: int = 0

    async def call(self, name: str, **args: Any) -> Result:
        """Call a tool through the door."""
        self.calls += 1
        return await self.bridge.door.call(name, args, Caller("oracle", "cli"))

    async def start(self, task: str, seed: int) -> str:
        """Open a task and tap its cover as a person would; return what it asks for."""
        await self.call("page_navigate", url=f"{self.pages}/{task}.html")
        await self.umpire.prepare(seed)
        await self.call("page_tap", text="START")
        self.calls = 0
        return await self.umpire.utterance()


@asynccontextmanager
async def arena(phone: Any, pages: str) -> AsyncIterator[Arena]:
    """Open a Bridge and a tab of it on a virtual phone."""
    settings = Settings.model_validate({"adb": {"port": phone.adb_port}, "serial": phone.serial})
    device = Device(AdbServer("127.0.0.1", phone.adb_port, call_seconds=5), phone.serial)
    async with (
        open_bridge(settings) as bridge,
        device.forwarded("localabstract:chrome_devtools_remote") as port,
        open_connection(port, LimitSettings()) as link,
    ):
        me = Caller("oracle", "cli")
        await bridge.door.call(
            "page_tabs", {"action": "open", "url": f"{pages}/click-test.html"}, me
        )
        yield Arena(bridge, Umpire(await _beside(link, pages)), pages)
        await bridge.door.call("page_tabs", {"action": "close", "match": pages}, me)


async def _beside(link: Connection, pages: str) -> Session:
    """Attach to the tab that shows the pages, beside the Bridge."""
    listed = (await link.root.call("Target.getTargets"))["targetInfos"]
    (target,) = (
        each["targetId"]
        for each in listed
        if each["url"].startswith(pages) and len(each["targetId"]) == 32
    )
    attached = await link.root.call("Target.attachToTarget", {"targetId": target, "flatten": True})
    return link.session(str(attached["sessionId"]), target)
