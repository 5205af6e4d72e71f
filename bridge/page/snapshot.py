"""What the page bundle answers, as models, and how a snapshot reads as text.

One model per bundle command (`VALUES`); `Answer` is the envelope of all. `render`
turns rows into lines within a byte budget, interactive things first to survive a cut.
Pure: no I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

_LONGEST = 200
_LONGEST_TEXT = 1000
_LONGEST_URL = 300
"""Characters of a name or value, of a run of text, and of an address in a snapshot."""
_SHORTEST_LINE = 6  # bytes: "- row" and its end
_MOST_ROWS = 3000
_HEADS = frozenset({"heading", "alert", "dialog", "alertdialog", "status"})


class Loose(BaseModel):
    """Base of the page's answers: unknown fields are let be, values never change."""

    model_config = ConfigDict(frozen=True)


class Row(Loose):
    """One element or run of text, as a line of a snapshot.

    Attributes:
        ref: Name to act by (`e12`), or None when it cannot be acted on.
        frame: Index into the answer's frames.
        box: x, y, width, height in client CSS px of the first frame, when asked for.
    """

    role: str
    name: str = ""
    ref: str | None = None
    depth: int = 0
    frame: int = 0
    states: tuple[str, ...] = ()
    value: str | None = None
    level: int | None = None
    interactive: bool = False
    box: tuple[float, float, float, float] | None = None

    def sentence(self) -> str:
        """Return `button "Sign in"`, or the role alone when it has no name."""
        return f'{self.role} "{quoted(self.name)}"' if self.name else self.role

    def indented(self, *, boxes: bool) -> str:
        """Return the whole snapshot line."""
        return f"{'  ' * self.depth}{self.line()}{self.place() if boxes else ''}"

    def line(self) -> str:
        """Return the snapshot line without its indent."""
        if self.role == "text":
            return f"- text: {one_line(self.name, _LONGEST_TEXT)}"
        level = f" level {self.level}" if self.level is not None else ""
        ref = f" [{self.ref}]" if self.ref else ""
        states = "".join(f" [{state}]" for state in self.states)
        value = f": {one_line(self.value)}" if self.value else ""
        return f"- {self.sentence()}{level}{ref}{states}{value}"

    def place(self) -> str:
        """Return ` (x,y WIDTHxHEIGHT)`, or nothing when its box is not known."""
        if self.box is None:
            return ""
        x, y, width, height = self.box
        return f" ({x:.0f},{y:.0f} {width:.0f}x{height:.0f})"


class Viewport(Loose):
    """Geometry in CSS px: the visual viewport, and where it lies in the page."""

    width: float
    height: float
    scale: float = 1
    left: float = 0
    top: float = 0
    page_left: float = 0
    page_top: float = 0
    layout_width: float = 0
    layout_height: float = 0
    page_height: float = 0
    dpr: float = 1


class Frame(Loose):
    """A frame that a command walked: its address, and the index of its parent."""

    href: str
    parent: int | None = None


class Document(Loose):
    """The document that answered: a random id of its own, and its address."""

    id: str
    href: str


class Answer(Loose):
    """The envelope of every answer. `frames[0]` is the top document."""

    ok: bool
    doc: Document
    frames: tuple[Frame, ...]
    last_ref: int = 0
    value: Any = None
    code: str = ""
    message: str = ""

    def hrefs(self) -> tuple[str, ...]:
        """Return the addresses of all frames on the path."""
        return tuple(frame.href for frame in self.frames)

    def open_frames(self, allows: Callable[[str], bool]) -> frozenset[int]:
        """Return the frames that may be read: free themselves, and inside free ones only."""
        free: set[int] = set()
        for index, frame in enumerate(self.frames):
            if (frame.parent is None or frame.parent in free) and allows(frame.href):
                free.add(index)
        return frozenset(free)


class Where(Loose):
    """Value of `where`."""

    title: str = ""
    visibility: str = "visible"
    viewport: Viewport


class Snapshot(Loose):
    """Value of `snapshot`. `partial`: the page was too large to be gone through."""

    rows: tuple[Row, ...]
    total: int
    title: str = ""
    viewport: Viewport
    partial: bool = False


class Found(Loose):
    """Value of `find`."""

    rows: tuple[Row, ...]
    total: int


class Text(Loose):
    """Value of `text`: visible text from `offset` to `end`, of `length` in all.

    These count as JavaScript does, in UTF-16 units. `partial`: the page was too large.
    """

    text: str
    length: int
    offset: int = 0
    end: int = 0
    partial: bool = False
    digest: str = ""


class Waited(Loose):
    """Value of `wait`."""

    met: bool
    what: str = ""


class Plan(Loose):
    """Value of `plan`: where to touch, in visual-viewport CSS px of the top document."""

    x: float
    y: float
    element: Row | None = None
    token: str


class Outcome(Loose):
    """Value of `outcome`: which trusted events the page saw, and what took them.

    Attributes:
        strayed: What took the click, when that was not what took the touch.
        deaf: The page has taken our listeners away: it may have seen more than they did.
    """

    seen: dict[str, int]
    landed: str
    hit: Row | None = None
    prevented: bool = False
    strayed: Row | None = None
    deaf: bool = False
    focus: Row | None = None
    href: str = ""


class FieldPlan(Loose):
    """Value of `field`: the field has the focus; `mode` says how the text gets in."""

    mode: str
    element: Row
    token: str
    before: str | None = None


class Filled(Loose):
    """Value of `filled`. `matches` instead of the value where it is a password."""

    element: Row
    value: str | None = None
    changed: bool = False
    matches: bool | None = None


class Focused(Loose):
    """Value of `focused`."""

    element: Row | None = None
    token: str


class Pressed(Loose):
    """Value of `pressed`."""

    seen: dict[str, int]
    deaf: bool = False
    focus: Row | None = None
    href: str = ""


class Selected(Loose):
    """Value of `select`."""

    selected: tuple[str, ...]
    element: Row


class Scrolled(Loose):
    """Value of `scroll` and `scrolled`: offsets in CSS px of what scrolled."""

    left: float
    top: float
    max_left: float = 0
    max_top: float = 0
    moved: bool = False


class ScrollPlan(Loose):
    """Value of `scroll_plan`: a point inside what scrolls, and how far one step is."""

    x: float
    y: float
    amount: float
    token: str


Cover = tuple[float, float, float, float]
"""x, y, width, height in client CSS px."""


class Veils(Loose):
    """Value of `veils`: where the frames lie that may not be seen."""

    boxes: tuple[Cover, ...]


class Probe(Loose):
    """Value of `probe`, which the page scripts ask one another before a touch."""

    free: bool


WALKS = frozenset({"snapshot", "find"})
"""Commands whose answers name every frame walked; the others name those on the way."""

PLANS = frozenset({"plan", "field", "focused", "scroll_plan"})
"""Commands that prepare an act and change nothing but scroll and focus: they may be asked again."""

VALUES: dict[str, type[Loose]] = {
    "where": Where,
    "veils": Veils,
    "probe": Probe,
    "snapshot": Snapshot,
    "find": Found,
    "text": Text,
    "wait": Waited,
    "plan": Plan,
    "outcome": Outcome,
    "field": FieldPlan,
    "filled": Filled,
    "focused": Focused,
    "pressed": Pressed,
    "select": Selected,
    "scroll": Scrolled,
    "scroll_plan": ScrollPlan,
    "scrolled": Scrolled,
}


def most_rows(max_bytes: int) -> int:
    """Return how many rows a text of so many bytes can be made of: more need not be asked for."""
    return min(_MOST_ROWS, max_bytes // _SHORTEST_LINE)


def render(
    shot: Snapshot, href: str, *, max_bytes: int, hidden: int = 0, boxes: bool = False
) -> str:
    """Write a snapshot as text.

    Args:
        shot: Rows that may be shown, in document order.
        href: Address of the top document.
        max_bytes: Budget of the whole text in UTF-8.
        hidden: How many frames were left out because their site is blocked.
        boxes: Whether each line ends with its box.
    """
    lines = [row.indented(boxes=boxes) for row in shot.rows]
    head = _head(shot, href, hidden)
    missing = shot.total - len(shot.rows)
    room = max_bytes - _size(head)
    if missing <= 0 and sum(_size(line) + 1 for line in lines) <= room:
        return "\n".join([head, *lines])
    note = "cut: {left} of {total} lines left out. Use page_find, page_text, or max_bytes for more."
    room -= len(note) + 16
    kept = _keep(shot.rows, lines, room)
    left = shot.total - len(kept)
    return "\n".join(
        [head, note.format(left=left, total=shot.total), *(lines[i] for i in sorted(kept))]
    )


def one_line(text: str, longest: int = _LONGEST) -> str:
    """Fold white space, so that a page cannot write lines of its own, and cut what is overlong."""
    folded = " ".join(text.split())
    return folded if len(folded) <= longest else f"{folded[:longest]}…"


def quoted(text: str, longest: int = _LONGEST) -> str:
    """Fold and cut what stands in quotes; quotes of its own cannot end it."""
    return one_line(text, longest).replace('"', "'")


def cut_url(url: str) -> str:
    """Cut an address for a line: a page may make it as long as it likes."""
    return one_line(url, _LONGEST_URL)


def _head(shot: Snapshot, href: str, hidden: int) -> str:
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
                size = _size(lines[index]) + 1
                if size > room:
                    continue
                room -= size
                kept.add(index)
    return kept


def _interactive(row: Row) -> bool:
    return row.interactive


def _heading(row: Row) -> bool:
    return not row.interactive and row.role in _HEADS


def _rest(row: Row) -> bool:
    return not row.interactive and row.role not in _HEADS


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
