"""A verified tap, in two flights.

Flight 1 asks the page for the point (`plan`); flight 2 sends `touchStart`, `touchEnd` and
the question what came of them together. The answer rests on the trusted events that the
page saw, told by its listeners and, should the document be gone, by the binding.
A touch is sent once: never again, and taken back only when its end could not be sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bridge.cdp.wire import CdpRefused
from bridge.errors import BridgeError, ScreenFault, UnknownOutcome
from bridge.page.flight import Flight, fly, plan
from bridge.page.read import value
from bridge.page.snapshot import Outcome, Plan, Row
from bridge.page.tab import Tab

Raw = dict[str, Any]

_CLICK_SECONDS = 0.7
"""How long after `touchEnd` was answered a page may stay silent: a double-tap zoom delays
the click by 0.3 s, the page script waits 0.4 s for it."""

_CLICK_MS = round(_CLICK_SECONDS * 1000)

_CLOSE_SECONDS = 2.0
"""How long a tab that said that it closes may take to do so."""

_TEXT_ROLES = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_TOLD_STATES = ("checked", "mixed", "pressed", "selected", "expanded", "collapsed", "disabled")


class After(Outcome):
    """Value of `outcome`, and asked with `after` also how the element is now.

    Attributes:
        closing: The page has called `window.close()`.
    """

    element: Row | None = None
    closing: bool = False


@dataclass(frozen=True, slots=True)
class Tapped:
    """A touch that landed where it was meant to, and what followed.

    Attributes:
        element: What was tapped, as it was before.
        followed: Short clauses: navigation, dialog, new tab, focus, changed state.
    """

    element: Row
    followed: tuple[str, ...] = ()
    facts: Raw = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """`tapped button "Sign in"; the page is going to …`."""
        return "; ".join([f"tapped {self.element.sentence()}", *self.followed])

    def as_json(self) -> Raw:
        """Return it as JSON values."""
        return {"tapped": self.element.sentence(), "ref": self.element.ref, **self.facts}


@dataclass(slots=True)
class _Touch:
    start: asyncio.Future[Raw]
    end: asyncio.Future[Raw]
    outcome: asyncio.Future[Raw]
    after: asyncio.Future[Raw]

    @property
    def sent(self) -> bool:
        """Whether Chrome answered both halves: the page's handlers of the touch are through."""
        return self.start.done() and self.end.done()

    @property
    def taken(self) -> bool:
        """Whether Chrome took the finger coming down: a session that ended answers with its end."""
        return self.start.done() and not self.start.cancelled() and not self.start.exception()


async def tap(tab: Tab, spot: Mapping[str, Any], *, hold_ms: int = 0) -> Tapped:
    """Tap an element or a point; two serial round trips (three when nothing came of it).

    Args:
        tab: In front.
        spot: How tools name an element, or `point` with x and y in visual-viewport CSS px.
        hold_ms: How long the finger stays down.

    Raises:
        ScreenFault: `TAB_HIDDEN`, `NOT_VISIBLE`, `TAP_MISSED`, `COVERED`, `DISABLED`, `MOVED`,
            `NO_EFFECT`, or what kept the element from being found.
        UnknownOutcome: The touch was sent and its outcome was lost.
        SiteBlocked: The page, or a frame on the way to the element, is blocked.
    """
    args = dict(spot) if "point" in spot else {"target": dict(spot)}
    planned = await plan(tab, "plan", args, Plan)
    with fly(tab) as flight:
        touch = await _send(flight, planned, hold_ms)
        limit = tab.limits.page_seconds
        await flight.land(limit, lambda: touch.sent)
        if not flight.landed and not await flight.land(_CLICK_SECONDS) and _downs(flight):
            # answered as soon as the page is free again, though our listeners hear no more
            late = flight.ask("outcome", token=planned.token, after=True, timeout_ms=_CLICK_MS)
            if await flight.land(limit, late.done) and late.done():
                touch.after = late
        seen = await _seen(flight, touch, planned)
        if seen is not None and seen.closing:
            await flight.until_ended(_CLOSE_SECONDS)
        return _tapped(flight, touch, planned, seen)


async def _send(flight: Flight, planned: Plan, hold_ms: int) -> _Touch:
    point = {"x": planned.x, "y": planned.y}
    start = flight.post("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    end = None
    try:
        if hold_ms:
            await asyncio.sleep(hold_ms / 1000)
        end = flight.post("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finally:
        if end is None or (end.done() and flight.tab.alive):
            flight.post("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    outcome = flight.ask("outcome", token=planned.token)
    return _Touch(start, end, outcome, flight.ask("outcome", token=planned.token, after=True))


def _downs(flight: Flight) -> list[Raw]:
    """What the binding told of a finger that came down, first first."""
    return [told for told in flight.watch.seen if told.get("type") == "pointerdown"]


async def _seen(flight: Flight, touch: _Touch, planned: Plan) -> After | None:
    """Read what the page saw; where it told nothing, look once."""
    for posted in (touch.after, touch.outcome):
        answer = flight.answer(posted) if flight.tab.alive else None
        if answer is not None:
            return value(answer, After)
    if _downs(flight) or flight.watch.dialog or not flight.tab.alive or not touch.sent:
        return None
    wait_ms = _CLICK_MS if flight.watch.navigating else 0
    try:
        args = {"token": planned.token, "timeout_ms": wait_ms, "after": True}
        look = await flight.tab.ask("outcome", args)
    except (CdpRefused, UnknownOutcome, ScreenFault) as lost:
        if isinstance(lost, ScreenFault) and lost.code != "PAGE_UNREACHABLE":
            raise
        return None
    return value(look, After)


def _tapped(flight: Flight, touch: _Touch, planned: Plan, seen: After | None) -> Tapped:
    element = planned.element or Row(role="generic")
    name = element.sentence()
    _check_sent(touch)
    downs = _downs(flight)
    if flight.tab.session.ending is not None:
        if flight.tab.session.ending.code == "TAB_CLOSED" and (downs or touch.taken):
            return Tapped(element, ("the tab closed",), {"closed": True})
        flight.check_alive(f"the touch on {name} was sent")
    if downs and downs[0].get("token") != planned.token and element.role != "iframe":
        raise ScreenFault("MOVED", f"the page changed before the touch{_took(downs[0])}")
    landed = str(downs[0].get("landed")) if downs else (seen.landed if seen else "none")
    if landed == "other" and element.role != "iframe":
        hit = downs[0] if downs else {"hit": seen and seen.hit and seen.hit.model_dump()}
        raise ScreenFault("MOVED", f"{name} was no longer under the touch{_took(hit)}")
    if landed == "none":
        raise _nothing(flight, touch, element, seen)
    return Tapped(
        element,
        (*flight.followed(), *_changes(element, seen)),
        {**flight.facts(), "focus": seen.focus.sentence() if seen and seen.focus else None},
    )


def _check_sent(touch: _Touch) -> None:
    """Raise what kept Chrome from taking the touch; a session's end is judged elsewhere."""
    for posted in (touch.start, touch.end):
        problem = posted.exception() if posted.done() else None
        if isinstance(problem, CdpRefused) and not problem.session_gone:
            raise problem


def _nothing(flight: Flight, touch: _Touch, element: Row, seen: After | None) -> BridgeError:
    name = element.sentence()
    watch = flight.watch
    if watch.dialog is not None:
        return UnknownOutcome(f"{watch.dialog.sentence} opened before the touch on {name} was seen")
    if seen is None or watch.navigating:
        what = "the page changed" if watch.navigating else "the page told nothing"
        return UnknownOutcome(f"the touch on {name} was sent, and {what}")
    if element.role == "iframe":
        return UnknownOutcome("the touch went into a frame whose inside cannot be seen from here")
    if seen.element is None:
        return ScreenFault("MOVED", f"{name} left the page, and what took the touch was not seen")
    if not touch.sent or seen.deaf:
        who = "the page" if touch.sent else "Chrome"
        return UnknownOutcome(f"the touch on {name} was sent, and {who} did not confirm it")
    return ScreenFault("NO_EFFECT", f"the page saw nothing of the touch on {name}")


def _took(told: Mapping[str, Any]) -> str:
    hit = told.get("hit")
    try:
        return f"; it landed on {Row.model_validate(hit).sentence()}" if hit else ""
    except ValueError:
        return ""


def _changes(before: Row, seen: After | None) -> list[str]:
    """Say how the element and the focus are now."""
    if seen is None:
        return []
    told = []
    now = seen.element
    if now is not None:
        told += [
            f"it is now {s}" for s in _TOLD_STATES if s in now.states and s not in before.states
        ]
        if "checked" in before.states and "checked" not in now.states:
            told.append("it is no longer checked")
        if now.sentence() != before.sentence():
            told.append(f"it is now {now.sentence()}")
    strayed = seen.strayed
    known = {before.sentence(), now and now.sentence(), "document", "generic"}
    if strayed is not None and strayed.sentence() not in known:
        told.append(f"the click landed on {strayed.sentence()}")
    focus = seen.focus
    if focus is not None and (focus.role in _TEXT_ROLES or focus.ref != before.ref):
        told.append(f"the focus is in {focus.sentence()}")
    if seen.seen.get("pointercancel") and not seen.seen.get("click"):
        told.append("Chrome took it as a gesture: no click came")
    return told
