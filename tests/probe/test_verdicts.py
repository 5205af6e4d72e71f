"""Which facts count as assumed and which as other, question by question."""

from typing import Any

import pytest

from bridge.probe.table import QUESTIONS
from bridge.probe.verdicts import RULES, judge

ATTACH = {"listed": 2, "answered": True, "attached": 2, "new_tab_held": True, "popup_held": True}
VIEWPORTS = {"focused": True, "visual_before": 700, "layout_before": 700, "layout_after": 700}
HOST = {"address_status": 200, "localhost_status": 200, "url_from_host": True}
DIALOG = {"touch_end_answered": False, "history_answered": True, "freed": True}
FETCH = {"paused": True, "page_kept": True}

# id: facts that are as assumed, facts that are not
FACTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "auto-attach": (ATTACH, ATTACH | {"new_tab_held": False}),
    "browser-path": ({"path": "bare"}, {"path": "with a GUID"}),
    "browser-path-suffix": ({"suffix_status": 101}, {"suffix_status": 404}),
    "android-package": ({"package": "com.android.chrome"}, {"package": None}),
    "host-rule": (HOST | {"name_status": 500}, HOST | {"name_status": 200}),
    "origin-rule": (
        {"strange_origin": 403, "local_origin": 403},
        {"strange_origin": 403, "local_origin": 101},
    ),
    "new-needs-put": ({"status": 405}, {"status": 200}),
    "direct-socket": ({"opened": True, "answered": True}, {"opened": False}),
    "forward-to-nobody": ({"connected": True, "ended_at_once": True}, {"connected": False}),
    "pings": ({"answered": True}, {"answered": False}),
    "fragments": ({"answered": True}, {"answered": False}),
    "big-messages": ({"whole": True}, {"whole": False}),
    "long-expression": ({"taken": True}, {"taken": False}),
    "shell-v2": (
        {"listed": True, "apart": True, "code": 7},
        {"listed": False, "apart": False, "code": 7},
    ),
    "exec-out": ({"exact": True}, {"exact": False}),
    "unix-readable": ({"readable": True}, {"readable": False}),
    "socket-name": ({"readable": True, "chrome": True}, {"readable": True, "chrome": False}),
    "wm-size": (
        {"physical": "1x1", "other_lines": 0},
        {"physical": None, "other_lines": 1},
    ),
    "power-words": (
        {"wakefulness": "Awake", "display": "ON"},
        {"wakefulness": None, "display": "ON"},
    ),
    "window-words": (
        {"focus_lines": 2, "forms": ["component", "null"]},
        {"focus_lines": 1, "forms": ["other"]},
    ),
    "keyguard-words": ({"names": ["showing"]}, {"names": []}),
    "keyboard-words": ({"names": ["mInputShown="]}, {"names": ["mCurMethodId="]}),
    "trust-words": ({"names": ["deviceLocked="]}, {"names": []}),
    "activity-words": ({"names": ["ResumedActivity:"]}, {"names": []}),
    "input-words": (
        {"names": ["Classes:", "Identifier:", "KeyLayoutFile:"]},
        {"names": ["Classes:"]},
    ),
    "clipboard-missing": ({"there": False}, {"there": True}),
    "path-words": (
        {"form": True, "none_code": 1, "none_empty": True},
        {"form": True, "none_code": 0, "none_empty": True},
    ),
    "settings-words": ({"form": "null"}, {"form": "other"}),
    "hidden-picture": ({"picture": False}, {"picture": True}),
    "hidden-frames": ({"frame": False}, {"frame": True}),
    "current-user": ({"number": True}, {"number": False}),
    "package-words": ({"keys": ["installed", "hidden", "enabled"]}, {"keys": ["installed"]}),
    "input-allowed": ({"code": 0, "refused": False}, {"code": 255, "refused": True}),
    "uiautomator-dump": ({"said": "dumped"}, {"said": "not idle"}),
    "hid-access": (
        {"group": True, "node": "crw-rw----", "tool": True},
        {"group": False, "node": "crw-rw----", "tool": True},
    ),
    "displays": ({"displays": 1}, {"displays": 2}),
    "screencap": (
        {"png": True, "bytes_before": 0, "ends_whole": True},
        {"png": True, "bytes_before": 347, "ends_whole": True},
    ),
    "twins-after-list": ({"numbers_after": 3}, {"numbers_after": 0}),
    "create-answer": ({"answer": "decimal"}, {"answer": "hex"}),
    "twins-after-create": ({"numbers_came": 1}, {"numbers_came": 0}),
    "create-in-front": ({"in_front": True}, {"in_front": False}),
    "twin-mute": (
        {"attached": True, "page_answers": False},
        {"attached": True, "page_answers": True},
    ),
    "contexts-refused": ({"refused": True}, {"refused": False}),
    "downloads-refused": ({"refused": True}, {"refused": False}),
    "cookies-refused": ({"refused": True}, {"refused": False}),
    "windows-unknown": (
        {"refused": True, "number": -32601},
        {"refused": True, "number": -32000},
    ),
    "switch-silent": (
        {"came_to_front": True, "events": []},
        {"came_to_front": True, "events": ["Target.targetInfoChanged"]},
    ),
    "end-told": ({"events": ["Target.targetDestroyed"]}, {"events": []}),
    "frozen-mute": ({"answers": False}, {"answers": True}),
    "world-at-start": (
        {"ran": True, "before_page": True, "page_sees_it": False},
        {"ran": True, "before_page": False, "page_sees_it": False},
    ),
    "world-reach": (
        {"loaded": True, "world_reads_it": False},
        {"loaded": True, "world_reads_it": True},
    ),
    "frame-process": (
        {"loaded": True, "own_process": False},
        {"loaded": True, "own_process": True},
    ),
    "binding": (
        {"in_world": True, "delivered": True, "in_page": "undefined"},
        {"in_world": True, "delivered": True, "in_page": "function"},
    ),
    "reversed-page": ({"loaded": True}, {"loaded": False}),
    "secure-context": ({"secure_context": True}, {"secure_context": False}),
    "clock": ({"clock_off_seconds": -5}, {"clock_off_seconds": 90}),
    "fetch-stops": (FETCH | {"fetched": False}, FETCH | {"fetched": True}),
    "cache-never-pauses": (
        {"from_cache": True, "paused": False},
        {"from_cache": True, "paused": True},
    ),
    "dialog-hangs": (DIALOG | {"evaluate_answered": False}, DIALOG | {"evaluate_answered": True}),
    "dialog-late": (
        {"late_session_enabled": False, "late_session_told": False},
        {"late_session_enabled": True, "late_session_told": True},
    ),
    "click-delay": ({"ms": 300}, {"ms": 450}),
    "click-delay-bare": ({"bare_ms": 300}, {"bare_ms": 450}),
    "bare-page-taps": (
        {"bare_off_px": 2.0, "bare_scale": 0.42},
        {"bare_off_px": 60.0, "bare_scale": 0.42},
    ),
    "tap-rounding": ({"off_px": 0.6}, {"off_px": 2.0}),
    "long-press": ({"click": True}, {"click": False}),
    "end-without-start": (
        {"refused": True, "number": -32602},
        {"refused": False},
    ),
    "second-start": ({"taken": True}, {"taken": False}),
    "off-screen": (
        {"refused": False, "pointerdown": True, "click": False},
        {"refused": True, "number": -32000},
    ),
    "quads-agree": ({"apart_px": 0.4, "landed": True}, {"apart_px": 100.0, "landed": False}),
    "scroll-after-pinch": (
        {"pointerdown": True, "touchstart": True},
        {"pointerdown": False, "touchstart": True},
    ),
    "enter-key": (
        {"enter_keydown": True, "enter_submits": True},
        {"enter_keydown": True, "enter_submits": False},
    ),
    "insert-text": (
        {"insert_gives_input": True, "insert_gives_keydown": False},
        {"insert_gives_input": True, "insert_gives_keydown": True},
    ),
    "keyboard-shrinks": (VIEWPORTS | {"visual_after": 400}, VIEWPORTS | {"visual_after": 700}),
    "screenshot-size": ({"off_width": 1, "off_height": 0.5}, {"off_width": 670, "off_height": 0}),
    "clip-resets-nothing": ({"changed": []}, {"changed": ["dpr"]}),
    "long-picture": ({"bands": 8, "different": 8}, {"bands": 8, "different": 3}),
    "wide-page": ({"inner_width": 1200, "width": 412}, {"inner_width": 412, "width": 412}),
    "bar-100vh": ({"vh100": 770, "inner_height": 714}, {"vh100": 714, "inner_height": 714}),
    "cast-waits": ({"frames_without_ack": 3}, {"frames_without_ack": 58}),
    "cast-offset": ({"offset_top": 56}, {"offset_top": 0}),
}
NEVER = {"sleeping-silent"}
"""Its tabs are the person's: they are counted and not asked."""


def test_every_question_has_its_rule_and_every_rule_its_facts_here() -> None:
    assert {question.id for question in QUESTIONS} == set(RULES) == set(FACTS) | NEVER


@pytest.mark.parametrize("name", FACTS)
def test_facts_as_assumed_hold_and_others_differ(name: str) -> None:
    assumed, other = FACTS[name]
    assert (judge(name, assumed), judge(name, other)) == ("holds", "differs")


@pytest.mark.parametrize("name", sorted(set(RULES) - NEVER))
def test_facts_that_are_not_whole_are_not_seen(name: str) -> None:
    assert judge(name, {}) == "not seen"


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("sleeping-silent", {}),
        ("auto-attach", ATTACH | {"new_tab_held": None}),
        ("switch-silent", {"came_to_front": False, "events": []}),
        ("keyboard-shrinks", VIEWPORTS | {"focused": False, "visual_after": 700}),
        ("input-allowed", {"code": 127, "refused": False}),
        ("click-delay", {"ms": None}),
        ("frame-process", {"loaded": False, "own_process": False}),
        ("socket-name", {"readable": False}),
        ("cast-offset", {"offset_top": None}),
    ],
)
def test_facts_that_do_not_tell_are_not_seen(name: str, facts: dict[str, Any]) -> None:
    assert judge(name, facts) == "not seen"


def test_an_auto_attach_that_is_refused_differs() -> None:
    assert judge("auto-attach", {"answered": False, "number": -32000}) == "differs"
