"""`tapbridge doctor --probe`: asks the phone what the Bridge assumes of it, a line per question.

The daemon asks, because it has the phone to itself; here the rows are shown as they come and
the record is written, for `python -m fixtures.phone --replay FILE` and for bug reports.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from bridge.cli.answer import Answer
from bridge.errors import LateFault, PhoneGone, UsageFault
from bridge.serve import client

ROW_SECONDS = 90.0
"""Longest silence between two rows: the wait for another call of the phone is in it."""

_SIGNS = {"holds": "✓", "differs": "≠", "not seen": "·"}
_LABEL = 20


def added(doctor: click.Command) -> click.Command:
    """Give `doctor` the option; its own callback runs when it is not used."""
    plain: Callable[..., Answer] | None = doctor.callback
    doctor.params[-1:-1] = [
        click.Option(
            ["--probe"],
            is_flag=True,
            help="Ask the phone, in a tab of our own, all that the Bridge assumes of it.",
        ),
        click.Option(
            ["--out"],
            type=click.Path(dir_okay=False, path_type=Path),
            help="Where --probe writes its record: no addresses, no text, no serials.",
        ),
        click.Option(["--take"], is_flag=True, help="Take the phone from an agent for --probe."),
    ]

    def either(
        *, probe: bool, out: Path | None, take: bool, as_json: bool, **others: Any
    ) -> Answer:
        if probe:
            if others.get("selftest") or others.get("serials") or others.get("report") is not None:
                raise click.UsageError("--probe goes with --serial, --out, --take alone")
            return run(others.get("serial"), out, take=take, as_json=as_json)
        if out is not None or take:
            raise click.UsageError("--out and --take go with --probe")
        if plain is None:  # pragma: no cover - `doctor` has one
            raise AssertionError
        return plain(as_json=as_json, **others)

    doctor.callback = either
    return doctor


def run(serial: str | None, out: Path | None, *, take: bool, as_json: bool) -> Answer:
    """Probe, show the rows, write the record.

    Raises:
        UsageFault: The record cannot be written there.
        BridgeError: The phone cannot be asked, or is somebody else's.
    """
    target = out or Path(time.strftime("tapbridge-probe-%Y%m%d-%H%M%S.json"))
    if not target.absolute().parent.is_dir():  # told now, not after a minute of questions
        raise UsageFault("BAD_ARGUMENTS", f"there is no folder {target.parent}")
    counts: Counter[str] = Counter()
    with client.connect("probe", client="cli", serial=serial, take=take) as link:
        link.sock.settimeout(ROW_SECONDS)
        while True:
            said = _next(link)
            if "row" not in said:
                break
            counts[said["row"]["verdict"]] += 1
            if not as_json:
                click.echo(line(said["row"]))
    record = client.unfold(said)
    try:
        text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
        target.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise UsageFault(
            "BAD_ARGUMENTS",
            f"the record cannot be written: {problem}",
            hint="Name another place with --out.",
        ) from problem
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in _SIGNS)
    return Answer(f"\n{told}.\n{target}", {"path": str(target), "record": record})


def line(row: Mapping[str, Any]) -> str:
    """Say a row: sign, id, what was assumed, what was observed, verdict."""
    sign = _SIGNS.get(str(row["verdict"]), "?")
    return (
        f"{sign} {row['id']:<{_LABEL}} {row['assumption']}"
        f" | observed: {row['observed']} | {row['verdict']}"
    )


def _next(link: client.Link) -> dict[str, Any]:
    try:
        raw = link.reader.readline()
    except TimeoutError as late:
        raise LateFault(f"the Bridge said nothing for {ROW_SECONDS:g} s") from late
    except OSError:
        raw = b""
    if not raw.endswith(b"\n"):
        raise PhoneGone("the Bridge ended during the probe", hint="See `tapbridge logs`.")
    said: dict[str, Any] = json.loads(raw)
    return said
