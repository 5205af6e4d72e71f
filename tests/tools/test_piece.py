"""How phone tools name what they mean."""

from typing import Any

import pytest

from bridge.errors import UsageFault
from bridge.native.spot import Spot
from bridge.tools.piece import Piece, PieceOrPoint


@pytest.mark.parametrize(
    ("given", "spot"),
    [
        ({"uid": 3}, Spot(uid=3)),
        ({"text": "Save"}, Spot(text="Save")),
        ({"text": "Save", "nth": 1}, Spot(text="Save", nth=1)),
        ({"x": 0, "y": 4}, Spot(point=(0, 4))),
    ],
)
def test_one_thing_is_named_in_one_way(given: dict[str, Any], spot: Spot) -> None:
    assert PieceOrPoint(**given).spot() == spot


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"nth": 1},
        {"uid": 3, "text": "a"},
        {"uid": 3, "nth": 1},
        {"x": 1},
        {"uid": 3, "x": 1, "y": 1},
        {"text": "a", "x": 1, "y": 1},
    ],
)
def test_nothing_half_a_point_or_two_things_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(UsageFault) as refused:
        PieceOrPoint(**given).spot()
    assert refused.value.code == "INVALID_TARGET"


def test_where_nothing_needs_to_be_named_nothing_is() -> None:
    assert Piece().piece() is None
