"""One WebSocket per open viewer page: let in by its token, told what happens, and obeyed.

A page of ours alone may connect, and says its token within `HELLO_SECONDS`. What is malformed is
answered and harms nothing; what is no JSON, or too large, ends the socket. Strangers are few: the
one who waited longest has to go.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from bridge.errors import BridgeError, InternalFault, LateFault, UsageFault
from bridge.serve import messages
from bridge.serve.board import Board
from bridge.serve.deeds import SLOW, Deeds
from bridge.serve.endings import BUSY, NOT_JSON, REFUSED, close
from bridge.serve.gallery import Gallery
from bridge.serve.onlooker import Onlooker
from bridge.serve.web import House

log = logging.getLogger(__name__)

HELLO_SECONDS = 5.0
STRANGERS = 32
MOST_VIEWERS = 16
MOST_DEEDS = 8
"""Things that wait for the phone at once, of one page."""


class _GoneError(Exception):
    """The page is closed."""


class Viewing:
    """All viewer pages of one daemon.

    Args:
        house: What the room was given.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._strangers: dict[WebSocket, asyncio.Event] = {}
        self._rooms: tuple[Gallery, Board] | None = None

    @property
    def rooms(self) -> tuple[Gallery, Board]:
        """What is shown and told; made when the first viewer is let in."""
        if self._rooms is None:
            bridge = self._house.bridge
            gallery = Gallery(bridge.fleet, self._house.begin, bridge.door.activity.busy)
            board = Board(bridge.door, gallery, bridge.settings.policy.approval_seconds)
            self._house.begin(board.tick())
            self._rooms = gallery, board
        return self._rooms

    async def meet(self, ws: WebSocket) -> None:
        """Serve one page from its first message to its end."""
        if not self._house.is_own(ws.scope):
            await ws.close()
            return
        await ws.accept()
        with suppress(WebSocketDisconnect, _GoneError):
            try:
                hello = await self._hello(ws)
            except TimeoutError:
                await close(ws, BUSY, "the first message did not come in time")
                return
            if hello is None or not self._house.keys.knows(hello.token):
                await close(ws, REFUSED, "this page needs a fresh link: run `tapbridge view`")
            elif len(self.rooms[0].onlookers) >= MOST_VIEWERS:
                await close(ws, BUSY, f"{MOST_VIEWERS} viewers are open already")
            else:
                with self._house.visit("viewer", "viewer"):
                    await self._serve(ws, hello)

    async def _hello(self, ws: WebSocket) -> messages.Hello | None:
        """Wait for the first message; None when it is none.

        Raises:
            TimeoutError: It did not come in time, or as long as there was room for strangers.
        """
        out = asyncio.Event()
        self._strangers[ws] = out
        if len(self._strangers) > STRANGERS:
            next(iter(self._strangers.values())).set()
        try:
            async with asyncio.timeout(HELLO_SECONDS), asyncio.TaskGroup() as tasks:
                leaving = tasks.create_task(_leave_when(out))
                try:
                    said = await ws.receive()
                finally:
                    leaving.cancel()
        except* _GoneError:
            raise TimeoutError from None
        finally:
            self._strangers.pop(ws, None)
        try:
            return messages.read_hello(json.loads(said.get("text") or ""))
        except (ValueError, RecursionError):
            return None

    async def _serve(self, ws: WebSocket, hello: messages.Hello) -> None:
        gallery, board = self.rooms
        bridge = self._house.bridge
        serial = hello.serial or self._house.keys.serial(hello.token) or await gallery.usual()
        onlooker = Onlooker()
        onlooker.welcome(serial)
        gallery.join(onlooker, serial)
        deeds = Deeds(gallery, board, onlooker, bridge.door, bridge.settings.limits)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(_pump(ws, onlooker))
                tasks.create_task(board.ask(onlooker))
                await self._hear(ws, onlooker, deeds, tasks)
        except* (WebSocketDisconnect, _GoneError):
            pass
        finally:
            gallery.leave(onlooker)

    async def _hear(
        self, ws: WebSocket, onlooker: Onlooker, deeds: Deeds, tasks: asyncio.TaskGroup
    ) -> None:
        """Do what the page asks, until it is closed."""
        room = asyncio.Semaphore(MOST_DEEDS)

        async def slow(wanted: messages.Message) -> None:
            async with room:
                await _do(onlooker, deeds, wanted)

        while True:
            said = await ws.receive()
            if said["type"] == "websocket.disconnect":
                raise _GoneError
            try:
                told = json.loads(said.get("text") or "")
            except (ValueError, RecursionError):
                await close(ws, NOT_JSON, "this is no message")
                raise _GoneError from None
            try:
                wanted = messages.read(told)
            except UsageFault as odd:
                _complain(onlooker, odd, told.get("t") if isinstance(told, dict) else None)
                continue
            if wanted.t not in SLOW:
                await _do(onlooker, deeds, wanted)
            elif room.locked():
                busy = LateFault("the phone is busy with what you did", hint="Wait a moment.")
                _complain(onlooker, busy, wanted.t)
            else:
                tasks.create_task(slow(wanted))


async def _do(onlooker: Onlooker, deeds: Deeds, wanted: messages.Message) -> None:
    """Do what one message asks, and say what hinders it."""
    try:
        await deeds.do(wanted)
    except BridgeError as problem:
        _complain(onlooker, problem, wanted.t)
    except Exception:
        log.exception("what a viewer asked for crashed")
        _complain(onlooker, InternalFault(), wanted.t)


def _complain(onlooker: Onlooker, problem: BridgeError, kind: Any) -> None:
    named = kind[:20] if isinstance(kind, str) else None
    onlooker.tell("error", code=problem.code, message=problem.message, hint=problem.hint, re=named)


async def _pump(ws: WebSocket, onlooker: Onlooker) -> None:
    await onlooker.pump(ws.send_text, ws.send_bytes)
    await close(ws, BUSY, "this page did not keep up with what happened")
    raise _GoneError


async def _leave_when(out: asyncio.Event) -> None:
    await out.wait()
    raise _GoneError
