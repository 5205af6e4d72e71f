"""What changed on a page since an earlier snapshot. Pure: no I/O.

A tab keeps the lines of its last snapshots, each under a mark that the answer gives. Rows
with a ref are the same row while the ref lives; rows without one (text, headings) are told
apart by their line. Marks end with their document, and when newer ones push them out.
"""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bridge.page.snapshot import Row, one_line

_KEPT = 4
"""Snapshots that are remembered of one tab."""

_MOST_GONE = 40
_LONGEST_GONE = 80


@dataclass(frozen=True, slots=True)
class Line:
    """A row as it was: its ref, its line, and whether it was in the top document."""

    ref: str | None
    text: str
    top: bool

    @property
    def bare(self) -> str:
        """The line without its ref: what an element drawn anew reads like again."""
        return self.text.replace(f" [{self.ref}]", "", 1)


@dataclass(frozen=True, slots=True)
class Earlier:
    """A snapshot that was given out.

    Attributes:
        doc: Id of its document.
        asked: How many rows were asked for.
        whole: Whether the page had no more than were read.
    """

    doc: str
    asked: int
    whole: bool
    lines: tuple[Line, ...]


@dataclass(slots=True)
class Marks:
    """The snapshots of one tab that a later one can be held against."""

    _kept: OrderedDict[str, Earlier] = field(default_factory=OrderedDict)

    def keep(self, doc: str, rows: Sequence[Row], *, asked: int, whole: bool) -> str:
        """Remember a snapshot and return its mark; those of other documents are forgotten."""
        lines = tuple(Line(row.ref, row.line(), row.frame == 0) for row in rows)
        for mark in [mark for mark, kept in self._kept.items() if kept.doc != doc]:
            del self._kept[mark]
        mark = f"{doc[:6]}{secrets.token_hex(3)}"
        self._kept[mark] = Earlier(doc, asked, whole, lines)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return mark

    def asked(self, mark: str | None) -> int:
        """Return how many rows a mark's snapshot was made of; 0 when it is not remembered."""
        known = self._kept.get(mark or "")
        return known.asked if known else 0

    def find(self, mark: str, doc: str) -> Earlier | str:
        """Return a mark's snapshot, or why there is none to compare with."""
        known = self._kept.get(mark)
        if known is not None and known.doc == doc:
            return known
        if mark[:6] == doc[:6]:
            return "that mark is too old"
        return "that mark is of another document"


@dataclass(frozen=True, slots=True)
class Changes:
    """How rows differ from those of an earlier snapshot.

    Attributes:
        added: Places of the rows that are new.
        changed: Places of rows that read differently, with the ref they had before where an
            element was drawn anew.
        gone: Refs of rows that are no more; of those without one the line.
        unnamed: How many went whose words may not be told again.
    """

    added: tuple[int, ...]
    changed: dict[int, str]
    gone: tuple[str, ...]
    unnamed: int = 0

    @property
    def sentence(self) -> str:
        """`1 changed, 2 added, 1 gone`."""
        gone = len(self.gone) + self.unnamed
        counts = ((len(self.changed), "changed"), (len(self.added), "added"), (gone, "gone"))
        return ", ".join(f"{n} {what}" for n, what in counts if n) or "nothing changed"


def compare(earlier: Earlier, rows: Sequence[Row]) -> Changes:
    """Hold the rows of now against those of an earlier snapshot."""
    named = {line.ref: line for line in earlier.lines if line.ref}
    plain = Counter(line.text for line in earlier.lines if not line.ref)
    changed: dict[int, str] = {}
    added: list[int] = []
    for index, row in enumerate(rows):
        text = row.line()
        if row.ref and row.ref in named:
            if named.pop(row.ref).text != text:
                changed[index] = ""
        elif not row.ref and plain[text] > 0:
            plain[text] -= 1
        else:
            added.append(index)
    anew = _drawn_anew(rows, added, named)
    again = frozenset(anew.values())
    told, unnamed = [ref for ref in named if ref not in again], 0
    for line in earlier.lines:
        if not line.ref and plain[line.text] > 0:
            plain[line.text] -= 1
            if line.top:
                told.append(one_line(line.text, _LONGEST_GONE))
            else:  # a frame of then: nobody judges any more whether it may be read
                unnamed += 1
    new = tuple(index for index in added if index not in anew)
    return Changes(new, changed | anew, tuple(told), unnamed)


def _drawn_anew(
    rows: Sequence[Row], added: Sequence[int], gone: Mapping[str, Line]
) -> dict[int, str]:
    """Pair new rows with gone ones that read the same: row's place to the ref it had."""
    twins: dict[str, list[str]] = {}
    for ref, line in gone.items():
        twins.setdefault(line.bare, []).append(ref)
    found: dict[int, str] = {}
    for index in added:
        row = rows[index]
        if row.ref and (same := twins.get(Line(row.ref, row.line(), top=True).bare)):
            found[index] = same.pop(0)
            if not same:
                del twins[Line(row.ref, row.line(), top=True).bare]
    return found


def lines_of(rows: Sequence[Row], changes: Changes, *, boxes: bool) -> Iterator[str]:
    """Write what changed: `+` and `~` rows below the named ones that hold them, then what went."""
    path: list[int] = []
    told: set[int] = set()
    new = frozenset(changes.added)
    for index, row in enumerate(rows):
        while path and rows[path[-1]].depth >= row.depth:
            path.pop()
        if index in new or index in changes.changed:
            for above in path:
                if above not in told and (rows[above].name or rows[above].ref):
                    told.add(above)
                    yield f"  {rows[above].indented(boxes=False)}"
            told.add(index)
            was = changes.changed.get(index, "")
            before = f" (was {was})" if was else ""
            yield f"{'+' if index in new else '~'} {row.indented(boxes=boxes)}{before}"
        path.append(index)
    if changes.gone or changes.unnamed:
        shown = changes.gone[:_MOST_GONE]
        more = len(changes.gone) - len(shown) + changes.unnamed
        yield "gone: " + ", ".join([*shown, *([f"{more} more"] if more else [])])
