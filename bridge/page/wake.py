"""A tab made to answer: armed when it is attached, brought to the front, found when it is there.

A sleeping tab is woken only where it is asked for, and given up after a while. One that does
not answer although Chrome does for it is held up: by a dialog that was open before we came,
of which no event tells and which nobody can answer from here, or by its own script.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from bridge.cdp.outgo import looking
from bridge.cdp.session import Session
from bridge.cdp.targets import Targets
from bridge.cdp.visibility import is_visible, look
from bridge.errors import BridgeError, LateFault, ScreenFault
from bridge.page.tab import Tab

ACTIVATE_TRIES = 4
ACTIVATE_PAUSE = 0.25  # seconds; Chrome may ignore an early one
LOOK_SECONDS = 2.0
_HELD_SECONDS = 1.0
"""How long Chrome may take to answer for a page that does not."""


class HeldUp(LateFault):
    """A page that answers nothing, though Chrome does for it: it can be left (`pulse.free`)."""


async def enable(tab: Tab, number: int, seconds: float) -> None:
    """Arm a tab that was just attached.

    Args:
        tab: The tab.
        number: By which it is told.
        seconds: Limit.

    Raises:
        HeldUp: It is held up.
        LateFault: It does not answer.
        PhoneFault: `TAB_CRASHED`.
    """
    try:
        async with asyncio.timeout(seconds):
            await tab.enable()
    except (TimeoutError, LateFault) as late:
        if await _is_held(tab.session):
            raise HeldUp(
                f"tab {number} is held up, by a dialog that was open before or by its own script",
                hint="A dialog from before can be answered on the phone only; page_navigate leaves "
                "the page, page_tabs action=close closes it.",
            ) from late
        raise LateFault(
            f"tab {number} does not answer; it may sleep, or its script be busy",
            hint="Bring it to the front with page_tabs action=switch, leave it for a new one with "
            "action=open, or look at the phone.",
        ) from late


async def _is_held(session: Session) -> bool:
    """Whether Chrome answers for a page: its history is not asked of the page itself."""
    try:
        with looking():
            await session.call("Page.getNavigationHistory", seconds=_HELD_SECONDS)
    except BridgeError:
        return False
    return True


async def bring(tab: Tab, number: int, activate: Callable[[], Awaitable[None]]) -> None:
    """Bring a tab to the front, that was activated once.

    Args:
        tab: The tab.
        number: By which it is told.
        activate: Asks Chrome for it, which may ignore an early request.

    Raises:
        ScreenFault: `TAB_HIDDEN`, it did not come.
    """
    for attempt in range(ACTIVATE_TRIES):
        if attempt:
            await asyncio.sleep(ACTIVATE_PAUSE)
            await activate()
        # the page of an open dialog cannot be asked
        if tab.dialog is not None or await is_visible(tab.session, LOOK_SECONDS):
            return
    raise ScreenFault(
        "TAB_HIDDEN",
        f"tab {number} did not come to the front",
        hint="See that the phone is awake and Chrome is in front, then try again.",
    )


async def in_front(targets: Targets, known: Mapping[str, Session]) -> str:
    """Find the page in front. The only one there is needs no asking.

    Args:
        targets: Its pages are asked.
        known: Sessions that stand already, by page.

    Raises:
        ScreenFault: `TAB_NOT_FOUND` there is none; `CHROME_IN_BACKGROUND` none is visible.
    """
    pages = targets.pages
    if not pages:
        told = "shows only tabs that may be incognito" if targets.hidden else "has no tab"
        raise ScreenFault(
            "TAB_NOT_FOUND", f"Chrome {told}", hint="Open one with page_tabs action=open."
        )
    if len(pages) == 1:
        return pages[0].id
    found = await look(targets, known, LOOK_SECONDS)
    if found.visible is not None:
        return found.visible
    if len(found.crashed) == 1:
        return found.crashed[0]
    silent = f"; {found.silent} did not answer" if found.silent else ""
    raise ScreenFault(
        "CHROME_IN_BACKGROUND",
        f"none of Chrome's {len(pages)} tabs is visible{silent}",
        hint="Wake the phone and bring Chrome to the front, or choose a tab with page_tabs.",
    )
