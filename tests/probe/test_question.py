"""Questions and rows, as values and in words."""

import pytest

from bridge.probe.ground import Ground
from bridge.probe.question import Facts, Question, Row, in_words


async def nothing(_: Ground) -> Facts:
    return {}


def test_a_question_keeps_the_facts_that_concern_it() -> None:
    facts = {"a": 1, "b": 2}
    assert Question("q", "QUIRKS 1", "it is so", nothing).concerned(facts) == facts
    assert Question("q", "QUIRKS 1", "it is so", nothing, ("b", "c")).concerned(facts) == {"b": 2}


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "nothing"),
        ({"in_front": True, "ms": 30}, "in front yes, ms 30"),
        ({"code": None, "dpr": 2.625}, "code none, dpr 2.625"),
        ({"events": [], "forms": ["null", "title"]}, "events none, forms null title"),
    ],
)
def test_facts_are_told_in_words(facts: Facts, words: str) -> None:
    assert in_words(facts) == words


def test_a_row_is_json() -> None:
    row = Row("q", "QUIRKS 1", "it is so", "it is not", "differs", {"so": False})
    assert row.as_json() == {
        "id": "q",
        "source": "QUIRKS 1",
        "assumption": "it is so",
        "observed": "it is not",
        "verdict": "differs",
        "facts": {"so": False},
    }
