"""Keys that went down come up again, also when a dialog swallows that.

What is typed while a dialog is open Chrome answers at once and drops: a key whose going down
opened the dialog would stay down for the page. Such answers overtake those of the keys before
them, which are held back, and may come after the news that the dialog closed. What was dropped
so is sent once no dialog is open. No key goes down twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from bridge.page.flight import Flight

Raw = dict[str, Any]
Before = tuple[asyncio.Future[Raw], ...]

_METHOD = "Input.dispatchKeyEvent"
_SILENT = frozenset({"Alt", "Control", "Meta", "Shift"})
"""Keys that do nothing by coming up: to send that once too often harms nobody."""


class Held:
    """The keys of one act, in the order in which they are sent."""

    def __init__(self, flight: Flight) -> None:
        self._flight = flight
        self._tab = flight.tab
        self._answers: list[asyncio.Future[Raw]] = []
        self._came: set[asyncio.Future[Raw]] = set()  # of these, those that were handed out
        self._never: set[str] = set()
        self._owed: list[Mapping[str, Any]] = []
        self._off: Callable[[], None] | None = None

    def down(self, event: Mapping[str, Any]) -> None:
        """Have a key go down."""
        answer = self._flight.post(_METHOD, event)
        self._follow(answer, lambda before: self._went_down(str(event["key"]), before))

    def up(self, event: Mapping[str, Any]) -> None:
        """Have a key come up."""
        self._watch(event, self._flight.post(_METHOD, event))

    def _watch(self, event: Mapping[str, Any], answer: asyncio.Future[Raw]) -> None:
        self._follow(answer, lambda before: self._came_up(event, before))

    def _follow(self, answer: asyncio.Future[Raw], then: Callable[[Before], None]) -> None:
        """Hear when an answer is handed out; `then` is given those that were asked for before."""
        before = tuple(self._answers)
        answer.add_done_callback(self._came.add)
        answer.add_done_callback(lambda _: then(before))
        self._answers.append(answer)

    def _went_down(self, key: str, before: Before) -> None:
        if self._overtook(before):
            self._never.add(key)

    def _came_up(self, event: Mapping[str, Any], before: Before) -> None:
        if not self._tab.alive or event["key"] in self._never:
            return
        opens = self._tab.dialog is not None
        if not self._overtook(before) and not (opens and event["key"] in _SILENT):
            return  # it came up, and may have opened the dialog itself
        self._owed.append(event)
        if not opens:
            self._pay()
        elif self._off is None:
            self._off = self._tab.session.on("Page.javascriptDialogClosed", self._on_closed)

    def _on_closed(self, _: Raw) -> None:
        if self._off is not None:
            self._off()
            self._off = None
        self._answers.clear()
        self._pay()

    def _pay(self) -> None:
        owed, self._owed = self._owed, []
        for event in owed:
            self._watch(event, self._tab.session.post(_METHOD, dict(event)))

    def _overtook(self, before: Before) -> bool:
        """Say whether an answer came before one of these; they may all have come by now."""
        return not self._came.issuperset(before)
