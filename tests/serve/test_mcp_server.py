"""The MCP face over the real socket, by the official client, in both protocol eras."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from dataclasses import replace

import anyio
import mcp.types as wire
import pytest
from mcp import MCPError
from mcp.server.session import ServerSession
from pydantic import ValidationError

from bridge.serve import mcp_server
from bridge.serve.mcp_server import as_mcp
from bridge.settings import MOST_PICTURE, Settings
from bridge.tools import CATALOGUE
from bridge.tools.spec import Effect, Surface, Tool
from tests.serve.conftest import LIMIT, run_here
from tests.serve.hosts import OVER_HTTP, WAYS, Hosted, Mode, texts
from tests.serve.toy import JPEG, PIXEL, TOOLS


@pytest.fixture(params=WAYS, ids="-".join)
async def hosted(request: pytest.FixtureRequest) -> AsyncIterator[Hosted]:
    """A daemon for hosts that come on one way, in one era."""
    way, mode = request.param
    async with run_here(OVER_HTTP if way == "http" else Settings()) as here:
        yield Hosted(here, way, mode)


async def test_a_host_sees_the_tools_and_how_to_name_elements(hosted: Hosted) -> None:
    async with hosted.client() as client:
        tools = (await client.list_tools()).tools
        assert [t.name for t in tools] == [t.name for t in TOOLS.values() if t.family == "core"]
        assert client.instructions is not None
        for word in ("ref", "label", "testid", "nth", "[end TAG]", "UNKNOWN_OUTCOME"):
            assert word in client.instructions
        assert len(client.instructions) < 1000


async def test_a_tool_is_described_in_few_bytes(hosted: Hosted) -> None:
    async with hosted.client() as client:
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


@pytest.mark.parametrize("tool", CATALOGUE.values(), ids=lambda tool: tool.name)
def test_only_what_differs_from_the_protocol_s_defaults_is_hinted(tool: Tool) -> None:
    hints = as_mcp(tool, several=False).annotations
    said = hints.model_dump(exclude_unset=True) if hints else {}
    wanted: dict[str, bool] = {}
    if tool.effect is Effect.READ:
        wanted["read_only_hint"] = True  # else hosts ask the person, or refuse, as for a write
    if tool.surface is Surface.HOST:
        wanted["open_world_hint"] = False
    assert said == wanted


async def test_serial_is_advertised_only_when_there_are_several_phones(hosted: Hosted) -> None:
    for phones in (1, 2):
        hosted.here.bridge.phones = phones
        async with hosted.client() as client:
            schemas = [t.input_schema for t in (await client.list_tools()).tools]
        assert [("serial" in s["properties"]) for s in schemas] == [phones > 1] * len(schemas)


async def test_a_call_passes_its_arguments_and_the_hosts_name_to_the_door(hosted: Hosted) -> None:
    name = wire.Implementation(name="Some Host", version="1")
    async with hosted.client(client_info=name) as client:
        result = await client.call_tool("toy_say", {"text": "hé ", "times": 2, "serial": "s"})
    assert not result.is_error
    assert texts(result) == ["hé hé "]
    assert result.structured_content is None
    tool, args, caller = hosted.here.bridge.door.calls[-1]
    assert (tool, args) == ("toy_say", {"text": "hé ", "times": 2, "serial": "s"})
    assert (caller.client, caller.version, caller.kind) == ("Some Host", "1", "mcp")


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_status_names_a_pipe_as_its_host_does(mode: Mode) -> None:
    name = wire.Implementation(name="Some\x1b Host", version="1.2")
    async with run_here() as here, Hosted(here, "socket", mode).client(client_info=name) as client:
        await client.list_tools()
        (told,) = (await here.ask("status"))["data"]["clients"]
    assert (told["client"], told["want"]) == ("Some Host 1.2", "mcp")


async def test_a_picture_comes_as_an_image(hosted: Hosted) -> None:
    async with hosted.client() as client:
        _, picture = (await client.call_tool("toy_screenshot")).content
    assert isinstance(picture, wire.ImageContent)
    assert picture.mime_type == "image/jpeg"
    assert base64.b64decode(picture.data) == JPEG


@pytest.mark.parametrize(
    ("tool", "begins", "ends"),
    [
        ("toy_refuse", "SITE_BLOCKED: ", "ask the person."),
        ("toy_gone", "NO_DEVICE: adb lists no phone.", "`tapbridge doctor`."),
        ("toy_say", "BAD_ARGUMENTS: an argument is wrong.", "call again."),
    ],
)
async def test_an_error_says_its_code_what_happened_and_what_to_do(
    hosted: Hosted, tool: str, begins: str, ends: str
) -> None:
    async with hosted.client() as client:
        result = await client.call_tool(tool, {})
    assert result.is_error
    (text,) = texts(result)
    assert text.startswith(begins)
    assert text.endswith(ends)


async def test_a_crash_tells_nothing_of_itself(hosted: Hosted) -> None:
    async with hosted.client() as client:
        result = await client.call_tool("toy_crash", {})
        assert (await client.call_tool("toy_say", {"text": "on"})).content
    assert result.is_error
    (text,) = texts(result)
    assert text.startswith("INTERNAL: ")
    assert "secret" not in text


async def test_an_unknown_tool_is_an_error_of_the_request(hosted: Hosted) -> None:
    async with hosted.client() as client:
        with pytest.raises(MCPError, match="UNKNOWN_TOOL") as refused:
            await client.call_tool("toy_nothing", {})
    assert refused.value.code == wire.INVALID_PARAMS


async def test_calls_of_one_host_run_side_by_side(hosted: Hosted) -> None:
    async with hosted.client() as client, anyio.create_task_group() as tasks:
        tasks.start_soon(client.call_tool, "toy_wait")
        await hosted.here.bridge.door.house.waiting.wait()
        assert texts(await client.call_tool("toy_say", {"text": "x"})) == ["x"]
        tasks.cancel_scope.cancel()


async def test_a_call_that_the_host_cancels_is_cancelled_at_the_door(hosted: Hosted) -> None:
    house = hosted.here.bridge.door.house
    async with hosted.client() as client:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "toy_wait")
            await house.waiting.wait()
            tasks.cancel_scope.cancel()
        async with asyncio.timeout(LIMIT):
            await house.cancelled.wait()
        assert texts(await client.call_tool("toy_say", {"text": "on"})) == ["on"]


async def test_a_host_that_goes_away_cancels_its_calls(hosted: Hosted) -> None:
    house = hosted.here.bridge.door.house
    async with hosted.client() as client, anyio.create_task_group() as tasks:
        tasks.start_soon(client.call_tool, "toy_wait")
        await house.waiting.wait()
        tasks.cancel_scope.cancel()
    async with asyncio.timeout(LIMIT):
        await house.cancelled.wait()


async def test_two_hosts_are_two_sessions(hosted: Hosted) -> None:
    other_era: Mode = "legacy" if hosted.is_modern else "auto"
    async with hosted.client() as one, replace(hosted, mode=other_era).client() as other:
        assert one.protocol_version != other.protocol_version
        assert texts(await one.call_tool("toy_say", {"text": "1"})) == ["1"]
        assert texts(await other.call_tool("toy_say", {"text": "2"})) == ["2"]


LINE = "Phone: Pixel 7, Android 14, Chrome 125.0.6422.53, screen 411x914 CSS px (dpr 2.625)."


async def test_the_instructions_name_the_phone_once_it_is_known(hosted: Hosted) -> None:
    bridge = hosted.here.bridge
    bridge.shy = {"0A1B": PIXEL}  # would be told only when asked: nobody waits for that
    async with hosted.client() as client:
        assert "Phone" not in (client.instructions or "")
    bridge.facts = {"0A1B": PIXEL}
    async with hosted.client() as client:
        assert (client.instructions or "").splitlines()[-1] == LINE
        assert len(client.instructions or "") < 1000


async def test_the_prompt_tells_how_to_work_on_which_phone_and_what_to_do(hosted: Hosted) -> None:
    hosted.here.bridge.shy = {"0A1B": PIXEL}
    async with hosted.client() as client:
        (listed,) = (await client.list_prompts()).prompts
        assert listed.name == "phone"
        assert [a.name for a in listed.arguments or ()] == ["task"]
        got = await client.get_prompt("phone", {"task": "Buy bread."})
    (message,) = got.messages
    assert message.role == "user"
    assert isinstance(message.content, wire.TextContent)
    lines = message.content.text.splitlines()
    assert lines[1] == LINE
    assert lines[-1] == "Buy bread."


@pytest.mark.parametrize(("name", "given"), [("tablet", {}), ("phone", {"taks": "x"})])
async def test_another_prompt_or_argument_is_refused_with_what_there_is(
    hosted: Hosted, name: str, given: dict[str, str]
) -> None:
    async with hosted.client() as client:
        with pytest.raises(MCPError, match="`phone`; its only argument is `task`") as refused:
            await client.get_prompt(name, given)
    assert refused.value.code == wire.INVALID_PARAMS


async def test_the_largest_picture_and_the_longest_text_arrive_whole(hosted: Hosted) -> None:
    hosted.here.bridge.door.house.picture = (bytes(range(256)) * 2735)[:MOST_PICTURE]
    async with hosted.client() as client:
        _, picture = (await client.call_tool("toy_screenshot")).content
        said = await client.call_tool("toy_say", {"text": "\U0001f600", "times": 200_000})
    assert isinstance(picture, wire.ImageContent)
    assert base64.b64decode(picture.data) == hosted.here.bridge.door.house.picture
    assert texts(said) == ["\U0001f600" * 200_000]


async def test_a_picture_over_the_limit_is_a_defect_and_is_not_handed_over(hosted: Hosted) -> None:
    hosted.here.bridge.door.house.picture = bytes(MOST_PICTURE + 1)
    async with hosted.client() as client:
        result = await client.call_tool("toy_screenshot")
    assert result.is_error
    assert [text.partition(":")[0] for text in texts(result)] == ["INTERNAL"]
    assert len(result.content) == 1


def test_no_setting_allows_a_picture_that_would_not_pass() -> None:
    with pytest.raises(ValidationError, match="image_bytes"):
        Settings.model_validate({"limits": {"image_bytes": MOST_PICTURE + 1}})


async def test_a_host_that_asks_for_progress_hears_how_long_a_call_takes(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mcp_server, "PROGRESS_SECONDS", 0.01)
    heard: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))
        if len(heard) == 3:
            hosted.here.bridge.door.house.freed.set()

    async with hosted.client() as client:
        args = {"timeout_ms": 60_000}
        result = await client.call_tool("toy_hold", args, progress_callback=hear)
    assert texts(result) == ["freed"]
    seconds = [progress for progress, _, _ in heard]
    assert seconds == sorted(set(seconds))
    assert {total for _, total, _ in heard} == {60}
    assert all(message and message.startswith("toy_hold: ") for _, _, message in heard)


async def test_progress_never_says_more_than_its_total(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mcp_server, "PROGRESS_SECONDS", 0.01)

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        raise AssertionError((progress, total, message))

    async with hosted.client() as client, anyio.create_task_group() as tasks:
        args = {"timeout_ms": 0}
        tasks.start_soon(lambda: client.call_tool("toy_hold", args, progress_callback=hear))
        await hosted.here.bridge.door.house.waiting.wait()
        await client.call_tool("toy_say", {"text": "on"})
        hosted.here.bridge.door.house.freed.set()


@pytest.mark.parametrize("odd", [None, 10**400])
async def test_progress_that_cannot_be_told_hurts_no_call(
    hosted: Hosted,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    odd: int | None,
) -> None:
    monkeypatch.setattr(mcp_server, "PROGRESS_SECONDS", 0.01)
    house = hosted.here.bridge.door.house

    async def fail(*_: object) -> None:
        house.freed.set()
        raise RuntimeError("it cannot be told")

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        raise AssertionError((progress, total, message))

    if odd is None:
        monkeypatch.setattr(ServerSession, "report_progress", fail)
    else:
        house.freed.set()
    async with hosted.client() as client:
        args = {} if odd is None else {"timeout_ms": odd}
        result = await client.call_tool("toy_hold", args, progress_callback=hear)
    assert texts(result) == ["freed"]
    assert "a host could not be told how long toy_hold takes" in caplog.text


async def test_a_call_with_progress_is_cancelled_and_refused_like_any_other(
    hosted: Hosted,
) -> None:
    house = hosted.here.bridge.door.house

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        raise AssertionError((progress, total, message))

    async with hosted.client() as client:
        with pytest.raises(MCPError, match="UNKNOWN_TOOL"):
            await client.call_tool("toy_nothing", {}, progress_callback=hear)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(lambda: client.call_tool("toy_wait", {}, progress_callback=hear))
            await house.waiting.wait()
            tasks.cancel_scope.cancel()
        async with asyncio.timeout(LIMIT):
            await house.cancelled.wait()
        assert texts(await client.call_tool("toy_say", {"text": "on"})) == ["on"]
