"""Small files of ours: put in place at once and whole, for this user alone; and file locks.

Standard library only: thin clients import it too. The caller says what a file that cannot
be written costs.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def put(path: Path, text: str | bytes, *, lasting: bool = False) -> None:
    """Put a file in place, readable by this user only; its folder is made when missing.

    Args:
        path: The file. One process writes it at a time.
        text: All of it.
        lasting: Whether to wait until the disk has it.

    Raises:
        OSError: It cannot be written. What was there before stays.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)  # of a process of this number that was killed while it wrote
    number = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
            if lasting:
                file.flush()
                os.fsync(number)
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise


def rows(path: Path) -> list[dict[str, Any]]:
    """Return the objects of a file's JSON list; none when it is missing or makes no sense."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return [row for row in said if isinstance(row, dict)] if isinstance(said, list) else []


class FileLock:
    """A lock that ends with its process. It never waits: callers ask again.

    Attributes:
        path: Its file, which is made and stays.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    def take(self, *, shared: bool = False) -> bool:
        """Return whether the lock is ours now. `shared` only asks whether somebody holds it.

        Raises:
            OSError: Its file cannot be opened.
        """
        number = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if sys.platform == "win32":
                msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(number, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError:
            os.close(number)
            return False
        self._file = number
        return True

    def release(self) -> None:
        """Give the lock back. Does nothing when it is not ours."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
