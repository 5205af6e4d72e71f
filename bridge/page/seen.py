"""What the page bundle answers to commands that only look, as models. Pure: no I/O.

One model per command (`READINGS`), with those that lay something over a page; those of other
acts are in `snapshot`.
"""

from __future__ import annotations

from pydantic import Field

from bridge.page.snapshot import Loose, Row, Viewport


class Where(Loose):
    """Value of `where`. `status`: what the site answered the document with; 0 if unknown."""

    title: str = ""
    visibility: str = "visible"
    status: int = 0
    viewport: Viewport


class Snapshot(Loose):
    """Value of `snapshot`. `partial`: the page was too large to be gone through."""

    rows: tuple[Row, ...]
    total: int
    title: str = ""
    viewport: Viewport
    partial: bool = False


class Form(Loose):
    """A form in outline, or the fields that are in none. No field's contents but a select's."""

    form: Row | None = None
    fields: tuple[Row, ...] = ()


class Outline(Loose):
    """Value of `outline`. `counts`: how many links, buttons, fields, … the page has in all."""

    regions: tuple[Row, ...] = ()
    headings: tuple[Row, ...] = ()
    forms: tuple[Form, ...] = ()
    counts: dict[str, int] = Field(default_factory=dict)
    selection: Row | None = None
    title: str = ""
    viewport: Viewport
    partial: bool = False


class SearchWays(Loose):
    """Value of `search`: how the site is searched, the best first of each kind.

    Attributes:
        openers: What may bring out a field.
        addresses: Of this site, with `{query}` where the words go.
    """

    fields: tuple[Row, ...] = ()
    openers: tuple[Row, ...] = ()
    addresses: tuple[str, ...] = ()


class Progress(Loose):
    """Value of `progress`. `loading`: the document itself is not complete."""

    rows: tuple[Row, ...] = ()
    total: int = 0
    loading: bool = False
    partial: bool = False


class Found(Loose):
    """Value of `find`."""

    rows: tuple[Row, ...]
    total: int


class Text(Loose):
    """Value of `text`: visible text, and by which cursor a later call goes on.

    Lengths count as JavaScript does, in UTF-16 units.

    Attributes:
        length: Of what was read, from the start or the cursor's place.
        left: How much of that comes after this part.
        partial: There is more than was read: the cursor goes on there, or a part of the page
            was too large.
        stale: What stood before the cursor's place is no longer there.
    """

    text: str
    length: int
    left: int = 0
    partial: bool = False
    cursor: str | None = None
    stale: bool = False


class Effects(Loose):
    """Value of `effects`, and part of the answers of acts: text that appeared, and that went.

    A row's role says what kind of message it is (`alert`, `status`, `dialog`), or is `text`.

    Attributes:
        more: How many more pieces of text appeared.
    """

    appeared: tuple[Row, ...] = ()
    gone: tuple[Row, ...] = ()
    more: int = 0


class Waited(Loose):
    """Value of `wait`.

    Attributes:
        goes_on: The page counts as still although something in it goes on for ever.
    """

    met: bool
    what: str = ""
    goes_on: bool = False


Cover = tuple[float, float, float, float]
"""x, y, width, height in client CSS px."""


class Veils(Loose):
    """Value of `veils`: where the frames lie that may not be seen."""

    boxes: tuple[Cover, ...]


class Aim(Loose):
    """Value of `lens_taken` and `lens_at`: what a person points at.

    Attributes:
        around: What it is in, the nearest first.
        count: How many elements are in it.
        text: Its first words, where it has no name.
    """

    element: Row
    around: tuple[Row, ...] = ()
    count: int = 0
    text: str = ""


class Probe(Loose):
    """Value of `probe`, which the page scripts ask one another before a touch."""

    free: bool


class Drawn(Loose):
    """Value of `drawn`, which the page scripts ask one another: nothing."""


class LiveOpen(Loose):
    """Value of `live_open`: whose site the document is."""

    origin: str


class LiveSaid(Loose):
    """Value of `live_close`: what the page's own world had to say; None when it was late."""

    said: str | None = None


class Use(Loose):
    """A colour in use: how often, and on what most of all."""

    color: str
    count: int = 0
    where: tuple[str, ...] = ()


class Font(Loose):
    """A font in use."""

    family: str
    count: int = 0
    sizes: tuple[float, ...] = ()
    weights: tuple[str, ...] = ()


class Token(Loose):
    """A custom property of the first element; `color` where its value is one."""

    name: str
    value: str = ""
    color: str | None = None


class Part(Loose):
    """How the document of one frame is made up.

    Attributes:
        colours: By what is coloured: text, background, border, accent.
        ground: What the page as a whole stands on.
        dark_controls: The browser draws its own things in dark colours there.
    """

    frame: int = 0
    colours: dict[str, tuple[Use, ...]] = Field(default_factory=dict)
    fonts: tuple[Font, ...] = ()
    tokens: tuple[Token, ...] = ()
    token_count: int = 0
    ground: str = "#ffffff"
    dark: bool = False
    color_scheme: str = "normal"
    dark_controls: bool = False
    theme_color: str | None = None
    prefers_dark: bool = False


class PaintedBox(Loose):
    """A painted box of a page, with what it is painted."""

    element: Row
    background: str | None = None
    image: str | None = None
    text: str | None = None
    border: str | None = None
    radius: str = "0px"
    shadow: bool = False


class Theme(Loose):
    """Value of `theme`. `partial`: there was more than was scanned."""

    parts: tuple[Part, ...] = ()
    surfaces: tuple[PaintedBox, ...] = ()
    scanned: int = 0
    partial: bool = False


class Faint(Loose):
    """Text that stands out too little, or of which nobody can say (`why`).

    Attributes:
        count: How many elements are so.
        suggestion: The nearest colour of its hue that would do; None where none does.
    """

    element: Row
    count: int = 1
    why: str = ""
    ink: str = ""
    ground: str = ""
    ratio: float = 0
    needed: float = 0
    size: float = 0
    bold: bool = False
    suggestion: str | None = None


class Contrast(Loose):
    """Value of `contrast`. `kinds`: different failures; `unclear`: texts without a ratio."""

    failures: tuple[Faint, ...] = ()
    unknown: tuple[Faint, ...] = ()
    samples: int = 0
    passed: int = 0
    failed: int = 0
    unclear: int = 0
    kinds: int = 0
    partial: bool = False


class Repainted(Loose):
    """Value of `repaint`: how much is painted anew, or was taken off; how the page is now."""

    painted: int = 0
    documents: int = 1
    partial: bool = False
    dark: bool = False


class Concealed(Loose):
    """Value of `conceal`: how many frames around elements are not drawn now."""

    count: int = 0


class Highlighted(Loose):
    """Value of `highlight`."""

    element: Row


READINGS: dict[str, type[Loose]] = {
    "where": Where,
    "veils": Veils,
    "lens_taken": Aim,
    "lens_at": Aim,
    "probe": Probe,
    "drawn": Drawn,
    "snapshot": Snapshot,
    "outline": Outline,
    "progress": Progress,
    "search": SearchWays,
    "find": Found,
    "text": Text,
    "wait": Waited,
    "effects": Effects,
    "theme": Theme,
    "contrast": Contrast,
    "repaint": Repainted,
    "highlight": Highlighted,
    "conceal": Concealed,
    "live_open": LiveOpen,
    "live_close": LiveSaid,
}
