"""What an act on a native screen is aimed at. Pure: no I/O."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spot:
    """One of three: a number, a text, or a point.

    Attributes:
        uid: A number of the last tree.
        text: What an element says, or a part of it; `nth` (from 0) where several do.
        point: In pixels of the last picture.
    """

    uid: int | None = None
    text: str | None = None
    nth: int | None = None
    point: tuple[int, int] | None = None

    @property
    def words(self) -> str:
        """Say it as the caller did."""
        if self.uid is not None:
            return f"[{self.uid}]"
        if self.point is not None:
            return f"the point {self.point[0]},{self.point[1]}"
        which = "" if self.nth is None else f" (number {self.nth})"
        return f'"{self.text}"{which}'
