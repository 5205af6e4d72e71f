"""Who has which phone by a relay: one session a phone, opened afresh, gone with its owner.

A relay has a forward, a link and a gate of its own, all taken down with it. While it stands,
nobody else has the phone: agents are told who has it, and a person who takes it ends it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from bridge.adb.choice import choose, choose_socket
from bridge.cdp.connection import open_connection, own_tasks
from bridge.cdp.targets import Targets
from bridge.cdp.version import ask_version
from bridge.cdp.wire import CdpRefused
from bridge.errors import BridgeError, LateFault, PhoneGone, ScreenFault
from bridge.fleet import Fleet, Phone
from bridge.relay.curtain import Outlet
from bridge.relay.relay import Links, Relay
from bridge.tools.lease import Party
from bridge.tools.owners import Owners

log = logging.getLogger(__name__)

UNPLUGGED, CHROME_EXITED = "unplugged", "chrome-exited"
STOPPING, CLOSED = "bridge-stopping", "closed"


@dataclass(eq=False, slots=True)
class Held:
    """A phone in the hands of a debugger.

    Attributes:
        relay: Takes its commands.
        version: What `/json/version` said.
        ended: Resolves with the reason when it is over, but by its owner's own wish.
    """

    serial: str
    party: Party
    relay: Relay
    version: dict[str, Any]
    ended: asyncio.Future[str]

    def opened(self, device: Any = None) -> dict[str, Any]:
        """Return what the owner is told when it begins."""
        version = str(self.version.get("Browser", ""))
        return {"device": device, "targets": self.relay.targets(), "browserVersion": version}


class Relays:
    """The relays of all phones.

    Args:
        fleet: The phones.
        owners: Who has which phone.
    """

    def __init__(self, fleet: Fleet, owners: Owners) -> None:
        self._fleet, self._owners = fleet, owners
        self._held: dict[str, Held] = {}
        owners.on_end(self._taken)
        owners.on_pause(self._paused)

    @asynccontextmanager
    async def open(
        self, serial: str | None, party: Party, outlet: Outlet, *, take: bool = False
    ) -> AsyncIterator[Held]:
        """Have a phone's Chrome until the block ends.

        Args:
            serial: The phone; the only one when not given.
            party: Who has it then.
            outlet: Hears events, in wire order.
            take: Whether to take it from an agent.

        Raises:
            ScreenFault: `NOT_OWNER`; `PAUSED_BY_PERSON`.
            PhoneFault: `NO_DEVICE`, `CHROME_NOT_RUNNING`, …; `PHONE_GONE` when it is reached
                and does not let us in.
        """
        phone = await self._fleet.phone(serial)
        with self._owners.alone(phone.serial, party, take=take):
            await _stood_down(phone)
            async with self._reached(phone, party, outlet) as held:
                self._held[phone.serial] = held
                log.info("relay %s: open", phone.serial)
                try:
                    yield held
                finally:
                    del self._held[phone.serial]
                    log.info("relay %s: over", phone.serial)

    async def version(self, serial: str | None) -> dict[str, Any]:
        """Return what a phone's Chrome says of itself.

        Raises:
            BridgeError: It cannot be reached.
        """
        phone = await self._fleet.phone(serial)
        choose(await phone.listing(), phone.serial)
        socket = choose_socket(await phone.device.facts(), phone.serial)
        try:
            async with (
                asyncio.timeout(phone.settings.limits.open_seconds),
                phone.device.forwarded(f"localabstract:{socket}") as port,
            ):
                return await ask_version(port)
        except TimeoutError as late:
            raise PhoneGone("Chrome does not answer") from late

    @asynccontextmanager
    async def _reached(self, phone: Phone, party: Party, outlet: Outlet) -> AsyncIterator[Held]:
        choose(await phone.listing(), phone.serial)
        socket = choose_socket(await phone.device.facts(), phone.serial)
        limits = phone.settings.limits
        ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def may() -> None:
            self._owners.pauses.check(phone.serial)
            lease = self._owners.lease(phone.serial)
            if lease is None or lease.owner.key != party.key:
                raise ScreenFault("NOT_OWNER", "another has taken the phone")

        async with (
            phone.device.forwarded(f"localabstract:{socket}") as port,
            # a sentry must outlive a crash, as the debugger's own session does
            open_connection(port, limits, keeps_crashed=True) as link,
            own_tasks() as tasks,
        ):
            # before the targets are listened for: they let go of sessions that they know not
            answer = await _or_gone(link.root.call("Target.attachToBrowserTarget"))
            targets = Targets(link, show_incognito=phone.settings.chrome.show_incognito)
            links = Links(
                phone.serial,
                link,
                targets,
                phone.guard,
                outlet,
                may,
                tasks,
                lambda: self._owners.pauses.holds(phone.serial),
            )
            relay = Relay(links, str(answer.get("sessionId")))
            link.tap = relay.hear
            await _or_gone(targets.start())
            relay.post.learn()
            watching = tasks.create_task(_watch(phone, link.wait_ended, ended))
            try:
                with relay.post.work(acts=True):
                    yield Held(phone.serial, party, relay, dict(link.version), ended)
            finally:
                watching.cancel()
                await relay.close()
                await relay.post.close()

    def held(self, serial: str) -> Held | None:
        """Return who has a phone by a relay."""
        return self._held.get(serial)

    def _paused(self, serial: str | None) -> None:
        for name, held in self._held.items():
            if serial in {None, name}:
                held.relay.lift()

    def _taken(self, serial: str, key: str) -> None:
        held = self._held.get(serial)
        if held is not None and held.party.key == key and not held.ended.done():
            held.ended.set_result("taken")


async def _stood_down(phone: Phone) -> None:
    """Let the agents' gate stand down: it would let pages run that the debugger holds."""
    seconds = phone.settings.limits.open_seconds
    try:
        async with asyncio.timeout(seconds), phone.lock:
            if (gate := phone.gate) is not None:
                gate.stand_down()
    except TimeoutError as late:
        told = "another call holds the phone"
        raise LateFault(told, hint="Wait for it to finish.") from late


async def _or_gone(asked: Awaitable[Any]) -> Any:
    """Await a step of the opening; a browser that does not take it is none we can speak with."""
    try:
        return await asked
    except (CdpRefused, LateFault) as problem:
        raise PhoneGone(f"Chrome did not let the relay in: {problem.message}") from problem


async def _watch(
    phone: Phone, wait_ended: Callable[[], Awaitable[str]], ended: asyncio.Future[str]
) -> None:
    """Tell why it is over when the link ends by itself."""
    await wait_ended()
    try:
        choose(await phone.listing(), phone.serial)
        why = CHROME_EXITED
    except BridgeError:
        why = UNPLUGGED
    if not ended.done():
        ended.set_result(why)
