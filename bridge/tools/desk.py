"""What is the Bridge's and not a phone's, for the handlers that need it: live code, timers.

The door lays it out for each call. A handler finds there who calls, too, and may leave a word
for the journal.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass

from bridge.during import during
from bridge.live import Live
from bridge.timers import Timers
from bridge.tools.lease import Party


@dataclass(slots=True)
class Desk:
    """What one call may use beside its surface.

    Attributes:
        party: Who calls.
        about: For the journal: the name and hash of the code that the call was about.
    """

    live: Live
    timers: Timers
    party: Party
    about: str = ""


_laid: ContextVar[Desk] = ContextVar("desk")


def at(desk: Desk) -> AbstractContextManager[None]:
    """Lay a desk out until the block ends."""
    return during(_laid, desk)


def desk() -> Desk:
    """Return that of the call that runs."""
    return _laid.get()
