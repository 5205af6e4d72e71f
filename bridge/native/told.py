"""What a phone's shell says of its screen, made into values: front app, display, keyboard.

Lines of all generations are read; of several displays the first that has a focus counts,
unless one is named. Pure: no I/O.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from bridge.geometry import Box

Kind = Literal["app", "shade", "keyguard", "recents", "dialog", "none"]

FOCUS = "dumpsys window 2>/dev/null | grep -E 'mCurrentFocus=|mFocusedApp=| cur=|mDisplayId='"
"""Asks which window has the focus, and how large the display is as it is turned now."""

VIEWPORTS = "dumpsys display 2>/dev/null | grep DisplayViewport"
"""Asks for the displays with both of their numbers."""

_DISPLAY = re.compile(r"\bmDisplayId=(\d+)")
_FOCUS = re.compile(r"mCurrentFocus=(null|Window\{.*\})")
_APP = re.compile(r"mFocusedApp=.*?\{[0-9a-f]+ u(\d+) ([\w.]+)/([\w.$]+)")
_CUR = re.compile(r"\bcur=(\d+)x(\d+)")
_OF_APP = re.compile(r"\bu(\d+) ([\w.]+)/([\w.$]+)")
_OLD_APP = re.compile(r"Window\{[0-9a-f]+ ([\w.]+)/([\w.$]+)")
_ASKS = re.compile(r"(?:Application Error|Application Not Responding): ([\w.]+)")
_SHADE = ("NotificationShade", "StatusBar")
_RECENTS = re.compile(r"[Rr]ecents|QuickstepLauncher.*overview")


@dataclass(frozen=True, slots=True)
class Front:
    """What is in front.

    Attributes:
        kind: `dialog` is the system's own, over an app; `none`: nothing has the focus.
        package: Of the app; of the one below for what the system lays over it; may be empty.
        activity: Its name, with the package's own in front; empty where none is told.
        user: Android's number of whose it is.
        line: As the phone said it: the same line is the same window.
    """

    kind: Kind
    package: str = ""
    activity: str = ""
    user: int = 0
    line: str = field(default="", compare=False)

    @property
    def words(self) -> str:
        """Say it in a word or two."""
        if self.kind == "app":
            short = self.activity.removeprefix(self.package)
            return f"{self.package}/{short}" if short else self.package
        told = {
            "shade": "the notification shade",
            "keyguard": "the lock screen",
            "recents": "the recent apps",
            "dialog": "a dialog of the system",
            "none": "nothing",
        }[self.kind]
        return f"{told} over {self.package}" if self.package else told


@dataclass(frozen=True, slots=True)
class Display:
    """How the display is now.

    Attributes:
        width: In pixels as it is turned now; None when not told. So `height`.
        density: Dots per inch; None when not told.
    """

    width: int | None = None
    height: int | None = None
    density: int | None = None

    @property
    def box(self) -> Box | None:
        """The whole of it."""
        if self.width is None or self.height is None:
            return None
        return Box(0, 0, self.width, self.height)


def front(text: str, *, display: int | None = None, locked: bool = False) -> Front:
    """Read the answer to `FOCUS`.

    Args:
        text: The answer.
        display: Android's number of the display; None for the first with a focus.
        locked: Whether the lock screen shows, which looks like the shade.
    """
    found: Front | None = None
    for lines in _by_display(text, display):
        told = _front(lines, locked=locked)
        if told.kind != "none":
            return told
        found = found or told
    return found or Front("none")


def size(text: str, *, display: int | None = None) -> tuple[int, int] | None:
    """Read from the answer to `FOCUS` how large the display is, as it is turned now."""
    for lines in _by_display(text, display):
        if found := _CUR.search(lines):
            return int(found[1]), int(found[2])
    return None


def density(text: str) -> int | None:
    """Read the answer to `wm density`: an override comes last."""
    found = re.findall(r"density:\s*(\d{2,4})\b", text, re.ASCII)
    return int(found[-1]) if found else None


def physical(text: str, display: int) -> str | None:
    """Read from the answer to `VIEWPORTS` what `screencap` calls a display that is on."""
    for view in re.findall(r"DisplayViewport\{([^}]*)\}", text):
        number = re.search(r"\bdisplayId=(\d+)", view)
        unique = re.search(r"\buniqueId='local:(\d+)'", view)
        if number and unique and int(number[1]) == display and "isActive=false" not in view:
            return unique[1]
    return None


def awake(text: str) -> bool | None:
    """Read from `dumpsys power` whether the screen is on; None when not told."""
    said = re.search(r"\bmWakefulness=(\w+)", text)
    return said[1] == "Awake" if said else None


def keyboard(text: str) -> bool:
    """Read from `dumpsys input_method` whether the soft keyboard shows: the last word counts."""
    said = re.findall(r"\bmInputShown=(true|false)", text)
    return bool(said) and said[-1] == "true"


def _by_display(text: str, display: int | None) -> list[str]:
    pieces = _DISPLAY.split(text)
    parts = {int(n): piece for n, piece in zip(pieces[1::2], pieces[2::2], strict=True)}
    if not any("mCurrentFocus=" in part for part in parts.values()):
        return [text]  # older phones tell it once, after all displays
    if display is not None:
        return [parts.get(display, "")]
    return list(parts.values())


def _front(lines: str, *, locked: bool) -> Front:
    focus, below = _FOCUS.search(lines), _APP.search(lines)
    user, package, activity = (int(below[1]), below[2], below[3]) if below else (0, "", "")
    line = focus[0] if focus else ""
    if focus is None or focus[1] == "null":
        return Front("none", package, line=line)
    if app := _OF_APP.search(focus[1]):
        kind: Kind = "recents" if _RECENTS.search(focus[1]) else "app"
        return Front(kind, app[2], _whole(app[2], app[3]), int(app[1]), line)
    if app := _OLD_APP.search(focus[1]):
        return Front("app", app[1], _whole(app[1], app[2]), line=line)
    over = Front("dialog", package, _whole(package, activity), user, line)
    return _system(focus[1], over, locked=locked)


def _system(window: str, over: Front, *, locked: bool) -> Front:
    """Tell what a window that is no activity's is: the system's, or a popup of the app below."""
    if asks := _ASKS.search(window):
        return replace(over, package=asks[1], activity="")
    if locked or "Keyguard" in window:
        return Front("keyguard", line=over.line)
    if any(name in window for name in _SHADE):
        return replace(over, kind="shade", activity="")
    return over


def _whole(package: str, activity: str) -> str:
    return package + activity if activity.startswith(".") else activity
