"""What a page told, kept within bounds: the oldest goes first. Pure: no I/O.

Every entry carries the addresses that it came from. What came from a blocked one is never
taken in; what has become blocked since is left out of every look.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

MOST = 500
"""Entries."""
MOST_CHARS = 400_000
"""Characters of all of them."""

Allows = Callable[[str], bool]


class Kept(Protocol):
    """What a ring holds.

    Attributes:
        number: Which one it is, in the order of their coming; 0 as long as nobody has looked.
        places: The addresses that it came from.
    """

    number: int
    places: tuple[str, ...]

    @property
    def size(self) -> int:
        """About how many characters it holds."""


E = TypeVar("E", bound=Kept)


@dataclass(slots=True)
class Ring(Generic[E]):
    """The entries of one tab.

    Attributes:
        lost: How many were let go to make room.
    """

    most: int = MOST
    most_chars: int = MOST_CHARS
    lost: int = 0
    entries: deque[E] = field(default_factory=deque)
    _sizes: deque[int] = field(default_factory=deque)
    _total: int = 0
    _last: int = 0

    def add(self, entry: E) -> None:
        """Keep an entry, and let the oldest go where there is no room."""
        self.entries.append(entry)
        self._sizes.append(entry.size)
        self._total += self._sizes[-1]
        while len(self.entries) > self.most or (
            len(self.entries) > 1 and self._total > self.most_chars
        ):
            self.entries.popleft()
            self._total -= self._sizes.popleft()
            self.lost += 1

    def drop(self, entry: E) -> None:
        """Forget one that must not be there."""
        for index, each in enumerate(self.entries):
            if each is entry:
                del self.entries[index]
                self._total -= self._sizes[index]
                del self._sizes[index]
                return

    def free(self, allows: Allows) -> list[E]:
        """Return those that may be told, numbered, oldest first."""
        verdicts: dict[str, bool] = {}
        for entry in self.entries:
            if not entry.number:
                self._last += 1
                entry.number = self._last
            for url in entry.places:
                if url not in verdicts:
                    verdicts[url] = allows(url)
        return [e for e in self.entries if all(verdicts[url] for url in e.places)]

    def clear(self) -> None:
        """Forget all; numbers go on."""
        self.entries.clear()
        self._sizes.clear()
        self.lost = self._total = 0


def known(urls: Iterable[str]) -> tuple[str, ...]:
    """Return addresses once each, without empty ones."""
    return tuple(dict.fromkeys(url for url in urls if url))
