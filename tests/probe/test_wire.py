"""What a phone's DevTools server is found to do."""

from typing import Any

import pytest

from bridge.probe import wire
from tests.conftest import VirtualPhone


@pytest.fixture(scope="module")
def rows(phone: VirtualPhone, ask: Any) -> Any:
    return ask(phone, wire.QUESTIONS)


@pytest.mark.parametrize("name", [question.id for question in wire.QUESTIONS])
def test_a_phone_is_found_as_assumed(rows: Any, name: str) -> None:
    assert rows[name]["verdict"] == "holds", rows[name]


def test_an_old_build_names_no_package(start: Any, ask: Any) -> None:
    with start("--quirk", "no-package") as phone:
        rows = ask(phone, tuple(q for q in wire.QUESTIONS if q.id == "android-package"))
    assert rows["android-package"]["verdict"] == "differs"


def test_what_crashes_a_phone_is_never_asked(rows: Any, phone: VirtualPhone) -> None:
    assert phone.ask("/state")["chrome"] == "open"


async def test_an_answer_that_ends_early_has_no_status(ground: Any) -> None:
    async with ground.device.forwarded("localabstract:tapbridge_nobody") as port:
        assert await wire.http(port, "/json/version") == (None, b"")
