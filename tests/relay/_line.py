"""A debugger's line with nothing behind it: what would go out is kept, and answered by hand."""

import json
from dataclasses import dataclass, field
from typing import Any, cast

from bridge.cdp.connection import Connection
from bridge.errors import BridgeError
from bridge.relay import envelope
from bridge.relay.line import Line
from bridge.relay.seat import Seat
from bridge.relay.sight import Sight

ROOT, PAGE = "0" * 32, "1" * 32


@dataclass
class Link:
    """Stands for the link: attributes: `sent`: what would have gone out."""

    sent: list[dict[str, Any]] = field(default_factory=list)
    number: int = 0

    def next_number(self) -> int:
        self.number += 1
        return self.number

    def pass_on(self, text: str) -> None:
        self.sent.append(json.loads(text))


@dataclass
class Heard:
    """Attributes: `told`: what a command came to."""

    told: list[tuple[str | None, str | None]] = field(default_factory=list)

    def __call__(self, result: str | None, error: BridgeError | None) -> None:
        self.told.append((result, error.code if error is not None else None))


class Wired:
    """A line with one page on it."""

    def __init__(self) -> None:
        self.link = Link()
        self.line = Line(cast("Connection", self.link), ROOT)
        self.sight = Sight(lambda url: "bank" not in url)
        self.sight.begin("T", "http://shop.test/", may=True)
        self.sight.known = True
        self.seat = Seat(PAGE, "T", "page", self.line.root, self.sight, ready=True)
        self.line.seats[PAGE] = self.seat

    def methods(self) -> list[str]:
        return [each["method"] for each in self.link.sent]

    def answer(self, number: int, session: str = PAGE, **body: Any) -> None:
        text = json.dumps({"id": number, **body, "sessionId": session}, separators=(",", ":"))
        heard = envelope.cut(text)
        assert heard is not None
        self.line.answer(heard)

    def go(self, url: str) -> None:
        self.sight.heard("Page.frameNavigated", {"frame": {"id": "T", "url": url}}, PAGE)
