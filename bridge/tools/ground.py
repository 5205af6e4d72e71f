"""What a handler works on: a tab, Chrome, or the phone's screen, with the guard around it.

In: a tool whose call was allowed, and a phone whose turn it is. Out: the handler's result,
once the guard has seen where the phone is, before and after.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bridge.cdp.outgo import Outgo, counted
from bridge.errors import BridgeError, LateFault, PhoneGone, UnknownOutcome
from bridge.guard import Guard, Place
from bridge.native.screen import Screen
from bridge.page.browser import Browser
from bridge.page.lens import acting
from bridge.page.stir import breath
from bridge.tools.desk import desk
from bridge.tools.front import Fronts
from bridge.tools.leave import still
from bridge.tools.owners import Owners, Run
from bridge.tools.spec import Args, Result, Surface, Tool


class Phone(Protocol):
    """One phone, as the door needs it."""

    lock: asyncio.Lock

    @property
    def serial(self) -> str:
        """The phone's serial, as adb names it."""

    @property
    def screen(self) -> Screen:
        """Its native screen."""

    async def browser(self) -> Browser:
        """Return the session with its Chrome, opened when there is none."""

    async def explain(self, problem: BridgeError) -> BridgeError:
        """Return a better error, when the phone's state explains this one."""


@dataclass(slots=True)
class Ground:
    """Runs handlers.

    Attributes:
        guard: Judges where the phone is.
        owners: Knows whose tab is chosen.
    """

    guard: Guard
    owners: Owners

    async def run(self, tool: Tool, args: Args, phone: Phone, run: Run) -> Result:
        """Run a handler; one that only reads once more, over a new session, when its link ended.

        Raises:
            BridgeError: The handler's, or the guard's.
        """
        try:
            return await self._once(tool, args, phone, run)
        except PhoneGone:
            if tool.acts(args):
                raise
            return await self._once(tool, args, phone, run)

    async def _once(self, tool: Tool, args: Args, phone: Phone, run: Run) -> Result:
        if tool.surface is Surface.PHONE:
            return await self._on_screen(tool, args, phone, run)
        browser = await phone.browser()
        # who only looks beside an act leaves this to the next one that does not
        may = tool.queues(args) or not phone.lock.locked()
        if may and self.owners.choice_ended(phone.serial):
            browser.release()
        with browser.work(acts=tool.acts(args)):
            if tool.surface is Surface.BROWSER:
                return await within(tool, args, browser, run.outgo)
            return await self._on_tab(tool, args, browser, run)

    async def _on_tab(self, tool: Tool, args: Args, browser: Browser, run: Run) -> Result:
        tab = await browser.front(revive=tool.revives)
        crossings = tab.standing.crossings

        async def where() -> Sequence[Place]:
            # known from events, and from the answers that the handler got: no trip of its own
            await breath()
            if tool.acts(args):
                return tab.places
            # a picture, or a long look, may be of an address that the page has left again
            return (*tab.places, *tab.standing.crossed(crossings))

        async def work() -> Result:
            await still(tab, tool, args)
            if not (tool.acts(args) and tool.locks):
                return await within(tool, args, tab, run.outgo)
            async with acting(tab, desk().party.key):
                return await within(tool, args, tab, run.outgo)

        try:
            return await self.guard.around(where, work, acts=tool.acts(args))
        finally:
            browser.leave(tab)

    async def _on_screen(self, tool: Tool, args: Args, phone: Phone, run: Run) -> Result:
        acts = tool.acts(args)
        async with Fronts(self.guard, phone, acts=acts) as fronts:

            async def work() -> Result:
                return await within(tool, args, phone.screen, run.outgo)

            return await self.guard.around(fronts.places, work, acts=acts)


async def within(tool: Tool, args: Args, surface: object, outgo: Outgo | None = None) -> Result:
    """Run a handler within its limit, and count what an act sends (None: nobody can).

    Raises:
        LateFault: It took too long, and nothing was sent.
        UnknownOutcome: It took too long, and something was.
        BridgeError: The handler's.
    """
    limit = tool.seconds + getattr(args, "timeout_ms", 0) / 1000
    acts = tool.acts(args)
    counting = counted(outgo) if acts and outgo is not None else contextlib.nullcontext()
    try:
        with counting:
            async with asyncio.timeout(limit):
                return await tool.handler(surface, args)
    except TimeoutError as late:
        told = f"{tool.name} did not finish within {limit:g} s"
        if acts and (outgo is None or outgo.acted):
            raise UnknownOutcome(f"{told}; it may have happened") from late
        raise LateFault(f"{told}; nothing was sent" if acts else told) from late
