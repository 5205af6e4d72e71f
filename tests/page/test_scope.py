"""What page commands are told of the frame that was entered."""

from __future__ import annotations

import pytest

from bridge.page.scope import Entered, Refs, Scope, seeks

SHOP, OTHER = "http://shop.test/", "http://shop.test/other"


def test_frames_are_entered_one_in_the_other_and_left_again() -> None:
    scope = Scope()
    assert scope.told(SHOP) == ""
    scope.enter(SHOP, Entered("e1", 'iframe "Card"'))
    scope.enter(SHOP, Entered("e2", "iframe"))
    assert scope.told(SHOP) == 'inside iframe "Card" > iframe'
    assert scope.args(SHOP, "snapshot", {}) == {"within": "e2"}
    scope.leave(SHOP, all_of_them=False)
    assert scope.args(SHOP, "find", {"text": "Pay"}) == {"within": "e1"}
    scope.leave(SHOP, all_of_them=True)
    assert scope.args(SHOP, "snapshot", {}) == {}


def test_the_way_in_is_forgotten_when_the_tab_goes_elsewhere() -> None:
    scope = Scope()
    scope.enter(SHOP, Entered("e1", "iframe"))
    assert scope.args(OTHER, "snapshot", {}) == {}
    assert scope.told(SHOP) == ""


def test_refs_points_and_tokens_reach_everywhere() -> None:
    scope = Scope()
    scope.enter(SHOP, Entered("e1", "iframe"))
    reaching: list[dict[str, object]] = [
        {"ref": "e9"},
        {"target": {"ref": "e9"}},
        {"point": {}},
        {"token": "t"},
    ]
    for args in reaching:
        assert scope.args(SHOP, "plan", args) == {}


def test_refs_begin_at_none() -> None:
    assert Refs().last == 0


@pytest.mark.parametrize(
    ("command", "args", "wanted"),
    [
        ("snapshot", {}, True),
        ("plan", {"target": {"text": "Pay"}}, True),
        ("plan", {"target": {"ref": "e1"}}, False),
        ("plan", {"point": {"x": 1, "y": 1}}, False),
        ("find", {"ref": "e1"}, False),
        ("outcome", {"token": "t"}, False),
        ("where", {}, False),
    ],
)
def test_only_commands_that_go_through_the_page_look_for_roots(
    command: str, args: dict[str, object], *, wanted: bool
) -> None:
    assert seeks(command, args) is wanted
