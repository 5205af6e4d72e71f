"""What a phone is found to do with tabs, with its quirks on and off."""

from typing import Any

import pytest

from bridge.probe import tabs
from tests.conftest import VirtualPhone

QUIET = ("no-twins", "no-decimal-create", "no-contexts", "no-downloads", "no-windows")
USUAL = {
    "auto-attach": "holds",
    "twins-after-list": "holds",
    "create-answer": "holds",
    "twins-after-create": "holds",
    "create-in-front": "holds",
    "twin-mute": "holds",
    "sleeping-silent": "not seen",
    "switch-silent": "holds",
    "end-told": "holds",
    "contexts-refused": "holds",
    "downloads-refused": "holds",
    "cookies-refused": "differs",
    "windows-unknown": "holds",
}
WITHOUT = {
    "twins-after-list": "differs",
    "create-answer": "differs",
    "twins-after-create": "differs",
    "twin-mute": "not seen",
    "contexts-refused": "differs",
    "downloads-refused": "differs",
    "windows-unknown": "differs",
}


@pytest.fixture(scope="module")
def asleep(start: Any) -> Any:
    """A phone with a tab that is not loaded, and a page of the person's."""
    with start("--quirk", "sleeping") as phone:
        yield phone


@pytest.fixture(scope="module")
def usual(asleep: VirtualPhone, ask: Any) -> Any:
    return ask(asleep, tabs.QUESTIONS)


@pytest.fixture(scope="module")
def without(start: Any, ask: Any) -> Any:
    with start(*(word for quirk in QUIET for word in ("--quirk", quirk))) as phone:
        return ask(phone, tuple(q for q in tabs.QUESTIONS if q.id in WITHOUT))


def test_every_question_of_tabs_is_expected() -> None:
    assert {question.id for question in tabs.QUESTIONS} == set(USUAL)


@pytest.mark.parametrize(("name", "verdict"), USUAL.items())
def test_a_phone_is_found_as_assumed(usual: Any, name: str, verdict: str) -> None:
    assert usual[name]["verdict"] == verdict, usual[name]


@pytest.mark.parametrize(("name", "verdict"), WITHOUT.items())
def test_a_phone_without_the_quirk_is_found_other(without: Any, name: str, verdict: str) -> None:
    assert without[name]["verdict"] == verdict, without[name]


def test_auto_attach_reaches_a_sleeping_tab_too(usual: Any) -> None:
    facts = usual["auto-attach"]["facts"]
    assert facts["listed"] == facts["attached"] == 2


def test_no_tab_is_left_behind_and_none_is_gone(asleep: VirtualPhone, usual: Any) -> None:
    left = asleep.ask("/tabs")["tabs"]
    assert [tab["asleep"] for tab in left] == [False, True]


def test_the_persons_tabs_are_sent_nothing(asleep: VirtualPhone, usual: Any) -> None:
    assert usual["sleeping-silent"]["facts"] == {}
    assert "none was asked" in usual["sleeping-silent"]["observed"]
