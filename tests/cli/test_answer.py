"""What a command says, for people and as JSON."""

import json

import click
import pytest

from bridge.cli.answer import Answer, complain, show, wants_json, whole
from bridge.errors import SiteBlocked


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["status", "--json"], True),
        (["--json"], True),
        (["page-fill", "--", "--json"], False),
        (["page-fill", "json"], False),
        ([], False),
    ],
)
def test_json_is_wanted_when_it_stands_before_two_dashes(words: list[str], wanted: bool) -> None:
    assert wants_json(words) is wanted


def test_an_answer_is_text_or_one_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    answer = Answer("zwei\nZeilen é", {"n": 2})
    show(answer, as_json=False)
    assert capsys.readouterr().out == "zwei\nZeilen é\n"
    show(answer, as_json=True)
    assert json.loads(capsys.readouterr().out) == {"ok": True, "data": {"n": 2}}


def test_an_answer_without_text_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    show(Answer(), as_json=False)
    assert capsys.readouterr().out == ""


def test_an_error_goes_to_stderr_or_as_envelope_to_stdout(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert complain(SiteBlocked(), as_json=False) == 4
    said = capsys.readouterr()
    assert (said.out, said.err.partition(":")[0]) == ("", "SITE_BLOCKED")
    assert complain(SiteBlocked(), as_json=True) == 4
    said = capsys.readouterr()
    assert said.err == ""
    assert json.loads(said.out)["error"]["code"] == "SITE_BLOCKED"


@pytest.mark.parametrize(
    ("low", "high", "taken", "refused"),
    [(1, 9, ("1", " 9"), ("0", "10", "x", "1.5", "")), (2, None, ("2", "99999"), ("1", "nan"))],
)
def test_a_whole_number_is_taken_within_its_bounds_and_they_are_told(
    low: int, high: int | None, taken: tuple[str, ...], refused: tuple[str, ...]
) -> None:
    made = whole(low, high)
    assert [made(each) for each in taken] == [int(each) for each in taken]
    bounds = f"from {low} on" if high is None else f"{low} to {high}"
    for each in refused:
        with pytest.raises(click.BadParameter) as caught:
            made(each)
        assert caught.value.message == f"{each!r} is not a whole number, {bounds}."
