"""Instructions, cut into what is to be done."""

import pytest

from tests.oracle._grammar import Clause, clauses, day_of, listed, solved, time_of

CUT = {
    'Enter "a, then b" into the text field and press Submit.': [
        Clause("enter", '"a, then b" into the text field'),
        Clause("press", "Submit"),
    ],
    'Use the textbox to enter "x" and press "Search", then find and click the 9th search result.': [
        Clause("use", 'the textbox to enter "x"'),
        Clause("press", '"Search"'),
        Clause("click", "the 9th search result"),
    ],
    "Solve the problem and type your answer into the textbox. Press submit when done.": [
        Clause("solve", "the problem"),
        Clause("type", "your answer into the textbox"),
        Clause("press", "submit when done"),
    ],
    "Select a, b and click Submit.": [Clause("select", "a, b"), Clause("click", "Submit")],
}


@pytest.mark.parametrize("told", CUT)
def test_an_instruction_is_cut_before_its_verbs_and_never_in_quotes(told: str) -> None:
    assert clauses(told) == CUT[told]


@pytest.mark.parametrize(
    ("rest", "kind", "ordinal"),
    [
        ('on the "link 2nd" button', "button", None),
        ("the 9th search result", "result", 8),
        ('the number "16" into the 3rd textbox', "textbox", 2),
        ("Submit", "", None),
        ("on Tab #2", "tab", None),
        ("the text in the text area below", "textarea", None),
    ],
)
def test_a_clause_tells_what_kind_it_is_about_and_which(
    rest: str, kind: str, ordinal: int | None
) -> None:
    clause = Clause("click", rest)
    assert (clause.kind, clause.ordinal) == (kind, ordinal)


def test_dates_times_and_lists_are_read() -> None:
    assert day_of("Enter 09/10/2012 as the date") == (2012, 9, 10)
    assert time_of("Enter 12:05 AM as the time") == (0, 5)
    assert time_of("Enter 8:22 PM as the time") == (20, 22)
    assert listed("a, b and c") == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        ("2 x 4 =", "8"),
        ("3 - 9 =", "-6"),
        ("x - 3 = 10", "13"),
        ("7 - x = 3", "4"),
        ("7 + x = 3", "-4"),
        ("no sum", None),
    ],
)
def test_sums_are_solved(told: str, answer: str | None) -> None:
    assert solved(told) == answer
