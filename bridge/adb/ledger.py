"""Which forwards are ours, on disk: a Bridge that was killed could not remove its own.

The next one removes them, and only while adb still lists just that serial, local and
remote. One Bridge keeps a ledger at a time (the daemon's life lock sees to that).
"""

from __future__ import annotations

import json
import logging
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bridge import files
from bridge.adb.parse import Forward
from bridge.adb.server import AdbServer
from bridge.errors import BridgeError

log = logging.getLogger(__name__)

NAME = "forwards.json"
_MOST = 64
"""Entries kept: more phones at once than anybody has."""


class Ledger:
    """The forwards that this Bridge holds on one adb server.

    A folder that cannot be written costs the memory of them and nothing else.

    Args:
        folder: The state folder.
        server: The adb server. Entries of other servers are left as they are.
    """

    def __init__(self, folder: Path, server: AdbServer) -> None:
        self._path = folder / NAME
        self._server = server
        self._place = f"{server.host}:{server.port}"

    def note(self, forward: Forward) -> None:
        """Remember a forward that was just made."""
        self._write([*files.rows(self._path), self._row(forward)])

    def forget(self, forward: Forward) -> None:
        """Forget one that is gone."""
        gone, rows = self._row(forward), files.rows(self._path)
        if gone in rows:
            self._write([row for row in rows if row != gone])

    async def sweep(self) -> None:
        """Remove the forwards that a killed Bridge left behind.

        Raises:
            BridgeError: The adb server does not answer; they stay remembered.
        """
        left = [row for row in files.rows(self._path) if row.get("server") == self._place]
        if not left:
            return
        listed = await self._server.list_forwards()
        for row in left:
            forward = _forward(row)
            if forward is not None and forward in listed:
                try:
                    await self._server.kill_forward(forward.serial, forward.local)
                    log.info("removed the forward %s of a Bridge that was killed", forward.local)
                except BridgeError as problem:
                    log.info("the forward %s is left to adb: %s", forward.local, problem.code)
        self._write([row for row in files.rows(self._path) if row not in left])

    def _row(self, forward: Forward) -> dict[str, Any]:
        return {"server": self._place, **asdict(forward)}

    def _write(self, rows: list[dict[str, Any]]) -> None:
        try:
            files.put(self._path, json.dumps(rows[-_MOST:]))
        except OSError as problem:
            log.warning("our forwards cannot be remembered: %s", problem.strerror)


def _forward(row: dict[str, Any]) -> Forward | None:
    values = (row.get("serial"), row.get("local"), row.get("remote"))
    return Forward(*map(str, values)) if all(isinstance(each, str) for each in values) else None
