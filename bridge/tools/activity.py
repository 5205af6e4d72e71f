"""The calls that are under way and those just over, for people who watch.

Names, codes and numbers, as in the journal, and the name of the element that is acted on, with
secrets sealed: never what was typed. The last `MOST_KEPT` are kept for who comes later.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bridge.journal import OK
from bridge.page.aimed import Aimed

log = logging.getLogger(__name__)

MOST_KEPT = 50
MOST_TARGET = 120
LATELY_SECONDS = 0.5


@dataclass(eq=False, slots=True)
class Deed:
    """One call.

    Attributes:
        id: Its number.
        at: When it began, seconds since 1970.
        serial: The phone; empty while that is not known, and for calls without one.
        code: What became of it; empty while it runs.
        ms: How long it took.
        ended: When it was over, by the clock that never goes back.
        aimed: What it acts on.
    """

    id: int
    at: float
    client: str
    tool: str
    tell: Callable[[Deed], None]
    serial: str = ""
    code: str = ""
    ms: int = 0
    ended: float = 0
    aimed: Aimed = field(init=False)

    def __post_init__(self) -> None:
        """Tell when it is known what it acts on."""
        self.aimed = Aimed(lambda: self.tell(self))

    def on(self, serial: str) -> None:
        """Take in on which phone it runs."""
        self.serial = serial
        self.tell(self)

    def end(self, code: str, ms: int) -> None:
        """Take in what became of it."""
        self.code, self.ms, self.ended = code, ms, time.monotonic()
        self.tell(self)

    def as_json(self, seal: Callable[[str], str]) -> dict[str, Any]:
        """Return it as JSON values, without its point."""
        state = "running" if not self.code else "done" if self.code == OK else "failed"
        told = {
            "id": self.id,
            "at": round(self.at, 3),
            "client": self.client,
            "tool": self.tool,
            "target": seal(self.aimed.target)[:MOST_TARGET] or None,
            "state": state,
        }
        return told if state == "running" else {**told, "code": self.code, "ms": self.ms}


class Activity:
    """What calls do, of all phones.

    Attributes:
        seal: Puts handles in the place of secrets.
    """

    def __init__(self) -> None:
        self.seal: Callable[[str], str] = str
        self._kept: deque[Deed] = deque(maxlen=MOST_KEPT)
        self._hearing: list[Callable[[Deed], None]] = []
        self._number = 0

    def begin(self, client: str, tool: str) -> Deed:
        """Take in that a call began; it is told once its phone is known, or it is over."""
        self._number += 1
        return Deed(self._number, time.time(), client, tool, self._tell)

    def kept(self, serial: str) -> tuple[Deed, ...]:
        """Return the last calls of a phone, and those of none, the oldest first."""
        return tuple(deed for deed in self._kept if deed.serial in ("", serial))

    def busy(self, serial: str) -> bool:
        """Whether a call is under way on a phone, or was just now: the next may follow."""
        lately = time.monotonic() - LATELY_SECONDS
        return any(d.serial == serial and (not d.code or d.ended > lately) for d in self._kept)

    def hear(self, heard: Callable[[Deed], None]) -> Callable[[], None]:
        """Have a function called for every change of a call. Returns "off"."""
        self._hearing.append(heard)
        return lambda: self._hearing.remove(heard) if heard in self._hearing else None

    def _tell(self, deed: Deed) -> None:
        if deed not in self._kept:
            self._kept.append(deed)
        for heard in tuple(self._hearing):
            try:
                heard(deed)
            except Exception:  # who watches must not hurt a call
                log.exception("one who watches could not be told")
