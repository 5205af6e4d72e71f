"""MCP hosts for the tests of this room: the official client, in both eras, over both transports."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Literal

import anyio
import httpx2
import mcp.types as wire
from mcp import Client
from mcp.client._transport import TransportStreams
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.message import SessionMessage

from bridge.serve import state
from bridge.settings import HttpSettings, Settings
from tests.serve.conftest import Here

Mode = Literal["auto", "legacy"]
WAYS: list[tuple[str, Mode]] = [
    ("socket", "auto"),
    ("socket", "legacy"),
    ("http", "auto"),
    ("http", "legacy"),
]
OVER_HTTP = Settings(http=HttpSettings(enabled=True, port=0))


@dataclass
class Hosted:
    """A daemon, and the way on which hosts come to it."""

    here: Here
    way: str
    mode: Mode

    @asynccontextmanager
    async def client(self, **options: Any) -> AsyncIterator[Client]:
        transport = over_http(self.here) if self.way == "http" else over_socket(self.here)
        async with Client(transport, mode=self.mode, **options) as client:
            yield client

    @property
    def is_modern(self) -> bool:
        return self.mode == "auto"


@asynccontextmanager
async def over_socket(here: Here) -> AsyncIterator[TransportStreams]:
    """Carry an SDK client's messages over the daemon's socket."""
    inward, to_read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    to_write, outward = anyio.create_memory_object_stream[SessionMessage](0)
    async with here.talk("mcp", client="a host") as talk, anyio.create_task_group() as tasks:

        async def read() -> None:
            async with inward:
                with suppress(anyio.BrokenResourceError):
                    while line := await talk.reader.readline():
                        message = wire.jsonrpc_message_adapter.validate_json(line)
                        await inward.send(SessionMessage(message))

        async def write() -> None:
            async with outward:
                async for message in outward:
                    text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                    await talk.say(text.encode() + b"\n")

        tasks.start_soon(read)
        tasks.start_soon(write)
        yield to_read, to_write
        tasks.cancel_scope.cancel()


def over_http(here: Here) -> AbstractAsyncContextManager[TransportStreams]:
    """Carry an SDK client's messages over HTTP, with the daemon's token."""
    return to_address(here.known.http, http_token())


@asynccontextmanager
async def to_address(url: str | None, token: str) -> AsyncIterator[TransportStreams]:
    assert url is not None
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30) as web,
        streamable_http_client(url, http_client=web) as streams,
    ):
        yield streams


def http_token() -> str:
    return (state.folder() / state.HTTP_TOKEN).read_text("ascii").strip()


def texts(result: wire.CallToolResult) -> list[str]:
    return [c.text for c in result.content if isinstance(c, wire.TextContent)]
