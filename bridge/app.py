"""Builds fleet, guard and door, and takes them down. One `Bridge` per daemon."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bridge.adb.launch import launch
from bridge.adb.ledger import Ledger
from bridge.adb.server import AdbServer
from bridge.fleet import Fleet
from bridge.guard import Guard
from bridge.journal import Journal
from bridge.places import config_folder, state_folder
from bridge.settings import Settings
from bridge.tools.call import Door


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
        fleet = Fleet(server, settings, guard, group, Ledger(state_folder(), server))
        try:
            yield Bridge(settings, fleet, guard, Door(fleet, fleet, guard, journal))
        finally:
            await fleet.close()
