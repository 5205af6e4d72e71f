"""Acts on a native screen: taps, strokes, keys, typing; each sent once, and what followed told."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from bridge.errors import ScreenFault, UsageFault
from bridge.geometry import Box
from bridge.native import gesture
from bridge.native.elements import Element, is_shown
from bridge.native.gesture import Direction, Point
from bridge.native.look import Look
from bridge.native.screen import After, Screen
from bridge.native.script import quote
from bridge.native.spot import Spot

BUDGET = 3000
"""Bytes of the screen in the answer to an act."""

KEYS: Mapping[str, int] = {
    "home": 3,
    "back": 4,
    "up": 19,
    "down": 20,
    "left": 21,
    "right": 22,
    "volume_up": 24,
    "volume_down": 25,
    "power": 26,
    "camera": 27,
    "tab": 61,
    "space": 62,
    "enter": 66,
    "delete": 67,
    "menu": 82,
    "page_up": 92,
    "page_down": 93,
    "escape": 111,
    "forward_delete": 112,
    "move_home": 122,
    "move_end": 123,
    "mute": 164,
    "recents": 187,
    "sleep": 223,
    "wake": 224,
}
"""Keys by the names that agents give, and Android's numbers."""

_TYPABLE = re.compile(r"[ -~]*", re.ASCII)
_MOST_KEYS = 50


@dataclass(frozen=True, slots=True)
class Did:
    """What was done, and what came of it.

    Attributes:
        sentence: In words.
        after: What is there now.
    """

    sentence: str
    after: After

    def text(self) -> str:
        """Write it for an agent, with the screen where that was asked for."""
        look, blind = self.after.look, self.after.blind
        if blind is not None:
            return f"{self.sentence}\n(the screen could not be read: {blind.sentence()})"
        return self.sentence if look is None else f"{self.sentence}\n{look.text(max_bytes=BUDGET)}"

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        look = self.after.look
        return {"did": self.sentence, "screen": look.as_json() if look is not None else None}


async def tap(screen: Screen, spot: Spot, *, hold_ms: int, count: int, observe: bool) -> Did:
    """Tap an element or a point, once it is as it was seen.

    Raises:
        ScreenFault: `STALE_UID`, `TARGET_NOT_FOUND`, `TARGET_AMBIGUOUS`, `DISABLED`,
            `NOT_VISIBLE`, `TAP_MISSED`, `INPUT_BLOCKED_OEM`.
        UnknownOutcome: It may have happened.
    """
    look, element, at = await _aimed(screen, spot)
    commands = gesture.tap(at, hold_ms=hold_ms, count=count, display=screen.display)
    after = await screen.act(commands, look=look, element=element, after=observe)
    verb = "held" if hold_ms else {1: "tapped", 2: "double-tapped"}.get(count, f"tapped {count} x")
    what = element.words if element is not None else spot.words
    return Did(f"{verb} {what}{followed(look, after)}", after)


async def swipe(
    screen: Screen, path: Direction | tuple[Point, Point], *, ms: int, observe: bool
) -> Did:
    """Draw one finger over the screen: to show what lies in a direction, or along a line.

    Raises:
        ScreenFault: `STALE_UID`, `TAP_MISSED`, `INPUT_BLOCKED_OEM`.
        UnknownOutcome: It may have happened.
    """
    look = screen.last or await screen.look()
    if isinstance(path, str):
        start, end = gesture.along(look.view, path)
        what = f"swiped to show what is {_WHERE[path]}"
    else:
        start, end = (screen.device_point(point) for point in path)
        what = f"swiped from {start[0]},{start[1]} to {end[0]},{end[1]}"
    command = gesture.stroke(start, end, ms, display=screen.display)
    after = await screen.act([command], look=look, element=None, after=observe)
    return Did(f"{what}{followed(look, after)}", after)


async def back(screen: Screen, *, observe: bool) -> Did:
    """Press back, and see that something moved.

    Raises:
        ScreenFault: `NO_CHANGE`: the screen is as before. `INPUT_BLOCKED_OEM`.
        UnknownOutcome: It may have happened.
    """
    look = await screen.look()
    command = gesture.key([KEYS["back"]], display=screen.display)
    after = await screen.act([command], look=look, element=None, after=True)
    if after.look is not None and same(look, after.look):
        raise ScreenFault("NO_CHANGE", "back was pressed and the screen did not move")
    seen = after if observe else After(after.front)
    return Did(f"went back{followed(look, after)}", seen)


async def press(screen: Screen, names: Sequence[str], *, repeat: int, observe: bool) -> Did:
    """Press keys, one after the other, `repeat` times.

    Raises:
        UsageFault: `BAD_ARGUMENTS`: no key is called so, or they are too many.
        ScreenFault: `INPUT_BLOCKED_OEM`.
        UnknownOutcome: It may have happened.
    """
    codes = [_code(name) for name in names] * repeat
    if len(codes) > _MOST_KEYS:
        raise UsageFault("BAD_ARGUMENTS", f"{len(codes)} keys; {_MOST_KEYS} are the most")
    before = screen.last
    command = gesture.key(codes, display=screen.display)
    after = await screen.act([command], look=None, element=None, after=observe)
    times = f" {repeat} times" if repeat > 1 else ""
    return Did(f"pressed {', '.join(names)}{times}{followed(before, after)}", after)


async def type_text(screen: Screen, text: str, *, submit: bool, observe: bool) -> Did:
    """Type into the field that has the focus, and see that something changed.

    Raises:
        ScreenFault: `TEXT_NOT_TYPABLE`; `NO_FOCUS`; `NO_CHANGE`; `INPUT_BLOCKED_OEM`.
        UnknownOutcome: It may have happened.
    """
    if not _TYPABLE.fullmatch(text):
        odd = "".join(sorted({sign for sign in text if not _TYPABLE.fullmatch(sign)}))[:20]
        raise ScreenFault("TEXT_NOT_TYPABLE", f"no key types {odd!r}")
    look = await screen.look()
    focused = [each for each in look.elements if {"focused", "editable"} <= each.node.flags]
    if not focused and not look.keyboard:
        raise ScreenFault("NO_FOCUS", "no field of the screen has the focus")
    commands = [f"input text {quote(piece)}" for piece in pieces(text)]
    if submit:
        commands.append(gesture.key([KEYS["enter"]], display=screen.display))
    after = await screen.act(commands, look=look, element=None, after=True)
    if text and after.look is not None and same(look, after.look):
        raise ScreenFault("NO_CHANGE", "the text was typed and the screen is as before")
    where = f" into {focused[0].words}" if focused else ""
    seen = after if observe else After(after.front)
    return Did(f"typed {len(text)} characters{where} (via: input){followed(look, after)}", seen)


def pieces(text: str) -> list[str]:
    """Part a text for `input text`, which takes `%s` for a space wherever it stands (pure)."""
    parts = text.replace("%s", "%\0s").split("\0")
    return [part.replace(" ", "%s") for part in parts if part]


def _code(name: str) -> int:
    if name.isdigit() and name.isascii() and len(name) <= len("9999"):
        return int(name)
    if (code := KEYS.get(name.casefold())) is not None:
        return code
    raise UsageFault(
        "BAD_ARGUMENTS",
        f"there is no key named {name[:40]!r}",
        hint=f"There are: {', '.join(KEYS)}; or Android's number of a key.",
    )


async def _aimed(screen: Screen, spot: Spot) -> tuple[Look | None, Element | None, Point]:
    """Find what is meant, and where it is touched."""
    if spot.point is not None:
        return screen.last, None, screen.device_point(spot.point)
    look, element = await meant(screen, spot)
    if "disabled" in element.node.flags:
        raise ScreenFault("DISABLED", f"{element.words} is disabled")
    if not is_shown(element, look.view):
        told = f"{element.words} is not within the screen"
        raise ScreenFault("NOT_VISIBLE", told, hint="Scroll it in with phone_swipe first.")
    if not all(element.tags):  # it cannot be looked for by the phone itself: look once more
        fresh = await screen.look()
        same = [e for e in fresh.elements if _mark(e) == _mark(element)]
        if len(same) != 1:
            raise ScreenFault("STALE_UID", "nothing was sent: the element is not there as it was")
        return fresh, None, within(same[0].node.box, fresh.view)
    return look, element, within(element.node.box, look.view)


async def meant(screen: Screen, spot: Spot) -> tuple[Look, Element]:
    """Find an element in what was seen last; words that were not there, in what is there now.

    Raises:
        ScreenFault: As of `Look.find`, and of `Screen.look`.
    """
    if spot.uid is not None:
        look = screen.quoted()
        return look, look.find(spot)
    if (last := screen.last) is not None:
        with suppress(ScreenFault):
            return last, last.find(spot)
    look = await screen.look()
    return look, look.find(spot)


def within(box: Box, view: Box) -> Point:
    """Return the middle of the part of a box that is on the screen."""
    return Box(
        max(box.left, view.left),
        max(box.top, view.top),
        min(box.right, view.right),
        min(box.bottom, view.bottom),
    ).centre


def _mark(element: Element) -> tuple[object, ...]:
    node = element.node
    return node.class_name, node.resource_id, element.label, node.box, node.flags


def same(one: Look, other: Look) -> bool:
    """Say whether two looks show the same: the same window and elements, in the same places."""
    marks = [[_mark(each) for each in look.elements] for look in (one, other)]
    return one.front.line == other.front.line and marks[0] == marks[1]


def followed(before: Look | None, after: After) -> str:
    """Say in a few words what came of it."""
    if before is not None and before.front != after.front:
        return f"; now {after.front.words} is in front"
    if before is not None and after.look is not None and same(before, after.look):
        return "; the screen is as before"
    return ""


_WHERE = {"down": "below", "up": "above", "left": "on the left", "right": "on the right"}
