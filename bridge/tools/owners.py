"""Every phone's owner and pause, and the calls under way, so that a person can stop them.

A pause ends the calls of its phones at once: the work is cancelled, which lifts what it
holds down, and its caller is told the truth: an act may have happened.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from bridge.errors import BridgeError, ScreenFault, UnknownOutcome
from bridge.tools.lease import Lease, Party, begun, ended, taken
from bridge.tools.pauses import Pauses

LET_GO_SECONDS = 5.0
"""How long a pause waits until what it ended has let go of the screen."""

_AFTER_PAUSE = "Wait until the person resumes; then look before you repeat it."


@dataclass(eq=False, slots=True)
class Run:
    """A call under way on a phone.

    Attributes:
        acting: Whether it may have touched the phone by now (set by the door).
        paused: Whether a person has ended it.
    """

    serial: str
    cut: asyncio.Timeout
    acting: bool = False
    paused: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def verdict(self) -> BridgeError:
        """Return what the caller is told of a call that a pause ended."""
        if not self.acting:
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
        self._runs: set[Run] = set()

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
        now = self._clock()
        if acts:
            self._give(serial, taken(self.lease(serial), who, now, self._idle_seconds, force=take))
        self._count(serial, begun(self._leases.get(serial), who, now), now)
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
            now = self._clock()
            self._count(serial, ended(self._leases.get(serial), who, now), now)
            if run is not None:
                self._runs.discard(run)
                run.over.set()

    def lease(self, serial: str) -> Lease | None:
        """Return the phone's lease; None when nobody has it."""
        lease = self._leases.get(serial)
        return lease if lease and lease.stands(self._clock(), self._idle_seconds) else None

    def left(self, key: str) -> None:
        """End the leases of a party whose connection ended."""
        for serial, lease in tuple(self._leases.items()):
            if lease.owner.key == key:
                self._end(serial)

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
            self._let_go.add(serial)
        self._leases[serial] = lease

    def _end(self, serial: str) -> None:
        del self._leases[serial]
        self._let_go.add(serial)

    def _count(self, serial: str, lease: Lease | None, now: float) -> None:
        self._used[serial] = now
        if lease is not None:
            self._leases[serial] = lease
