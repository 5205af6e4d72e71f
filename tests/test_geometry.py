"""Boxes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.geometry import Box


@pytest.mark.parametrize(
    ("box", "size", "empty", "centre"),
    [
        (Box(10, 20, 30, 60), (20, 40), False, (20, 40)),
        (Box(0, 0, 0, 9), (0, 9), True, (0, 4)),
        (Box(9, 9, 0, 0), (0, 0), True, (4, 4)),
        (Box(-4, -4, 4, 4), (8, 8), False, (0, 0)),
    ],
)
def test_a_box_tells_its_size_and_middle(
    box: Box, size: tuple[int, int], empty: bool, centre: tuple[int, int]
) -> None:
    assert ((box.width, box.height), box.empty, box.centre) == (size, empty, centre)


def test_a_box_is_written_as_uiautomator_does() -> None:
    assert str(Box(-1, 0, 1082, 2402)) == "[-1,0][1082,2402]"


A, B, FAR = Box(0, 0, 10, 10), Box(5, 5, 15, 15), Box(20, 0, 30, 10)


def test_two_boxes_lie_to_each_other_as_they_do() -> None:
    assert A.meets(B)
    assert A.shared(B) == Box(5, 5, 10, 10)
    assert not A.meets(FAR)
    assert not A.meets(Box(10, 0, 20, 10)), "they touch, and share no pixel"
    assert Box(0, 0, 30, 30).holds(B)
    assert not B.holds(A)
    assert A.gap(FAR) == FAR.gap(A) == (10, 0)
    assert A.gap(Box(12, 40, 13, 41)) == (2, 30)
    assert A.gap(B) == (0, 0)


BOXES = st.tuples(*[st.integers(-50, 50)] * 4).map(lambda t: Box(t[0], t[1], t[2], t[3]))


@given(BOXES, BOXES)
def test_what_two_boxes_share_is_the_same_for_both(one: Box, other: Box) -> None:
    assert one.meets(other) == other.meets(one)
    assert one.shared(other) == other.shared(one)
    assert one.gap(other) == other.gap(one)
    if one.meets(other) and not one.empty and not other.empty:
        assert one.gap(other) == (0, 0)
        assert one.holds(one.shared(other))
