"""What a person asks beside tools, as lines on the daemon's port."""

import json
from typing import Any

import pytest

from bridge.live import Code
from bridge.serve.errands import ERRANDS
from tests.serve.conftest import Here


@pytest.mark.parametrize(
    ("want", "fields", "text"),
    [
        ("open", {"url": "http://a.test/", "serial": "s"}, "opened http://a.test/ on s"),
        ("keep_awake", {"on": True}, "awake None True"),
        ("reverse", {"port": 80, "phone_port": 81, "on": False}, "reverse None 81 80 False"),
        ("resume", {}, "No phone was paused."),
        ("resume", {"serial": "s"}, "s was not paused."),
    ],
)
async def test_an_errand_is_done_and_told(
    here: Here, want: str, fields: dict[str, Any], text: str
) -> None:
    answer = await here.ask(want, **fields)
    assert answer["data"]["text"] == text


async def test_a_person_gets_what_an_agent_injected(here: Here) -> None:
    code = Code("sum", "(args) => args.a", "https://shop.test")
    here.bridge.live.injected.put(("tab", "document", "party"), code)
    answer = await here.ask("live_injected", name="sum")
    assert answer["data"]["code"] == code.code
    assert answer["data"]["origin"] == code.origin
    assert (await here.ask("live_injected", name="x"))["error"]["code"] == "BAD_ARGUMENTS"


@pytest.mark.parametrize(
    ("want", "fields"),
    [
        *((want, {"serial": 5}) for want in sorted(ERRANDS)),
        ("open", {"url": ["x"]}),
        ("keep_awake", {}),
        ("keep_awake", {"on": 1}),
        ("reverse", {"on": True, "port": 80}),
        ("reverse", {"on": True, "port": 0, "phone_port": 1}),
        ("reverse", {"on": True, "port": True, "phone_port": 1}),
        ("reverse", {"on": True, "port": 65_536, "phone_port": 1}),
    ],
)
async def test_fields_of_another_form_are_refused(
    here: Here, want: str, fields: dict[str, Any]
) -> None:
    answer = await here.ask(want, **fields)
    assert answer["error"]["code"] == "BAD_ARGUMENTS"


async def test_a_pause_ends_what_runs_and_says_how_much(here: Here) -> None:
    async with here.talk("call") as talk:
        await talk.say({"id": 1, "tool": "toy_wait"})
        await here.bridge.door.house.waiting.wait()
        answer = await here.ask("pause")
        assert answer["data"]["stopped"] == 1
        assert answer["data"]["text"].startswith("Every phone is paused; 1 call was ended.")
        assert here.bridge.door.house.cancelled.is_set()
        assert (await talk.hear())["error"]["code"] == "UNKNOWN_OUTCOME"
        await talk.say({"id": 2, "tool": "toy_which"})
        assert (await talk.hear())["error"]["code"] == "PAUSED_BY_PERSON"


async def test_an_agents_connection_cannot_say_an_errand(here: Here) -> None:
    async with here.talk("mcp") as talk:
        await talk.say({"jsonrpc": "2.0", "id": 1, "method": "resume", "params": {}})
        assert "error" in await talk.hear()
    async with here.talk("call") as talk:
        await talk.say({"id": 1, "tool": "resume"})
        assert (await talk.hear())["error"]["code"] == "UNKNOWN_TOOL"


async def test_the_first_connection_that_acts_has_the_phone_until_it_leaves(here: Here) -> None:
    async with here.talk("mcp") as agent:
        await agent.say(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "initialize",
                "params": {
                    "protocolVersion": "2025-06-18",
                    "capabilities": {},
                    "clientInfo": {"name": "an agent", "version": "1"},
                },
            }
        )
        await agent.hear()
        await agent.say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        call = {"name": "toy_tap", "arguments": {}}
        await agent.say({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call})
        assert "tapped" in json.dumps(await agent.hear())
        async with here.talk("call") as shell:
            await shell.say({"id": 1, "tool": "toy_tap"})
            refused = (await shell.hear())["error"]
            assert refused["code"] == "NOT_OWNER"
            assert refused["message"].startswith("an agent has the phone and used it ")
            await shell.say({"id": 2, "tool": "toy_which"})
            assert (await shell.hear())["ok"] is True
            (row,) = (await here.ask("status"))["data"]["owners"]
            assert (row["owner"], row["acting"]) == ("an agent", False)
            await shell.say({"id": 3, "tool": "toy_tap", "take": True})
            assert (await shell.hear())["ok"] is True
        await agent.say({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": call})
        assert "NOT_OWNER: the command line has the phone" in json.dumps(await agent.hear())


async def test_shells_share_one_owner_and_keep_it_between_their_calls(here: Here) -> None:
    for _ in range(2):
        async with here.talk("call") as shell:
            await shell.say({"id": 1, "tool": "toy_tap"})
            assert (await shell.hear())["ok"] is True
    (row,) = (await here.ask("status"))["data"]["owners"]
    assert row["owner"] == "the command line"
