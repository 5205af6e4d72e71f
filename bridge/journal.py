"""One line of JSON for every call, for people to look back on: names, codes and numbers.

Never text, addresses or tokens: an entry has no field for them, and what comes from outside
(a client's name, a serial) is cut to what such names look like. A journal that cannot be
written never breaks a call.
"""

from __future__ import annotations

import contextlib
import errno
import json
import logging
import os
import re
import stat
import threading
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from bridge.errors import CODES

NAME = "journal.jsonl"
OK = "OK"

log = logging.getLogger(__name__)

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._+@()/:-]{0,63}")
_TOOL = re.compile(r"[a-z][a-z0-9_]{0,63}")
_ABOUT = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}@[0-9a-f]{64}")
_DECISION = re.compile(r"[a-z]+(-[a-z]+)*(\+[a-z]+(-[a-z]+)*)*:[a-z]+( [a-z]+)*")
_UNFIT = "?"
_one_at_a_time = threading.Lock()  # of all journals of this process: they may share a file


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is kept of one call.

    Attributes:
        client: Who called, by its own name; `?` when that is no name.
        serial: The phone; empty when none was needed.
        tool: The tool's name; `?` when that is no name.
        code: `OK`, or a key of `errors.CODES`.
        ms: How long it took, in milliseconds.
        trips: Serial DevTools round trips, when they were counted.
        time: When it ended, UTC, ISO 8601.
        decision: The rules that spoke, and what came of it, as `url-payload:once`; empty (and
            left out) when none did.
        about: Name and SHA-256 of the code that an agent brought along, as `sum@9f86…`; empty
            (and left out) when it brought none. The code itself is not kept.

    Raises:
        ValueError: The code is in no table, or a number is none or negative.
    """

    client: str
    tool: str
    code: str
    ms: int
    serial: str = ""
    trips: int | None = None
    time: str = field(default_factory=_now)
    decision: str = ""
    about: str = ""

    def __post_init__(self) -> None:
        """Check what we say, and cut down what others say."""
        if self.code != OK and self.code not in CODES:
            raise ValueError("a code that is in no table")
        for number in (self.ms, 0 if self.trips is None else self.trips):
            if type(number) is not int or number < 0:
                raise ValueError("a count that is none")
        datetime.fromisoformat(self.time)
        if self.decision and not _DECISION.fullmatch(self.decision):
            raise ValueError("a decision that is none of ours")
        if self.about and not _ABOUT.fullmatch(self.about):
            raise ValueError("no name and hash of code")
        for name, form in (("client", _NAME), ("serial", _NAME), ("tool", _TOOL)):
            value = getattr(self, name)
            if value and not form.fullmatch(value):
                object.__setattr__(self, name, _UNFIT)


class Journal:
    """Writes entries to `journal.jsonl` in a folder, mode 0600, and rotates it.

    Several writers, in threads or as several journals of one process, do not mix lines.

    Args:
        folder: Made when missing.
        max_bytes: A file that would grow beyond it is put aside first.
        keep: How many files there are at most, the one in use included.
    """

    def __init__(self, folder: Path, max_bytes: int, keep: int = 5) -> None:
        self._path = folder / NAME
        self._max_bytes = max_bytes
        self._keep = keep
        self._missing = 0

    def write(self, entry: Entry) -> None:
        """Append one line. When that fails, the log says so once, and again when it works.

        A full disk takes no line of the log either: then the second one is all that is read.
        """
        spare = {"decision", "about"}
        kept = {name: value for name, value in asdict(entry).items() if value or name not in spare}
        line = json.dumps(kept, separators=(",", ":")).encode() + b"\n"
        with _one_at_a_time:
            try:
                self._append(line)
            except OSError as problem:
                if not self._missing:
                    log.warning("the journal cannot be written: %s", problem.strerror)
                self._missing += 1
            else:
                if self._missing:
                    log.warning(
                        "the journal is written again; calls missing in it: %d", self._missing
                    )
                self._missing = 0

    def _append(self, line: bytes) -> None:
        handle = self._open()
        try:
            size = os.fstat(handle).st_size
            if size and size + len(line) > self._max_bytes:
                os.close(handle)
                handle = -1
                self._rotate()
                handle = self._open()
                size = 0
            try:
                written = 0
                while written < len(line):
                    written += os.write(handle, line[written:])
            except OSError:
                with contextlib.suppress(OSError):  # half a line would spoil the next one
                    os.ftruncate(handle, size)
                raise
        finally:
            if handle >= 0:
                os.close(handle)

    def _open(self) -> int:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC
        handle = os.open(self._path, flags, 0o600)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise OSError(errno.EINVAL, "it is no plain file")
        os.fchmod(handle, 0o600)
        return handle

    def _rotate(self) -> None:
        aside = [self._path.with_name(f"{NAME}.{n}") for n in range(1, self._keep)]
        files = [self._path, *aside]
        for older, newer in zip(reversed(files), reversed(files[:-1]), strict=False):
            if newer.exists():
                newer.replace(older)
        if not aside:
            self._path.unlink()
