"""What a tab's page commands are told beside their arguments: refs given out, the frame entered.

Pure: no I/O.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_NAMELESS = frozenset({"where", "veils", "probe", "outcome", "filled", "pressed", "scrolled"})


def seeks(command: str, args: Mapping[str, Any]) -> bool:
    """Say whether a command goes through the page: one about a ref, point or token does not."""
    if command in _NAMELESS or "token" in args or "point" in args:
        return False
    return "ref" not in args and "ref" not in (args.get("target") or {})


@dataclass(slots=True)
class Refs:
    """The highest element ref given out so far, shared by all tabs of a browser.

    A fresh document numbers on from here, so a ref never comes to mean something else.
    """

    last: int = 0


@dataclass(frozen=True, slots=True)
class Entered:
    """A frame that was entered: its element's ref, and what it was told as."""

    ref: str
    name: str


class Scope:
    """The frames that were entered one in the other, until the tab's address changes."""

    def __init__(self) -> None:
        self._url = ""
        self._path: tuple[Entered, ...] = ()

    def path(self, url: str) -> tuple[Entered, ...]:
        """Return the way in, outermost first; none when the tab has gone elsewhere since."""
        if url != self._url:
            self._path = ()
        return self._path

    def args(self, url: str, command: str, args: Mapping[str, Any]) -> dict[str, str]:
        """Return what a command of the page script is told of the frame that was entered."""
        path = self.path(url)
        return {"within": path[-1].ref} if path and seeks(command, args) else {}

    def told(self, url: str) -> str:
        """Say which frame was entered; nothing when none was."""
        path = self.path(url)
        return f"inside {' > '.join(each.name for each in path)}" if path else ""

    def enter(self, url: str, frame: Entered) -> None:
        """Go on into a frame."""
        self._path, self._url = (*self.path(url), frame), url

    def leave(self, url: str, *, all_of_them: bool) -> None:
        """Go out of the innermost frame, or of all."""
        self._path = () if all_of_them else self.path(url)[:-1]
