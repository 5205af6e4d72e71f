"""Which phone each viewer has open, when there are several and when there is none yet."""

from collections.abc import AsyncIterator, Iterator
from contextlib import nullcontext
from typing import Any

import pytest

from bridge.app import open_bridge
from bridge.serve.web import House, serve_web
from bridge.settings import Settings
from tests.conftest import VirtualPhone, start_phones
from tests.serve.viewers import opened, served


@pytest.fixture(scope="module")
def two() -> Iterator[list[VirtualPhone]]:
    with start_phones(2) as phones:
        yield phones


@pytest.fixture
async def house(two: list[VirtualPhone]) -> AsyncIterator[House]:
    async with served({"adb": {"port": two[0].adb_port}}) as made:
        yield made


async def test_a_viewer_goes_from_one_phone_to_the_other(
    house: House, two: list[VirtualPhone]
) -> None:
    async with opened(house, serial=two[0].serial) as page:
        assert (await page.hears("welcome"))["serial"] == two[0].serial
        phones: list[dict[str, Any]] = (await page.hears("phones"))["phones"]
        assert {each["serial"] for each in phones} == {each.serial for each in two}
        await page.say("watch")
        await page.hears("state", state="live")
        old = (await page.sees(0)).n
        await page.say("phone", serial=two[1].serial)
        await page.hears("state", state="live")
        await page.sees(old)
        await page.say("phone", serial="nothing")
        assert (await page.hears("state", state="no_phone"))["reason"]


async def test_two_viewers_of_two_phones_steer_each_their_own(
    house: House, two: list[VirtualPhone]
) -> None:
    async with (
        opened(house, serial=two[0].serial) as first,
        opened(house, serial=two[1].serial) as second,
    ):
        await first.hears("steering", you=True, count=1)
        await second.hears("steering", you=True, count=1)
        await second.say("phone", serial=two[0].serial)
        await second.hears("steering", you=False, count=2)
        await first.hears("steering", you=True, count=2)


async def test_the_link_of_a_phone_opens_that_phone(house: House, two: list[VirtualPhone]) -> None:
    token = house.keys.trade(house.keys.nonce(two[1].serial))
    async with opened(house, token=token) as page:
        assert (await page.hears("welcome"))["serial"] == two[1].serial
    async with opened(house) as page:  # none was named: one that is ready
        assert (await page.hears("welcome"))["serial"] in {each.serial for each in two}


async def test_who_waits_for_a_phone_is_shown_the_one_that_comes(start: Any) -> None:
    with start("--quirk", "unauthorized") as coming:
        settings = Settings.model_validate({"adb": {"port": coming.adb_port}})
        async with (
            open_bridge(settings) as bridge,
            serve_web(bridge, (0,), lambda *_: nullcontext()) as house,
            opened(house) as page,
        ):
            assert (await page.hears("welcome"))["serial"] is None
            state = await page.hears("state", state="no_phone")
            assert state["checks"][-1]["label"] == "USB debugging"
            await page.say("watch")
            bridge.door.activity.begin("an agent", "doctor").end("OK", 1)
            coming.ask("/allow", {})
            assert (await page.hears("welcome"))["serial"] == coming.serial
            await page.hears("activity", tool="doctor")  # told anew, as to who has just come
            await page.hears("state", state="live")
            await page.sees(0)
