"""What a debugger has left for documents to come, kept on a leash whenever the rules change."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bridge.errors import BridgeError, UsageFault
from bridge.relay.leash import leashed, tied
from bridge.relay.line import Answered, Line
from bridge.relay.seat import Seat

MOST_LEFT = 1000

Raw = Mapping[str, Any]

CODE = {
    "Page.addScriptToEvaluateOnNewDocument": ("source", "identifier"),
    "Debugger.setBreakpointByUrl": ("condition", "breakpointId"),
}
"""Which parameter is code, and by what name Chrome knows it afterwards."""
REMOVES = {
    "Page.removeScriptToEvaluateOnNewDocument": "Page.addScriptToEvaluateOnNewDocument",
    "Debugger.removeBreakpoint": "Debugger.setBreakpointByUrl",
}
_REMOVED_BY = {adds: removes for removes, adds in REMOVES.items()}


@dataclass(eq=False, slots=True)
class Left:
    """One piece; `now` is what Chrome calls it since it was last left."""

    seat: Seat
    method: str
    params: Raw
    now: str


class Leavings:
    """All pieces of one debugger.

    Args:
        line: Its sessions.
        patterns: Says which addresses may be blocked.
    """

    def __init__(self, line: Line, patterns: Callable[[], Sequence[str]]) -> None:
        self._line, self._patterns = line, patterns
        self._left: dict[tuple[str, str, str], Left] = {}
        self._under = tuple(patterns())

    def leave(self, seat: Seat, method: str, params: Raw, answered: Answered, limit: float) -> None:
        """Leave a piece.

        Raises:
            UsageFault: `UNSUPPORTED`: nothing may be left while only named sites are allowed.
            BridgeError: As of `Line.say`.
        """
        code, name = CODE[method]
        text = tied(method, str(params.get(code) or ""), self._patterns())
        if len(self._left) >= MOST_LEFT:
            raise UsageFault("UNSUPPORTED", f"{method}: too much was left already")

        def heard(result: str | None, error: BridgeError | None) -> None:
            if result is not None:
                now = str(json.loads(result).get(name))
                self._left[seat.id, method, now] = Left(seat, method, params, now)
            answered(result, error)

        given = {**params, code: text} if text else params
        self._line.say(seat, method, given, heard, limit=limit)

    def remove(
        self, seat: Seat, method: str, params: Raw, answered: Answered, limit: float
    ) -> None:
        """Take a piece away again.

        Raises:
            BridgeError: As of `Line.say`.
        """
        adds = REMOVES[method]
        name = CODE[adds][1]
        left = self._left.pop((seat.id, adds, str(params.get(name))), None)
        given = {**params, name: left.now} if left is not None else params
        self._line.say(seat, method, given, answered, limit=limit)

    def again(self) -> None:
        """Leave all of it anew, when the rules have changed; without a word to the debugger."""
        under = tuple(self._patterns())
        if under == self._under:
            return
        self._under = under
        for key, left in tuple(self._left.items()):
            if left.seat.id not in self._line.seats:
                del self._left[key]
                continue
            code, name = CODE[left.method]
            self._line.post(left.seat, _REMOVED_BY[left.method], {name: left.now})
            text = leashed(str(left.params.get(code) or ""), under)
            if text is not None:
                given = {**left.params, code: text} if text else left.params
                heard = partial(_named, left, name)
                try:
                    self._line.say(left.seat, left.method, given, heard, free=True)
                except BridgeError:
                    del self._left[key]


def _named(left: Left, name: str, result: str | None, error: BridgeError | None) -> None:
    del error
    if result is not None:
        left.now = str(json.loads(result).get(name))
