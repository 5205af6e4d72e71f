"""Strokes as commands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.geometry import Box
from bridge.native.gesture import Direction, along, key, stroke, tap

SCREEN = Box(0, 0, 1080, 2400)


def test_a_tap_is_one_command_for_each_time() -> None:
    assert tap((5, 7)) == ["input tap 5 7"]
    assert tap((5, 7), count=2, display=3) == ["input -d 3 tap 5 7"] * 2


def test_a_hold_is_a_stroke_that_goes_nowhere() -> None:
    assert tap((5, 7), hold_ms=1200) == ["input swipe 5 7 5 7 1200"]


def test_a_stroke_and_keys_name_the_display_they_are_for() -> None:
    assert stroke((1, 2), (3, 4), 200) == "input swipe 1 2 3 4 200"
    assert stroke((1, 2), (3, 4), 200, display=2) == "input -d 2 swipe 1 2 3 4 200"
    assert key([4]) == "input keyevent 4"
    assert key([61, 66], display=1) == "input -d 1 keyevent 61 66"


@pytest.mark.parametrize(
    ("direction", "moves"),
    [("down", (0, -1)), ("up", (0, 1)), ("right", (-1, 0)), ("left", (1, 0))],
)
def test_the_finger_goes_against_what_is_to_be_shown(
    direction: Direction, moves: tuple[int, int]
) -> None:
    (x1, y1), (x2, y2) = along(SCREEN, direction)
    assert ((x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1)) == moves


@given(
    st.tuples(st.integers(0, 500), st.integers(0, 500)),
    st.tuples(st.integers(40, 900), st.integers(40, 900)),
    st.sampled_from(["up", "down", "left", "right"]),
)
def test_a_stroke_stays_well_within_its_box(
    at: tuple[int, int], size: tuple[int, int], direction: Direction
) -> None:
    box = Box(*at, at[0] + size[0], at[1] + size[1])
    for x, y in along(box, direction):
        assert box.left < x < box.right
        assert box.top < y < box.bottom
