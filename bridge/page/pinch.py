"""A pinch by two fingers: the page is drawn larger or smaller.

Where the browser zooms, Chrome's own gesture is asked for: it reaches the asked scale, which
single touches overshoot. Where `touch-action` keeps the browser from it (a map), the page
gets the fingers themselves. Three round trips: the scale is read once the gesture has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bridge.errors import ScreenFault, UnknownOutcome
from bridge.page.finger import STEP_SECONDS, Point, check_taken, fingers, path
from bridge.page.flight import Flight, fly, plan
from bridge.page.read import value
from bridge.page.snapshot import Pinched, PinchPlan
from bridge.page.tab import Tab

Raw = dict[str, Any]

STEPS = 16
"""Moves of two fingers."""


_SAME = 0.01
_MARGIN = 4
_LEAST = 6
"""CSS px: what is kept free at the edge, and the least distance of a finger from the middle."""

_PINCH_SECONDS = 10
"""Limit of Chrome's own gesture; it takes a third of a second."""


@dataclass(frozen=True, slots=True)
class Zoom:
    """What a pinch came to.

    Attributes:
        before, after: How large the page is drawn: 1 is the least of a mobile page.
        taken: The page was given the two fingers, and zooms (or not) as it likes.
    """

    before: float
    after: float
    taken: bool
    what: str
    followed: tuple[str, ...] = ()
    facts: Raw = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """`zoomed from 1 to 2`."""
        done = f"zoomed from {self.before:.3g} to {self.after:.3g}"
        if self.taken:
            done = f"pinched {self.what}, which takes two fingers itself"
        return "; ".join([done, *self.followed])

    def as_json(self) -> Raw:
        """Return it as JSON values."""
        return {
            "before": round(self.before, 3),
            "after": round(self.after, 3),
            "taken_by_page": self.taken,
            **self.facts,
        }


async def pinch(tab: Tab, target: Mapping[str, Any] | None, *, scale: float) -> Zoom:
    """Pinch at an element, or in the middle of what is seen.

    Args:
        tab: In front.
        target: How tools name an element.
        scale: How much larger (or below 1, smaller).

    Raises:
        ScreenFault: `NOT_ZOOMED`, the page allows no zoom or is at its end; what keeps the
            element from being touched.
        UnknownOutcome: It was sent and the page did not answer.
    """
    args = {"target": dict(target)} if target else {}
    planned = await plan(tab, "pinch_plan", args, PinchPlan)
    what = planned.element.sentence() if planned.element else "the page"
    with fly(tab) as flight:
        if planned.zooms:
            await _gesture(flight, planned, scale)
        else:
            await _two_fingers(flight, planned, scale, what)
        flight.check_alive("the pinch was sent")
        followed = tuple(flight.followed())
        if flight.broken_off:
            raise UnknownOutcome(f"the pinch was sent, and {'; '.join(followed)}")
        asked = flight.ask("pinched", of=planned.token, fingers=not planned.zooms)
        await flight.land(tab.limits.page_seconds)
        flight.check_alive("the pinch was sent")
        answer = flight.answer(asked)
        if answer is None:
            why = "; ".join(flight.followed()) or "the page did not answer"
            raise UnknownOutcome(f"the pinch was sent, and {why}")
        return _zoomed(planned, value(answer, Pinched), what, flight)


def _zoomed(planned: PinchPlan, seen: Pinched, what: str, flight: Flight) -> Zoom:
    followed = tuple(flight.followed())
    if not planned.zooms:
        if not seen.seen.get("touchstart") and not seen.seen.get("pointerdown"):
            if seen.deaf or what.startswith("iframe"):
                raise UnknownOutcome("two fingers were sent, and the page did not confirm it")
            raise ScreenFault("NO_EFFECT", f"the page saw nothing of two fingers on {what}")
    elif abs(seen.scale - planned.scale) < _SAME:
        raise ScreenFault(
            "NOT_ZOOMED",
            f"the page is drawn at {seen.scale:.3g} as before: it allows no more, or takes the"
            " fingers itself",
        )
    return Zoom(planned.scale, seen.scale, not planned.zooms, what, followed, flight.facts())


async def _gesture(flight: Flight, planned: PinchPlan, scale: float) -> None:
    given = {"x": planned.x, "y": planned.y, "scaleFactor": scale}
    done = flight.post("Input.synthesizePinchGesture", given)
    if not await flight.land(_PINCH_SECONDS, lambda: flight.broken_off):
        raise UnknownOutcome("the pinch was sent, and Chrome did not end it")
    check_taken(done)


async def _two_fingers(flight: Flight, planned: PinchPlan, scale: float, what: str) -> None:
    begin, end = spans(planned, scale)
    if not begin:
        raise ScreenFault("NOT_VISIBLE", f"{what} has no room for two fingers")
    ways = [path(one, other, STEPS) for one, other in zip(begin, end, strict=True)]
    with fingers(flight) as pair:
        start = pair.press(*begin)
        unbroken = await flight.idle(STEP_SECONDS)
        for points in zip(*ways, strict=True):
            if not unbroken:
                return
            pair.move(*points)
            unbroken = await flight.idle(STEP_SECONDS)
        if unbroken:
            pair.lift()
    await flight.land(flight.tab.limits.page_seconds, lambda: flight.broken_off)
    check_taken(start)


def spans(planned: PinchPlan, scale: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return where two fingers begin and end; nothing when there is no room (pure)."""
    across = planned.across >= planned.along
    wide = max(planned.across, planned.along) - _MARGIN
    near = wide / scale if scale > 1 else wide * scale
    if near < _LEAST:
        near = _LEAST
        # less than was asked for, where an element is small
        wide = max(wide, near)
    if wide <= _LEAST:
        return (), ()

    def pair(far: float) -> tuple[Point, ...]:
        x, y = (far, 0.0) if across else (0.0, far)
        return (planned.x - x, planned.y - y), (planned.x + x, planned.y + y)

    return (pair(near), pair(wide)) if scale > 1 else (pair(wide), pair(near))
