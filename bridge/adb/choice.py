"""Which phone and which socket of it a call means, or why there is none. Pure."""

from __future__ import annotations

from bridge.adb.parse import DEFAULT_SOCKET, Facts, Listed, over_wifi, reconnecting
from bridge.adb.readiness import in_the_way, not_ready
from bridge.adb.report import Problem
from bridge.errors import BridgeError, PhoneFault, fault


def _raised(serial: str, problem: Problem) -> BridgeError:
    hint = f"{problem.hint} Run: `{problem.fix}`." if problem.fix else problem.hint
    return fault(problem.code, f"{serial}: {problem.message}", hint=hint)


def choose_socket(facts: Facts, serial: str) -> str:
    """Choose Chrome's socket among those the phone shows.

    Raises:
        PhoneFault: `DEVICE_BOOTING`, `CHROME_MISSING` or `CHROME_NOT_RUNNING`.
    """
    problem = in_the_way(serial, facts)
    if problem is not None and problem.code != "SCREEN_OFF":
        raise _raised(serial, problem)
    return facts.chrome_sockets[0] if facts.chrome_sockets else DEFAULT_SOCKET


def choose(listed: tuple[Listed, ...], serial: str | None) -> Listed:
    """Choose the phone a call means.

    Raises:
        PhoneFault: None of that name, none at all, several, or one that is not ready.
    """
    if serial is not None:
        # one phone may stand there twice, by cable and without: the row that is ready counts
        if same := sorted((each for each in listed if each.serial == serial), key=_waits):
            return _ready(same[0])
        hint = reconnecting(serial) if over_wifi(serial) else None
        raise PhoneFault("NO_DEVICE", f"adb lists no phone {serial!r}", hint=hint)
    ready = {each.serial: each for each in reversed(listed) if each.state == "ready"}
    if len(ready) == 1:
        return next(iter(ready.values()))
    if ready:
        names = ", ".join(sorted(ready))
        raise PhoneFault("MANY_DEVICES", f"{len(ready)} phones are ready: {names}")
    if listed:
        return _ready(listed[0])
    raise PhoneFault("NO_DEVICE", "adb lists no phone")


def _waits(listed: Listed) -> bool:
    return listed.state != "ready"


def _ready(listed: Listed) -> Listed:
    if listed.state == "ready":
        return listed
    raise _raised(listed.serial, not_ready(listed))
