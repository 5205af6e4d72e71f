"""What a debugger holds down on a page, so that it can be lifted when a person pauses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridge.relay.line import Line
from bridge.relay.seat import Seat

MOST_HELD = 64

Raw = Mapping[str, Any]
_DOWN = {"touchStart", "touchMove", "mousePressed", "keyDown", "rawKeyDown"}
_UP = {"touchEnd", "touchCancel", "mouseReleased", "keyUp"}
_MOUSE = ("x", "y", "button", "clickCount", "modifiers")
_KEY = ("key", "code", "windowsVirtualKeyCode", "nativeVirtualKeyCode", "location")


class Hold:
    """The fingers, buttons and keys that are down.

    Args:
        line: The debugger's sessions.
    """

    def __init__(self, line: Line) -> None:
        self._line = line
        self._down: dict[tuple[str, str, str], tuple[Seat, str, Raw]] = {}

    def note(self, seat: Seat, method: str, params: Raw) -> None:
        """Take note of a command that goes out."""
        what = str(params.get("type"))
        match method:
            case "Input.dispatchTouchEvent":
                name, up = "touch", {"type": "touchCancel", "touchPoints": []}
            case "Input.dispatchMouseEvent" if what in {"mousePressed", "mouseReleased"}:
                name = str(params.get("button"))
                up = {"type": "mouseReleased", **_of(params, _MOUSE)}
            case "Input.dispatchKeyEvent":
                name = str(params.get("code") or params.get("key"))
                up = {"type": "keyUp", **_of(params, _KEY)}
            case _:
                return
        key = (seat.id, method, name)
        if what in _DOWN and len(self._down) < MOST_HELD:
            self._down[key] = (seat, method, up)
        elif what in _UP:
            self._down.pop(key, None)

    def lift(self) -> None:
        """Lift all of it."""
        held, self._down = self._down, {}
        for seat, method, up in held.values():
            self._line.post(seat, method, up)


def _of(params: Raw, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: params[name] for name in names if name in params}
