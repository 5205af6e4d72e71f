"""Real Chromium and pages served for it, spoken to over CDP without any code of the product.

The bundle is judged here by the browser itself; `bridge.cdp` has its own tests.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import http.server
import itertools
import json
import secrets
import tempfile
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from typing_extensions import override
from websockets.asyncio.client import ClientConnection, connect

from tests.cdp._chromium import without

HERE = Path(__file__).parent
PAGES = HERE / "bundle_pages"
BUNDLE = HERE.parents[1] / "bridge" / "page" / "bundle.js"
LIMIT = 60.0  # seconds, for anything that is waited for

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--remote-debugging-port=0",
    "--force-device-scale-factor=1",
    "--window-size=800,900",
    "--host-resolver-rules=MAP *.test 127.0.0.1",
    # as on a phone with little memory: every frame shares the page's process
    without("IsolateOrigins", "site-per-process"),
    "--disable-site-isolation-trials",
)


class _Pages(http.server.SimpleHTTPRequestHandler):
    @override
    def log_message(self, format: str, *args: Any) -> None:
        """Stay quiet."""

    @override
    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


@contextlib.contextmanager
def serving(folder: Path = PAGES) -> Iterator[int]:
    """Serve a folder on a free loopback port, for any host name."""
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(_Pages, directory=str(folder))
    )
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@dataclass
class Link:
    """One DevTools link: commands by number, events kept in order."""

    socket: ClientConnection
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    pending: dict[int, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    waiting: list[tuple[str | None, str, asyncio.Future[dict[str, Any]]]] = field(
        default_factory=list
    )
    events: list[dict[str, Any]] = field(default_factory=list)

    async def read(self) -> None:
        """Sort what comes in until the link ends."""
        async for text in self.socket:
            message = json.loads(text)
            if "id" in message:
                future = self.pending.pop(message["id"])
                if not future.done():
                    future.set_result(message)
                continue
            self.events.append(message)
            for session, method, future in list(self.waiting):
                if (message.get("sessionId"), message["method"]) == (session, method):
                    self.waiting.remove((session, method, future))
                    if not future.done():
                        future.set_result(message["params"])

    async def send(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        number = next(self.numbers)
        future = self.pending[number] = asyncio.get_running_loop().create_future()
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        await self.socket.send(json.dumps(message))
        async with asyncio.timeout(LIMIT):
            answer = await future
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    def next_event(self, method: str, session: str | None) -> asyncio.Future[dict[str, Any]]:
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.waiting.append((session, method, future))
        return future


@dataclass
class Page:
    """A tab with the bundle installed at document start, as the product does it."""

    link: Link
    session: str
    world: str
    port: int
    ref_base: int = 0

    async def send(self, method: str, **params: Any) -> dict[str, Any]:
        return await self.link.send(method, self.session, **params)

    async def open(self, path: str, host: str = "shop.test") -> None:
        await self.go(f"http://{host}:{self.port}/{path}")

    async def go(self, url: str) -> None:
        loaded = self.link.next_event("Page.loadEventFired", self.session)
        await self.send("Page.navigate", url=url)
        await asyncio.wait_for(loaded, LIMIT)

    async def frame_id(self) -> str:
        tree = await self.send("Page.getFrameTree")
        return str(tree["frameTree"]["frame"]["id"])

    async def run(self, expression: str, *, isolated: bool = False) -> Any:
        """Evaluate in the page's own world, or in ours."""
        where: dict[str, Any] = {}
        if isolated:
            where["contextId"] = (
                await self.send(
                    "Page.createIsolatedWorld", frameId=await self.frame_id(), worldName=self.world
                )
            )["executionContextId"]
        answer = await self.send(
            "Runtime.evaluate",
            expression=expression,
            awaitPromise=True,
            returnByValue=True,
            **where,
        )
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"])
        return answer["result"].get("value")

    async def call(self, command: str, **args: Any) -> dict[str, Any]:
        """Return the bundle's whole answer."""
        args = {"ref_base": self.ref_base, **args}
        text = f"__tapbridge.call({json.dumps(command)}, {json.dumps(args)})"
        answer: dict[str, Any] = await self.run(text, isolated=True)
        return answer

    async def value(self, command: str, **args: Any) -> dict[str, Any]:
        answer = await self.call(command, **args)
        assert answer["ok"], answer
        value: dict[str, Any] = answer["value"]
        return value

    async def rows(self, **args: Any) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = (await self.value("snapshot", **args))["rows"]
        return rows


@contextlib.asynccontextmanager
async def browser(*flags: str) -> AsyncIterator[Link]:
    """Run Chromium on a fresh profile until the block ends."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = await asyncio.create_subprocess_exec(
            "chromium",
            *FLAGS,
            *flags,
            f"--user-data-dir={profile}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        assert process.stderr is not None
        try:
            async with asyncio.timeout(LIMIT):
                line = ""
                while not line.startswith("DevTools listening on "):
                    line = (await process.stderr.readline()).decode()
                    assert line, "Chromium ended"
            address = line.split()[-1]
            async with asyncio.TaskGroup() as group:
                drain = group.create_task(process.stderr.read())
                async with connect(
                    address, max_size=None, ping_interval=None, proxy=None
                ) as socket:
                    link = Link(socket)
                    reader = group.create_task(link.read())
                    yield link
                    reader.cancel()
                process.terminate()
                await drain
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            await process.wait()


@contextlib.asynccontextmanager
async def tab(link: Link, port: int, source: str | None = None) -> AsyncIterator[Page]:
    """Open a tab with the bundle (or another script) in an isolated world of every frame."""
    if source is None:
        # the key by which the bundles of frames of several origins know one another
        key = secrets.token_hex(16)
        source = f'globalThis.__tapbridge_key = "{key}";\n{BUNDLE.read_text(encoding="utf-8")}'
    target = (await link.send("Target.createTarget", url="about:blank"))["targetId"]
    session = (await link.send("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
    page = Page(link, session, "tapbridge-test", port)
    await page.send("Page.enable")
    await page.send(
        "Page.addScriptToEvaluateOnNewDocument",
        source=source,
        worldName=page.world,
        runImmediately=True,
    )
    yield page
    await link.send("Target.closeTarget", targetId=target)


def lines(rows: list[dict[str, Any]]) -> list[str]:
    """Rows as a reader sees them."""
    return [
        "  " * row["depth"]
        + f"{row['role']} {row['name']!r}"
        + (f" {row['level']}" if row["level"] else "")
        + "".join(f" [{state}]" for state in row["states"])
        + (f": {row['value']}" if row["value"] is not None else "")
        for row in rows
    ]


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["name"] for row in rows]
