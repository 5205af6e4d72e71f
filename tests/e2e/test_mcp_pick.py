"""A person shows a host what they mean, through a real MCP client, in both protocol eras."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.types import CallToolResult, ImageContent

from tests.serve.hosts import texts


@pytest.fixture
async def client(client: Client, phone: Any) -> Client:
    """The host, with the board in front."""
    await client.call_tool("page_navigate", {"url": phone.page("pick_board.html")})
    return client


async def picked(client: Client, phone: Any, *path: tuple[float, float]) -> CallToolResult:
    """Have a person touch the phone again and again until the pick has ended."""
    async with asyncio.TaskGroup() as group:
        call = group.create_task(client.call_tool("page_pick", {"timeout_ms": 10_000}))
        while not call.done():
            await asyncio.to_thread(phone.ask, "/touch", {"path": [list(path)]})
            await asyncio.wait((call,), timeout=0.3)
    return call.result()


async def test_a_host_is_told_what_a_person_touches_and_sees_it(client: Client, phone: Any) -> None:
    result = await picked(client, phone, (60, 490))
    assert not result.is_error, texts(result)
    assert "picked paragraph" in texts(result)[0]
    assert ": Plain words (20,476 160x40), in main" in texts(result)[0]
    (photo,) = [each for each in result.content if isinstance(each, ImageContent)]
    assert photo.mime_type == "image/jpeg"


async def test_a_host_is_told_that_a_person_broke_it_off(client: Client, phone: Any) -> None:
    result = await picked(client, phone, (300, 600), (200, 600))
    assert result.is_error
    assert texts(result)[0].startswith("PICK_CANCELLED: ")


async def test_nothing_of_a_blocked_page_is_picked(client: Client, phone: Any, sites: Path) -> None:
    sites.write_text("shop.test\n")
    try:
        result = await picked(client, phone, (60, 490))
    finally:
        sites.write_text("")
    assert result.is_error
    (said,) = texts(result)
    assert said.startswith("SITE_BLOCKED: ")
    assert "Plain" not in said
