"""What a debugger holds down on a page: lifted when a person pauses, or its session ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bridge.errors import BridgeError
from bridge.relay.line import Line
from bridge.relay.seat import Seat

MOST_HELD = 64
LIFT_SECONDS = 1.0
"""How long the page may take to answer what is lifted."""

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
            case "Input.dispatchMouseEvent" if what in {
                "mousePressed",
                "mouseReleased",
            }:
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

    def lift(
        self,
        then: Callable[[], None] = lambda: None,
        *,
        of: Callable[[Seat], bool] = lambda _: True,
    ) -> None:
        """Lift it.

        Args:
            then: Called once all was carried out, or took too long; at once if none was down.
            of: Which seats' is meant.
        """
        up = [self._down.pop(key) for key, (seat, *_) in tuple(self._down.items()) if of(seat)]
        left = len(up)
        if not left:
            then()

        def lifted(_: str | None, __: BridgeError | None) -> None:
            nonlocal left
            left -= 1
            if not left:
                then()

        for seat, method, params in up:
            try:
                self._line.say(seat, method, params, lifted, limit=LIFT_SECONDS, free=True)
            except BridgeError as problem:
                lifted(None, problem)


def _of(params: Raw, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: params[name] for name in names if name in params}
