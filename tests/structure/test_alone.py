"""Which failed tests CI runs once more: few, and none of the guard's."""

from scripts.alone import MOST, again

LATE = "tests/viewer/test_hands.py::test_a_drag[at 2x]"


def test_a_few_are_run_alone() -> None:
    assert again({LATE}) == [LATE]


def test_many_have_failed() -> None:
    assert again(f"{LATE}{number}" for number in range(MOST + 1)) == []


def test_what_the_guards_tests_say_stands() -> None:
    assert again([LATE, "tests/gate/test_table.py::test_a_few_ways"]) == []
    assert again(["tests/relay/test_attacks.py::test_a_popup"]) == []


def test_nothing_failed_where_something_else_did() -> None:
    assert again([]) == []
