"""Lines of real phones about what is in front."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.geometry import Box
from bridge.native import told
from bridge.native.told import Display, Front

APP = "  mFocusedApp=ActivityRecord{1f72345 u0 com.a/.Main t12}\n"


@pytest.mark.parametrize(
    ("text", "front"),
    [
        (
            "  mCurrentFocus=Window{2785a60 u0 com.android.settings/com.android.settings.Sub}\n",
            Front("app", "com.android.settings", "com.android.settings.Sub"),
        ),
        (
            "mCurrentFocus=Window{4330b6c0 com.android.settings/com.android.settings.SubSettings "
            "paused=false}",
            Front("app", "com.android.settings", "com.android.settings.SubSettings"),
        ),
        (
            "  mCurrentFocus=Window{1 u10 com.a/.Main}\n",
            Front("app", "com.a", "com.a.Main", user=10),
        ),
        (
            "  mCurrentFocus=Window{1651cd4 u0 NotificationShade}\n" + APP,
            Front("shade", "com.a"),
        ),
        (
            "  mCurrentFocus=Window{3a u0 Application Error: com.android.chrome}\n" + APP,
            Front("dialog", "com.android.chrome"),
        ),
        (
            "  mCurrentFocus=Window{3a u0 Application Not Responding: com.b}\n",
            Front("dialog", "com.b"),
        ),
        (
            "  mCurrentFocus=Window{3a u0 PopupWindow:5d}\n" + APP,
            Front("dialog", "com.a", "com.a.Main"),
        ),
        (
            "  mCurrentFocus=Window{3a u0 com.l/com.android.quickstep.RecentsActivity}\n",
            Front("recents", "com.l", "com.android.quickstep.RecentsActivity"),
        ),
        ("  mCurrentFocus=null\n" + APP, Front("none", "com.a")),
        ("", Front("none")),
    ],
)
def test_what_is_in_front_is_read(text: str, front: Front) -> None:
    assert told.front(text) == front


def test_the_lock_screen_is_no_shade() -> None:
    text = "  mCurrentFocus=Window{1651cd4 u0 NotificationShade}\n" + APP
    assert told.front(text, locked=True) == Front("keyguard")


TWO = (
    "  Display: mDisplayId=0 (organized)\n    init=1x1 cur=1080x2400 app=1x1\n"
    "  mCurrentFocus=null\n"
    "  Display: mDisplayId=3\n    init=1x1 cur=600x800 app=1x1\n"
    "  mCurrentFocus=Window{1 u0 com.b/.B}\n"
)


def test_of_several_displays_the_one_with_a_focus_counts_or_the_one_named() -> None:
    assert told.front(TWO).package == "com.b"
    assert told.front(TWO, display=0).kind == "none"
    assert told.front(TWO, display=7).kind == "none"
    assert told.size(TWO) == (1080, 2400)
    assert told.size(TWO, display=3) == (600, 800)
    assert told.size("") is None


def test_the_same_line_is_the_same_window() -> None:
    assert told.front(TWO).line == "mCurrentFocus=Window{1 u0 com.b/.B}"


@pytest.mark.parametrize(
    ("front", "words"),
    [
        (Front("app", "com.a", "com.a.Main"), "com.a/.Main"),
        (Front("app", "com.a", "org.x.Main"), "com.a/org.x.Main"),
        (Front("app", "com.a"), "com.a"),
        (Front("shade", "com.a"), "the notification shade over com.a"),
        (Front("keyguard"), "the lock screen"),
        (Front("none"), "nothing"),
    ],
)
def test_what_is_in_front_is_said_shortly(front: Front, words: str) -> None:
    assert front.words == words


VIEWS = (
    "  mViewports=[DisplayViewport{isActive=true, displayId=0, uniqueId='local:46'}, "
    "DisplayViewport{type=INTERNAL, isActive=false, displayId=2, uniqueId='local:47'}, "
    "DisplayViewport{type=VIRTUAL, isActive=true, displayId=5, uniqueId='virtual:x'}]\n"
)


@pytest.mark.parametrize(("display", "number"), [(0, "46"), (2, None), (5, None), (7, None)])
def test_a_display_has_another_number_for_pictures(display: int, number: str | None) -> None:
    assert told.physical(VIEWS, display) == number


def test_density_power_and_keyboard_are_read() -> None:
    assert told.density("Physical density: 420\nOverride density: 320\n") == 320
    assert told.density("?") is None
    assert told.awake("  mWakefulness=Awake\n") is True
    assert told.awake("  mWakefulness=Dozing\n") is False
    assert told.awake("") is None
    assert told.keyboard("mInputShown=true mIsInputViewShown=true\n  mInputShown=false\n") is False
    assert told.keyboard("mInputShown=true mIsInputViewShown=true\n") is True
    assert told.keyboard("") is False


def test_a_display_has_a_box_when_its_size_is_told() -> None:
    assert Display(10, 20).box == Box(0, 0, 10, 20)
    assert Display(10).box is None


@given(st.text(max_size=300))
def test_nothing_that_is_said_breaks_the_reading(text: str) -> None:
    assert told.front(f"mCurrentFocus=Window{{{text}}}\n").kind in {
        "app", "shade", "keyguard", "recents", "dialog", "none",
    }  # fmt: skip
    told.size(text)
    told.density(text)


def test_every_recorded_line_of_a_focus_names_its_app() -> None:
    path = Path(__file__).parents[2] / "fixtures/recorded/native/outputs.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    lines = [
        line
        for row in rows
        if row["cmd"].startswith("dumpsys window")
        for line in row["stdout"].splitlines()
        if "mCurrentFocus=" in line
    ]
    assert len(lines) >= 4
    for line in lines:
        front = told.front(line)
        assert front.kind == "none" if "null" in line else front.line
        assert front.package or front.kind in {"none", "shade"}
