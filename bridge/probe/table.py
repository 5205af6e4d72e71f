"""The questions, in the order in which they are asked.

One per statement of QUIRKS, NATIVE or MEASURED that only a phone can confirm. They stand
beside what asks them.
"""

from __future__ import annotations

from bridge.probe import document, native, tabs, touch, view, wire
from bridge.probe.question import Question

GROUPS: dict[str, tuple[Question, ...]] = {
    "Tabs": tabs.QUESTIONS,
    "Connection": wire.QUESTIONS,
    "Shell": native.QUESTIONS,
    "Documents": document.QUESTIONS,
    "Input": touch.QUESTIONS,
    "View": view.QUESTIONS,
}

QUESTIONS: tuple[Question, ...] = tuple(one for group in GROUPS.values() for one in group)
