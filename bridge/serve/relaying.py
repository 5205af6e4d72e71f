"""A phone's Chrome as other tools know a browser: `/json/version` and one WebSocket, by a path.

Whoever knows the path gets in, but no page does: any `Origin` is refused. A debugger has the
phone while its WebSocket lasts. What it does not read is kept up to a bound, then it is cut.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bridge.cdp.wire import SERVER_ERROR, CdpRefused
from bridge.errors import BridgeError
from bridge.relay import envelope
from bridge.relay.envelope import BadCommand, Command
from bridge.relay.relay import LONGEST_SECONDS, Relay
from bridge.relay.relays import Relays
from bridge.serve.endings import AWAY, BUSY, NO_DATA
from bridge.serve.endpoints import Endpoint
from bridge.serve.web import House
from bridge.tools.lease import Party

log = logging.getLogger(__name__)

NAME = "an outside debugger"
MOST_QUEUED = 64 * 2**20
"""Bytes that wait for a debugger at the most; one that reads nothing is cut then."""
_PARSE_ERROR = -32700
_TOLD = ("Browser", "Protocol-Version", "User-Agent", "V8-Version", "WebKit-Version")


def routes(house: House) -> Sequence[BaseRoute]:
    """Return what the relay answers."""

    async def version(request: Request) -> Response:
        endpoint = _entered(house, request)
        if endpoint is None:
            return PlainTextResponse("there is no such page\n", 404)
        try:
            told = await _relays(house).version(endpoint.serial)
        except BridgeError as problem:
            return PlainTextResponse(f"{problem.sentence()}\n", 503)
        host = request.headers["host"]
        kept = {name: told[name] for name in (*_TOLD, "Android-Package") if name in told}
        url = f"ws://{host}{endpoint.path}/devtools/browser"
        return JSONResponse({**kept, "webSocketDebuggerUrl": url})

    async def browser(socket: WebSocket) -> None:
        endpoint = _entered(house, socket)
        if endpoint is None:
            await socket.close()
        else:
            await _debug(house, socket, endpoint)

    return (
        Route("/relay/{token}/json/version", version, methods=["GET"]),
        Route("/relay/{token}/json/version/", version, methods=["GET"]),
        WebSocketRoute("/relay/{token}/devtools/browser", browser),
    )


def _relays(house: House) -> Relays:
    relays: Relays = house.bridge.relays
    return relays


def _entered(house: House, asked: Request | WebSocket) -> Endpoint | None:
    """Return the endpoint that is asked for; None for a page in a browser, and for a wrong path."""
    if "origin" in asked.headers:
        return None
    return house.endpoints.named(str(asked.path_params["token"]))


async def _debug(house: House, socket: WebSocket, endpoint: Endpoint) -> None:
    pipe = Pipe(socket)
    with house.visit(NAME, "relay") as guest:
        party = Party(guest.id, NAME)
        try:
            opening = _relays(house).open(endpoint.serial, party, pipe, take=endpoint.take)
            async with opening as held:
                await socket.accept()
                why = await _until_over(
                    pipe.write(),
                    _listen(socket, held.relay, pipe),
                    _given(held.ended),
                    _withdrawn(endpoint),
                )
        except BridgeError as refused:
            if socket.client_state.name == "CONNECTING":
                told = PlainTextResponse(f"{refused.sentence()}\n", 409)
                await socket.send_denial_response(told)
                return
            why = (AWAY, refused.code)
        finally:
            pipe.close()
    if why is not None:
        try:
            await socket.close(*why)
        except (RuntimeError, OSError):  # it left first
            log.debug("the debugger had left")


Over = tuple[int, str] | None


async def _until_over(*works: Any) -> Over:
    """Work until the first of them ends, and return why; the others are cancelled."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(work) for work in works]
        done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for each in rest:
            each.cancel()
    why: Over = next(iter(done)).result()
    return why


async def _given(ended: asyncio.Future[str]) -> Over:
    return AWAY, await asyncio.shield(ended)


async def _withdrawn(endpoint: Endpoint) -> Over:
    await endpoint.over.wait()
    return AWAY, "the relay was closed"


async def _listen(socket: WebSocket, relay: Relay, pipe: Pipe) -> Over:
    """Hand the debugger's commands over until it leaves."""
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return None
            text = message.get("text")
            if text is None:
                return NO_DATA, "commands are text"
            try:
                command = envelope.read(text)
            except BadCommand as odd:
                pipe.put(envelope.refusal(odd.id, _PARSE_ERROR, str(odd), None))
                continue
            relay.command(command, partial(_answer, pipe, command), seconds=LONGEST_SECONDS)
    except WebSocketDisconnect:
        return None


def _answer(pipe: Pipe, command: Command, result: str | None, error: BridgeError | None) -> None:
    if result is not None:
        pipe.put(envelope.answer(command.id, result, command.session))
    elif isinstance(error, CdpRefused):  # in Chrome's own words: tools know them
        pipe.put(envelope.refusal(command.id, error.number, error.words, command.session))
    elif error is not None:
        told = error.sentence()
        pipe.put(envelope.refusal(command.id, SERVER_ERROR, told, command.session))


class Pipe:
    """What waits to be sent to a debugger, in order.

    Args:
        socket: Where it goes.
    """

    def __init__(self, socket: WebSocket) -> None:
        self.unsent = 0
        self._socket = socket
        self._waiting: deque[str] = deque()
        self._woken = asyncio.Event()
        self._emptied = asyncio.Event()
        self._full = asyncio.Event()
        self._open = True

    def put(self, text: str) -> None:
        """Queue a message; above `MOST_QUEUED` the debugger is cut off."""
        if self._open:
            self._waiting.append(text)
            self._emptied.clear()
            self.unsent += len(text)
            self._woken.set()
            if self.unsent > MOST_QUEUED:
                self.close()
                self._full.set()

    def close(self) -> None:
        """Take no more."""
        self._open = False
        self._waiting.clear()
        self._emptied.set()

    async def until_empty(self) -> None:
        """Wait until all that is queued was sent; the caller bounds it."""
        await self._emptied.wait()

    async def write(self) -> Over:
        """Send what is queued, until the debugger leaves or is too slow."""
        return await _until_over(self._send(), self._until_full())

    async def _until_full(self) -> Over:
        await self._full.wait()
        return BUSY, "the debugger does not read"

    async def _send(self) -> Over:
        try:
            while True:
                self._woken.clear()
                while self._waiting:
                    text = self._waiting.popleft()
                    await self._socket.send_text(text)
                    self.unsent -= len(text)
                self._emptied.set()
                await self._woken.wait()
        except (WebSocketDisconnect, RuntimeError, OSError):
            return None
