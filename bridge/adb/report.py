"""The report of `doctor`: what was seen of adb and of each phone, and what stands in the way.

It goes out as JSON with stable names, or as a checklist for a person, which stops at the
first row that fails. Pure: no I/O; `readiness` makes it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from textwrap import wrap
from typing import Any, Literal

from bridge.adb.parse import DEFAULT_SOCKET, Screen
from bridge.errors import CODES

Mark = Literal["passed", "failed", "advisory"]
Action = Literal["launchChrome", "installChrome"]

_SIGNS: dict[Mark, str] = {"passed": "✓", "failed": "✗", "advisory": "!"}
_LABEL_WIDTH = 19
_INDENT = " " * (2 + _LABEL_WIDTH)

GUIDE: tuple[str, ...] = (
    "On the phone: Settings > About phone, tap Build number seven times.",
    "Settings > System > Developer options: switch USB debugging on.",
    "On the computer: install adb, with `sudo apt install adb` or `pip install 'tapbridge[adb]'`.",
    "Connect the phone with a cable and accept Allow USB debugging on it.",
    "Or without a cable (Android 11 or newer): Developer options > Wireless debugging > Pair device"
    " with pairing code, then `adb pair HOST:PORT` and `adb connect HOST:PORT` with what the phone"
    " shows.",
    "Open Chrome on the phone, or run `tapbridge open`.",
    "Run `tapbridge doctor`: it names the first thing that is missing, and what to do about it.",
)
"""The steps to set a phone up: the one source of doctor's text and of README's section."""

_GUIDED = {"ADB_MISSING", "NO_DEVICE", "DEVICE_UNAUTHORIZED"}


@dataclass(frozen=True, slots=True)
class Problem:
    """What stands in the way.

    Attributes:
        code: A key of `errors.CODES`.
        message: What is the matter; a sentence.
        hint: What to do; a sentence.
        fix: A command to copy, when one helps.
        action: What the Bridge itself can do for a person.
    """

    code: str
    message: str
    hint: str
    fix: str | None = None
    action: Action | None = None


def of(
    code: str,
    message: str | None = None,
    *,
    hint: str | None = None,
    fix: str | None = None,
    action: Action | None = None,
) -> Problem:
    """Make the problem of a code, with the table's words where none are given."""
    row = CODES[code]
    return Problem(code, message or row.meaning, hint or row.hint, fix, action)


@dataclass(frozen=True, slots=True)
class Adb:
    """The adb program and its server.

    Attributes:
        found: Whether there is a program. A server that already runs does without.
        server: The server's protocol version; None when none answers.
    """

    found: bool = False
    path: str | None = None
    version: str | None = None
    server: int | None = None
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class ChromeState:
    """Chrome on the phone.

    Attributes:
        debuggable: Whether its DevTools socket is there; None when the phone hides that.
        sockets: All DevTools sockets, of other browsers and WebViews too.
    """

    installed: bool = False
    version: str | None = None
    running: bool = False
    enabled: bool = True
    debuggable: bool | None = False
    sockets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AndroidDevice:
    """One phone."""

    serial: str
    transport: str
    state: str
    word: str
    model: str | None = None
    manufacturer: str | None = None
    android: str | None = None
    sdk: int | None = None
    screen: Screen | None = None
    chrome: ChromeState = field(default_factory=ChromeState)
    problem: Problem | None = None

    @property
    def ready(self) -> bool:
        """Whether its Chrome can be driven now (a dark screen does not count against it)."""
        return self.problem is None or self.problem.code == "SCREEN_OFF"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the checklist."""

    label: str
    mark: Mark
    value: str
    hint: str | None = None
    fix: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """The whole judgement.

    Attributes:
        ready: Whether some phone's Chrome can be driven.
        problem: Of the first ready phone (an advice), else of the first phone, else of adb.
    """

    enabled: bool
    ready: bool
    adb: Adb
    devices: tuple[AndroidDevice, ...]
    problem: Problem | None

    def checks(self) -> tuple[tuple[str | None, tuple[Row, ...]], ...]:
        """Return the checklist in sections.

        One phone: a single section without a title. Several: adb's first, then one per
        phone under its serial.
        """
        top = _adb_rows(self)
        if not self.enabled or self.adb.problem is not None or not self.devices:
            return ((None, top),)
        if len(self.devices) == 1:
            return ((None, (*top, *_device_rows(self.devices[0]))),)
        return ((None, top), *((d.serial, _device_rows(d)) for d in self.devices))

    def as_json(self) -> dict[str, Any]:
        """Return the state, the checklist and the steps to set a phone up, as JSON values."""
        state = asdict(self)
        for row, device in zip(state["devices"], self.devices, strict=True):
            row["ready"] = device.ready
            row["chrome"]["sockets"] = list(device.chrome.sockets)
        state["devices"] = list(state["devices"])
        state["checks"] = [
            {"serial": title, "rows": [asdict(row) for row in rows]}
            for title, rows in self.checks()
        ]
        state["guide"] = list(GUIDE) if self._guided else []
        return state

    def as_text(self) -> str:
        """Return the checklist for a person."""
        lines: list[str] = []
        for title, rows in self.checks():
            if lines:
                lines.append("")
            if title is not None:
                lines.append(title)
            for row in rows:
                lines.append(f"{_SIGNS[row.mark]} {row.label:<{_LABEL_WIDTH}}{row.value}")
                lines += [_INDENT + more for more in (row.hint, row.fix) if more]
        if self._guided:
            lines += ["", "To set a phone up:"]
            for number, step in enumerate(GUIDE, 1):
                lines += wrap(step, 80, initial_indent=f"  {number}. ", subsequent_indent=" " * 5)
        elif self.ready:
            first = next(d for d in self.devices if d.ready)
            lines += ["", f"Ready: {_named(first)} ({first.serial})."]
        return "\n".join(lines) + "\n"

    @property
    def _guided(self) -> bool:
        return self.problem is not None and self.problem.code in _GUIDED and not self.ready


def _failed(label: str, problem: Problem, value: str) -> Row:
    return Row(label, "failed", value, problem.hint, problem.fix)


def _adb_rows(report: Report) -> tuple[Row, ...]:
    adb = report.adb
    if report.problem is not None and not report.enabled:
        return (_failed("adb", report.problem, report.problem.message),)
    if adb.problem is not None:
        return (_failed("adb", adb.problem, adb.problem.message),)
    program = (
        f"{adb.version or 'of unknown version'} ({adb.path})" if adb.found else "no program here"
    )
    row = Row("adb", "passed", f"{program}, its server answers")
    if report.devices or report.problem is None:
        return (row,)
    return (row, _failed("Phone", report.problem, report.problem.message))


_FAILS_ON: dict[str, str] = {
    "DEVICE_OFFLINE": "Phone",
    "NO_PERMISSIONS": "Phone",
    "DEVICE_BOOTING": "Phone",
    "DEVICE_UNAUTHORIZED": "USB debugging",
    "CHROME_MISSING": "Chrome",
    "CHROME_NOT_RUNNING": "Chrome open",
}


def _device_rows(device: AndroidDevice) -> tuple[Row, ...]:
    passed = {
        "Phone": _named(device) + f", over {'Wi-Fi' if device.transport == 'wifi' else 'USB'}",
        "USB debugging": "allowed",
        "Chrome": _chrome_said(device.chrome),
    }
    rows: list[Row] = []
    for label in ("Phone", "USB debugging", "Chrome", "Chrome open"):
        problem = device.problem
        if problem is not None and _FAILS_ON.get(problem.code) == label:
            return (*rows, _failed(label, problem, problem.message))
        rows.append(Row(label, "passed", passed[label]) if label in passed else _open_row(device))
    return (*rows, _screen_row(device))


def _named(device: AndroidDevice) -> str:
    name = device.model or "a phone"
    maker = device.manufacturer
    if maker and not name.lower().startswith(maker.lower()):
        name = f"{maker} {name}"
    return f"{name}, Android {device.android}" if device.android else name


def _chrome_said(chrome: ChromeState) -> str:
    if not chrome.installed:
        return "another browser of Chrome's family"
    return chrome.version or "installed"


def _open_row(device: AndroidDevice) -> Row:
    if device.chrome.debuggable is None:
        return Row(
            "Chrome open",
            "advisory",
            "running; this phone does not show its sockets",
            f"The usual name is tried: {DEFAULT_SOCKET}.",
        )
    return Row("Chrome open", "passed", "yes")


def _screen_row(device: AndroidDevice) -> Row:
    screen = device.screen
    if screen is None or screen.awake is None:
        return Row("Screen", "advisory", "the phone does not tell")
    size = f" ({screen.width}x{screen.height})" if screen.width and screen.height else ""
    if not screen.awake:
        return Row("Screen", "advisory", "off" + size, CODES["SCREEN_OFF"].hint)
    if screen.locked:
        return Row("Screen", "advisory", "on, locked" + size, "Unlock the phone.")
    return Row("Screen", "passed", "on" + size)
