"""What callers get over the daemon's port, one line a call."""

import asyncio
import base64
import json

import pytest

from bridge.serve import calls
from bridge.serve.lines import LINE_BYTES
from tests.serve.conftest import Here
from tests.serve.toy import JPEG


async def test_a_call_is_answered_with_text_facts_and_pictures(here: Here) -> None:
    async with here.talk("call") as talk:
        await talk.say({"id": 7, "tool": "toy_say", "args": {"text": "hé"}, "serial": "s1"})
        answer = await talk.hear()
        assert answer == {
            "id": 7,
            "ok": True,
            "data": {"text": "hé", "facts": {"said": "hé"}, "pictures": []},
        }
        await talk.say({"id": 8, "tool": "toy_screenshot"})
        (picture,) = (await talk.hear())["data"]["pictures"]
        assert picture["mime"] == "image/jpeg"
        assert base64.b64decode(picture["data"]) == JPEG
    name, args, caller = here.bridge.door.calls[0]
    assert (name, args) == ("toy_say", {"text": "hé", "serial": "s1"})
    assert (caller.client, caller.kind) == ("a test", "cli")


@pytest.mark.parametrize(
    ("said", "folders"),
    [("/home/ada", ("/home/ada",)), (None, ()), (5, ()), ("", ()), ("a\0b", ())],
)
async def test_a_call_knows_the_folder_of_its_shell(
    here: Here, said: object, folders: tuple[str, ...]
) -> None:
    async with here.talk("call", cwd=said) as talk:
        await talk.say({"id": 1, "tool": "toy_say", "args": {"text": "x"}})
        await talk.hear()
    assert here.bridge.door.calls[0][2].folders == folders


@pytest.mark.parametrize(
    ("tool", "code"),
    [
        ("toy_refuse", "SITE_BLOCKED"),
        ("toy_gone", "NO_DEVICE"),
        ("toy_nothing", "UNKNOWN_TOOL"),
        ("toy_say", "BAD_ARGUMENTS"),
        ("toy_crash", "INTERNAL"),
    ],
)
async def test_a_call_that_fails_is_answered_with_its_code(
    here: Here, tool: str, code: str
) -> None:
    async with here.talk("call") as talk:
        await talk.say({"id": "x", "tool": tool, "args": {}})
        answer = await talk.hear()
    assert (answer["id"], answer["ok"], answer["error"]["code"]) == ("x", False, code)
    assert "secret" not in json.dumps(answer)


@pytest.mark.parametrize(
    "said",
    [b"nonsense\n", b"[]\n", b'{"id": 1}\n', b'{"tool": 5}\n', b'{"tool": "t", "args": [1]}\n'],
)
async def test_a_line_that_is_no_call_is_answered_and_the_next_one_too(
    here: Here, said: bytes
) -> None:
    async with here.talk("call") as talk:
        await talk.say(said)
        assert (await talk.hear())["error"]["code"] == "BAD_ARGUMENTS"
        await talk.say({"id": 2, "tool": "toy_say", "args": {"text": "on"}})
        assert (await talk.hear())["data"]["text"] == "on"


async def test_a_call_over_the_limit_ends_the_conversation_with_a_word(here: Here) -> None:
    async with here.talk("call") as talk:
        await talk.say(b"x" * (LINE_BYTES + 1) + b"\n")
        assert (await talk.hear())["error"]["code"] == "BAD_ARGUMENTS"
        assert await talk.ended()


async def test_calls_run_side_by_side_and_are_told_apart(here: Here) -> None:
    async with here.talk("call") as talk:
        await talk.say({"id": "long", "tool": "toy_wait"})
        await talk.say({"id": "short", "tool": "toy_say", "args": {"text": "x"}})
        assert (await talk.hear())["id"] == "short"


async def test_a_caller_who_goes_away_cancels_the_call(here: Here) -> None:
    house = here.bridge.door.house
    async with here.talk("call") as talk:
        await talk.say({"id": 1, "tool": "toy_wait"})
        await house.waiting.wait()
        assert not house.cancelled.is_set()
    async with asyncio.timeout(20):
        await house.cancelled.wait()


async def test_more_calls_than_the_limit_wait_and_none_is_lost(here: Here) -> None:
    many = calls.CALLS_AT_ONCE * 3
    async with here.talk("call") as talk:
        for n in range(many):
            await talk.say({"id": n, "tool": "toy_say", "args": {"text": "x"}})
        assert sorted([(await talk.hear())["id"] for _ in range(many)]) == list(range(many))
