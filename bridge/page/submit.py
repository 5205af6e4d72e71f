"""A form sent off as its own button would, in two flights.

Flight 1 finds the form and refuses what the browser would not send, with the field's name;
flight 2 sends it by `requestSubmit`, so the page's handlers run and may take it over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bridge.errors import UnknownOutcome
from bridge.page import effects
from bridge.page.flight import Flight, fly, plan
from bridge.page.read import value
from bridge.page.snapshot import Row, SubmitPlan, Submitted
from bridge.page.tab import Tab

Raw = dict[str, Any]

_GOING_SECONDS = 0.7
"""How long a page that was sent may take to ask for the next one."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that was sent, and what followed."""

    element: Row
    followed: tuple[str, ...] = ()
    facts: Raw = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """`submitted by button "Send"; the page is going to …`."""
        by = "" if self.element.role == "form" else "by "
        return "; ".join([f"submitted {by}{self.element.sentence()}", *self.followed])

    def as_json(self) -> Raw:
        """Return it as JSON values."""
        return {"submitted": self.element.sentence(), **self.facts}


async def submit(tab: Tab, target: Mapping[str, Any]) -> Sent:
    """Send a form.

    Args:
        tab: In front.
        target: An element in the form, or the form; empty for the focused field's form, else
            the first one.

    Raises:
        ScreenFault: `FORM_INVALID` with the fields, `TARGET_NOT_FOUND` no form, `DISABLED`.
        UnknownOutcome: It was sent and nobody can say what came of it.
    """
    args = {"target": dict(target)} if target else {}
    planned = await plan(tab, "submit_plan", args, SubmitPlan)
    name = planned.element.sentence()
    with fly(tab) as flight:
        asked = flight.ask("submit", token=planned.token)
        await flight.land(tab.limits.page_seconds)
        flight.check_alive(f"{name} was sent")
        answer = flight.answer(asked)
        if answer is None:
            if not flight.watch.dialog and not flight.watch.navigating:
                raise UnknownOutcome(f"{name} was sent, and the page did not answer")
            return Sent(planned.element, tuple(flight.followed()), flight.facts())
        seen = value(answer, Submitted)
        if not (seen.prevented or seen.dialog):
            await _going(flight)
        followed = flight.followed()
        new = effects.changes(answer)
        if not seen.submitted and not followed:
            raise UnknownOutcome(f"{name} was sent, and the page keeps to itself what came of it")
        return Sent(
            planned.element,
            (*_said(seen, went=bool(followed)), *followed, *effects.told(new)),
            {**flight.facts(), **effects.facts(new), "handled_by_page": seen.prevented},
        )


def _said(seen: Submitted, *, went: bool) -> list[str]:
    if seen.prevented:
        return ["the page's own script took it over"]
    if seen.dialog:
        return ["it closed its dialog and was sent nowhere"]
    return [] if went else ["no navigation has followed yet"]


async def _going(flight: Flight) -> None:
    watch = flight.watch
    try:
        async with asyncio.timeout(_GOING_SECONDS):
            await watch.until(
                lambda seen: bool(
                    seen.navigating or seen.opened or seen.stopped or seen.dialog or seen.within
                )
            )
    except TimeoutError:
        return
