"""Every phone's owner and pause, and the calls under way, so that a person can stop them.

A pause ends the calls of its phones at once: the work is cancelled, which lifts what it
holds down, and its caller is told the truth: an act that was sent may have happened.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from bridge.cdp.outgo import Outgo
from bridge.errors import BridgeError, ScreenFault, UnknownOutcome
from bridge.tools.lease import Lease, Party, begun, ended, taken
from bridge.tools.pauses import Pauses

LET_GO_SECONDS = 5.0
"""How long a pause waits until what it ended has let go of the screen."""

PERSON_SECONDS = 3.0
"""For so long after a person's touch beside the phone no agent's act begins."""
HANDS_SECONDS = 10.0
"""How long an act waits for a person's hand to leave, until it is refused."""

_AFTER_PAUSE = "Wait until the person resumes; then look before you repeat it."


@dataclass(eq=False, slots=True)
class Run:
    """A call under way on a phone.

    Attributes:
        outgo: Whether it has sent anything that changes something.
        paused: Whether a person has ended it.
    """

    serial: str
    cut: asyncio.Timeout
    outgo: Outgo = field(default_factory=Outgo)
    paused: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def verdict(self) -> BridgeError:
        """Return what the caller is told of a call that a pause ended."""
        if not self.outgo.acted:
            return ScreenFault("PAUSED_BY_PERSON", "the person has paused the phone")
        fault = UnknownOutcome("the person paused the phone in the middle; it may have happened")
        fault.hint = _AFTER_PAUSE
        return fault


class Owners:
    """Leases and pauses of all phones.

    Args:
        idle_seconds: After how long without a call of its owner a lease ends.
        pauses: What the person has paused.
        clock: Seconds that never go back.
    """

    def __init__(
        self,
        idle_seconds: float = 120,
        pauses: Pauses | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pauses = pauses or Pauses()
        self._idle_seconds = idle_seconds
        self._clock = clock
        self._leases: dict[str, Lease] = {}
        self._used: dict[str, float] = {}
        self._let_go: set[str] = set()
        self._ended: list[Callable[[str, str], None]] = []
        self._paused: list[Callable[[str | None], None]] = []
        self._runs: set[Run] = set()
        self._touched: dict[str, float] = {}
        self._alone: dict[str, str] = {}

    @asynccontextmanager
    async def call(
        self, serial: str, who: Party, *, acts: bool, take: bool = False
    ) -> AsyncIterator[Run]:
        """Let one call onto a phone, as far as owner and person allow.

        Args:
            serial: The phone.
            who: The caller.
            acts: Whether it changes something; then it needs the lease.
            take: Whether it takes the lease by force.

        Raises:
            ScreenFault: `PAUSED_BY_PERSON`; `NOT_OWNER`.
            UnknownOutcome: A person paused in the middle of an act.
        """
        self.pauses.check(serial)
        self._expire(serial)
        self._leave_alone(serial, who, take=take and acts)
        now = self._clock()
        if acts:
            self._give(serial, taken(self.lease(serial), who, now, self._idle_seconds, force=take))
        self._count(serial, begun(self._leases.get(serial), who, now), now)
        earned = False
        try:
            async with self._until_paused(serial) as run:
                try:
                    yield run
                    earned = acts
                finally:
                    earned = earned or run.outgo.acted
        except UnknownOutcome:
            earned = acts
            raise
        finally:
            now = self._clock()
            lease = ended(self._leases.get(serial), who, now, earned=earned)
            self._count(serial, lease, now)
            if lease is not None and not (lease.earned or lease.running):
                # nothing to undo was done under it, and the tab that was looked at stays
                del self._leases[serial]

    @asynccontextmanager
    async def waiting(
        self, serial: str, who: Party, *, acts: bool, take: bool = False
    ) -> AsyncIterator[None]:
        """Let a call wait for a person: it takes no lease and keeps none from ending.

        Args:
            serial: The phone.
            who: The caller.
            acts: Whether it is to change something; then nobody else may have the phone now.
            take: Whether it would take the lease by force.

        Raises:
            ScreenFault: `PAUSED_BY_PERSON`, also in the middle; `NOT_OWNER`.
        """
        self.pauses.check(serial)
        self._expire(serial)
        self._leave_alone(serial, who, take=take and acts)
        if acts:
            taken(self.lease(serial), who, self._clock(), self._idle_seconds, force=take)
        async with self._until_paused(serial):
            yield

    @contextmanager
    def alone(self, serial: str, who: Party, *, take: bool = False) -> Iterator[None]:
        """Let a party have a phone until the block ends; nobody else even looks meanwhile.

        A pause does not end it: the party asks `pauses` before whatever it does. One who takes
        the phone by force does: `on_end` tells.

        Args:
            serial: The phone.
            who: The party.
            take: Whether it takes the phone by force.

        Raises:
            ScreenFault: `PAUSED_BY_PERSON`; `NOT_OWNER`, also when it has the phone already.
        """
        self.pauses.check(serial)
        self._expire(serial)
        if serial in self._alone and not take:
            raise ScreenFault("NOT_OWNER", f"{self._name(serial)} has the phone")
        now = self._clock()
        self._give(serial, taken(self.lease(serial), who, now, self._idle_seconds, force=take))
        self._count(serial, begun(self._leases.get(serial), who, now), now)
        self._alone[serial] = who.key
        try:
            yield
        finally:
            if self._alone.get(serial) == who.key:
                del self._alone[serial]
                self.left(who.key)

    def _leave_alone(self, serial: str, who: Party, *, take: bool) -> None:
        """Refuse a call on a phone that somebody has alone, unless it takes it by force."""
        if serial not in self._alone or self._alone[serial] == who.key:
            return
        if not take:
            raise ScreenFault("NOT_OWNER", f"{self._name(serial)} has the phone and uses it now")
        del self._alone[serial]

    def _name(self, serial: str) -> str:
        lease = self.lease(serial)
        return lease.owner.name if lease is not None else "another client"

    @asynccontextmanager
    async def _until_paused(self, serial: str) -> AsyncIterator[Run]:
        """Run a block that a person's pause cuts."""
        run: Run | None = None
        try:
            async with asyncio.timeout(None) as cut:
                run = Run(serial, cut)
                self._runs.add(run)
                yield run
        except TimeoutError as late:
            if run is None or not run.paused:
                raise
            raise run.verdict() from late
        finally:
            if run is not None:
                self._runs.discard(run)
                run.over.set()

    def touched(self, serial: str) -> None:
        """Take in that a person beside the phone has just done something on it."""
        self._touched[serial] = self._clock()

    async def hands_off(self, serial: str) -> None:
        """Wait until the person has let go of the phone for a moment.

        Raises:
            ScreenFault: `PAUSED_BY_PERSON`: they go on using it.
        """
        limit = self._clock() + HANDS_SECONDS
        while (left := self._touched.get(serial, -PERSON_SECONDS) + PERSON_SECONDS) > (
            now := self._clock()
        ):
            if now >= limit:
                raise ScreenFault(
                    "PAUSED_BY_PERSON",
                    "the person is using the phone just now",
                    hint="Wait a little, look what they did, then go on.",
                )
            await asyncio.sleep(min(left, limit) - now)

    def lease(self, serial: str) -> Lease | None:
        """Return the phone's lease; None when nobody has it."""
        lease = self._leases.get(serial)
        return lease if lease and lease.stands(self._clock(), self._idle_seconds) else None

    def left(self, key: str) -> None:
        """End the leases of a party whose connection ended."""
        for serial, lease in tuple(self._leases.items()):
            if lease.owner.key == key:
                self._end(serial)

    def on_end(self, handler: Callable[[str, str], None]) -> None:
        """Call `handler` with serial and party's key when a lease ended."""
        self._ended.append(handler)

    def on_pause(self, handler: Callable[[str | None], None]) -> None:
        """Call `handler` when a person pauses: with the serial, or None for all phones."""
        self._paused.append(handler)

    def choice_ended(self, serial: str) -> bool:
        """Whether the tab that was chosen here is nobody's any more; says so once."""
        if serial in self._let_go:
            self._let_go.discard(serial)
            return True
        return False

    async def pause(self, serial: str | None) -> int:
        """Pause one phone or all: nothing is begun, and what runs ends and lifts its touches.

        Returns:
            How many calls were ended.
        """
        self.pauses.pause(serial)
        for handler in self._paused:
            handler(serial)
        runs = [run for run in self._runs if self.pauses.holds(run.serial) and not run.paused]
        now = asyncio.get_running_loop().time()
        for run in runs:
            run.paused = True
            if not run.cut.expired():
                run.cut.reschedule(now)
        with suppress(TimeoutError):
            async with asyncio.timeout(LET_GO_SECONDS):
                for run in runs:
                    await run.over.wait()
        return len(runs)

    def resume(self, serial: str | None) -> bool:
        """Take a pause back; say whether there was one.

        Raises:
            UsageFault: One phone is named, and all are paused.
        """
        return self.pauses.resume(serial)

    def status(self) -> dict[str, Any]:
        """Return who has which phone and what is paused, as JSON values."""
        now = self._clock()
        leases = {serial: self.lease(serial) for serial in sorted(self._leases)}
        return {
            "paused": "all" if self.pauses.all else sorted(self.pauses.serials),
            "owners": [
                {
                    "serial": serial,
                    "owner": lease.owner.name,
                    "acting": lease.running > 0,
                    "idle": round(lease.idle(now), 3),
                }
                for serial, lease in leases.items()
                if lease is not None
            ],
        }

    def _expire(self, serial: str) -> None:
        """Forget a lease that ended by itself, and a tab that was chosen too long ago."""
        now = self._clock()
        if serial in self._leases:
            if self.lease(serial) is None:
                self._end(serial)
        elif now - self._used.get(serial, now) >= self._idle_seconds:
            self._let_go.add(serial)

    def _give(self, serial: str, lease: Lease) -> None:
        before = self._leases.get(serial)
        if before is not None and before.owner.key != lease.owner.key:
            self._over(serial, before)
        self._leases[serial] = lease

    def _end(self, serial: str) -> None:
        self._over(serial, self._leases.pop(serial))

    def _over(self, serial: str, lease: Lease) -> None:
        self._let_go.add(serial)
        for handler in self._ended:
            handler(serial, lease.owner.key)

    def _count(self, serial: str, lease: Lease | None, now: float) -> None:
        self._used[serial] = now
        if lease is not None:
            self._leases[serial] = lease
