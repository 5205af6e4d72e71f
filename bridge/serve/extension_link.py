"""One extension that was let in: its frames are read and answered, its phones are held.

A phone that it opens is a relay's, until it leaves it, the phone is gone, or the link ends;
`phoneOpened` is answered from the session that stands, if it asks again.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from bridge.errors import BridgeError, InternalFault, PhoneGone, ScreenFault, UsageFault
from bridge.relay.envelope import Command
from bridge.relay.relay import Relay
from bridge.relay.relays import STOPPING
from bridge.serve import frames
from bridge.serve.endings import AWAY, NOT_JSON, REFUSED
from bridge.serve.pairing import PROTOCOL
from bridge.serve.relaying import Pipe
from bridge.tools.lease import Party

log = logging.getLogger(__name__)

PING_SECONDS = 20.0
SILENT_SECONDS = 45.0
MOST_PHONES = 8
MOST_REQUESTS = 64
"""Phones that are being opened or launched, and the rest that runs for one extension."""

Over = tuple[int, str] | None


@dataclass(eq=False)
class _Phone:
    """A phone that an extension has, or is about to; once it is to `leave`, it is soon `over`."""

    serial: str
    opened: asyncio.Future[Relay]
    leave: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)
    data: Callable[[], dict[str, Any]] = dict
    why: str | None = None


@dataclass
class _Events:
    """The way of a phone's events to its extension."""

    serial: str
    pipe: Pipe

    @property
    def unsent(self) -> int:
        """How many bytes wait."""
        return self.pipe.unsent

    def put(self, text: str) -> None:
        """Send one."""
        self.pipe.put(frames.event(self.serial, text))


class Link:
    """One extension that was let in.

    Args:
        bridge: The open Bridge.
        install: Which one.
        pipe: The way to it.
        party: What owns its phones.
        knows: Whether it speaks of phones at all.
    """

    _tasks: asyncio.TaskGroup

    def __init__(self, bridge: Any, install: str, pipe: Pipe, party: Party, *, knows: bool) -> None:
        self.install, self.pipe, self.knows = install, pipe, knows
        self.out, self.over = asyncio.Event(), asyncio.Event()
        self._bridge, self._party = bridge, party
        self._phones: dict[str, _Phone] = {}
        self._heard = asyncio.get_running_loop().time()
        self._running: set[asyncio.Task[Any]] = set()

    async def run(self, ws: WebSocket) -> Over:
        """Serve it until it leaves, or is sent away; return how to close then."""
        async with asyncio.TaskGroup() as self._tasks:
            works = [
                self.begin(each)
                for each in (self.pipe.write(), self._listen(ws), self._ping(), self._until_out())
            ]
            if self.knows:
                self.begin(self.tell_phones())
            try:
                done, _ = await asyncio.wait(works, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in tuple(self._running):
                    each.cancel()
        why: Over = next(iter(done)).result()
        return why

    def begin(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Have something run while the link lasts."""
        task = self._tasks.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _until_out(self) -> Over:
        """Wait until it is sent away."""
        await self.out.wait()
        return AWAY, "another link of this extension took over, or it was forgotten"

    async def _ping(self) -> Over:
        """Ask again and again whether it is there; return when it does not answer."""
        now = asyncio.get_running_loop().time
        while now() - self._heard < SILENT_SECONDS:
            self.pipe.put('{"t":"ping"}')
            await asyncio.sleep(PING_SECONDS)
        return AWAY, "the extension did not answer"

    async def tell_phones(self, id: str = "") -> None:
        """Say which phones there are."""
        try:
            listed = await self._bridge.fleet.listed()
        except BridgeError as problem:
            self.pipe.put(frames.failed("androidInfo", id, problem))
            return
        devices = [{**each, "ready": each["state"] == "ready"} for each in listed]
        self.pipe.put(frames.done("androidInfo", id, json.dumps({"devices": devices})))

    def stop(self) -> None:
        """Say of each phone that the Bridge stops."""
        for serial in self._phones:
            self._tell_closed(serial, STOPPING)

    async def _listen(self, ws: WebSocket) -> Over:
        """Do what it asks until it leaves."""
        while True:
            try:
                message = await ws.receive()
            except WebSocketDisconnect:
                return None
            if message["type"] == "websocket.disconnect":
                return None
            self._heard = asyncio.get_running_loop().time()
            try:
                said = json.loads(message.get("text") or "")
            except (ValueError, RecursionError):
                return NOT_JSON, "this is no frame"
            asked = frames.asked(said)
            try:
                self._take(frames.read(said))
            except BridgeError as problem:
                if asked is None:
                    return REFUSED, problem.message
                self.pipe.put(frames.failed(*asked, problem))

    def _take(self, frame: frames.Frame) -> None:
        if not self.knows and not isinstance(frame, frames.Pong):
            raise UsageFault("UNSUPPORTED", f"phones need protocol {PROTOCOL} or newer")
        waits = isinstance(frame, frames.PhoneOpen | frames.PhoneLaunch)
        if waits and len(self._running) >= MOST_REQUESTS:
            raise PhoneGone("too many requests wait before it")
        match frame:
            case frames.PhoneOpen():
                self.begin(self._open(frame))
            case frames.PhoneLaunch():
                self.begin(self._launch(frame))
            case frames.PhoneClose():
                if (phone := self._phones.get(frame.serial)) is not None:
                    phone.leave.set()
            case frames.Cdp():
                self._command(frame)
            case _:
                pass

    async def _open(self, frame: frames.PhoneOpen) -> None:
        """Have a phone, and say so; one that it has already is answered from its session."""
        while (phone := self._phones.get(frame.serial)) is not None and phone.leave.is_set():
            await phone.over.wait()
        try:
            if phone is None:
                if len(self._phones) >= MOST_PHONES:
                    raise UsageFault(
                        "UNSUPPORTED", f"an extension has {MOST_PHONES} phones at most"
                    )
                opened: asyncio.Future[Relay] = asyncio.get_running_loop().create_future()
                phone = self._phones[frame.serial] = _Phone(frame.serial, opened)
                self.begin(self._hold(phone))
            await asyncio.shield(phone.opened)
            listed = await self._bridge.fleet.listed()
            device = next((each for each in listed if each["serial"] == frame.serial), None)
            data = {"device": device, **{k: v for k, v in phone.data().items() if k != "device"}}
        except BridgeError as problem:
            self.pipe.put(frames.failed("phoneOpened", frame.id, problem))
        else:
            self.pipe.put(frames.done("phoneOpened", frame.id, json.dumps(data)))

    async def _hold(self, phone: _Phone) -> None:
        """Have a phone until it is over, or the extension leaves it."""
        outlet = _Events(phone.serial, self.pipe)
        fault: BridgeError = PhoneGone("the phone was let go")
        try:
            async with self._bridge.relays.open(phone.serial, self._party, outlet) as held:
                phone.data = held.opened
                phone.opened.set_result(held.relay)
                leaving = self.begin(phone.leave.wait())
                try:
                    await asyncio.wait((leaving, held.ended), return_when=asyncio.FIRST_COMPLETED)
                finally:
                    phone.leave.set()
                    leaving.cancel()
                if held.ended.done():
                    phone.why = held.ended.result()
        except BridgeError as problem:
            fault = problem
        except Exception:
            log.exception("a phone of an extension's crashed")
            fault = InternalFault()
        finally:
            self._phones.pop(phone.serial, None)
            phone.over.set()
            if not phone.opened.done():
                phone.opened.set_exception(fault)
                phone.opened.exception()  # somebody may have left before it was heard
        if phone.why is not None:
            self._tell_closed(phone.serial, phone.why)

    def _tell_closed(self, serial: str, reason: str) -> None:
        self.pipe.put(json.dumps({"t": "phoneClosed", "serial": serial, "reason": reason}))

    async def _launch(self, frame: frames.PhoneLaunch) -> None:
        try:
            await self._bridge.open_chrome(frame.serial, None)
        except BridgeError as problem:
            self.pipe.put(frames.failed("androidInfo", frame.id, problem))
        else:
            await self.tell_phones(frame.id)

    def _command(self, frame: frames.Cdp) -> None:
        phone = self._phones.get(frame.serial)
        if phone is None or not phone.opened.done():
            held = self._bridge.relays.held(frame.serial)
            if held is not None and held.party.key != self._party.key:
                raise ScreenFault("NOT_OWNER", f"{held.party.name} has the phone")
            raise PhoneGone("the phone is not open")
        relay = phone.opened.result()
        seconds = frame.timeoutMs / 1000 if frame.timeoutMs is not None else None
        relay.command(
            Command(0, frame.method, frame.params, frame.sessionId),
            partial(self._answer, frame.id),
            seconds=seconds,
        )

    def _answer(self, id: str, result: str | None, error: BridgeError | None) -> None:
        if result is not None:
            self.pipe.put(frames.done("cdpResult", id, result))
        elif error is not None:
            self.pipe.put(frames.failed("cdpResult", id, error))
