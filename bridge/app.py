"""Builds phone, browser, guard and door, and takes them down.

One `Bridge` per daemon. Each phone's Chrome session is held by a task of its own, opened
at the first call and again after it ended; everything ends with the `async with`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from bridge.adb.device import Device
from bridge.adb.launch import launch
from bridge.adb.parse import DEFAULT_SOCKET, Facts, Listed
from bridge.adb.readiness import Report, inspect
from bridge.adb.server import AdbServer
from bridge.errors import BridgeError, PhoneFault, PhoneGone, SetupFault
from bridge.guard import Guard
from bridge.journal import Journal
from bridge.page.browser import Browser
from bridge.places import config_folder, state_folder
from bridge.settings import Settings
from bridge.tools.call import Door

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Phone:
    """One phone: its lock, and the session with its Chrome while there is one."""

    device: Device
    settings: Settings
    guard: Guard
    group: asyncio.TaskGroup
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    _browser: Browser | None = None
    _holder: asyncio.Task[None] | None = None

    @property
    def serial(self) -> str:
        """The phone's serial, as adb names it."""
        return self.device.serial

    @property
    def lively(self) -> bool:
        """Whether a session with its Chrome stands."""
        return self._browser is not None and self._browser.alive

    async def browser(self) -> Browser:
        """Return the session with Chrome, opening it when there is none.

        Raises:
            PhoneFault: Why Chrome cannot be reached.
        """
        async with self._opening:
            if self._browser is not None and self.lively:
                return self._browser
            await self.close()
            socket = await self._socket()
            started: asyncio.Future[Browser] = asyncio.get_running_loop().create_future()
            self._holder = self.group.create_task(self._hold(socket, started))
            self._browser = await asyncio.shield(started)
            return self._browser

    async def close(self) -> None:
        """End the session, if there is one, and wait until its forward is removed."""
        holder, self._holder, self._browser = self._holder, None, None
        if holder is not None:
            holder.cancel()
            await asyncio.wait((holder,), timeout=self.settings.limits.open_seconds)

    async def _hold(self, socket: str, started: asyncio.Future[Browser]) -> None:
        try:
            async with Browser.open(self.device, socket, self.settings, self.guard) as browser:
                started.set_result(browser)
                log.info("%s: session open", self.serial)
                reason = await browser.wait_ended()
                log.info("%s: session ended: %s", self.serial, reason)
        except BridgeError as fault:
            if started.done():
                log.info("%s: session ended: %s", self.serial, fault.code)
            else:
                started.set_exception(fault)
        finally:
            if not started.done():
                started.set_exception(PhoneGone("the session was closed while it opened"))
                started.exception()  # nobody may be waiting any more

    async def _socket(self) -> str:
        """Return the name of Chrome's DevTools socket.

        Raises:
            PhoneFault: `CHROME_MISSING`, `CHROME_NOT_RUNNING`.
        """
        return choose_socket(await self.device.facts())


def choose_socket(facts: Facts) -> str:
    """Choose Chrome's socket among those the phone shows.

    Raises:
        PhoneFault: `CHROME_MISSING` or `CHROME_NOT_RUNNING`, when there is none.
    """
    if facts.sockets is None:
        return DEFAULT_SOCKET
    if facts.chrome_sockets:
        return facts.chrome_sockets[0]
    if not facts.chrome.installed:
        raise PhoneFault("CHROME_MISSING", "Chrome is not installed on the phone")
    raise PhoneFault("CHROME_NOT_RUNNING", "Chrome is not open on the phone")


@dataclass(slots=True)
class Fleet:
    """All phones of the adb server: finds the one a call means, and tells of all.

    Attributes:
        seen: How many adb listed when it was last asked.
    """

    server: AdbServer
    settings: Settings
    guard: Guard
    group: asyncio.TaskGroup
    _phones: dict[str, Phone] = field(default_factory=dict)
    seen: int = 0

    async def phone(self, serial: str | None) -> Phone:
        """Return the named phone, else the settings', else the only ready one.

        Raises:
            PhoneFault: `NO_DEVICE`, `MANY_DEVICES`, `DEVICE_UNAUTHORIZED`, …
        """
        self._enabled()
        wanted = serial or self.settings.serial
        known = self._phones.get(wanted or "")
        if known is not None and known.lively:
            return known
        every = await self._every()
        listed = choose(every, wanted)
        return self._phones.setdefault(
            listed.serial,
            Phone(
                Device(self.server, listed.serial, shell_seconds=self.settings.adb.shell_seconds),
                self.settings,
                self.guard,
                self.group,
            ),
        )

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

    async def _every(self) -> tuple[Listed, ...]:
        listed = await self.server.devices()
        self.seen = len(listed)
        return listed

    async def close(self) -> None:
        """End all sessions."""
        for phone in tuple(self._phones.values()):
            await phone.close()

    def _enabled(self) -> None:
        if not self.settings.adb.enabled:
            raise SetupFault("ANDROID_OFF", "phones are switched off")


def choose(listed: tuple[Listed, ...], serial: str | None) -> Listed:
    """Choose the phone a call means.

    Raises:
        PhoneFault: None of that name, none at all, several, or one that is not ready.
    """
    if serial is not None:
        for each in listed:
            if each.serial == serial:
                return _ready(each)
        raise PhoneFault("NO_DEVICE", f"adb lists no phone {serial!r}")
    ready = [each for each in listed if each.state == "ready"]
    if len(ready) == 1:
        return ready[0]
    if ready:
        names = ", ".join(each.serial for each in ready)
        raise PhoneFault("MANY_DEVICES", f"{len(ready)} phones are ready: {names}")
    if listed:
        return _ready(listed[0])
    raise PhoneFault("NO_DEVICE", "adb lists no phone")


_NOT_READY = {
    "unauthorized": ("DEVICE_UNAUTHORIZED", "has not allowed this computer"),
    "authorizing": ("DEVICE_UNAUTHORIZED", "is being asked to allow this computer"),
    "offline": ("DEVICE_OFFLINE", "is offline"),
    "no-permissions": ("NO_PERMISSIONS", "may not be opened by this user"),
}


def _ready(listed: Listed) -> Listed:
    if listed.state == "ready":
        return listed
    code, told = _NOT_READY.get(listed.state, ("DEVICE_OFFLINE", f"is in mode {listed.word}"))
    raise PhoneFault(code, f"{listed.serial} {told}")


@dataclass(slots=True)
class Bridge:
    """The whole, while it is up."""

    settings: Settings
    fleet: Fleet
    guard: Guard
    door: Door

    def busy(self) -> bool:
        """Whether something runs on that no connection stands for: nothing so far."""
        return False

    def several(self) -> bool:
        """Whether several phones are listed, so that `serial` is worth naming."""
        return self.fleet.seen > 1

    async def open_chrome(self, serial: str | None, url: str | None) -> str:
        """Start Chrome on the phone, as a person asked; return what happened.

        Raises:
            BridgeError: It is blocked, cannot be started, or did not come up in time.
        """
        if url is not None:
            self.guard.check_destination(url)
        phone = await self.fleet.phone(serial)
        return await launch(phone.device, url, seconds=self.settings.limits.open_seconds)


@asynccontextmanager
async def open_bridge(settings: Settings) -> AsyncIterator[Bridge]:
    """Build the Bridge, and take every session down at the end. Opens no phone by itself."""
    guard = Guard(config_folder() / "sites.txt", seconds=settings.limits.guard_seconds)
    journal = Journal(state_folder(), max_bytes=settings.daemon.log_bytes)
    server = AdbServer(settings.adb.host, settings.adb.port, call_seconds=settings.adb.call_seconds)
    async with asyncio.TaskGroup() as group:
        fleet = Fleet(server, settings, guard, group)
        try:
            yield Bridge(settings, fleet, guard, Door(fleet, fleet, guard, journal))
        finally:
            await fleet.close()
