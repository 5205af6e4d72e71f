"""Whether a command makes sense where it is said: known, said to the right one, to an open page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridge.cdp import wire
from bridge.cdp.wire import CdpRefused
from bridge.errors import PhoneFault, ScreenFault, SiteBlocked, UsageFault
from bridge.relay.methods import LEAVES, METHODS, REFUSED, Rule
from bridge.relay.seat import Seat
from bridge.relay.sight import Sight

_FREE = frozenset({"Runtime.runIfWaitingForDebugger", "Page.screencastFrameAck", "Page.disable"})
"""What may be said to a page that is shut: nothing of it comes back."""
REOPENED_SECONDS = 1.0
"""For so long after a page was shut pictures of it may be older: none are told or taken."""
BLIND = frozenset({"Page.bringToFront", "Page.close", "Page.handleJavaScriptDialog"})
"""What may be said to a page that does not tell what it shows: it sleeps, or a dialog is open."""

Raw = Mapping[str, Any]


def is_free(seat: Seat, method: str) -> bool:
    """Say whether nothing of the page comes back, so that it need not be seen."""
    if method in _FREE or method.startswith("Target."):
        return True
    return method in BLIND and seat.sight is not None and not seat.sight.known


def check_sight(seat: Seat, method: str) -> None:
    """Refuse what is said to a page that is shut.

    Raises:
        PhoneFault: `TAB_CRASHED`.
        ScreenFault: `PAGE_UNREACHABLE`: it does not say what it shows.
        SiteBlocked: It, or a frame in it, is blocked.
    """
    sight = seat.sight
    if sight is None or sight.open or (method in LEAVES and sight.top_is_open):
        return
    if sight.crashed and sight.top_is_open:
        raise PhoneFault("TAB_CRASHED", "the page crashed", hint="Reload it with Page.reload.")
    if not sight.known and not sight.crashed:
        told = "the page does not say what it shows"
        hint = "It may sleep, or have a dialog open: bring it to the front, or answer that."
        raise ScreenFault("PAGE_UNREACHABLE", told, hint=hint)
    if sight.top_is_open:
        blocked = SiteBlocked("a frame in this page is on the blocked-sites list")
        blocked.hint = "Reload the page: the frame is then left out."
        raise blocked
    raise SiteBlocked


def seconds_stale(sight: Sight, now: float) -> float:
    """Return for how long pictures of a page may still be of what was blocked in it."""
    return sight.reopened + REOPENED_SECONDS - now


def rule_of(method: str, *, at_root: bool) -> Rule:
    """Return how a method is treated where it is said.

    Args:
        method: Such as `Page.enable`.
        at_root: Whether it is said to the browser itself.

    Raises:
        UsageFault: `UNSUPPORTED`: it is never let through, and why.
        CdpRefused: It is unknown, or not said there.
    """
    if why := REFUSED.get(method):
        raise UsageFault("UNSUPPORTED", f"{method} is not let through: {why}")
    rule = METHODS.get(method)
    if rule is None:
        raise CdpRefused("the command", wire.METHOD_UNKNOWN, "a relay does not let it through")
    if not (rule.root if at_root else rule.session):
        where = "the browser itself" if at_root else "a session of a page"
        raise CdpRefused(method, wire.METHOD_UNKNOWN, f"'{method}' is not said to {where}")
    return rule


def check_flat(method: str, params: Raw) -> None:
    """Refuse sessions whose messages would come wrapped in others.

    Raises:
        UsageFault: `UNSUPPORTED`.
    """
    if not params.get("flatten") and params.get("autoAttach", True):
        raise UsageFault("UNSUPPORTED", f"{method} needs flatten: its messages would be wrapped")
