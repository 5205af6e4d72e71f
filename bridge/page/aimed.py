"""What a call acts on, told to people who watch: an element's words, and where it is touched.

Set by the door around a call; the plan of an act notes it. Pure: no I/O.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass

from bridge.during import during


@dataclass(slots=True)
class Aimed:
    """What one call acts on.

    Attributes:
        told: Called when it is known.
        target: Role and name of the element, which are the page's words.
        point: Where it is touched, in CSS px of the visible part.
    """

    told: Callable[[], None]
    target: str = ""
    point: tuple[float, float] | None = None


_of_this_call: ContextVar[Aimed | None] = ContextVar("aimed", default=None)


def aiming(aimed: Aimed) -> AbstractContextManager[None]:
    """Note in `aimed` what is acted on until the block ends."""
    return during(_of_this_call, aimed)


def aim(target: str, point: tuple[float, float] | None) -> None:
    """Note what this call acts on, when somebody wants to know."""
    aimed = _of_this_call.get()
    if aimed is not None:
        aimed.target, aimed.point = target or aimed.target, point or aimed.point
        aimed.told()
