"""Which failed tests CI runs once more: few, and only what a browser may make late."""

from scripts.alone import MOST, again

LATE = "tests/viewer/test_hands.py::test_a_drag[at 2x]"


def test_a_few_are_run_alone() -> None:
    assert again({LATE}) == [LATE]


def test_many_have_failed() -> None:
    assert again(f"{LATE}{number}" for number in range(MOST + 1)) == []


def test_what_needs_no_browser_stands() -> None:
    assert again([LATE, "tests/test_guard.py::test_a_rule"]) == []
    assert again(["tests/structure/test_layers.py::test_rooms"]) == []


def test_nothing_failed_where_something_else_did() -> None:
    assert again([]) == []
