"""MCP over streamable HTTP, for hosts that cannot run a command. Off unless asked for.

On loopback alone, at `/mcp`, in both protocol eras. Who comes in must bring the token of
`http.token` in the state folder; the SDK then refuses a foreign Host (421) and any Origin
(403), so no page in a browser on this computer gets further, even with the token.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from http import HTTPStatus
from typing import Any

import anyio
import anyio.lowlevel
import uvicorn
from mcp.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
PATH = "/mcp"
MOST_SESSIONS = 64
MOST_BODY = 4 * 1024 * 1024
MOST_REQUESTS = 256
STRANGERS = 64
REQUEST_SECONDS = 20.0
SEND_SECONDS = 60.0
KEEP_SECONDS = 60
CLOSE_SECONDS = 8.0


@asynccontextmanager
async def listen(
    server: Server[Any],
    sock: socket.socket,
    *,
    token: str,
    idle_seconds: float,
    visit: Callable[[], AbstractContextManager[object]] = nullcontext,
    gone: Callable[[str], None] = lambda _: None,
) -> AsyncIterator[str]:
    """Serve until the block ends; then every call is cancelled and waited for.

    Args:
        server: The MCP server of all sessions.
        sock: Listens on loopback; it is closed here.
        token: What every request must bring.
        idle_seconds: A handshake-era session ends after so long without a request.
        visit: Entered for every request that was let in.
        gone: Called with the id of a session that its host has ended.

    Yields:
        The address that hosts are to use.
    """
    number = sock.getsockname()[1]
    sessions = StreamableHTTPSessionManager(
        server,
        security_settings=TransportSecuritySettings(
            allowed_hosts=[f"{HOST}:{number}", f"localhost:{number}"], allowed_origins=[]
        ),
        max_request_body_size=MOST_BODY,
        max_sessions=MOST_SESSIONS,
        session_idle_timeout=idle_seconds,
    )
    entrance = Entrance(sessions, token=token, visit=visit, gone=gone)
    web = _Web(
        uvicorn.Config(
            entrance,
            http=_connections(),
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            limit_concurrency=MOST_REQUESTS,
            timeout_keep_alive=KEEP_SECONDS,
            timeout_graceful_shutdown=1,
        )
    )
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(web.serve(sockets=[sock]))
        try:
            async with sessions.run():
                try:
                    yield f"http://{HOST}:{number}{PATH}"
                finally:
                    await entrance.close()
        finally:
            web.should_exit = True
            await asyncio.wait((running,), timeout=CLOSE_SECONDS)
            for connection in tuple(web.server_state.connections):
                connection.transport.abort()


class Entrance:
    """Lets requests in that bring the token, and knows which are under way.

    Args:
        sessions: What answers them.
        token: What they must bring.
        visit: Entered for every request that was let in.
        gone: Called with the id of a session that its host has ended.
    """

    def __init__(
        self,
        sessions: StreamableHTTPSessionManager,
        *,
        token: str,
        visit: Callable[[], AbstractContextManager[object]],
        gone: Callable[[str], None],
    ) -> None:
        self._sessions = sessions
        self._token = token.encode()
        self._visit = visit
        self._gone = gone
        self._open: set[anyio.CancelScope] = set()
        self._left = anyio.Event()
        self._closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        refused = self._refusal(scope)
        if refused is not None:
            await refused(scope, receive, send)
            return
        last: Message | None = None

        async def noting(message: Message) -> None:
            nonlocal last
            last = message
            if scope["method"] == "DELETE" and message.get("status") == HTTPStatus.OK:
                self._gone(dict(scope["headers"]).get(b"mcp-session-id", b"").decode("latin-1"))
            await send(message)

        with self._visit(), self._under_way() as limits:
            await self._sessions.handle_request(scope, _or_cut(receive, limits), noting)
        if not limits.cancelled_caught:
            return
        if last is None:
            await _says(503, "the Bridge is leaving")(scope, receive, send)
        elif last["type"] == "http.response.start" or last.get("more_body"):
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _refusal(self, scope: Scope) -> Response | None:
        brought = [value for name, value in scope["headers"] if name == b"authorization"]
        kind, _, given = (brought[0] if len(brought) == 1 else b"").partition(b" ")
        if kind.lower() != b"bearer" or not hmac.compare_digest(given.strip(), self._token):
            return _says(401, "bring the token", {"WWW-Authenticate": "Bearer"})
        if scope["path"] != PATH:
            return _says(404, f"MCP is at {PATH}")
        return _says(503, "the Bridge is leaving") if self._closing else None

    @contextmanager
    def _under_way(self) -> Iterator[anyio.CancelScope]:
        with anyio.CancelScope() as limits:
            self._open.add(limits)
            try:
                yield limits
            finally:
                self._open.discard(limits)
                if not self._open:
                    self._left.set()

    async def close(self) -> None:
        """Let nobody in, cancel what is under way and wait for it, within `CLOSE_SECONDS`."""
        self._closing = True
        with anyio.move_on_after(CLOSE_SECONDS, shield=True):
            for limits in tuple(self._open):
                limits.cancel()
            while self._open:
                self._left = anyio.Event()
                await self._left.wait()


def _or_cut(receive: Receive, limits: anyio.CancelScope) -> Receive:
    """End a request whose body broke off: it is no defect, and there is nobody to answer."""
    whole = False

    async def next_part() -> Message:
        nonlocal whole
        message = await receive()
        if message["type"] == "http.disconnect" and not whole:
            limits.cancel()
            await anyio.lowlevel.checkpoint()
        whole = whole or not message.get("more_body", False)
        return message

    return next_part


def _says(status: int, text: str, headers: dict[str, str] | None = None) -> Response:
    """Answer in one line, and hang up: the body of a refused request is not read."""
    return Response(
        text + "\n",
        status_code=status,
        headers={"Connection": "close", **(headers or {})},
        media_type="text/plain",
    )


class _Web(uvicorn.Server):
    """uvicorn inside a daemon that minds its own signals."""

    @override
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _connections() -> type[H11Protocol]:
    """Make the class of one server's connections: each bounded in time, strangers in number."""
    strangers: dict[_Connection, None] = {}

    class _Connection(H11Protocol):
        """Is cut off when a request is not whole in time, or an answer is not taken.

        A stranger is one of whom not even a request's head has come. When there are
        too many, the one who waited longest has to go.
        """

        _late: asyncio.TimerHandle | None = None
        _stuck: asyncio.TimerHandle | None = None

        @override
        def connection_made(  # type: ignore[override]  # uvicorn narrows it too
            self, transport: asyncio.Transport
        ) -> None:
            super().connection_made(transport)
            strangers[self] = None
            if len(strangers) > STRANGERS:
                oldest = next(iter(strangers))
                del strangers[oldest]
                oldest.transport.abort()
            self._watch()

        @override
        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self._request() is not None:
                strangers.pop(self, None)
            self._watch()

        @override
        def connection_lost(self, exc: Exception | None) -> None:
            strangers.pop(self, None)
            for timer in (self._late, self._stuck):
                if timer is not None:
                    timer.cancel()
            super().connection_lost(exc)

        @override
        def pause_writing(self) -> None:
            super().pause_writing()
            self._stuck = self.loop.call_later(SEND_SECONDS, self.transport.abort)

        @override
        def resume_writing(self) -> None:
            super().resume_writing()
            if self._stuck is not None:
                self._stuck.cancel()

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

        def _request(self) -> RequestResponseCycle | None:
            return self.cycle  # uvicorn's type forgets that there is none at first

        def _cut(self) -> None:
            self._late = None
            if not self._whole():
                log.debug("a request was not whole in time")
                self.transport.abort()

    return _Connection
