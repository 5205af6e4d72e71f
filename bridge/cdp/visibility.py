"""Which page is in front: asks `document.visibilityState`, for no event tells of a tab switch.

All pages are asked at once and the first that is visible ends the look. A page that sleeps,
or holds a dialog, stays silent and costs the limit only when none is visible. Sessions made
for the look are let go at once: the person's other tabs stay unattached.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from bridge.cdp.outgo import looking
from bridge.cdp.session import Raw, Session, flight
from bridge.cdp.targets import Targets
from bridge.cdp.wire import CdpRefused
from bridge.errors import BridgeError, LateFault

_EXPRESSION = {"expression": "document.visibilityState", "returnByValue": True}


@dataclass(slots=True)
class Look:
    """What a look found.

    Attributes:
        visible: Id of the visible page, or None.
        crashed: Ids of pages that have crashed.
        silent: How many did not answer in time.
    """

    visible: str | None = None
    crashed: list[str] = field(default_factory=list)
    silent: int = 0


async def look(targets: Targets, known: Mapping[str, Session], seconds: float) -> Look:
    """Find the visible page.

    Args:
        targets: Its pages are asked.
        known: Sessions that stand already, by page.
        seconds: Limit of the whole look.

    Raises:
        PhoneGone: The link ended.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    found, fresh = Look(), list[Session]()
    pages = {page.id for page in targets.pages}
    attaching = {targets.post_attach(id_): id_ for id_ in pages - known.keys()}
    asked = {_ask(known[id_]): id_ for id_ in pages & known.keys()}
    pending = {*attaching, *asked}
    try:
        while pending and found.visible is None:
            left = max(0.0, deadline - loop.time())
            done, pending = await asyncio.wait(
                pending, timeout=left, return_when=asyncio.FIRST_COMPLETED
            )
            if not done:
                break
            for each in done:
                try:
                    if each in attaching:
                        session = targets.attached(attaching[each], each)
                        fresh.append(session)
                        session.post("Inspector.enable")  # tells at once of a crash
                        question = _ask(session)
                        asked[question] = attaching[each]
                        pending.add(question)
                    elif _value(each) == "visible":
                        found.visible = asked[each]
                except BridgeError as fault:
                    if fault.code == "PHONE_GONE":
                        raise
                    if fault.code == "TAB_CRASHED":
                        found.crashed.append(asked[each])
        found.silent = len(pending)
    finally:
        for each in pending:
            each.cancel()
        for session in fresh:
            targets.release(session)
    return found


async def is_visible(session: Session, seconds: float) -> bool:
    """Ask one page; one that does not answer in time, or is going away, is not visible.

    Raises:
        BridgeError: The session ended.
    """
    try:
        (answer,) = await flight((_ask(session),), seconds, "visibility")
        return _value(answer) == "visible"
    except (LateFault, CdpRefused):
        return False


def _ask(session: Session) -> asyncio.Future[Raw]:
    with looking():
        return session.post("Runtime.evaluate", _EXPRESSION)


def _value(answer: asyncio.Future[Raw]) -> object:
    result = answer.result().get("result")
    return result.get("value") if isinstance(result, dict) else None
