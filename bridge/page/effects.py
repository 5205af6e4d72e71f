"""What an act changed of the text that is seen, as the page script tells it, in short clauses.

It comes with the answer that is asked for anyway, of frames that are free to be read.
Pure: no I/O.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from bridge.page.seen import Effects
from bridge.page.snapshot import Answer, Row, one_line, quoted

_MOST_TOLD = 12
_LONGEST = 120


def changes(answer: Answer | None) -> Effects:
    """Read what changed out of an act's answer; nothing when it was lost or tells nothing."""
    value: Any = answer.value if answer is not None else None
    if isinstance(value, dict) and "appeared" not in value:
        value = value.get("effects")
    if not isinstance(value, dict):
        return Effects()
    try:
        return Effects.model_validate(value)
    except ValidationError:  # a page at work on us: what the act itself tells stands
        return Effects()


def focused(row: Row) -> str:
    """Say where the focus went: also that its value kept a form from being sent."""
    why = ", whose value is invalid" if "invalid" in row.states else ""
    return f"the focus is in {row.sentence()}{why}"


def told(effects: Effects) -> list[str]:
    """Say it: `the page now shows alert "Card declined"`, `"Milk" went away`."""
    clauses = []
    if effects.appeared:
        more = f" and {effects.more} more" if effects.more else ""
        clauses.append(f"the page now shows {_listed(effects.appeared)}{more}")
    if effects.gone:
        clauses.append(f"{_listed(effects.gone)} went away")
    return clauses


def facts(effects: Effects) -> dict[str, list[str]]:
    """Return it as JSON values."""
    return {
        "appeared": [row.name for row in effects.appeared[:_MOST_TOLD]],
        "gone": [row.name for row in effects.gone[:_MOST_TOLD]],
    }


def _listed(rows: Sequence[Row]) -> str:
    return ", ".join(_quoted(row) for row in rows[:_MOST_TOLD])


def _quoted(row: Row) -> str:
    words = f'"{quoted(row.name, _LONGEST)}"'
    return words if row.role == "text" else f"{one_line(row.role, _LONGEST)} {words}"
