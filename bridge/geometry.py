"""Rectangles on a screen, and how two of them lie to each other. Pure: no I/O."""

from __future__ import annotations

from typing import NamedTuple

from typing_extensions import override


class Box(NamedTuple):
    """A rectangle in whole device pixels; `right` and `bottom` are the first ones outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Never negative: a box turned inside out is empty."""
        return max(0, self.right - self.left)

    @property
    def height(self) -> int:
        """Never negative."""
        return max(0, self.bottom - self.top)

    @property
    def empty(self) -> bool:
        """Whether it holds no pixel."""
        return not (self.width and self.height)

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel in its middle."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    def meets(self, other: Box) -> bool:
        """Say whether they have a pixel in common."""
        return not self.shared(other).empty

    def shared(self, other: Box) -> Box:
        """Return what both hold; an empty box when they hold nothing together."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def holds(self, other: Box) -> bool:
        """Say whether the other lies within it."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def gap(self, other: Box) -> tuple[int, int]:
        """Return how many pixels lie between them, across and down; 0 where they overlap so."""
        across = max(other.left - self.right, self.left - other.right, 0)
        down = max(other.top - self.bottom, self.top - other.bottom, 0)
        return across, down

    @override
    def __str__(self) -> str:
        """As UIAutomator writes it: `[left,top][right,bottom]`."""
        return f"[{self.left},{self.top}][{self.right},{self.bottom}]"
