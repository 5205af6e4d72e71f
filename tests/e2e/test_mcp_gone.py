"""An MCP host whose `tapbridge mcp` is killed, or hangs up, in the middle of an act.

Host, pipe and Bridge are processes of their own; the link to the phone is stalled at the
act's own command, so that the middle is really hit. Then the phone is free, whole and watched.
"""

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from tests.e2e._shell import ROOT, Shell
from tests.serve.hosts import texts

LIMIT = 40
ASK, TOUCH = "Runtime.evaluate", "Input.dispatchTouchEvent"
KEY, TEXT = "Input.dispatchKeyEvent", "Input.insertText"
BUTTON = {"text": "Press me"}
CAPITAL = {"key": "a", "modifiers": ["shift"]}
Mode = Literal["auto", "legacy"]
Ends = Literal["killed", "hung up"]
Act = tuple[str, dict[str, Any], str]
CASES: list[tuple[Mode, Ends, Act]] = [
    ("auto", "killed", ("page_tap", BUTTON, TOUCH)),
    ("auto", "hung up", ("page_tap", BUTTON, TOUCH)),
    ("legacy", "killed", ("page_tap", BUTTON, TOUCH)),
    ("legacy", "hung up", ("page_tap", BUTTON, TOUCH)),
    ("auto", "killed", ("page_tap", {**BUTTON, "hold_ms": 5000}, TOUCH)),
    ("legacy", "hung up", ("page_tap", {**BUTTON, "hold_ms": 5000}, TOUCH)),
    ("auto", "killed", ("page_tap", BUTTON, ASK)),
    ("legacy", "killed", ("page_key", CAPITAL, KEY)),
    ("auto", "killed", ("page_fill", {"label": "Field", "value": "x", "submit": True}, TEXT)),
]


@dataclass
class Host:
    """An MCP host, and the process of its pipe."""

    client: Client
    pid: int


class Hosting(Shell):
    """A shell from which MCP hosts start `tapbridge mcp`."""

    @asynccontextmanager
    async def host(self, mode: Mode) -> AsyncIterator[Host]:
        told = self.folder / "pid"
        script = f'echo $$ > "{told}"; exec "{sys.executable}" -m bridge mcp'
        server = StdioServerParameters(
            command="/bin/sh", args=["-c", script], env=self.env, cwd=ROOT
        )
        async with Client(stdio_client(server), mode=mode) as client:
            yield Host(client, int(told.read_text("ascii")))

    @property
    def home(self) -> Path:
        return self.folder / "home"

    def journal(self) -> list[dict[str, Any]]:
        (path,) = self.home.rglob("journal.jsonl")
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]

    async def journalled(self, after: int) -> tuple[str, str]:
        """Wait for the journal's next line, and return its tool and code."""
        async with asyncio.timeout(LIMIT):
            while len(lines := await asyncio.to_thread(self.journal)) <= after:
                pass
        return lines[after]["tool"], lines[after]["code"]

    async def free(self) -> None:
        """Wait until nobody has the phone."""
        async with asyncio.timeout(LIMIT):
            while json.loads((await self.ran("status", "--json")).stdout)["data"]["owners"]:
                pass

    async def ran(self, *words: str) -> Any:
        return await asyncio.to_thread(self.run, *words)


@pytest.fixture
def shell(phone: Any, tmp_path: Path) -> Iterator[Hosting]:
    made = Hosting.of(phone, tmp_path, TAPBRIDGE_DAEMON__START_SECONDS="60")
    yield made
    phone.ask("/fault", {"name": "none"})
    (made.home / "sites.txt").unlink(missing_ok=True)
    made.run("page-tabs", "--action", "close", "--match", "went up", "--take")
    assert made.run("stop").returncode == 0


async def stalled(phone: Any, method: str) -> None:
    async with asyncio.timeout(LIMIT):
        while method not in (await asyncio.to_thread(phone.ask, "/trips"))["commands"]:
            pass


async def seen(client: Client) -> dict[str, int]:
    (text,) = texts(await client.call_tool("page_text", {"css": "#told"}))
    return {name: int(count) for name, count in re.findall(r"(\w+)=(\d+)", text)}


async def lost_in_the_middle(
    shell: Hosting, phone: Any, mode: Mode, ends: Ends, act: Act, *, blocked: bool = False
) -> tuple[str, str]:
    """Take a host's pipe away while its act is under way; return the journal's line of it."""
    tool, args, method = act
    after = 0
    with anyio.CancelScope() as scope:
        async with shell.host(mode) as host, anyio.create_task_group() as tasks:
            there = {"action": "open", "url": phone.page("mcp_touch.html")}
            opened = await host.client.call_tool("page_tabs", there)
            assert not opened.is_error, texts(opened)
            await host.client.call_tool("page_fill", {"label": "Field", "value": "y"})
            after = len(shell.journal())
            phone.count_from_here()
            phone.ask("/fault", {"name": "stall", "on": method})
            tasks.start_soon(host.client.call_tool, tool, args)
            await stalled(phone, method)
            if blocked:
                (shell.home / "sites.txt").write_text("shop.test\n", encoding="utf-8")
            if ends == "killed":
                os.kill(host.pid, signal.SIGKILL)
            scope.cancel()
    return await shell.journalled(after)


@pytest.mark.parametrize(("mode", "ends", "act"), CASES)
async def test_a_host_that_vanishes_leaves_nothing_down_and_the_next_one_acts(
    shell: Hosting, phone: Any, mode: Mode, ends: Ends, act: Act
) -> None:
    assert await lost_in_the_middle(shell, phone, mode, ends, act) == (act[0], "CANCELLED")
    await shell.free()
    phone.ask("/fault", {"name": "none"})
    async with shell.host(mode) as host:
        before = await seen(host.client)
        tapped = await host.client.call_tool("page_tap", BUTTON)
        assert not tapped.is_error, texts(tapped)
        after = await seen(host.client)
    assert before["pointerdown"] == (1 if act[2] == TOUCH else 0)
    assert before["pointercancel"] == (1 if "hold_ms" in act[1] else 0)
    assert after["pointerdown"] == before["pointerdown"] + 1
    assert after["pointerdown"] == after["pointerup"] + after["pointercancel"]
    assert after["keydown"] == after["keyup"]


@pytest.mark.parametrize("ends", ["killed", "hung up"])
async def test_the_guard_looks_after_a_call_whose_host_vanished(
    shell: Hosting, phone: Any, ends: Ends
) -> None:
    act = ("page_tap", BUTTON, TOUCH)
    line = await lost_in_the_middle(shell, phone, "auto", ends, act, blocked=True)
    assert line == ("page_tap", "SITE_BLOCKED")
    await shell.free()
