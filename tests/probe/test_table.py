"""The table of questions as a whole."""

import re

from bridge.probe.table import GROUPS, QUESTIONS


def test_the_first_question_is_auto_attach() -> None:
    assert QUESTIONS[0].id == "auto-attach"


def test_no_two_questions_have_one_name() -> None:
    names = [question.id for question in QUESTIONS]
    assert len(names) == len(set(names)) == sum(map(len, GROUPS.values()))


def test_every_question_says_where_it_comes_from_and_what_is_assumed() -> None:
    for question in QUESTIONS:
        assert re.match(r"(QUIRKS|NATIVE|MEASURED|DESIGN) (\d|\[RUN\])", question.source)
        assert re.fullmatch(r"[^|\n]+[^|\n.]", question.says)
