"""`python -m tests.bench.viewer`: what a viewer gets of the phone's picture, and what it costs.

Frames per second and their age at a viewer page's socket, beside a client that speaks DevTools
to the same Chromium itself, in turns; CPU of the Bridge meanwhile; and what a tool call takes
with a viewer open and without. Figures for people to judge: nothing fails here.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import struct
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.typing import Origin

from fixtures.stage import Stage, stage
from tests.bench._sides import Tapbridge, forwarded, tapbridge

PAGE = (
    "data:text/html,<meta name=viewport content='width=device-width'><body><script>"
    "let n = 0; const paint = () => { document.body.style.background ="
    " `hsl(${n++ % 360} 60% 60%25)`; document.body.textContent = n;"
    " requestAnimationFrame(paint); }; paint()</script>"
)
CAST = {"format": "jpeg", "quality": 40, "maxWidth": 540, "maxHeight": 1600, "everyNthFrame": 1}
CALLS = 25


@dataclass
class Window:
    """What came within one window.

    Attributes:
        fps: Frames per second.
        ages: Milliseconds from a frame's own time until it was here.
        cpu: Part of a core that the Bridge took, in percent.
    """

    fps: float
    ages: list[float] = field(default_factory=list)
    cpu: float = 0


def cpu_seconds(pid: int) -> float:
    """Return what a process has taken of the processor; 0 where that is not told."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as told:  # noqa: PTH123 - no file of ours
            rest = told.read().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(rest[11]) + int(rest[12])) / os.sysconf("SC_CLK_TCK")


def fetched(request: str | urllib.request.Request) -> dict[str, Any]:
    """Return what an address answers, as JSON."""
    with urllib.request.urlopen(request, timeout=10) as answer:
        return dict(json.loads(answer.read()))


async def window(seconds: float, frame: Callable[[], Awaitable[float]], pid: int) -> Window:
    """Count the frames of a window; `frame` waits for one and returns its own time."""
    await frame()  # the first one may be old
    made, before = Window(0), cpu_seconds(pid)
    began = time.perf_counter()
    count = 0
    while time.perf_counter() - began < seconds:
        async with asyncio.timeout(10):
            at = await frame()
        made.ages.append((time.time() - at) * 1000)
        count += 1
    taken = time.perf_counter() - began
    made.fps, made.cpu = count / taken, (cpu_seconds(pid) - before) / taken * 100
    return made


def link(on: Stage) -> str:
    """Return a fresh link to the viewer."""
    told = on.tapbridge("view", "--no-open", "--json").stdout
    return str(json.loads(told)["data"]["link"])


@asynccontextmanager
async def viewer(fresh: str) -> AsyncIterator[Callable[[], Awaitable[float]]]:
    """A viewer page that looks."""
    address, _, nonce = fresh.partition("/#")
    request = urllib.request.Request(
        address + "/token",
        json.dumps({"nonce": nonce}).encode(),
        {"Content-Type": "application/json", "Origin": address},
    )
    token = (await asyncio.to_thread(fetched, request))["token"]
    where = address.replace("http", "ws") + "/ws"
    async with connect(where, proxy=None, origin=Origin(address), max_size=None) as ws:
        await ws.send(json.dumps({"t": "hello", "token": token}))
        await ws.send(json.dumps({"t": "watch"}))

        async def frame() -> float:
            while isinstance(raw := await ws.recv(), str):
                pass
            (length,) = struct.unpack_from("<I", raw)
            head = json.loads(raw[4 : 4 + length])
            await ws.send(json.dumps({"t": "ack", "n": head["n"]}))
            return float(head["at"])

        yield frame


@asynccontextmanager
async def direct(port: int) -> AsyncIterator[Callable[[], Awaitable[float]]]:
    """A client that casts the page in front itself, and acknowledges at once."""
    version = await asyncio.to_thread(fetched, f"http://127.0.0.1:{port}/json/version")
    path = version["webSocketDebuggerUrl"].partition("/devtools")[2]
    where = f"ws://127.0.0.1:{port}/devtools{path}"
    async with connect(where, proxy=None, max_size=None, compression=None) as ws:
        number = 0

        async def say(method: str, params: dict[str, Any], session: str | None = None) -> None:
            nonlocal number
            number += 1
            named = {"sessionId": session} if session else {}
            await ws.send(json.dumps({"id": number, "method": method, "params": params, **named}))

        async def result() -> dict[str, Any]:
            while (told := json.loads(await ws.recv())).get("id") != number:
                pass
            return dict(told["result"])

        await say("Target.getTargets", {})
        infos = (await result())["targetInfos"]
        page = next(each for each in infos if each["url"].startswith("data:"))
        await say("Target.attachToTarget", {"targetId": page["targetId"], "flatten": True})
        session = (await result())["sessionId"]
        await say("Page.enable", {}, session)
        await say("Page.startScreencast", CAST, session)

        async def frame() -> float:
            while (told := json.loads(await ws.recv())).get("method") != "Page.screencastFrame":
                pass
            params = told["params"]
            await say("Page.screencastFrameAck", {"sessionId": params["sessionId"]}, session)
            return float(params["metadata"]["timestamp"])

        yield frame


def calls(ours: Tapbridge) -> float:
    """Return the median of some tool calls, in milliseconds."""
    taken = [ours.do("snapshot", {}).ms for _ in range(CALLS + 1)]
    return statistics.median(taken[1:])


async def measure(on: Stage, *, windows: int, seconds: float) -> None:
    """Measure and print."""
    with tapbridge(on) as ours, forwarded(on) as port:
        ours.do("navigate", {"url": PAGE})
        pid = int(json.loads(on.tapbridge("status", "--json").stdout)["data"]["pid"])
        theirs: list[Window] = []
        here: list[Window] = []
        alone: list[float] = []
        beside: list[float] = []
        cast: list[float] = []
        for _ in range(windows):
            async with direct(port) as frame:
                theirs.append(await window(seconds, frame, pid))
            cast.append(await looked_at(str(port), ours))
            alone.append(await asyncio.to_thread(calls, ours))
            async with viewer(link(on)) as frame:
                here.append(await window(seconds, frame, pid))
            beside.append(await looked_at(link(on), ours))
            sys.stderr.write(".")
            sys.stderr.flush()
    sys.stderr.write("\n")
    fps = [statistics.median(each.fps for each in side) for side in (theirs, here)]
    ages = [statistics.median(age for each in side for age in each.ages) for side in (theirs, here)]
    print(f"frames per second: direct {fps[0]:.1f}, viewer {fps[1]:.1f} ({fps[1] / fps[0]:.0%})")
    print(f"age of a frame, ms: direct {ages[0]:.1f}, viewer {ages[1]:.1f}")
    print(
        f"CPU of the Bridge with a viewer: {statistics.median(e.cpu for e in here):.0f} % of a core"
    )
    calm, busy, by = (statistics.median(each) for each in (alone, beside, cast))
    print(f"a snapshot, ms: alone {calm:.1f}, with a viewer {busy:.1f} ({busy / calm:.2f} times),")
    print(f"  while the direct client casts {by:.1f} ({by / calm:.2f} times)")


async def looked_at(where: str, ours: Tapbridge) -> float:
    """Return the median of some tool calls while a process apart takes frames."""
    words = (sys.executable, "-m", "tests.bench.viewer", "--look", where)
    looking = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
    try:
        assert looking.stdout is not None
        await looking.stdout.readline()  # it has the first one
        return await asyncio.to_thread(calls, ours)
    finally:
        looking.kill()
        await looking.wait()


async def look(where: str) -> None:
    """Take frames until killed, from a viewer's link or a port of Chrome's."""
    side = direct(int(where)) if where.isdigit() else viewer(where)
    async with side as frame:
        await frame()
        print("looking", flush=True)
        while True:
            await frame()


def main() -> None:
    """Read the options and measure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--windows", type=int, default=7)
    options.add_argument("--seconds", type=float, default=10)
    options.add_argument("--look", metavar="WHERE", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.look:
        asyncio.run(look(chosen.look))
        return
    with stage() as on:
        asyncio.run(measure(on, windows=chosen.windows, seconds=chosen.seconds))


if __name__ == "__main__":
    main()
