"""What is true of an act whose answer was lost: it was sent, so it may have happened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bridge.errors import LateFault, PhoneGone, ScreenFault, UnknownOutcome


@contextmanager
def sent(what: str) -> Iterator[None]:
    """Turn a link that ends, or an answer that does not come, into `UNKNOWN_OUTCOME`.

    Args:
        what: What was sent, as a clause: `the page was sent to the address`.

    Raises:
        UnknownOutcome: Instead of `PHONE_GONE` and `TIMEOUT`, after which a caller would
            send it once more.
    """
    try:
        yield
    except (PhoneGone, LateFault) as lost:
        raise UnknownOutcome(f"{what}, then: {lost.message}") from lost


@contextmanager
def acted(what: str) -> Iterator[None]:
    """Turn a dialog that opened over what was sent into `UNKNOWN_OUTCOME` too.

    Args:
        what: What was sent, as a clause.

    Raises:
        UnknownOutcome: Instead of `DIALOG_OPEN`, which says that nothing was done.
    """
    try:
        with sent(what):
            yield
    except ScreenFault as held:
        if held.code != "DIALOG_OPEN":
            raise
        raise UnknownOutcome(f"{what}, then: {held.message}; page_dialog answers it") from held
