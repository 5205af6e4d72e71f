"""adb's list of phones, followed as it changes, so that nobody has to ask for it.

One stream from the adb server for everybody. It ends with the server; then the list is not
known until somebody has it followed again, which asks nothing of a server that is not there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import aclosing

from bridge.adb.parse import Listed
from bridge.adb.server import AdbServer
from bridge.errors import BridgeError

log = logging.getLogger(__name__)

PAUSE_SECONDS = 5.0
"""Seconds between two attempts to follow."""
CLOSE_SECONDS = 5.0
"""How long the end of the following may take."""


class Roll:
    """The list of one adb server.

    Args:
        server: The adb server.
        group: Owner of the task that follows.

    Attributes:
        now: The list, while it is followed.
        seen: How many phones it had when it was last known.
    """

    def __init__(self, server: AdbServer, group: asyncio.TaskGroup) -> None:
        self.now: tuple[Listed, ...] | None = None
        self.seen = 0
        self._server = server
        self._group = group
        self._following: asyncio.Task[None] | None = None
        self._after = 0.0
        self._hearing: list[Callable[[], None]] = []

    def hear(self, heard: Callable[[], None]) -> None:
        """Have a function called whenever the list changed; the same one once."""
        if heard not in self._hearing:
            self._hearing.append(heard)

    def follow(self) -> None:
        """See to it that the list is followed; does not wait."""
        now = asyncio.get_running_loop().time()
        if (self._following is None or self._following.done()) and now >= self._after:
            self._after = now + PAUSE_SECONDS
            self._following = self._group.create_task(self._follow(), name="adb list")

    async def close(self) -> None:
        """Follow no more."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.wait((self._following,), timeout=CLOSE_SECONDS)

    async def _follow(self) -> None:
        """Keep the list until the server goes, or `close` ends it; never raises."""
        try:
            async with aclosing(self._server.track()) as lists:
                async for listed in lists:
                    self.now, self.seen = listed, len(listed)
                    for heard in self._hearing:
                        heard()
        except BridgeError as gone:
            log.debug("adb's list is not followed: %s", gone.code)
        except Exception:  # a defect of ours must not take every phone down
            log.exception("adb's list cannot be followed")
        finally:
            self.now = None
