"""Native screens through a real MCP client, in both protocol eras."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import mcp.types as wire
import pytest
from mcp import Client

from bridge.places import state_folder
from tests.e2e._hosts import hosting, said

SETTINGS = "com.android.settings"


@pytest.fixture(params=["auto", "legacy"])
async def client(request: pytest.FixtureRequest, phone: Any) -> AsyncIterator[Client]:
    """A host that has switched native screens on."""
    async with hosting(phone, request.param, families=frozenset({"native"})) as client:
        yield client


@pytest.fixture(autouse=True)
def _chrome_is_back(phone: Any) -> Iterator[None]:
    yield
    phone.ask("/front", {"package": "com.android.chrome"})


async def test_a_host_changes_a_setting_and_goes_back_to_the_page(
    client: Client, phone: Any
) -> None:
    names = {tool.name for tool in (await client.list_tools()).tools}
    assert names >= {"phone_tree", "phone_tap", "phone_app"}
    await said(client, "phone_app", action="launch", package=SETTINGS)
    await said(client, "phone_tap", text="Network & internet")
    flipped = await said(client, "phone_tap", text="Airplane mode")
    assert flipped.startswith("[page ")
    assert "[checked]" in flipped
    assert phone.ask("/state")["settings"]["global/airplane_mode_on"] == "1"
    await said(client, "phone_tap", text="Airplane mode", observe=False)
    await said(client, "phone_back")
    (picture,) = [
        each
        for each in (await client.call_tool("phone_screenshot", {})).content
        if isinstance(each, wire.ImageContent)
    ]
    assert len(picture.data) < 960_000
    journal = (state_folder() / "journal.jsonl").read_text("utf-8")
    last = json.loads(journal.splitlines()[-1])
    assert (last["tool"], last["code"]) == ("phone_screenshot", "OK")
    assert "Airplane" not in journal


async def test_a_blocked_app_is_not_shown_to_a_host(
    client: Client, phone: Any, sites: Path
) -> None:
    phone.ask("/front", {"package": SETTINGS})
    sites.write_text(f"app:{SETTINGS}\n")
    for name in ("phone_tree", "phone_screenshot", "phone_info"):
        result = await client.call_tool(name, {})
        assert result.is_error
        (told,) = result.content
        assert isinstance(told, wire.TextContent)
        assert told.text.startswith("SITE_BLOCKED: ")
        assert "settings" not in told.text
    sites.write_text("")
