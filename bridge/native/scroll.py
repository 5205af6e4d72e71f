"""Scrolling a native screen by a stroke or until something is there; waiting for something."""

from __future__ import annotations

import asyncio

from bridge.errors import LateFault, ScreenFault
from bridge.native import gesture
from bridge.native.elements import Element, find, is_shown
from bridge.native.gesture import Direction
from bridge.native.hand import Did, meant, same
from bridge.native.look import Look
from bridge.native.screen import After, Screen
from bridge.native.spot import Spot

MOST_STROKES = 15
STROKE_MS = 400
"""Slower than a swipe: a list that is flung on goes past what is looked for."""
_POLL_SECONDS = 0.4


async def scroll(
    screen: Screen, direction: Direction, *, inside: Spot | None, until: str | None
) -> Did:
    """Scroll once, or until an element says something.

    Args:
        screen: The screen.
        direction: Where to: `down` shows what lies below.
        inside: The list to scroll; the whole screen when not given.
        until: What is looked for.

    Raises:
        ScreenFault: `NOT_SCROLLED`: nothing moved. `TARGET_NOT_FOUND`: it is not there, to the
            end or after fifteen strokes. As of `hand.swipe`.
        UnknownOutcome: A stroke may have happened.
    """
    look = await screen.look()
    box = look.view if inside is None else (await meant(screen, inside))[1].node.box
    if until is not None and (there := _shown(look, until)):
        return Did(f"{there.words} is there already", After(look.front, look))
    start, end = gesture.along(box, direction)
    command = gesture.stroke(start, end, STROKE_MS, display=screen.display)
    for stroke in range(1, MOST_STROKES + 1):
        after = await screen.act([command], look=look, element=None, after=True)
        if after.look is None:
            raise after.blind or ScreenFault("TREE_EMPTY", "the screen cannot be read any more")
        if same(look, after.look):
            if until is None:
                raise ScreenFault("NOT_SCROLLED", "nothing moved: the end may be reached")
            raise ScreenFault("TARGET_NOT_FOUND", f'nothing says "{until}", to the end')
        look = after.look
        if until is None:
            return Did(f"scrolled {direction}", after)
        if there := _shown(look, until):
            times = "once" if stroke == 1 else f"{stroke} times"
            return Did(f"scrolled {direction} {times}: {there.words} [{there.uid}] is there", after)
    told = f'nothing says "{until}", after {MOST_STROKES} strokes'
    raise ScreenFault("TARGET_NOT_FOUND", told)


async def wait(screen: Screen, text: str, *, gone: bool, seconds: float) -> Look:
    """Wait until an element says something, or none does any more.

    Raises:
        LateFault: It did not come about in time.
        ScreenFault: As of `Screen.look`.
    """
    try:
        async with asyncio.timeout(seconds):
            while True:
                look = await screen.look()
                if bool(_shown(look, text)) is not gone:
                    return look
                await asyncio.sleep(_POLL_SECONDS)
    except TimeoutError as late:
        still = "still says" if gone else "says"
        who = "an element" if gone else "nothing"
        raise LateFault(f'after {seconds:g} s {who} {still} "{text}"') from late


def _shown(look: Look, text: str) -> Element | None:
    return next((e for e in find(look.elements, text) if is_shown(e, look.view)), None)
