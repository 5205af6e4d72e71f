"""What a person picked, with its photo, and how that is told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from bridge.errors import ScreenFault
from bridge.page.capture import Shot, screenshot
from bridge.page.lens import opened
from bridge.page.seen import Aim
from bridge.page.snapshot import one_line
from bridge.page.tab import Tab

Raw = dict[str, Any]

_STILL_SECONDS = 0.12
"""Until what the finger changed on the screen is drawn no more."""

_PAD, _SIDE, _QUALITY = 16, 1200, 85
"""CSS px around the picked element, longest side and JPEG quality of its photo."""

_NO_PHOTO = frozenset({"CAPTURE_FAILED", "NOT_VISIBLE", "STALE_REF"})


@dataclass(frozen=True, slots=True)
class Picked:
    """What a person picked.

    Attributes:
        shot: Its photo; None when there can be none, which `lacks` explains.
        deaf: The page had taken our listeners away: it may have seen the finger.
    """

    aim: Aim
    shot: Shot | None
    lacks: str = ""
    deaf: bool = False

    @property
    def sentence(self) -> str:
        """`picked button "Buy" [e3] (8,20 90x40), in form "Order", main`."""
        element = self.aim.element
        around = ", ".join(row.sentence() for row in self.aim.around)
        words = f": {one_line(self.aim.text)}" if self.aim.text else ""
        line = f"picked {element.line().removeprefix('- ')}{words}{element.place()}"
        told = [f"{line}, in {around}" if around else line]
        if self.deaf:
            told.append("the page may have seen the finger too")
        if self.lacks:
            told.append(f"no photo: {self.lacks}")
        return "; ".join(told)

    def as_json(self) -> Raw:
        """Return it as JSON values."""
        dump = self.aim.model_dump(mode="json", exclude_defaults=True)
        shot = self.shot
        size = {"width": shot.image.width, "height": shot.image.height} if shot else None
        return {**dump, "photo": size, "deaf": self.deaf}


async def pick(tab: Tab, *, seconds: float, owner: str = "") -> Picked:
    """Let a person pick something, and take a photo of it.

    Args:
        tab: The tab, in front.
        seconds: How long to wait for the person.
        owner: Who calls, as for `acting`.

    Raises:
        ScreenFault: `PICK_CANCELLED`, `PICK_OPEN`, `TAB_HIDDEN`.
        LateFault: Nobody picked anything in time.
    """
    async with opened(tab, owner) as lens:
        aim = await lens.chosen(seconds)
    await asyncio.sleep(_STILL_SECONDS)
    try:
        shot = await screenshot(
            tab,
            target={"ref": aim.element.ref},
            full=False,
            kind="jpeg",
            quality=_QUALITY,
            max_side=_SIDE,
            pad=_PAD,
        )
    except ScreenFault as fault:
        if fault.code not in _NO_PHOTO:
            raise
        return Picked(aim, None, fault.message, lens.deaf)
    return Picked(aim, shot, deaf=lens.deaf)
