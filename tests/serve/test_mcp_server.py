"""The MCP face over the real socket, by the official client, in both protocol eras."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Literal

import anyio
import mcp.types as wire
import pytest
from mcp import Client, MCPError
from mcp.client._transport import TransportStreams
from mcp.shared.message import SessionMessage

from bridge.serve import stream
from bridge.serve.lines import LINE_BYTES
from tests.serve.conftest import LIMIT, Here
from tests.serve.toy import JPEG, TOOLS

Mode = Literal["auto", "legacy"]
both = pytest.mark.parametrize("mode", ["auto", "legacy"])


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


@asynccontextmanager
async def host(here: Here, mode: Mode) -> AsyncIterator[Client]:
    async with Client(over_socket(here), mode=mode) as client:
        yield client


def texts(result: wire.CallToolResult) -> list[str]:
    return [c.text for c in result.content if isinstance(c, wire.TextContent)]


@both
async def test_a_host_sees_the_tools_and_how_to_name_elements(here: Here, mode: Mode) -> None:
    async with host(here, mode) as client:
        tools = (await client.list_tools()).tools
        assert [t.name for t in tools] == list(TOOLS)
        assert client.instructions is not None
        for word in ("ref", "label", "testid", "nth", "[end TAG]", "UNKNOWN_OUTCOME"):
            assert word in client.instructions
        assert len(client.instructions) < 1000


@both
async def test_a_tool_is_described_in_few_bytes(here: Here, mode: Mode) -> None:
    async with host(here, mode) as client:
        described = {
            t.name: t.model_dump(by_alias=True, exclude_unset=True)
            for t in (await client.list_tools()).tools
        }
    say = described["toy_say"]
    assert say["inputSchema"]["properties"] == {
        "text": {"type": "string"},
        "title": {"type": "string"},
        "times": {"default": 1, "type": "integer"},
    }
    assert say["inputSchema"]["required"] == ["text"]
    assert say["annotations"] == {"readOnlyHint": True, "openWorldHint": False}
    assert "annotations" not in described["toy_tap"]
    assert "null" not in json.dumps(described)


@both
async def test_serial_is_advertised_only_when_there_are_several_phones(
    here: Here, mode: Mode
) -> None:
    for phones in (1, 2):
        here.bridge.phones = phones
        async with host(here, mode) as client:
            schemas = [t.input_schema for t in (await client.list_tools()).tools]
        assert [("serial" in s["properties"]) for s in schemas] == [phones > 1] * len(TOOLS)


@both
async def test_a_call_passes_its_arguments_and_the_hosts_name_to_the_door(
    here: Here, mode: Mode
) -> None:
    name = wire.Implementation(name="Some Host", version="1")
    async with Client(over_socket(here), mode=mode, client_info=name) as client:
        result = await client.call_tool("toy_say", {"text": "hé ", "times": 2, "serial": "s"})
    assert not result.is_error
    assert texts(result) == ["hé hé "]
    assert result.structured_content is None
    tool, args, caller = here.bridge.door.calls[-1]
    assert (tool, args) == ("toy_say", {"text": "hé ", "times": 2, "serial": "s"})
    assert (caller.client, caller.kind) == ("Some Host", "mcp")


@both
async def test_a_picture_comes_as_an_image(here: Here, mode: Mode) -> None:
    async with host(here, mode) as client:
        _, picture = (await client.call_tool("toy_screenshot")).content
    assert isinstance(picture, wire.ImageContent)
    assert picture.mime_type == "image/jpeg"
    assert base64.b64decode(picture.data) == JPEG


@both
@pytest.mark.parametrize(
    ("tool", "begins", "ends"),
    [
        ("toy_refuse", "SITE_BLOCKED: ", "ask the person."),
        ("toy_gone", "NO_DEVICE: adb lists no phone.", "`tapbridge doctor`."),
        ("toy_say", "BAD_ARGUMENTS: an argument is wrong.", "call again."),
    ],
)
async def test_an_error_says_its_code_what_happened_and_what_to_do(
    here: Here, mode: Mode, tool: str, begins: str, ends: str
) -> None:
    async with host(here, mode) as client:
        result = await client.call_tool(tool, {})
    assert result.is_error
    (text,) = texts(result)
    assert text.startswith(begins)
    assert text.endswith(ends)


@both
async def test_a_crash_tells_nothing_of_itself(here: Here, mode: Mode) -> None:
    async with host(here, mode) as client:
        result = await client.call_tool("toy_crash", {})
        assert (await client.call_tool("toy_say", {"text": "on"})).content
    assert result.is_error
    (text,) = texts(result)
    assert text.startswith("INTERNAL: ")
    assert "secret" not in text


@both
async def test_an_unknown_tool_is_an_error_of_the_request(here: Here, mode: Mode) -> None:
    async with host(here, mode) as client:
        with pytest.raises(MCPError, match="UNKNOWN_TOOL") as refused:
            await client.call_tool("toy_nothing", {})
    assert refused.value.code == wire.INVALID_PARAMS


@both
async def test_calls_of_one_host_run_side_by_side(here: Here, mode: Mode) -> None:
    async with host(here, mode) as client, anyio.create_task_group() as tasks:
        tasks.start_soon(client.call_tool, "toy_wait")
        await here.bridge.door.house.waiting.wait()
        assert texts(await client.call_tool("toy_say", {"text": "x"})) == ["x"]
        tasks.cancel_scope.cancel()


@both
async def test_a_call_that_the_host_cancels_is_cancelled_at_the_door(
    here: Here, mode: Mode
) -> None:
    house = here.bridge.door.house
    async with host(here, mode) as client:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "toy_wait")
            await house.waiting.wait()
            tasks.cancel_scope.cancel()
        async with asyncio.timeout(LIMIT):
            await house.cancelled.wait()
        assert texts(await client.call_tool("toy_say", {"text": "on"})) == ["on"]


@both
async def test_a_host_that_goes_away_cancels_its_calls(here: Here, mode: Mode) -> None:
    house = here.bridge.door.house
    async with host(here, mode) as client, anyio.create_task_group() as tasks:
        tasks.start_soon(client.call_tool, "toy_wait")
        await house.waiting.wait()
        tasks.cancel_scope.cancel()
    async with asyncio.timeout(LIMIT):
        await house.cancelled.wait()


async def test_two_hosts_are_two_sessions(here: Here) -> None:
    async with host(here, "auto") as one, host(here, "legacy") as other:
        assert one.protocol_version != other.protocol_version
        assert texts(await one.call_tool("toy_say", {"text": "1"})) == ["1"]
        assert texts(await other.call_tool("toy_say", {"text": "2"})) == ["2"]


# the raw stream


def call(number: int, name: str, **args: Any) -> dict[str, Any]:
    params = {"name": name, "arguments": args}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    },
}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


@pytest.mark.parametrize(
    ("said", "number", "code"),
    [
        (b"nonsense\n", None, wire.PARSE_ERROR),
        (b"[" * 100_000 + b"\n", None, wire.PARSE_ERROR),
        (b'{"jsonrpc": "2.0", "id": 5, "method": 7}\n', 5, wire.INVALID_REQUEST),
        (b"[]\n", None, wire.INVALID_REQUEST),
    ],
)
async def test_a_line_that_is_no_message_is_answered_and_the_session_goes_on(
    here: Here, said: bytes, number: int | None, code: int
) -> None:
    async with here.talk("mcp") as talk:
        await talk.say(said)
        answer = await talk.hear()
        assert (answer["id"], answer["error"]["code"]) == (number, code)
        await talk.say(b"\n")
        await talk.say(INITIALIZE)
        assert (await talk.hear())["result"]["serverInfo"]["name"] == "tapbridge"


async def test_a_line_over_the_limit_ends_the_session(here: Here) -> None:
    async with here.talk("mcp") as talk:
        with suppress(ConnectionError):
            await talk.say(b"x" * (LINE_BYTES + 1) + b"\n")
        assert await talk.ended()
    assert (await here.ask("ping"))["ok"]


async def test_what_was_asked_before_the_host_closed_its_half_is_answered(here: Here) -> None:
    async with here.talk("mcp") as talk:
        for value in (INITIALIZE, INITIALIZED, call(1, "toy_say", text="last")):
            await talk.say(value)
        talk.writer.write_eof()
        assert (await talk.hear())["id"] == 0
        assert (await talk.hear())["result"]["content"][0]["text"] == "last"
        assert await talk.ended()


async def test_what_hangs_when_the_host_closes_its_half_is_cancelled(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "LINGER_SECONDS", 0.05)
    async with here.talk("mcp") as talk:
        for value in (INITIALIZE, INITIALIZED, call(1, "toy_wait")):
            await talk.say(value)
        await here.bridge.door.house.waiting.wait()
        talk.writer.write_eof()
        async with asyncio.timeout(LIMIT):
            await here.bridge.door.house.cancelled.wait()
