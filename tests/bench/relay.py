"""`python -m tests.bench.relay`: commands per second through the relay, beside the bare forward.

One client after the other, in turns, on the same page of the same Chromium: one command at a
time, and many under way at once. Figures for people to judge: nothing fails here.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from fixtures.stage import TAPBRIDGE, Stage, stage
from tests.bench._sides import forwarded

AT_ONCE = 32
WAYS = (0, 20)
"""Milliseconds to the phone and back: none, which no phone has, and a cable's."""


class Client:
    """Speaks DevTools to one page, and counts how fast it is answered."""

    def __init__(self, link: ClientConnection) -> None:
        self._link, self._number, self._session = link, 0, ""

    async def post(self, method: str, params: dict[str, Any]) -> int:
        """Send a command and return its number."""
        self._number += 1
        named = {"sessionId": self._session} if self._session else {}
        said = {"id": self._number, "method": method, "params": params, **named}
        await self._link.send(json.dumps(said))
        return self._number

    async def answer(self) -> dict[str, Any]:
        """Return the next answer; events are passed over."""
        async with asyncio.timeout(10):
            while True:
                told: dict[str, Any] = json.loads(await self._link.recv())
                if "id" in told:
                    return told

    async def attach(self) -> None:
        """Attach to the page that is there."""
        await self.post("Target.getTargets", {})
        infos = (await self.answer())["result"]["targetInfos"]
        page = next(t for t in infos if t["type"] == "page" and len(t["targetId"]) == 32)
        number = await self.post(
            "Target.attachToTarget", {"targetId": page["targetId"], "flatten": True}
        )
        while (told := await self.answer())["id"] != number:
            pass
        self._session = told["result"]["sessionId"]

    async def rate(self, seconds: float, at_once: int) -> float:
        """Return how many commands were answered in a second."""
        for _ in range(at_once):
            await self.post("Runtime.evaluate", {"expression": "1"})
        count, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            await self.answer()
            count += 1
            await self.post("Runtime.evaluate", {"expression": "1"})
        taken = time.perf_counter() - began
        for _ in range(at_once):
            await self.answer()
        return count / taken


@asynccontextmanager
async def client(where: str) -> AsyncIterator[Client]:
    """A client that is attached to the page."""
    async with connect(where, proxy=None, compression=None, max_size=None) as link:
        made = Client(link)
        await made.attach()
        yield made


@contextmanager
def relayed(on: Stage) -> Iterator[str]:
    """The address of a relay to the phone, as long as the block lasts."""
    words = [str(TAPBRIDGE), "relay", "--serial", on.serial, "--json"]
    with subprocess.Popen(words, env=on.environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield str(json.loads(process.stdout.readline())["data"]["socket"])
        finally:
            process.terminate()


def bare(port: int) -> str:
    """Return the address of Chrome itself behind a forward."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/version", timeout=10) as answer:
        told = json.loads(answer.read())
    path = told["webSocketDebuggerUrl"].partition("/devtools")[2]
    return f"ws://127.0.0.1:{port}/devtools{path}"


async def measure(on: Stage, *, windows: int, seconds: float) -> None:
    """Measure and print."""
    with forwarded(on) as port, relayed(on) as address:
        async with AsyncExitStack() as links:
            sides = [await links.enter_async_context(client(w)) for w in (bare(port), address)]
            for way, at_once in ((way, count) for way in WAYS for count in (1, AT_ONCE)):
                on.ask("/rtt", {"ms": way})
                rates: tuple[list[float], list[float]] = ([], [])
                for _ in range(windows):
                    for side, kept in zip(sides, rates, strict=True):
                        kept.append(await side.rate(seconds, at_once))
                    sys.stderr.write(".")
                    sys.stderr.flush()
                direct, ours = map(statistics.median, rates)
                told = f"direct {direct:.0f}/s, relay {ours:.0f}/s ({ours / direct:.0%})"
                print(f"commands, {at_once} at once, {way} ms away: {told}")
    sys.stderr.write("\n")


def main() -> None:
    """Read the options and measure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--windows", type=int, default=7)
    options.add_argument("--seconds", type=float, default=3)
    chosen = options.parse_args()
    with stage() as on:
        asyncio.run(measure(on, windows=chosen.windows, seconds=chosen.seconds))


if __name__ == "__main__":
    main()
