"""Whether a call has sent anything that changes something: what its caller is told hangs on it.

Every DevTools command passes `note` on its way out. Those that only look, or that only prepare,
are named here; all others count as sent for good, so one that nobody thought of is told as
`UNKNOWN_OUTCOME` and never as "nothing was sent".
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass

from bridge.during import during

LOOKS = frozenset(
    {
        "Browser.getVersion",
        "Page.captureScreenshot",
        "Page.getFrameTree",
        "Page.getNavigationHistory",
        "Target.getBrowserContexts",
        "Target.getTargets",
        # attaching: what is ours in the tab, and nothing of the page's
        "Fetch.continueRequest",
        "Fetch.disable",
        "Fetch.enable",
        "Fetch.failRequest",
        "Inspector.enable",
        "Page.addScriptToEvaluateOnNewDocument",
        "Page.enable",
        "Runtime.addBinding",
        "Runtime.enable",
        "Runtime.runIfWaitingForDebugger",
        "Target.attachToTarget",
        "Target.detachFromTarget",
        "Target.setAutoAttach",
        "Target.setDiscoverTargets",
    }
)
"""Commands after which a caller may be told that nothing was sent."""


@dataclass(slots=True)
class Outgo:
    """What one call has sent.

    Attributes:
        acted: Whether something went out that may have changed something.
    """

    acted: bool = False


_of_this_call: ContextVar[Outgo | None] = ContextVar("outgo", default=None)


def counted(outgo: Outgo) -> AbstractContextManager[None]:
    """Note in `outgo` what is sent until the block ends, by tasks begun in it too."""
    return during(_of_this_call, outgo)


def looking() -> AbstractContextManager[None]:
    """Count nothing until the block ends: its sender knows that it changes nothing."""
    return during(_of_this_call, None)


def note(method: str) -> None:
    """Hear of a command that goes out."""
    outgo = _of_this_call.get()
    if outgo is not None and method not in LOOKS:
        outgo.acted = True
