"""A context variable that is set until a block ends: what one call knows, and no other.

Pure: no I/O.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def during(variable: ContextVar[T], value: T) -> Iterator[None]:
    """Set a variable until the block ends, for tasks begun in it too; then it is as before."""
    before = variable.set(value)
    try:
        yield
    finally:
        variable.reset(before)
