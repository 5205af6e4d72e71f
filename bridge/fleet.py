"""The phones: which one a call means, and the one session with each phone's Chrome.

A session is opened at the first call and again after it ended, by one opening at a time
that all callers share. A phone that just went away is waited for a little; one that stays
away is not hammered: the attempts come further and further apart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from bridge.adb.choice import choose, choose_socket
from bridge.adb.device import Device
from bridge.adb.ledger import Ledger
from bridge.adb.parse import CHROME, Facts, Listed
from bridge.adb.readiness import Report, inspect, nobody_answers, wake
from bridge.adb.roll import Roll
from bridge.adb.server import AdbServer
from bridge.errors import (
    BridgeError,
    InternalFault,
    LateFault,
    PhoneGone,
    ScreenFault,
    SetupFault,
    fault,
)
from bridge.guard import Guard
from bridge.native.screen import Screen
from bridge.page.browser import Browser
from bridge.page.gate import Gate
from bridge.page.memory import Memory
from bridge.settings import Settings

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 2.0
"""Seconds between two attempts to open a session: doubled at every failure."""
LOOK_SECONDS = 2.0
"""Limit of the question whether Chrome still answers at all."""

_PASSING = frozenset({"DEVICE_OFFLINE", "DEVICE_UNAUTHORIZED", "NO_DEVICE", "PHONE_GONE"})
_HIDDEN = frozenset({"TAB_HIDDEN", "CHROME_IN_BACKGROUND"})
_LATE = frozenset({"TIMEOUT", "UNKNOWN_OUTCOME"})


@dataclass(slots=True)
class Phone:
    """One phone: its lock, and the session with its Chrome while there is one.

    Attributes:
        listing: Asks adb for its list of phones.
        group: Owner of the tasks that open and hold the session.
        facts: What the phone said of itself when it was last asked.
    """

    device: Device
    settings: Settings
    guard: Guard
    group: asyncio.TaskGroup
    listing: Callable[[], Awaitable[tuple[Listed, ...]]]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    facts: Facts | None = None
    screen: Screen = field(init=False)
    _browser: Browser | None = None
    _memory: Memory = field(default_factory=Memory)
    _holder: asyncio.Task[None] | None = None
    _opening: asyncio.Future[Browser] | None = None
    _opener: asyncio.Task[None] | None = None
    _awaited_until: float = 0
    _failures: int = 0
    _not_before: float = 0

    def __post_init__(self) -> None:
        """Have a screen; nothing is asked of it."""
        told = self.settings.phone
        self.screen = Screen(
            self.device,
            tree_seconds=told.tree_seconds,
            display=told.display,
            judge=self.guard.check,
            opens_browsers=self.settings.chrome.agent_may_launch,
        )

    @property
    def serial(self) -> str:
        """The phone's serial, as adb names it."""
        return self.device.serial

    @property
    def lively(self) -> bool:
        """Whether a session with its Chrome stands."""
        return self._browser is not None and self._browser.alive

    @property
    def awaited(self) -> bool:
        """Whether its session ended just now, so that it may be back in a moment."""
        return asyncio.get_running_loop().time() < self._awaited_until

    async def browser(self) -> Browser:
        """Return the session with Chrome, opening it when there is none.

        Raises:
            PhoneFault: Why Chrome cannot be reached.
            LateFault: It did not answer in time.
        """
        if self._browser is not None and self.lively:
            return self._browser
        opening = self._opening
        if opening is None or opening.done():
            opening = self._opening = asyncio.get_running_loop().create_future()
            self._opener = self.group.create_task(self._open(opening))
        try:
            return await asyncio.shield(opening)
        except BridgeError as shared:
            # several may have waited: each gets one of its own
            raise fault(shared.code, shared.message, hint=shared.hint) from shared

    async def explain(self, problem: BridgeError) -> BridgeError:
        """Look at the phone after a failure that its state may explain.

        A tab that is not in front: because the screen is off, locked, or shows another app?
        An answer that did not come: because nothing answers any more? Then the session is
        given up, so that the next call connects anew.

        Returns:
            The better error, or the same one. Never raises for the phone's sake.
        """
        if problem.code in _HIDDEN:
            return await self._why_hidden(problem)
        browser = self._browser
        if problem.code in _LATE and browser is not None and browser.alive:
            if await browser.answers(LOOK_SECONDS):
                return problem
            log.info("%s: nothing answers any more", self.serial)
            await self._let_go()
            if problem.code == "TIMEOUT":
                return LateFault(
                    f"{problem.message}; the phone does not answer at all",
                    hint="Check its cable or Wi-Fi; the next call connects anew.",
                )
        return problem

    @property
    def gate(self) -> Gate | None:
        """What stands at the agent's tabs, while a session with its Chrome stands."""
        return self._browser.gate if self._browser is not None and self.lively else None

    async def close(self) -> None:
        """End the session and the opening of one; wait, not for ever, until its forward is gone."""
        if self._opener is not None:
            self._opener.cancel()
            await asyncio.wait((self._opener,), timeout=self.settings.limits.open_seconds)
        await self._let_go()

    async def _let_go(self) -> None:
        holder, self._holder, self._browser = self._holder, None, None
        if holder is not None:
            holder.cancel()
            await asyncio.wait((holder,), timeout=self.settings.limits.open_seconds)

    async def _open(self, opening: asyncio.Future[Browser]) -> None:
        """Open a session for all who wait for one; never raises."""
        try:
            browser = await self._reach()
        except BridgeError as problem:
            _fail(opening, problem)
        except Exception:  # a defect of ours must not take every phone down
            log.exception("%s: the opening of a session crashed", self.serial)
            _fail(opening, InternalFault())
        else:
            if not opening.done():
                opening.set_result(browser)
        finally:
            _fail(opening, PhoneGone("the session was closed while it opened"))

    async def _reach(self) -> Browser:
        """Try, and try again while the phone may be back in a moment."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(max(0.0, self._not_before - loop.time()))
            await self._let_go()
            try:
                browser = await self._once()
            except BridgeError as problem:
                pause = min(FIRST_PAUSE * 2**self._failures, LONGEST_PAUSE)
                self._failures = min(self._failures + 1, 8)
                self._not_before = loop.time() + pause
                if problem.code not in _PASSING or self._not_before > self._awaited_until:
                    raise
                log.info("%s: %s, once more in %g s", self.serial, problem.code, pause)
            else:
                self._failures = 0
                return browser

    async def _once(self) -> Browser:
        choose(await self.listing(), self.serial)
        self.facts = await self.device.facts()
        socket = choose_socket(self.facts, self.serial)
        started: asyncio.Future[Browser] = asyncio.get_running_loop().create_future()
        self._holder = self.group.create_task(self._hold(socket, started))
        seconds = self.settings.limits.open_seconds
        try:
            async with asyncio.timeout(seconds):
                self._browser = await asyncio.shield(started)
        except TimeoutError as late:
            await self._let_go()
            raise PhoneGone(f"Chrome did not answer within {seconds:g} s") from late
        return self._browser

    async def _hold(self, socket: str, started: asyncio.Future[Browser]) -> None:
        """Hold the session until it ends; never raises."""
        try:
            async with Browser.open(
                self.device, socket, self.settings, self.guard, memory=self._memory
            ) as browser:
                browser.on_end(self._lost)
                started.set_result(browser)
                log.info("%s: session open", self.serial)
                reason = await browser.wait_ended()
                log.info("%s: session ended: %s", self.serial, reason)
        except BridgeError as problem:
            if started.done():
                log.info("%s: session ended: %s", self.serial, problem.code)
            _fail(started, problem)
        except Exception:  # as in `_open`
            log.exception("%s: the session crashed", self.serial)
            _fail(started, InternalFault())
        finally:
            _fail(started, PhoneGone("the session was closed while it opened"))

    def _lost(self) -> None:
        now = asyncio.get_running_loop().time()
        self._awaited_until = now + self.settings.limits.return_seconds

    async def _why_hidden(self, problem: BridgeError) -> BridgeError:
        try:
            sight = await self.device.sight()
        except BridgeError as unknown:
            log.debug("%s does not tell what it shows: %s", self.serial, unknown.code)
            return problem
        if sight.awake is False:
            return ScreenFault("SCREEN_OFF", "the phone's screen is off")
        if sight.locked:
            return ScreenFault("LOCKED", "the phone shows its lock screen")
        own = (self._browser.package if self._browser else None) or CHROME
        if sight.front is not None and sight.front != own:
            who = sight.front if self.guard.allows_app(sight.front) else "another app"
            return ScreenFault("CHROME_IN_BACKGROUND", f"{who} is in front of Chrome")
        if problem.code == "CHROME_IN_BACKGROUND" and sight.front == own:
            return ScreenFault(
                "TAB_HIDDEN",
                f"{problem.message}, though Chrome is in front",
                hint="A page's dialog, the tab switcher or a first-run screen may be open: look"
                " at the phone, or choose a tab with page_tabs action=switch.",
            )
        return problem


def _fail(waited: asyncio.Future[Browser], problem: BridgeError) -> None:
    if not waited.done():
        waited.set_exception(problem)
        waited.exception()  # seen: nobody may be waiting any more


@dataclass(slots=True)
class Fleet:
    """All phones of the adb server: finds the one a call means, and tells of all.

    Attributes:
        roll: adb's list of phones, followed from the first call on.
    """

    server: AdbServer
    settings: Settings
    guard: Guard
    group: asyncio.TaskGroup
    ledger: Ledger
    roll: Roll
    _phones: dict[str, Phone] = field(default_factory=dict)
    _swept: bool = False
    _waking: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def phone(self, serial: str | None) -> Phone:
        """Return the named phone, else the settings', else the only ready one.

        Raises:
            PhoneFault: `NO_DEVICE`, `MANY_DEVICES`, `DEVICE_UNAUTHORIZED`, …
        """
        self._enabled()
        wanted = serial or self.settings.serial
        known = self._known(wanted)
        if known is not None:
            return known
        listed = choose(await self._every(), wanted)
        seconds = self.settings.adb.shell_seconds
        device = Device(self.server, listed.serial, shell_seconds=seconds, ledger=self.ledger)
        made = Phone(device, self.settings, self.guard, self.group, self._every)
        return self._phones.setdefault(listed.serial, made)

    def _known(self, wanted: str | None) -> Phone | None:
        """Return a phone that needs no look at adb's list, or None.

        Its session stands, and where none was named adb's list, as it tells of changes, shows
        no other; or it just ended: then its opening looks by itself.
        """
        now = self.roll.now
        if wanted is None and now is not None:
            ready = [each.serial for each in now if each.state == "ready"]
            if len(ready) == len(now) == 1:
                wanted = ready[0]
        if wanted is not None:
            known = self._phones.get(wanted)
            return known if known is not None and (known.lively or known.awaited) else None
        awaited = [phone for phone in self._phones.values() if phone.awaited and not phone.lively]
        return awaited[0] if len(awaited) == len(self._phones) == 1 else None

    def known(self) -> dict[str, Facts]:
        """Return what the phones said of themselves, by serial, without asking them.

        Those with which a session stands; where none does, those that were asked before.
        """
        told = {name: each for name, each in self._phones.items() if each.facts is not None}
        lively = {name: each for name, each in told.items() if each.lively}
        return {name: each.facts for name, each in (lively or told).items() if each.facts}

    def follow(self, heard: Callable[[], None]) -> None:
        """Follow adb's list, where its server runs, and tell whenever it changed."""
        self.roll.hear(heard)
        if self.settings.adb.enabled:
            self.roll.follow()

    def gates(self) -> dict[str, Gate]:
        """Return what stands at the agents' tabs, by serial of the phone."""
        return {name: gate for name, each in self._phones.items() if (gate := each.gate)}

    async def report(self) -> Report:
        """Look at adb, the phones and their Chrome, now."""
        return await inspect(self.server, self.settings)

    async def listed(self) -> list[dict[str, Any]]:
        """Return serial, state, transport and model of each phone that adb lists."""
        self._enabled()
        return [
            {
                "serial": each.serial,
                "state": each.word if each.state == "other" else each.state,
                "transport": each.transport,
                "model": each.model,
            }
            for each in await self._every()
        ]

    async def close(self) -> None:
        """End all sessions."""
        await self.roll.close()
        for phone in tuple(self._phones.values()):
            await phone.close()

    async def _every(self) -> tuple[Listed, ...]:
        """Ask adb for its list; start its server when nobody answers there."""
        try:
            listed = await self.server.devices()
        except SetupFault as silent:
            if not nobody_answers(silent, self.server):
                raise
            listed = await self._woken()
        self.roll.seen = len(listed)
        self.roll.follow()
        if not self._swept:
            self._swept = True
            try:
                await self.ledger.sweep()
            except BridgeError as problem:
                log.info("old forwards were not looked for: %s", problem.code)
        return listed

    async def _woken(self) -> tuple[Listed, ...]:
        async with self._waking:
            await wake(self.server, self.settings)
        listed: tuple[Listed, ...] = ()
        try:
            # phones on a cable come a moment after their server
            async with asyncio.timeout(self.settings.limits.return_seconds):
                async with aclosing(self.server.track()) as lists:
                    async for listed in lists:
                        if any(each.state == "ready" for each in listed):
                            break
        except TimeoutError:
            log.info("the adb server was started, and lists no ready phone")
        return listed

    def _enabled(self) -> None:
        if not self.settings.adb.enabled:
            raise SetupFault("ANDROID_OFF", "phones are switched off")
