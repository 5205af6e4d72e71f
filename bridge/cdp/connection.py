"""The one WebSocket to Chrome and the flattened sessions on it.

One writer takes commands from a bounded queue, one reader hands answers and events out in
wire order; both belong to a TaskGroup that `open_connection` owns. When the link ends, a
session detaches, or its target crashes or is destroyed, every pending call of it fails at
once with that reason: nothing waits on what cannot answer. Whether a session outlives the
crash of its target is the owner's choice.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from bridge.cdp import wire
from bridge.cdp.session import Ending, Posted, Session
from bridge.cdp.version import ask_version, debugger_path
from bridge.errors import PhoneGone
from bridge.settings import LimitSettings

__all__ = ["Connection", "Session", "open_connection", "own_tasks"]

log = logging.getLogger(__name__)

MOST_MESSAGE_BYTES = 256 * 2**20
MOST_UNSENT = 1024
_CLOSE_SECONDS = 1.0
_ENDED_KEPT = 64
_TOO_BIG = 1009
_FOREIGN = 0
"""In place of a number: a command of somebody else's, whose answer is not ours to wait for."""
QUICK_ACK: int | None = getattr(socket, "TCP_QUICKACK", None)  # Linux has it


class Connection:
    """An open link to a browser.

    Attributes:
        root: The browser's own session.
        version: What `/json/version` said (`Browser`, `Android-Package`, …).
        limits: Limits of calls.
        ended: Resolves with the reason when the link has ended.
    """

    def __init__(
        self,
        socket: ClientConnection,
        version: Mapping[str, Any],
        limits: LimitSettings,
        *,
        most_unsent: int = MOST_UNSENT,
        keeps_crashed: bool = False,
    ) -> None:
        self.version = version
        self.limits = limits
        self.root = Session(self, None, None, None)
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.tap: Callable[[str], bool] | None = None
        """Given each message as it came; what it takes (True) is not handed out."""
        self._socket = socket
        self._keeps_crashed = keeps_crashed
        # when full, the call that does not fit fails
        self._unsent: asyncio.Queue[tuple[int, str]] = asyncio.Queue(most_unsent)
        self._pending: dict[int, Posted] = {}
        self._sessions: dict[str, Session] = {}
        self._past: OrderedDict[str, Session] = OrderedDict()
        self._last_id = 0

    @property
    def port(self) -> int:
        """The local port that it was opened through."""
        return int(self._socket.remote_address[1])

    @property
    def descriptor(self) -> int:
        """File descriptor of the link's socket, for who must cut it when we cannot."""
        return int(self._socket.transport.get_extra_info("socket").fileno())

    async def wait_ended(self) -> str:
        """Wait until the link has ended, and return why."""
        return await asyncio.shield(self.ended)

    def session(self, session_id: str, target_id: str, *, parent: Session | None = None) -> Session:
        """Return the session of an id that Chrome gave out; an ended one comes back ended."""
        known = self._sessions.get(session_id) or self._past.get(session_id)
        if known is not None:
            return known
        session = Session(self, session_id, target_id, parent or self.root)
        if self.root.ending is not None:
            session.end(self.root.ending)
        else:
            self._sessions[session_id] = session
        return session

    def release(self, session: Session) -> None:
        """Detach a session without waiting; its pending calls fail with `TAB_CLOSED`."""
        if session.id is not None and session.alive:
            self._let_go(session, Ending("TAB_CLOSED", "the Bridge let go of the tab"))

    def send(self, session: Session, method: str, params: Mapping[str, Any]) -> Posted:
        """Number a command and queue it (sessions call this)."""
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        posted = Posted(session, method, answer)
        number = self._last_id = self._last_id + 1
        text = wire.encode(number, method, params, session.id)

        def forget(done: asyncio.Future[dict[str, Any]]) -> None:
            self._pending.pop(number, None)
            if not done.cancelled():
                done.exception()  # seen: a dropped answer is no event-loop warning

        answer.add_done_callback(forget)
        if session.ending is not None:
            answer.set_exception(session.ending.error())
            return posted
        try:
            self._unsent.put_nowait((number, text))
        except asyncio.QueueFull:
            told = f"{method} was not sent: {self._unsent.qsize()} commands wait before it"
            answer.set_exception(PhoneGone(f"{told}, the phone takes no data"))
            return posted
        self._pending[number] = posted
        return posted

    def next_number(self) -> int:
        """Return a number for a command that is put on the link by `pass_on`."""
        self._last_id += 1
        return self._last_id

    def pass_on(self, text: str) -> None:
        """Put a command that somebody else wrote on the link; its answer comes by `tap`.

        Raises:
            PhoneGone: The link ended, or takes no data.
        """
        if self.root.ending is not None:
            raise self.root.ending.error()
        try:
            self._unsent.put_nowait((_FOREIGN, text))
        except asyncio.QueueFull as full:
            raise PhoneGone("the phone takes no data: too many commands wait") from full

    async def write(self) -> None:
        """Send what is queued, in order, until the link ends. A cancelled command stays unsent."""
        while True:
            number, text = await self._unsent.get()
            if number != _FOREIGN:
                posted = self._pending.get(number)
                if posted is None or posted.answer.done():
                    continue
                posted.sent = True
            try:
                await self._socket.send(text)
            except ConnectionClosed:
                return  # the reader tells why

    async def read(self) -> None:
        """Hand out what comes in, in order, until the link ends."""
        why = "the Bridge stopped reading"
        try:
            while True:
                message = await self._socket.recv()
                self._acknowledge()
                if self.tap is None or not isinstance(message, str) or not self.tap(message):
                    self._take(wire.decode(message))
        except ConnectionClosed as closed:
            why = _why(closed)
        finally:
            self.end(why)

    def _acknowledge(self) -> None:
        """Let the kernel acknowledge at once what came in.

        adb's server holds the second of two answers back until the first is acknowledged
        (Nagle), and Linux waits 40 ms with that unless told otherwise, each time anew.
        """
        if QUICK_ACK is not None and (link := self._socket.transport.get_extra_info("socket")):
            with suppress(OSError):  # it is closing: the reader tells
                link.setsockopt(socket.IPPROTO_TCP, QUICK_ACK, 1)

    def end(self, why: str) -> None:
        """Fail everything that is pending; further calls fail at once."""
        if self.ended.done():
            return
        self.ended.set_result(why)
        ending = Ending("PHONE_GONE", why)
        for session in (*self._sessions.values(), self.root):
            self._finish(session, ending)

    def _take(self, message: wire.Message) -> None:
        match message:
            case wire.Event(method, params, session_id):
                self._event(method, params, session_id)
            case wire.Answer(number, result):
                posted = self._of(number)
                if posted is not None:
                    posted.answer.set_result(result)
            case wire.Refusal(number, code, words):
                posted = self._of(number)
                if posted is None:
                    return
                refused = wire.CdpRefused(posted.method, code, words)
                posted.answer.set_exception(refused)
                if refused.session_gone and posted.session.id is not None:
                    self._finish(posted.session, Ending("TAB_CLOSED", "the tab is gone"))
            case wire.Unreadable(number, problem):
                posted = None if number is None else self._of(number)
                if posted is None:
                    log.warning("dropped a message of Chrome's that cannot be read: %s", problem)
                    return
                told = f"the answer cannot be read ({problem})"
                posted.answer.set_exception(wire.CdpRefused(posted.method, wire.SERVER_ERROR, told))

    def _of(self, number: int) -> Posted | None:
        posted = self._pending.pop(number, None)
        if posted is None or posted.answer.done():
            log.debug("dropped the late answer %d", number)
            return None
        return posted

    def _event(self, method: str, params: dict[str, Any], session_id: str | None) -> None:
        session = self.root if session_id is None else self._sessions.get(session_id)
        if session is None:
            log.debug("dropped %s of a session that is gone", method)
            return
        match method:
            case "Target.attachedToTarget":
                target = str(params.get("targetInfo", {}).get("targetId", ""))
                self.session(str(params.get("sessionId")), target, parent=session)
            case "Target.detachedFromTarget":
                self._finish(
                    self._sessions.get(str(params.get("sessionId"))),
                    Ending("TAB_CLOSED", "the tab closed, or Chrome let go of it"),
                )
            case "Inspector.targetCrashed":
                self._crashed(session)
            case "Target.targetCrashed":
                for each in self._of_target(params):
                    self._crashed(each)
            case "Target.targetDestroyed":
                for each in self._of_target(params):
                    self._finish(each, Ending("TAB_CLOSED", "the tab closed"))
        session.hear(method, params)

    def _of_target(self, params: Mapping[str, Any]) -> tuple[Session, ...]:
        target = params.get("targetId")
        return tuple(each for each in self._sessions.values() if each.target_id == target)

    def _crashed(self, session: Session) -> None:
        ending = Ending("TAB_CRASHED", "the page crashed")
        if self._keeps_crashed and session.id is not None:
            self._fail(session, ending)
        else:
            self._let_go(session, ending)

    def _let_go(self, session: Session, ending: Ending) -> None:
        """End a session that Chrome still holds, and tell Chrome."""
        if session.id is None:
            return
        self._finish(session, ending)
        self.root.post("Target.detachFromTarget", {"sessionId": session.id})

    def _finish(self, session: Session | None, ending: Ending) -> None:
        """End a session and those attached through it, and fail their calls."""
        if session is None or session.ending is not None:
            return
        if session.id is not None:
            self._sessions.pop(session.id, None)
            self._past[session.id] = session
            if len(self._past) > _ENDED_KEPT:
                self._past.popitem(last=False)
        self._fail(session, ending)
        session.end(ending)
        for child in tuple(self._sessions.values()):
            if child.parent is session:
                self._finish(child, ending)

    def _fail(self, session: Session, ending: Ending) -> None:
        for each in tuple(self._pending.values()):
            if each.session is session and not each.answer.done():
                each.answer.set_exception(ending.error())


@asynccontextmanager
async def open_connection(
    port: int,
    limits: LimitSettings,
    *,
    most_unsent: int = MOST_UNSENT,
    keeps_crashed: bool = False,
) -> AsyncIterator[Connection]:
    """Connect to the browser behind a local port, and close the link at the end.

    Args:
        port: On 127.0.0.1; an adb forward to a DevTools socket.
        limits: `open_seconds` bounds the opening, the others the calls.
        most_unsent: How many commands may wait to be sent; one more fails.
        keeps_crashed: Whether sessions outlive a crash of their target, as in Chrome: what
            was armed on them still is when the page is loaded anew.

    Raises:
        PhoneGone: Nothing answers there, or it is no Chrome, or it does not let us in.
    """
    try:
        async with asyncio.timeout(limits.open_seconds):
            version = await ask_version(port)
            socket = await _dial(port, debugger_path(version))
    except TimeoutError as problem:
        raise PhoneGone(f"Chrome did not answer within {limits.open_seconds:g} s") from problem
    connection = Connection(
        socket, version, limits, most_unsent=most_unsent, keeps_crashed=keeps_crashed
    )
    try:
        async with own_tasks() as tasks:
            reader = tasks.create_task(connection.read(), name="cdp reader")
            writer = tasks.create_task(connection.write(), name="cdp writer")
            try:
                yield connection
            finally:
                connection.end("the Bridge closed the DevTools session")
                writer.cancel()  # it may be held up by a link that takes no data
                try:
                    await _hang_up(socket)
                finally:
                    reader.cancel()
    finally:
        socket.transport.abort()


async def _dial(port: int, path: str) -> ClientConnection:
    try:
        return await connect(
            f"ws://127.0.0.1:{port}{path}",
            # said twice, so that a redirect can lead nowhere else
            host="127.0.0.1",
            port=port,
            origin=None,
            user_agent_header=None,
            proxy=None,
            compression=None,
            max_size=MOST_MESSAGE_BYTES,
            ping_interval=None,  # old Chromes answer none
            open_timeout=None,
            close_timeout=_CLOSE_SECONDS,
        )
    except InvalidStatus as problem:
        status = problem.response.status_code
        raise PhoneGone(f"Chrome refused the DevTools connection (HTTP {status})") from problem
    except (OSError, EOFError, ValueError, InvalidHandshake) as problem:
        raise PhoneGone("Chrome did not open the DevTools connection") from problem


async def _hang_up(socket: ClientConnection) -> None:
    """Say goodbye; a browser that does not answer in time is hung up on."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_CLOSE_SECONDS):
            await socket.close()


@asynccontextmanager
async def own_tasks() -> AsyncIterator[asyncio.TaskGroup]:
    """Own tasks; what the block itself raises comes out as it is, not wrapped in a group."""
    group = asyncio.TaskGroup()
    await group.__aenter__()
    try:
        yield group
    finally:
        await group.__aexit__(None, None, None)


def _why(closed: ConnectionClosed) -> str:
    if closed.sent is not None and closed.sent.code == _TOO_BIG:
        return f"Chrome sent more than {MOST_MESSAGE_BYTES // 2**20} MiB in one message"
    if closed.rcvd is not None:
        return "Chrome closed the DevTools connection"
    return "the link to Chrome broke"
