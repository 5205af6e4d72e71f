"""Pictures of a page, sized so that one image pixel is one CSS pixel.

Capture first, then ask where the tab is: a look sent beside the capture answers first
and proves nothing about the picture. It only tells that the page is hidden, which would
never be drawn. A picture too large is made smaller.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bridge.cdp.wire import CdpRefused
from bridge.errors import PhoneFault, ScreenFault, SiteBlocked
from bridge.images import Box, Encoded, shrink
from bridge.page.read import ask, find, value, where
from bridge.page.seen import Cover, Veils, Where
from bridge.page.snapshot import Viewport
from bridge.page.tab import Tab
from bridge.page.theme import bare

_SCREENS_TALL = 8
"""A picture of a whole page is cut after so many screens: taller ones are unreadable anyway."""


_MOST_PIXELS = 5_000_000
"""CSS pixels of a clip that are drawn one to one: up to nine times as many device pixels."""

_VISIBLE_ONLY = "a frame of a blocked site is on the page: only the visible part can be pictured"


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture and how its pixels relate to the page.

    Attributes:
        css_per_px: CSS px (of the visual viewport) that one image pixel covers.
        truncated: Whether the page goes on below.
    """

    image: Encoded
    css_per_px: float
    truncated: bool = False

    @property
    def sentence(self) -> str:
        """Size and scale, in words."""
        scale = (
            "1 image px = 1 CSS px"
            if abs(self.css_per_px - 1) < 0.01  # noqa: PLR2004 - closer than a pixel in a hundred
            else f"1 image px = {self.css_per_px:.3g} CSS px"
        )
        more = "; the page goes on below" if self.truncated else ""
        return f"{self.image.width}x{self.image.height}, {scale}{more}"


async def screenshot(
    tab: Tab,
    *,
    target: Mapping[str, Any],
    full: bool,
    kind: Literal["jpeg", "png"],
    quality: int,
    max_side: int | None,
    pad: float = 0,
) -> Shot:
    """Take a picture of the visible part, the whole page (`full`) or one element.

    Two round trips for the visible part; one more for the page's or element's box, around
    which `pad` CSS px are shown too.

    Raises:
        ScreenFault: `TAB_HIDDEN`; `CAPTURE_FAILED`, when Chrome cannot draw, or what may not be
            seen cannot be painted over.
    """
    truncated = False
    clip: dict[str, Any] = {}
    if target:
        clip = _clip(*_padded(await _box(tab, target), pad))
    elif full:
        view = (await where(tab)).viewport
        tallest = view.height * _SCREENS_TALL
        truncated = view.page_height > tallest
        clip = _clip(0, 0, max(view.layout_width, 1), min(view.page_height, tallest))
    heard = tab.standing.frames.heard
    veiled = bool(tab.shut())
    if veiled and clip:
        raise ScreenFault("CAPTURE_FAILED", _VISIBLE_ONLY)
    covers = await _covers(tab) if veiled else ()
    async with bare(tab):
        data = await _capture(tab, kind, quality, clip)
    view = (await where(tab)).viewport
    if tab.standing.frames.strayed(heard, tab.judge.allows):
        raise ScreenFault("CAPTURE_FAILED", "a frame of a blocked site came and went meanwhile")
    if tab.shut():
        if clip:
            raise ScreenFault("CAPTURE_FAILED", _VISIBLE_ONLY)
        # where they are now too: a page may move them meanwhile
        covers = (*covers, *await _covers(tab))
    if clip:
        width, height = clip["clip"]["width"], clip["clip"]["height"]
    else:
        width, height = view.width * view.scale, view.height * view.scale
    side = round(max(width, height))
    image = await asyncio.to_thread(
        shrink,
        data,
        max_bytes=tab.limits.image_bytes,
        max_side=min(side, max_side) if max_side else side,
        format=kind,
        quality=quality,
        veils=[_share(each, view) for each in covers],
    )
    return Shot(image, (width if clip else view.width) / image.width, truncated)


async def _covers(tab: Tab) -> tuple[Cover, ...]:
    """Ask where the frames of blocked sites lie, in client CSS px."""
    return (await ask(tab, "veils", {}, Veils)).boxes


def _share(cover: Cover, view: Viewport) -> Box:
    """Turn client CSS px into shares of a picture of the visible part."""
    x, y, width, height = cover
    left, top = (x - view.left) / view.width, (y - view.top) / view.height
    return (left, top, left + width / view.width, top + height / view.height)


def _padded(
    box: tuple[float, float, float, float], pad: float
) -> tuple[float, float, float, float]:
    x, y, width, height = box
    left, top = max(x - pad, min(x, 0)), max(y - pad, min(y, 0))
    return left, top, x + width + pad - left, y + height + pad - top


def _clip(x: float, y: float, width: float, height: float) -> dict[str, Any]:
    width, height = max(width, 1), max(height, 1)
    # Chrome draws in device pixels: a large clip is drawn smaller, not refused afterwards
    scale = min(1, math.sqrt(_MOST_PIXELS / (width * height)))
    return {
        "clip": {"x": x, "y": y, "width": width, "height": height, "scale": scale},
        "captureBeyondViewport": True,
    }


async def _box(tab: Tab, target: Mapping[str, Any]) -> tuple[float, float, float, float]:
    """Return an element's box in page coordinates.

    Raises:
        ScreenFault: `TARGET_NOT_FOUND`, `TARGET_AMBIGUOUS`, `NOT_VISIBLE`.
    """
    here, found = await asyncio.gather(where(tab), find(tab, target, limit=2))  # one flight
    if not found.rows:
        raise ScreenFault("TARGET_NOT_FOUND", f"nothing fits {_named(target)}")
    if found.total > 1 and "nth" not in target:
        named = "; ".join(row.line() for row in found.rows)
        raise ScreenFault("TARGET_AMBIGUOUS", f"{found.total} elements fit: {named}")
    box = found.rows[0].box
    if box is None or box[2] <= 0 or box[3] <= 0:
        raise ScreenFault("NOT_VISIBLE", f"{found.rows[0].sentence()} has no visible box")
    view = here.viewport
    left, top = view.page_left - view.left, view.page_top - view.top  # the layout's own scroll
    return (box[0] + left, box[1] + top, box[2], box[3])


def _named(target: Mapping[str, Any]) -> str:
    return ", ".join(f"{key}={value}" for key, value in target.items())


async def _capture(
    tab: Tab, kind: Literal["jpeg", "png"], quality: int, clip: Mapping[str, Any]
) -> bytes:
    options = {"format": kind, **({"quality": quality} if kind == "jpeg" else {}), **clip}
    loop = asyncio.get_running_loop()
    end = loop.time() + tab.limits.capture_seconds
    picture = tab.session.post("Page.captureScreenshot", options)
    try:
        if tab.has_world:
            # in the same flight, and answered first: a hidden page is never drawn, and
            # Chrome would let us wait for its picture until the limit
            await _check_visible(tab, tab.post_ask("where", {}), end - loop.time())
        answer = await tab.race(picture, end - loop.time())
        return base64.b64decode(answer["data"], validate=True)
    except PhoneFault as refused:
        if refused.code != "CDP_ERROR":
            raise
        raise ScreenFault("CAPTURE_FAILED", refused.message) from refused
    except (KeyError, binascii.Error) as broken:
        raise ScreenFault("CAPTURE_FAILED", "Chrome's picture cannot be read") from broken
    finally:
        picture.cancel()


async def _check_visible(tab: Tab, look: asyncio.Future[dict[str, Any]], seconds: float) -> None:
    """Refuse when the page says that it is hidden; a page that cannot say is let be.

    Raises:
        ScreenFault: `TAB_HIDDEN`.
    """
    try:
        here = value(tab.decode(await tab.race(look, seconds)), Where)
    except (CdpRefused, ScreenFault) as silent:
        if isinstance(silent, SiteBlocked) or silent.code == "DIALOG_OPEN":
            raise
        return
    if here.visibility == "hidden":
        raise ScreenFault("TAB_HIDDEN", "the tab is not in front, or the screen is off")
