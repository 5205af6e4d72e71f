"""Which places the phone's screen shows, for the guard: the app in front, and a browser's page.

A browser is judged by the page that it shows, through CDP; what nobody can tell (another
browser, the tab switcher, recent apps) counts as blocked while there is any rule. The gate
stays closed meanwhile: an address may be typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Protocol

from bridge.adb.parse import CHROME
from bridge.addresses import App
from bridge.errors import BridgeError
from bridge.guard import Guard, Place
from bridge.native.screen import Screen, hearing
from bridge.native.told import Front
from bridge.page.browser import Browser

UNSEEN = App("")


class Shown(Protocol):
    """A phone, as is needed here."""

    @property
    def screen(self) -> Screen:
        """Its native screen."""

    async def browser(self) -> Browser:
        """Return the session with its Chrome."""


class Fronts:
    """What was in front during one call on a phone's screen.

    Args:
        guard: Says whether there is anything to be judged at all.
        phone: The phone.
        acts: Whether the call may send input.
    """

    def __init__(self, guard: Guard, phone: Shown, *, acts: bool) -> None:
        self._guard, self._phone, self._acts = guard, phone, acts
        self._heard: list[Front] = []
        self._began = False
        self._stack = AsyncExitStack()
        self._browser: Browser | None = None

    async def __aenter__(self) -> Fronts:
        """Hear what the phone says is in front, from now on, where that matters."""
        if self._guard.stands:
            self._stack.enter_context(hearing(self._heard))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Hear no more; the gate opens as it does after every call."""
        await self._stack.aclose()

    async def places(self) -> Sequence[Place]:
        """Return what is in front, and for a call that only reads, what was while it ran.

        Before such a call nothing is asked: its own answer tells what it was of. What an act was
        sent to was judged before it.
        """
        first, self._began = not self._began, True
        if not self._guard.stands or (first and not self._acts):
            return ()
        if not self._heard:
            self._heard.append(await self._phone.screen.front())
        places: list[Place] = []
        heard = self._heard[-1:] if self._acts else dict.fromkeys(self._heard)
        for front in heard:
            places += await self._shown(front)
        return places

    async def _shown(self, front: Front) -> Sequence[Place]:
        if front.kind in {"recents", "shade", "none"}:
            return (UNSEEN,)
        app = App(front.package)
        if not await self._phone.screen.is_browser(front):
            return (app,)
        return (app, *await self._page(front))

    async def _page(self, front: Front) -> Sequence[Place]:
        """Return the addresses of the page that a browser shows."""
        try:
            if self._browser is None:
                self._browser = await self._phone.browser()
                self._stack.enter_context(self._browser.work(acts=self._acts))
            if front.package != (self._browser.package or CHROME):
                return (UNSEEN,)
            tab = await self._browser.seen()
        except BridgeError:
            return (UNSEEN,)
        # a tree and a picture are of the whole screen, and a point may lie in any frame
        if tab is None or tab.has_frame(lambda url: not self._guard.allows(url)):
            return (UNSEEN,)
        return tab.places
