"""Files of this computer that may be handed to a page.

In: the paths that an agent names, the folder it works in, the folders that a person added. Out:
their bytes, or a refusal. A file is taken only when it is a plain one of this user's and lies
in one of the folders once every link on the way is followed; hidden ones never are.
"""

from __future__ import annotations

import mimetypes
import os
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bridge.errors import BridgeError, ScreenFault

MOST_BYTES = 20_000_000
"""Of all files of one call together: they go through the page's memory."""

_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Parcel:
    """A file that was read.

    Attributes:
        name: As the page will see it: no folder.
        type: Its media type by its name; empty when that says nothing.
        modified_ms: When it was changed last, in ms since 1970.
    """

    name: str
    type: str
    modified_ms: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Outbox:
    """Where files may be taken from.

    Args:
        folders: What a person added, for every caller.
        never: Folders of the Bridge's own: its token and its secrets are there.
    """

    folders: tuple[str, ...] = ()
    never: tuple[Path, ...] = ()

    def take(self, paths: Sequence[str], own: Sequence[str] = ()) -> tuple[Parcel, ...]:
        """Read files, all or none. Blocks: for a thread.

        Args:
            paths: Whole, or below the first of `own`.
            own: The caller's folders.

        Raises:
            ScreenFault: `UPLOAD_REFUSED`.
        """
        roots = _roots(self.folders, own)
        here = Path(own[0]) if own else None
        parcels: list[Parcel] = []
        left = MOST_BYTES
        for each in paths:
            parcels.append(self._read(self._allowed(each, here, roots), left))
            left -= len(parcels[-1].data)
        return tuple(parcels)

    def _allowed(self, named: str, here: Path | None, roots: Sequence[Path]) -> Path:
        """Return where a path leads, when it leads to where files may be taken from."""
        if not named or "\0" in named:
            raise refused("that is no path")
        path = Path(named)
        if not path.is_absolute():
            if here is None:
                raise refused(f"{shown(named)} is no whole path, and no folder is known for it")
            path = here / path
        try:
            real = path.resolve()
        except (OSError, RuntimeError) as problem:  # links in a circle
            raise refused(f"{shown(named)} leads nowhere") from problem
        root = next((each for each in roots if real.is_relative_to(each)), None)
        if root is None or any(map(real.is_relative_to, _resolved(self.never))):
            raise refused(f"{shown(named)} lies outside of the folders that files may come from")
        if any(part.startswith(".") for part in real.relative_to(root).parts):
            raise refused(f"{shown(named)} is hidden, or in a hidden folder")
        return real

    def _read(self, path: Path, left: int) -> Parcel:
        told = shown(path.name)
        flags = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
        # a pipe that nobody writes to must not hold us up, nor a link put there just now mislead
        flags |= getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
        try:
            number = os.open(path, flags)
        except OSError as problem:
            raise refused(f"{told}: {problem.strerror or 'it cannot be opened'}") from problem
        try:
            facts = os.fstat(number)
            if stat.S_ISDIR(facts.st_mode):
                raise refused(f"{told} is a folder")
            if not stat.S_ISREG(facts.st_mode):
                raise refused(f"{told} is no plain file")
            if hasattr(os, "geteuid") and facts.st_uid != os.geteuid():
                raise refused(f"{told} belongs to another user")
            if path.resolve() != path:
                raise refused(f"{told} was put elsewhere meanwhile")
            if facts.st_size > left:
                raise _too_large()
            with os.fdopen(number, "rb", closefd=False) as file:
                data = file.read(left + 1)
        except OSError as problem:
            raise refused(f"{told}: {problem.strerror or 'it cannot be read'}") from problem
        finally:
            os.close(number)
        if len(data) > left:  # it grew
            raise _too_large()
        return Parcel(path.name, type_of(path.name), facts.st_mtime_ns // 1_000_000, data)


def type_of(name: str) -> str:
    """Return the media type that a name's ending stands for; empty when none does."""
    kind, packed = mimetypes.guess_type(name, strict=False)
    return f"application/{packed}" if packed else kind or ""


def refused(why: str) -> BridgeError:
    """Return the refusal of a file."""
    return ScreenFault("UPLOAD_REFUSED", why)


def shown(name: str) -> str:
    """Quote a path for a message: one line, cut."""
    line = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    cut = line if len(line) <= _SHOWN else f"…{line[-_SHOWN:]}"
    return "'{}'".format(cut.replace("'", '"'))


def _too_large() -> BridgeError:
    most = MOST_BYTES // 1_000_000
    return refused(f"files of more than {most} MB together cannot be handed over")


def _roots(added: Sequence[str], own: Sequence[str]) -> list[Path]:
    """Return the folders, links followed. Where an agent works, a whole disk is no folder."""
    chosen = [Path(each).expanduser() for each in added]
    working = [each for each in _resolved(map(Path, own)) if each != Path(each.anchor)]
    return [*_resolved(each for each in chosen if each.is_absolute()), *working]


def _resolved(paths: Iterable[Path]) -> list[Path]:
    found = []
    for each in paths:
        try:
            found.append(each.resolve())
        except (OSError, RuntimeError):
            continue
    return found
