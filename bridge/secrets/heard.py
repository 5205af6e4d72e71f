"""Which addresses the pages' words of one call came from. Pure: no I/O.

A secret is bound to the origin that showed it; with words of several origins in one answer
nobody can say whose it is, so it is bound to none.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from contextvars import ContextVar

from bridge.during import during
from bridge.secrets.handles import NOWHERE, origin_of

_heard: ContextVar[set[str] | None] = ContextVar("heard", default=None)


def listening(urls: set[str]) -> AbstractContextManager[None]:
    """Gather the addresses that are noted until the block ends."""
    return during(_heard, urls)


def note(*urls: str) -> None:
    """Note where an answer came from, when somebody listens."""
    urls_of_call = _heard.get()
    if urls_of_call is not None:
        urls_of_call.update(urls)


def single(urls: set[str]) -> str:
    """Return the one origin of all the addresses, or `nowhere`."""
    origins = {origin_of(url) for url in urls}
    return origins.pop() if len(origins) == 1 else NOWHERE


def so_far() -> str:
    """Return the one origin of all that was noted until now, or `nowhere`."""
    return single(_heard.get() or set())
