"""What a page asks of the network, request by request.

In: DevTools events as they come. Out: requests with status, headers, size and time. The
caller says whether an address is free: a request that touches a blocked one, at whatever
step of its way, is not kept. Pure: no I/O.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ada_url import join_url

from bridge.page.console import stacked
from bridge.page.headers import hidden, hidden_url
from bridge.page.ring import Ring, known
from bridge.page.snapshot import cut_url, one_line

Raw = Mapping[str, Any]
Headers = dict[str, str]
Key = tuple[str, str]
Free = Callable[[tuple[str, ...]], bool]

MOST_HEADERS = 60
LONGEST_HEADER = 2_000
"""Characters of a header: it is cut there."""
_MOST_HOPS = 20
_MOST_EARLY = 100
_NAMING = ("referer", "origin", "location", "content-location", "refresh", "sourcemap")
"""Headers that hold addresses of other pages."""


@dataclass(slots=True)
class Hop:
    """One step of a request: what was asked of one address, and what it answered."""

    url: str
    method: str = "GET"
    sent: Headers = field(default_factory=dict)
    got: Headers = field(default_factory=dict)
    status: int = 0
    reason: str = ""


@dataclass(slots=True)
class Request:
    """One request, through all its redirects.

    Attributes:
        process: The session that told of it.
        id: Chrome's name for it.
        kind: `document`, `fetch`, `image`, …
        began: In seconds of Chrome's own clock, as `ended`.
        bytes: What came over the network.
        failed: Why it failed; empty when it did not.
        cached: It came from a cache, or the page's own service worker.
        posts: It sends a body.
        timing: Of the last hop, in ms: what took how long.
    """

    process: str
    id: str
    kind: str
    hops: list[Hop]
    places: tuple[str, ...]
    began: float = 0
    ended: float = 0
    bytes: int = 0
    mime: str = ""
    protocol: str = ""
    failed: str = ""
    cached: bool = False
    posts: bool = False
    timing: dict[str, int] = field(default_factory=dict)
    initiator: str = ""
    number: int = 0

    @property
    def size(self) -> int:
        """About how many characters it holds."""
        return 500 + sum(map(len, self.places))

    @property
    def last(self) -> Hop:
        """The last step."""
        return self.hops[-1]

    @property
    def ms(self) -> int | None:
        """How long it took, once it has ended."""
        return round((self.ended - self.began) * 1000) if self.ended else None

    @property
    def state(self) -> str:
        """The status, or in a word why there is none."""
        return self.failed or str(self.last.status or ("done" if self.ended else "pending"))

    def line(self, *, redact: bool) -> str:
        """Return it as one line of a list."""
        took = f" {self.ms} ms" if self.ms is not None else ""
        size = f" {self.bytes} B" if self.bytes else ""
        cached = " (cache)" if self.cached else ""
        url = cut_url(hidden_url(self.last.url, redact=redact))
        state = one_line(self.state, 80)
        return f"#{self.number} {self.last.method} {state} {self.kind}{took}{size}{cached} {url}"

    def whole(self, *, redact: bool) -> str:
        """Return all of it, but for the bodies."""
        lines = [self.line(redact=redact)]
        if self.timing:
            lines.append("timing: " + ", ".join(f"{k} {v} ms" for k, v in self.timing.items()))
        facts = [each for each in (self.protocol, self.mime) if each]
        if facts:
            lines.append(one_line(", ".join(facts)))
        if self.initiator:
            lines.append(f"asked for by {hidden_url(self.initiator, redact=redact)}")
        for hop in self.hops:
            lines.append(f"> {hop.method} {cut_url(hidden_url(hop.url, redact=redact))}")
            lines += [f"> {one}" for one in _shown(hop.sent, redact=redact)]
            if hop.status:
                lines.append(f"< {hop.status} {one_line(hop.reason, 80)}".rstrip())
            lines += [f"< {one}" for one in _shown(hop.got, redact=redact)]
        return "\n".join(lines)

    def facts(self, *, redact: bool) -> dict[str, Any]:
        """Return the row as JSON values."""
        return {
            "number": self.number,
            "method": self.last.method,
            "status": self.last.status,
            "type": self.kind,
            "ms": self.ms,
            "bytes": self.bytes,
            "failed": self.failed,
            "url": cut_url(hidden_url(self.last.url, redact=redact)),
        }

    def steps(self, *, redact: bool) -> list[dict[str, Any]]:
        """Return its steps with their headers, as JSON values."""
        return [
            {
                "method": hop.method,
                "url": cut_url(hidden_url(hop.url, redact=redact)),
                "status": hop.status,
                "sent": {n: hidden(n, v, redact=redact) for n, v in hop.sent.items()},
                "got": {n: hidden(n, v, redact=redact) for n, v in hop.got.items()},
            }
            for hop in self.hops
        ]


def _shown(headers: Headers, *, redact: bool) -> Iterator[str]:
    for name, value in headers.items():
        yield f"{one_line(name, 80)}: {one_line(hidden(name, value, redact=redact), 500)}"


def _headers(raw: Any) -> Headers:
    if not isinstance(raw, Mapping):
        return {}
    some = list(raw.items())[:MOST_HEADERS]
    return {str(name): str(value)[:LONGEST_HEADER] for name, value in some}


def named(url: str, headers: Headers) -> Iterator[str]:
    """Yield the addresses that headers of a request or answer name, whole ones."""
    for name, value in headers.items():
        if name.lower() not in _NAMING or value in ("", "null"):
            continue
        told = value.partition("url=")[2] if name.lower() == "refresh" else value
        try:
            yield join_url(url, told)
        except ValueError:
            yield told


class Requests:
    """The requests of one tab.

    Args:
        free: Whether all of some addresses may be told.

    Attributes:
        ring: Those that are kept.
    """

    def __init__(self, free: Free) -> None:
        self.ring: Ring[Request] = Ring()
        self._free = free
        self._open: dict[Key, Request] = {}
        self._shut: OrderedDict[Key, None] = OrderedDict()
        self._early: OrderedDict[Key, list[tuple[str, Headers]]] = OrderedDict()

    def clear(self) -> None:
        """Forget all."""
        self.ring.clear()
        for each in (self._open, self._shut, self._early):
            each.clear()

    def keeps(self, process: str, request: str) -> bool:
        """Whether a request is known and free."""
        return (process, request) in self._open

    def hear(self, method: str, event: Raw, process: str, around: tuple[str, ...] | None) -> None:
        """Take in an event of the Network domain.

        Args:
            method: Its name, without the domain.
            event: What it tells.
            process: The session that it came over.
            around: The addresses that the asking frame stands for; None when that is not known
                and a blocked one may be behind it.
        """
        key = (process, str(event.get("requestId", "")))
        if key in self._shut:
            return
        match method:
            case "requestWillBeSent" | "webSocketCreated":
                self._sent(key, event, around)
            case "requestWillBeSentExtraInfo":
                self._extra(key, "sent", _headers(event.get("headers")))
            case "responseReceivedExtraInfo":
                self._extra(key, "got", _headers(event.get("headers")))
            case _ if (request := self._open.get(key)) is not None:
                self._went_on(method, request, event)

    def _sent(self, key: Key, event: Raw, around: tuple[str, ...] | None) -> None:
        asked = event.get("request", event)
        url = str(asked.get("url", ""))
        if url.startswith("data:"):
            self._shut_out(key)
            return
        hop = Hop(
            url[:20_000], str(asked.get("method", "GET"))[:20], _headers(asked.get("headers"))
        )
        raw_initiator = event.get("initiator", {})
        stack, scripts = stacked(raw_initiator.get("stack"))
        of = str(raw_initiator.get("url", ""))
        request = self._open.get(key)
        places = known(
            (
                *(url, str(event.get("documentURL", "")), of, *scripts, *(around or ())),
                *named(url, hop.sent),
            )
        )
        if around is None or not self._free(places):
            self._shut_out(key)
            return
        if request is None or "redirectResponse" not in event:
            request = Request(
                *key,
                "websocket" if asked is event else str(event.get("type", "other")).lower(),
                [hop],
                places,
                began=float(event.get("timestamp", 0)),
                posts=bool(asked.get("hasPostData")),
                initiator=stack[0] if stack else cut_url(of),
            )
            self._open[key] = request
            self.ring.add(request)
            self._forget_old()
        else:
            self._answered(request, event["redirectResponse"])
            request.hops = [*request.hops, hop][-_MOST_HOPS:]
            self._place(request, places)
        for side, headers in self._early.pop(key, ()):
            self._extra(key, side, headers)

    def _extra(self, key: Key, side: str, headers: Headers) -> None:
        """Take in the headers as they really went, which may come before or after the rest."""
        request = self._open.get(key)
        if request is None:
            self._early.setdefault(key, []).append((side, headers))
            while len(self._early) > _MOST_EARLY:
                self._early.popitem(last=False)
            return
        hop = request.last
        mine: Headers = getattr(hop, side)
        names = {name.lower() for name in headers}
        kept = {name: value for name, value in mine.items() if name.lower() not in names}
        setattr(hop, side, {**kept, **headers})
        self._place(request, tuple(named(hop.url, headers)))

    def _went_on(self, method: str, request: Request, event: Raw) -> None:
        match method:
            case "responseReceived" | "webSocketHandshakeResponseReceived":
                self._answered(request, event.get("response", {}))
            case "requestServedFromCache":
                request.cached = True
            case "loadingFinished" | "webSocketClosed" if request.failed:
                pass  # of the page that Chrome puts there instead
            case "loadingFinished" | "webSocketClosed":
                request.ended = float(event.get("timestamp", 0))
                request.bytes = max(request.bytes, int(event.get("encodedDataLength", 0)))
            case "loadingFailed" | "webSocketFrameError":
                request.ended = float(event.get("timestamp", 0))
                told = event.get("errorText") or event.get("errorMessage") or "failed"
                why = event.get("blockedReason") or event.get("corsErrorStatus", {}).get(
                    "corsError", ""
                )
                request.failed = f"{told} {why}".strip()[:200]
            case _:
                pass

    def _answered(self, request: Request, response: Raw) -> None:
        hop = request.last
        hop.status = int(response.get("status", 0))
        hop.reason = str(response.get("statusText", ""))
        got = _headers(response.get("headers"))
        names = {name.lower() for name in hop.got}
        hop.got |= {name: value for name, value in got.items() if name.lower() not in names}
        request.mime = str(response.get("mimeType", ""))[:100]
        request.protocol = str(response.get("protocol", ""))[:20]
        request.bytes = int(response.get("encodedDataLength", 0))
        request.cached |= bool(response.get("fromDiskCache") or response.get("fromServiceWorker"))
        request.timing = _timing(response.get("timing"))
        self._place(request, (str(response.get("url", "")), *named(hop.url, got)))

    def _place(self, request: Request, places: tuple[str, ...]) -> None:
        """Add addresses that a request has to do with; it goes when one is blocked."""
        request.places = known((*request.places, *places))
        if not self._free(request.places):
            self._shut_out((request.process, request.id))

    def _shut_out(self, key: Key) -> None:
        request = self._open.pop(key, None)
        if request is not None:
            self.ring.drop(request)
        self._early.pop(key, None)
        self._shut[key] = None
        while len(self._shut) > _MOST_EARLY * 10:
            self._shut.popitem(last=False)

    def _forget_old(self) -> None:
        if len(self._open) > 2 * len(self.ring.entries) + _MOST_EARLY:
            self._open = {(each.process, each.id): each for each in self.ring.entries}


def _timing(raw: Any) -> dict[str, int]:
    """Return what took how long, in ms, of what took any time."""
    if not isinstance(raw, Mapping):
        return {}

    def between(begin: str, end: str) -> int:
        a, b = raw.get(begin, -1), raw.get(end, -1)
        return round(b - a) if isinstance(a, int | float) and a >= 0 and b >= a else 0

    told = {
        "dns": between("dnsStart", "dnsEnd"),
        "connect": between("connectStart", "connectEnd"),
        "tls": between("sslStart", "sslEnd"),
        "send": between("sendStart", "sendEnd"),
        "wait": between("sendEnd", "receiveHeadersEnd"),
    }
    return {name: ms for name, ms in told.items() if ms > 0}
