"""Hosts that listen hear that the list of tools changed."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from typing import Any

import anyio
import mcp.types as wire
import pytest

from bridge.serve import audience
from bridge.settings import Settings
from tests.serve.conftest import LIMIT, run_here
from tests.serve.hosts import OVER_HTTP, WAYS, Hosted

MODERN = [way for way in WAYS if way[1] == "auto"]
LEGACY = [way for way in WAYS if way[1] == "legacy"]


@pytest.fixture
async def hosted(request: pytest.FixtureRequest) -> AsyncIterator[Hosted]:
    way, mode = request.param
    async with run_here(OVER_HTTP if way == "http" else Settings()) as here:
        yield Hosted(here, way, mode)


def listener() -> tuple[anyio.Event, Callable[[Any], Any]]:
    heard = anyio.Event()

    async def hear(message: Any) -> None:
        if isinstance(message, wire.ToolListChangedNotification):
            heard.set()

    return heard, hear


@pytest.mark.parametrize("hosted", MODERN, indirect=True, ids="-".join)
async def test_a_modern_host_that_subscribed_hears_of_a_second_phone(hosted: Hosted) -> None:
    async with hosted.client() as client, hosted.client() as other:
        assert client.server_capabilities.tools
        assert client.server_capabilities.tools.list_changed
        assert "serial" not in (await client.list_tools()).tools[0].input_schema["properties"]
        with anyio.fail_after(LIMIT):
            async with client.listen(tools_list_changed=True) as changes:
                hosted.here.bridge.phones = 2
                await other.call_tool("toy_say", {"text": "x"})
                async for _ in changes:
                    break
        assert "serial" in (await client.list_tools()).tools[0].input_schema["properties"]


@pytest.mark.parametrize("hosted", LEGACY, indirect=True, ids="-".join)
async def test_a_handshake_host_that_has_the_list_hears_of_a_second_phone(hosted: Hosted) -> None:
    heard, hear = listener()
    async with hosted.client(message_handler=hear) as client, hosted.client() as other:
        assert client.server_capabilities.tools
        assert client.server_capabilities.tools.list_changed
        await client.list_tools()
        # over HTTP the stream on which it hears is opened a moment after the handshake
        with anyio.fail_after(LIMIT):
            for hosted.here.bridge.phones in itertools.cycle((2, 1)):
                await other.call_tool("toy_say", {"text": "x"})
                with anyio.move_on_after(0.2):
                    await heard.wait()
                if heard.is_set():
                    break


@pytest.mark.parametrize("hosted", [("socket", "legacy")], indirect=True, ids="-".join)
async def test_a_session_that_ended_or_was_pushed_out_is_not_told_and_harms_nobody(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "MOST_SESSIONS", 1)
    first, hear_first = listener()
    last, hear_last = listener()
    async with hosted.client() as gone:
        await gone.list_tools()
    async with (
        hosted.client(message_handler=hear_first) as pushed_out,
        hosted.client(message_handler=hear_last) as client,
    ):
        await pushed_out.list_tools()
        await client.list_tools()
        hosted.here.bridge.phones = 2
        await client.call_tool("toy_say", {"text": "x"})
        with anyio.fail_after(LIMIT):
            await last.wait()
        await pushed_out.call_tool("toy_say", {"text": "x"})
        assert not first.is_set()


@pytest.mark.parametrize("hosted", WAYS, indirect=True, ids="-".join)
async def test_a_host_hears_of_a_second_phone_while_nobody_calls(hosted: Hosted) -> None:
    heard, hear = listener()
    bridge = hosted.here.bridge
    async with hosted.client(message_handler=hear) as client:
        await client.list_tools()
        (look,) = bridge.hearing
        with anyio.fail_after(LIMIT):
            if hosted.is_modern:
                async with client.listen(tools_list_changed=True) as changes:
                    bridge.phones = 2
                    look()
                    async for _ in changes:
                        break
                return
            for bridge.phones in itertools.cycle((2, 1)):
                look()
                with anyio.move_on_after(0.2):
                    await heard.wait()
                if heard.is_set():
                    break


async def test_nobody_is_told_once_the_daemon_closes() -> None:
    phones = 1
    async with asyncio.TaskGroup() as tasks:
        told = audience.Audience(lambda: phones > 1, tasks)
        told.close()
    phones = 2
    told.look()
