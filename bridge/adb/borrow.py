"""Keeping a phone's screen on, and leading its ports here; given back when the Bridge ends.

A phone that went away and is back gets it anew. A Bridge that was killed could not give back:
the next one does, as soon as adb shows the phone. Only what is still as we made it is given
back: what somebody changed since stays.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Coroutine
from contextlib import aclosing
from pathlib import Path
from typing import Any

from bridge.adb.device import Device
from bridge.adb.loans import Loan, Loans
from bridge.adb.parse import Listed
from bridge.adb.roll import Roll
from bridge.adb.server import AdbServer
from bridge.errors import BridgeError, PhoneFault, UsageFault

log = logging.getLogger(__name__)

AWAKE = "settings {verb} global stay_on_while_plugged_in"
EVERY_CHARGER = 7
"""AC, USB, wireless (1, 2, 4): bits that the phone already has are kept."""

CLOSE_SECONDS = 5.0
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 30.0


class Borrower:
    """Borrows from phones of one adb server.

    Args:
        server: The adb server.
        folder: Where loans are remembered.
        shell_seconds: Limit of one shell command.
        always_awake: Whether every phone that shows up is kept awake.
    """

    def __init__(
        self, server: AdbServer, folder: Path, *, shell_seconds: float, always_awake: bool = False
    ) -> None:
        self._server = server
        self._seconds = shell_seconds
        self._always = always_awake
        self._loans = Loans(folder, f"{server.host}:{server.port}")
        self._left = set(self._loans.all())
        self._asked: set[Loan] = set()
        self._busy = asyncio.Lock()

    @property
    def asked(self) -> bool:
        """Whether something is lent that a person asked for, and not the settings."""
        return bool(self._asked)

    def status(self, here: Collection[str] | None = None) -> list[dict[str, str]]:
        """Return what is borrowed now, as JSON values.

        Args:
            here: The phones that are there; the others are `away`. Not said when not known.
        """
        return [
            {
                "kind": loan.kind,
                "serial": loan.serial,
                **(
                    {"phone": loan.ours, "here": loan.before}
                    if loan.kind == "reverse"
                    else dict[str, str]()
                ),
                **({} if here is None or loan.serial in here else {"state": "away"}),
            }
            for loan in self._loans.all()
        ]

    async def keep_awake(self, serial: str, *, asked: bool = True) -> None:
        """Keep the screen on while the phone is charged; once is enough.

        Args:
            serial: The phone.
            asked: Whether a person asked for this one.

        Raises:
            UsageFault: `UNSUPPORTED`: the phone does not let it be set.
            PhoneFault: It cannot be asked.
        """
        async with self._busy:
            known = self._known("awake", serial)
            before = await self._awake(serial)
            ours = str((int(before) if before.isdecimal() else 0) | EVERY_CHARGER)
            if known is None and ours == before:
                return  # it is so already, and not by us
            loan = known or Loan("awake", serial, ours, before)
            if known is None:
                self._loans.note(loan)
            self._left.discard(loan)
            if asked:
                self._asked.add(loan)
            await self._set_awake(serial, loan.ours)
            if await self._awake(serial) != loan.ours:
                self._drop(loan)
                raise UsageFault(
                    "UNSUPPORTED",
                    f"{serial} does not let its screen be kept on",
                    hint="Switch Stay awake on by hand: Settings > Developer options.",
                )

    async def let_sleep(self, serial: str) -> bool:
        """Give the screen back to the phone; say whether it was kept on by us."""
        async with self._busy:
            loan = self._known("awake", serial)
            if loan is not None:
                await self._give_back(loan)
            return loan is not None

    async def reverse(self, serial: str, phone_port: int, port: int) -> None:
        """Lead a port of the phone's own `localhost` to a port of this computer.

        Raises:
            UsageFault: `BAD_ARGUMENTS`: the phone's port is taken.
            PhoneFault: It cannot be asked.
        """
        loan = Loan("reverse", serial, f"tcp:{phone_port}", f"tcp:{port}")
        async with self._busy:
            there = dict(await self._server.list_reverses(serial))
            if loan in self._loans.all() and there.get(loan.ours) == loan.before:
                self._left.discard(loan)
                self._asked.add(loan)
                return
            if loan.ours in there:
                raise _taken(serial, phone_port, f"it leads to {there[loan.ours]}")
            self._loans.note(loan)
            self._asked.add(loan)
            try:
                await self._server.reverse(serial, loan.ours, loan.before)
            except BridgeError as problem:
                self._drop(loan)
                if problem.code == "ADB_BROKEN":
                    raise _taken(serial, phone_port, problem.message) from problem
                raise

    async def unreverse(self, serial: str, phone_port: int) -> bool:
        """Take a port back that we led here; say whether there was one."""
        async with self._busy:
            loans = [
                loan
                for loan in self._loans.all(serial)
                if loan.kind == "reverse" and loan.ours == f"tcp:{phone_port}"
            ]
            for loan in loans:
                await self._give_back(loan)
            return bool(loans)

    async def attend(self) -> None:
        """Give back what a killed Bridge left, as its phones show up; keep all awake if asked.

        Ends by itself when nothing is left to do. Never raises for a phone's sake.
        """
        pause = FIRST_PAUSE
        kept: set[tuple[str, int | None]] = set()
        while self._left or self._always:
            try:
                async with aclosing(self._server.track()) as lists:
                    async for listed in lists:
                        if not await self._meet(listed, kept):
                            break  # it may still be starting: once more in a moment
                        pause = FIRST_PAUSE
                        if not self._left and not self._always:
                            return
            except BridgeError as problem:
                log.debug("phones are not followed: %s", problem.code)
            except Exception:  # a defect of ours must not take the Bridge down
                log.exception("what was borrowed cannot be looked after")
                return
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def keep(self, roll: Roll) -> None:
        """Set up anew what a phone lost while it was away: its reverses end with its link.

        Never ends, and never raises for a phone's sake.
        """
        loop = asyncio.get_running_loop()
        rung = asyncio.Event()
        pause = FIRST_PAUSE
        seen: dict[str, int | None] = {}

        def ready() -> dict[str, int | None]:
            return {e.serial: e.transport_id for e in roll.now or () if e.state == "ready"}

        def heard() -> None:
            now = ready()
            for serial in [s for s, link in seen.items() if now.get(s, -1) != link]:
                del seen[serial]
            rung.set()

        roll.hear(heard)
        while True:
            await rung.wait()
            rung.clear()
            for serial, link in ready().items():
                if serial in seen:
                    continue
                seen[serial] = link  # before the first wait: it may go meanwhile
                try:
                    done = await self._tried(self._anew(serial))
                except Exception:  # a defect of ours must not take the Bridge down
                    log.exception("what %s lent cannot be set up anew", serial)
                    continue
                if done:
                    pause = FIRST_PAUSE
                else:  # it may still be starting: once more in a moment
                    seen.pop(serial, None)
                    loop.call_later(pause, rung.set)
                    pause = min(pause * 2, LONGEST_PAUSE)

    async def close(self) -> None:
        """Give everything back, within `CLOSE_SECONDS`; the rest is left to the next Bridge."""
        try:
            async with asyncio.timeout(CLOSE_SECONDS), asyncio.TaskGroup() as group:
                for loan in self._loans.all():
                    if loan not in self._left:
                        group.create_task(self._tried(self._give_back(loan)))
        except TimeoutError:
            log.warning("not everything that was borrowed could be given back in time")

    async def _meet(self, listed: tuple[Listed, ...], kept: set[tuple[str, int | None]]) -> bool:
        """Do what is to be done with the phones that are ready now; say whether all worked."""
        done = True
        for each in listed:
            if each.state != "ready":
                continue
            for loan in tuple(self._left):
                if loan.serial == each.serial and not (self._always and loan.kind == "awake"):
                    done &= await self._tried(self._locked(loan))
            mark = (each.serial, each.transport_id)
            if self._always and mark not in kept:
                if await self._tried(self.keep_awake(each.serial, asked=False)):
                    kept.add(mark)
                else:
                    done = False
        return done

    async def _locked(self, loan: Loan) -> None:
        async with self._busy:
            if loan in self._left:
                await self._give_back(loan)
                log.info("%s: gave back what a killed Bridge had borrowed", loan.serial)

    @staticmethod
    async def _tried(work: Coroutine[Any, Any, None]) -> bool:
        """Await it; say whether it is of no use to try again."""
        try:
            await work
        except BridgeError as problem:
            log.info("a loan is as it was: %s", problem.code)
            return isinstance(problem, UsageFault)
        return True

    async def _anew(self, serial: str) -> None:
        """Set up what was lent by a phone that is back, unless somebody changed it."""
        async with self._busy:
            for loan in [each for each in self._loans.all(serial) if each not in self._left]:
                stands = await self._stands(loan)
                if stands is False:
                    log.info("%s: somebody changed what was borrowed; it stays so", serial)
                    self._drop(loan)
                elif stands is None and loan.kind == "awake":
                    await self._set_awake(serial, loan.ours)
                elif stands is None:
                    await self._lead_again(loan)

    async def _lead_again(self, loan: Loan) -> None:
        try:
            await self._server.reverse(loan.serial, loan.ours, loan.before)
        except BridgeError as problem:
            if problem.code != "ADB_BROKEN":
                raise
            log.warning("%s: %s is taken by now, and leads here no more", loan.serial, loan.ours)
            self._drop(loan)
        else:
            log.info("%s: %s leads here again", loan.serial, loan.ours)

    async def _stands(self, loan: Loan) -> bool | None:
        """Whether it is as we made it; None when it is as before, False when it is otherwise."""
        if loan.kind == "reverse":
            there = dict(await self._server.list_reverses(loan.serial)).get(loan.ours)
            return there == loan.before if there is not None else None
        value = await self._awake(loan.serial)
        return None if value == loan.before else value == loan.ours

    async def _give_back(self, loan: Loan) -> None:
        if loan.kind == "reverse":
            if (loan.ours, loan.before) in await self._server.list_reverses(loan.serial):
                await self._server.kill_reverse(loan.serial, loan.ours)
        elif await self._awake(loan.serial) == loan.ours:
            await self._set_awake(loan.serial, loan.before)
        self._drop(loan)

    def _drop(self, loan: Loan) -> None:
        self._loans.drop(loan)
        self._left.discard(loan)
        self._asked.discard(loan)

    def _known(self, kind: str, serial: str) -> Loan | None:
        return next((loan for loan in self._loans.all(serial) if loan.kind == kind), None)

    async def _awake(self, serial: str) -> str:
        ran = await self._device(serial).shell(AWAKE.format(verb="get"), seconds=self._seconds)
        if ran.code != 0:
            raise PhoneFault("DEVICE_OFFLINE", f"{serial} does not tell its settings")
        return ran.text.strip()

    async def _set_awake(self, serial: str, value: str) -> None:
        gone = value in ("null", "")
        command = AWAKE.format(verb="delete" if gone else "put") + ("" if gone else f" {value}")
        await self._device(serial).shell(command, seconds=self._seconds)

    def _device(self, serial: str) -> Device:
        return Device(self._server, serial, shell_seconds=self._seconds)


def _taken(serial: str, port: int, why: str) -> UsageFault:
    return UsageFault(
        "BAD_ARGUMENTS",
        f"port {port} of {serial} is taken: {why}",
        hint="Name another port of the phone with --phone-port.",
    )
