"""Small files of ours: put in place at once and whole, for this user alone.

Standard library only: thin clients import it too. The caller says what a file that cannot
be written costs.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def put(path: Path, text: str, *, lasting: bool = False) -> None:
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
            file.write(text.encode())
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
