"""The focus given to an element, and text marked, each in one round trip.

Both are done by the page script, as a page's own script would: what a person sees is the same,
and nothing is tapped on the way. A password is marked and never told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bridge.page.read import value
from bridge.page.snapshot import Given, Marked, Row, quoted
from bridge.page.tab import Tab

Raw = dict[str, Any]
Caret = Literal["start", "end", "all"]

_CARETS = {
    "start": "the caret is at the start",
    "end": "the caret is at the end",
    "all": "all of it is selected",
}


@dataclass(frozen=True, slots=True)
class Focus:
    """An element that has the focus now."""

    element: Row
    caret: str | None

    @property
    def sentence(self) -> str:
        """`the focus is in textbox "Name"; the caret is at the end`."""
        caret = [_CARETS[self.caret]] if self.caret in _CARETS else []
        return "; ".join([f"the focus is in {self.element.sentence()}", *caret])

    def as_json(self) -> Raw:
        """Return it as JSON values."""
        told = {"element": self.element.sentence(), "ref": self.element.ref}
        return {**told, "caret": self.caret}


@dataclass(frozen=True, slots=True)
class Selection:
    """Text that is selected now.

    Attributes:
        text: As much of it as is told, with dots where it is cut; None of a password.
        length: Of all of it, in characters.
    """

    element: Row
    text: str | None
    length: int

    @property
    def sentence(self) -> str:
        """`selected 11 characters in paragraph: "Hello there"`."""
        told = "" if self.text is None else f': "{quoted(self.text, len(self.text))}"'
        return f"selected {self.length} characters in {self.element.sentence()}{told}"

    def as_json(self) -> Raw:
        """Return it as JSON values."""
        told = {"element": self.element.sentence(), "ref": self.element.ref}
        return {**told, "text": self.text, "length": self.length}


async def focus(tab: Tab, target: Mapping[str, Any], caret: Caret) -> Focus:
    """Give an element the focus, and place the caret if it is a field.

    Raises:
        ScreenFault: `ACTION_FAILED`, it takes none; `DISABLED`, `NOT_VISIBLE`.
        UnknownOutcome: The page did not answer.
    """
    given = value(await tab.ask("focus", {"target": dict(target), "caret": caret}), Given)
    return Focus(given.element, given.caret)


async def select_text(tab: Tab, wanted: Mapping[str, Any]) -> Selection:
    """Select all text of an element (`target`), or words (`search`, `occurrence` from 0).

    Raises:
        ScreenFault: `TARGET_NOT_FOUND`, the words are not there; `ACTION_FAILED`, nothing can be
            selected; `NOT_VISIBLE`, `DISABLED`.
        UnknownOutcome: The page did not answer.
    """
    marked = value(await tab.ask("select_text", dict(wanted)), Marked)
    return Selection(marked.element or Row(role="generic"), marked.text, marked.length)
