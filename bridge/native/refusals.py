"""The phone's own words for "no", made into errors.

Success is read from them too: exit statuses tell nothing there. Pure: no I/O.
"""

from __future__ import annotations

import re

from bridge.errors import BridgeError, fault

_OEM = r"INJECT_EVENTS"
_TREE: tuple[tuple[str, str, str], ...] = (
    (r"could not get idle state", "TREE_NOT_IDLE", "the screen never rests"),
    (r"already\s*registered", "TREE_BUSY", "another program holds UIAutomator"),
    (r"null root node", "TREE_EMPTY", "UIAutomator finds no window"),
    (r"Killed", "TREE_BUSY", "the phone ended UIAutomator: another program, or little memory"),
    (r"NullPointerException|Exception", "TREE_EMPTY", "UIAutomator broke off"),
)
_INPUT: tuple[tuple[str, str, str], ...] = (
    (_OEM, "INPUT_BLOCKED_OEM", "the phone refuses taps and keys of adb"),
    (
        r"Attempt to get length of null array",
        "TEXT_NOT_TYPABLE",
        "the text has characters that no key types",
    ),
    (r"Unknown command|Invalid arguments|IllegalArgument", "APP_FAILED", "the phone's `input`"),
)
_APP: tuple[tuple[str, str, str], ...] = (
    (r"does not have permission to access user|cross.user", "USER_PROFILE", "another user's"),
    (r"does not exist|Error type 3", "APP_FAILED", "there is no such activity"),
    (r"unable to resolve Intent", "APP_FAILED", "no app takes that"),
    (r"permission to access|not exported|Permission Denial", "APP_FAILED", "the app is not open"),
    (r"No activities found|No activity found", "APP_FAILED", "the app has nothing to start"),
    (r"Unknown package|Failure|Error:|SecurityException|Exception", "APP_FAILED", ""),
)
_LONGEST = 160


def of_tree(said: str) -> BridgeError | None:
    """Read what `uiautomator dump` printed beside the tree."""
    return _first(_TREE, said, "uiautomator")


def of_input(said: str) -> BridgeError | None:
    """Read what `input` printed; it prints nothing where all is well."""
    return _first(_INPUT, said, "input")


def of_app(said: str) -> BridgeError | None:
    """Read what `am`, `pm` or `cmd package` printed. Warnings are no refusals."""
    lines = [line for line in said.splitlines() if not line.startswith("Warning:")]
    return _first(_APP, "\n".join(lines), "Android")


def _first(table: tuple[tuple[str, str, str], ...], said: str, who: str) -> BridgeError | None:
    for pattern, code, told in table:
        if re.search(pattern, said):
            words = _line(said, pattern)
            return fault(code, f"{told} ({who} says: {words})" if told else f"{who} says: {words}")
    return None


def _line(said: str, pattern: str) -> str:
    """Return the line that says it, without what Java puts before, and not too long."""
    line = next(each for each in said.splitlines() if re.search(pattern, each))
    plain = re.sub(r"^(?:[\w.]+(?:Exception|Error): |ERROR: |Error: )", "", line.strip())
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - 1] + "…"
