"""One phone's Chrome in the hands of an outside debugger: every frame passes here.

Commands are looked up in `methods` and let through, judged, filtered or refused; events and
answers go out while the page that they are of may be seen. What a page shows is heard on the
debugger's own session (`sight`), and our sentries stand beside it (`post`).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from bridge.cdp import wire
from bridge.cdp.connection import Connection
from bridge.cdp.targets import Targets
from bridge.cdp.wire import CdpRefused
from bridge.errors import (
    BridgeError,
    PhoneGone,
    SiteBlocked,
    UnknownOutcome,
    traced,
)
from bridge.guard import Guard
from bridge.relay import envelope, filters
from bridge.relay.arrivals import Arrivals
from bridge.relay.curtain import Curtain, Outlet
from bridge.relay.envelope import Command
from bridge.relay.hearing import Hearing
from bridge.relay.hold import Hold
from bridge.relay.leavings import CODE, REMOVES, Leavings
from bridge.relay.line import COMMAND_SECONDS, NO_SESSION, Answered, Line
from bridge.relay.methods import (
    METHODS,
    SLOW,
    Rule,
    Way,
    addresses,
    is_hushed,
)
from bridge.relay.opening import BLANK, Opening
from bridge.relay.post import Post
from bridge.relay.seat import MOST_WAITING, Seat
from bridge.relay.sense import BLIND, check_flat, check_sight, is_free, rule_of, seconds_stale
from bridge.relay.telling import Telling
from bridge.relay.terms import within_terms

log = logging.getLogger(__name__)

SLOW_SECONDS, LONGEST_SECONDS = 30.0, 180.0
_NO_TARGET = (-32602, "No target with given id found")
_NO_REQUEST = (-32000, "No resource with given identifier found")

Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Links:
    """What a relay works with.

    Attributes:
        may: Refuses while the phone is paused, or another has it.
        tasks: Owner of what has to wait.
        is_paused: Says whether the person has paused the phone.
    """

    serial: str
    connection: Connection
    targets: Targets
    guard: Guard
    outlet: Outlet
    may: Callable[[], None]
    tasks: asyncio.TaskGroup
    is_paused: Callable[[], bool]


class Relay:
    """A debugger's session with one phone's Chrome. Made by `Relays.open`.

    Args:
        links: What it works with.
        browser: The session through which the debugger speaks to the browser itself.

    Attributes:
        post: Our sentries.
    """

    def __init__(self, links: Links, browser: str) -> None:
        self._links, self._link = links, links.connection
        self._guard, self._targets = links.guard, links.targets
        self._line = Line(links.connection, browser)
        self._holds = self._is_over = False
        self.post = Post(
            links.connection,
            links.targets,
            links.guard,
            holds=lambda: self._holds and not links.is_paused(),
            changed=self._judge_anew,
        )
        self._telling = Telling(links.targets, links.guard, self.post)
        seconds = self._link.limits.open_seconds
        self._arrivals = Arrivals(self._line, self.post, self._telling, links.tasks, seconds)
        self._curtain = Curtain(links.outlet, links.is_paused, self._telling.names_free)
        self._hearing = Hearing(self._line, self.post, self._telling, self._arrivals, self._curtain)
        self._opening = Opening(self._line, self.post, links.targets, self._arrivals, seconds)
        self._hold = Hold(self._line)
        self._leavings = Leavings(self._line, lambda: self.post.patterns)
        self._now = asyncio.get_running_loop().time
        links.connection.root.on_end(lambda ending: self._line.end(ending.message))

    def targets(self) -> list[dict[str, str]]:
        """Return the pages that may be seen: id, address and title."""
        return [
            {"targetId": page.id, "url": page.url, "title": page.title}
            for page in self._targets.pages
            if self._telling.page(page.id, page.url, self._line.seats.values())
        ]

    def lift(self) -> None:
        """Lift what the debugger holds down: fingers, buttons, keys."""
        self._hold.lift()

    async def close(self) -> None:
        """Answer what is under way, tell nothing any more, and lift what is held down.

        The link must stay until then: what is only posted may never be written.
        """
        self._is_over = True
        self._curtain.close()
        self._arrivals.close()
        self._line.end("the relay was closed")
        lifted = asyncio.Event()
        self._hold.lift(lifted.set)
        try:
            await lifted.wait()  # each has its limit
        finally:
            self._link.tap = None

    def hear(self, text: str) -> bool:
        """Take a message of Chrome's, if it is on a session of the debugger's."""
        heard = envelope.cut(text)
        if heard is None:
            return self._line.no_session(text)
        seat = self._line.seats.get(heard.session)
        if seat is None:
            return False
        try:
            if heard.number is not None:
                self._line.answer(heard)
            elif not self._is_over:
                self._hearing.event(seat, heard)
        except Exception as defect:  # noqa: BLE001 - it must not end the link
            log.error("a relay failed: %s", traced(defect))  # noqa: TRY400 - its words may be a page's
        return True

    def command(self, command: Command, reply: Answered, *, seconds: float | None = None) -> None:
        """Take a command; `reply` is called once, with the result as JSON or the error.

        Args:
            command: The command.
            reply: Hears what came of it.
            seconds: Limit; 15, or 30 for pictures and navigations; 180 at the most.
        """
        method = command.method
        usual = SLOW_SECONDS if method in SLOW else COMMAND_SECONDS
        limit = min(LONGEST_SECONDS, usual if seconds is None else seconds)
        answered = self._logging(command, partial(self._reply, reply))
        try:
            self._links.may()
            self._curtain.look()
            seat = self._seat(command.session)
            rule = rule_of(method, at_root=seat is self._line.root)
            if self._line.is_full or len(seat.waiting) >= MOST_WAITING:
                raise PhoneGone("too many commands wait before it")
        except BridgeError as refused:
            answered(None, refused)
            return

        run = partial(self._attempt, seat, command, rule, answered, limit)
        if seat.ready:
            run()
        else:
            seat.waiting.append(run)

    def _attempt(
        self, seat: Seat, command: Command, rule: Rule, answered: Answered, limit: float
    ) -> None:
        try:
            self._links.may()  # it may have waited
            if command.method == "Page.captureScreenshot" and seat.sight is not None:
                stale = seconds_stale(seat.sight, self._now())
                if stale > 0:  # it may be of what was there before: judged anew by then
                    again = partial(self._attempt, seat, command, rule, answered, limit)
                    asyncio.get_running_loop().call_later(stale, again)
                    return
            self._run(seat, command, rule, answered, limit)
        except BridgeError as refused:
            answered(None, refused)

    def _reply(self, reply: Answered, result: str | None, error: BridgeError | None) -> None:
        """Answer; what was sent before a pause and came to something in it is not told."""
        if result is not None and self._links.is_paused():
            told = "the person paused the phone meanwhile: what came of it is not told"
            result, error = None, UnknownOutcome(told)
        reply(result, error)

    def _logging(self, command: Command, reply: Answered) -> Answered:
        """Log one line when it is answered, without what it said or was told."""
        if is_hushed(command.method, command.params):
            return reply
        began = self._now()
        name = command.method if command.method in METHODS else "(unknown)"

        def answered(result: str | None, error: BridgeError | None) -> None:
            ms = round((self._now() - began) * 1000)
            code = "ok" if error is None else error.code
            log.info("relay %s: %s %s %d ms", self._links.serial, name, code, ms)
            reply(result, error)

        return answered

    def _run(
        self, seat: Seat, command: Command, rule: Rule, answered: Answered, limit: float
    ) -> None:
        self._line.check()
        method = command.method
        params: Raw = command.params
        free = is_free(seat, method) and (method not in BLIND or self._is_there(seat))
        if seat.lost or (seat.kind == "tab" and not free):
            raise CdpRefused(method, *NO_SESSION)
        if not free:
            check_sight(seat, method)
        self._check_context(method, params)
        params = within_terms(method, params, self.post.patterns)
        send = partial(self._line.say, seat, method, params, limit=limit, free=free)
        if rule.way is Way.BODY or method.startswith("Fetch."):
            self._check_request(seat, method, params)
        match rule.way:
            case Way.PASS | Way.BODY:
                self._hold.note(seat, method, params)
                send(answered)
            case Way.URL:
                if method == "Page.navigate":
                    self._guard.check_destination(str(params.get("url", "")))
                self._guard.check(*addresses(params))
                send(answered)
            case Way.FILTER:
                self._guard.check(*map(str, params.get("urls") or ()))
                send(self._filtered(method, answered))
            case Way.TARGET:
                self._check_target(method, params)
                send(self._filtered(method, answered))
            case _ if method in CODE:
                self._leavings.leave(seat, method, params, answered, limit)
            case _ if method in REMOVES:
                self._leavings.remove(seat, method, params, answered, limit)
            case _:
                self._own(seat, command, answered, send, limit)

    def _own(
        self,
        seat: Seat,
        command: Command,
        answered: Answered,
        send: Callable[..., None],
        limit: float,
    ) -> None:
        method, params = command.method, command.params
        match method:
            case "Page.enable":
                seat.page_on = True
                send(answered)
            case "Page.disable":
                seat.page_on = False  # ours stays on: by it we know what the page shows
                answered("{}", None)
            case "Browser.setDownloadBehavior":
                answered("{}", None)  # a phone's Chrome knows none, and tools insist on an answer
            case "Runtime.runIfWaitingForDebugger":
                send(answered)
                self.post.let_run(seat.target)
            case "Page.navigateToHistoryEntry":
                heard = partial(self._to_entry, params.get("entryId"), answered, send)
                self._line.say(seat, "Page.getNavigationHistory", {}, heard)
            case "Target.setAutoAttach":
                check_flat(method, params)
                if seat.kind in {"browser", "tab"}:
                    holds = params.get("autoAttach") and params.get("waitForDebuggerOnStart")
                    self._holds = bool(holds)
                    self.post.stand_by()
                on = bool(params.get("autoAttach"))
                self._hold.lift(  # where it goes off, what came by it is let go
                    partial(_sent, send, answered),
                    of=lambda own: not on and own is not seat and own.is_within(seat),
                )
            case "Target.detachFromTarget":
                child = self._line.seats.get(str(params.get("sessionId")))
                if child is None or child.parent is not seat:
                    raise CdpRefused(method, -32602, "No session with given id")
                self._hold.lift(partial(_sent, send, answered), of=lambda own: own.is_within(child))
            case "Target.createTarget":
                self._guard.check_destination(str(params.get("url") or BLANK))
                self._opening.page(params, answered, limit)
            case _:
                raise CdpRefused(method, wire.METHOD_UNKNOWN, "a relay does not let it through")

    def _to_entry(
        self,
        entry: object,
        answered: Answered,
        send: Callable[..., None],
        result: str | None,
        error: BridgeError | None,
    ) -> None:
        """Go to a place of the history, once it is known where that is."""
        if result is None:
            answered(None, error)
            return
        entries = json.loads(result).get("entries", ())
        urls = [str(each.get("url", "")) for each in entries if each.get("id") == entry]
        try:
            if not all(map(self._telling.allows, urls)):
                raise SiteBlocked
            self._links.may()
            send(answered)
        except BridgeError as refused:
            answered(None, refused)

    def _filtered(self, method: str, answered: Answered) -> Answered:
        def heard(result: str | None, error: BridgeError | None) -> None:
            if result is None:
                answered(None, error)
                return
            told = json.loads(result)
            if method == "Target.getBrowserContexts":
                own = self._telling.contexts()
                told["browserContextIds"] = [c for c in told["browserContextIds"] if c in own]
            kept = filters.kept(method, told, self._telling.allows, self._may_tell)
            if kept is None:
                answered(None, CdpRefused(method, *_NO_TARGET))
            else:
                answered(json.dumps(kept, separators=(",", ":")), None)

        return heard

    def _seat(self, session: str | None) -> Seat:
        root = self._line.root
        seat = root if session is None else self._line.seats.get(session)
        if seat is None or seat.hidden or (seat is root and session is not None):
            raise CdpRefused("the command", *NO_SESSION)
        return seat

    def _is_there(self, seat: Seat) -> bool:
        """Say whether a page that does not tell what it shows is of no blocked site."""
        return self._telling.page(seat.target, None, ())

    def _check_request(self, seat: Seat, method: str, params: Raw) -> None:
        """Refuse what names a request of which the debugger was not told."""
        request = params.get("requestId")
        if request is not None and self.post.patterns and not seat.knows(str(request)):
            raise CdpRefused(method, *_NO_REQUEST)

    def _check_target(self, method: str, params: Raw) -> None:
        target = params.get("targetId")
        if method == "Target.attachToTarget":
            check_flat(method, params)
        elif target is None:
            return  # the session's own
        seats = self._line.seats.values()
        name = str(target)
        if not self._telling.is_tab(name) and not self._telling.page(name, None, seats):
            raise CdpRefused(method, *_NO_TARGET)

    def _check_context(self, method: str, params: Raw) -> None:
        """Refuse what is about other contexts than the person's own: incognito is not told of."""
        context = params.get("browserContextId")
        if context is not None and context not in self._telling.contexts():
            raise CdpRefused(method, -32602, "Failed to find browser context for id")

    def _may_tell(self, info: Raw) -> bool:
        return self._telling.target(info, self._line.seats.values())

    def _judge_anew(self) -> None:
        self._leavings.again()
        for seat in self._line.seats.values():
            if seat.sight is not None and seat.kind == "page":
                seat.sight.again()


def _sent(send: Callable[..., None], answered: Answered) -> None:
    """Send what had to wait; a refusal is the answer."""
    try:
        send(answered)
    except BridgeError as refused:
        answered(None, refused)
