"""Debugging through a real MCP client, and that nothing of it outlasts who asked for it."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError

from bridge.app import Bridge, open_bridge
from bridge.page.browser import Browser
from bridge.page.tab import Tab
from bridge.places import state_folder
from bridge.serve.mcp_server import build
from bridge.settings import Settings
from bridge.tools.call import Caller
from tests.e2e._hosts import hosting, said
from tests.e2e._shell import LIMIT, Shell
from tests.tools._pages import Pages, serving

DEBUG = frozenset({"debug"})
ADA = Caller("ada", "mcp", "c1", families=DEBUG)
BOB = Caller("bob", "mcp", "c2", families=DEBUG)
SAYS = """<title>Debug</title><p id=p></p><script>
  console.log("word-of-the-page");
  fetch("/api?token=t0ken-value").then((got) => got.text()).then((text) => p.textContent = text);
</script>"""
BELIEVES = "matchMedia('(prefers-color-scheme: dark)').matches + ',' + navigator.onLine"
PLAIN, CHANGED = "false,true", "true,false"
CHANGE = {"color_scheme": "dark", "network": "offline"}


def settings(at: Any, **more: Any) -> Settings:
    told = {"adb": {"port": at.adb_port}, "serial": at.serial, **more}
    return Settings.model_validate(told)


@pytest.fixture
def pages() -> Iterator[Pages]:
    with serving() as served:
        yield served


@pytest.fixture(params=["auto", "legacy"])
async def client(request: pytest.FixtureRequest, phone: Any) -> AsyncIterator[Client]:
    """A host in one protocol era that has switched the family on."""
    async with hosting(phone, request.param, families=DEBUG) as client:
        yield client


async def test_a_host_debugs_a_page(client: Client, pages: Pages) -> None:
    await said(client, "page_console")
    url = pages.put("/says", SAYS)
    pages.put("/api", "answer-of-the-api")
    await said(client, "page_navigate", url=url)
    await said(client, "page_wait", page_text="answer-of-the-api")
    told = await said(client, "page_console")
    assert told.startswith("[page ")
    assert "info: word-of-the-page" in told
    told = await said(client, "page_network", grep="/api")
    assert "GET 200 fetch" in told
    assert "t0ken" not in told
    number = int(told.partition("#")[2].partition(" ")[0])
    told = await said(client, "page_network", entry=number, body="response")
    assert "answer-of-the-api" in told
    assert await said(client, "page_emulate", **CHANGE) == (
        "emulated: network offline; color scheme dark"
    )
    failed = await said(client, "page_navigate", url=url)
    assert failed.startswith("NAVIGATION_FAILED")
    assert await said(client, "page_emulate", reset=True) == "emulated: nothing"
    journal = (state_folder() / "journal.jsonl").read_text("utf-8")
    assert '"page_network"' in journal
    assert "word-of-the-page" not in journal


async def test_a_blocked_page_is_not_debugged(client: Client, pages: Pages, sites: Path) -> None:
    await said(client, "page_navigate", url=pages.put("/says", SAYS))
    await said(client, "page_network")
    sites.write_text("shop.test\n")
    for tool, args in (("page_console", {}), ("page_network", {}), ("page_emulate", CHANGE)):
        told = await said(client, tool, **args)
        assert told.startswith("SITE_BLOCKED:")
        assert "word-of-the-page" not in told


async def test_the_family_is_off_unless_it_is_switched_on(phone: Any) -> None:
    async with open_bridge(settings(phone)) as bridge:
        server = build(bridge.door, client="e2e", several=bridge.several, families=frozenset())
        async with Client(server) as client:
            names = {each.name for each in (await client.list_tools()).tools}
            assert not names & {"page_console", "page_network", "page_emulate"}
            with pytest.raises(MCPError, match="UNKNOWN_TOOL"):
                await said(client, "page_console")


async def believed(tab: Tab) -> Any:
    """Return what a page is made to believe, asked beside the door."""
    asked = {"expression": BELIEVES, "returnByValue": True}
    return (await tab.session.call("Runtime.evaluate", asked))["result"]["value"]


async def until(tab: Tab, wanted: str) -> None:
    async with asyncio.timeout(LIMIT):
        while await believed(tab) != wanted:
            pass


async def begun(bridge: Bridge, url: str) -> Tab:
    """Let Ada debug a page: something is recorded, and emulated."""
    await bridge.door.call("page_navigate", {"url": url}, ADA)
    await bridge.door.call("page_network", {}, ADA)
    await bridge.door.call("page_emulate", CHANGE, ADA)
    tab = await (await (await bridge.fleet.phone(None)).browser()).front()
    assert await believed(tab) == CHANGED
    assert tab.debug.said.entries
    return tab


@pytest.mark.parametrize("ends", ["leaves", "idles", "is taken over"])
async def test_with_the_lease_all_of_it_ends(phone: Any, pages: Pages, ends: str) -> None:
    lease = {"lease_seconds": 1} if ends == "idles" else {}
    async with open_bridge(settings(phone, phone=lease)) as bridge:
        tab = await begun(bridge, pages.put("/says", SAYS))
        match ends:
            case "leaves":
                bridge.door.owners.left(ADA.party.key)
            case "is taken over":
                await bridge.door.call("page_key", {"key": "Tab"}, replace(BOB, take=True))
            case _:
                async with asyncio.timeout(LIMIT):
                    while tab.debug.recording:
                        await believed(tab)
        assert not tab.debug.emulated.on
        assert not tab.debug.said.entries
        await until(tab, PLAIN)


async def test_a_tab_that_the_agent_leaves_believes_what_is(phone: Any, pages: Pages) -> None:
    async with open_bridge(settings(phone)) as bridge:
        first = await begun(bridge, pages.put("/says", SAYS))
        number = next(
            each["number"]
            for each in (await bridge.door.call("page_tabs", {}, ADA)).data["tabs"]
            if each["active"]
        )
        await bridge.door.call(
            "page_tabs", {"action": "open", "url": pages.put("/next", "next")}, ADA
        )
        told = await bridge.door.call("page_emulate", {}, ADA)
        assert told.text == "emulated: nothing"
        assert not first.debug.emulated.on
        await bridge.door.call("page_tabs", {"action": "close", "match": "/next"}, ADA)
        await bridge.door.call("page_tabs", {"action": "switch", "tab": number}, ADA)
        await until(first, PLAIN)


async def test_switched_on_for_everybody_requests_are_recorded_from_attaching_on(
    phone: Any, pages: Pages
) -> None:
    tools = {"families": ["debug"]}
    async with open_bridge(settings(phone, tools=tools)) as bridge:
        pages.put("/api", "answer")
        url = pages.put("/says", SAYS)
        await bridge.door.call("page_navigate", {"url": url}, ADA)
        await bridge.door.call("page_wait", {"page_text": "answer"}, ADA)
        told = await bridge.door.call("page_network", {"grep": "/api"}, ADA)
        assert told.data["total"] == 1
        assert "recorded from now on" not in told.text


async def test_the_persons_own_tabs_are_not_recorded(phone: Any, pages: Pages) -> None:
    async with open_bridge(settings(phone, tools={"families": ["debug"]})) as bridge:
        await bridge.door.call("page_navigate", {"url": pages.put("/says", SAYS)}, ADA)
        browser = await (await bridge.fleet.phone(None)).browser()
        own = await browser.targets.create(pages.put("/own", SAYS))
        try:
            await bridge.door.call("page_network", {}, ADA)
            assert own.id not in browser._tabs
        finally:
            await browser.targets.close(own.id)


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGKILL])
async def test_with_the_daemon_all_of_it_ends(
    phone: Any, pages: Pages, browser: Browser, tmp_path: Path, kind: signal.Signals
) -> None:
    shell = Shell.of(
        phone,
        tmp_path,
        TAPBRIDGE_TOOLS__FAMILIES='["debug"]',
        TAPBRIDGE_DAEMON__START_SECONDS="60",
    )
    page = await browser.open_tab(pages.put("/says", SAYS))

    async def believes() -> Any:
        asked = {"expression": BELIEVES, "returnByValue": True}
        return (await page.session.call("Runtime.evaluate", asked))["result"]["value"]

    try:
        told = await asyncio.to_thread(
            shell.run, "page-emulate", "--color-scheme", "dark", "--network", "offline"
        )
        assert told.stdout == "emulated: network offline; color scheme dark\n", told
        assert await believes() == CHANGED
        status = await asyncio.to_thread(shell.run, "status")
        assert "emulated: network offline; color scheme dark" in status.stdout
        status = await asyncio.to_thread(shell.run, "status", "--json")
        os.kill(json.loads(status.stdout)["data"]["pid"], kind)
        async with asyncio.timeout(LIMIT):
            while await believes() != PLAIN:
                pass
    finally:
        if kind is signal.SIGKILL:  # the next one takes back the forward that it left
            await asyncio.to_thread(shell.run, "page-tabs")
        await asyncio.to_thread(shell.run, "stop")
        await browser.targets.close(page.target_id)


async def test_a_secret_leaves_by_none_of_it(phone: Any, pages: Pages) -> None:
    value = "caN4ry-S3cret"
    url = pages.put(
        "/tells",
        f"""<p id=p></p><script>
        console.log("{value}", {{plain: "{value}"}});
        console.log("-".repeat(290) + "{value}");
        console.log("-".repeat(3990) + "{value}");
        console.log({{long: "-".repeat(40) + "{value}" + "-".repeat(100)}});
        setTimeout(() => {{ throw Error("{value}") }});
        const headers = {{"X-A": "{value}", "X-B": "-".repeat(490) + "{value}"}};
        fetch("/long?plain={value}", {{method: "POST", body: "{value}", headers}})
          .then((got) => got.text()).then(() => fetch("/long?{value}")).then((got) => got.text())
          .then(() => p.textContent = "said")
        </script>""",
    )
    pages.put("/long", f"{value} " * 1000)
    async with open_bridge(settings(phone, debug={"redact": False})) as bridge:

        async def call(tool: str, **args: Any) -> Any:
            result = await bridge.door.call(tool, args, ADA)
            assert value[:8] not in result.text + json.dumps(result.data)
            return result

        bridge.door.sealer.vault.add("login", value, url)
        await call("page_network")
        await call("page_navigate", url=url)
        await call("page_wait", page_text="said")
        console = (await call("page_console")).data["rows"]
        requests = (await call("page_network")).data["rows"]
        assert (len(console), len(requests)) >= (2, 3)
        for row in console:
            await call("page_console", entry=row["number"])
        for row in requests:
            await call("page_network", entry=row["number"])
        asked = {row["method"]: row["number"] for row in requests if row["type"] == "fetch"}
        await call("page_network", entry=asked["POST"], body="request")
        saved = await call("page_network", entry=asked["GET"], body="response")
        assert value not in Path(saved.data["file"]).read_text("utf-8")
    for file in state_folder().rglob("*"):
        assert not file.is_file() or value not in file.read_text("utf-8", "replace"), file
