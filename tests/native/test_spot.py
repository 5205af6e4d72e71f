"""What an act is aimed at, in words."""

import pytest

from bridge.native.spot import Spot


@pytest.mark.parametrize(
    ("spot", "words"),
    [
        (Spot(uid=7), "[7]"),
        (Spot(text="Save"), '"Save"'),
        (Spot(text="Save", nth=1), '"Save" (number 1)'),
        (Spot(point=(3, 4)), "the point 3,4"),
    ],
)
def test_it_is_said_as_the_caller_did(spot: Spot, words: str) -> None:
    assert spot.words == words
