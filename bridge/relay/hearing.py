"""What Chrome tells a debugger by itself: passed on as it came, as far as it may be told.

Nothing of a page that is shut is, nor of requests, targets and places that are blocked; nor
what pages say while a person has paused the phone: what the debugger would hold then goes on.
Pictures give way when the debugger is slow, and are acknowledged for it: else no more come.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from bridge.relay import envelope, filters
from bridge.relay.arrivals import Arrivals
from bridge.relay.curtain import Curtain
from bridge.relay.envelope import Heard
from bridge.relay.line import Line
from bridge.relay.methods import EARS, NAMING
from bridge.relay.post import Post
from bridge.relay.seat import WORKERS, Seat, request_of
from bridge.relay.sense import seconds_stale
from bridge.relay.telling import Telling

MOST_UNSENT = 4 * 2**20
"""Bytes that wait for the debugger from which on pictures are dropped."""
_UNASKED = ("Page.screencast", "Page.lifecycleEvent", "Page.fileChooserOpened")
"""Events of `Page` that come without `Page.enable`."""
_ALWAYS = frozenset({"Inspector.targetCrashed", "Inspector.detached"})

Raw = Mapping[str, Any]


class Hearing:
    """Takes the events of one debugger's sessions."""

    def __init__(
        self, line: Line, post: Post, telling: Telling, arrivals: Arrivals, outlet: Curtain
    ) -> None:
        self._line, self._post, self._telling = line, post, telling
        self._arrivals, self._outlet = arrivals, outlet
        self._told: set[str] = set()
        self._now = asyncio.get_running_loop().time

    def event(self, seat: Seat, heard: Heard) -> None:
        """Take one event of a session."""
        method = heard.method
        if seat.hidden:
            return
        if method.startswith("Target."):
            self._on_target(seat, heard)
        elif seat is self._line.root:
            hidden = self._outlet.hides(method)
            if not hidden and (method not in NAMING or self._telling.names_free(heard.text)):
                self._outlet.put(heard.bare)
        else:
            self._on_page(seat, heard)

    def _on_page(self, seat: Seat, heard: Heard) -> None:
        method, sight = heard.method, seat.sight
        if sight is not None and method in EARS:
            sight.heard(method, heard.parsed(), seat.id)
        if method == "Inspector.targetCrashed":
            self._line.crashed(seat)
            if sight is not None and seat.kind == "page":
                sight.crash()
        if method == "Page.screencastFrame":
            self._on_picture(seat, heard)
        elif sight is not None and not sight.open and method not in _ALWAYS:
            self._let_pass(seat, heard)
        elif self._outlet.hides(method):
            if method in filters.BEGINS and (request := request_of(heard.text)) is not None:
                seat.unlearn(request)  # where it goes from here is not looked at
            self._let_pass(seat, heard)
        elif method.startswith("Page.") and not (seat.page_on or method.startswith(_UNASKED)):
            return  # only we have asked for it
        elif method.startswith(("Network.", "Fetch.")):
            self._on_request(seat, heard)
        elif method not in NAMING or self._telling.names_free(heard.text):
            self._outlet.put(heard.text)

    def _on_picture(self, seat: Seat, heard: Heard) -> None:
        """Pass a picture on, or drop it and tell the phone that it came."""
        sight = seat.sight
        shut = sight is not None and not (sight.open and seconds_stale(sight, self._now()) <= 0)
        if shut or self._outlet.is_down() or self._outlet.unsent > MOST_UNSENT:
            number = heard.parsed().get("sessionId")
            self._line.post(seat, "Page.screencastFrameAck", {"sessionId": number})
        else:
            self._outlet.put(heard.text)

    def _on_request(self, seat: Seat, heard: Heard) -> None:
        """Tell of requests, unless they go to a blocked place."""
        if not self._post.patterns:
            self._outlet.put(heard.text)
            return
        request, method = request_of(heard.text), heard.method
        if request is None:
            return
        if method in filters.BEGINS:
            if self._telling.allows(filters.destination(heard.parsed())):
                early = seat.learn(request)
                self._outlet.put(heard.text)
                for each in early:
                    self._outlet.put(each)
            else:
                seat.unlearn(request)
                self._let_pass(seat, heard)
        elif method.endswith("ExtraInfo"):
            if self._may_tell_headers(seat, request, heard):
                if seat.knows(request):
                    self._outlet.put(heard.text)
                else:
                    seat.keep(request, heard.text)
        elif seat.knows(request):
            self._outlet.put(heard.text)
        else:
            self._let_pass(seat, heard)

    def _may_tell_headers(self, seat: Seat, request: str, heard: Heard) -> bool:
        """Judge headers by the host that they went to: they come before or after their request."""
        params = heard.parsed()
        places = filters.header_places(params)
        free = all(map(self._telling.allows, places))
        if heard.method == "Network.requestWillBeSentExtraInfo":
            free = free and bool(places)
            seat.sent(request, free=free)
            return free
        return seat.returned(request) and free

    def _let_pass(self, seat: Seat, heard: Heard) -> None:
        """Let go what the debugger holds, and is not told of: a request, or the page itself."""
        if heard.method == "Debugger.paused":
            self._line.post(seat, "Debugger.resume", {})
        if heard.method not in {"Fetch.requestPaused", "Fetch.authRequired"}:
            return
        request = {"requestId": heard.parsed().get("requestId")}
        if heard.method == "Fetch.requestPaused":
            self._line.post(seat, "Fetch.continueRequest", request)
        else:
            answer = {"authChallengeResponse": {"response": "Default"}}
            self._line.post(seat, "Fetch.continueWithAuth", {**request, **answer})

    def _on_target(self, seat: Seat, heard: Heard) -> None:
        params = heard.parsed()
        text = heard.bare if seat is self._line.root else heard.text
        target = str(params.get("targetId", ""))
        match heard.method:
            case "Target.attachedToTarget":
                if self._arrivals.meet(seat, params):
                    self._let_worker_run(params)
                    self._outlet.put(text)
            case "Target.detachedFromTarget":
                child = self._line.seats.get(str(params.get("sessionId")))
                if child is not None:
                    self._line.leave(child)
                    if not child.hidden:
                        self._outlet.put(text)
            case "Target.targetCreated" | "Target.targetInfoChanged":
                self._on_info(params.get("targetInfo", {}), heard.method, text)
            case "Target.targetDestroyed" | "Target.targetCrashed" if target in self._told:
                if heard.method == "Target.targetDestroyed":
                    self._told.discard(target)
                    self._telling.gone(target)
                self._outlet.put(text)

    def _let_worker_run(self, params: Raw) -> None:
        """Let a worker run that the debugger would hold through a pause, as `post` lets pages."""
        child = self._line.seats[str(params.get("sessionId"))]
        if params.get("waitingForDebugger") and child.kind in WORKERS and self._outlet.is_down():
            self._line.post(child, "Runtime.runIfWaitingForDebugger", {})

    def _on_info(self, info: Raw, method: str, text: str) -> None:
        """Tell of a target; one that comes from a blocked site is told of as a new one."""
        if not self._telling.target(info, self._line.seats.values()):
            return
        name = str(info["targetId"])
        if name not in self._told and method == "Target.targetInfoChanged":
            text = envelope.event("Target.targetCreated", {"targetInfo": info}, None)
        self._told.add(name)
        self._outlet.put(text)
