"""A line of the list of tabs, the list as one sentence, and titles that are not told. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bridge.cdp.targets import Page
from bridge.errors import ScreenFault
from bridge.page.snapshot import cut_url, one_line, quoted

_MOST_LISTED = 20
_LONGEST = 100
_SHORT = 60


@dataclass(frozen=True, slots=True)
class TabRow:
    """One line of the list of tabs.

    Attributes:
        active: Whether tools act on it.
        opener: Number of the tab that opened it, if that is listed too.
        silent: Its page did not answer when it was asked last, or holds up its own address.
    """

    number: int
    url: str
    title: str
    active: bool
    opener: int | None = None
    silent: bool = False

    @property
    def _mark(self) -> str:
        return " (did not answer)" if self.silent else ""

    @property
    def sentence(self) -> str:
        """`3 "Title" https://…`, cut where overlong."""
        title = f' "{quoted(self.title, _LONGEST)}"' if self.title else ""
        return f"{self.number}{title} {one_line(self.url, _LONGEST)}"

    @property
    def line(self) -> str:
        """`* 3 Title https://…`, the star where tools act on it."""
        star = "*" if self.active else " "
        title = one_line(self.title) or "(no title)"
        return f"{star} {self.number} {title} {cut_url(self.url)}{self._mark}"

    @property
    def short(self) -> str:
        """The same line, of one tab among many."""
        star = "*" if self.active else " "
        title = one_line(self.title, _SHORT) or "(no title)"
        return f"{star} {self.number} {title} {one_line(self.url, _SHORT)}{self._mark}"


def lines(rows: Sequence[TabRow], budget: int) -> list[str]:
    """Write the list of tabs, within so many bytes: of many each is cut, and the last are counted.

    The tab that tools act on is always among them.
    """
    full = [row.line for row in rows]
    if _size(full) <= budget:
        return full
    told: list[str] = []
    left = budget - sum(_size([row.short]) for row in rows if row.active)
    for row in rows:
        size = _size([row.short])
        if row.active:
            told.append(row.short)
        elif size <= left:
            told.append(row.short)
            left -= size
        else:
            left = 0
    if len(told) < len(rows):
        told.append(f"and {len(rows) - len(told)} more, which match names by title or address")
    return told


def _size(texts: Sequence[str]) -> int:
    return sum(len(text.encode("utf-8", "replace")) + 1 for text in texts)


def listed(rows: Sequence[TabRow]) -> str:
    """Say all rows, or the first of many."""
    told = "; ".join(row.sentence for row in rows[:_MOST_LISTED])
    more = f"; and {len(rows) - _MOST_LISTED} more" if len(rows) > _MOST_LISTED else ""
    return f"{told}{more}" if told else "none"


class Titles:
    """The titles of pages, but those that are of a blocked site still.

    Chrome names a page by where it is going, and titles it by where it is: a title that was
    there under a blocked address, or came along from one, is told only once there is another.
    """

    def __init__(self) -> None:
        self._shut: dict[str, tuple[str, frozenset[str]]] = {}  # by page: address and titles
        self._was_shut: set[str] = set()

    def heard(self, page: Page, *, free: bool) -> None:
        """Take in a page's title, and whether its address is free."""
        url, titles = self._shut.get(page.id, ("", frozenset[str]()))
        if not free:
            self._shut[page.id] = (page.url, frozenset({page.title}))
            self._was_shut.add(page.id)
        elif page.id in self._was_shut:
            self._shut[page.id] = (url, titles | {page.title})
            self._was_shut.discard(page.id)
        elif page.title not in titles:
            self._shut.pop(page.id, None)

    def told(self, page: Page) -> str:
        """Return the title of a page whose address is free, empty when it may not be told."""
        url, titles = self._shut.get(page.id, ("", frozenset[str]()))
        # at the same address it is the list of sites that has changed
        return "" if page.title in titles and page.url != url else page.title

    def gone(self, page: Page) -> None:
        """Forget a page that closed."""
        self._shut.pop(page.id, None)
        self._was_shut.discard(page.id)


def fitting(rows: Sequence[TabRow], which: int | str) -> TabRow:
    """Return the one row of a number, or with a part of its title or address.

    Raises:
        ScreenFault: `TAB_NOT_FOUND`, `TAB_AMBIGUOUS`.
    """
    if isinstance(which, int):
        fits = [row for row in rows if row.number == which]
    else:
        fits = [r for r in rows if which.casefold() in f"{r.title}\n{r.url}".casefold()]
    if not fits:
        name = f"number {which}" if isinstance(which, int) else repr(which)
        raise ScreenFault("TAB_NOT_FOUND", f"no tab fits {name}; open are: {listed(rows)}")
    if len(fits) > 1:
        raise ScreenFault("TAB_AMBIGUOUS", f"{len(fits)} tabs fit {which!r}: {listed(fits)}")
    return fits[0]
