"""Before a debugger while a person has paused the phone: it sees nothing, and is not lost after.

What pages show and say meanwhile is never told. How targets, frames and their loads stand
waits in order until the person resumes, since a debugger keeps a picture of that from events
alone; it could ask for all of it then anyway.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from collections.abc import Callable
from typing import Protocol

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.25
"""How often it is looked whether the person has resumed, while something waits."""
MOST_KEPT = 10_000
"""Events that wait; more are dropped, and the debugger may have to connect anew."""

_STANDING = re.compile(
    r"(?:Target|Inspector)\."
    r"|Page\.(?:frame|navigated|lifecycleEvent|loadEvent|domContentEvent|javascriptDialog"
    r"|documentOpened)"
    r"|Runtime\.executionContext|DOM\.documentUpdated|Network\.loadingF(?:inished|ailed)$"
)


class Outlet(Protocol):
    """The way to the debugger."""

    @property
    def unsent(self) -> int:
        """How many bytes wait to be sent."""

    def put(self, text: str) -> None:
        """Send an event, in order; never waits."""


class Curtain:
    """An outlet that keeps back what comes during a pause.

    Args:
        outlet: The way to the debugger.
        is_down: Says whether the person has paused the phone.
        may: Judges, as it is told at last, what has waited: rules may have changed.

    Attributes:
        is_down: As given.
    """

    def __init__(
        self, outlet: Outlet, is_down: Callable[[], bool], may: Callable[[str], bool]
    ) -> None:
        self.is_down = is_down
        self._outlet, self._may = outlet, may
        self._kept: deque[str] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def unsent(self) -> int:
        """How many bytes wait to be sent."""
        return self._outlet.unsent

    def hides(self, method: str) -> bool:
        """Say whether an event is not to be told, now or later."""
        return self.is_down() and _STANDING.match(method) is None

    def put(self, text: str) -> None:
        """Send an event, or keep it until the person resumes."""
        self.look()
        if not self.is_down():
            self._outlet.put(text)
        elif len(self._kept) < MOST_KEPT:
            self._kept.append(text)
            self._look_again()
        else:
            log.warning("a debugger was not told all: the pause was long")

    def look(self) -> None:
        """Tell what waits, if the person has resumed."""
        if self.is_down():
            return
        while self._kept:
            text = self._kept.popleft()
            if self._may(text):
                self._outlet.put(text)

    def close(self) -> None:
        """Tell nothing any more of what waits."""
        self._kept.clear()
        if self._timer is not None:
            self._timer.cancel()

    def _look_again(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._on_time)

    def _on_time(self) -> None:
        self._timer = None
        self.look()
        if self._kept:
            self._look_again()
