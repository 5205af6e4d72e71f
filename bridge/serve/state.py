"""Where the daemon is, and whether it lives.

`daemon.json` (mode 0600) names pid, port, token and version. A file lock that the daemon
holds for its whole life says whether it lives, so a stale file, a pid used again or a port
taken by a stranger misleads nobody. Standard library only: thin clients import this.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from bridge.errors import SetupFault
from bridge.files import FileLock, put
from bridge.places import state_folder

STATE = "daemon.json"
LIFE = "daemon.life"
START = "daemon.start"
LOG = "daemon.log"
LAST_WORDS = "daemon.out"
EXTENSIONS = "extensions.json"
HTTP_TOKEN = "http.token"  # noqa: S105 - the name of the file that holds it


@dataclass(frozen=True, slots=True)
class State:
    """What a client needs to reach the daemon.

    Attributes:
        started: Seconds since 1970.
        http: Address of MCP over HTTP, while it is served.
    """

    pid: int
    port: int
    token: str
    version: str
    started: float
    http: str | None = None


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Make our error of a file or folder of ours that cannot be used.

    Raises:
        SetupFault: `DAEMON_FAILED` with the system's word for it.
    """
    try:
        yield
    except OSError as problem:
        raise SetupFault(
            "DAEMON_FAILED",
            f"{path} cannot be used: {problem.strerror}",
            hint="Make room and give yourself the rights, or name another TAPBRIDGE_HOME.",
        ) from problem


def folder() -> Path:
    """Return the state folder, made for this user alone when it was not there.

    Raises:
        SetupFault: `DAEMON_FAILED`: it cannot be made.
    """
    place = state_folder()
    with told(place):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return place


def read(place: Path) -> State | None:
    """Return what the state file says; None when there is none or it makes no sense."""
    try:
        values = json.loads((place / STATE).read_text(encoding="utf-8"))
        return State(
            pid=int(values["pid"]),
            port=int(values["port"]),
            token=str(values["token"]),
            version=str(values["version"]),
            started=float(values["started"]),
            http=values.get("http"),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write(place: Path, state: State) -> None:
    """Put the state file in place at once and whole, readable by this user only.

    Raises:
        SetupFault: `DAEMON_FAILED`: it cannot be written.
    """
    with told(place / STATE):
        put(place / STATE, json.dumps(asdict(state)))


def remove(place: Path, token: str | None = None) -> None:
    """Remove the state file; with a token, only when it is that daemon's own."""
    if token is not None:
        found = read(place)
        if found is None or found.token != token:
            return
    with told(place / STATE):
        (place / STATE).unlink(missing_ok=True)


def taken(lock: FileLock, *, shared: bool = False) -> bool:
    """Return whether the lock is ours now. `shared` only asks whether somebody holds it.

    Raises:
        SetupFault: `DAEMON_FAILED`: the lock's file cannot be opened.
    """
    with told(lock.path):
        return lock.take(shared=shared)


def alive(place: Path) -> bool:
    """Return whether a daemon of this folder lives (it may still be starting)."""
    probe = FileLock(place / LIFE)
    if taken(probe, shared=True):
        probe.release()
        return False
    return True


def note_defect() -> None:
    """Put the traceback of a client's own defect into the daemon's log: no screen needs it."""
    import traceback  # noqa: PLC0415 - thin clients start without it

    with suppress(OSError, SetupFault):
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        number = os.open(folder() / LOG, flags, 0o600)
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(f"a client (pid {os.getpid()}) ended by a defect\n{traceback.format_exc()}")


def newer(one: str, other: str) -> bool:
    """Return whether version `one` is newer than version `other`, by their numbers."""

    def numbers(version: str) -> tuple[int, ...]:
        return tuple(int(n) for n in re.findall(r"\d+", version)[:6])

    return numbers(one) > numbers(other)
