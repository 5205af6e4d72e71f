"""`make bench`: the tools at 0, 20 and 200 ms round trip time, beside Playwright's library.

Ours through the daemon over MCP, the peer as a library in Node, on one virtual phone's
Chromium with a delay line in its cable, in turns. Then snapshots of large pages, and memory.
`--write` puts the tables into docs/benchmarks.md too; `--alone` leaves the peer out.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from itertools import cycle, islice
from typing import Any

from fixtures.stage import ROOT, Stage, stage
from tests.bench import _large
from tests.bench._report import OURS, PEER, Found, report, versions
from tests.bench._sides import PEER_OPTIONS, Side, install_peers, playwright, tapbridge

DELAYS_MS = (0, 20, 200)
ROUNDS = {0: 12, 20: 8, 200: 3}
"""Calls in one turn of a side; one more goes before them, uncounted."""
TURNS = 2
MEMORY_CALLS = 200

NAME = {"label": "Name"}
COUNTRY = {"label": "Country"}
RACES: tuple[tuple[str, str, tuple[Mapping[str, Any], ...]], ...] = (
    ("snapshot", "login.html", ({},)),
    ("find", "login.html", ({"text": "Sign in"},)),
    ("text", "login.html", ({},)),
    ("wait", "login.html", ({"text": "Sign in"},)),
    ("tap", "login.html", (NAME,)),
    ("fill", "login.html", ({**NAME, "value": "Ada"}, {**NAME, "value": "Grace"})),
    ("key", "login.html", ({"key": "ArrowLeft"}, {"key": "ArrowRight"})),
    ("select", "form.html", ({**COUNTRY, "option": "France"}, {**COUNTRY, "option": "Japan"})),
    ("scroll", "shop.html", ({"direction": "down"}, {"direction": "up"})),
    ("screenshot", "shop.html", ({},)),
    ("navigate", "shop.html", ({"url": "login.html"}, {"url": "shop.html"})),
)
"""What is done, on which page, with which arguments, one set after the other."""


def turn(found: Found, name: str, side: Side, on: Stage, delay: int) -> None:
    """Let one side do everything some times over."""
    at = ""
    for what, page, turns in RACES:
        if page != at:
            at = page
            side.do("navigate", {"url": on.page(page)})
        taken = found.ms.setdefault((name, what, delay), [])
        for number, args in enumerate(islice(cycle(turns), ROUNDS[delay] + 1)):
            timed = side.do(what, _whole(args, on))
            if number:
                taken.append(timed.ms)
        sys.stderr.write(".")
        sys.stderr.flush()


def _whole(args: Mapping[str, Any], on: Stage) -> Mapping[str, Any]:
    return {**args, "url": on.page(args["url"])} if "url" in args else args


def measure(on: Stage, *, alone: bool) -> Found:
    """Measure everything; the sides take turns, so that a busy machine is busy for both."""
    found = Found(calls=MEMORY_CALLS, versions=versions(on, alone=alone))
    with ExitStack() as begun:
        ours = begun.enter_context(tapbridge(on))
        sides: dict[str, Side] = {OURS: ours}
        ours.do("navigate", {"url": on.page("shop.html")})
        if not alone:
            sides[PEER] = begun.enter_context(playwright(on))
        for delay in DELAYS_MS:
            on.ask("/rtt", {"ms": delay})
            for _ in range(TURNS):
                for name, side in sides.items():
                    turn(found, name, side, on, delay)
        on.ask("/rtt", {"ms": 0})
        found.large = _large.measure(on, ours, sides.get(PEER))
        ours.do("navigate", {"url": on.page("shop.html")})
        before = _large.resident(on.home)
        for _ in range(MEMORY_CALLS):
            ours.do("snapshot", {})
        found.memory = (before, _large.resident(on.home))
    sys.stderr.write("\n")
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="docs/benchmarks.md too")
    parser.add_argument("--alone", action="store_true", help="leave the peer out")
    asked = parser.parse_args(words)
    missing = None if asked.alone else install_peers()
    if missing:
        sys.stderr.write(f"Playwright is left out: {missing}.\n")
    alone = asked.alone or missing is not None
    load = os.getloadavg()[0]
    with stage(*(() if alone else PEER_OPTIONS)) as on:
        found = measure(on, alone=alone)
    found.load = (load, os.getloadavg()[0])
    told = report(found)
    print(told)
    if asked.write:
        (ROOT / "docs" / "benchmarks.md").write_text(told, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
