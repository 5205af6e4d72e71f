"""What adb and the phone say, made into values.

Lists of devices and forwards, adb's refusals, and the facts a phone tells in one shell
call: `FACTS_COMMAND` asks, `facts()` reads; `SIGHT_COMMAND` and `sight()` only for what
the screen shows. Pure: no I/O, no clock.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from bridge.errors import BridgeError, fault

CHROME = "com.android.chrome"
DEFAULT_SOCKET = "chrome_devtools_remote"

State = Literal["ready", "unauthorized", "authorizing", "offline", "no-permissions", "other"]

_STATES: dict[str, State] = {
    "device": "ready",
    "unauthorized": "unauthorized",
    "authorizing": "authorizing",
    "offline": "offline",
}


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of adb's list of devices.

    Attributes:
        word: adb's own word for the state (`device`, `recovery`, `no permissions (…)`).
        transport: `wifi` when the serial is an address or an mDNS name.
        model: With spaces, as the phone calls itself; None while adb does not know it.
        transport_id: A new one means a new connection: all forwards are gone.
    """

    serial: str
    state: State
    word: str
    transport: Literal["usb", "wifi"]
    model: str | None = None
    product: str | None = None
    device: str | None = None
    transport_id: int | None = None


def over_wifi(serial: str) -> bool:
    """Say whether a serial is an address or an mDNS name: a phone without a cable."""
    return ":" in serial or "_adb-tls-connect" in serial


def reconnecting(serial: str) -> str:
    """Say how a person brings back a phone that adb lost."""
    if over_wifi(serial):
        return f"Wake the phone, then run `adb connect {serial}`."
    return "Unplug the phone and plug it in again."


_KEY = re.compile(r"(usb|product|model|device|transport_id|features|devpath):(\S+)")
_NO_PERMISSIONS = re.compile(r"(.*?)\s+(no permissions\b.*)")


def listed(text: str) -> tuple[Listed, ...]:
    """Read the answer of `host:devices-l`. Lines that are none are passed over."""
    rows = (_listed_line(line) for line in text.splitlines())
    return tuple(row for row in rows if row is not None)


def _listed_line(line: str) -> Listed | None:
    words = line.split()
    if not words or line.startswith(("List of", "* ")):
        return None
    known: dict[str, str] = {}
    while words and (match := _KEY.fullmatch(words[-1])):
        known.setdefault(match[1], match[2])
        words.pop()
    told = " ".join(words)
    state: State
    if match := _NO_PERMISSIONS.fullmatch(told):
        serial, word, state = match[1], match[2], "no-permissions"
    else:
        serial, _, word = told.rpartition(" ")
        state = _STATES.get(word, "other")
    if not serial:
        return None
    number = known.get("transport_id", "")
    return Listed(
        serial=serial,
        state=state,
        word=word,
        transport="wifi" if over_wifi(serial) else "usb",
        model=known["model"].replace("_", " ") if "model" in known else None,
        product=known.get("product"),
        device=known.get("device"),
        transport_id=int(number) if number.isascii() and number.isdigit() else None,
    )


@dataclass(frozen=True, slots=True)
class Forward:
    """One forward of the adb server: `local` and `remote` as adb spells them."""

    serial: str
    local: str
    remote: str


def forwards(text: str) -> tuple[Forward, ...]:
    """Read the answer of `host:list-forward`."""
    rows = (line.rsplit(" ", 2) for line in text.splitlines())
    return tuple(Forward(*row) for row in rows if len(row) == 3)  # noqa: PLR2004 - the three columns


_REFUSALS: tuple[tuple[str, str, str | None], ...] = (
    (r"device unauthorized|device still auth|failed to authenticate", "DEVICE_UNAUTHORIZED", None),
    (r"insufficient permissions|no permissions", "NO_PERMISSIONS", None),
    (r"device offline|device still", "DEVICE_OFFLINE", None),
    (r"more than one", "MANY_DEVICES", None),
    (
        r"device '.*' not found|no devices|no emulators|no device with|no such device",
        "NO_DEVICE",
        None,
    ),
    (
        r"failed to connect|failed to resolve|unable to connect|cannot connect|missing port"
        r"|bad port|cannot resolve|empty address",
        "NO_DEVICE",
        "Compare the address with the one under Wireless debugging on the phone.",
    ),
    (r"closed", "PHONE_GONE", None),
    (r"unknown host service", "ADB_BROKEN", "The running adb server is too old: update adb."),
)


def refusal(words: str, asked: str) -> BridgeError:
    """Make our error of adb's words.

    Args:
        words: The text behind `FAIL`; empty for a forward of an unknown serial.
        asked: What was asked for, as it should read: `forward for 0123ABC`.
    """
    told = " ".join(words.split())
    if not told:
        return fault("NO_DEVICE", f"adb refused, without a word: {asked}")
    for pattern, code, hint in _REFUSALS:
        if re.match(pattern, told, re.IGNORECASE):
            return fault(code, f"adb says: {told} ({asked})", hint=hint)
    return fault("ADB_BROKEN", f"adb says: {told} ({asked})", hint="Read adb's words.")


@dataclass(frozen=True, slots=True)
class Screen:
    """The built-in screen.

    Attributes:
        width: Physical pixels after an override, upright; None when not told. So `height`.
        density: Dots per inch after an override.
        awake: Whether it is on and takes touches; None when not told.
        locked: Whether the lock screen shows; None when not told.
    """

    width: int | None
    height: int | None
    density: int | None
    awake: bool | None
    locked: bool | None


@dataclass(frozen=True, slots=True)
class Chrome:
    """Chrome (stable) for the current user.

    Attributes:
        running: Whether a process lives. Android starts it ahead: only a socket can be driven.
        enabled: False when somebody switched the app off.
    """

    installed: bool
    version: str | None
    running: bool
    enabled: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """What one phone says about itself.

    Attributes:
        sdk: Android's API level.
        sockets: Names of listening DevTools sockets, without `@`; None when the phone
            does not let adb read them, and the default name is worth a try.
        user: Android's number of the user in front.
    """

    booted: bool
    model: str | None
    manufacturer: str | None
    android: str | None
    sdk: int | None
    screen: Screen
    chrome: Chrome
    sockets: tuple[str, ...] | None
    user: int | None

    @property
    def chrome_sockets(self) -> tuple[str, ...]:
        """Return the sockets that bear Chrome's name (stable to canary share it), best first."""
        named = [s for s in self.sockets or () if re.fullmatch(DEFAULT_SOCKET + r"(_\d+)?", s)]
        return tuple(sorted(named, key=len))


@dataclass(frozen=True, slots=True)
class Sight:
    """What a person who looks at the phone would see.

    Attributes:
        awake: Whether the screen is on; None when not told.
        locked: Whether the lock screen shows; None when not told.
        front: Package of the app whose window has the focus; None when no app's has, or
            the phone does not tell.
    """

    awake: bool | None
    locked: bool | None
    front: str | None


Probes = tuple[tuple[str, str], ...]

_POWER = ("power", "dumpsys power 2>/dev/null | grep mWakefulness=")
_KEYGUARD = ("keyguard", "dumpsys window policy 2>/dev/null | grep -i showing")
_SIGHT_PROBES: Probes = (
    _POWER,
    _KEYGUARD,
    ("focus", "dumpsys window 2>/dev/null | grep mCurrentFocus="),
)
_PROBES: Probes = (
    ("booted", "getprop sys.boot_completed"),
    ("model", "getprop ro.product.model"),
    ("manufacturer", "getprop ro.product.manufacturer"),
    ("android", "getprop ro.build.version.release"),
    ("sdk", "getprop ro.build.version.sdk"),
    ("user", "am get-current-user 2>/dev/null"),
    ("size", "wm size 2>/dev/null"),
    ("density", "wm density 2>/dev/null"),
    _POWER,
    _KEYGUARD,
    ("path", f"pm path {CHROME} 2>/dev/null"),
    ("package", f"dumpsys package {CHROME} 2>/dev/null | grep -E 'versionName=|installed='"),
    ("pid", f"pidof {CHROME}"),
    ("unix", "cat /proc/net/unix 2>/dev/null | grep -E 'Inode|_devtools_remote'"),
)

_MARK = "@@tapbridge:"


def _command(probes: Probes) -> str:
    asked = [f"echo {_MARK}{name}; {command}" for name, command in probes]
    return "; ".join([*asked, f"echo {_MARK}end"])


FACTS_COMMAND = _command(_PROBES)
SIGHT_COMMAND = _command(_SIGHT_PROBES)


class Unreadable(Exception):
    """The phone's answer to `FACTS_COMMAND` or `SIGHT_COMMAND` is not whole."""


def facts(text: str) -> Facts:
    """Read the answer to `FACTS_COMMAND`.

    Raises:
        Unreadable: It is not whole: the shell ended early, or something else answered.
    """
    told = _told(text, _PROBES)
    size = re.findall(r"size:\s*(\d+)x(\d+)", told["size"])
    density = re.findall(r"density:\s*(\d+)", told["density"])
    user = _number(told["user"])
    return Facts(
        booted=told["booted"].strip() == "1",
        model=told["model"].strip() or None,
        manufacturer=told["manufacturer"].strip() or None,
        android=told["android"].strip() or None,
        sdk=_number(told["sdk"]),
        screen=Screen(
            width=int(size[-1][0]) if size else None,
            height=int(size[-1][1]) if size else None,
            density=int(density[-1]) if density else None,
            awake=_awake(told["power"]),
            locked=locked(told["keyguard"]),
        ),
        chrome=_chrome(told["path"], told["package"], told["pid"], user),
        sockets=sockets(told["unix"]),
        user=user,
    )


def sight(text: str) -> Sight:
    """Read the answer to `SIGHT_COMMAND`.

    Raises:
        Unreadable: As `facts`.
    """
    told = _told(text, _SIGHT_PROBES)
    # one line per display, `null` where nothing has the focus
    focus = re.search(r"mCurrentFocus=Window\{[^}]*?\s([\w.]+)/", told["focus"])
    return Sight(
        _awake(told["power"]), locked(told["keyguard"]), focus[1] if focus is not None else None
    )


def _told(text: str, probes: Probes) -> dict[str, str]:
    """Part an answer by its marks."""
    _, *pieces = re.split(rf"{_MARK}([a-z]+)[ \r]*(?:\n|$)", text)
    told = dict(zip(pieces[::2], pieces[1::2], strict=True))
    missing = [name for name, _ in (*probes, ("end", "")) if name not in told]
    if missing:
        raise Unreadable(f"the phone did not answer to: {', '.join(missing)}")
    return told


def _awake(text: str) -> bool | None:
    said = re.search(r"\bmWakefulness=(\w+)", text)
    return said[1] == "Awake" if said else None


def _number(text: str) -> int | None:
    match = re.fullmatch(r"\s*(\d+)\s*", text, re.ASCII)
    return int(match[1]) if match else None


def locked(text: str) -> bool | None:
    """Read from `dumpsys window policy` whether the lock screen shows; None when not told."""
    names = r"\b(?:showing|mShowing|mIsShowing|mShowingLockscreen)=(true|false)"
    said = re.findall(names, text)
    return "true" in said if said else None


def _chrome(path: str, package: str, pid: str, user: int | None) -> Chrome:
    version = re.search(r"\bversionName=(\S+)", package)
    installed = any(line.startswith("package:") for line in path.splitlines())
    enabled = True
    line = re.search(rf"^\s*User {user or 0}:(.*)$", package, re.MULTILINE)
    if line:
        flags = dict(re.findall(r"(\w+)=(\S+)", line[1]))
        installed = flags.get("installed") == "true" and flags.get("hidden") != "true"
        enabled = flags.get("enabled", "0") in {"0", "1"}
    return Chrome(
        installed=installed,
        version=version[1] if version else None,
        running=bool(re.fullmatch(r"\s*\d+(\s+\d+)*\s*", pid, re.ASCII)),
        enabled=enabled,
    )


def sockets(text: str) -> tuple[str, ...] | None:
    """Read `/proc/net/unix`: abstract, listening, and named `…_devtools_remote…`.

    A connected socket shows its name again with other flags and state; it does not count.

    Returns:
        The names without `@`, in the phone's order; None when neither the table's head
        nor a row is there, because the phone did not let adb read it.
    """
    rows = [line.split(None, 7) for line in text.splitlines()]
    rows = [row for row in rows if len(row) == 8]  # noqa: PLR2004 - the table's eight columns
    if not rows:
        return None
    names = [
        row[7].strip()[1:]
        for row in rows
        if row[3] == "00010000" and row[5] == "01" and row[7].startswith("@")
    ]
    return tuple(dict.fromkeys(name for name in names if "_devtools_remote" in name))
