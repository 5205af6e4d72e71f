"""A person's hand, beside the phone: touches, wheel, keys and text, one after the other.

Nothing is looked up or judged: what a person does goes to the page as it is. While one thing is
under way, moves that follow one another become the last of them, and turns of the wheel one. The
queue is bounded; a finger that is down when the hand is taken away is lifted by a cancel.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bridge.cdp.session import Session
from bridge.errors import BridgeError, LateFault
from bridge.page.keyboard import MODIFIERS, key_event, name_of

log = logging.getLogger(__name__)

Raw = dict[str, Any]

MOST_WAITING = 64
MOST_TEXT = 10_000
STEP_SECONDS = 5.0
"""How long one thing may take until the next is sent: a page may be busy, or hold a dialog."""
_CHUNK = 64
_TOUCHES = {"start": "touchStart", "move": "touchMove", "end": "touchEnd", "cancel": "touchCancel"}


@dataclass(frozen=True, slots=True)
class Touch:
    """A finger that comes down, moves, or is lifted."""

    kind: str
    x: float = 0
    y: float = 0


@dataclass(frozen=True, slots=True)
class Wheel:
    """A turn of the wheel, in CSS px."""

    x: float
    y: float
    dx: float
    dy: float


@dataclass(frozen=True, slots=True)
class Sent:
    """A command of DevTools that follows from a key or text."""

    method: str
    params: Raw


Step = Touch | Wheel | Sent


class Hand:
    """The hand on one tab. `run` does what was asked, until cancelled.

    Args:
        session: Of the tab.

    Attributes:
        lifting: Chrome's answer to what lifted a finger at the end, when one was down. A session
            that is let go before it takes the lift with it.
    """

    def __init__(self, session: Session) -> None:
        self.lifting: asyncio.Future[Raw] | None = None
        self._session = session
        self._waiting: deque[Step] = deque()
        self._stirred = asyncio.Event()
        self._down = self._touches = False

    @property
    def down(self) -> bool:
        """Whether a finger is on the glass, or will be by what waits."""
        return self._down

    def touch(self, kind: str, x: float, y: float) -> None:
        """Do what a finger does: `start`, `move`, `end` or `cancel`.

        Raises:
            LateFault: The phone does not keep up.
        """
        if kind == "start":
            if self._down:
                self.touch("cancel", 0, 0)
        elif not self._down:
            return  # the finger was taken back meanwhile
        before = self._waiting[-1] if self._waiting else None
        if kind == "move" and isinstance(before, Touch) and before.kind == "move":
            self._waiting[-1] = Touch("move", x, y)
            return
        lifts = kind in ("end", "cancel")
        self._put(Touch(kind, x, y), bounded=not lifts)  # one lift for a start, which was bounded
        self._down = not lifts

    def wheel(self, x: float, y: float, dx: float, dy: float) -> None:
        """Turn the wheel. Raises as `touch`."""
        before = self._waiting[-1] if self._waiting else None
        if isinstance(before, Wheel):
            self._waiting[-1] = replace(before, x=x, y=y, dx=before.dx + dx, dy=before.dy + dy)
            return
        self._put(Wheel(x, y, dx, dy))

    def text(self, text: str) -> None:
        """Type text where the focus is; a new line is the Enter key. Raises as `touch`."""
        steps: list[Step] = []
        for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
            if number:
                steps += _struck("Enter", 0)
            steps += [
                Sent("Input.insertText", {"text": line[at : at + _CHUNK]})
                for at in range(0, len(line), _CHUNK)
            ]
        # a long text is one thing: it is bounded by itself
        self._put(*steps)

    def key(self, key: str, modifiers: Sequence[str] = ()) -> None:
        """Press a key.

        Raises:
            UsageFault: `BAD_ARGUMENTS`: there is no such key.
            LateFault: As `touch`.
        """
        bits = 0
        for modifier in modifiers:
            bits |= MODIFIERS[modifier]
        self._put(*_struck(name_of(key), bits))

    def _put(self, *steps: Step, bounded: bool = True) -> None:
        if bounded and len(self._waiting) >= MOST_WAITING:
            raise LateFault("the phone does not keep up with what you do", hint="Wait a moment.")
        self._waiting.extend(steps)
        self._stirred.set()

    async def run(self) -> None:
        """Do what was asked, until cancelled or the session ends; then no finger is left down."""
        try:
            while self._session.alive:
                self._stirred.clear()
                while self._waiting and self._session.alive:
                    await self._do(self._waiting.popleft())
                await self._stirred.wait()
        finally:
            self._waiting.clear()
            if self._touches and self._session.alive:  # what waited may have been the lift
                self.lifting = self._post(Touch("cancel"))
            self._down = False

    async def _do(self, step: Step) -> None:
        try:
            async with asyncio.timeout(STEP_SECONDS):
                await self._post(step)
        except TimeoutError:
            log.debug("what a person did is not answered; the next goes on")
        except BridgeError as refused:
            log.debug("what a person did was refused: %s", refused.code)

    def _post(self, step: Step) -> asyncio.Future[Raw]:
        match step:
            case Touch("start" | "move" as kind, x, y):
                self._touches = True
                return self._fingers(kind, [{"x": x, "y": y, "id": 0}])
            case Touch(kind):
                self._touches = False
                return self._fingers(kind, [])
            case Wheel(x, y, dx, dy):
                turned = {"type": "mouseWheel", "x": x, "y": y, "deltaX": dx, "deltaY": dy}
                return self._session.post("Input.dispatchMouseEvent", turned)
            case Sent(method, params):
                return self._session.post(method, params)

    def _fingers(self, kind: str, points: list[Raw]) -> asyncio.Future[Raw]:
        told = {"type": _TOUCHES[kind], "touchPoints": points}
        return self._session.post("Input.dispatchTouchEvent", told)


def _struck(name: str, bits: int) -> list[Step]:
    down = key_event(name, bits)
    up = {key: given for key, given in down.items() if key not in ("text", "unmodifiedText")}
    told = ({**down}, {**up, "type": "keyUp"})
    return [Sent("Input.dispatchKeyEvent", each) for each in told]
