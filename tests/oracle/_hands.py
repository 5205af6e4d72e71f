"""What any agent does on a page: look, wait until it rests, find by name, tap, fill, press.

Only our tools are used, and only what they answer is known. No selector, no task.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bridge.errors import BridgeError
from bridge.tools.spec import Result

FIELDS = frozenset({"textbox", "searchbox", "date", "time", "spinbutton"})
ROLES = {
    "button": ("button",),
    "link": ("link", "generic"),
    "tab": ("tab",),
    "textbox": ("textbox", "searchbox"),
    "textarea": ("textbox",),
    "checkbox": ("checkbox",),
    "radio": ("radio",),
    "combobox": ("combobox", "listbox"),
    "spinbutton": ("spinbutton",),
    "slider": ("slider", "generic"),
    "item": ("menuitem", "treeitem", "option", "listitem"),
}
"""Of a kind in words, the roles that it may have."""

SAME = {"x": ("\N{MULTIPLICATION SIGN}", "close"), "login": ("log in", "sign in")}
AWAY = ("cancel", "close", "not now", "no thanks", "dismiss")
NEXT = (">", "next", "next page", "»")
REFUSED = frozenset({"ACTION_FAILED", "COVERED", "DISABLED", "NOT_EDITABLE"})
"""What a tool says when nothing was done: it may be called again."""

MOST_OPENED = 40
STILL_LOOKS, BETWEEN_LOOKS = 20, 0.12


class Stuck(Exception):
    """The agent does not know how to go on."""


def folded(text: str) -> str:
    """Return text as it is compared."""
    return " ".join(text.split()).casefold()


@dataclass(frozen=True)
class Row:
    """A line of a snapshot."""

    role: str
    name: str = ""
    ref: str | None = None
    states: tuple[str, ...] = ()
    value: str | None = None
    depth: int = 0
    box: tuple[float, float, float, float] | None = None

    @classmethod
    def of(cls, told: dict[str, Any]) -> Row:
        """Take what is of use from a tool's answer."""
        kept = {key: told[key] for key in cls.__dataclass_fields__ if key in told}
        return cls(**{**kept, "states": tuple(kept.get("states", ()))})

    def called(self, name: str) -> bool:
        """Say whether it bears the name, as a person reads it."""
        mine, wanted = folded(self.name), folded(name)
        return mine == wanted or mine in SAME.get(wanted, ())

    def quiet(self) -> tuple[object, ...]:
        """What of it tells whether the page rests: not its clocks, and not its refs."""
        return self.role, re.sub(r"\d+", "0", self.name), self.states, self.depth


@dataclass
class Hands:
    """Eyes and hands of an agent.

    Attributes:
        instruction: What it was told, folded: the page shows that too.
        rows: The last snapshot.
        pending: Whether something was put in that no button has sent yet.
    """

    call: Callable[..., Awaitable[Result]]
    instruction: str = ""
    rows: list[Row] = field(default_factory=list)
    pending: bool = False

    # --- looking ------------------------------------------------------------------------

    async def look(self) -> list[Row]:
        """Read the page."""
        answer = await self.call("page_snapshot", max_bytes=60_000)
        self.rows = [Row.of(each) for each in answer.data["rows"]]
        return self.rows

    async def still(self) -> None:
        """Look until the page has come to rest."""
        before = self.rows
        for _ in range(STILL_LOOKS):
            await asyncio.sleep(BETWEEN_LOOKS)
            if [row.quiet() for row in await self.look()] == [row.quiet() for row in before]:
                return
            before = self.rows

    def is_told(self, row: Row) -> bool:
        """Say whether a row is only the instruction itself."""
        return row.role == "text" and folded(row.name) in self.instruction and len(row.name) > 12

    def said(self) -> list[Row]:
        """What the page says beside the instruction."""
        return [row for row in self.rows if not self.is_told(row)]

    def nth_of(self, kind: str, index: int) -> Row:
        """Return one of several of a kind, by its place.

        Raises:
            Stuck: There are not so many.
        """
        rows = [row for row in self.rows if row.ref and row.role in ROLES.get(kind, (kind,))]
        if not -len(rows) <= index < len(rows):
            raise Stuck(f"no {kind} number {index + 1}")
        return rows[index]

    def seen(self, names: list[str], kind: str = "") -> Row | None:
        """Return what bears one of the names; of several, what is of the kind."""
        for name in names:
            rows = [row for row in self.said() if row.called(name)]
            rows.sort(key=lambda row: (row.role not in ROLES.get(kind, ()), row.ref is None))
            if rows:
                return rows[0] if rows[0].ref else self.holder(rows[0])
        return None

    def holder(self, text: Row) -> Row:
        """Return the line around a text that can be acted on, else the text itself."""
        at = next(index for index, row in enumerate(self.rows) if row is text)
        depth = text.depth
        for row in reversed(self.rows[:at]):
            if row.depth < depth:
                if row.ref:
                    return row
                depth = row.depth
        return text

    def fields(self) -> list[Row]:
        """What can be written into."""
        shut = {"readonly", "disabled"}
        return [row for row in self.rows if row.role in FIELDS and not shut & {*row.states}]

    def empty_fields(self) -> list[Row]:
        """What is to be written into yet; all fields when none is empty."""
        return [row for row in self.fields() if not row.value] or self.fields()

    def label_of(self, wanted: Row) -> str:
        """Return what a field is called: by itself, else by the text before it, else after it."""
        if wanted.name:
            return wanted.name
        rows = self.said()
        at = next(index for index, row in enumerate(rows) if row.ref == wanted.ref)
        first = next(index for index, row in enumerate(rows) if row.role in FIELDS)
        after = not any(row.role == "text" for row in rows[:first])
        near = rows[at + 1 :] if after else rows[:at][::-1]
        return next((row.name for row in near if row.role not in FIELDS), "").rstrip(": ")

    def number_after(self, row: Row) -> int:
        """Return the number that is shown with or after something.

        Raises:
            Stuck: There is none.
        """
        at = [each.ref for each in self.rows].index(row.ref)
        for each in self.rows[at:]:
            if re.fullmatch(r"-?\d+", each.value or each.name):
                return int(each.value or each.name)
        raise Stuck(f"no number after {row}")

    def openers(self, tried: set[object]) -> Iterator[Row]:
        """What can be opened and was not tried yet: tabs, folded sections, the next page."""
        for row in self.rows:
            shut = "collapsed" in row.states or (row.role == "tab" and "selected" not in row.states)
            if row.ref and shut and (row.role, row.name) not in tried:
                tried.add((row.role, row.name))
                yield row
        here = tuple(row.name for row in self.rows)
        for row in self.rows:
            if row.ref and folded(row.name) in NEXT and ("next", here) not in tried:
                tried.add(("next", here))
                yield row

    async def seek(self, names: list[str], kind: str = "") -> Row:
        """Look for something, opening what can be opened until it is there.

        Raises:
            Stuck: It is nowhere.
        """
        tried: set[object] = set()
        for _ in range(MOST_OPENED):
            if row := self.seen(names, kind):
                return row
            opener = next(self.openers(tried), None)
            if opener is None:
                break
            await self.tap(opener)
            await self.still()
        raise Stuck(f"{names} of kind {kind!r} is nowhere")

    # --- acting -------------------------------------------------------------------------

    async def act(self, tool: str, **args: Any) -> None:
        """Call a tool; when it was refused for what lies between, see to that and call again."""
        try:
            await self.call(tool, **args)
        except BridgeError as fault:
            if fault.code not in REFUSED:
                raise
            if not await self.send_away():
                await self.still()
            await self.call(tool, **args)

    async def send_away(self) -> bool:
        """Answer a question that has come up with its "Cancel"."""
        for row in await self.look():
            if row.ref and row.role == "button" and folded(row.name) in AWAY:
                await self.call("page_tap", ref=row.ref)
                await self.look()
                return True
        return False

    async def tap(self, row: Row) -> None:
        """Tap what a row names, and look."""
        try:
            await self.act("page_tap", **({"ref": row.ref} if row.ref else {"text": row.name}))
        except BridgeError as fault:
            point = await self.bare_point(row) if fault.code == "COVERED" else None
            if point is None:
                raise
            await self.call("page_tap", x=point[0], y=point[1])
        await self.look()

    async def bare_point(self, wanted: Row) -> tuple[float, float] | None:
        """Return a point of something half covered that nothing else lies on."""
        answer = await self.call("page_snapshot", max_bytes=60_000, boxes=True)
        rows = [Row.of(each) for each in answer.data["rows"]]
        mine = next((row.box for row in rows if row.box and row.ref == wanted.ref), None)
        if mine is None:
            return None
        others = [row.box for row in rows if row.box and row.ref not in (None, wanted.ref)]
        x, y, width, height = mine
        for part in (0.1, 0.9, 0.3, 0.7):
            for other in (0.5, 0.1, 0.9):
                for across, down in ((part, other), (other, part)):
                    point = (x + width * across, y + height * down)
                    if not any(_holds(box, *point) for box in others):
                        return point
        return None

    async def fill(self, row: Row, value: str) -> None:
        """Put text into a field."""
        await self.act("page_fill", ref=row.ref, value=value)
        self.pending = True
        await self.look()

    async def chord(self, key: str) -> None:
        """Press a key together with Ctrl."""
        await self.act("page_key", key=key, modifiers=("ctrl",))

    async def press(self, name: str) -> None:
        """Press the button of that name, or the one that must be meant."""
        buttons = [row for row in self.rows if row.ref and row.role == "button"]
        row = self.seen([name], "button") or (buttons[-1] if buttons else self.nth_of("link", -1))
        await self.tap(row)
        self.pending = False

    async def slide(self, index: int, value: int) -> None:
        """Bring a slider to a value with the arrow keys.

        Raises:
            Stuck: It does not come there.
        """
        handle = self.nth_of("slider", index)
        await self.tap(handle)
        for _ in range(MOST_OPENED):
            shown = self.number_after(handle)
            if shown == value:
                return
            await self.act("page_key", key="ArrowRight" if shown < value else "ArrowLeft")
            await self.look()
        raise Stuck(f"the slider does not come to {value}")


def _holds(box: tuple[float, float, float, float], x: float, y: float) -> bool:
    left, top, width, height = box
    return left <= x <= left + width and top <= y <= top + height
