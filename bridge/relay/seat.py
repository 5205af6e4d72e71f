"""One session of an outside debugger: what it is attached to, and what waits until it may begin."""

from __future__ import annotations

import re
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from bridge.relay.sight import Sight

MOST_REQUESTS = 10_000
"""Requests that are remembered as told to the debugger; the oldest is forgotten."""
MOST_EARLY = 256
MOST_WAITING = 1000
_REQUEST = re.compile(r'"requestId":"([^"\\]{1,120})"')
_HEAD = 400

PAGES = frozenset({"page", "iframe"})
"""Kinds of targets that show documents."""
WORKERS = frozenset({"worker", "shared_worker", "service_worker"})


@dataclass(eq=False, slots=True)
class Seat:
    """A session that the debugger was given; `kind` is its target's.

    Attributes:
        parent: The session that it came by; None for the browser's own.
        sight: What its page shows; None for what is no page's.
        ready: Whether commands pass; before, they wait in `waiting`.
        lost: Nothing is said to it: no sentry of ours stands there.
        hidden: The debugger was not told of it.
        page_on: Whether the debugger has asked for the events of `Page`.
    """

    id: str
    target: str
    kind: str
    parent: Seat | None = None
    sight: Sight | None = None
    ready: bool = False
    lost: bool = False
    hidden: bool = False
    page_on: bool = False
    waiting: deque[Callable[[], None]] = field(default_factory=deque)
    _requests: OrderedDict[str, None] = field(default_factory=OrderedDict)
    _early: OrderedDict[str, list[str]] = field(default_factory=OrderedDict)
    _free: dict[str, deque[bool]] = field(default_factory=dict)

    def is_within(self, other: Seat) -> bool:
        """Say whether it is another, or came by it."""
        above: Seat | None = self
        while above is not None and above is not other:
            above = above.parent
        return above is other

    def begin(self) -> None:
        """Let what waits pass, in order."""
        self.ready = True
        while self.waiting:
            self.waiting.popleft()()

    def knows(self, request: str) -> bool:
        """Whether the debugger was told of a request."""
        return request in self._requests

    def learn(self, request: str) -> list[str]:
        """Remember a request that the debugger is told of; return what came too early for it."""
        self._requests[request] = None
        if len(self._requests) > MOST_REQUESTS:
            self._free.pop(self._requests.popitem(last=False)[0], None)
        return self._early.pop(request, [])

    def unlearn(self, request: str) -> None:
        """Forget a request: it has gone on to a place of which nothing is told."""
        self._requests.pop(request, None)
        self._early.pop(request, None)

    def sent(self, request: str, *, free: bool) -> None:
        """Take note of whether a request's headers, on one hop of its way, may be told."""
        if len(self._free) < MOST_REQUESTS:
            self._free.setdefault(request, deque(maxlen=MOST_EARLY)).append(free)

    def returned(self, request: str) -> bool:
        """Say whether the headers that came back on the same hop may be told."""
        hops = self._free.get(request)
        return hops.popleft() if hops else False

    def keep(self, request: str, text: str) -> None:
        """Keep an event that came before its request did."""
        self._early.setdefault(request, []).append(text)
        if len(self._early) > MOST_EARLY:
            self._early.popitem(last=False)


def request_of(text: str) -> str | None:
    """Return which request an event is of, as its head says."""
    found = _REQUEST.search(text, 0, _HEAD)
    return found[1] if found else None
