"""Scrolling: by wheel, as a person's finger would move the page, or at once to a place.

The wheel takes two flights: where to turn it and how far, then its steps and the question
where things lie once still. `Input.synthesizeScrollGesture` is not used: after a pinch
zoom it strips pointer events from later taps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

from bridge.errors import ScreenFault, UnknownOutcome
from bridge.page.flight import fly, plan
from bridge.page.read import value
from bridge.page.snapshot import Scrolled, ScrollPlan
from bridge.page.tab import Tab

Raw = dict[str, Any]
Direction = Literal["up", "down", "left", "right"]

STEP = 120
"""Most CSS px of one wheel event: what one notch of a wheel gives."""

_SIGNS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


@dataclass(frozen=True, slots=True)
class Moved:
    """Where the page lies now, in CSS px from its top left.

    Attributes:
        what: What was done, in words.
        moved: Whether anything moved; what scrolled may be a box inside the page.
    """

    what: str
    at: Scrolled
    moved: bool
    followed: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """`scrolled down; the page lies at 720 of 2085 px`."""
        done = self.what if self.moved else f"{self.what}: nothing had to move"
        place = f"the page lies at {self.at.top:.0f} of {self.at.max_top:.0f} px"
        return "; ".join([done, place, *self.followed])

    def as_json(self) -> Raw:
        """Return it as JSON values."""
        return {"moved": self.moved, **self.at.model_dump(exclude={"moved"})}


async def scroll(tab: Tab, direction: Direction, target: Mapping[str, Any] | None = None) -> Moved:
    """Scroll by most of a screen, with wheel events.

    Args:
        tab: In front.
        direction: Where the reader goes.
        target: An element inside the box that shall scroll; the middle of the screen if none.

    Raises:
        ScreenFault: `NOT_SCROLLED`, the end is reached or the page takes the wheel itself.
        UnknownOutcome: It was sent and the page did not answer.
    """
    args: Raw = {"direction": direction}
    if target:
        args["target"] = dict(target)
    planned = await plan(tab, "scroll_plan", args, ScrollPlan)
    across, along = _SIGNS[direction]
    with fly(tab) as flight:
        for step in steps(planned.amount):
            flight.post(
                "Input.dispatchMouseEvent",
                {
                    "type": "mouseWheel",
                    "x": planned.x,
                    "y": planned.y,
                    "deltaX": across * step,
                    "deltaY": along * step,
                },
            )
        asked = flight.ask("scrolled", token=planned.token)
        await flight.land(tab.limits.page_seconds)
        flight.check_alive(f"scrolling {direction} was sent")
        answer = flight.answer(asked)
        if answer is None:
            told = "; ".join(flight.followed()) or "the page did not answer"
            raise UnknownOutcome(f"scrolling {direction} was sent, and {told}")
        at = value(answer, Scrolled)
        if not at.moved:
            raise ScreenFault("NOT_SCROLLED", f"nothing moved {direction}")
        return Moved(f"scrolled {direction}", at, moved=True, followed=tuple(flight.followed()))


async def scroll_to(tab: Tab, to: Mapping[str, Any]) -> Moved:
    """Scroll at once to an end (`to`), a place (`x`, `y`), or an element.

    Raises:
        ScreenFault: The element cannot be found or brought into sight.
    """
    places = {key: to[key] for key in ("to", "x", "y") if key in to}
    target = {key: given for key, given in to.items() if key not in places}
    args = {**places, **({"target": target} if target else {})}
    at = await plan(tab, "scroll", args, Scrolled)
    if "to" in places:
        what = f"scrolled to the {places['to']}"
    elif target:
        what = "scrolled to the element"
    else:
        what = f"scrolled to {at.left:.0f},{at.top:.0f}"
    return Moved(what, at, moved=at.moved)


def steps(amount: float) -> list[float]:
    """Part a distance in CSS px into wheel events of one size, none above `STEP`."""
    count = max(1, ceil(amount / STEP))
    return [amount / count] * count
