"""Pictures of the native screen, sized for an agent, whose pixels can be pointed at later."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Literal

from bridge.errors import ScreenFault
from bridge.images import Encoded, shrink
from bridge.native import told
from bridge.native.picture import Capture, capture
from bridge.native.screen import Screen, Shown

SIDE = 1280
"""Longest side of a picture when nobody says: text on it can still be read."""
_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture and how its pixels lie on the device's."""

    image: Encoded
    shown: Shown

    @property
    def sentence(self) -> str:
        """Size and scale, in words."""
        scale = self.shown.scale
        told = "1 image px = 1 device px" if scale == 1 else f"1 image px = {scale:.3g} device px"
        return f"{self.image.width}x{self.image.height}, {told}; phone_tap takes x, y of it"


async def screenshot(
    screen: Screen, *, kind: Literal["jpeg", "png"], max_side: int | None, max_bytes: int
) -> Shot:
    """Take a picture of the display.

    Raises:
        ScreenFault: `SECURE_WINDOW`, `DISPLAY_AMBIGUOUS`, `CAPTURE_FAILED`.
        BridgeError: As of `Device.exec_out`.
    """
    await screen.note_front()
    try:
        taken = await _taken(screen, "screencap -p")
    except ScreenFault as problem:
        if problem.code != "DISPLAY_AMBIGUOUS":
            raise
        # only then is it asked for: it takes another trip, and most phones have one display
        taken = await _taken(screen, f"screencap -p -d {await _physical(screen, problem)}")
    await screen.note_front()  # a picture says nothing of whose it is
    if taken.black:
        raise ScreenFault("SECURE_WINDOW", "the whole picture is black")
    side = max_side or SIDE
    image = await asyncio.to_thread(
        shrink, taken.png, max_bytes=max_bytes, max_side=side, format=kind
    )
    shown = screen.picture_shown(taken.width, taken.height, taken.width / image.width)
    return Shot(image, shown)


async def _taken(screen: Screen, command: str) -> Capture:
    return await asyncio.to_thread(capture, await screen.device.exec_out(command, seconds=_SECONDS))


async def _physical(screen: Screen, problem: ScreenFault) -> str:
    """Return what `screencap` calls the display that input goes to: two numbers for one thing."""
    ran = await screen.device.shell(told.VIEWPORTS, seconds=_SECONDS)
    if (found := told.physical(ran.text, screen.display or 0)) is None:
        raise problem
    return found
