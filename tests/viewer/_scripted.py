"""A Bridge that a test plays: the real web server and page, and a WebSocket that says as told.

For states that are hard to bring about, and for seeing exactly what the page sends.
"""

import asyncio
import io
import json
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from PIL import Image, ImageDraw
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bridge.serve import viewer
from bridge.serve.web import House, serve_web

SECONDS = 10
PAGE: dict[str, Any] = {
    "t": "page",
    "tab": 1,
    "url": "http://shop.test/",
    "title": "Corner Shop",
    "back": True,
    "forward": False,
    "blocked": False,
}


def jpeg(width: int = 360, height: int = 780, colour: str = "#3b6ea5") -> bytes:
    """A picture of one colour, its upper left quarter white."""
    image = Image.new("RGB", (width, height), colour)
    ImageDraw.Draw(image).rectangle((0, 0, width // 2 - 1, height // 2 - 1), fill="white")
    out = io.BytesIO()
    image.save(out, "JPEG", quality=90)
    return out.getvalue()


@dataclass
class Scripted:
    """One played Bridge.

    Attributes:
        house: The server's own facts, its address among them.
        heard: What pages have sent, in order.
        live: Whether a page that comes is shown a live phone at once.
        shut: Whether pages are turned away.
    """

    house: House
    heard: list[dict[str, Any]] = field(default_factory=list)
    live: bool = True
    sockets: list[WebSocket] = field(default_factory=list)
    news: asyncio.Condition = field(default_factory=asyncio.Condition)
    frames: int = 0
    shut: bool = False
    turned_away: int = 0

    @property
    def link(self) -> str:
        """A fresh link to the page."""
        return f"{self.house.address}/#{self.house.keys.nonce()}"

    async def meet(self, socket: WebSocket) -> None:
        """Take a page in, and hear it until it leaves."""
        if self.shut:
            await socket.close()
            async with self.news:
                self.turned_away += 1
                self.news.notify_all()
            return
        await socket.accept()
        try:
            await self._hear(await socket.receive_text())
            self.sockets.append(socket)
            await self._tell(socket, {"t": "welcome", "version": "1", "serial": "one", "viewer": 1})
            if self.live:
                await self._greet(socket)
            while True:
                await self._hear(await socket.receive_text())
        except WebSocketDisconnect:
            pass
        finally:
            if socket in self.sockets:
                self.sockets.remove(socket)
            async with self.news:
                self.news.notify_all()

    async def _greet(self, socket: WebSocket) -> None:
        phone = {"serial": "one", "model": "Pixel 7", "transport": "usb", "state": "device"}
        await self._tell(socket, {"t": "phones", "phones": [{**phone, "ready": True}]})
        await self._tell(socket, {"t": "state", "state": "live"})
        await self._tell(socket, PAGE)
        await self._tell(socket, {"t": "steering", "you": True, "count": 1})

    async def _hear(self, text: str) -> None:
        async with self.news:
            self.heard.append(json.loads(text))
            self.news.notify_all()

    async def _tell(self, socket: WebSocket, message: dict[str, Any]) -> None:
        await socket.send_text(json.dumps(message))

    async def tell(self, t: str, **message: Any) -> None:
        """Say something to every page."""
        for socket in self.sockets:
            await self._tell(socket, {"t": t, **message})

    async def show(self, picture: bytes, at: float = 0.0) -> int:
        """Send a frame to every page, and return its number."""
        self.frames += 1
        facts = {"n": self.frames, "width": 412, "height": 892, "scale": 1, "at": at}
        head = json.dumps(facts).encode()
        for socket in self.sockets:
            await socket.send_bytes(struct.pack("<I", len(head)) + head + picture)
        return self.frames

    async def shown(self, picture: bytes, at: float = 0.0) -> int:
        """Send a frame, and wait until it is drawn."""
        number = await self.show(picture, at)
        await self.hears("ack", n=number)
        return number

    async def hears(self, t: str, **fields: Any) -> dict[str, Any]:
        """The first message of that name and with those fields, heard already or yet to come."""
        wanted = {"t": t, **fields}

        def fits(message: dict[str, Any]) -> bool:
            return all(message.get(name) == value for name, value in wanted.items())

        await self.until(lambda: any(map(fits, self.heard)), str(wanted))
        return next(message for message in self.heard if fits(message))

    async def until(self, met: Callable[[], bool], told: str) -> None:
        """Wait until what was heard is so, within a limit."""
        try:
            async with asyncio.timeout(SECONDS), self.news:
                await self.news.wait_for(met)
        except TimeoutError:
            last = [message for message in self.heard if message["t"] != "ack"][-12:]
            raise AssertionError(f"never heard {told}; last: {last}") from None

    def of(self, *names: str) -> list[dict[str, Any]]:
        """What was heard of these names."""
        return [message for message in self.heard if message["t"] in names]


@asynccontextmanager
async def scripted() -> AsyncIterator[Scripted]:
    """Serve one until the block ends."""
    made: list[Scripted] = []

    def room(house: House) -> Any:
        played = Scripted(house)
        made.append(played)
        return (WebSocketRoute("/ws", played.meet), *viewer.routes(house))

    async with serve_web(None, [0], lambda *_: nullcontext(), [room]):
        yield made[0]
