"""Files handed to pages and fetched from them through a real MCP client, in both protocol eras."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tests.e2e._hosts import hosting
from tests.e2e._shell import LIMIT, ROOT, Shell
from tests.serve.hosts import texts

CALLS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("page_upload", {"label": "Photo", "paths": ["a.txt"]}, "gave a.txt (5 bytes)"),
    ("page_upload", {"text": "Documents", "paths": ["a.txt", "b.txt"]}, "gave a.txt, b.txt"),
    ("page_upload", {"text": "Attach", "paths": ["a.txt"]}, 'tapped button "Attach"'),
    ("page_upload", {"css": "#zone", "paths": ["a.txt"], "drop": True}, "dropped by script"),
    ("page_downloads", {"action": "fetch", "text": "Report"}, "saved 17 bytes"),
)


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The folder that the host was started in."""
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "a.txt").write_text("hello")
    (folder / "b.txt").write_text("world!")
    return folder


@pytest.fixture(params=["auto", "legacy"])
async def client(request: pytest.FixtureRequest, phone: Any, here: Path) -> AsyncIterator[Client]:
    """A host in one protocol era, whose calls go to the virtual phone."""
    async with hosting(phone, request.param, folders=(str(here),)) as client:
        yield client


async def test_a_host_hands_files_over_in_every_way(client: Client, phone: Any) -> None:
    names = {tool.name for tool in (await client.list_tools()).tools}
    assert names >= {"page_upload", "page_downloads"}
    await client.call_tool("page_navigate", {"url": phone.page("transfer_board.html")})
    for tool, args, told in CALLS:
        result = await client.call_tool(tool, args)
        assert not result.is_error, texts(result)
        assert told in texts(result)[0]
        if "paths" in args:
            read = await client.call_tool("page_text", {"css": "#received"})
            assert "a.txt 5" in texts(read)[0]


async def test_a_host_fetches_what_a_tap_downloaded(client: Client, phone: Any) -> None:
    await client.call_tool("page_tabs", {"action": "open", "url": phone.page("index.html")})
    await client.call_tool("page_navigate", {"url": phone.page("transfer_board.html")})
    await client.call_tool("page_tap", {"text": "Export"})
    async with asyncio.timeout(10):  # Chrome tells of it in its own time
        while "export.csv" not in texts(await client.call_tool("page_downloads", {}))[0]:
            await client.call_tool("page_text", {})
    result = await client.call_tool("page_downloads", {"action": "fetch", "number": 1})
    await client.call_tool("page_tabs", {"action": "close"})
    assert "saved 8 bytes (text/csv) as " in texts(result)[0]


async def test_a_blocked_page_takes_and_gives_none(client: Client, phone: Any, sites: Path) -> None:
    await client.call_tool("page_navigate", {"url": phone.page("transfer_board.html")})
    sites.write_text("shop.test\n")
    try:
        for tool, args, _ in CALLS:
            result = await client.call_tool(tool, args)
            assert result.is_error
            (said,) = texts(result)
            assert said.startswith("SITE_BLOCKED: ")
            assert "Photo" not in said
    finally:
        sites.write_text("")
    read = await client.call_tool("page_text", {"css": "#received"})
    assert "a.txt" not in texts(read)[0]


def test_a_shell_hands_over_a_file_of_the_folder_it_is_in(
    phone: Any, here: Path, tmp_path: Path
) -> None:
    shell = Shell.of(phone, tmp_path / "shell", PYTHONPATH=str(ROOT))
    shell.folder.mkdir()

    def run(*words: str, folder: Path = here) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "bridge", *words]
        return subprocess.run(
            command,
            env=shell.env,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )

    try:
        assert run("page-navigate", "--url", phone.page("transfer_board.html")).returncode == 0
        gave = run("page-upload", "a.txt", "b.txt", "--text", "Documents")
        assert "gave a.txt, b.txt (11 bytes)" in gave.stdout, gave.stderr
        elsewhere = run("page-upload", "a.txt", "--text", "Documents", folder=tmp_path)
        assert (elsewhere.returncode, "UPLOAD_REFUSED" in elsewhere.stderr) == (4, True)
        saved = run("page-downloads", "--action", "fetch", "--css", "#report")
        kept = shell.folder / "home" / "downloads" / "report.txt"
        assert str(kept) in saved.stdout, saved.stderr
        assert kept.read_text() == "quarterly report\n"
    finally:
        run("stop")
