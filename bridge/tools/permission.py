"""Gets a person's permission for one call, with neither lock nor lease held while they think.

First a look at what is meant, under the guard and in turn like any read: a blocked page is
refused before anybody is asked about it. Then the question. A pause ends both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from bridge.page.stir import breath
from bridge.policy import Verdict
from bridge.tools.approvals import Approvals, Petitioner
from bridge.tools.leave import Leave, Seen, see
from bridge.tools.spec import Args, Surface, Tool

if TYPE_CHECKING:
    from bridge.guard import Guard
    from bridge.tools.call import Caller
    from bridge.tools.ground import Phone
    from bridge.tools.owners import Owners

Turn = Callable[["Phone", Tool, Args], AbstractAsyncContextManager[None]]


class House(Protocol):
    """The door, as far as it matters here."""

    @property
    def approvals(self) -> Approvals:
        """Who can be asked."""

    @property
    def owners(self) -> Owners:
        """Who has which phone, and what a person has paused."""

    @property
    def guard(self) -> Guard:
        """The judge of addresses."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A call that needs a permission: what, whose, and which rules say so."""

    tool: Tool
    args: Args
    caller: Caller
    verdict: Verdict


async def obtain(house: House, turn: Turn, wish: Wish, phone: Phone, leave: Leave) -> None:
    """Get the permission, or use the one that was given for this session.

    Args:
        house: The door.
        turn: Holds the phone for one call.
        wish: What is wanted.
        phone: The phone.
        leave: Of the call; it learns what was allowed.

    Raises:
        ScreenFault: `DECLINED`, `NOT_OWNER`, `PAUSED_BY_PERSON`, `SITE_BLOCKED`.
        LateFault: `APPROVAL_TIMEOUT`.
        BridgeError: The phone cannot be asked.
    """
    party = wish.caller.party
    who = Petitioner(party.key, party.name, wish.caller.host, wish.caller.alike)
    acts = wish.tool.acts(wish.args)
    async with house.owners.waiting(phone.serial, party, acts=acts, take=wish.caller.take):
        if wish.tool.surface is Surface.BROWSER:
            seen = Seen()
        else:
            async with turn(phone, wish.tool, wish.args):
                seen = await _seen(house, wish, phone)
        if not house.approvals.allowed(wish.verdict, leave, phone.serial, who, seen):
            await house.approvals.ask(
                wish.verdict, leave, serial=phone.serial, who=who, tool=wish.tool.name, seen=seen
            )


async def _seen(house: House, wish: Wish, phone: Phone) -> Seen:
    """Look at what the question will be about, or was when it was allowed for the session."""
    browser = await phone.browser()
    if house.owners.choice_ended(phone.serial):
        browser.release()
    with browser.work(acts=False):
        tab = await browser.front(revive=wish.tool.revives)

        async def where() -> Sequence[str]:
            await breath()
            return tab.places

        async def look() -> Seen:
            return await see(tab, wish.args)

        try:
            return await house.guard.around(where, look, acts=False)
        finally:
            browser.leave(tab)
