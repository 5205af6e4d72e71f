"""Whether facts are as assumed: one rule per question. Pure.

A rule says True (it holds), False (it differs) or None (these facts do not tell).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bridge.cdp.wire import BAD_PARAMETERS, METHOD_UNKNOWN
from bridge.probe.question import Facts, Verdict

Rule = Callable[[Facts], bool | None]

CLICK_WITHIN_MS = 400
A_PIXEL = 1.0
SHRUNK = 60
"""CSS px by which a keyboard shrinks the visual viewport at least."""
SAME_CLOCK_SECONDS = 5
FORBIDDEN, BROKEN, BAD_METHOD = 403, 500, 405


def judge(id_: str, facts: Facts) -> Verdict:
    """Judge the facts of a question; facts that are not whole are not seen.

    Raises:
        KeyError: There is no such question.
    """
    rule = RULES[id_]
    try:
        said = rule(facts)
    except (KeyError, TypeError):
        said = None
    return "not seen" if said is None else "holds" if said else "differs"


def _is(name: str, value: Any = True) -> Rule:  # noqa: FBT002 - the value that is expected
    return lambda facts: bool(facts[name] == value)


def _auto_attach(facts: Facts) -> bool | None:
    if not facts["answered"]:
        return False
    if facts["new_tab_held"] is None:
        return None
    return bool(
        facts["attached"] >= facts["listed"] and facts["new_tab_held"] and facts["popup_held"]
    )


def _shrinks(facts: Facts) -> bool | None:
    if not facts["focused"]:
        return None
    shrank = facts["visual_after"] < facts["visual_before"] - SHRUNK
    return bool(shrank and facts["layout_after"] == facts["layout_before"])


def _delay(name: str) -> Rule:
    return lambda facts: None if facts[name] is None else bool(0 <= facts[name] < CLICK_WITHIN_MS)


def _input(facts: Facts) -> bool | None:
    return None if facts["code"] == 127 else not facts["refused"]  # noqa: PLR2004 - no such command


RULES: Mapping[str, Rule] = {
    "auto-attach": _auto_attach,
    "browser-path": _is("path", "bare"),
    "browser-path-suffix": _is("suffix_status", 101),
    "android-package": lambda f: f["package"] is not None,
    "host-rule": lambda f: (
        f["name_status"] == BROKEN
        and f["address_status"] == f["localhost_status"] == 200  # noqa: PLR2004 - HTTP's own
        and f["url_from_host"]
    ),
    "origin-rule": lambda f: f["strange_origin"] == f["local_origin"] == FORBIDDEN,
    "new-needs-put": _is("status", BAD_METHOD),
    "direct-socket": lambda f: f["opened"] and f["answered"],
    "forward-to-nobody": lambda f: f["connected"] and f["ended_at_once"],
    "pings": _is("answered"),
    "fragments": _is("answered"),
    "big-messages": _is("whole"),
    "long-expression": _is("taken"),
    "shell-v2": lambda f: f["listed"] and f["apart"] and f["code"] == 7,  # noqa: PLR2004 - asked for
    "exec-out": _is("exact"),
    "unix-readable": _is("readable"),
    "socket-name": lambda f: f["chrome"] if f["readable"] else None,
    "wm-size": lambda f: f["physical"] is not None and f["other_lines"] == 0,
    "power-words": lambda f: f["wakefulness"] is not None and f["display"] is not None,
    "window-words": lambda f: f["focus_lines"] > 0 and "other" not in f["forms"],
    "keyguard-words": lambda f: bool(f["names"]),
    "keyboard-words": lambda f: "mInputShown=" in f["names"],
    "trust-words": lambda f: bool(f["names"]),
    "activity-words": lambda f: bool(f["names"]),
    "input-words": lambda f: {"Classes:", "Identifier:", "KeyLayoutFile:"} <= set(f["names"]),
    "clipboard-missing": lambda f: not f["there"],
    "path-words": lambda f: f["form"] and f["none_code"] == 1 and f["none_empty"],
    "settings-words": lambda f: f["form"] != "other",
    "current-user": _is("number"),
    "package-words": lambda f: f["keys"] == ["installed", "hidden", "enabled"],
    "input-allowed": _input,
    "uiautomator-dump": _is("said", "dumped"),
    "hid-access": lambda f: f["group"] and f["node"] is not None and f["tool"],
    "displays": _is("displays", 1),
    "screencap": lambda f: f["png"] and f["bytes_before"] == 0 and f["ends_whole"],
    "twins-after-list": lambda f: f["numbers_after"] > 0,
    "create-answer": _is("answer", "decimal"),
    "twins-after-create": lambda f: f["numbers_came"] > 0,
    "create-in-front": _is("in_front"),
    "twin-mute": lambda f: not (f["attached"] and f["page_answers"]),
    "contexts-refused": _is("refused"),
    "downloads-refused": _is("refused"),
    "cookies-refused": _is("refused"),
    "windows-unknown": lambda f: f["refused"] and f["number"] == METHOD_UNKNOWN,
    "switch-silent": lambda f: f["events"] == [] if f["came_to_front"] else None,
    "end-told": lambda f: bool(f["events"]),
    "sleeping-silent": lambda _: None,
    "frozen-mute": lambda f: not f["answers"],
    "world-at-start": lambda f: f["ran"] and f["before_page"] and not f["page_sees_it"],
    "world-reach": lambda f: not f["world_reads_it"] if f["loaded"] else None,
    "frame-process": lambda f: not f["own_process"] if f["loaded"] else None,
    "binding": lambda f: f["in_world"] and f["delivered"] and f["in_page"] == "undefined",
    "reversed-page": _is("loaded"),
    "secure-context": _is("secure_context"),
    "clock": lambda f: abs(f["clock_off_seconds"]) <= SAME_CLOCK_SECONDS,
    "fetch-stops": lambda f: f["paused"] and not f["fetched"] and f["page_kept"],
    "cache-never-pauses": lambda f: not f["paused"] if f["from_cache"] else None,
    "dialog-hangs": lambda f: (
        not f["touch_end_answered"]
        and not f["evaluate_answered"]
        and f["history_answered"]
        and f["freed"]
    ),
    "dialog-late": lambda f: not f["late_session_enabled"] and not f["late_session_told"],
    "click-delay": _delay("ms"),
    "click-delay-bare": _delay("bare_ms"),
    "bare-page-taps": lambda f: (
        None if f["bare_off_px"] is None else f["bare_off_px"] <= A_PIXEL / f["bare_scale"]
    ),
    "tap-rounding": lambda f: None if f["off_px"] is None else f["off_px"] <= A_PIXEL,
    "long-press": _is("click"),
    "end-without-start": lambda f: f["refused"] and f["number"] == BAD_PARAMETERS,
    "second-start": _is("taken"),
    "off-screen": lambda f: not f["refused"] and f["pointerdown"] and not f["click"],
    "quads-agree": lambda f: f["apart_px"] <= A_PIXEL and f["landed"],
    "scroll-after-pinch": lambda f: f["pointerdown"] and f["touchstart"],
    "enter-key": lambda f: f["enter_keydown"] and f["enter_submits"],
    "insert-text": lambda f: f["insert_gives_input"] and not f["insert_gives_keydown"],
    "keyboard-shrinks": _shrinks,
    "screenshot-size": lambda f: f["off_width"] <= 2 and f["off_height"] <= 2,  # noqa: PLR2004 - px
    "clip-resets-nothing": lambda f: f["changed"] == [],
    "long-picture": lambda f: f["different"] == f["bands"],
    "hidden-picture": _is("picture", value=False),
    "hidden-frames": _is("frame", value=False),
    "wide-page": lambda f: f["inner_width"] > f["width"],
    "bar-100vh": lambda f: f["vh100"] > f["inner_height"],
    "cast-waits": lambda f: 0 < f["frames_without_ack"] < 10,  # noqa: PLR2004 - of some 60
    "cast-offset": lambda f: None if f["offset_top"] is None else f["offset_top"] > 0,
}
