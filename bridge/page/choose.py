"""Choosing an option of a select.

Its picker is native, so CDP cannot see it: the value is set in the page with the events
that a person's choice gives. One round trip.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bridge.page import effects
from bridge.page.read import value
from bridge.page.seen import Effects
from bridge.page.snapshot import Row, Selected
from bridge.page.tab import Tab


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is selected now, and in what."""

    element: Row
    selected: tuple[str, ...]
    effects: Effects = field(default_factory=Effects)

    @property
    def sentence(self) -> str:
        """`selected "Blue" in combobox "Colour"`."""
        options = ", ".join(f'"{each}"' for each in self.selected)
        done = f"selected {options} in {self.element.sentence()}"
        return "; ".join([done, *effects.told(self.effects)])

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "selected": list(self.selected),
            "element": self.element.sentence(),
            **effects.facts(self.effects),
        }


async def select(tab: Tab, target: Mapping[str, Any], wanted: Mapping[str, Any]) -> Chosen:
    """Choose by `option` (visible text), `value` or `index`.

    Raises:
        ScreenFault: `NOT_A_SELECT`, `OPTION_NOT_FOUND` with the options, `DISABLED`.
    """
    answer = await tab.ask("select", {"target": dict(target), **wanted})
    chosen = value(answer, Selected)
    return Chosen(chosen.element, chosen.selected, effects.changes(answer))
