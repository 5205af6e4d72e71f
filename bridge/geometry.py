"""Rectangles on a screen: the one form in which boxes of elements are told. Pure: no I/O."""

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

    @override
    def __str__(self) -> str:
        """As UIAutomator writes it: `[left,top][right,bottom]`."""
        return f"[{self.left},{self.top}][{self.right},{self.bottom}]"
