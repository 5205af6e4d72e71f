"""Who may act on a phone: one owner at a time, by a lease that ends when nobody uses it.

Values in, values out: no clock, no task, no connection. `owners` keeps one lease a phone.
The first party that acts takes it; others may look; it ends when idle or when its party left.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from bridge.errors import ScreenFault

COMMAND_LINE = "cli"
"""Key that all callers from a shell share: a verb is one connection, its person stays the same."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._+@()-]{0,63}")


@dataclass(frozen=True, slots=True)
class Party:
    """Somebody who may own a phone.

    Attributes:
        key: Says who is the same: a connection, or all shells of this computer's user.
        name: What others are told; use `named` for what a client says of itself.
    """

    key: str
    name: str


def named(key: str, said: str) -> Party:
    """Make the party of a client that said its own name, which others will read."""
    return Party(key, said if _NAME.fullmatch(said) else "another client")


@dataclass(frozen=True, slots=True)
class Lease:
    """One phone's lease. Times are seconds of one clock.

    Attributes:
        since: When it was taken.
        used: When a call of the owner last began or ended.
        running: How many calls of the owner are under way: then it is not idle.
        earned: Whether anything was done under it; one that was taken for nothing is given back.
    """

    owner: Party
    since: float
    used: float
    running: int = 0
    earned: bool = False

    def idle(self, now: float) -> float:
        """Return for how many seconds the owner has done nothing."""
        return 0 if self.running else max(0.0, now - self.used)

    def stands(self, now: float, idle_seconds: float) -> bool:
        """Whether it still holds the phone."""
        return self.running > 0 or self.idle(now) < idle_seconds


def taken(
    lease: Lease | None, who: Party, now: float, idle_seconds: float, *, force: bool = False
) -> Lease:
    """Return the lease under which a party may act: its own, a free one, or by force.

    Args:
        lease: The phone's lease; None when there is none.
        who: Who wants to act.
        now: The time.
        idle_seconds: After how long without a call a lease has ended.
        force: Whether a person takes it from whoever has it.

    Raises:
        ScreenFault: `NOT_OWNER`, naming who has it.
    """
    if lease is None or not lease.stands(now, idle_seconds):
        return Lease(who, now, now)
    if lease.owner.key == who.key:
        return lease
    if force:
        return Lease(who, now, now, earned=True)  # a person wants it, whatever comes of the call
    idle = lease.idle(now)
    left = math.ceil(idle_seconds - idle)
    use = f"used it {idle:.0f} s ago; it is free in {left} s if it stays unused"
    if lease.running:
        use = "uses it now"
    raise ScreenFault("NOT_OWNER", f"{lease.owner.name} has the phone and {use}")


def begun(lease: Lease | None, who: Party, now: float) -> Lease | None:
    """Count a call of the owner that begins; others' calls change nothing."""
    if lease is None or lease.owner.key != who.key:
        return lease
    return replace(lease, used=now, running=lease.running + 1)


def ended(lease: Lease | None, who: Party, now: float, *, earned: bool = False) -> Lease | None:
    """Count a call of the owner that ended; others' calls change nothing.

    Args:
        lease: The phone's lease.
        who: Whose call it was.
        now: The time.
        earned: Whether it acted.
    """
    if lease is None or lease.owner.key != who.key:
        return lease
    running = max(0, lease.running - 1)
    return replace(lease, used=now, running=running, earned=lease.earned or earned)
