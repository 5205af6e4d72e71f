"""MCP as lines on the daemon's socket, message by message."""

import asyncio
from contextlib import suppress
from typing import Any

import mcp.types as wire
import pytest

from bridge.serve import stream
from bridge.serve.lines import LINE_BYTES
from tests.serve.conftest import LIMIT, Here


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


@pytest.mark.parametrize("number", [7, "\ud800"])
async def test_half_of_a_character_is_refused_as_what_it_is_and_the_session_goes_on(
    here: Here, number: Any
) -> None:
    async with here.talk("mcp") as talk:
        await talk.say({**call(0, "page_echo", text="a\ud800b"), "id": number})
        answer = await talk.hear()
        assert answer["error"] == {
            "code": wire.INVALID_PARAMS,
            "message": "BAD_ARGUMENTS: half of a character (a lone surrogate) is no text",
        }
        assert answer["id"] in (7, "?")
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
