"""A few small pages, served from this computer to the phone through `adb reverse`.

The phone's side has the same port as ours, so that one address works on both; the reverse
is taken back at the end. The log tells which paths the phone fetched.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from bridge.adb.server import AdbServer
from bridge.errors import BridgeError
from bridge.probe.question import NotSeen

log = logging.getLogger(__name__)

TITLE = "Tapbridge asks this phone"
VIEWPORT = "<meta name=viewport content='width=device-width,initial-scale=1'>"
_HEAD_SECONDS = 5
_TRIES = 3


def document(body: str, *, head: str = VIEWPORT) -> str:
    """Return a whole page around a body."""
    return f"<!doctype html><html lang=en><title>{TITLE}</title>{head}<body>{body}"


PAGES = {
    "/one": document("<h1>One</h1>"),
    "/two": document("<h1>Two</h1>"),
    "/blocked": document("<h1>Blocked</h1>"),
    "/frame": document("<p>A frame</p>"),
}


@dataclass(slots=True)
class Served:
    """The pages while they are served.

    Attributes:
        fetched: Paths that were asked for, in order.
    """

    port: int
    fetched: list[str] = field(default_factory=list)

    def url(self, path: str, host: str = "localhost") -> str:
        """Return a page's address as the phone reaches it."""
        return f"http://{host}:{self.port}{path}"

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request and close."""
        try:
            async with asyncio.timeout(_HEAD_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
            path = head.split(b" ", 2)[1].decode("latin-1").partition("?")[0]
            if path in PAGES:
                self.fetched.append(path)
            body = PAGES.get(path, "").encode()
            status = "200 OK" if path in PAGES else "404 Not Found"
            told = f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n"
            told += f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            writer.write(told.encode() + body)
            await writer.drain()
        except (OSError, EOFError, TimeoutError, ValueError, IndexError, asyncio.LimitOverrunError):
            log.debug("a request to the probe's pages broke off")
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()


@asynccontextmanager
async def served(server: AdbServer, serial: str) -> AsyncIterator[Served]:
    """Serve the pages to a phone while the block lasts.

    Raises:
        NotSeen: The phone lets no port be led here.
    """
    for attempt in range(_TRIES):
        pages = Served(0)
        listening = await asyncio.start_server(pages.answer, "127.0.0.1", 0)
        async with listening:
            pages.port = listening.sockets[0].getsockname()[1]
            side = f"tcp:{pages.port}"
            try:
                await server.reverse(serial, side, side)
            except BridgeError as problem:  # the phone may use that port itself
                if attempt + 1 < _TRIES:
                    continue
                raise NotSeen(f"adb reverse is refused ({problem.code})") from problem
            try:
                yield pages
            finally:
                await _undone(server, serial, side)
            return


async def _undone(server: AdbServer, serial: str, side: str) -> None:
    try:
        await server.kill_reverse(serial, side)
    except BridgeError as problem:
        log.info("the probe's reverse is left to adb: %s", problem.code)
