"""When a tab was tapped last, and where.

Chrome takes two taps for a double tap when they are close to each other in place and in
time, whatever they hit: the second then selects or zooms, and does not do what a tap does.
Whoever means two taps has to leave time between them. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass

APART_SECONDS = 0.5
"""Chrome waits 0.3 to 0.4 s for the second tap; the way to it may bring two closer together."""

APART_PX = 300.0
"""Chrome's limit is 100 px of the screen, which is as many of a page three times as wide."""


@dataclass(slots=True)
class Pace:
    """The last tap of a tab: on which page, on what, where, and when."""

    url: str = ""
    ref: str | None = None
    x: float = 0
    y: float = 0
    at: float = float("-inf")

    def note(self, url: str, ref: str | None, x: float, y: float, now: float) -> None:
        """Remember a tap on an element, at a time of the loop's clock in seconds."""
        self.url, self.ref, self.x, self.y, self.at = url, ref, x, y, now

    def rest(self, url: str, ref: str | None, x: float, y: float, now: float) -> float:
        """Return how many seconds to wait, so that a tap on another element is one of its own."""
        if url != self.url or (ref is not None and ref == self.ref):
            return 0.0
        if max(abs(x - self.x), abs(y - self.y)) > APART_PX:
            return 0.0
        return max(0.0, self.at + APART_SECONDS - now)
