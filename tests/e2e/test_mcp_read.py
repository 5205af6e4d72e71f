"""Reading through a real MCP client: outline, changes, long text, and the page as a resource."""

import json
from pathlib import Path
from typing import Any

import mcp.types as wire
import pytest
from mcp import Client, MCPError

from bridge.places import state_folder
from tests.e2e._hosts import said
from tests.serve.hosts import texts
from tests.tools._pages import serving


async def read(client: Client, name: str) -> str:
    (content,) = (await client.read_resource(f"tapbridge://page/{name}")).contents
    assert isinstance(content, wire.TextResourceContents)
    return content.text


async def test_a_host_attaches_the_page_in_three_forms(client: Client, phone: Any) -> None:
    await said(client, "page_navigate", url=phone.page("login.html"))
    names = [each.name for each in (await client.list_resources()).resources]
    assert names == ["page", "page diagram", "page text"]
    page = json.loads(await read(client, "current"))["page"]
    assert page["counts"]["fields"] == 3
    assert page["forms"][0]["fields"][0]["name"] == "Name"
    diagram = await read(client, "diagram")
    assert diagram.startswith("[page ")
    assert "- main (0,56 " in diagram
    text = await read(client, "text")
    assert text.startswith("[page ")
    assert "Welcome back" in text
    journal = (state_folder() / "journal.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["tool"] for line in journal[-3:]] == [
        *("page_snapshot", "page_snapshot", "page_text")
    ]


async def test_a_blocked_page_is_no_resource(client: Client, phone: Any, sites: Path) -> None:
    await said(client, "page_navigate", url=phone.page("login.html"))
    sites.write_text("shop.test\n")
    for name in ("current", "diagram", "text"):
        with pytest.raises(MCPError) as refused:
            await read(client, name)
        assert str(refused.value).startswith("SITE_BLOCKED: ")
        assert "Welcome" not in str(refused.value)
        assert "shop" not in str(refused.value)


async def test_only_what_changed_since_a_mark_is_said(client: Client, phone: Any) -> None:
    await said(client, "page_navigate", url=phone.page("shop.html"))
    whole = await said(client, "page_snapshot", max_bytes=50_000)
    mark = whole.partition("mark=")[2].split()[0]
    await said(client, "page_tap", text="Add to cart: Honey, small")
    part = await said(client, "page_snapshot", since=mark, max_bytes=50_000)
    assert f"since {mark}:" in part
    assert "Add to cart: Oat milk" not in part
    assert len(part) < len(whole) / 5
    wrong = await client.call_tool("page_snapshot", {"since": mark, "outline": True})
    assert texts(wrong)[0].startswith("BAD_ARGUMENTS: ")


async def test_an_outline_shows_forms_without_what_they_hold(client: Client, phone: Any) -> None:
    await said(client, "page_navigate", url=phone.page("form.html"))
    told = await said(client, "page_snapshot", outline=True)
    assert "27 fields" in told
    assert '- textbox "Message" ' in told
    assert "First line" not in told


async def test_a_long_text_is_read_on_by_its_cursor(client: Client) -> None:
    with serving() as pages:
        rows = "".join(f"<p>Paragraph {n}</p>" for n in range(300))
        await said(client, "page_navigate", url=pages.put("/long", rows))
    found, cursor = "", None
    while cursor != "":
        part = await said(
            client, "page_text", max_chars=1000, **({"cursor": cursor} if cursor else {})
        )
        found += part
        cursor = part.partition("cursor=")[2].partition("]")[0]
    assert "Paragraph 299" in found


async def test_a_site_is_searched_and_what_is_under_way_is_said(client: Client, phone: Any) -> None:
    await said(client, "page_navigate", url=phone.page("search.html"))
    told = await said(client, "page_search", query="oat milk", strategy="field")
    assert told.startswith("TARGET_NOT_FOUND: ")
    assert "Open search" in told
    await said(client, "page_tap", role="button", text="Open search")
    told = await said(client, "page_search", query="oat milk")
    assert 'filled searchbox "Search products" and pressed Enter' in told
    await said(client, "page_wait", url="q=oat+milk", idle=True)
    assert "nothing is under way" in await said(client, "page_progress")


async def test_a_page_of_sixty_thousand_rows_is_read_in_parts_in_time(client: Client) -> None:
    with serving() as pages:
        rows = "Array.from({length: 60000}, (_, n) => `<p>Row ${n}</p>`).join('')"
        body = f"<body><script>document.body.innerHTML = {rows}</script>"
        await said(client, "page_navigate", url=pages.put("/rows", body))
        first = await said(client, "page_text")
        assert "Row 0" in first
        cursor = first.partition("cursor=")[2].partition("]")[0]
        second = await said(client, "page_text", cursor=cursor)
        numbers = [line[4:] for line in first.splitlines() if line.startswith("Row ")]
        assert f"Row {int(numbers[-2]) + 2}" in second
