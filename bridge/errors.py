"""Every error the Bridge raises on purpose. Their codes are one table, `bridge.codes`.

BridgeError                 a code, what happened, what to do
    UsageFault        1     the call itself is wrong
    SetupFault        2     environment or settings
    PhoneFault        3     phone or Chrome cannot be reached
        PhoneGone           the link ended while a call was under way
    ScreenFault       4     it ran; the screen or the guard did not satisfy it
        SiteBlocked         the guard refused, before or after
        UnknownOutcome      input was sent and nobody can say what came of it
    InternalFault    70     a defect of ours
    LateFault       124     a limit passed
    CancelledFault  130     the caller went away

The number is the exit status of the command line. Pure: no I/O.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any, ClassVar

from bridge.codes import CODES, Code

__all__ = [
    "CODES",
    "BridgeError",
    "CancelledFault",
    "Code",
    "InternalFault",
    "LateFault",
    "PhoneFault",
    "PhoneGone",
    "ScreenFault",
    "SetupFault",
    "SiteBlocked",
    "UnknownOutcome",
    "UsageFault",
    "fault",
    "traced",
]


class BridgeError(Exception):
    """Base of all deliberate errors.

    Args:
        code: A key of `CODES` whose exit status is the class's own.
        message: What happened, as a sentence without the code.
        hint: What to do; the table's hint when not given.
    """

    exit: ClassVar[int] = 70

    def __init__(self, code: str, message: str, *, hint: str | None = None) -> None:
        row = CODES[code]
        if row.exit != self.exit:
            raise ValueError(
                f"{code} has exit status {row.exit}, {type(self).__name__} {self.exit}"
            )
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.hint = row.hint if hint is None else hint

    def sentence(self) -> str:
        """Return one line: `CODE: what happened. What to do.`."""
        message = self.message if self.message.endswith((".", "!", "?")) else f"{self.message}."
        return f"{self.code}: {message} {self.hint}".strip()

    def envelope(self) -> dict[str, Any]:
        """Return what every client reads as JSON: `{"ok": false, "error": {…}}`."""
        told = {"code": self.code, "message": self.message, "hint": self.hint}
        return {"ok": False, "error": told}


class UsageFault(BridgeError):
    """The call itself is wrong; correct it and call again."""

    exit = 1


class SetupFault(BridgeError):
    """The environment or the settings do not allow it."""

    exit = 2


class PhoneFault(BridgeError):
    """The phone or Chrome cannot be reached; `doctor` says why."""

    exit = 3


class PhoneGone(PhoneFault):
    """The link ended while a call was under way."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__("PHONE_GONE", message, hint=hint)


class ScreenFault(BridgeError):
    """It ran, and the screen did not satisfy it."""

    exit = 4


class SiteBlocked(ScreenFault):
    """The guard refused the page. The message never names the page's address."""

    def __init__(self, message: str = "this page is on the blocked-sites list") -> None:
        super().__init__("SITE_BLOCKED", message)


class UnknownOutcome(ScreenFault):
    """Input was sent and nobody can say what came of it. Never replayed."""

    def __init__(self, message: str) -> None:
        super().__init__("UNKNOWN_OUTCOME", message)


class InternalFault(BridgeError):
    """A defect of ours; the details are in the log only."""

    def __init__(
        self, message: str = "the Bridge hit an internal error; its log has the details"
    ) -> None:
        super().__init__("INTERNAL", message)


class LateFault(BridgeError):
    """A limit passed."""

    exit = 124

    def __init__(self, message: str, *, hint: str | None = None, code: str = "TIMEOUT") -> None:
        super().__init__(code, message, hint=hint)


class CancelledFault(BridgeError):
    """The caller went away."""

    exit = 130

    def __init__(self, message: str = "the caller went away") -> None:
        super().__init__("CANCELLED", message)


def fault(code: str, message: str, *, hint: str | None = None) -> BridgeError:
    """Make the error of a code that came as data (from the page bundle or the daemon)."""
    if code not in CODES:
        return InternalFault(f"unknown code {code}")
    if make := _BY_CODE.get(code):
        made = make(message)
        made.hint = made.hint if hint is None else hint
        return made
    return _BY_EXIT[CODES[code].exit](code, message, hint=hint)


_BY_CODE: dict[str, Callable[[str], BridgeError]] = {
    "PHONE_GONE": PhoneGone,
    "SITE_BLOCKED": SiteBlocked,
    "UNKNOWN_OUTCOME": UnknownOutcome,
    "TIMEOUT": LateFault,
    "APPROVAL_TIMEOUT": lambda message: LateFault(message, code="APPROVAL_TIMEOUT"),
    "CANCELLED": CancelledFault,
    "INTERNAL": InternalFault,
}
_BY_EXIT = {1: UsageFault, 2: SetupFault, 3: PhoneFault, 4: ScreenFault}


def traced(defect: Exception) -> str:
    """Return a defect's kind and places, for the log: its words may be a page's, or typed."""
    places = "".join(traceback.format_tb(defect.__traceback__))
    return f"{type(defect).__name__}\n{places}"
