"""A call that its host gives up, or that runs into its limit, leaves nothing down on the phone.

The link to the phone is stalled at a named DevTools command, so that the call is caught
between its flights, or with its input under way; then the page itself tells what it saw.
"""

import asyncio
import json
import re
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from bridge.app import Bridge, open_bridge
from bridge.places import config_folder, state_folder
from bridge.serve import state
from bridge.serve.daemon import serve
from bridge.settings import Settings
from bridge.tools import CATALOGUE
from tests.serve.conftest import LIMIT, ROOT, Here
from tests.serve.hosts import WAYS, Hosted, http_token, texts

TOUCH, KEY, ASK = "Input.dispatchTouchEvent", "Input.dispatchKeyEvent", "Runtime.evaluate"


@dataclass
class Stage:
    """A host, a real Bridge, and the phone on which its calls are caught."""

    hosted: Hosted
    bridge: Bridge
    phone: Any

    def stall(self, method: str) -> None:
        self.phone.count_from_here()
        self.phone.ask("/fault", {"name": "stall", "on": method})

    async def stalled(self, method: str) -> None:
        """Wait until the command went by and the link stands still."""
        async with asyncio.timeout(LIMIT):
            while method not in (await asyncio.to_thread(self.phone.ask, "/trips"))["commands"]:
                pass

    def release(self) -> None:
        self.phone.ask("/fault", {"name": "none"})

    async def journalled(self, tool: str) -> str:
        """Wait for the journal's line of a call, and return its code."""
        path = state_folder() / "journal.jsonl"
        async with asyncio.timeout(LIMIT):
            while True:
                lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
                if lines and lines[-1]["tool"] == tool:
                    return str(lines[-1]["code"])
                await asyncio.to_thread(path.stat)

    async def lifted(self, client: Any, *, touches: int = 0, keys: int = 0) -> None:
        """Wait until the page saw so many come down, and as many go up again."""
        async with asyncio.timeout(LIMIT):
            while True:
                (text,) = texts(await client.call_tool("page_text", {"css": "#told"}))
                seen = {name: int(count) for name, count in re.findall(r"(\w+)=(\d+)", text)}
                assert seen["pointerdown"] <= touches
                assert seen["keydown"] <= keys
                ended = seen["pointerup"] + seen["pointercancel"], seen["keyup"]
                if (seen["pointerdown"], seen["keydown"]) == ended == (touches, keys):
                    return


@pytest.fixture(params=WAYS, ids="-".join)
async def stage(request: pytest.FixtureRequest, phone: Any) -> AsyncIterator[Stage]:
    way, mode = request.param
    settings = Settings.model_validate(
        {
            "adb": {"port": phone.adb_port},
            "serial": phone.serial,
            "http": {"enabled": way == "http", "port": 0},
        }
    )
    opened: list[Bridge] = []

    @asynccontextmanager
    async def opening(given: Settings) -> AsyncIterator[Bridge]:
        async with open_bridge(given) as bridge:
            opened.append(bridge)
            yield bridge

    answers: asyncio.Future[state.State] = asyncio.get_running_loop().create_future()
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(
            serve(settings, open_bridge=opening, foreground=True, ready=answers.set_result)
        )
        here = Here(await answers, opened[0], running)  # type: ignore[arg-type]  # not the toy's
        try:
            yield Stage(Hosted(here, way, mode), opened[0], phone)
        finally:
            phone.ask("/fault", {"name": "none"})
            await here.ask("stop")


@asynccontextmanager
async def on_the_page(stage: Stage) -> AsyncIterator[Any]:
    async with stage.hosted.client() as client:
        there = {"url": stage.phone.page("mcp_touch.html")}
        result = await client.call_tool("page_navigate", there)
        assert not result.is_error, texts(result)
        yield client


async def give_up(stage: Stage, client: Any, method: str, tool: str, args: dict[str, Any]) -> None:
    """Call a tool, and give it up when the link has stalled at a command."""
    stage.stall(method)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(client.call_tool, tool, args)
        await stage.stalled(method)
        tasks.cancel_scope.cancel()


async def test_a_call_that_is_given_up_leaves_nothing_down_and_the_next_one_works(
    stage: Stage,
) -> None:
    button = {"text": "Press me"}
    async with on_the_page(stage) as client:
        # between the plan and the touch: nothing was sent, and nothing is sent later
        await give_up(stage, client, ASK, "page_tap", button)
        assert await stage.journalled("page_tap") == "CANCELLED"
        stage.release()
        await stage.lifted(client)

        # with the touch under way: it cannot be taken back, and it is whole
        await give_up(stage, client, TOUCH, "page_tap", button)
        assert await stage.journalled("page_tap") == "CANCELLED"
        stage.release()
        await stage.lifted(client, touches=1)

        await client.call_tool("page_fill", {"label": "Field", "value": "x"})
        await give_up(stage, client, KEY, "page_key", {"key": "a"})
        assert await stage.journalled("page_key") == "CANCELLED"
        stage.release()
        await stage.lifted(client, touches=1, keys=1)

        assert not (await client.call_tool("page_tap", button)).is_error
        await stage.lifted(client, touches=2, keys=1)


async def test_the_guard_looks_after_a_call_that_was_given_up(stage: Stage) -> None:
    sites = config_folder() / "sites.txt"
    sites.parent.mkdir(parents=True, exist_ok=True)
    async with on_the_page(stage) as client:
        stage.stall(TOUCH)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "page_tap", {"text": "Press me"})
            await stage.stalled(TOUCH)
            Path(sites).write_text("shop.test\n", encoding="utf-8")
            tasks.cancel_scope.cancel()
        assert await stage.journalled("page_tap") == "SITE_BLOCKED"
        stage.release()


@pytest.mark.parametrize("stage", WAYS[:2], indirect=True, ids="-".join)
async def test_a_call_over_its_limit_leaves_nothing_down_and_says_it_may_have_happened(
    stage: Stage,
) -> None:
    short = replace(CATALOGUE["page_tap"], seconds=0.5)
    stage.bridge.door.catalogue = {**CATALOGUE, "page_tap": short}
    async with on_the_page(stage) as client:
        stage.stall(TOUCH)
        result = await client.call_tool("page_tap", {"text": "Press me"})
        assert [text.partition(":")[0] for text in texts(result)] == ["UNKNOWN_OUTCOME"]
        stage.release()
        await stage.lifted(client, touches=1)


_HOST = """
import asyncio, sys
from mcp import Client
from tests.serve.hosts import to_address

async def act(url, token, mode, page):
    async with Client(to_address(url, token), mode=mode) as client:
        await client.call_tool("page_navigate", {"url": page})
        print("there", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        await client.call_tool("page_tap", {"text": "Press me", "hold_ms": 2000})

asyncio.run(act(*sys.argv[1:]))
"""


@pytest.mark.parametrize("stage", WAYS[2:], indirect=True, ids="-".join)
async def test_a_host_over_http_that_is_killed_leaves_nothing_down(stage: Stage) -> None:
    here, mode = stage.hosted.here, stage.hosted.mode
    page = stage.phone.page("mcp_touch.html")
    host = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _HOST, str(here.known.http), http_token(), mode, page),
        stdin=PIPE,
        stdout=PIPE,
        cwd=ROOT,
    )
    assert host.stdin is not None
    assert host.stdout is not None
    try:
        async with asyncio.timeout(LIMIT):
            assert await host.stdout.readline() == b"there\n"
        stage.stall(TOUCH)
        host.stdin.write(b"\n")
        await stage.stalled(TOUCH)
        host.send_signal(signal.SIGKILL)
    finally:
        host.stdin.close()
        async with asyncio.timeout(LIMIT):
            await host.wait()
    if stage.hosted.is_modern:  # in the older era a connection that ends calls nothing off
        assert await stage.journalled("page_tap") == "CANCELLED"
    stage.release()
    async with stage.hosted.client() as client:
        await stage.lifted(client, touches=1)
