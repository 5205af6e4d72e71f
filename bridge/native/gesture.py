"""Taps and strokes as words of the phone's `input`, in device pixels. Pure: no I/O."""

from __future__ import annotations

from typing import Literal

from bridge.geometry import Box

Point = tuple[int, int]
Direction = Literal["up", "down", "left", "right"]

STROKE_MS = 300
"""How long a stroke takes when nobody says: short enough to scroll, too long to fling far."""
_NEAR, _FAR = 0.28, 0.70  # shares of a box that a stroke goes between: its edges are the system's


def tap(at: Point, *, hold_ms: int = 0, count: int = 1, display: int | None = None) -> list[str]:
    """Return commands that tap, or hold: a stroke that goes nowhere, for Android has no other.

    Args:
        at: Where.
        hold_ms: How long; 0 for a tap.
        count: How often.
        display: Android's own number of it; None for the first.
    """
    x, y = at
    if hold_ms:
        return [f"{_input(display)} swipe {x} {y} {x} {y} {hold_ms}"]
    return [f"{_input(display)} tap {x} {y}"] * count


def stroke(start: Point, end: Point, ms: int, *, display: int | None = None) -> str:
    """Return the command that draws one finger from one point to another."""
    return f"{_input(display)} swipe {start[0]} {start[1]} {end[0]} {end[1]} {ms}"


def along(box: Box, direction: Direction) -> tuple[Point, Point]:
    """Return where a finger goes to move what is in a box: `down` shows what lies below.

    The finger goes the other way: up, to show what lies below.
    """
    x, y = box.centre
    if direction in ("up", "down"):
        near, far = _between(box.top, box.bottom)
        ends = ((x, far), (x, near))
    else:
        near, far = _between(box.left, box.right)
        ends = ((far, y), (near, y))
    return ends if direction in ("down", "right") else (ends[1], ends[0])


def key(codes: list[int], *, display: int | None = None) -> str:
    """Return the command that presses keys, by Android's numbers, one after the other."""
    return f"{_input(display)} keyevent {' '.join(map(str, codes))}"


def _between(low: int, high: int) -> tuple[int, int]:
    length = high - low
    return low + round(length * _NEAR), low + round(length * _FAR)


def _input(display: int | None) -> str:
    return "input" if display is None else f"input -d {display}"
