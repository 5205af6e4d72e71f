"""Who hears that the list of tools changed: every MCP session of the daemon, in both eras.

The list changes when a second phone comes or goes: only then is `serial` described. From the
first host on that has the list, adb's own list of phones is followed. Handshake-era sessions
get a notification, modern ones an event of the subscription that they listen to.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import anyio
from mcp.server import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

from bridge.serve.identity import session_id

log = logging.getLogger(__name__)

MOST_SESSIONS = 64
TELL_SECONDS = 5.0


class Audience:
    """Notices and tells, in tasks of the daemon's: no call waits for a host that does not read.

    Args:
        several: Whether several phones are listed now.
        tasks: Owner of the tasks that tell.
        follow: Has a function called whenever that may have changed; without it, changes are
            noticed at the next call of anybody.
    """

    def __init__(
        self,
        several: Callable[[], bool],
        tasks: asyncio.TaskGroup,
        follow: Callable[[Callable[[], None]], None] | None = None,
    ) -> None:
        self.listen = ListenHandler(
            bus := InMemorySubscriptionBus(),
            max_subscriptions=MOST_SESSIONS,
            max_buffered_events=16,
        )
        self._bus = bus
        self._several = several
        self._told = several()
        self._tasks = tasks
        self._follow = follow
        self._closed = False
        # when it is full, who has not asked for the list for the longest time is forgotten
        self._sessions: OrderedDict[object, ServerSession] = OrderedDict()

    def join(self, ctx: ServerRequestContext[Any], *, server: object) -> None:
        """Remember who was handed the list; modern sessions subscribe instead.

        Args:
            ctx: Of the request for the list.
            server: What stands for the session where its transport names none.
        """
        if self._follow is not None:
            self._follow(self.look)
        if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
            return
        key = session_id(ctx) or server
        self._sessions[key] = ctx.session
        self._sessions.move_to_end(key)
        if len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)

    def leave(self, server: object) -> None:
        """Forget a session that ended."""
        self._sessions.pop(server, None)

    def close(self) -> None:
        """Tell nobody any more: the owner of the tasks is about to end."""
        self._closed = True

    def look(self) -> None:
        """Notice whether the list differs from the one that was told."""
        now = self._several()
        if now == self._told or self._closed:
            return
        self._told = now
        self._tasks.create_task(self._bus.publish(ToolsListChanged()))
        for session in self._sessions.values():
            self._tasks.create_task(_tell(session))


async def _tell(session: ServerSession) -> None:
    try:
        with anyio.move_on_after(TELL_SECONDS):
            await session.send_tool_list_changed()
    except Exception:  # one session's end must not take the daemon's others down
        log.exception("a session could not be told that the list changed")
