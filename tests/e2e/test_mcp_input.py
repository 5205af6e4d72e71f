"""Gestures, focus, selection and forms through a real MCP client, in both protocol eras."""

from pathlib import Path
from typing import Any

from mcp import Client

from tests.serve.hosts import texts

CALLS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("page_drag", {"css": "#card", "to_css": "#bin"}, 'dragged button "Card" to group "Bin"'),
    ("page_tap", {"css": "#twice", "count": 2}, "the page got a double click"),
    ("page_tap", {"css": "#words", "hold_ms": 300}, "for 300 ms"),
    ("page_focus", {"label": "Mail"}, 'the focus is in textbox "Mail"'),
    ("page_key", {"label": "Mail", "key": "x"}, 'pressed x in textbox "Mail"'),
    ("page_select_text", {"search": "quick"}, '"quick"'),
    ("page_pinch", {"scale": 2}, "zoomed from 1 to 2"),
    ("page_pinch", {"scale": 0.5}, "zoomed from 2 to 1"),
    ("page_submit", {}, 'submitted by button "Order"; the page is '),
)
MORE = frozenset({"page_drag", "page_pinch", "page_focus", "page_select_text", "page_submit"})


async def test_a_host_uses_every_gesture(client: Client, phone: Any) -> None:
    assert {tool.name for tool in (await client.list_tools()).tools} >= MORE
    await client.call_tool("page_navigate", {"url": phone.page("gesture_board.html")})
    for tool, args, told in CALLS:
        result = await client.call_tool(tool, args)
        assert not result.is_error, texts(result)
        assert told in texts(result)[0]


async def test_a_blocked_page_takes_none_of_them(client: Client, phone: Any, sites: Path) -> None:
    await client.call_tool("page_navigate", {"url": phone.page("gesture_board.html")})
    sites.write_text("shop.test\n")
    try:
        for tool, args, _ in CALLS:
            result = await client.call_tool(tool, args)
            assert result.is_error
            (said,) = texts(result)
            assert said.startswith("SITE_BLOCKED: ")
            assert "Card" not in said
            assert "Mail" not in said
    finally:
        sites.write_text("")
