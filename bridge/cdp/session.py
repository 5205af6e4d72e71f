"""One conversation with the browser (the root) or with one attached target.

A session posts commands and hears events; the `Wire` under it (the connection) numbers
and carries them. Once ended it stays ended, with the reason: every call then fails at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from bridge.cdp import outgo
from bridge.errors import BridgeError, LateFault, fault, traced
from bridge.settings import LimitSettings

log = logging.getLogger(__name__)

Raw = dict[str, Any]
Handler = Callable[[Raw], None]
T = TypeVar("T")
_SLOW = frozenset({"Page.captureScreenshot", "Page.navigate"})


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a session ended: `PHONE_GONE`, `TAB_CLOSED` or `TAB_CRASHED`, and what happened."""

    code: str
    message: str

    def error(self) -> BridgeError:
        """Make a fresh error of it, one for each call that it fails."""
        return fault(self.code, self.message)


class Wire(Protocol):
    """What a session needs of the connection."""

    limits: LimitSettings

    def send(self, session: Session, method: str, params: Mapping[str, Any]) -> Posted:
        """Number a command and put it into the queue of the writer."""


@dataclass(slots=True)
class Posted:
    """A command under way.

    Attributes:
        answer: Chrome's result, or the error.
        sent: Whether the writer has handed it to the socket.
    """

    session: Session
    method: str
    answer: asyncio.Future[Raw]
    sent: bool = False


class Session:
    """Commands to, and events from, the browser or one target.

    Attributes:
        id: The flattened session's id; None for the root.
        target_id: The target it is attached to; None for the root.
        parent: The session that it was attached through; None for the root.
    """

    def __init__(
        self, wire: Wire, session_id: str | None, target_id: str | None, parent: Session | None
    ) -> None:
        self.id = session_id
        self.target_id = target_id
        self.parent = parent
        self._wire = wire
        self._handlers: dict[str, dict[object, Handler]] = {}
        self._farewells: dict[object, Callable[[Ending], None]] = {}
        self._ending: Ending | None = None

    @property
    def root(self) -> Session:
        """The browser's own session."""
        session = self
        while session.parent is not None:
            session = session.parent
        return session

    @property
    def alive(self) -> bool:
        """Whether commands can still be answered."""
        return self._ending is None

    @property
    def reason(self) -> str | None:
        """What ended it, or None while it lives."""
        return self._ending.message if self._ending else None

    @property
    def ending(self) -> Ending | None:
        """What ended it, with its code, or None while it lives."""
        return self._ending

    def post(self, method: str, params: Mapping[str, Any] | None = None) -> asyncio.Future[Raw]:
        """Put a command on the wire, in call order, without waiting: many posts are one flight.

        The future has no limit of its own: who awaits it bounds it, and may cancel it. It
        fails as `call` does, and may be dropped unread.

        Raises:
            ValueError: A parameter is no JSON (TypeError too): a defect of ours.
        """
        return self._send(method, params).answer

    async def call(
        self, method: str, params: Mapping[str, Any] | None = None, *, seconds: float | None = None
    ) -> Raw:
        """Send a command and return Chrome's result.

        Args:
            method: Such as `Page.enable`.
            params: Its parameters.
            seconds: Limit; the settings' for a command (a picture and a navigation have the
                longer one) when not given.

        Raises:
            CdpRefused: Chrome refused it.
            LateFault: The limit passed.
            PhoneFault: `PHONE_GONE` the link ended, `TAB_CRASHED` the page crashed.
            ScreenFault: `TAB_CLOSED`.
        """
        limits = self._wire.limits
        usual = limits.capture_seconds if method in _SLOW else limits.command_seconds
        limit = usual if seconds is None else seconds
        posted = self._send(method, params)
        try:
            async with asyncio.timeout(limit):
                return await posted.answer
        except TimeoutError as late:
            if posted.sent:
                raise LateFault(f"{method} was not answered within {limit:g} s") from late
            told = f"{method} could not be sent within {limit:g} s: the phone takes no data"
            raise LateFault(told) from late

    def _send(self, method: str, params: Mapping[str, Any] | None) -> Posted:
        outgo.note(method)
        return self._wire.send(self, method, params or {})

    def on(self, method: str, handler: Handler) -> Callable[[], None]:
        """Hear an event: `handler(params)` runs in wire order, before anything later is read.

        It must not wait; it may post. What it raises is logged and goes no further.

        Returns:
            The function that takes the handler off again (once; later calls do nothing).
        """
        return _entry(self._handlers.setdefault(method, {}), handler)

    def on_end(self, handler: Callable[[Ending], None]) -> Callable[[], None]:
        """Hear, once, that the session ended; at once when it has. Returns "off", as `on`."""
        if self._ending is not None:
            handler(self._ending)
            return lambda: None
        return _entry(self._farewells, handler)

    def hear(self, method: str, params: Raw) -> None:
        """Hand an event to the handlers (called by the connection)."""
        for handler in tuple(self._handlers.get(method, {}).values()):
            try:
                handler(params)
            except Exception as defect:  # noqa: BLE001 - a listener's must not end everybody's link
                log.error("a handler of %s failed: %s", method, traced(defect))  # noqa: TRY400

    def end(self, ending: Ending) -> None:
        """Mark it ended, once, and tell who listens (called by the connection)."""
        self._ending = ending
        farewells, self._farewells = self._farewells, {}
        for farewell in farewells.values():
            try:
                farewell(ending)
            except Exception:  # as in `hear`
                log.exception("a handler of a session's end failed")


async def flight(
    posts: Sequence[asyncio.Future[Raw]], seconds: float, what: str
) -> tuple[asyncio.Future[Raw], ...]:
    """Wait until all commands of a flight are answered or refused, and return them, done.

    Args:
        posts: What `Session.post` returned.
        seconds: Limit for all of them together; those that are late are cancelled.
        what: What the flight does, for the error.

    Raises:
        LateFault: Not all were answered within the limit.
    """
    try:
        _, late = await asyncio.wait(posts, timeout=seconds)
    finally:
        for each in posts:
            each.cancel()  # of those that are done nothing changes
    if late:
        raise LateFault(f"{what} was not answered within {seconds:g} s")
    return tuple(posts)


def _entry(entries: dict[object, T], entry: T) -> Callable[[], None]:
    """Enter something, and return what takes just this entry out again."""
    key = object()
    entries[key] = entry

    def off() -> None:
        entries.pop(key, None)

    return off
