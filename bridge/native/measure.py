"""How elements of a screen lie: too small to hit, over one another, cut off, too close.

For people who build screens, and for agents that miss. What a dump does not tell, such as
the size of letters, is not guessed. Pure: no I/O.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bridge.geometry import Box
from bridge.native.elements import TOUCHED, Element
from bridge.native.look import Look

LEAST_DP, CLOSE_DP = 48, 8
"""Android's own advice: the side of what is touched, and the room between two such."""
_USUAL_DENSITY = 160  # one dp is one pixel there
_HIT = TOUCHED - {"scrollable"}
_MOST = 40


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that is wrong with how an element lies.

    Attributes:
        kind: `overlap`, `clipped`, `off screen`, `small`, `empty`, `close`, `cut text`.
        other: The second element, where there is one.
    """

    kind: str
    element: Element
    words: str
    other: Element | None = None

    @property
    def line(self) -> str:
        """Say it in one line."""
        return f"[{self.element.uid}] {self.element.words}: {self.words}"


def measured(look: Look, element: Element) -> dict[str, Any]:
    """Return how one element lies: its size, what holds it, its neighbours, and what is wrong."""
    box = element.node.box
    dp = _dp(look)
    others = [each for each in look.elements if each is not element]
    holds = [e for e in others if e.depth < element.depth and e.node.box.holds(box)]
    parent = holds[-1] if holds else None
    near = {side: found for side, found in _neighbours(box, others).items() if found is not None}
    return {
        "uid": element.uid,
        "box": list(box),
        "size_dp": [round(box.width / dp), round(box.height / dp)],
        "parent": _told(parent) if parent is not None else None,
        "neighbours": {
            side: {**_told(each), "gap_px": max(box.gap(each.node.box))}
            for side, each in near.items()
        },
        "warnings": [w.words for w in warnings(look) if w.element is element or w.other is element],
    }


def warnings(look: Look) -> list[Flaw]:
    """Return what is wrong on a screen, in the order of its elements."""
    found: list[Flaw] = []
    dp, view = _dp(look), look.view
    for each in look.elements:
        found += _alone(each, view, dp)
    found += _together([e for e in look.elements if e.node.flags & _HIT], dp)
    return sorted(found, key=lambda warning: warning.element.uid)


def sentences(found: Sequence[Flaw]) -> list[str]:
    """Write warnings, the first of many."""
    lines = [each.line for each in found[:_MOST]]
    return lines if len(found) <= _MOST else [*lines, f"and {len(found) - _MOST} more"]


def _alone(each: Element, view: Box, dp: float) -> Iterator[Flaw]:
    box, flags = each.node.box, each.node.flags
    if box.empty:
        yield Flaw("empty", each, "has no size")
    elif not box.meets(view):
        yield Flaw("off screen", each, "lies outside of the screen")
    elif not view.holds(box):
        yield Flaw("clipped", each, "goes beyond the edge of the screen")
    elif flags & _HIT and min(box.width, box.height) < LEAST_DP * dp:
        size = f"{round(box.width / dp)}x{round(box.height / dp)}"
        yield Flaw("small", each, f"is {size} dp: less than {LEAST_DP} is easily missed")
    if each.node.text.endswith(("\u2026", "...")):
        yield Flaw("cut text", each, "shows a text that seems to be cut")


def _together(hit: Sequence[Element], dp: float) -> Iterator[Flaw]:
    """Compare what takes touches, each with those that begin before it ends: not all with all."""
    standing: list[Element] = []
    close = round(CLOSE_DP * dp)
    for each in sorted(hit, key=lambda e: e.node.box.top):
        box = each.node.box
        standing = [e for e in standing if e.node.box.bottom + close > box.top]
        for other in standing:
            there = other.node.box
            if box.empty or there.empty or box.holds(there) or there.holds(box):
                continue
            first, second = sorted((each, other), key=lambda e: e.uid)
            gap = box.gap(there)
            if box.meets(there):
                words = f"lies partly over [{second.uid}] {second.words}"
                yield Flaw("overlap", first, words, second)
            elif 0 in gap and dp <= max(gap) < close:  # nearer is a list: its rows touch
                words = f"is {round(max(gap) / dp)} dp from [{second.uid}] {second.words}"
                yield Flaw("close", first, words, second)
        standing.append(each)


def _neighbours(box: Box, others: Sequence[Element]) -> dict[str, Element | None]:
    """Return the nearest element on each side that shares a row or a column with the box."""
    found: dict[str, Element | None] = {}
    for side, axis in (("left", 1), ("right", 1), ("above", 0), ("below", 0)):
        there = [
            each
            for each in others
            if not each.node.box.empty
            and _side(box, each.node.box) == side
            and box.gap(each.node.box)[axis] == 0
        ]
        found[side] = min(there, key=lambda e: max(box.gap(e.node.box)), default=None)
    return found


def _side(box: Box, other: Box) -> str:
    """Say on which side of a box another one lies; nothing where they overlap."""
    if other.right <= box.left:
        return "left"
    if other.left >= box.right:
        return "right"
    if other.bottom <= box.top:
        return "above"
    return "below" if other.top >= box.bottom else ""


def _told(element: Element) -> dict[str, Any]:
    return {"uid": element.uid, "words": element.words}


def _dp(look: Look) -> float:
    """Return how many pixels one dp has."""
    return (look.display.density or _USUAL_DENSITY) / _USUAL_DENSITY
