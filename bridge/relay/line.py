"""The debugger's sessions on the link to Chrome: numbers its commands, and pairs the answers.

An answer is given once, whatever happens: Chrome's result or refusal, a limit that passed, a
session or link that ended. What a page answers is withheld when the page was shut meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bridge.cdp import wire
from bridge.cdp.connection import Connection
from bridge.cdp.wire import CdpRefused
from bridge.errors import (
    BridgeError,
    InternalFault,
    LateFault,
    PhoneFault,
    PhoneGone,
    ScreenFault,
    SiteBlocked,
)
from bridge.relay import envelope
from bridge.relay.envelope import Heard
from bridge.relay.methods import LEAVES
from bridge.relay.seat import Seat

log = logging.getLogger(__name__)

COMMAND_SECONDS = 15.0
MOST_ASKED = 1000
NO_SESSION = (-32001, "Session with given id not found.")

Raw = Mapping[str, Any]
Answered = Callable[[str | None, BridgeError | None], None]
"""Given a result as JSON, or the error."""


@dataclass(eq=False, slots=True)
class Asked:
    """A command under way.

    Attributes:
        crossings: How often its page had been shut when it was sent.
        free: Its answer holds nothing of the page's.
        timer: Ends it when it is late.
    """

    seat: Seat
    method: str
    crossings: int
    free: bool
    answered: Answered
    timer: asyncio.TimerHandle | None = None

    def done(self, result: str | None, error: BridgeError | None) -> None:
        """Tell what came of it; nothing ends it any more."""
        if self.timer is not None:
            self.timer.cancel()
        self.answered(result, error)


class Line:
    """The sessions of one debugger.

    Args:
        link: The link to Chrome.
        browser: The debugger's session with the browser itself.

    Attributes:
        root: The browser's seat.
        seats: All seats by the id of their session.
    """

    def __init__(self, link: Connection, browser: str) -> None:
        self.root = Seat(browser, "", "browser", ready=True)
        self.seats: dict[str, Seat] = {browser: self.root}
        self._link = link
        self._asked: dict[int, Asked] = {}
        self._over = ""

    @property
    def is_full(self) -> bool:
        """Whether no more commands are taken for now."""
        return len(self._asked) >= MOST_ASKED

    def say(
        self,
        seat: Seat,
        method: str,
        params: Raw,
        answered: Answered,
        *,
        limit: float = COMMAND_SECONDS,
        free: bool = False,
    ) -> None:
        """Send a command; `answered` is called once, later.

        Args:
            seat: The session.
            method: The command.
            params: Its parameters.
            answered: Hears what came of it.
            limit: Seconds until it is late.
            free: Whether its answer may be told even if the page is shut.

        Raises:
            ScreenFault: `TAB_CLOSED`: the session is no more.
            PhoneGone: The link ended, or takes no data.
        """
        if seat.id not in self.seats:
            raise ScreenFault("TAB_CLOSED", "the tab closed, or the session was let go")
        number = self._link.next_number()
        crossings = seat.sight.crossings if seat.sight is not None else 0
        self._link.pass_on(wire.encode(number, method, params, seat.id))
        asked = self._asked[number] = Asked(seat, method, crossings, free, answered)
        asked.timer = asyncio.get_running_loop().call_later(limit, self._late, number, limit)

    def check(self) -> None:
        """Refuse everything once the link has ended.

        Raises:
            PhoneGone: It has.
        """
        if self._over:
            raise PhoneGone(self._over)

    def post(self, seat: Seat, method: str, params: Raw) -> None:
        """Say something of our own; nobody waits for the answer."""
        try:
            self.say(seat, method, params, lambda _, __: None, free=True)
        except BridgeError as problem:
            log.debug("%s was not sent: %s", method, problem.code)

    def answer(self, heard: Heard) -> None:
        """Take an answer of Chrome's."""
        asked = self._asked.pop(int(heard.number or 0), None)
        if asked is None:
            return  # it was late
        if not asked.free and _was_shut(asked):
            asked.done(None, SiteBlocked())
            return
        if (result := heard.result) is not None:
            try:
                asked.done(result, None)
            except Exception:
                asked.done(None, InternalFault())  # who asked must not wait for ever
                raise
            return
        error = heard.parsed()
        number, words = error.get("code"), str(error.get("message", ""))
        if isinstance(data := error.get("data"), str) and data:
            words = f"{words} ({data})"
        code = number if type(number) is int else wire.SERVER_ERROR
        asked.done(None, CdpRefused(asked.method, code, words))

    def no_session(self, text: str) -> bool:
        """Take what the browser says of a command whose session it does not know (any more)."""
        number = envelope.unknown_session(text)
        asked = None if number is None else self._asked.pop(number, None)
        if asked is not None:
            asked.done(None, CdpRefused(asked.method, *NO_SESSION))
        return asked is not None

    def leave(self, seat: Seat) -> None:
        """Forget a session that ended, and those that came by it."""
        self.seats.pop(seat.id, None)
        if seat.sight is not None:
            seat.sight.left(seat.id)
        for number, asked in tuple(self._asked.items()):
            if asked.seat is seat:
                del self._asked[number]
                asked.done(None, ScreenFault("TAB_CLOSED", "the tab closed"))
        seat.begin()  # what waits is refused
        for child in tuple(self.seats.values()):
            if child.parent is seat:
                self.leave(child)

    def crashed(self, seat: Seat) -> None:
        """Fail what is under way on a session whose page crashed; the session lives on."""
        for number, asked in tuple(self._asked.items()):
            if asked.seat is seat:
                del self._asked[number]
                asked.done(None, PhoneFault("TAB_CRASHED", "the page crashed"))

    def end(self, why: str) -> None:
        """Fail what is under way and what waits: the link ended."""
        self._over = self._over or why
        asked, self._asked = self._asked, {}
        for each in asked.values():
            each.done(None, PhoneGone(why))
        for seat in tuple(self.seats.values()):
            seat.begin()

    def _late(self, number: int, limit: float) -> None:
        asked = self._asked.pop(number)
        asked.done(None, LateFault(f"{asked.method} was not answered within {limit:g} s"))


def _was_shut(asked: Asked) -> bool:
    """Say whether a page was not to be seen at any moment since it was asked."""
    sight = asked.seat.sight
    if sight is None:
        return False
    left = asked.method in LEAVES and sight.top_is_open
    return not (sight.open or left) or sight.crossings != asked.crossings
