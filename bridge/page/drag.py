"""A drag by one finger, and what moved by it.

Flight 1 asks for both ends, which must be on the screen together; then the finger comes
down, moves on every frame, rests at the end (so that nothing is flung) and is lifted, and
the page is asked how the element lies now. Broken off by a dialog, a navigation, the tab's
end or the caller, the touch is taken back: the page sees it end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bridge.errors import ScreenFault, UnknownOutcome
from bridge.page.finger import STEP_SECONDS, check_taken, fingers, landings, path
from bridge.page.flight import Flight, fly, plan
from bridge.page.read import value
from bridge.page.snapshot import Dragged, DragPlan, Row, quoted
from bridge.page.tab import Tab

Raw = dict[str, Any]

STEPS = 16
"""Moves of one drag."""

_TAKEN_SECONDS = 2.0
"""How long the page may take to take the last move in, before the finger rests there."""


@dataclass(frozen=True, slots=True)
class Drag:
    """A drag that was made, or broken off by what followed.

    Attributes:
        element: What was dragged, as it was before.
        to: Where it was let go, in words.
        done: Whether the finger went all the way.
    """

    element: Row
    to: str
    done: bool
    followed: tuple[str, ...] = ()
    facts: Raw = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """`dragged listitem "Milk" to listitem "Tea"; it is now number 3 of 4 there`."""
        what = self.element.sentence()
        done = f"dragged {what}" if self.done else f"the drag of {what} was broken off on the way"
        return "; ".join([f"{done} to {self.to}", *self.followed])

    def as_json(self) -> Raw:
        """Return it as JSON values."""
        told = {"from": self.element.sentence(), "to": self.to, "done": self.done}
        return {**told, "gesture": "touch", "trusted": True, **self.facts}


async def drag(
    tab: Tab,
    spot: Mapping[str, Any],
    to: Mapping[str, Any],
    *,
    hold_start_ms: int = 0,
    hold_end_ms: int = 120,
) -> Drag:
    """Drag an element, or what is at a point, to another element or point.

    Args:
        tab: In front.
        spot: How tools name an element, or `point` with x and y in visual-viewport CSS px.
        to: The same of where it goes.
        hold_start_ms: How long the finger rests before it moves.
        hold_end_ms: How long it rests before it is lifted.

    Raises:
        ScreenFault: What keeps either end from being touched; `NOT_VISIBLE` also when both do
            not fit on the screen; `MOVED`, `NO_EFFECT` as of a tap.
        UnknownOutcome: The touch was sent and its outcome was lost.
        SiteBlocked: The page, or a frame on the way to either end, is blocked.
    """
    args = {"from": _end(spot), "to": _end(to)}
    planned = await plan(tab, "drag_plan", args, DragPlan)
    with fly(tab) as flight:
        start, done = await _send(flight, planned, hold_start_ms / 1000, hold_end_ms / 1000)
        asked = None
        if not flight.watch.committed:  # else it would be asked of another document
            asked = flight.ask("dragged", token=planned.token)
        await flight.land(tab.limits.page_seconds)
        check_taken(start)
        flight.check_alive(f"the drag of {_name(planned)} was sent")
        return _dragged(flight, planned, asked, done=done)


def _end(spot: Mapping[str, Any]) -> Raw:
    return dict(spot) if "point" in spot else {"target": dict(spot)}


async def _send(
    flight: Flight, planned: DragPlan, rest: float, hold: float
) -> tuple[asyncio.Future[Raw], bool]:
    """Move the finger; say whether it went all the way."""
    begin, end = (planned.x, planned.y), (planned.to.x, planned.to.y)
    with fingers(flight) as finger:
        start = finger.press(begin)
        if not await flight.idle(max(rest, STEP_SECONDS)):
            return start, False
        moved = start
        for point in path(begin, end, STEPS):
            moved = finger.move(point)
            if not await flight.idle(STEP_SECONDS):
                return start, False
        await flight.land(_TAKEN_SECONDS, moved.done)
        if not await flight.idle(hold):
            return start, False
        finger.lift()
    return start, True


def _name(planned: DragPlan) -> str:
    return planned.element.sentence() if planned.element else "the page"


def _dragged(
    flight: Flight, planned: DragPlan, asked: asyncio.Future[Raw] | None, *, done: bool
) -> Drag:
    element = planned.element or Row(role="generic")
    name = element.sentence()
    goal = planned.to
    to = goal.element.sentence() if goal.element else f"{goal.x:.0f},{goal.y:.0f}"
    downs = landings(flight)
    if downs and downs[0].get("token") != planned.token and element.role != "iframe":
        raise ScreenFault("MOVED", "the page changed before the touch")
    answer = flight.answer(asked) if asked else None
    followed = flight.followed()
    if answer is None:
        if not downs or not followed:
            why = "the page did not answer" if not followed else "; ".join(followed)
            raise UnknownOutcome(f"the touch on {name} was sent, and {why}")
        return Drag(element, to, done, tuple(followed), flight.facts())
    seen = value(answer, Dragged)
    if seen.landed == "other" and element.role != "iframe":
        hit = f"; it landed on {seen.hit.sentence()}" if seen.hit else ""
        raise ScreenFault("MOVED", f"{name} was no longer under the touch{hit}")
    if seen.landed == "none" and not downs:
        if seen.deaf or element.role == "iframe":
            raise UnknownOutcome(f"the touch on {name} was sent, and the page did not confirm it")
        raise ScreenFault("NO_EFFECT", f"the page saw nothing of the touch on {name}")
    return Drag(element, to, done, (*moves(seen), *followed), {**_facts(seen), **flight.facts()})


def moves(seen: Dragged) -> list[str]:
    """Say what moved, in short clauses (pure)."""
    told = []
    now, was = seen.element, seen.was
    taken = bool(seen.seen.get("pointercancel")) and not seen.seen.get("dragstart")
    if now is None:
        told.append("it left the page")
    elif now.value != was.value:
        told.append(
            f'its value is now "{quoted(now.value or "")}", was "{quoted(was.value or "")}"'
        )
    if seen.dropped is not None:
        told.append(f"it was dropped on {seen.dropped.sentence()}")
    if seen.place is not None:
        inside = f"in {seen.place.inside}" if seen.place.inside else "there"
        told.append(f"it is now number {seen.place.now} of {seen.place.of} {inside}")
    elif seen.moved is not None and seen.moved != (0, 0):
        told.append(f"it moved by {seen.moved[0]},{seen.moved[1]} px")
    if seen.scrolled is not None and seen.scrolled != (0, 0):
        across, along = seen.scrolled
        told.append(f"the page scrolled by {across},{along} px" + (" instead" if taken else ""))
    elif taken and seen.draggable:
        told.append(
            "Chrome took the finger for itself and began no drag: what is draggable by HTML5 needs"
            " a long press first (hold_start_ms 800), and then not every Chrome begins one"
        )
    elif taken:
        told.append("Chrome took the finger for itself (pointercancel), and nothing scrolled")
    return told or ["nothing is seen to have moved"]


def _facts(seen: Dragged) -> Raw:
    return {
        "moved": seen.moved,
        "scrolled": seen.scrolled,
        "place": seen.place and seen.place.model_dump(),
        "value": seen.element.value if seen.element else None,
        "dropped": seen.dropped.sentence() if seen.dropped else None,
        "cancelled": bool(seen.seen.get("pointercancel")),
    }
