"""A phone-like Chromium, pages written inside the tests, and tabs of the product on them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from bridge.cdp.connection import Session
from bridge.errors import PhoneFault, SiteBlocked
from bridge.page.browser import Browser
from bridge.page.tab import Tab
from bridge.settings import LimitSettings, Settings
from tests._web import Page, listening
from tests.cdp._chromium import chromium as start
from tests.cdp._chromium import without

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--remote-debugging-port=0",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--password-store=basic",
    "--use-mock-keychain",
    # QUIRKS, MEASURED 7: a real scale beside the override
    "--force-device-scale-factor=2.625",
    "--window-size=412,1000",
    "--screen-info={1082x2402 devicePixelRatio=2.625}",
    "--host-resolver-rules=MAP *.test 127.0.0.1",
)
TOGETHER = (without("IsolateOrigins", "site-per-process"), "--disable-site-isolation-trials")
"""As on a phone with little memory: every frame shares the page's process."""
APART = ("--site-per-process", without())
"""As on one with enough of it: a frame of another site has a process of its own."""
METRICS = {"width": 412, "height": 915, "deviceScaleFactor": 2.625, "mobile": True}
VIEWPORT = '<meta name="viewport" content="width=device-width,initial-scale=1">'


@contextmanager
def chromium(*isolation: str) -> Iterator[int]:
    """Start one on a fresh profile and yield its DevTools port."""
    with start((*FLAGS, *(isolation or TOGETHER))) as port:
        yield port


@dataclass
class Pages:
    """What the page server gives out, for any host name; a path may be held until released."""

    port: int = 0
    bodies: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)

    def url(self, path: str, host: str = "shop.test") -> str:
        return f"http://{host}:{self.port}{path}"


@contextmanager
def serving() -> Iterator[Pages]:
    """Serve pages on a free loopback port. Paths that begin with /slow wait for the gate."""
    pages = Pages()

    def page(asked: str) -> Page:
        path = asked.partition("?")[0]
        pages.asked.append(asked)
        if path.startswith("/slow"):
            pages.gate.wait(10)
        return pages.bodies.get(path, "<!doctype html><title>Other</title>other"), {}

    with listening(page) as pages.port:
        try:
            yield pages
        finally:
            pages.gate.set()


class Judge:
    """Lets everything by, but for the host `blocked.test`."""

    def check(self, *urls: str) -> None:
        if not all(map(self.allows, urls)):
            raise SiteBlocked

    def check_destination(self, url: str) -> None:
        self.check(url)

    def allows(self, url: str) -> bool:
        return "//blocked.test" not in url

    def patterns(self) -> tuple[str, ...]:
        return ("*blocked.test*",)


@dataclass(frozen=True)
class Wire:
    """A phone whose forward is the port itself."""

    port: int

    @asynccontextmanager
    async def forwarded(self, remote: str) -> AsyncIterator[int]:
        yield self.port


@dataclass
class Stage:
    """A browser with the emulation of a phone, and its pages."""

    browser: Browser
    pages: Pages
    tab: Tab
    holder: Session

    async def show(self, body: str, *, head: str = VIEWPORT, path: str = "/") -> Tab:
        """Write a page and open it in the tab."""
        title = "" if "<title" in head else "<title>Act</title>"
        self.pages.bodies[path] = f"<!doctype html>{head}{title}<body style='margin:0'>{body}"
        loaded = asyncio.Event()
        off = self.tab.session.on("Page.loadEventFired", lambda _: loaded.set())
        await self.tab.session.call("Page.navigate", {"url": self.pages.url(path)})
        await asyncio.wait_for(loaded.wait(), 10)
        off()
        return self.tab

    async def run(self, expression: str, tab: Tab | None = None) -> Any:
        """Evaluate in the page's own world."""
        answer = await (tab or self.tab).session.call(
            "Runtime.evaluate",
            {"expression": expression, "awaitPromise": True, "returnByValue": True},
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")


@asynccontextmanager
async def staged(port: int, pages: Pages, **limits: float) -> AsyncIterator[Stage]:
    """Open a tab of one's own, held to the shape of a phone, and close it."""
    settings = Settings(limits=LimitSettings(**{"page_seconds": 10, **limits}))
    async with Browser.open(Wire(port), "chrome_devtools_remote", settings, Judge()) as browser:
        page = await browser.targets.create("about:blank")
        holder = await browser.targets.attach(page.id)
        await holder.call("Emulation.setDeviceMetricsOverride", METRICS)
        await holder.call("Emulation.setTouchEmulationEnabled", {"enabled": True})
        tab = await browser.switch(browser.number(await browser._tab(page.id)))
        try:
            yield Stage(browser, pages, tab, holder)
        finally:
            await _close(browser, page.id)


async def _close(browser: Browser, target_id: str) -> None:
    """Close a page for good: Chromium forgets to when a navigation commits meanwhile."""
    gone = asyncio.Event()
    browser.targets.on_change(lambda what, page: gone.set() if what == "removed" else None)
    async with asyncio.timeout(10):
        while browser.targets.page(target_id) is not None:
            gone.clear()
            with suppress(PhoneFault):
                await browser._connection.root.call("Target.closeTarget", {"targetId": target_id})
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await gone.wait()
