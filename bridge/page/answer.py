"""The answer to a dialog, and what the page does then: another dialog, another page.

The answer and a question to the page go out together. The question is held back as long as
the page's script is: it comes back once the script has gone on, or the next dialog opens.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bridge.page.dialogs import Dialog
from bridge.page.flight import Flight, fly
from bridge.page.tab import Tab

_ON_SECONDS = 2.0
"""How long the page's script may go on before nothing more is waited for."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A dialog that was answered, and what followed."""

    dialog: Dialog
    accepted: bool
    followed: tuple[str, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """`accepted confirm "Sure?"; it opened alert "Done", which page_dialog answers`."""
        done = "accepted" if self.accepted else "dismissed"
        return "; ".join([f"{done} {self.dialog.sentence}", *self.followed])

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        told = {"kind": self.dialog.kind, "message": self.dialog.message}
        return {**self.facts, **told, "accepted": self.accepted}


async def _left(flight: Flight) -> None:
    """Wait until the page that may be left now is."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_ON_SECONDS):
            await flight.watch.until(
                lambda seen: bool(seen.committed or seen.dialog or seen.stopped)
            )


async def answer(tab: Tab, *, accept: bool, prompt: str | None) -> Answered:
    """Answer the open dialog; one round trip.

    Raises:
        ScreenFault: `NO_DIALOG`.
        UnknownOutcome: The answer was sent, and the link ended.
    """
    if tab.dialog is None:
        await tab.answer_dialog(accept=accept, prompt=prompt)  # says that there is none
    with fly(tab) as flight:
        flight.ask("where")
        dialog = await tab.answer_dialog(accept=accept, prompt=prompt)
        await flight.land(_ON_SECONDS)
        if accept and dialog.kind == "beforeunload":
            await _left(flight)
        return Answered(dialog, accept, tuple(flight.followed()), flight.facts())
