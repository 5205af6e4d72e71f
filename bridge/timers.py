"""Timers that agents set to know how long something has taken. They only tell time.

Nothing is run when one is due. They are the party's that set them, end with it, and at the latest
with the Bridge. Pure: no I/O; the clock comes from outside.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bridge.errors import UsageFault

MOST = 32
"""Timers of one party."""
MOST_OF_ALL = 256


@dataclass(frozen=True, slots=True)
class Timer:
    """One timer. Times are seconds of one clock.

    Attributes:
        who: The party's name, for people.
        note: What it is for, in the words of who set it.
    """

    name: str
    who: str
    seconds: float
    began: float
    note: str = ""

    def told(self, now: float) -> dict[str, Any]:
        """Return how it stands, as JSON values."""
        elapsed = max(0.0, now - self.began)
        return {
            "name": self.name,
            "seconds": self.seconds,
            "elapsed": round(elapsed, 1),
            "remaining": round(max(0.0, self.seconds - elapsed), 1),
            "fired": elapsed >= self.seconds,
            "note": self.note,
        }


class Timers:
    """The timers of all parties.

    Args:
        clock: Seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._timers: dict[tuple[str, str], Timer] = {}

    def start(
        self, key: str, who: str, name: str, seconds: float, note: str = ""
    ) -> dict[str, Any]:
        """Set a timer, anew when there is one of that name; return how it stands.

        Args:
            key: Of the party.
            who: Its name.
            name: The timer's.
            seconds: Until it is due.
            note: What it is for.

        Raises:
            UsageFault: `BAD_ARGUMENTS`: there are too many that are not due yet.
        """
        now = self._clock()
        self._timers.pop((key, name), None)
        self._make_room(key, now)
        timer = Timer(name, who, seconds, now, note)
        self._timers[key, name] = timer
        return timer.told(now)

    def status(self, key: str, name: str | None = None) -> list[dict[str, Any]]:
        """Return how the party's timers stand, or the one of a name; oldest first."""
        now = self._clock()
        own = [t for (of, _), t in self._timers.items() if of == key and name in {None, t.name}]
        return [timer.told(now) for timer in own]

    def stop(self, key: str, name: str) -> dict[str, Any] | None:
        """Take a timer away; return how it stood, None when there was none."""
        timer = self._timers.pop((key, name), None)
        return None if timer is None else timer.told(self._clock())

    def left(self, key: str) -> None:
        """Take away the timers of a party whose connection ended."""
        for each in [each for each in self._timers if each[0] == key]:
            del self._timers[each]

    def every(self) -> list[dict[str, Any]]:
        """Return all parties' timers, for a person."""
        now = self._clock()
        return [{**timer.told(now), "owner": timer.who} for timer in self._timers.values()]

    @property
    def running(self) -> bool:
        """Whether one is not due yet."""
        return any(not each["fired"] for each in self.every())

    def _make_room(self, key: str, now: float) -> None:
        """Let the oldest go that is due, where there are too many."""
        for most, of in ((MOST, key), (MOST_OF_ALL, None)):
            held = [each for each in self._timers if of in {None, each[0]}]
            if len(held) < most:
                continue
            due = next((each for each in held if self._timers[each].told(now)["fired"]), None)
            if due is None:
                raise UsageFault(
                    "BAD_ARGUMENTS",
                    f"{most} timers run already",
                    hint="Stop one with timer_stop first.",
                )
            del self._timers[due]
