"""With rules, a call takes no round trip more than without."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.gate._lab import Lab

TRIPS: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("page_snapshot", {}, 1),
    ("page_find", {"text": "Sign in"}, 1),
    ("page_text", {}, 1),
    ("page_tap", {"label": "Name"}, 2),
    ("page_fill", {"label": "Name", "value": "Ada"}, 2),
    ("page_key", {"key": "ArrowLeft"}, 2),
    ("page_scroll", {"direction": "down"}, 2),
    ("page_screenshot", {}, 2),
)


@pytest.fixture
async def far(lab: Lab, phone: Any) -> AsyncIterator[Lab]:
    """A phone behind a slow link, and an agent at work on it."""
    lab.block("blocked.test\nbank.*\n")
    await lab.call("page_tabs", action="open", url=phone.page("login.html"))
    phone.ask("/rtt", {"ms": 40})
    yield lab
    phone.ask("/rtt", {"ms": 0})
    await lab.clear()


@pytest.mark.parametrize(("tool", "args", "trips"), TRIPS)
async def test_the_gate_costs_no_round_trip(
    far: Lab, phone: Any, tool: str, args: dict[str, Any], trips: int
) -> None:
    if tool == "page_key":
        await far.call("page_tap", label="Name")
    phone.count_from_here()
    said = await far.call(tool, **args)
    assert phone.trips() == trips, (said, phone.ask("/trips"))


async def test_a_call_that_closes_the_gate_waits_for_nothing_more(far: Lab, phone: Any) -> None:
    browser = await far.browser()
    far.block("")
    await far.call("page_snapshot")
    assert not browser.gate.patterns
    far.block("blocked.test\n")
    phone.count_from_here()
    await far.call("page_snapshot")
    first = phone.ask("/trips")["by_trip"][0]
    assert {"Target.setAutoAttach", "Fetch.enable", "Runtime.evaluate"} <= set(first)
