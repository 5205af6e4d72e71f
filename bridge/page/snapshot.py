"""What the page bundle answers, as models, and how a row reads as a line.

One model per bundle command: of acts here (`VALUES`), of looks in `seen`. `Answer` is the
envelope of all. Pure: no I/O.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, ConfigDict

from bridge.secrets.outlet import shortened

_LONGEST = 200
_LONGEST_TEXT = 1000
_LONGEST_URL = 300
"""Characters of a name or value, of a run of text, and of an address in a snapshot."""


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
    hint: str = ""  # what the markup calls a thing to tap that has no name

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
        hint = f' hint "{quoted(self.hint)}"' if self.hint and not self.name else ""
        return f"- {self.sentence()}{level}{ref}{hint}{states}{value}"

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
    """A frame that a command walked.

    Attributes:
        href: Its address when the command began.
        now: Its address when it ended, where the page has changed it.
        parent: Index of the frame that holds it.
    """

    href: str
    now: str | None = None
    parent: int | None = None

    @property
    def hrefs(self) -> tuple[str, ...]:
        """All addresses that it was read under."""
        return (self.href,) if self.now is None else (self.href, self.now)


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
        return tuple(href for frame in self.frames for href in frame.hrefs)

    def top(self) -> tuple[str, ...]:
        """Return those of the top document, from when the command began until it answered."""
        return (*(href for frame in self.frames[:1] for href in frame.hrefs), self.doc.href)

    def open_frames(self, allows: Callable[[str], bool]) -> frozenset[int]:
        """Return the frames that may be read: free themselves, and inside free ones only."""
        free: set[int] = set()
        for index, frame in enumerate(self.frames):
            inside = frame.parent is None or frame.parent in free
            if inside and all(map(allows, frame.hrefs)):
                free.add(index)
        return frozenset(free)


class Enter(Loose):
    """Value of `enter`: the iframe whose document was found."""

    element: Row


class Plan(Loose):
    """Value of `plan`: where to touch, in visual-viewport CSS px of the top document."""

    x: float
    y: float
    element: Row | None = None
    token: str


class Spot(Loose):
    """Value of `spot`: where the element lies that a drag shall end on."""

    x: float
    y: float
    element: Row | None = None


class DragPlan(Plan):
    """Value of `drag_plan`: where to touch, and where to let go."""

    to: Spot


class Place(Loose):
    """Where an element stands among those beside it, from 1, and in what when that is new."""

    now: int
    of: int
    inside: str | None = None


class Dragged(Loose):
    """Value of `dragged`: the element before and after, and what else moved.

    Attributes:
        moved: How far the element moved, scrolling left out; None when it left the page.
        scrolled: How far the boxes around it were scrolled.
        place: Its new place among others, when that changed.
        draggable: It is dragged as HTML5 has it, which Chrome on Android begins by a long press.
        dropped: What took the HTML5 drop.
    """

    seen: dict[str, int]
    landed: str
    hit: Row | None = None
    deaf: bool = False
    was: Row
    element: Row | None = None
    moved: tuple[int, int] | None = None
    scrolled: tuple[int, int] | None = None
    place: Place | None = None
    draggable: bool = False
    dropped: Row | None = None


class PinchPlan(Plan):
    """Value of `pinch_plan`.

    Attributes:
        scale: How large the page is drawn now.
        across, along: How far two fingers have room to each side of the point.
        zooms: The browser zooms there; else the page takes the fingers itself.
    """

    scale: float
    across: float
    along: float
    zooms: bool


class Pinched(Loose):
    """Value of `pinched`: how large the page is drawn, and which events two fingers gave."""

    scale: float
    seen: dict[str, int] = {}
    deaf: bool = False


class Outcome(Loose):
    """Value of `outcome`: which trusted events the page saw, and what took them.

    Attributes:
        menu: Whose menu a long press asked for: `page` its own, `chrome` the browser's.
        strayed: What took the click, when that was not what took the touch.
        deaf: The page has taken our listeners away: it may have seen more than they did.
    """

    seen: dict[str, int]
    landed: str
    hit: Row | None = None
    prevented: bool = False
    menu: str | None = None
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
    origin: str = ""


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


class Given(Loose):
    """Value of `focus`. `caret` is None where the element has none that scripts may place."""

    element: Row
    caret: str | None = None


class Marked(Loose):
    """Value of `select_text`: as much of the marked text as is told.

    `element` is None only between page scripts, with the `count` of what was found.
    """

    element: Row | None = None
    text: str | None = None
    length: int = 0
    count: int = 0


class SubmitPlan(Loose):
    """Value of `submit_plan`: the button that sends the form, or the form when it has none."""

    element: Row
    token: str


class Submitted(Loose):
    """Value of `submit`.

    Attributes:
        submitted: The form's submit event was seen.
        prevented: A handler of the page took it from the browser.
        dialog: The form closes the dialog that it is in, and is sent nowhere.
    """

    submitted: bool
    prevented: bool = False
    dialog: bool = False
    deaf: bool = False
    element: Row | None = None
    focus: Row | None = None


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


WALKS = frozenset({"snapshot", "outline", "progress", "find", "theme", "contrast", "repaint"})
"""Commands whose answers name every frame walked; the others name those on the way."""

PLANS = frozenset(
    {"plan", "field", "focused", "scroll_plan", "drag_plan", "pinch_plan", "submit_plan"}
)
"""Commands that prepare an act and change nothing but scroll and focus: they may be asked again."""

VALUES: dict[str, type[Loose]] = {
    "enter": Enter,
    "plan": Plan,
    "spot": Spot,
    "drag_plan": DragPlan,
    "dragged": Dragged,
    "pinch_plan": PinchPlan,
    "pinched": Pinched,
    "focus": Given,
    "select_text": Marked,
    "submit_plan": SubmitPlan,
    "submit": Submitted,
    "outcome": Outcome,
    "field": FieldPlan,
    "release": Filled,
    "filled": Filled,
    "focused": Focused,
    "pressed": Pressed,
    "select": Selected,
    "scroll": Scrolled,
    "scroll_plan": ScrollPlan,
    "scrolled": Scrolled,
}


def one_line(text: str, longest: int = _LONGEST) -> str:
    """Fold white space, so that a page cannot write lines of its own, and cut what is overlong."""
    return shortened(" ".join(text.split()), longest)


def quoted(text: str, longest: int = _LONGEST) -> str:
    """Fold and cut what stands in quotes; quotes of its own cannot end it."""
    return one_line(text, longest).replace('"', "'")


def cut_url(url: str) -> str:
    """Cut an address for a line: a page may make it as long as it likes."""
    return one_line(url, _LONGEST_URL)
