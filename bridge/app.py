"""Builds fleet, guard and door, and takes them down. One `Bridge` per daemon."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from bridge.adb.borrow import Borrower
from bridge.adb.launch import launch
from bridge.adb.ledger import Ledger
from bridge.adb.parse import Facts
from bridge.adb.roll import Roll
from bridge.adb.server import AdbServer
from bridge.errors import BridgeError
from bridge.fleet import Fleet
from bridge.guard import Guard
from bridge.journal import Journal
from bridge.live import Live
from bridge.places import scope_file, sites_file, state_folder
from bridge.probe.question import Row
from bridge.probe.runner import probe
from bridge.relay.relays import Relays
from bridge.secrets.logs import sealed_logs
from bridge.secrets.seal import Sealer
from bridge.secrets.vault import Vault
from bridge.secrets_file import NAME as SECRETS
from bridge.secrets_file import SecretsFile
from bridge.settings import Settings
from bridge.sites_file import scope
from bridge.timers import Timers
from bridge.tools.approvals import Approvals
from bridge.tools.call import Caller, Door
from bridge.tools.lease import COMMAND_LINE
from bridge.tools.luggage import luggage
from bridge.tools.owners import Owners
from bridge.tools.pauses import NAME as PAUSED
from bridge.tools.pauses import Pauses

Tell = Callable[[Mapping[str, Any]], Awaitable[None]]

REST_SECONDS = 2.0
"""How often it is looked whether a lease has ended by itself."""
MEET_SECONDS = 3.0
"""How long a person who asks for the prompt waits for the phone to say what it is."""


@dataclass(slots=True)
class Bridge:
    """The whole, while it is up."""

    settings: Settings
    fleet: Fleet
    guard: Guard
    door: Door
    borrower: Borrower
    secrets: SecretsFile
    relays: Relays

    def busy(self) -> bool:
        """Whether something is to go on that no connection stands for: a loan, secret or timer."""
        return self.borrower.asked or self.secrets.passing or self.timers.running

    @property
    def live(self) -> Live:
        """Code that agents brought along, and where a person allows it."""
        return self.door.live

    @property
    def timers(self) -> Timers:
        """The timers of all parties."""
        return self.door.timers

    def several(self) -> bool:
        """Whether several phones are listed, so that `serial` is worth naming."""
        return self.fleet.roll.seen > 1

    def follow(self, heard: Callable[[], None]) -> None:
        """Follow adb's list of phones, where its server runs; tell when it changed."""
        self.fleet.follow(heard)

    def known(self) -> Mapping[str, Facts]:
        """Return what is known of the phones, by serial, without asking them."""
        return self.fleet.known()

    async def meet(self) -> Mapping[str, Facts]:
        """Ask the phone that a call without `serial` would mean; never raises."""
        with suppress(BridgeError, TimeoutError):
            async with asyncio.timeout(MEET_SECONDS):
                phone = await self.fleet.phone(None)
                phone.facts = await phone.device.facts()
        return self.known()

    async def named(self, serial: str | None) -> str:
        """Return the serial of the phone that is meant.

        Raises:
            PhoneFault: There is none, or several and none was named.
        """
        return (await self.fleet.phone(serial)).serial

    async def open_chrome(self, serial: str | None, url: str | None) -> str:
        """Start Chrome on the phone, as a person asked; return what happened.

        Raises:
            BridgeError: It is blocked, cannot be started, or did not come up in time.
        """
        if url is not None:
            self.guard.check_destination(url)
        phone = await self.fleet.phone(serial)
        return await launch(phone.device, url, seconds=self.settings.limits.open_seconds)

    async def probe(self, serial: str | None, tell: Tell, *, take: bool) -> dict[str, Any]:
        """Ask a phone everything that is assumed of it, and return the record.

        Nobody else has the phone meanwhile. Its session is put away first, so that nothing
        but the probe speaks with its Chrome; the next call opens it anew.

        Args:
            serial: The phone.
            tell: Hears each row as JSON values, as soon as it is known.
            take: Whether to take the phone from an agent that has it.

        Raises:
            BridgeError: The phone cannot be asked; `NOT_OWNER`; `PAUSED_BY_PERSON`.
        """
        phone = await self.fleet.phone(serial)
        person = Caller("cli", COMMAND_LINE).party

        async def hear(row: Row) -> None:
            await tell(row.as_json())

        async with (
            self.door.owners.call(phone.serial, person, acts=True, take=take) as run,
            phone.lock,
        ):
            run.outgo.acted = True
            await phone.close()
            return await probe(phone.device, tell=hear)

    def borrowed(self) -> list[dict[str, str]]:
        """Return what was borrowed from phones, or is emulated, and ends, as JSON values."""
        now = self.fleet.roll.now
        here = None if now is None else {each.serial for each in now if each.state == "ready"}
        emulated = [
            {"serial": serial, "kind": "emulated", "what": what}
            for serial, gate in self.fleet.gates().items()
            for what in gate.emulated()
        ]
        return [*self.borrower.status(here), *emulated]

    async def keep_awake(self, serial: str | None, *, on: bool) -> str:
        """Keep a phone's screen on, or give it back; return what was done.

        Raises:
            BridgeError: The phone cannot be asked, or does not let it be set.
        """
        phone = await self.fleet.phone(serial)
        if on:
            await self.borrower.keep_awake(phone.serial)
            return f"{phone.serial} stays awake while it is charged, until the Bridge ends"
        was = await self.borrower.let_sleep(phone.serial)
        return (
            f"{phone.serial} may sleep again, as before"
            if was
            else f"{phone.serial} was not kept awake"
        )

    async def reverse(self, serial: str | None, phone_port: int, port: int, *, on: bool) -> str:
        """Lead a port of the phone's localhost to this computer, or take it back.

        Raises:
            BridgeError: The phone cannot be asked, or its port is taken.
        """
        phone = await self.fleet.phone(serial)
        if on:
            await self.borrower.reverse(phone.serial, phone_port, port)
            return (
                f"http://localhost:{phone_port} on {phone.serial} is port {port} of this"
                " computer, until the Bridge ends"
            )
        was = await self.borrower.unreverse(phone.serial, phone_port)
        told = "leads nowhere any more" if was else "was not led here by the Bridge"
        return f"port {phone_port} of {phone.serial} {told}"


def _left(fleet: Fleet, serial: str) -> None:
    """Undo at once what an agent left on: it has left the phone, or another has it."""
    gate = fleet.gates().get(serial)
    if gate is not None:
        gate.let_go()


async def _rest(fleet: Fleet, owners: Owners) -> None:
    """Undo what agents left on when their lease has ended by itself; until cancelled."""
    seconds = fleet.settings.phone.lease_seconds
    while True:
        await asyncio.sleep(min(REST_SECONDS, seconds))
        for serial, gate in fleet.gates().items():
            if owners.lease(serial) is None:
                gate.rest(seconds)


@asynccontextmanager
async def open_bridge(settings: Settings) -> AsyncIterator[Bridge]:
    """Build the Bridge, and take every session down at the end. Opens no phone by itself."""
    sealer = Sealer(Vault())
    with sealed_logs(sealer):
        async with _opened(settings, sealer) as bridge:
            yield bridge


@asynccontextmanager
async def _opened(settings: Settings, sealer: Sealer) -> AsyncIterator[Bridge]:
    guard = Guard(sites_file(), seconds=settings.limits.guard_seconds)
    journal = Journal(state_folder(), max_bytes=settings.daemon.log_bytes)
    server = AdbServer(settings.adb.host, settings.adb.port, call_seconds=settings.adb.call_seconds)
    async with asyncio.TaskGroup() as group:
        ledger, roll = Ledger(state_folder(), server), Roll(server, group)
        fleet = Fleet(server, settings, guard, group, ledger, roll)
        owners = Owners(settings.phone.lease_seconds, Pauses(state_folder() / PAUSED))
        borrower = Borrower(
            server,
            state_folder(),
            shell_seconds=settings.adb.shell_seconds,
            always_awake=settings.phone.keep_awake and settings.adb.enabled,
        )
        attending = group.create_task(borrower.attend())
        keeping = group.create_task(borrower.keep(roll))
        owners.on_end(lambda serial, _: _left(fleet, serial))
        resting = group.create_task(_rest(fleet, owners))
        try:
            families = frozenset(settings.tools.families)
            door = Door(
                fleet,
                fleet,
                guard,
                journal,
                families=families,
                owners=owners,
                approvals=Approvals(settings.policy, scope(scope_file())),
                sealer=sealer,
                luggage=luggage(settings.transfer),
            )
            own = SecretsFile(state_folder() / SECRETS, sealer.vault)
            yield Bridge(settings, fleet, guard, door, borrower, own, Relays(fleet, owners))
        finally:
            attending.cancel()
            keeping.cancel()
            resting.cancel()
            await borrower.close()
            await fleet.close()
