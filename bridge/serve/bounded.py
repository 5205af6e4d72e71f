"""An HTTP server whose connections are bounded: what a stranger may hold, and for how long.

What MCP over HTTP and the web share. A request that is not whole in time is cut off, an answer
or message that is not taken too; strangers are bounded in number: the one who waited longest has
to go. At the end every connection is closed within `CLOSE_SECONDS`.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.types import ASGIApp
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    import h11
    from websockets.http11 import Request

log = logging.getLogger(__name__)

STRANGERS = 64
REQUEST_SECONDS = 20.0
SEND_SECONDS = 60.0
CLOSE_SECONDS = 8.0


@asynccontextmanager
async def bounded(
    app: ASGIApp, sock: socket.socket, *, idle_are_strangers: bool = False, **options: Any
) -> AsyncIterator[None]:
    """Serve until the block ends.

    Args:
        app: What answers.
        sock: Listens; it is closed here.
        idle_are_strangers: Whether one who has been answered, and stays, counts as one again.
        options: More of uvicorn's.
    """
    web = _Web(
        uvicorn.Config(
            app,
            http=_connections(idle_are_strangers=idle_are_strangers),
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=1,
            **options,
        )
    )
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(web.serve(sockets=[sock]))
        try:
            yield
        finally:
            web.should_exit = True
            await asyncio.wait((running,), timeout=CLOSE_SECONDS)
            for connection in tuple(web.server_state.connections):
                connection.transport.abort()


class _Web(uvicorn.Server):
    """uvicorn inside a daemon that minds its own signals."""

    @override
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


MOST_COMMAND = 64 * 2**20
"""Bytes in one message of an outside debugger."""


class _Taken(asyncio.Protocol):
    """A connection that is cut off when what is sent is not taken."""

    transport: Any  # each of uvicorn's declares its own
    loop: asyncio.AbstractEventLoop
    _stuck: asyncio.TimerHandle | None = None

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(SEND_SECONDS, self.transport.abort)

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        self._flows()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._flows()
        super().connection_lost(exc)

    def _flows(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()


class BoundedSocket(_Taken, WebSocketsSansIOProtocol):
    """A WebSocket that is cut off when what is sent is not taken."""

    @override
    def handle_connect(self, event: Request) -> None:
        if event.path.startswith("/relay/"):  # a debugger's commands may carry whole files
            self.conn.max_message_size = MOST_COMMAND
        super().handle_connect(event)


def _connections(*, idle_are_strangers: bool) -> type[H11Protocol]:
    """Make the class of one server's connections: each bounded in time, strangers in number."""
    strangers: dict[_Connection, None] = {}

    class _Connection(_Taken, H11Protocol):
        """Is cut off when a request is not whole in time, or an answer is not taken.

        A stranger is one of whom not even a request's head has come. When there are
        too many, the one who waited longest has to go.
        """

        _late: asyncio.TimerHandle | None = None

        @override
        def connection_made(  # type: ignore[override]  # uvicorn narrows it too
            self, transport: asyncio.Transport
        ) -> None:
            super().connection_made(transport)
            self._waits()
            self._watch()

        def _waits(self) -> None:
            strangers[self] = None
            if len(strangers) > STRANGERS:
                oldest = next(iter(strangers))
                del strangers[oldest]
                oldest.transport.abort()

        @override
        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.transport.get_protocol() is not self:
                return  # it has become a WebSocket
            if self._request() is not None and not self._idle():
                strangers.pop(self, None)
            self._watch()

        @override
        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._forget()
            super().handle_websocket_upgrade(event)

        @override
        def on_response_complete(self) -> None:
            super().on_response_complete()
            if idle_are_strangers and not self.transport.is_closing():
                self._waits()

        @override
        def connection_lost(self, exc: Exception | None) -> None:
            self._forget()
            super().connection_lost(exc)

        def _forget(self) -> None:
            strangers.pop(self, None)
            if self._late is not None:
                self._late.cancel()
            self._flows()

        def _watch(self) -> None:
            if self._whole():
                if self._late is not None:
                    self._late.cancel()
                self._late = None
            elif self._late is None:
                self._late = self.loop.call_later(REQUEST_SECONDS, self._cut)

        def _whole(self) -> bool:
            """Whether a request is here to its last byte and is being answered."""
            last = self._request()
            return last is not None and not last.more_body and not last.response_complete

        def _idle(self) -> bool:
            """Whether the last request was answered, and no other has begun."""
            last = self._request()
            return idle_are_strangers and last is not None and last.response_complete

        def _request(self) -> RequestResponseCycle | None:
            return self.cycle  # uvicorn's type forgets that there is none at first

        def _cut(self) -> None:
            self._late = None
            if not self._whole():
                log.debug("a request was not whole in time")
                self.transport.abort()

    return _Connection
