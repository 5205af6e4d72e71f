"""What input is found to do on a phone."""

from typing import Any

import pytest

from bridge.probe import touch
from bridge.probe.question import NotSeen
from tests.conftest import VirtualPhone

EXPECTED = {question.id: "holds" for question in touch.QUESTIONS} | {"keyboard-shrinks": "differs"}


@pytest.fixture(scope="module")
def rows(phone: VirtualPhone, ask: Any) -> Any:
    return ask(phone, touch.QUESTIONS)


@pytest.mark.parametrize(("name", "verdict"), EXPECTED.items())
def test_the_virtual_phone_is_found_as_it_is(rows: Any, name: str, verdict: str) -> None:
    assert rows[name]["verdict"] == verdict, rows[name]


def test_a_page_without_a_viewport_meta_is_wide_and_small(rows: Any) -> None:
    facts = rows["bare-page-taps"]["facts"]
    assert facts["bare_width"] == 980
    assert 0.3 < facts["bare_scale"] < 0.5


async def test_with_the_screen_off_nothing_is_touched(ground: Any, phone: VirtualPhone) -> None:
    await ground.tab()
    phone.ask("/screen", {"on": False})
    try:
        with pytest.raises(NotSeen, match="wake the phone"):
            await touch.long_press(ground)
    finally:
        phone.ask("/screen", {"on": True})
