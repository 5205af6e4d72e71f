"""What pictures and viewports are found to be on a phone."""

from typing import Any

import pytest

from bridge.probe import view
from tests.conftest import VirtualPhone

EXPECTED = {
    "screencap": "holds",
    "screenshot-size": "holds",
    "clip-resets-nothing": "differs",
    "long-picture": "holds",
    "hidden-frames": "holds",
    "wide-page": "holds",
    "bar-100vh": "differs",
    "cast-waits": "holds",
    "cast-offset": "differs",
}


@pytest.fixture(scope="module")
def rows(phone: VirtualPhone, ask: Any) -> Any:
    return ask(phone, view.QUESTIONS)


# Chromium on a computer gives a picture of a hidden tab at one time and not at another
UNSTEADY = {"hidden-picture"}


def test_every_question_of_views_is_expected() -> None:
    assert {question.id for question in view.QUESTIONS} == set(EXPECTED) | UNSTEADY


def test_a_hidden_tab_gives_a_picture_or_none(rows: Any) -> None:
    assert rows["hidden-picture"]["verdict"] in {"holds", "differs"}


@pytest.mark.parametrize(("name", "verdict"), EXPECTED.items())
def test_the_virtual_phone_is_found_as_it_is(rows: Any, name: str, verdict: str) -> None:
    assert rows[name]["verdict"] == verdict, rows[name]


def test_a_picture_tells_its_size_and_something_else_is_refused() -> None:
    head = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + b"\0\0\1\0" + b"\0\0\2\0"
    assert view.png_size(head) == (256, 512)
    with pytest.raises(ValueError, match="no PNG"):
        view.png_size(b"[Warning] Multiple displays were found" + head)
