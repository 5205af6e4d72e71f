"""Who hears that the list of tools changed: every MCP session of the daemon, in both eras.

The list changes when a second phone comes or goes: only then is `serial` described. It is
noticed at the next call of anybody, for nobody asks adb in between. Handshake-era sessions
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

log = logging.getLogger(__name__)

MOST_SESSIONS = 64
TELL_SECONDS = 5.0


class Audience:
    """Notices and tells, in tasks of the daemon's: no call waits for a host that does not read.

    Args:
        several: Whether several phones are listed now.
        tasks: Owner of the tasks that tell.
    """

    def __init__(self, several: Callable[[], bool], tasks: asyncio.TaskGroup) -> None:
        self.listen = ListenHandler(
            bus := InMemorySubscriptionBus(),
            max_subscriptions=MOST_SESSIONS,
            max_buffered_events=16,
        )
        self._bus = bus
        self._several = several
        self._told = several()
        self._tasks = tasks
        # when it is full, who has not asked for the list for the longest time is forgotten
        self._sessions: OrderedDict[object, ServerSession] = OrderedDict()

    def join(self, ctx: ServerRequestContext[Any], *, server: object) -> None:
        """Remember who was handed the list; modern sessions subscribe instead.

        Args:
            ctx: Of the request for the list.
            server: What stands for the session where its transport names none.
        """
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

    def look(self) -> None:
        """Notice whether the list differs from the one that was told."""
        now = self._several()
        if now == self._told:
            return
        self._told = now
        self._tasks.create_task(self._bus.publish(ToolsListChanged()))
        for session in self._sessions.values():
            self._tasks.create_task(_tell(session))


def session_id(ctx: ServerRequestContext[Any]) -> str | None:
    """Return what names the session over HTTP in the handshake era; None for all others."""
    return ctx.request.headers.get("mcp-session-id") if ctx.request is not None else None


async def _tell(session: ServerSession) -> None:
    try:
        with anyio.move_on_after(TELL_SECONDS):
            await session.send_tool_list_changed()
    except Exception:  # one session's end must not take the daemon's others down
        log.exception("a session could not be told that the list changed")
