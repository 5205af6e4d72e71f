"""The end of a rotating log, and what is added to it. Standard library only: clients use it."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterator
from itertools import count
from pathlib import Path

_BLOCK = 64 * 1024
_LONGEST_LINE = 64 * 1024
_LOOK_SECONDS = 0.2


def last(path: Path, lines: int, *, end: int | None = None) -> list[str]:
    """Return the last lines, of the files that were put aside too when the newest has too few.

    Args:
        path: The log.
        lines: How many.
        end: Byte of the newest file before which they lie; its end when not given.

    Raises:
        FileNotFoundError: There is no log.
        OSError: It cannot be read.
    """
    kept: deque[str] = deque(_end(path, lines, end), lines)
    for number in count(1):
        aside = path.with_name(f"{path.name}.{number}")
        if len(kept) >= lines or not aside.exists():
            break
        kept.extendleft(reversed(_end(aside, lines - len(kept))))
    return list(kept)


def follow(
    path: Path, seconds: float, *, start: int | None = None, look: float = _LOOK_SECONDS
) -> Iterator[str]:
    """Return lines as they are added from now on, for at most so long; a rotation loses none.

    Args:
        path: The log; it may come to be later.
        seconds: How long to follow.
        start: Byte of the file to begin at; its end when not given.
        look: Seconds between two looks.
    """
    handle = _opened(path)
    if handle is not None:
        os.lseek(handle, start or 0, os.SEEK_END if start is None else os.SEEK_SET)
    return _follow(path, handle, time.monotonic() + seconds, look)


def _follow(path: Path, handle: int | None, limit: float, look: float) -> Iterator[str]:
    rest = b""
    try:
        while True:
            if handle is None:
                handle = _opened(path)
            chunk = os.read(handle, _BLOCK) if handle is not None else b""
            *whole, rest = (rest + chunk).split(b"\n")
            rest = rest[-_LONGEST_LINE:]
            yield from (line.decode("utf-8", "replace") for line in whole)
            if chunk:
                continue
            if handle is not None and _replaced(path, handle):
                os.close(handle)
                handle = None
                continue
            if time.monotonic() >= limit:
                return
            time.sleep(look)
    finally:
        if handle is not None:
            os.close(handle)


def _end(path: Path, lines: int, end: int | None = None) -> list[str]:
    """Read backwards, block by block, until there are enough lines."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        place = size if end is None else min(end, size)
        data = b""
        while place > 0 and data.count(b"\n") <= lines:
            step = min(_BLOCK, place)
            place = file.seek(place - step)
            data = file.read(step) + data
    return [line.decode("utf-8", "replace") for line in data.split(b"\n") if line][-lines:]


def _opened(path: Path) -> int | None:
    try:
        return os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None


def _replaced(path: Path, handle: int) -> bool:
    """Whether another file lies there now, or this one was cut."""
    here = os.fstat(handle)
    try:
        there = path.stat()
    except FileNotFoundError:
        return True
    return (there.st_ino, there.st_dev) != (here.st_ino, here.st_dev) or (
        there.st_size < os.lseek(handle, 0, os.SEEK_CUR)
    )
