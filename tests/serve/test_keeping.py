"""A person's secrets as errands: values come in and never go out."""

import json
from typing import Any

import pytest

from tests.serve.conftest import Here

CANARY = "caN4ry-S3cret"
ADD = {"name": "login", "value": CANARY, "origin": "https://shop.test/x"}


async def test_a_secret_is_added_listed_and_removed(here: Here) -> None:
    added = (await here.ask("secret_add", **ADD))["data"]
    assert added["handle"].startswith("⟦secret:login@https://shop.test#")
    assert "in memory" in added["text"]
    listed = (await here.ask("secret_list"))["data"]
    assert [(row["name"], row["kept"]) for row in listed["secrets"]] == [("login", False)]
    assert added["handle"] in listed["text"]
    removed = (await here.ask("secret_remove", name="login"))["data"]
    assert removed["removed"] == "login"
    assert (await here.ask("secret_list"))["data"]["text"] == "There is no secret."
    assert CANARY not in json.dumps([added, listed, removed], ensure_ascii=False)


async def test_one_that_is_kept_says_where(here: Here) -> None:
    added = (await here.ask("secret_add", **ADD, keep=True))["data"]
    assert "on disk" in added["text"]
    assert "(on disk)" in (await here.ask("secret_list"))["data"]["text"]


@pytest.mark.parametrize(
    ("want", "fields"),
    [
        ("secret_add", {}),
        ("secret_add", {**ADD, "value": 5}),
        ("secret_add", {**ADD, "name": "No Name"}),
        ("secret_add", {**ADD, "origin": "about:blank"}),
        ("secret_add", {**ADD, "value": ""}),
        ("secret_remove", {"name": "nobody"}),
        ("secret_remove", {"name": None}),
    ],
)
async def test_what_is_wrong_is_refused_without_the_value(
    here: Here, want: str, fields: dict[str, Any]
) -> None:
    answer = await here.ask(want, **fields)
    assert answer["error"]["code"] == "BAD_ARGUMENTS"
    assert CANARY not in json.dumps(answer)


async def test_agents_are_told_the_handles_and_cannot_add_any(here: Here) -> None:
    handle = (await here.ask("secret_add", **ADD))["data"]["handle"]
    async with here.talk("mcp") as talk:
        hello = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "ada", "version": "1"},
        }
        await talk.say({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello})
        assert handle in (await talk.hear())["result"]["instructions"]
    async with here.talk("mcp") as talk:
        await talk.say({"jsonrpc": "2.0", "id": 1, "method": "secret_add", "params": ADD})
        assert "error" in await talk.hear()
