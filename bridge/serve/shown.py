"""The tab that a stage shows: its picture, and the person's hand on it, over one session."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress

from bridge.errors import LateFault
from bridge.page.browser import Browser
from bridge.page.hand import STEP_SECONDS, Hand
from bridge.page.screencast import Cast, Frame
from bridge.page.watched import Watched, open_watched

log = logging.getLogger(__name__)


class Shown:
    """A tab while it is shown. Made by `show`; ended by `close`.

    Attributes:
        tab: The tab.
        hand: The person's hand on it.
        cast: Its picture.
    """

    def __init__(
        self, browser: Browser, tab: Watched, cast: Cast, group: asyncio.TaskGroup
    ) -> None:
        self.browser = browser
        self.tab = tab
        self.hand = Hand(tab.session)
        self.cast = cast
        self._handling = group.create_task(_handled(self.hand))

    @property
    def alive(self) -> bool:
        """Whether the tab is still there."""
        return self.tab.session.alive

    async def direct(self, *, wanted: bool, anew: bool) -> None:
        """Have pictures sent, or no more.

        Args:
            wanted: Whether somebody looks.
            anew: Whether what is sent is to begin anew: the screen was off.

        Raises:
            BridgeError: As of `Session.call`.
        """
        if self.cast.runs and (anew or not wanted):
            self.cast.stop()
        if wanted and not self.cast.runs:
            await self.cast.start()

    def fraction(self, point: tuple[float, float] | None) -> tuple[float, float] | None:
        """Return where in the picture a point of the page is, as far as one was taken."""
        last = self.cast.last
        if point is None or last is None:
            return None
        fx, fy = last.measure.fraction(*point)
        return round(min(max(fx, 0), 1), 4), round(min(max(fy, 0), 1), 4)

    def let_go(self) -> None:
        """Lift a finger that is down: nobody holds it any more."""
        if self.hand.down:
            with suppress(LateFault):
                self.hand.touch("cancel", 0, 0)

    def close(self) -> None:
        """Show it no longer."""
        self.cast.close()
        self._handling.cancel()
        self._handling.add_done_callback(lambda _: self._release())

    def _release(self) -> None:
        """Let the session go, once the finger is off the glass."""
        if not self.alive:
            return
        lifting = self.hand.lifting
        if lifting is None:
            self.browser.targets.release(self.tab.session)
            return
        late = asyncio.get_running_loop().call_later(STEP_SECONDS, lifting.cancel)
        lifting.add_done_callback(lambda _: late.cancel())
        lifting.add_done_callback(lambda _: self.browser.targets.release(self.tab.session))


async def show(
    browser: Browser,
    target_id: str,
    group: asyncio.TaskGroup,
    *,
    numbers: Iterator[int],
    handed: Callable[[Frame], None],
    hid: Callable[[], None],
    moved: Callable[[], None],
    seconds: float,
    wifi: bool,
    calm: Callable[[], bool] = lambda: False,
) -> Shown:
    """Show a tab.

    Args:
        browser: The phone's Chrome.
        target_id: Which tab.
        group: Owner of the task that does what the person does.
        numbers: Of frames.
        handed: Takes each frame.
        hid: Called when the tab may be in front no more.
        moved: Called when it may be at another address, or gone.
        seconds: How long it may take to answer.
        wifi: Whether the phone is reached without a cable.
        calm: Says whether an agent's call needs the phone just now.

    Raises:
        BridgeError: It cannot be attached.
    """
    tab = await open_watched(browser.targets, target_id, moved, seconds)
    tab.session.on_end(lambda _: moved())
    cast = Cast(tab.session, numbers, handed, hid, wifi=wifi, calm=calm)
    return Shown(browser, tab, cast, group)


async def _handled(hand: Hand) -> None:
    """Let a hand work; a defect of ours in it takes nothing else down."""
    try:
        await hand.run()
    except Exception:
        log.exception("a person's hand crashed")
