"""MCP over streamable HTTP, for hosts that cannot run a command. Off unless asked for.

On loopback alone, at `/mcp`, in both protocol eras. Who comes in must bring the token of
`http.token` in the state folder; the SDK then refuses a foreign Host (421) and any Origin
(403), so no page in a browser on this computer gets further, even with the token.
"""

from __future__ import annotations

import hmac
import socket
from collections.abc import AsyncIterator, Callable, Iterator, MutableMapping
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from http import HTTPStatus
from typing import Any

import anyio
import anyio.lowlevel
from mcp.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from bridge.serve.bounded import CLOSE_SECONDS, bounded
from bridge.serve.identity import as_of
from bridge.serve.presence import Presence

HOST = "127.0.0.1"
PATH = "/mcp"
MOST_SESSIONS = 64
MOST_BODY = 4 * 1024 * 1024
MOST_REQUESTS = 256
KEEP_SECONDS = 60


@asynccontextmanager
async def listen(
    server: Server[Any],
    sock: socket.socket,
    *,
    token: str,
    idle_seconds: float,
    visit: Callable[[], AbstractContextManager[object]] = nullcontext,
    presence: Presence,
) -> AsyncIterator[str]:
    """Serve until the block ends; then every call is cancelled and waited for.

    Args:
        server: The MCP server of all sessions.
        sock: Listens on loopback; it is closed here.
        token: What every request must bring.
        idle_seconds: A handshake-era session ends after so long without a request.
        visit: Entered for every request that was let in.
        presence: Hears of the requests of every session, and of its end.

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
    entrance = Entrance(sessions, token=token, visit=visit, presence=presence)
    web = bounded(
        entrance, sock, ws="none", limit_concurrency=MOST_REQUESTS, timeout_keep_alive=KEEP_SECONDS
    )
    try:
        async with web, sessions.run():
            try:
                yield f"http://{HOST}:{number}{PATH}"
            finally:
                await entrance.close()
    finally:
        presence.close()


class Entrance:
    """Lets requests in that bring the token, and knows which are under way.

    Args:
        sessions: What answers them.
        token: What they must bring.
        visit: Entered for every request that was let in.
        presence: Hears of the requests of every session, and of its end.
    """

    def __init__(
        self,
        sessions: StreamableHTTPSessionManager,
        *,
        token: str,
        visit: Callable[[], AbstractContextManager[object]],
        presence: Presence,
    ) -> None:
        self._sessions = sessions
        self._token = token.encode()
        self._visit = visit
        self._presence = presence
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
        # whoever brings a name of another party than a session of ours has none to end
        session = _session(scope)
        known = self._presence.knows(session)
        stays = self._presence.during(session) if known else nullcontext()

        async def noting(message: Message) -> None:
            nonlocal last
            last = message
            status = message.get("status", 0)
            ended = scope["method"] == "DELETE" and status == HTTPStatus.OK
            if known and (ended or status == HTTPStatus.NOT_FOUND):
                self._presence.over(session)
            elif not session and status == HTTPStatus.OK and (given := _session(message)):
                self._presence.came(given)
            await send(message)

        with self._visit(), stays, self._under_way() as limits:
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
        if as_of(scope["query_string"].decode("latin-1")) is None:
            return _says(400, "as: up to 20 letters, digits, dots, dashes and underscores")
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


def _session(message: MutableMapping[str, Any]) -> str:
    """Return the session that a request or an answer names; empty when it names none.

    A colon is in the keys of parties that have no session, and in no session.
    """
    value: bytes = dict(message["headers"]).get(b"mcp-session-id", b"")
    return "" if b":" in value else value.decode("latin-1")


def _says(status: int, text: str, headers: dict[str, str] | None = None) -> Response:
    """Answer in one line, and hang up: the body of a refused request is not read."""
    return Response(
        text + "\n",
        status_code=status,
        headers={"Connection": "close", **(headers or {})},
        media_type="text/plain",
    )
