"""Fingers on the glass: they come down, move, and are always lifted again.

What `tap`, `drag` and `pinch` share. A block of `fingers` that ends with a finger down,
however it ends (broken off, cancelled, late, blocked), takes the touch back with `touchCancel`:
the page sees it end, and nothing is tapped, dropped or flung. Nothing is sent twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bridge.cdp.wire import CdpRefused
from bridge.page.flight import Flight

Raw = dict[str, Any]
Point = tuple[float, float]
"""x, y in visual-viewport CSS px of the top document."""

STEP_SECONDS = 0.016
"""Between two moves: a frame, as a touch screen tells of them."""


class Fingers:
    """One or more fingers that come down, move and are lifted together.

    Attributes:
        down: Whether they are on the glass, as far as was sent.
    """

    def __init__(self, flight: Flight) -> None:
        self._flight = flight
        self.down = False

    def press(self, *points: Point) -> asyncio.Future[Raw]:
        """Put one finger on each point."""
        answer = self._post("touchStart", points)
        self.down = True
        return answer

    def move(self, *points: Point) -> asyncio.Future[Raw]:
        """Move the fingers, each to its point."""
        return self._post("touchMove", points)

    def lift(self) -> asyncio.Future[Raw]:
        """Take the fingers off."""
        answer = self._post("touchEnd")
        self.down = answer.done()  # at once is no answer of Chrome's: it could not be sent
        return answer

    def take_back(self) -> None:
        """Have the touch end as if it had not been meant, if it has not ended."""
        if self.down and self._flight.tab.alive:
            self._post("touchCancel")
        self.down = False

    def _post(self, kind: str, points: tuple[Point, ...] = ()) -> asyncio.Future[Raw]:
        told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        given = {"type": kind, "touchPoints": told}
        return self._flight.post("Input.dispatchTouchEvent", given)


@contextmanager
def fingers(flight: Flight) -> Iterator[Fingers]:
    """Lend fingers; none is left down when the block ends."""
    lent = Fingers(flight)
    try:
        yield lent
    finally:
        lent.take_back()


def path(start: Point, end: Point, steps: int) -> list[Point]:
    """Return the points on the way, the last one included (pure)."""
    return [
        (
            start[0] + (end[0] - start[0]) * step / steps,
            start[1] + (end[1] - start[1]) * step / steps,
        )
        for step in range(1, steps + 1)
    ]


def check_taken(*answers: asyncio.Future[Raw]) -> None:
    """Raise what kept Chrome from taking a touch; a session's end is judged elsewhere.

    Raises:
        CdpRefused: What Chrome said.
    """
    for answer in answers:
        problem = answer.exception() if answer.done() and not answer.cancelled() else None
        if isinstance(problem, CdpRefused) and not problem.session_gone:
            raise problem


def landings(flight: Flight) -> list[Raw]:
    """Return what the page's listeners told of fingers that came down, first first."""
    return [told for told in flight.watch.seen if told.get("type") == "pointerdown"]
