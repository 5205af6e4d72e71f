"""What a phone is found to do with documents."""

from typing import Any

import pytest

from bridge.probe import document
from tests.conftest import VirtualPhone

EXPECTED = {question.id: "holds" for question in document.QUESTIONS} | {"frozen-mute": "differs"}


@pytest.fixture(scope="module")
def rows(phone: VirtualPhone, ask: Any) -> Any:
    return ask(phone, document.QUESTIONS)


@pytest.mark.parametrize(("name", "verdict"), EXPECTED.items())
def test_the_virtual_phone_is_found_as_it_is(rows: Any, name: str, verdict: str) -> None:
    assert rows[name]["verdict"] == verdict, rows[name]


def test_a_phone_that_isolates_sites_is_found_out(start: Any, ask: Any) -> None:
    asked = tuple(q for q in document.QUESTIONS if q.id in ("frame-process", "world-reach"))
    with start("--quirk", "oopif") as phone:
        rows = ask(phone, asked)
    assert rows["frame-process"]["verdict"] == "differs"
    assert rows["world-reach"]["verdict"] == "holds"
