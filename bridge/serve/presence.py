"""Which hosts over HTTP are still there: no connection stands for one, so silence has to.

A party is gone when it has said so, or has had no request under way for so long. That is told
once for each, also for the one that must go when too many are there. Owns one timer a party.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MOST = 256
"""Parties that are waited for; beyond, the one that was silent longest counts as gone."""


class Presence:
    """Counts the requests of every party.

    Args:
        seconds: After how long without a request a party is gone.
        gone: Called with its key.
    """

    def __init__(self, seconds: float, gone: Callable[[str], None]) -> None:
        self._seconds = seconds
        self._gone = gone
        self._under_way: dict[str, int] = {}
        self._silent: OrderedDict[str, asyncio.TimerHandle] = OrderedDict()

    def came(self, key: str) -> None:
        """Wait for a party from now on."""
        if not self.knows(key):
            self._wait_for(key)

    def knows(self, key: str) -> bool:
        """Say whether a party has come, and is not gone."""
        return key in self._under_way or key in self._silent

    @contextmanager
    def during(self, key: str) -> Iterator[None]:
        """Count one request of a party until the block ends."""
        if (timer := self._silent.pop(key, None)) is not None:
            timer.cancel()
        self._under_way[key] = self._under_way.get(key, 0) + 1
        try:
            yield
        finally:
            self._ended(key)

    def over(self, key: str) -> None:
        """Hear that a party has left: what is still under way of it does not bring it back."""
        self._under_way.pop(key, None)
        if (timer := self._silent.pop(key, None)) is not None:
            timer.cancel()
        self._gone(key)

    def close(self) -> None:
        """Wait for nobody any more, and tell nothing."""
        while self._silent:
            self._silent.popitem()[1].cancel()

    def _ended(self, key: str) -> None:
        count = self._under_way.get(key)
        if count is None:
            return  # it has left meanwhile
        if count > 1:
            self._under_way[key] = count - 1
            return
        del self._under_way[key]
        self._wait_for(key)

    def _wait_for(self, key: str) -> None:
        loop = asyncio.get_running_loop()
        self._silent[key] = loop.call_later(self._seconds, self.over, key)
        if len(self._silent) > MOST:
            self.over(next(iter(self._silent)))
