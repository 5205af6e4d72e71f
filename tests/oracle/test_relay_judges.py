"""Playwright and chrome-devtools-mcp through the relay: whether they are served as by a browser.

They need Node and `npm ci` in `tests/oracle/judges`.
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bridge.app import open_bridge
from bridge.places import config_folder
from bridge.serve.control import Guest
from bridge.serve.web import House, serve_web
from bridge.settings import Settings
from tests.tools._pages import Pages, serving

JUDGES = Path(__file__).parent / "judges"
LIMIT = 110.0
TAPS = """<title>before</title><h1>A shop</h1>
<button onclick="document.title='tapped'">Buy</button>"""

pytestmark = pytest.mark.oracle


@pytest.fixture
def pages() -> Iterator[Pages]:
    with serving() as served:
        yield served


@pytest.fixture
async def house(phone: Any) -> AsyncIterator[House]:
    async with served(phone) as opened:
        yield opened


@asynccontextmanager
async def served(phone: Any) -> AsyncIterator[House]:
    sites = config_folder() / "sites.txt"
    sites.parent.mkdir(parents=True, exist_ok=True)
    sites.write_text("bank.test\n")
    settings = Settings.model_validate({"adb": {"port": phone.adb_port}, "serial": phone.serial})
    async with open_bridge(settings) as bridge, serve_web(bridge, [0], visit) as house:
        yield house


@contextmanager
def visit(client: str, want: str) -> Iterator[Guest]:
    yield Guest(client, want)


async def run(*words: str) -> str:
    """Run a program of Node's to its end and return what it says."""
    process = await asyncio.create_subprocess_exec(
        "node", *words, cwd=JUDGES, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(LIMIT):
            out, err = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode == 0, err.decode()[-3000:]
    return out.decode()


async def test_playwright_opens_clicks_and_looks(phone: Any, house: House, pages: Pages) -> None:
    address = pages.put("/taps", TAPS)
    popup = pages.put("/popup", "<title>popped</title>")
    with house.endpoints.offered(phone.serial, take=False) as endpoint:
        told = json.loads(
            await run("playwright.mjs", house.address + endpoint.path, address, popup)
        )
    assert (told["title"], told["popup"]) == ("tapped", "popped")
    assert told["picture"] > 1000


@pytest.mark.parametrize("quirk", ["sleeping", "dialog"])
async def test_playwright_is_not_held_up_by_a_tab_that_says_nothing(
    start: Any, pages: Pages, quirk: str
) -> None:
    address = pages.put("/taps", TAPS)
    with start("--quirk", quirk) as phone:
        async with served(phone) as house:
            with house.endpoints.offered(phone.serial, take=False) as endpoint:
                told = json.loads(
                    await run("playwright.mjs", house.address + endpoint.path, address)
                )
    assert told["title"] == "tapped"


async def test_chrome_devtools_mcp_opens_clicks_and_looks(
    phone: Any, house: House, pages: Pages
) -> None:
    address = pages.put("/taps", TAPS)
    with house.endpoints.offered(phone.serial, take=False) as endpoint:
        socket = f"ws{(house.address + endpoint.path).removeprefix('http')}/devtools/browser"
        async with asking(socket) as ask:
            listed = await ask("new_page", url=address)
            line = next(each for each in listed.splitlines() if address in each)
            page = {"pageId": int(line.split(":")[0].strip())}
            seen = await ask("take_snapshot", **page)
            line = next(each for each in seen.splitlines() if 'button "Buy"' in each)
            await ask("click", uid=line.split("uid=")[1].split()[0], **page)
            title = await ask("evaluate_script", function="() => document.title", **page)
            assert "tapped" in title
            assert "image" in await ask("take_screenshot", **page)


@asynccontextmanager
async def asking(socket: str) -> AsyncIterator[Any]:
    """Run chrome-devtools-mcp on an endpoint; yields how its tools are called."""
    program = JUDGES / "node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"
    process = await asyncio.create_subprocess_exec(
        "node",
        str(program),
        "--wsEndpoint",
        socket,
        "--no-usage-statistics",
        cwd=JUDGES,
        env={**os.environ, "CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS": "1"},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=2**24,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    reader, writer = process.stdout, process.stdin
    number = 0

    async def say(method: str, params: Any) -> Any:
        nonlocal number
        number += 1
        said = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        writer.write(json.dumps(said).encode() + b"\n")
        async with asyncio.timeout(LIMIT):
            while (told := json.loads(await reader.readline())).get("id") != number:
                pass
        return told["result"]

    async def ask(tool: str, **args: Any) -> str:
        result = await say("tools/call", {"name": tool, "arguments": args})
        text = "\n".join(each.get("text", each["type"]) for each in result["content"])
        assert not result.get("isError"), text
        return text

    try:
        who = {"name": "test", "version": "1"}
        await say(
            "initialize",
            {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": who},
        )
        writer.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        yield ask
    finally:
        process.kill()
        await process.wait()
