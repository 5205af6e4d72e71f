"""The extensions that a person has paired: a file of the state folder, for this user alone."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from bridge.files import put, rows
from bridge.serve.state import EXTENSIONS, told

MOST = 16
"""When there are more, the one that was paired first is forgotten."""


@dataclass(frozen=True, slots=True)
class Install:
    """One of them.

    Attributes:
        id: Names this installation.
        key: What it proves itself by, hexadecimal.
        origin: Where it speaks from.
        version: Of the extension, when it was paired.
        since: Seconds since 1970.
    """

    id: str
    key: str
    origin: str
    version: str
    since: float


class Paired:
    """All of them.

    Args:
        place: The state folder.
    """

    def __init__(self, place: Path) -> None:
        self._path = place / EXTENSIONS

    def all(self) -> tuple[Install, ...]:
        """Return them, as the file says now; lines that make no sense are left out."""
        found = []
        for row in rows(self._path):
            try:
                key = bytes.fromhex(row["key"])
                made = Install(
                    str(row["id"]), key.hex(), str(row["origin"]), str(row["version"]),
                    float(row["since"]),
                )  # fmt: skip
            except (KeyError, TypeError, ValueError):
                continue
            found.append(made)
        return tuple(found)

    def find(self, id: str) -> Install | None:
        """Return one of them."""
        return next((each for each in self.all() if each.id == id), None)

    def add(self, id: str, key: bytes, origin: str, version: str) -> None:
        """Take one in; it replaces the one of that id.

        Raises:
            SetupFault: `DAEMON_FAILED`: the file cannot be written.
        """
        kept = [each for each in self.all() if each.id != id]
        kept.append(Install(id, key.hex(), origin, version, time.time()))
        self._write(kept[-MOST:])

    def forget(self, id: str) -> bool:
        """Take one out; say whether it was there.

        Raises:
            SetupFault: `DAEMON_FAILED`: the file cannot be written.
        """
        before = self.all()
        kept = [each for each in before if each.id != id]
        if len(kept) == len(before):
            return False
        self._write(kept)
        return True

    def _write(self, installs: list[Install]) -> None:
        with told(self._path):
            put(self._path, json.dumps([asdict(each) for each in installs], indent=1) + "\n")
