"""How texts of the running call are sealed before they are cut, or put into a file.

The door knows the secrets, and seals every answer; half a secret it would not find, and a file
it does not see. Without a door nothing is told. Pure: no I/O.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import Protocol

from bridge.during import during
from bridge.secrets.handles import origin_of
from bridge.secrets.heard import so_far

_BEYOND = 4096
"""Characters behind a cut that are looked at: no longer secret is kept."""


class Seal(Protocol):
    """Seals a text of an origin; `cut`: it may begin or end within a secret."""

    def __call__(self, text: str, origin: str, *, cut: bool) -> str:
        """Return it with handles in the place of secrets."""


_running: ContextVar[Seal | None] = ContextVar("outlet", default=None)


def sealing(seal: Seal) -> AbstractContextManager[None]:
    """Seal with `seal` what leaves until the block ends."""
    return during(_running, seal)


def sealed(text: str, url: str, *, cut: bool = False) -> str:
    """Return a text with handles in the place of secrets.

    Args:
        text: The text.
        url: The address that it came from: what is found in it is bound to that.
        cut: It may begin or end within a secret.

    Raises:
        LookupError: No call is under way.
    """
    seal = _running.get()
    if seal is None:
        raise LookupError("texts are sealed by the door alone")
    return seal(text, origin_of(url), cut=cut)


def shortened(text: str, longest: int) -> str:
    """Cut a text to so many characters and dots; what is secret in it is sealed first.

    Half a secret would not be found later. A handle is never parted. Outside of a call nothing
    is sealed.
    """
    if len(text) <= longest:
        return text
    rest = ""
    if (seal := _running.get()) is not None:
        near = text[: longest + _BEYOND]
        rest = "…" if len(near) < len(text) else ""
        text = seal(near, so_far(), cut=False)
        begun = text.rfind("⟦", 0, longest)
        if begun > text.rfind("⟧", 0, longest):  # none but ours are left
            longest = text.index("⟧", begun) + 1
    return f"{text}{rest}" if len(text) <= longest else f"{text[:longest]}…"
