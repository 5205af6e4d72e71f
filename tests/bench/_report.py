"""What `make bench` found, and its tables: the same on the screen and in docs/benchmarks.md."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bridge import __version__
from fixtures.stage import Stage
from tests.bench._cases import FORMS, USUAL
from tests.bench._large import Large
from tests.bench._sides import PEER_OPTIONS, forwarded, peer_version

OURS, PEER = "Tapbridge", "Playwright"

_HEAD = """\
# Benchmarks

<!-- Written by `make bench-write`: run it instead of changing this. -->

What a call costs, as an agent waits for it: Tapbridge over MCP through its daemon (`tapbridge mcp`,
as a host starts it), beside Playwright's library in Node. Both drive the same Chromium of the
virtual phone, over the same adb server, with a delay line in the cable that makes every round trip
to the phone take so long: a USB cable has 1 ms or less, Wi-Fi 5 to 30 ms. They take turns. Times
compare within one run only.
"""

_NOTES = """\
- `snapshot` is `page.ariaSnapshot({mode: "ai"})` there, `find` is `locator.count()`, `text` is the
  body's `innerText()`, and `scroll` is `mouse.wheel()`, which neither waits until anything has
  moved nor says whether it did.
- Playwright's time is that of the library's call alone, taken in its own process. Ours holds the
  pipe, the daemon, the guard before and after, the fence and the journal.
- Playwright connects by `connectOverCDP`, and works in a page of a browser context of its own:
  there is no other way to one that takes touches. Android's Chrome has no such contexts, so the
  virtual phone's quirks {quirks} are off in this run, for both.
"""


_LARGE = """\
A snapshot at 0 ms: milliseconds within the page, milliseconds of the whole call, bytes of the
page's answer on the wire, and bytes of the text that the agent gets (8 KB unless it asks for more;
then interactive things first, and what was cut is said).
"""


@dataclass(slots=True)
class Found:
    """Everything that was measured.

    Attributes:
        ms: Milliseconds by side, what was done, and delay.
        memory: MiB of the daemon after the first calls, and at the end.
        calls: How many calls lie between the two.
        load: Of the machine, before and after.
        versions: What was measured, on which kind of machine.
    """

    ms: dict[tuple[str, str, int], list[float]] = field(default_factory=dict)
    large: list[Large] = field(default_factory=list)
    memory: tuple[float, float] = (0, 0)
    calls: int = 0
    load: tuple[float, float] = (0, 0)
    versions: Mapping[str, str] = field(default_factory=dict)

    def median(self, side: str, what: str, delay: int) -> float | None:
        """Return the median, where it was measured."""
        taken = self.ms.get((side, what, delay))
        return statistics.median(taken) if taken else None


def versions(on: Stage, *, alone: bool) -> dict[str, str]:
    """Say what is measured, and on which kind of machine."""
    with (
        forwarded(on) as port,
        urllib.request.urlopen(f"http://127.0.0.1:{port}/json/version", timeout=10) as answer,
    ):
        chromium = json.loads(answer.read())["Browser"].partition("/")[2]
    told = {OURS: __version__}
    if not alone:
        told |= {PEER: peer_version(), "Node": _first_line("node", "--version").lstrip("v")}
    return {
        **told,
        "Chromium": chromium,
        "Python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }


def _first_line(*command: str) -> str:
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return ran.stdout.partition("\n")[0]


def report(found: Found) -> str:
    """Write the page."""
    peer = any(side == PEER for side, _, _ in found.ms)
    said = ", ".join(f"{name} {version}" for name, version in found.versions.items())
    before, after = found.load
    parts = [
        _HEAD,
        f"{said}. Load of the machine: {before:.1f} at the start, {after:.1f} at the end; "
        "the run alone makes 2 to 3, what is above that was other work.",
        "## One call",
        "Medians in milliseconds; the ratio is ours to Playwright's, below 1 where we are faster.",
        _table(*_calls(found, peer=peer)),
    ]
    if peer:
        names = ", ".join(f"`{option.removeprefix('--quirk=no-')}`" for option in PEER_OPTIONS)
        parts.append(_NOTES.replace("{quirks}", names))
    parts += [
        "## Round trips",
        "A call's serial DevTools round trips, by the phone's own count; the tests hold them.",
        _table(*_trips()),
        "## Large pages",
        _LARGE,
        _table(*_large(found, peer=peer)),
        "## Memory",
        f"The daemon holds {found.memory[0]:.0f} MiB after its first calls and "
        f"{found.memory[1]:.0f} MiB after {found.calls} more.",
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _calls(found: Found, *, peer: bool) -> tuple[list[str], list[list[str]]]:
    delays = sorted({delay for _, _, delay in found.ms})
    head = ["tool"]
    for delay in delays:
        head += [f"{OURS}, {delay} ms", *([PEER, "ratio"] if peer else [])]
    rows = []
    for what in dict.fromkeys(what for _, what, _ in found.ms):
        row = [f"`{what}`"]
        for delay in delays:
            ours, theirs = found.median(OURS, what, delay), found.median(PEER, what, delay)
            row.append(_ms(ours))
            if peer:
                row += [_ms(theirs), f"{ours / theirs:.2f}" if ours and theirs else ""]
        rows.append(row)
    return head, rows


def _trips() -> tuple[list[str], list[list[str]]]:
    rows = [[f"`{tool}`", str(trips), "usual forms"] for tool, trips in USUAL.items()]
    rows += [[f"`{f.tool}`{f.name[len(f.tool) :]}", str(f.trips), f.why] for f in FORMS if f.why]
    return ["tool", "round trips", "why"], sorted(rows, key=lambda row: row[0].split("`")[1])


def _large(found: Found, *, peer: bool) -> tuple[list[str], list[list[str]]]:
    head = ["nodes", "in the page, ms", "whole, ms", "answer, bytes", "text, bytes"]
    rows = [
        [f"{e.nodes:,}", _ms(e.inside), _ms(e.whole), f"{e.answer:,}", f"{e.text:,}"]
        for e in found.large
    ]
    if peer:
        head += [f"{PEER}, ms", f"{PEER}'s text, bytes", "ratio"]
        for row, each in zip(rows, found.large, strict=True):
            if each.peer is not None:
                ratio = each.whole / each.peer.ms
                row += [_ms(each.peer.ms), f"{each.peer.bytes:,}", f"{ratio:.2f}"]
    return head, rows


def _ms(taken: float | None) -> str:
    if taken is None:
        return ""
    return f"{taken:.1f}" if taken < 10 else f"{taken:,.0f}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a Markdown table that reads well as it is, too."""
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        padded = (
            cell.ljust(width) if not at or _wordy(rows, at) else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        return f"| {' | '.join(padded)} |"

    rule = (
        "-" * width if not at or _wordy(rows, at) else "-" * (width - 1) + ":"
        for at, width in enumerate(widths)
    )
    return "\n".join([line(head), f"| {' | '.join(rule)} |", *map(line, rows)])


def _wordy(rows: Sequence[Sequence[str]], at: int) -> bool:
    return any(row[at][:1].isalpha() for row in rows)
