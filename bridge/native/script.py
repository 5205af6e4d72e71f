"""Shell scripts that ask or do several things of a native screen in one round trip.

Sections begin with marks that hold a random word, so nothing on the screen can pretend to be
one. An act runs only behind conditions that the phone's own shell looks at. Pure: no I/O.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bridge.native.told import FOCUS

ORDER = ("front", "size", "element")
"""What an act may be bound to, in the order in which it is looked at."""


def quote(word: str) -> str:
    """Quote a word for the phone's shell.

    Raises:
        ValueError: It holds a NUL, which no command line can.
    """
    if "\0" in word:
        raise ValueError("a NUL cannot be part of a command")
    return "'" + word.replace("'", "'\\''") + "'"


def dump(token: str, *, compressed: bool = False) -> list[str]:
    """Return the commands that print the tree: to a file of its own, which is taken away."""
    path = _path(token)
    how = " --compressed" if compressed else ""
    return [
        _mark(token, "said"),
        f"uiautomator dump{how} {path} 2>&1",
        _mark(token, "tree"),
        f"cat {path} 2>/dev/null",
        f"rm -f {path}",
        "echo",
    ]


def look(token: str, *, tree: bool = True, compressed: bool = False) -> str:
    """Return the script that tells what the screen shows; `sections` reads its answer."""
    return "; ".join(
        [
            _mark(token, "before"),
            FOCUS,
            _mark(token, "power"),
            "dumpsys power 2>/dev/null | grep -E 'mWakefulness='",
            _mark(token, "lock"),
            "dumpsys window policy 2>/dev/null | grep -i showing",
            _mark(token, "keyboard"),
            "dumpsys input_method 2>/dev/null | grep mInputShown=",
            _mark(token, "density"),
            "wm density 2>/dev/null",
            *(dump(token, compressed=compressed) if tree else ()),
            _mark(token, "after"),
            FOCUS,
            _mark(token, "end"),
        ]
    )


def act(
    token: str,
    commands: Sequence[str],
    *,
    front: str = "",
    size: tuple[int, int] | None = None,
    element: Sequence[str] = (),
    then: str = "",
) -> str:
    """Return the script that sends input, where all is as it was seen.

    Args:
        token: A random word.
        commands: What is sent, one after the other, until one fails.
        front: The line of the window that has to have the focus.
        size: The display's, as it is turned.
        element: Tags that the tree has to hold.
        then: The script that tells what came of it.
    """
    path = _path(token)
    steps: list[str] = []
    if front:
        steps += [f"dumpsys window 2>/dev/null | grep -qF {quote(front)}", _mark(token, "front")]
    if size is not None:
        now = f" cur={size[0]}x{size[1]} "
        steps += [f"dumpsys window 2>/dev/null | grep -qF {quote(now)}", _mark(token, "size")]
    if element:
        steps += [
            f"uiautomator dump {path} >/dev/null 2>&1",
            *(f"cat {path} 2>/dev/null | grep -qF {quote(tag)}" for tag in element),
            _mark(token, "element"),
        ]
    steps += [_mark(token, "sent"), *(f"{command} 2>&1" for command in commands)]
    after = [_mark(token, "status", "$?"), *([f"rm -f {path}"] if element else [])]
    return "; ".join([" && ".join(steps), *after, *([then] if then else [])])


def sections(text: str, token: str) -> dict[str, str]:
    """Part an answer by its marks; what comes before the first is nobody's."""
    pieces = re.split(rf"^@@{re.escape(token)}:([a-z]+) ?(?:\r?\n|$)?", text, flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


def _mark(token: str, name: str, more: str = "") -> str:
    return f"echo @@{token}:{name} {more}".rstrip()


def _path(token: str) -> str:
    return f"/data/local/tmp/tapbridge-{token}.xml"
