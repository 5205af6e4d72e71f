"""A phone's picture as it changes: one cast of a tab, shared by all who watch it.

Chrome sends a frame when something was painted, and the next only after an acknowledgement. It
gets that as soon as the frame lies in the slots of the viewers; a little later while agents call.
A slot holds one frame, the newest: who is slow misses frames, and slows down neither the phone
nor anybody else.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import math
import struct
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bridge.cdp.outgo import looking
from bridge.cdp.session import Session

Raw = dict[str, Any]

MOST_HEIGHT = 1600
CALM_SECONDS = 0.2
"""Between two frames while an agent's call is under way: pictures share its wire."""
REMEMBERED = 256
"""Frames whose measures are kept: a touch names the frame that was looked at."""
_HEAD = 2048
_FIRST_SIZES = frozenset((*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC)))


@dataclass(frozen=True, slots=True)
class Measure:
    """How points of a frame's picture lie on the page.

    Attributes:
        css_width: Width of the visible part in CSS px.
        ratio: Height of the picture by its width.
    """

    css_width: float
    ratio: float

    def point(self, fx: float, fy: float) -> tuple[float, float]:
        """Turn fractions of the picture into CSS px of the visible part."""
        return fx * self.css_width, fy * self.css_width * self.ratio

    def fraction(self, x: float, y: float) -> tuple[float, float]:
        """Turn CSS px of the visible part into fractions of the picture."""
        return x / self.css_width, y / (self.css_width * self.ratio)


class Frame:
    """One picture.

    Attributes:
        n: Its number; later ones have higher ones.
        width: Of the picture, in px.
        height: As `width`.
        scale: How far the person has zoomed in.
        at: When it was taken, seconds since 1970.
        measure: How it lies on the page.
    """

    def __init__(self, n: int, data: str, about: Raw) -> None:
        self.n = n
        self._data = data
        self.scale = _number(about.get("pageScaleFactor"), 1.0)
        self.at = _number(about.get("timestamp"), time.time())
        device = (
            _number(about.get("deviceWidth"), 412.0),
            _number(about.get("deviceHeight"), 915.0),
        )
        size = jpeg_size(_decoded(data[:_HEAD])) or jpeg_size(self.jpeg)
        self.width, self.height = size or (round(device[0]), round(device[1]))
        self.measure = Measure(device[0] / self.scale, self.height / self.width)

    @cached_property
    def jpeg(self) -> bytes:
        """Its bytes; decoded once, and only when somebody has taken it."""
        return _decoded(self._data)


class Slot:
    """Room for one frame, the newest.

    Attributes:
        missed: How many frames were replaced before they were taken.
    """

    def __init__(self, stirred: Callable[[], None]) -> None:
        self._frame: Frame | None = None
        self._stirred = stirred
        self.missed = 0

    def put(self, frame: Frame) -> None:
        """Lay a frame in; one that lies there is gone."""
        self.missed += self._frame is not None
        self._frame = frame
        self._stirred()

    def take(self) -> Frame | None:
        """Take the frame out; None when there is none."""
        frame, self._frame = self._frame, None
        return frame


class Cast:
    """A cast of one tab, over one session of it.

    Args:
        session: Of the tab; `Page` is enabled there.
        numbers: Of frames; they go on from one cast to the next.
        show: Takes each frame; must not wait.
        hidden: Called when the tab is no longer in front.
        wifi: Whether the phone is reached without a cable: then with less data.
        calm: Says whether something else needs the phone just now: then with fewer frames.
    """

    def __init__(
        self,
        session: Session,
        numbers: Iterator[int],
        show: Callable[[Frame], None],
        hidden: Callable[[], None],
        *,
        wifi: bool = False,
        calm: Callable[[], bool] = lambda: False,
    ) -> None:
        self._session = session
        self._numbers = numbers
        self._show = show
        self._hidden = hidden
        self._wifi = wifi
        self._calm = calm
        self._before = 0.0
        self._measures: OrderedDict[int, Measure] = OrderedDict()
        self._last: Frame | None = None
        self.runs = False
        self._off = (
            session.on("Page.screencastFrame", self._on_frame),
            session.on("Page.screencastVisibilityChanged", self._on_visibility),
        )

    async def start(self) -> None:
        """Have frames sent.

        Raises:
            BridgeError: As of `Session.call`.
        """
        self.runs = True
        quality, width = (40, 540) if self._wifi else (60, 720)
        told = {"format": "jpeg", "quality": quality, "maxWidth": width, "maxHeight": MOST_HEIGHT}
        with looking():
            await self._session.call("Page.startScreencast", {**told, "everyNthFrame": 1})

    def stop(self) -> None:
        """Have no more sent; not waited for."""
        if self.runs and self._session.alive:
            with looking():
                self._session.post("Page.stopScreencast")
        self.runs = False

    def close(self) -> None:
        """Stop, and hear nothing any more."""
        self.stop()
        for off in self._off:
            off()

    @property
    def last(self) -> Frame | None:
        """The newest frame: who comes later sees it, though nothing is painted."""
        return self._last

    def measure(self, n: int | None) -> Measure | None:
        """Return how a frame lies on the page; None for one that is not of this cast."""
        if n is None:
            return self._last.measure if self._last is not None else None
        return self._measures.get(n)

    def _on_frame(self, event: Raw) -> None:
        acknowledged = event.get("sessionId")
        try:
            data, about = event.get("data"), event.get("metadata")
            if self.runs and isinstance(data, str):
                frame = Frame(next(self._numbers), data, about if isinstance(about, dict) else {})
                self._last = frame
                self._measures[frame.n] = frame.measure
                if len(self._measures) > REMEMBERED:
                    self._measures.popitem(last=False)
                self._show(frame)
        finally:
            loop = asyncio.get_running_loop()
            wait = self._before + CALM_SECONDS - loop.time() if self._calm() else 0
            if wait > 0:
                loop.call_later(wait, self._acknowledge, acknowledged)
            else:
                self._acknowledge(acknowledged)

    def _acknowledge(self, number: object) -> None:
        self._before = asyncio.get_running_loop().time()
        if self._session.alive:
            with looking():
                self._session.post("Page.screencastFrameAck", {"sessionId": number})

    def _on_visibility(self, event: Raw) -> None:
        if event.get("visible") is False:
            self._hidden()


def jpeg_size(raw: bytes) -> tuple[int, int] | None:
    """Read width and height off the beginning of a JPEG; None when they are not there (pure)."""
    at = 2
    if raw[:at] != b"\xff\xd8":
        return None
    while at + 9 <= len(raw):
        mark, kind, length = struct.unpack_from(">BBH", raw, at)
        if mark != 0xFF:  # noqa: PLR2004 - every part of a JPEG begins with it
            return None
        if kind in _FIRST_SIZES:
            height, width = struct.unpack_from(">HH", raw, at + 5)
            return (width, height) if width and height else None
        at += 2 + length
    return None


def _decoded(data: str) -> bytes:
    try:
        return base64.b64decode(data[: len(data) // 4 * 4])
    except (binascii.Error, ValueError):
        return b""


def _number(given: object, otherwise: float) -> float:
    if isinstance(given, (int, float)) and math.isfinite(given) and given > 0:
        return float(given)
    return otherwise
