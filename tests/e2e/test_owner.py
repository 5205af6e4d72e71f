"""One owner a phone, and the person over both: on the virtual phone."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bridge.app import Bridge, open_bridge
from bridge.errors import BridgeError
from bridge.page import touch
from bridge.page.tab import Tab
from bridge.places import config_folder
from bridge.settings import Settings
from bridge.tools.call import Caller
from bridge.tools.spec import Args, Effect, Result, Surface, tool

LIMIT = 20
ADA, BOB = Caller("ada", "mcp", "c1"), Caller("bob", "mcp", "c2")
PERSON = Caller("cli", "cli")


class HoldArgs(Args):
    label: str


@tool(Surface.TAB, Effect.ACT)
async def hold(tab: Tab, args: HoldArgs) -> Result:
    """Hold a finger on a field, longer than a test lasts."""
    await touch.tap(tab, {"label": args.label}, hold_ms=60_000)
    return Result("")


@dataclass
class Phone:
    """A Bridge on the virtual phone, and its page as the page itself sees it."""

    bridge: Bridge

    async def call(self, caller: Caller, name: str, **args: Any) -> Result:
        return await self.bridge.door.call(name, args, caller)

    async def told(self, caller: Caller, name: str, **args: Any) -> str:
        try:
            await self.call(caller, name, **args)
        except BridgeError as fault:
            return fault.code
        return "OK"

    async def tab(self) -> Tab:
        return await (await (await self.bridge.fleet.phone(None)).browser()).front()

    async def seen(self) -> list[str]:
        """Return the types of the trusted events that the page has seen."""
        said = await (await self.tab()).session.call(
            "Runtime.evaluate",
            {"expression": "JSON.stringify(window.log.map(e => e.type))", "returnByValue": True},
        )
        types: list[str] = json.loads(said["result"]["value"])
        return types

    async def sees(self, kind: str) -> list[str]:
        """Wait until the page has seen an event."""
        async with asyncio.timeout(LIMIT):
            while kind not in (seen := await self.seen()):
                pass
        return seen


def settings(at: Any, **more: Any) -> Settings:
    return Settings.model_validate({"adb": {"port": at.adb_port}, "serial": at.serial, **more})


@asynccontextmanager
async def opened(at: Any, **more: Any) -> AsyncIterator[Phone]:
    async with open_bridge(settings(at, **more)) as bridge:
        bridge.door.catalogue = {**bridge.door.catalogue, "hold": hold}
        bridge.door.allowed |= {"hold"}
        yield Phone(bridge)


@pytest.fixture
async def here(phone: Any) -> AsyncIterator[Phone]:
    async with opened(phone) as one:
        await one.call(ADA, "page_tabs", action="open", url=phone.page("login.html"))
        yield one
        one.bridge.door.owners.resume(None)
        one.bridge.door.owners.left("c1")
        tabs = (await one.call(replace(PERSON, take=True), "page_tabs")).data["tabs"]
        for row in tabs:
            if row["url"].endswith("login.html"):
                number = row["number"]
                await one.call(replace(PERSON, take=True), "page_tabs", action="close", tab=number)


async def test_a_pause_lifts_the_finger_of_an_act_and_tells_its_agent_the_truth(
    here: Phone,
) -> None:
    async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as group:
        holding = group.create_task(here.told(ADA, "hold", label="Name"))
        assert "touchend" not in await here.sees("touchstart")
        assert await here.bridge.door.owners.pause(None) == 1
        seen = await here.sees("touchcancel")
    assert "touchend" not in seen
    assert "click" not in seen
    assert holding.result() == "UNKNOWN_OUTCOME"
    for name in ("page_snapshot", "page_tabs", "page_screenshot"):
        assert await here.told(BOB, name) == "PAUSED_BY_PERSON"
    assert await here.told(PERSON, "page_key", key="Tab") == "PAUSED_BY_PERSON"
    assert await here.told(ADA, "device_list") == "OK"
    here.bridge.door.owners.resume(None)
    assert "filled" in (await here.call(ADA, "page_fill", label="Name", value="Ada")).text


async def test_a_call_that_was_cancelled_lifts_its_finger_too(here: Phone) -> None:
    async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as group:
        holding = group.create_task(here.told(ADA, "hold", label="Name"))
        await here.sees("touchstart")
        holding.cancel()
        await here.sees("touchcancel")


async def test_a_wait_ends_with_the_pause(here: Phone) -> None:
    async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as group:
        args = {"page_text": "never there", "timeout_ms": 19_000}
        waiting = group.create_task(here.told(BOB, "page_wait", **args))
        while await here.bridge.door.owners.pause(None) == 0:
            here.bridge.door.owners.resume(None)
            await asyncio.sleep(0)
    assert waiting.result() == "PAUSED_BY_PERSON"


async def test_the_owners_tab_is_acted_on_while_the_lease_lasts_and_not_longer(
    here: Phone, phone: Any
) -> None:
    tab = await here.tab()
    other = await (await (await here.bridge.fleet.phone(None)).browser()).targets.create(
        phone.page("shop.html")
    )
    browser = await (await here.bridge.fleet.phone(None)).browser()
    await browser.targets.activate(other.id)
    # the person looks at another tab: the agent is told, and nothing happens there
    assert await here.told(ADA, "page_tap", label="Name") == "TAB_HIDDEN"
    assert (await here.tab()) is tab
    here.bridge.door.owners.left("c1")
    assert "shop.html" in (await here.call(BOB, "page_snapshot")).text
    assert await here.told(BOB, "page_scroll", direction="down") == "OK"
    await browser.targets.close(other.id)
    here.bridge.door.owners.left("c2")
    await browser.targets.activate(tab.target_id)


async def test_a_dialog_can_be_answered_and_tabs_be_listed_beside_an_act(here: Phone) -> None:
    async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as group:
        holding = group.create_task(here.told(ADA, "hold", label="Name"))
        await here.sees("touchstart")
        assert await here.told(BOB, "page_tabs") == "OK"
        assert await here.told(ADA, "page_dialog", accept=True) == "NO_DIALOG"
        assert await here.told(BOB, "page_dialog", accept=True) == "NOT_OWNER"
        await here.bridge.door.owners.pause(None)
    assert holding.result() == "UNKNOWN_OUTCOME"


async def test_a_paused_phone_stays_paused_for_the_next_bridge(phone: Any) -> None:
    async with opened(phone) as one:
        await one.bridge.door.owners.pause(None)
    async with opened(phone) as one:
        assert await one.told(ADA, "page_snapshot") == "PAUSED_BY_PERSON"
        one.bridge.door.owners.resume(None)
        assert await one.told(ADA, "page_snapshot") == "OK"


def raw(phone: Any, service: str) -> bytes:
    """Ask a service of the phone without the code under test; nothing while it is away."""
    with socket.create_connection(("127.0.0.1", phone.adb_port), 10) as link:
        for each in (f"host:transport:{phone.serial}", service):
            link.sendall(f"{len(each):04x}{each}".encode())
            if link.recv(4) != b"OKAY":
                return b""
        said = b""
        while chunk := link.recv(4096):
            said += chunk
    return said


def stays_on(phone: Any) -> str:
    """Ask the phone's setting."""
    return raw(phone, "exec:settings get global stay_on_while_plugged_in").decode().strip()


async def test_a_phone_is_kept_awake_until_the_bridge_ends(phone: Any) -> None:
    async with opened(phone) as one:
        assert not one.bridge.busy()
        assert "stays awake" in await one.bridge.keep_awake(None, on=True)
        assert one.bridge.busy()
        assert stays_on(phone) == "7"
        assert "may sleep again, as before" in await one.bridge.keep_awake(None, on=False)
        assert stays_on(phone) == "0"
        await one.bridge.keep_awake(phone.serial, on=True)
    assert stays_on(phone) == "0"


async def test_the_setting_keeps_every_phone_awake(phone: Any) -> None:
    async with asyncio.timeout(LIMIT):
        async with opened(phone, phone={"keep_awake": True}) as one:
            while await asyncio.to_thread(stays_on, phone) != "7":
                pass
            assert not one.bridge.busy()
        assert stays_on(phone) == "0"


@asynccontextmanager
async def greeting() -> AsyncIterator[int]:
    """Serve one page on a port of this computer."""
    writers: list[asyncio.StreamWriter] = []

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        body = b"<title>dev</title>from this computer"
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}"
        # Chrome also opens connections on which it asks nothing
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(head.encode() + b"\r\nConnection: close\r\n\r\n" + body)
            await writer.drain()
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]
    for writer in writers:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def test_a_port_of_the_phone_leads_here_until_the_bridge_ends(phone: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        there = free.getsockname()[1]
    async with greeting() as port, opened(phone) as one:
        said = await one.bridge.reverse(None, there, port, on=True)
        assert said.startswith(f"http://localhost:{there} on {phone.serial} is port {port} ")
        await one.call(ADA, "page_tabs", action="open", url=f"http://localhost:{there}/")
        assert "from this computer" in (await one.call(ADA, "page_text")).text
        await one.call(ADA, "page_tabs", action="close", match=f"localhost:{there}")
        (row,) = one.bridge.borrowed()
        assert (row["phone"], row["here"]) == (f"tcp:{there}", f"tcp:{port}")
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", there)


async def test_a_port_leads_here_again_once_the_phone_is_back(start: Any) -> None:
    def led() -> list[dict[str, str]]:
        return [row for row in one.bridge.borrowed() if "state" not in row]

    def leads() -> bool:
        return b" tcp:8099 tcp:8098\n" in raw(own, "reverse:list-forward")

    with start("--chrome", "closed") as own:
        async with asyncio.timeout(LIMIT), opened(own) as one:
            await one.bridge.reverse(None, 8099, 8098, on=True)
            await one.bridge.keep_awake(None, on=True)
            assert await asyncio.to_thread(leads)
            own.ask("/fault", {"name": "drop-transport", "ms": 60_000})
            while led():  # noqa: ASYNC110 - nothing else tells of it
                await asyncio.sleep(0)
            assert [row["state"] for row in one.bridge.borrowed()] == ["away", "away"]
            own.ask("/fault", {"name": "none"})
            while not await asyncio.to_thread(leads) or not led():
                pass
            assert stays_on(own) == "7"
        assert not leads()
        assert stays_on(own) == "0"


@pytest.mark.parametrize(
    ("name", "args", "code"),
    [
        ("page_tap", {"ref": "e9999"}, "STALE_REF"),
        ("page_tap", {"text": "there is no such text"}, "TARGET_NOT_FOUND"),
        ("page_tap", {"nothing": "known"}, "BAD_ARGUMENTS"),
    ],
)
async def test_an_act_of_which_nothing_was_sent_does_not_take_the_phone(
    here: Phone, name: str, args: dict[str, Any], code: str
) -> None:
    here.bridge.door.owners.left("c1")
    await here.call(ADA, "page_snapshot")
    assert await here.told(ADA, name, **args) == code
    assert here.bridge.door.owners.status()["owners"] == []
    assert await here.told(BOB, "page_fill", label="Name", value="Bob") == "OK"
    here.bridge.door.owners.left("c2")


async def test_an_act_that_is_refused_for_its_site_does_not_take_the_phone(here: Phone) -> None:
    here.bridge.door.owners.left("c1")
    sites = config_folder() / "sites.txt"
    sites.parent.mkdir(parents=True, exist_ok=True)
    before = sites.read_text() if sites.exists() else ""
    sites.write_text("blocked.test\n")
    try:
        assert await here.told(ADA, "page_navigate", url="http://blocked.test/") == "SITE_BLOCKED"
        assert here.bridge.door.owners.status()["owners"] == []
    finally:
        sites.write_text(before)
