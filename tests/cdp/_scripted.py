"""A DevTools server that does what it is told, for what no Chromium will do on request.

It shares no code with `bridge.cdp`: its envelopes are written by hand here.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

Command = dict[str, Any]
Reply = dict[str, Any] | None
PAGE = "A" * 32
OTHER = "B" * 32
CONTEXT = "C" * 32


def info(target_id: str, url: str = "about:blank", **more: Any) -> dict[str, Any]:
    return {
        "targetId": target_id,
        "type": "page",
        "title": f"title of {target_id[:1]}",
        "url": url,
        "attached": False,
        "canAccessOpener": False,
        "browserContextId": CONTEXT,
    } | more


@dataclass
class Scripted:
    """What it answers, and what it was asked.

    Attributes:
        targets: Told by `getTargets` and on discovery.
        replies: By method: the whole of `result`, or `error`, or a function of the command
            that gives `{"result": …}`, `{"error": …}` or None for no answer.
        silent: Methods that are never answered.
        silent_sessions: Sessions in which nothing is answered.
        moved_to: Where it sends those who want its WebSocket.
        shut: Whether it refuses the WebSocket, as Chrome does for an Origin.
    """

    targets: list[dict[str, Any]] = field(default_factory=lambda: [info(PAGE)])
    replies: dict[str, Reply | Callable[[Command], Reply]] = field(default_factory=dict)
    silent: set[str] = field(default_factory=set)
    silent_sessions: set[str] = field(default_factory=set)
    version: dict[str, Any] = field(default_factory=lambda: {"Browser": "Chrome/1.2.3.4"})
    raw_version: bytes | None = None
    status: HTTPStatus = HTTPStatus.OK
    shut: bool = False
    moved_to: str | None = None
    path: str = "/devtools/browser"
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    port: int = 0
    _socket: ServerConnection | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def methods(self) -> list[str]:
        return [command["method"] for command in self.commands]

    async def until(self, method: str, count: int = 1) -> Command:
        """Wait until a command has come in so many times."""
        async with asyncio.timeout(5):
            while self.methods().count(method) < count:
                self._news.clear()
                await self._news.wait()
        return [c for c in self.commands if c["method"] == method][count - 1]

    async def send(self, message: dict[str, Any] | str) -> None:
        assert self._socket is not None
        await self._socket.send(message if isinstance(message, str) else json.dumps(message))

    async def event(self, method: str, params: dict[str, Any], session: str | None = None) -> None:
        extra = {"sessionId": session} if session else {}
        await self.send({"method": method, "params": params, **extra})

    async def answer(self, command: Command, result: dict[str, Any]) -> None:
        await self.send({"id": command["id"], "result": result})

    def cut(self) -> None:
        """Break the link as a pulled cable does."""
        assert self._socket is not None
        self._socket.transport.abort()

    async def goodbye(self) -> None:
        """Close it as an ending browser does."""
        assert self._socket is not None
        await self._socket.close(1001)

    def deafen(self) -> None:
        """Read nothing more, so that what is sent piles up."""
        assert self._socket is not None
        transport = self._socket.transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()

    def _http(self, connection: ServerConnection, request: Request) -> Response | None:
        self.asked.append((request.path, {k.lower(): v for k, v in request.headers.raw_items()}))
        if request.path == "/json/version":
            body = self.raw_version
            if body is None:
                told = f"ws://elsewhere.test:1{self.path}"
                body = json.dumps({**self.version, "webSocketDebuggerUrl": told}).encode()
            response = connection.respond(self.status, "")
            response.body = body
            del response.headers["Content-Length"]
            response.headers["Content-Length"] = str(len(body))
            return response
        if self.moved_to is not None:
            response = connection.respond(HTTPStatus.FOUND, "")
            response.headers["Location"] = self.moved_to
            return response
        if self.shut or "Origin" in request.headers:
            return connection.respond(HTTPStatus.FORBIDDEN, "not let in")
        return None

    async def _serve(self, socket: ServerConnection) -> None:
        self._socket = socket
        async for text in socket:
            command = json.loads(text)
            self.commands.append(command)
            self._news.set()
            for message in self._react(command):
                await socket.send(json.dumps(message))

    def _react(self, command: Command) -> Iterable[dict[str, Any]]:
        method, session = command["method"], command.get("sessionId")
        if method in self.silent or session in self.silent_sessions:
            return
        extra = {"sessionId": session} if session else {}
        scripted = self.replies.get(method)
        reply: Reply
        if callable(scripted):
            reply = scripted(command)
            if reply is None:
                return
        elif scripted is not None:
            reply = scripted if "error" in scripted else {"result": scripted}
        else:
            yield from self._own_events(command)
            reply = self._own_reply(command)
        yield {"id": command["id"], **reply, **extra}

    def _own_events(self, command: Command) -> Iterable[dict[str, Any]]:
        match command["method"]:
            case "Target.setDiscoverTargets":
                for each in self.targets:
                    yield {"method": "Target.targetCreated", "params": {"targetInfo": each}}
            case "Target.attachToTarget":
                target = command["params"]["targetId"]
                told = {"sessionId": session_of(target), "targetInfo": info(target)}
                yield {"method": "Target.attachedToTarget", "params": told}
            case "Target.closeTarget":
                gone = {"targetId": command["params"]["targetId"]}
                yield {"method": "Target.targetDestroyed", "params": gone}

    def _own_reply(self, command: Command) -> dict[str, Any]:
        match command["method"]:
            case "Target.getTargets":
                return {"result": {"targetInfos": self.targets}}
            case "Target.getBrowserContexts":
                own = {"browserContextIds": [], "defaultBrowserContextId": CONTEXT}
                return {"result": own}
            case "Target.attachToTarget":
                return {"result": {"sessionId": session_of(command["params"]["targetId"])}}
            case _:
                return {"result": {}}


def session_of(target_id: str) -> str:
    return f"session-{target_id[:2]}"


@asynccontextmanager
async def scripted(script: Scripted | None = None) -> AsyncIterator[Scripted]:
    script = script or Scripted()
    server: Server
    async with serve(
        script._serve,
        "127.0.0.1",
        0,
        process_request=script._http,
        compression=None,
        max_size=None,
        ping_interval=None,
        close_timeout=0.1,
    ) as server:
        script.port = next(iter(server.sockets)).getsockname()[1]
        yield script
        if script._socket is not None:
            script._socket.transport.abort()
