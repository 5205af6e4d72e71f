"""A snapshot as text: a head and a line per row, within a budget of bytes. Pure: no I/O."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bridge.page.seen import Outline, Snapshot
from bridge.page.since import Changes, lines_of
from bridge.page.snapshot import Row, cut_url, quoted

_SHORTEST_LINE = 6  # bytes: "- row" and its end
_MOST_ROWS = 3000
_CUT_CHANGES = "cut: more changed than max_bytes holds"
_HEADS = frozenset({"heading", "alert", "dialog", "alertdialog", "status"})


@dataclass(frozen=True, slots=True)
class Rendered:
    """A snapshot's text, and the rows whose lines it holds."""

    text: str
    rows: tuple[Row, ...]


def most_rows(max_bytes: int) -> int:
    """Return how many rows a text of so many bytes can be made of: more need not be asked for."""
    return min(_MOST_ROWS, max_bytes // _SHORTEST_LINE)


def render(
    shot: Snapshot,
    href: str,
    *,
    max_bytes: int,
    hidden: int = 0,
    boxes: bool = False,
    notes: Sequence[str] = (),
) -> Rendered:
    """Write a snapshot as text, interactive things first to survive a cut.

    Args:
        shot: Rows that may be shown, in document order.
        href: Address of the top document.
        max_bytes: Budget of the whole text in UTF-8.
        hidden: How many frames were left out because their site is blocked.
        boxes: Whether each line ends with its box.
        notes: Lines of ours below the head.
    """
    lines = [row.indented(boxes=boxes) for row in shot.rows]
    top = "\n".join([head(shot, href, hidden), *notes])
    missing = shot.total - len(shot.rows)
    room = max_bytes - size(top)
    if missing <= 0 and sum(size(line) + 1 for line in lines) <= room:
        return Rendered("\n".join([top, *lines]), shot.rows)
    note = "cut: {left} of {total} lines left out. Use page_find, page_text, or max_bytes for more."
    room -= len(note) + 16
    kept = sorted(_keep(shot.rows, lines, room))
    told = note.format(left=shot.total - len(kept), total=shot.total)
    text = "\n".join([top, told, *(lines[i] for i in kept)])
    return Rendered(text, tuple(shot.rows[i] for i in kept))


def render_changes(
    shot: Snapshot,
    href: str,
    changes: Changes,
    *,
    max_bytes: int,
    hidden: int = 0,
    boxes: bool = False,
    notes: Sequence[str] = (),
) -> Rendered:
    """Write only what changed since an earlier snapshot, within a budget of bytes."""
    top = "\n".join([head(shot, href, hidden), *notes])
    room = max_bytes - size(top)
    lines = list(lines_of(shot.rows, changes, boxes=boxes))
    if sum(size(line) + 1 for line in lines) > room:
        room -= len(_CUT_CHANGES)
        kept = []
        for line in lines:
            room -= size(line) + 1
            if room < 0:
                break
            kept.append(line)
        lines = [*kept, _CUT_CHANGES]
    rows = (*changes.added, *changes.changed)
    return Rendered("\n".join([top, *lines]), tuple(shot.rows[i] for i in sorted(rows)))


def head(shot: Snapshot | Outline, href: str, hidden: int = 0) -> str:
    """Write the first lines: title, address, viewport, and what was left out."""
    view = shot.viewport
    zoom = f", zoom {view.scale:.2g}" if view.scale != 1 else ""
    below = max(0, round(view.page_height - view.page_top - view.height))
    lines = [
        f'page "{quoted(shot.title)}" {cut_url(href)}',
        f"viewport {view.width:.0f}x{view.height:.0f}{zoom}, "
        f"{view.page_top:.0f} px above, {below} px below",
    ]
    if shot.partial:
        lines.append("the page is too large or too deep to be read whole; page_find finds more")
    if hidden:
        lines.append(f"{hidden} frame(s) of blocked sites left out")
    return "\n".join(lines)


def _keep(rows: Sequence[Row], lines: Sequence[str], room: int) -> set[int]:
    kept: set[int] = set()
    for wanted in (_interactive, _heading, _rest):
        for index, row in enumerate(rows):
            if wanted(row):
                length = size(lines[index]) + 1
                if length > room:
                    continue
                room -= length
                kept.add(index)
    return kept


def _interactive(row: Row) -> bool:
    return row.interactive


def _heading(row: Row) -> bool:
    return not row.interactive and row.role in _HEADS


def _rest(row: Row) -> bool:
    return not row.interactive and row.role not in _HEADS


def size(text: str) -> int:
    """Return the bytes of a text in UTF-8."""
    return len(text.encode("utf-8", "replace"))
