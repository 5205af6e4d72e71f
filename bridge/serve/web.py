"""The web server for a person's browser: viewer, extension and relay, on loopback alone.

It listens from the moment somebody asks for it until the daemon ends. A request must name this
server as its Host, so that no other name can be pointed here; every answer forbids the page
whatever it does not need. Each room gives its routes and keeps its own locks.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from bridge.errors import SetupFault
from bridge.serve.bounded import BoundedSocket, bounded
from bridge.serve.endpoints import Endpoints
from bridge.serve.keys import Keys
from bridge.serve.pairing import Codes

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
BACKLOG = 256
KEEP_SECONDS = 5
FAREWELL_SECONDS = 1.0
MOST_MESSAGE = 1024 * 1024
PING_SECONDS = 20.0


@dataclass
class House:
    """What a room of the web is given.

    Attributes:
        port: Where it listens.
        bridge: The open Bridge.
        visit: Entered for everybody who was let in, with a name and what they came for.
        tasks: Owner of what a room has running; all of it is cancelled at the end.
        keys: Who may open the viewer.
        endpoints: What other tools may reach.
        codes: What lets an extension in.
        farewells: What is said to those who are here before the server ends.
        extensions: Which are here; `drop_extension` sends one away.
    """

    port: int
    bridge: Any
    visit: Callable[[str, str], AbstractContextManager[Any]]
    tasks: asyncio.TaskGroup
    keys: Keys = field(default_factory=Keys)
    endpoints: Endpoints = field(default_factory=Endpoints)
    codes: Codes = field(default_factory=Codes)
    farewells: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    extensions: Callable[[], set[str]] = set
    drop_extension: Callable[[str], None] = field(default=lambda _: None)
    _running: set[asyncio.Task[None]] = field(default_factory=set)

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something run until the server ends; what it raises is logged and ends it alone."""
        task = self.tasks.create_task(_alone(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def leave(self) -> None:
        """Say farewell, as far as it is taken in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                for each in self.farewells:
                    await each()

    def end(self) -> None:
        """Cancel what runs."""
        for task in tuple(self._running):
            task.cancel()

    @property
    def hosts(self) -> tuple[str, str]:
        """What a browser may call this server."""
        return f"{HOST}:{self.port}", f"localhost:{self.port}"

    @property
    def address(self) -> str:
        """Where it is reached, without a path."""
        return f"http://{HOST}:{self.port}"

    def is_own(self, scope: Scope) -> bool:
        """Whether a request comes from a page of ours, as its browser says."""
        origins = _all(scope, b"origin")
        return len(origins) == 1 and origins[0] == f"http://{_all(scope, b'host')[0]}"


Rooms = Callable[[House], Sequence[BaseRoute]]


@asynccontextmanager
async def serve_web(
    bridge: Any,
    ports: Sequence[int],
    visit: Callable[[str, str], AbstractContextManager[Any]],
    rooms: Sequence[Rooms] | None = None,
) -> AsyncIterator[House]:
    """Serve until the block ends; then every connection is closed.

    Args:
        bridge: The open Bridge.
        ports: Tried in turn; 0 takes a free one.
        visit: Entered for everybody who was let in.
        rooms: What is served; all rooms when not given.

    Raises:
        SetupFault: `DAEMON_FAILED`: no port can be had.
    """
    sock = _bound(ports)
    options: dict[str, Any] = {
        "ws": BoundedSocket,
        "ws_max_size": MOST_MESSAGE,
        "ws_ping_interval": PING_SECONDS,
        "ws_ping_timeout": PING_SECONDS,
        "ws_per_message_deflate": False,
        "timeout_keep_alive": KEEP_SECONDS,
    }
    async with asyncio.TaskGroup() as tasks:
        house = House(sock.getsockname()[1], bridge, visit, tasks)
        try:
            routes = [route for room in rooms or _rooms() for route in room(house)]
            app = Entrance(house, Router(routes, redirect_slashes=False))
            async with bounded(app, sock, idle_are_strangers=True, **options):
                log.info("the web is served on port %d", house.port)
                try:
                    yield house
                finally:
                    await house.leave()
        finally:
            sock.close()
            house.end()


async def _alone(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        log.exception("a room of the web has a defect")


def _rooms() -> tuple[Rooms, ...]:
    from bridge.serve import extension, relaying, viewer  # noqa: PLC0415 - they know this module

    return (viewer.routes, extension.routes, relaying.routes)


class Entrance:
    """Lets in who names this server as the Host, and says what a page may do.

    Args:
        house: The house.
        inside: What answers.
    """

    def __init__(self, house: House, inside: ASGIApp) -> None:
        self._house = house
        self._inside = inside

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it."""
        named = _all(scope, b"host")
        if len(named) != 1 or named[0] not in self._house.hosts:
            await refuse(scope, receive, send, 403, "this is not the server you named")
            return
        limits = _limits(named[0])

        async def limiting(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(limits)
            await send(message)

        await self._inside(scope, receive, limiting)


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, text: str) -> None:
    """Answer in one line, and hang up; a WebSocket gets a bare 403."""
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).close()
        return
    headers = {"Connection": "close"}
    await PlainTextResponse(text + "\n", status, headers)(scope, receive, send)


def _limits(host: str) -> dict[str, str]:
    """What a page of ours may do, and who may hold it: nothing from elsewhere, and nobody else."""
    policy = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' blob:",
        "media-src": "blob:",
        "connect-src": f"'self' ws://{host}",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return {
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    }


def _all(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _bound(ports: Sequence[int]) -> socket.socket:
    """Take the first port that is free."""
    for port in ports:
        try:
            return socket.create_server((HOST, port), backlog=BACKLOG)
        except OSError as problem:
            log.info("port %d cannot be had: %s", port, problem.strerror)
    tried = ", ".join(map(str, ports))
    raise SetupFault(
        "DAEMON_FAILED",
        f"no port for the viewer can be had; tried: {tried}",
        hint="End what holds them, or name others in the setting web.ports.",
    )
