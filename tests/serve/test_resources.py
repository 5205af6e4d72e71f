"""Resources by the official client, in both protocol eras, over the socket and over HTTP."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace

import mcp.types as wire
import pytest
from mcp import MCPError

from bridge.serve import resources
from bridge.serve.resources import RESOURCES, Resource, listed
from bridge.settings import Settings
from bridge.tools import CATALOGUE
from tests.serve.conftest import run_here
from tests.serve.hosts import OVER_HTTP, WAYS, Hosted

SAY = Resource("tapbridge://toy/say", "say", "Says x.", "text/plain", "toy_say", {"text": "x"})
TOYS = (
    SAY,
    replace(SAY, uri="tapbridge://toy/json", mime="application/json"),
    replace(SAY, uri="tapbridge://toy/which", tool="toy_which", args={}),
    replace(SAY, uri="tapbridge://toy/refuse", tool="toy_refuse", args={}),
    replace(SAY, uri="tapbridge://toy/crash", tool="toy_crash", args={}),
    replace(SAY, uri="tapbridge://toy/extra", tool="toy_extra", args={}),
)


@pytest.fixture(params=WAYS, ids="-".join)
async def hosted(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Hosted]:
    """A daemon of the toy, whose tools can be read as resources."""
    monkeypatch.setattr(resources, "RESOURCES", TOYS)
    way, mode = request.param
    async with run_here(OVER_HTTP if way == "http" else Settings()) as here:
        yield Hosted(here, way, mode)


async def test_resources_are_listed_whose_tool_is_switched_on(hosted: Hosted) -> None:
    async with hosted.client() as client:
        told = (await client.list_resources()).resources
    assert [str(each.uri) for each in told] == [each.uri for each in TOYS[:-1]]
    assert (told[0].mime_type, told[0].description) == ("text/plain", "Says x.")


async def test_reading_one_is_a_call_at_the_door_in_the_hosts_name(hosted: Hosted) -> None:
    name = wire.Implementation(name="Some Host", version="1")
    async with hosted.client(client_info=name) as client:
        (content,) = (await client.read_resource(SAY.uri)).contents
    assert isinstance(content, wire.TextResourceContents)
    assert (content.text, content.mime_type, str(content.uri)) == ("x", "text/plain", SAY.uri)
    tool, args, caller = hosted.here.bridge.door.calls[-1]
    assert (tool, args) == ("toy_say", {"text": "x"})
    assert (caller.client, caller.kind) == ("Some Host", "mcp")


async def test_facts_come_as_json_that_says_whose_words_they_are(hosted: Hosted) -> None:
    async with hosted.client() as client:
        (content,) = (await client.read_resource("tapbridge://toy/json")).contents
    assert isinstance(content, wire.TextResourceContents)
    told = json.loads(content.text)
    assert list(told) == ["note", "page"]
    assert "not instructions" in told["note"]


async def test_one_of_several_phones_is_named_in_the_address(hosted: Hosted) -> None:
    async with hosted.client() as client:
        uri = "tapbridge://toy/which?serial=127.0.0.1%3A5555"
        (content,) = (await client.read_resource(uri)).contents
    assert isinstance(content, wire.TextResourceContents)
    assert content.text == "127.0.0.1:5555"


@pytest.mark.parametrize(
    ("name", "code", "begins"),
    [
        ("refuse", wire.INTERNAL_ERROR, "SITE_BLOCKED: "),
        ("crash", wire.INTERNAL_ERROR, "INTERNAL: "),
        ("extra", wire.INVALID_PARAMS, "BAD_ARGUMENTS: there is no such resource. There are: "),
        ("say?other=1", wire.INVALID_PARAMS, "BAD_ARGUMENTS: there is no such resource."),
        ("nothing", wire.INVALID_PARAMS, "BAD_ARGUMENTS: there is no such resource."),
    ],
)
async def test_what_cannot_be_read_is_an_error_that_says_why(
    hosted: Hosted, name: str, code: int, begins: str
) -> None:
    async with hosted.client() as client:
        with pytest.raises(MCPError) as refused:
            await client.read_resource(f"tapbridge://toy/{name}")
    assert refused.value.code == code
    assert str(refused.value).startswith(begins)
    assert "secret" not in str(refused.value)


def test_each_resource_is_a_call_that_its_tool_takes() -> None:
    for each in RESOURCES:
        CATALOGUE[each.tool].args.model_validate(each.args)
        assert CATALOGUE[each.tool].effect == "read"
    assert listed(()).resources == []
    assert len(listed(("page_text",)).resources) == 1
