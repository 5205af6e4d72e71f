"""Files that came from a page, put down on this computer.

In: a name that a page chose, and bytes as they come. Out: a file in one folder, for this user
alone, under a name that can do no harm. Nothing is ever overwritten, and what was not
finished is taken away.
"""

from __future__ import annotations

import os
import re
import secrets
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from bridge.errors import BridgeError, ScreenFault

MOST_NAME_BYTES = 200
_MOST_NUMBERED = 10_000
_NAMELESS = "download"
_RESERVED = re.compile(
    r"(con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\..*)?$", re.IGNORECASE
)
_FORBIDDEN = re.compile(r'[<>:"|?*]')


def safe_name(told: str) -> str:
    """Return a name that is one on every system, from one that a page chose.

    No folders, controls, marks that turn text around, or reserved names; no dots or spaces at its
    ends; at most `MOST_NAME_BYTES` of UTF-8, the ending kept.
    """
    last = re.split(r"[/\\]", told.encode("utf-8", "replace").decode())[-1]
    # Cc controls, Cf what turns text around or is not drawn, Zl and Zp line ends, Co Cn nothing
    kept = "".join(
        " " if unicodedata.category(c) in {"Zl", "Zp", "Zs"} else c
        for c in last
        if unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
    )
    plain = _FORBIDDEN.sub("_", kept).strip(" .")
    if _RESERVED.match(plain):
        plain = f"_{plain}"
    return _cut(plain) or _NAMELESS


def numbered(name: str, number: int) -> str:
    """Return a name with a number before its ending: `a (2).txt`."""
    if number == 1:
        return name
    stem, ending = _parted(name)
    return f"{stem} ({number}){ending}"


def _parted(name: str) -> tuple[str, str]:
    stem, dot, ending = name.rpartition(".")
    return (stem, f".{ending}") if dot and stem and len(ending) <= 16 else (name, "")  # noqa: PLR2004


def _cut(name: str) -> str:
    room = MOST_NAME_BYTES
    if len(name.encode()) <= room:
        return name
    stem, ending = _parted(name)
    if (left := room - len(ending.encode())) <= 0:
        stem, ending, left = name, "", room
    return f"{stem.encode()[:left].decode('utf-8', 'ignore').rstrip(' .')}{ending}"


@dataclass(slots=True)
class Arriving:
    """A file that is coming in.

    Attributes:
        size: Bytes so far.
        path: Where it is, once `finish` has put it there.
    """

    folder: Path
    name: str
    most_bytes: int
    file: IO[bytes]
    part: Path
    size: int = 0
    path: Path | None = None

    def write(self, data: bytes) -> None:
        """Take more of it. Blocks.

        Raises:
            ScreenFault: `DOWNLOAD_FAILED`: it is too large, or the disk does not take it.
        """
        self.size += len(data)
        if self.size > self.most_bytes:
            raise too_large(self.most_bytes)
        try:
            self.file.write(data)
        except OSError as problem:
            raise _unwritable(problem) from problem

    def finish(self) -> Path:
        """Put it in place, under the first free name. Blocks.

        Raises:
            ScreenFault: `DOWNLOAD_FAILED`.
        """
        try:
            self.file.close()
            path = self._claimed()
            try:
                self.part.replace(path)  # over the empty one that holds the name for us
            except OSError:
                path.unlink(missing_ok=True)
                raise
        except OSError as problem:
            raise _unwritable(problem) from problem
        self.path = path
        return path

    def _claimed(self) -> Path:
        """Make an empty file under the first free name."""
        for number in range(1, _MOST_NUMBERED):
            path = self.folder / numbered(self.name, number)
            try:
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            except FileExistsError:
                continue
            return path
        raise FileExistsError(None, "too many files of this name are there")


@dataclass(frozen=True, slots=True)
class Inbox:
    """The folder.

    Args:
        folder: Made when it is missing.
        most_bytes: Of one file.
    """

    folder: Path
    most_bytes: int

    @contextmanager
    def arriving(self, name: str) -> Iterator[Arriving]:
        """Take a file in; what is not finished when the block ends is taken away.

        Raises:
            ScreenFault: `DOWNLOAD_FAILED`: the folder cannot be written to.
        """
        part = self.folder / f".{secrets.token_hex(8)}.part"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as problem:
            raise _unwritable(problem) from problem
        file = os.fdopen(number, "wb")
        coming = Arriving(self.folder, safe_name(name), self.most_bytes, file, part)
        try:
            yield coming
        finally:
            with suppress(OSError):
                file.close()
            if coming.path is None:
                with suppress(OSError):
                    part.unlink(missing_ok=True)


def too_large(most: int) -> BridgeError:
    """Return the refusal of a file that has more bytes than are taken."""
    return ScreenFault(
        "DOWNLOAD_FAILED",
        f"it has more than {most / 1_000_000:g} MB (setting transfer.download_bytes)",
    )


def _unwritable(problem: OSError) -> BridgeError:
    told = problem.strerror or "it cannot be written"
    return ScreenFault("DOWNLOAD_FAILED", f"this computer's downloads folder: {told}")
