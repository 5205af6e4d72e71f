"""Keys that went down come up again, also when a dialog swallows that.

What is typed while a dialog is open Chrome answers at once and drops: a key whose going down
opened the dialog would stay down for the page. Such answers overtake those of the keys before
them, which are held back; what was dropped so is sent when the dialog closes. No key goes
down twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from bridge.page.flight import Flight

Raw = dict[str, Any]

_METHOD = "Input.dispatchKeyEvent"
_SILENT = frozenset({"Alt", "Control", "Meta", "Shift"})
"""Keys that do nothing by coming up: to send that once too often harms nobody."""


class Held:
    """The keys of one act, in the order in which they are sent."""

    def __init__(self, flight: Flight) -> None:
        self._flight = flight
        self._tab = flight.tab
        self._answers: list[asyncio.Future[Raw]] = []
        self._never: set[str] = set()
        self._owed: list[Mapping[str, Any]] = []
        self._off: Callable[[], None] | None = None

    def down(self, event: Mapping[str, Any]) -> None:
        """Have a key go down."""
        before = tuple(self._answers)
        answer = self._flight.post(_METHOD, event)
        answer.add_done_callback(lambda _: self._went_down(str(event["key"]), before))
        self._answers.append(answer)

    def up(self, event: Mapping[str, Any]) -> None:
        """Have a key come up."""
        self._watch(event, self._flight.post(_METHOD, event))

    def _watch(self, event: Mapping[str, Any], answer: asyncio.Future[Raw]) -> None:
        before = tuple(self._answers)
        answer.add_done_callback(lambda _: self._came_up(event, before))
        self._answers.append(answer)

    def _went_down(self, key: str, before: tuple[asyncio.Future[Raw], ...]) -> None:
        if self._tab.dialog is not None and not _all_done(before):
            self._never.add(key)

    def _came_up(self, event: Mapping[str, Any], before: tuple[asyncio.Future[Raw], ...]) -> None:
        if self._tab.dialog is None or not self._tab.alive or event["key"] in self._never:
            return
        if _all_done(before) and event["key"] not in _SILENT:
            return  # it came up, and opened the dialog itself
        self._owed.append(event)
        if self._off is None:
            self._off = self._tab.session.on("Page.javascriptDialogClosed", self._on_closed)

    def _on_closed(self, _: Raw) -> None:
        if self._off is not None:
            self._off()
            self._off = None
        owed, self._owed = self._owed, []
        self._answers.clear()
        for event in owed:
            self._watch(event, self._tab.session.post(_METHOD, dict(event)))


def _all_done(answers: tuple[asyncio.Future[Raw], ...]) -> bool:
    return all(each.done() for each in answers)
