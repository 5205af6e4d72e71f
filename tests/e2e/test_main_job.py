"""The main job, whole: an MCP client over stdio, the pipe, the daemon, adb, Chromium."""

import base64
import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from mcp import Client, MCPError, StdioServerParameters
from PIL import Image

from bridge.tools import CATALOGUE
from tests.e2e._shell import Shell


class Hosting(Shell):
    """One that an MCP host is started from too."""

    def client(self, mode: Literal["auto", "legacy"]) -> Client:
        return Client(
            StdioServerParameters(
                command=sys.executable, args=["-m", "bridge", "mcp"], env=self.env
            ),
            mode=mode,
        )


@pytest.fixture
def shell(phone: Any, tmp_path: Path) -> Iterator[Hosting]:
    made = Hosting.of(phone, tmp_path, TAPBRIDGE_SERIAL=phone.serial)
    yield made
    assert made.run("stop").returncode == 0


Says = Callable[..., Any]


async def says(client: Client, tool: str, **args: Any) -> str:
    """Call a tool, expect it to succeed, return its text."""
    result = await client.call_tool(tool, args)
    text = "\n".join(block.text for block in result.content if block.type == "text")
    assert not result.is_error, text
    return text


async def refusal(client: Client, tool: str, **args: Any) -> str:
    """Call a tool, expect it to be refused, return its text."""
    result = await client.call_tool(tool, args)
    text = "\n".join(block.text for block in result.content if block.type == "text")
    assert result.is_error, text
    return text


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_an_agent_signs_in_reads_scrolls_and_is_kept_from_a_blocked_site(
    shell: Hosting, phone: Any, mode: Literal["auto", "legacy"]
) -> None:
    added = shell.run("sites", "add", "blocked.test")
    assert added.returncode == 0, added.stderr
    async with shell.client(mode) as client:
        core = {each.name for each in CATALOGUE.values() if each.family == "core"}
        assert {tool.name for tool in (await client.list_tools()).tools} == core

        assert "login.html" in await says(client, "page_navigate", url=phone.page("login.html"))
        page = await says(client, "page_snapshot")
        assert 'button "Sign in"' in page
        await says(client, "page_fill", label="Name", value="Ada Lovelace")
        await says(client, "page_fill", label="Password", value="correct horse")
        assert "correct horse" not in await says(client, "page_snapshot")
        tapped = await says(client, "page_tap", role="button", text="Sign in")
        assert 'tapped button "Sign in"' in tapped
        await says(client, "page_wait", page_text="Ada Lovelace")
        assert "Ada Lovelace" in await says(client, "page_text")

        await says(client, "page_navigate", url=phone.page("shop.html"))
        await says(client, "page_scroll", direction="down")
        shot = await client.call_tool("page_screenshot", {})
        image = next(block for block in shot.content if block.type == "image")
        picture = Image.open(io.BytesIO(base64.b64decode(image.data)))
        assert picture.width == 412
        assert len(picture.getcolors(maxcolors=1 << 24) or ()) > 10

        phone.ask("/log/reset", {})
        blocked = phone.page("login.html", host="blocked.test")
        assert (await refusal(client, "page_navigate", url=blocked)).startswith("SITE_BLOCKED:")
        assert not [line for line in phone.ask("/log") if "blocked" in str(line)]
        assert "shop.html" in await says(client, "page_tabs")

        with pytest.raises(MCPError, match="no tool"):
            await client.call_tool("page_fly", {})
        assert (await refusal(client, "page_tap", text="No such thing")).startswith(
            "TARGET_NOT_FOUND:"
        )


def test_the_same_verbs_work_from_a_shell(shell: Hosting, phone: Any) -> None:
    gone = shell.run("page-navigate", "--url", phone.page("login.html"))
    assert gone.returncode == 0, gone.stderr
    read = shell.run("page-snapshot")
    assert 'button "Sign in"' in read.stdout
    missed = shell.run("page-tap", "--text", "No such thing")
    assert missed.returncode == 4
    assert missed.stderr.startswith("TARGET_NOT_FOUND:")
    assert shell.run("device-list").stdout.startswith(phone.serial)
    assert shell.run("doctor").returncode == 0
