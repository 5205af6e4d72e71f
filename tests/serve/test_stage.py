"""A stage without its phone: it comes back by itself, and says what is in the way meanwhile."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from bridge.app import Bridge, open_bridge
from bridge.page import watched
from bridge.serve import stage
from bridge.serve.web import House
from bridge.settings import Settings
from bridge.tools.call import Caller
from tests.serve.viewers import housed, opened


@pytest.fixture(scope="module")
def lent(start: Any) -> Iterator[Any]:
    with start() as running:
        yield running


@pytest.fixture
async def bridge(lent: Any) -> AsyncIterator[Bridge]:
    settings = Settings.model_validate({"adb": {"port": lent.adb_port}})
    async with open_bridge(settings) as made:
        yield made


@pytest.fixture
async def house(bridge: Bridge) -> AsyncIterator[House]:
    async with housed(bridge) as served:
        yield served


async def test_a_session_that_ends_is_opened_again_by_itself(
    bridge: Bridge, house: House, lent: Any
) -> None:
    async with opened(house) as page:
        await page.say("watch")
        await page.hears("state", state="live")
        old = (await page.sees(0)).n
        await (await bridge.fleet.phone(None)).close()
        await page.hears("state", state="connecting")
        await page.hears("state", state="live")
        await page.sees(old)


async def test_a_chrome_that_crashed_is_seen_and_so_is_its_return(house: House, lent: Any) -> None:
    async with opened(house) as page:
        await page.say("watch")
        await page.hears("state", state="live")
        lent.ask("/chrome", {"state": "crashed"})
        await page.hears("state", state="chrome_closed")
        lent.ask("/chrome", {"state": "open"})
        await page.hears("state", state="live")


async def test_a_defect_is_said_and_the_stage_goes_on(
    house: House, lent: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    del lent
    monkeypatch.setattr(stage, "AGAIN_SECONDS", 0.05)
    real = watched.front

    async def crash(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(stage, "front", crash)
    async with opened(house) as page:
        await page.say("watch")
        assert "defect" in (await page.hears("state", state="ended"))["reason"]
        monkeypatch.setattr(stage, "front", real)
        await page.hears("state", state="live")
    assert "a stage crashed" in caplog.text


async def test_when_nobody_has_it_open_nothing_of_it_stays(bridge: Bridge, house: House) -> None:
    async with opened(house) as page:
        await page.say("watch")
        await page.hears("state", state="live")
    async with opened(house) as page:
        await page.hears("state", state="live")
        assert page.pictures == []
    browser = await (await bridge.fleet.phone(None)).browser()
    assert browser.alive


async def test_a_page_that_crashed_is_said_and_shown_again_once_it_was_reloaded(
    bridge: Bridge, house: House, lent: Any
) -> None:
    agent = Caller("an agent", "mcp", "agent-1")
    async with opened(house) as page:
        await page.say("watch")
        await page.hears("state", state="live")
        await bridge.door.call("page_navigate", {"url": lent.page("index.html")}, agent)
        await page.say("go", url="chrome://crash")
        assert "crashed" in (await page.hears("state", state="ended"))["reason"]
        await bridge.door.call("page_navigate", {"action": "reload"}, agent)
        await page.hears("state", state="live")


async def test_a_phone_that_goes_is_said_with_what_to_do_and_shown_when_it_is_back(
    house: House, lent: Any
) -> None:
    async with opened(house) as page:
        await page.say("watch")
        await page.hears("state", state="live")
        lent.ask("/quirk", {"name": "offline", "on": True})
        gone = await page.hears("state", state="no_phone")
        assert gone["checks"][-1]["mark"] == "bad"
        lent.ask("/quirk", {"name": "offline", "on": False})
        old = page.n
        await page.hears("state", state="live")
        await page.sees(old)
