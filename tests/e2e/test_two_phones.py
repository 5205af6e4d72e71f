"""Two virtual phones on one adb server: which one a call means."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import mcp.types as wire
import pytest
from mcp import Client, StdioServerParameters

from tests.conftest import VirtualPhone, start_phone, start_phones
from tests.e2e._shell import ROOT, Shell
from tests.serve.hosts import texts

LIMIT = 40
Mode = Literal["auto", "legacy"]


@asynccontextmanager
async def hosting(shell: Shell, mode: Mode, **more: Any) -> AsyncIterator[Client]:
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "bridge", "mcp"], env=shell.env, cwd=ROOT
    )
    async with Client(server, mode=mode, **more) as client:
        yield client


def shell_of(phone: VirtualPhone, folder: Path) -> Shell:
    return Shell.of(phone, folder, TAPBRIDGE_DAEMON__START_SECONDS="60")


@pytest.fixture
def two() -> Iterator[list[VirtualPhone]]:
    with start_phones(2) as phones:
        yield phones


async def test_of_two_phones_the_one_that_is_named_is_driven(
    two: list[VirtualPhone], tmp_path: Path
) -> None:
    shell = shell_of(two[0], tmp_path)
    serials = {phone.serial for phone in two}
    try:
        listed = await asyncio.to_thread(shell.run, "device-list", "--json")
        rows = json.loads(listed.stdout)["data"]["devices"]
        assert {row["serial"] for row in rows} == serials
        refused = await asyncio.to_thread(shell.run, "page-text")
        assert refused.returncode == 3
        assert refused.stderr.startswith("MANY_DEVICES: 2 phones are ready: ")
        assert all(serial in refused.stderr for serial in serials)
        async with hosting(shell, "auto") as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert "serial" in tools["page_tap"].input_schema["properties"]
            (told,) = texts(await client.call_tool("page_snapshot", {}))
            assert told.startswith("MANY_DEVICES: ")
            for phone, page in zip(two, ("login.html", "scroll.html"), strict=True):
                there = {"url": phone.page(page), "serial": phone.serial}
                assert not (await client.call_tool("page_navigate", there)).is_error
            for phone, page in zip(two, ("login.html", "scroll.html"), strict=True):
                tabs = await client.call_tool("page_tabs", {"serial": phone.serial})
                assert page in texts(tabs)[0]
            by_phone = [json.dumps(phone.ask("/tabs")) for phone in two]
            assert ["login.html" in tabs for tabs in by_phone] == [True, False]
            assert ["scroll.html" in tabs for tabs in by_phone] == [False, True]
            gone = await client.call_tool("page_tabs", {"serial": "nowhere"})
            assert texts(gone)[0].startswith("NO_DEVICE: ")
    finally:
        assert shell.run("stop").returncode == 0


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_host_hears_of_a_second_phone_that_is_plugged_in_and_of_its_end(
    mode: Mode, tmp_path: Path
) -> None:
    changed = asyncio.Event()

    async def hear(message: Any) -> None:
        if isinstance(message, wire.ToolListChangedNotification):
            changed.set()

    async with AsyncExitStack() as stack:
        one = stack.enter_context(start_phone("--chrome", "closed"))
        shell = shell_of(one, tmp_path)
        stack.callback(shell.run, "stop")
        client = await stack.enter_async_context(hosting(shell, mode, message_handler=hear))

        async def serials_wanted() -> bool:
            tools = (await client.list_tools()).tools
            return "serial" in tools[0].input_schema["properties"]

        async def hears(*, several: bool) -> None:
            async with asyncio.timeout(LIMIT):
                await changed.wait()
            changed.clear()
            assert await serials_wanted() is several

        assert not await serials_wanted()
        if mode == "auto":
            listening = await stack.enter_async_context(client.listen(tools_list_changed=True))
            tasks = await stack.enter_async_context(asyncio.TaskGroup())

            async def listen() -> None:
                async for _ in listening:
                    changed.set()

            listener = tasks.create_task(listen())
            stack.callback(listener.cancel)
        with start_phone("--adb-server-port", str(one.adb_port), "--chrome", "closed"):
            await hears(several=True)
        await hears(several=False)
