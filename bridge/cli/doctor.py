"""`tapbridge doctor`: what stands between this computer and a drivable Chrome.

It ends with the status of what is in the way. `--report` puts it into an archive for a bug
report, `--selftest` looks at this installation alone.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from bridge.cli.answer import Answer, json_option, serial_option
from bridge.cli.verbs import told
from bridge.errors import BridgeError, SetupFault
from bridge.serve import client

_SIGNS = {True: "✓", False: "✗"}
_LABEL = 15


def command() -> click.Command:
    """Return the command, which takes the place of the tool's own verb."""
    return click.Command(
        "doctor",
        callback=doctor,
        params=[
            serial_option("Judge by this phone alone."),
            click.Option(
                ["--report"],
                is_flag=False,
                flag_value="",
                metavar="[FILE]",
                help="Write an archive for a bug report: no addresses, no text, no serials.",
            ),
            click.Option(["--serials"], is_flag=True, help="Name phones in the report."),
            click.Option(
                ["--selftest"], is_flag=True, help="Check this installation; needs no phone."
            ),
            json_option(),
        ],
        help="Check adb, phone, Chrome and screen; says what to fix.",
    )


def doctor(
    *, serial: str | None, report: str | None, serials: bool, selftest: bool, as_json: bool
) -> Answer:
    """Look, and say it; with `--report` or `--selftest` do that instead."""
    del as_json
    if selftest and report is not None:
        raise click.UsageError("--report and --selftest exclude each other")
    if selftest:
        return _selftest()
    if report is not None:
        return _report(report, serials=serials)
    return judged(_look(), serial)


def judged(data: Mapping[str, Any], serial: str | None) -> Answer:
    """Turn what the Bridge saw into an answer; of one phone when it is named."""
    answer = told("doctor", data, None)
    if serial is None:
        return answer
    facts = dict(answer.data)
    named = [each for each in facts.get("devices") or () if each.get("serial") == serial]
    facts["ready"] = any(each.get("ready") for each in named)
    facts["problem"] = named[0].get("problem") if named else {"code": "NO_DEVICE"}
    if not named and answer.exit == 0:
        return told("doctor", {"text": f"adb lists no phone {serial!r}.", "facts": facts}, None)
    return told("doctor", {"text": answer.text, "facts": facts}, None)


def _look() -> dict[str, Any]:
    with client.connect("call", client="cli") as link:
        return link.call("doctor", {}, reads=True)


def _report(named: str, *, serials: bool) -> Answer:
    from bridge import report  # noqa: PLC0415 - it imports everything

    target = Path(named or time.strftime("tapbridge-report-%Y%m%d-%H%M%S.zip"))
    seen: Mapping[str, Any] | BridgeError
    try:
        seen = dict(_look().get("facts") or {})
    except BridgeError as problem:
        seen = problem
    report.write(target, seen, serials=serials)
    text = f"{target}\nLook into it before you send it; its README.txt says what is in it."
    return Answer(text, {"path": str(target)})


def _selftest() -> Answer:
    from bridge import selftest  # noqa: PLC0415 - it imports everything

    checks = selftest.run()
    rows = [f"{_SIGNS[each.passed]} {each.name:<{_LABEL}} {each.told}" for each in checks]
    whole = all(each.passed for each in checks)
    data = {
        "passed": whole,
        "checks": [
            {"name": each.name, "passed": each.passed, "told": each.told} for each in checks
        ],
    }
    return Answer("\n".join(rows), data, exit=0 if whole else SetupFault.exit)
