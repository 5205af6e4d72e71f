"""A secret into a field: it is in our hands until the document that may have it is known.

Flight 1 plans as for any text, without it. Flight 2 hands it to the script worlds of that
origin and to no other; the one that planned puts it in by itself: what is typed goes where the
focus is, which a frame of another site could take. Enter, when asked for, is a third flight.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bridge.cdp.session import Session
from bridge.errors import ScreenFault
from bridge.page.bundle import call
from bridge.page.flight import Flight, fly, plan
from bridge.page.keyboard import Written, stroke, written
from bridge.page.snapshot import FieldPlan
from bridge.page.tab import Tab
from bridge.secrets.handles import Bound, origin_of

Raw = dict[str, Any]


async def confide(
    tab: Tab, target: Mapping[str, Any], *, secret: Bound, clear: bool = True, submit: bool = False
) -> Written:
    """Put a text with secrets into a field of their origin, and read it back.

    Args:
        tab: In front.
        target: As of `keyboard.fill`.
        secret: The text; its values come out here, for that document.
        clear: Whether it replaces what is there; else it is added at the end.
        submit: Whether Enter follows.

    Raises:
        ScreenFault: `SECRET_NOT_RELEASABLE`, `SECRET_EXPIRED`, `MOVED`, or as of `keyboard.fill`.
        UnknownOutcome: It was typed and nobody can say what came of it.
    """
    args: Raw = {"sealed": True, "clear": clear}
    if target:
        args["target"] = dict(target)
    planned = await plan(tab, "field", args, FieldPlan)
    value = secret.reveal(planned.origin)
    with fly(tab) as flight:
        asked = _hand_over(flight, planned, value)
        landed = await flight.land(tab.limits.page_seconds)
        flight.check_alive(f"the secret for {planned.element.sentence()} was sent")
        answer = next((each for each in asked if _is_taken(each)), asked[0])
        with _untold(planned, submit=False):
            done = written(flight, planned, answer, landed=landed, submit=False, text=value)
    if not submit or not done.checked:
        return done
    return await _enter(tab, planned, value)


def _hand_over(flight: Flight, planned: FieldPlan, value: str) -> list[asyncio.Future[Raw]]:
    """Send it to the worlds of the field's origin; the one that planned takes it."""
    tab = flight.tab
    args = {
        "ticket": planned.token,
        "value": value,
        "origin": planned.origin,
        "shut": [url for _, url in tab.shut()],
    }
    worlds = tab.worlds(lambda url: origin_of(url) == planned.origin)
    if not worlds:
        raise ScreenFault("MOVED", "the page changed before the secret was typed")
    return [flight.join(_run(session, world, args)) for session, world in worlds]


def _run(session: Session, world: str, args: Mapping[str, Any]) -> asyncio.Future[Raw]:
    return session.post(
        "Runtime.evaluate",
        {
            "expression": call("release", args),
            "uniqueContextId": world,
            "awaitPromise": True,
            "returnByValue": True,
        },
    )


def _is_taken(answer: asyncio.Future[Raw]) -> bool:
    """Say whether it came from the world that planned: any other knows nothing of the field."""
    if not answer.done() or answer.cancelled() or answer.exception() is not None:
        return False
    said = answer.result().get("result", {}).get("value")
    return isinstance(said, dict) and said.get("code") != "MOVED"


async def _enter(tab: Tab, planned: FieldPlan, value: str) -> Written:
    """Press Enter in a flight of its own: sent along, it could overtake the text."""
    with fly(tab) as flight:
        asked = flight.ask("filled", token=planned.token, entered=True)
        stroke(flight, "Enter", 0)
        landed = await flight.land(tab.limits.page_seconds)
        flight.check_alive(f"Enter in {planned.element.sentence()} was sent")
        with _untold(planned, submit=True):
            return written(flight, planned, asked, landed=landed, submit=True, text=value)


@contextmanager
def _untold(planned: FieldPlan, *, submit: bool) -> Iterator[None]:
    """Tell of a field that holds another value than the secret, never what the page made of it."""
    try:
        yield
    except ScreenFault as fault:
        if fault.code != "VALUE_NOT_TAKEN":
            raise
        name = planned.element.sentence()
        told = f"{name} holds another value than the secret, which is not told"
        told += "; Enter was pressed" if submit else ""
        raise ScreenFault("VALUE_NOT_TAKEN", told) from None
