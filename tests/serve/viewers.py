"""A viewer page without a browser: a WebSocket that says what the page would say."""

import asyncio
import json
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bridge.app import Bridge, open_bridge
from bridge.serve.web import House, serve_web
from bridge.settings import Settings

LIMIT = 20

Raw = dict[str, Any]
NO_PHONE: Raw = {"adb": {"enabled": False}}
"""Settings of a Bridge that looks for no phone."""


@dataclass
class Picture:
    head: Raw
    jpeg: bytes

    @property
    def n(self) -> int:
        n: int = self.head["n"]
        return n


@dataclass
class Page:
    """An open viewer page. Pictures are acknowledged at once unless `draws` is False."""

    ws: ClientConnection
    draws: bool = True
    heard: list[Raw] = field(default_factory=list)
    all: list[Raw] = field(default_factory=list)
    """Messages that no test has taken yet, and all there were."""
    pictures: list[Picture] = field(default_factory=list)
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    closed: ConnectionClosed | None = None

    async def say(self, t: str, **fields: Any) -> None:
        await self.ws.send(json.dumps({"t": t, **fields}))

    async def listen(self) -> None:
        try:
            async for raw in self.ws:
                if isinstance(raw, str):
                    self.heard.append(json.loads(raw))
                    self.all.append(self.heard[-1])
                else:
                    (length,) = struct.unpack_from("<I", raw)
                    picture = Picture(json.loads(raw[4 : 4 + length]), raw[4 + length :])
                    self.pictures.append(picture)
                    if self.draws:
                        await self.say("ack", n=picture.n)
                self.stirred.set()
            await self.ws.recv()
        except ConnectionClosed as closed:
            self.closed = closed
            self.stirred.set()

    async def until(self, met: Callable[[], Any]) -> Any:
        """Wait until something was heard or seen."""
        try:
            async with asyncio.timeout(LIMIT):
                while not (got := met()):
                    self.stirred.clear()
                    await self.stirred.wait()
        except TimeoutError:
            told = [each for each in self.heard if each["t"] != "tabs"][-12:]
            raise AssertionError(f"it did not come; heard: {told}") from None
        return got

    async def hears(self, t: str, **fields: Any) -> Raw:
        """Wait for a message whose fields are so, after those already taken; and take them."""

        def met() -> Raw | None:
            for at, each in enumerate(self.heard):
                if each["t"] == t and all(each.get(k) == v for k, v in fields.items()):
                    del self.heard[: at + 1]
                    return each
            return None

        found: Raw = await self.until(met)
        return found

    def last(self, t: str) -> Raw:
        return next((each for each in reversed(self.all) if each["t"] == t), {})

    @property
    def n(self) -> int:
        """The number of the newest picture; 0 when there is none."""
        return self.pictures[-1].n if self.pictures else 0

    async def sees(self, after: int | None = None) -> Picture:
        """Wait for a picture after the named one, or one more, and return it."""
        before = self.n if after is None else after
        await self.until(lambda: self.n > before)
        return self.pictures[-1]

    async def heeded(self) -> None:
        """Wait until all that was said before has been taken in."""
        await self.say("nothing of the kind")
        await self.hears("error", code="BAD_ARGUMENTS")

    async def tap(self, fx: float, fy: float) -> None:
        n = self.n
        await self.say("touch", kind="start", fx=fx, fy=fy, n=n)
        await self.say("touch", kind="end", fx=fx, fy=fy, n=n)


def housed(bridge: Bridge) -> AbstractAsyncContextManager[House]:
    """The web of a Bridge on any free port."""
    return serve_web(bridge, (0,), lambda *_: nullcontext())


@asynccontextmanager
async def served(given: Raw) -> AsyncIterator[House]:
    """The web of a whole Bridge with these settings."""
    async with open_bridge(Settings.model_validate(given)) as bridge, housed(bridge) as house:
        yield house


@asynccontextmanager
async def watching(house: House, **more: Any) -> AsyncIterator[Page]:
    """A page that looks at the phone, once there is a picture."""
    async with opened(house, **more) as page:
        await page.say("watch")
        await page.hears("state", state="live")
        await page.sees(0)
        yield page


@asynccontextmanager
async def opened(
    house: House, *, token: str | None = None, draws: bool = True, **hello: Any
) -> AsyncIterator[Page]:
    """Open a page, with a token for a fresh link unless another is given."""
    if token is None:
        token = house.keys.trade(house.keys.nonce())
    where = house.address.replace("http", "ws") + "/ws"
    async with connect(where, proxy=None, origin=house.address, max_size=None) as ws:  # type: ignore[arg-type]  # websockets' own alias of str
        page = Page(ws, draws)
        async with asyncio.TaskGroup() as tasks:
            listening = tasks.create_task(page.listen())
            await page.say("hello", token=token, **hello)
            try:
                yield page
            finally:
                listening.cancel()
