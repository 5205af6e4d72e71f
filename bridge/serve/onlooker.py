"""One open viewer page as the Bridge sees it: what it is to be told, and the newest picture.

Messages wait in a bounded queue; who lets it overflow is sent away, comes back by itself and
hears everything anew. Pictures wait in a slot for one; two may be on the way undrawn.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import struct
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from bridge import __version__
from bridge.page.screencast import Frame, Slot

MOST_MESSAGES = 256
MOST_UNDRAWN = 2


class Onlooker:
    """A viewer page.

    Attributes:
        id: Names it.
        watching: Whether somebody looks: it is visible.
        slot: Where the newest picture waits.
        lost: Set when it does not keep up with its messages.
    """

    def __init__(self) -> None:
        self.id = secrets.token_hex(4)
        self.watching = False
        self.lost = False
        self._stirred = asyncio.Event()
        self.slot = Slot(self._stirred.set)
        self._messages: deque[str] = deque()
        self._undrawn: deque[int] = deque()
        self._told: dict[str, str] = {}
        self._turned = asyncio.Event()

    def tell(self, t: str, **fields: Any) -> None:
        """Have a message sent."""
        if len(self._messages) >= MOST_MESSAGES:
            self.lost = True
            self._messages.clear()
        else:
            self._messages.append(json.dumps({"t": t, **fields}, ensure_ascii=False))
        self._stirred.set()

    def welcome(self, serial: str) -> None:
        """Say who we are, and which phone is shown; none when the serial is empty."""
        self.tell("welcome", version=__version__, serial=serial or None, viewer=self.id)

    def tell_if_new(self, t: str, **fields: Any) -> None:
        """Have a message sent unless the last one of its kind said the same."""
        if self.is_new(t, **fields):
            self.tell(t, **fields)

    def is_new(self, t: str, **fields: Any) -> bool:
        """Say whether the last of its kind said something else, and take in that it is said."""
        now = json.dumps(fields, sort_keys=True, ensure_ascii=False)
        before, self._told[t] = self._told.get(t), now
        return before != now

    def knows(self, t: str, **fields: Any) -> bool:
        """Whether the last message of a kind said so, among other things."""
        last = json.loads(self._told.get(t, "{}"))
        return bool(last) and all(last.get(name) == value for name, value in fields.items())

    def forget(self, *kinds: str) -> None:
        """Have messages of these kinds sent again, also when they say the same."""
        for each in kinds:
            self._told.pop(each, None)

    def drawn(self, n: int) -> None:
        """Take in that a picture was drawn, and those before it with it."""
        while self._undrawn and self._undrawn[0] <= n:
            self._undrawn.popleft()
        self._stirred.set()

    def look(self, *, watching: bool) -> None:
        """Take in whether somebody looks; what was on the way is not waited for any more."""
        self.watching = watching
        turned, self._turned = self._turned, asyncio.Event()
        turned.set()
        self._undrawn.clear()
        if not watching:
            self.slot.take()
        self._stirred.set()

    async def until_watching(self) -> None:
        """Wait until somebody looks."""
        while not self.watching:
            await self._turned.wait()

    async def until_away(self) -> None:
        """Wait until nobody looks."""
        while self.watching:
            await self._turned.wait()

    async def pump(
        self,
        send_text: Callable[[str], Awaitable[None]],
        send_bytes: Callable[[bytes], Awaitable[None]],
    ) -> None:
        """Send what is to be sent, until cancelled or it does not keep up."""
        while not self.lost:
            self._stirred.clear()
            if self._messages:
                await send_text(self._messages.popleft())
                self._stirred.set()
            elif len(self._undrawn) < MOST_UNDRAWN and (frame := self.slot.take()) is not None:
                self._undrawn.append(frame.n)
                await send_bytes(packed(frame))
                self._stirred.set()
            await self._stirred.wait()


def packed(frame: Frame) -> bytes:
    """Write a picture: the length of its head, the head as JSON, the JPEG."""
    head = {
        "n": frame.n,
        "width": frame.width,
        "height": frame.height,
        "scale": frame.scale,
        "at": round(frame.at, 3),
    }
    raw = json.dumps(head, separators=(",", ":")).encode()
    return struct.pack("<I", len(raw)) + raw + frame.jpeg
