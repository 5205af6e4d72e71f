"""Snapshots of large pages: what they take in the page, on the wire, and as a whole."""

from __future__ import annotations

import asyncio
import json
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bridge.cdp.connection import open_connection
from bridge.cdp.session import Session
from bridge.page.bundle import bundle
from bridge.page.render import most_rows
from bridge.settings import LimitSettings
from fixtures.stage import Stage
from tests.bench._pages import large_pages
from tests.bench._sides import Side, Timed, forwarded

SIZES = (1_000, 10_000, 50_000)
_ROUNDS = 5
_TIMED = """(async () => {
  const began = performance.now();
  const answer = await __tapbridge.call("snapshot", {boxes: false, max_rows: ROWS, ref_base: 0});
  return {ms: performance.now() - began, answer};
})()"""


@dataclass(frozen=True)
class Large:
    """A snapshot of one page.

    Attributes:
        inside: Milliseconds in the page.
        whole: Milliseconds of the tool, as an MCP host waits for it.
        answer: Bytes of the page's answer on the wire.
        text: Bytes of what the host gets.
        peer: The same of the peer: milliseconds and bytes of its text.
    """

    nodes: int
    inside: float
    whole: float
    answer: int
    text: int
    peer: Timed | None


def measure(on: Stage, ours: Side, peer: Side | None) -> list[Large]:
    """Measure every size, without delay."""
    found = []
    with large_pages() as pages:
        for nodes in SIZES:
            url = f"{pages}/{nodes}"
            ours.do("navigate", {"url": url})
            whole, theirs = [], []
            if peer is not None:
                peer.do("navigate", {"url": f"{url}?peer"})
            for _ in range(_ROUNDS):
                whole.append(ours.do("snapshot", {}))
                if peer is not None:
                    theirs.append(peer.do("snapshot", {}))
            inside, answer = asyncio.run(_inside(on, url))
            found.append(
                Large(
                    nodes,
                    inside,
                    statistics.median(each.ms for each in whole),
                    answer,
                    whole[-1].bytes,
                    Timed(statistics.median(each.ms for each in theirs), theirs[-1].bytes)
                    if theirs
                    else None,
                )
            )
    return found


async def _inside(on: Stage, url: str) -> tuple[float, int]:
    """Run the same command in the page script's world that is there already, and time it there."""
    limits = LimitSettings(command_seconds=60)
    with forwarded(on) as port:
        async with open_connection(port, limits) as link:
            told = await link.root.call("Target.getTargets")
            target = next(
                each["targetId"]
                for each in told["targetInfos"]
                if each["url"] == url and not each["targetId"].isdecimal()
            )
            params = {"targetId": target, "flatten": True}
            attached = await link.root.call("Target.attachToTarget", params)
            session = link.session(attached["sessionId"], target)
            world = await _world(session)
            taken, size = [], 0
            for _ in range(_ROUNDS):
                answer = await session.call(
                    "Runtime.evaluate",
                    {
                        "expression": _TIMED.replace("ROWS", str(most_rows(limits.snapshot_bytes))),
                        "uniqueContextId": world,
                        "awaitPromise": True,
                        "returnByValue": True,
                    },
                )
                value = answer["result"]["value"]
                taken.append(value["ms"])
                size = len(
                    json.dumps(value["answer"], ensure_ascii=False, separators=(",", ":")).encode()
                )
            return statistics.median(taken), size


async def _world(session: Session) -> str:
    found: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def made(event: dict[str, Any]) -> None:
        context = event["context"]
        if context["name"] == bundle().world and not found.done():
            found.set_result(context["uniqueId"])

    session.on("Runtime.executionContextCreated", made)
    await session.call("Runtime.enable")
    async with asyncio.timeout(10):
        return await found


def resident(home: Path) -> float:
    """Return the MiB of memory that the Bridge's daemon holds; 0 where that is not told."""
    state = next(home.rglob("daemon.json"))
    status = Path(f"/proc/{json.loads(state.read_text())['pid']}/status")
    if not status.exists():
        return 0.0
    line = next(each for each in status.read_text().splitlines() if each.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
