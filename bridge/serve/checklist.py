"""The checklist of `doctor` as a viewer shows it while there is no picture. Pure: no I/O."""

from __future__ import annotations

from typing import Any

from bridge.adb.report import Report

_MARKS = {"passed": "ok", "failed": "bad", "advisory": "wait"}


def checks(report: Report, serial: str | None) -> list[dict[str, Any]]:
    """Return the rows of the checklist that are about a phone, as the viewer shows them."""
    sections = report.checks()
    rows = [
        row for title, section in sections if title is None or title == serial for row in section
    ]
    return [
        {
            "label": row.label,
            "mark": _MARKS[row.mark],
            "value": " ".join(filter(None, (row.value, row.hint))),
            **({"fix": [row.fix]} if row.fix else {}),
        }
        for row in rows
    ]
