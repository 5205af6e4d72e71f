"""A desktop Chromium that has the extension, and a person at its pages."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from tests.cdp._chromium import FLAGS, chromium, without
from tests.fixtures._judges import Link, Refused
from tests.viewer._page import Person, browsing

FOLDER = Path(__file__).parents[2] / "extension_stub"
LIMIT = 30
T = TypeVar("T")
WORKER = re.compile(r"chrome-extension://([a-p]{32})/worker\.js")


async def until(met: Callable[[], Awaitable[T | None]]) -> T:
    """Look again and again until it gives something."""
    async with asyncio.timeout(LIMIT):
        while True:
            if got := await met():
                return got
            await asyncio.sleep(0.02)


@dataclass
class Browser:
    """The browser; `id` is what it calls the extension."""

    link: Link
    id: str

    async def targets(self) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = (await self.link.call("Target.getTargets"))["targetInfos"]
        return told

    def url(self, page: str) -> str:
        return f"chrome-extension://{self.id}/{page}"

    async def open(self, page: str) -> Person:
        """Open a page of the extension."""
        return await self._person(
            (await self.link.call("Target.createTarget", {"url": "about:blank"}))["targetId"],
            self.url(page),
        )

    async def find(self, page: str) -> Person:
        """Sit down at a page that was opened."""

        async def there() -> str | None:
            found = [t["targetId"] for t in await self.targets() if self.url(page) in t["url"]]
            return found[0] if found else None

        somebody = await self._person(await until(there), None)

        async def loaded() -> bool:
            try:
                here = await somebody.value("location.href + document.readyState")
            except Refused:  # in the middle of its way
                return False
            return self.url(page) in here and here.endswith("complete")

        await until(loaded)
        return somebody

    async def _person(self, target: str, url: str | None) -> Person:
        told = await self.link.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        somebody = Person(self.link, told["sessionId"], target)
        for domain in ("Page", "Runtime", "Log"):
            await somebody.call(f"{domain}.enable")
        await somebody.size(1180, 820)
        await somebody.call("Emulation.setFocusEmulationEnabled", enabled=True)
        if url is not None:
            await somebody.go(url)
            await somebody.until(
                f"location.href === {json.dumps(url)} && document.readyState === 'complete'"
            )
        return somebody

    async def worker(self) -> str | None:
        """The target of the worker, while it lives."""
        return next(
            (t["targetId"] for t in await self.targets() if WORKER.fullmatch(t["url"])), None
        )

    async def kill(self) -> None:
        """Kill the worker, as the browser does."""
        target = await self.worker()
        assert target is not None
        await self.link.call("Target.closeTarget", {"targetId": target})

        async def gone() -> bool:
            return await self.worker() != target

        await until(gone)


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    flags = [
        *(each for each in FLAGS if each != "--disable-extensions"),
        f"--load-extension={FOLDER}",
        without("DisableLoadExtensionCommandLineSwitch"),
    ]
    with chromium(flags) as port:
        async with browsing(port) as link:

            async def loaded() -> str | None:
                told = await link.call("Target.getTargets")
                found = [WORKER.fullmatch(t["url"]) for t in told["targetInfos"]]
                return next((each[1] for each in found if each), None)

            yield Browser(link, await until(loaded))
