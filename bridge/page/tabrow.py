"""A line of the list of tabs, and the list as one sentence. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bridge.page.snapshot import one_line, quoted

_MOST_LISTED = 20
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class TabRow:
    """One line of the list of tabs.

    Attributes:
        active: Whether tools act on it.
        opener: Number of the tab that opened it, if that is listed too.
    """

    number: int
    url: str
    title: str
    active: bool
    opener: int | None = None

    @property
    def sentence(self) -> str:
        """`3 "Title" https://…`, cut where overlong."""
        title = f' "{quoted(self.title, _LONGEST)}"' if self.title else ""
        return f"{self.number}{title} {one_line(self.url, _LONGEST)}"


def listed(rows: Sequence[TabRow]) -> str:
    """Say all rows, or the first of many."""
    told = "; ".join(row.sentence for row in rows[:_MOST_LISTED])
    more = f"; and {len(rows) - _MOST_LISTED} more" if len(rows) > _MOST_LISTED else ""
    return f"{told}{more}" if told else "none"
