"""Which phones a person has paused, on disk: a Bridge that starts anew does not forget it.

A file that is there and cannot be read counts as a pause of everything: whoever pauses
wants the agents to stop.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path

from bridge.errors import ScreenFault, UsageFault
from bridge.files import put

log = logging.getLogger(__name__)

NAME = "paused.json"


class Pauses:
    """The pauses of this user's phones.

    Args:
        path: The file; None keeps them in memory only.

    Attributes:
        all: Whether every phone is paused, also one that is connected later.
        serials: Phones that are paused by name.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self.all = False
        self.serials: frozenset[str] = frozenset()
        self._read()

    def holds(self, serial: str) -> bool:
        """Whether this phone is paused."""
        return self.all or serial in self.serials

    def check(self, serial: str) -> None:
        """Refuse while the phone is paused.

        Raises:
            ScreenFault: `PAUSED_BY_PERSON`.
        """
        if self.holds(serial):
            raise ScreenFault("PAUSED_BY_PERSON", "the person has paused the phone")

    def pause(self, serial: str | None) -> None:
        """Pause one phone, or all when none is named."""
        if serial is None:
            self.all = True
        else:
            self.serials |= {serial}
        self._write()

    def resume(self, serial: str | None) -> bool:
        """Take the pause of one phone back, or every pause; say whether there was one.

        Raises:
            UsageFault: `BAD_ARGUMENTS`: one is named, and all are paused.
        """
        if serial is not None and self.all:
            raise UsageFault(
                "BAD_ARGUMENTS",
                "all phones are paused, not this one alone",
                hint="Run `tapbridge resume` without a serial.",
            )
        was = self.all or bool(self.serials) if serial is None else serial in self.serials
        self.all = False
        self.serials = frozenset() if serial is None else self.serials - {serial}
        self._write()
        return was

    def _read(self) -> None:
        if self._path is None:
            return
        try:
            said = json.loads(self._path.read_text(encoding="utf-8"))
            self.all = bool(said["all"])
            self.serials = frozenset(map(str, said["serials"]))
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError):
            log.warning("the file of pauses cannot be read, so every phone counts as paused")
            self.all = True

    def _write(self) -> None:
        if self._path is None:
            return
        try:
            if not self.all and not self.serials:
                self._path.unlink(missing_ok=True)
                return
            put(self._path, json.dumps({"all": self.all, "serials": sorted(self.serials)}))
        except OSError as problem:
            log.warning("a pause holds until this Bridge ends only: %s", problem.strerror)
