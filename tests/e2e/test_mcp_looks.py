"""The design of a page through a real MCP client: colours, contrast, other colours, a highlight."""

from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tests.e2e._hosts import said
from tests.tools._pages import serving

TOOLS = {
    "page_theme": {},
    "page_contrast": {},
    "page_apply_theme": {"mode": "dark"},
    "page_highlight": {"css": "h1", "note": "here"},
}


async def test_a_page_is_looked_at_made_dark_and_given_back(client: Client, phone: Any) -> None:
    await said(client, "page_navigate", url=phone.page("login.html"))
    theme = await said(client, "page_theme")
    assert "the page is light: ground #f4f6fa" in theme
    assert "- --brand: #0b6b5d" in theme
    assert "WCAG AA: 9 of 9 texts pass, 0 fail" in await said(client, "page_contrast")
    assert (await said(client, "page_apply_theme", mode="dark")).startswith("the page is dark now")
    assert "the page is dark" in await said(client, "page_theme")
    assert ", 0 fail" in await said(client, "page_contrast")
    assert "its own colours" in await said(client, "page_apply_theme", mode="revert")
    assert (await said(client, "page_theme")).splitlines()[1:-1] == theme.splitlines()[1:-1]


async def test_a_person_is_shown_an_element_and_the_agent_reads_nothing_of_it(
    client: Client, phone: Any
) -> None:
    await said(client, "page_navigate", url=phone.page("login.html"))
    before = (await said(client, "page_snapshot")).splitlines()[4:-1]
    told = await said(
        client, "page_highlight", role="button", text="Sign in", note="zebra", duration_ms=30_000
    )
    assert 'highlighted button "Sign in" for 30 s' in told
    assert (await said(client, "page_snapshot")).splitlines()[4:-1] == before
    assert any("Sign in" in line for line in before)
    assert "zebra" not in await said(client, "page_text")
    told = await said(client, "page_tap", role="button", text="Sign in")
    assert "tapped button" in told


@pytest.mark.parametrize("tool", TOOLS)
async def test_a_blocked_site_is_neither_looked_at_nor_painted(
    client: Client, sites: Path, tool: str
) -> None:
    with serving() as pages:
        await said(client, "page_navigate", url=pages.put("/", "<h1 style='color:#abcdef'>Word"))
        sites.write_text("shop.test\n")
        told = await said(client, tool, **TOOLS[tool])
    assert told.startswith("SITE_BLOCKED: ")
    for word in ("Word", "abcdef", "shop.test"):
        assert word not in told
