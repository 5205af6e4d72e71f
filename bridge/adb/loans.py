"""What was borrowed from phones and must be given back, on disk, should this process be killed.

A screen kept on by a setting, a port of the phone that leads here. One Bridge keeps the
list at a time (the daemon's life lock sees to that); `borrow` does what the rows say.
"""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from bridge import files

log = logging.getLogger(__name__)

NAME = "borrowed.json"
Kind = Literal["awake", "reverse"]
_MOST = 256
"""Rows kept: more than anybody borrows at once."""


@dataclass(frozen=True, slots=True)
class Loan:
    """One thing borrowed.

    Attributes:
        kind: `awake`: the setting that keeps the screen on. `reverse`: a port of the phone.
        ours: What we made of it: the setting's value, or the phone's side (`tcp:8080`).
        before: What it was: the setting's value, or this computer's side.
    """

    kind: Kind
    serial: str
    ours: str
    before: str


class Loans:
    """The list, for one adb server; rows of other servers are left as they are.

    A folder that cannot be written costs the memory of a kill and nothing else.
    """

    def __init__(self, folder: Path, server: str) -> None:
        self._path = folder / NAME
        self._server = server
        self._mine = [
            loan for row in files.rows(self._path) if (loan := self._loan(row)) is not None
        ]

    def all(self, serial: str | None = None) -> tuple[Loan, ...]:
        """Return what is borrowed, of one phone or of all."""
        return tuple(loan for loan in self._mine if serial in (None, loan.serial))

    def note(self, loan: Loan) -> None:
        """Remember a loan; do so before anything is changed on the phone."""
        self._mine.append(loan)
        self._write()

    def drop(self, loan: Loan) -> None:
        """Forget one that was given back."""
        if loan in self._mine:
            self._mine.remove(loan)
            self._write()

    def _loan(self, row: dict[str, Any]) -> Loan | None:
        values = [row.get(key) for key in ("kind", "serial", "ours", "before")]
        known = row.get("server") == self._server and values[0] in get_args(Kind)
        return Loan(*values) if known and all(isinstance(v, str) for v in values) else None  # type: ignore[arg-type]  # checked one by one

    def _write(self) -> None:
        others = [row for row in files.rows(self._path) if row.get("server") != self._server]
        rows = [*others, *({"server": self._server, **asdict(loan)} for loan in self._mine)]
        try:
            files.put(self._path, json.dumps(rows[-_MOST:]))
        except OSError as problem:
            log.warning("what is borrowed cannot be remembered: %s", problem.strerror)
