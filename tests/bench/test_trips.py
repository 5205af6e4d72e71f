"""Round trips are the cost: how many each tool takes, by the phone's own count."""

from collections.abc import AsyncIterator, Iterator
from itertools import cycle, islice
from typing import Any

import pytest

from bridge.app import Bridge, open_bridge
from bridge.settings import load
from bridge.tools.call import Caller
from tests.bench._cases import CASES, Case

CALLER = Caller("bench", "cli")


@pytest.fixture(autouse=True)
def _over_wifi(phone: Any) -> Iterator[None]:
    """With no delay at all, a reply overtakes the rest of its flight and splits it in two."""
    phone.ask("/rtt", {"ms": 20})
    yield
    phone.ask("/rtt", {"ms": 0})


@pytest.fixture
async def bridge(phone: Any) -> AsyncIterator[Bridge]:
    settings = load(flags={"adb": {"port": phone.adb_port}, "serial": phone.serial})
    async with open_bridge(settings) as opened:
        yield opened


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_the_tool_takes_its_round_trips_and_no_more(
    case: Case, bridge: Bridge, phone: Any
) -> None:
    await bridge.door.call("page_navigate", {"url": phone.page(case.page)}, CALLER)
    if case.name == "key":
        await bridge.door.call("page_tap", {"label": "Name"}, CALLER)
    seen: list[int] = []
    for args in islice(cycle(case.turns), 3):
        phone.count_from_here()
        await bridge.door.call(case.tool, args, CALLER)
        seen.append(phone.trips())
    assert seen == [case.trips] * 3


async def test_the_first_look_after_a_navigation_is_one_round_trip_too(
    bridge: Bridge, phone: Any
) -> None:
    for page in ("login.html", "shop.html"):
        await bridge.door.call("page_navigate", {"url": phone.page(page)}, CALLER)
        phone.count_from_here()
        await bridge.door.call("page_snapshot", {}, CALLER)
        assert phone.trips() == 1
