"""Boxes."""

import pytest

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
