"""What a viewer shows while there is no picture, and how it comes back; several viewers."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from bridge.serve.web import House
from tests.conftest import free_port
from tests.serve.viewers import Page, opened, served, watching


@pytest.fixture(scope="module")
def lent(start: Any) -> Iterator[Any]:
    """A virtual phone whose Chrome and screen these tests may switch off."""
    with start() as running:
        yield running


@pytest.fixture
async def house(lent: Any) -> AsyncIterator[House]:
    lent.ask("/chrome", {"state": "open"})
    async with served({"adb": {"port": lent.adb_port}}) as made:
        yield made


async def test_without_a_phone_the_checklist_says_what_to_do() -> None:
    nowhere = {"adb": {"port": free_port(), "path": "/nowhere/adb"}}
    async with served(nowhere) as house, opened(house) as page:
        assert (await page.hears("welcome"))["serial"] is None
        state = await page.hears("state", state="no_phone")
        assert state["reason"]
        assert {each["mark"] for each in state["checks"]} <= {"ok", "bad", "wait"}
        assert any(each["mark"] == "bad" for each in state["checks"])
        await page.say("touch", kind="start", fx=0.5, fy=0.5, n=1)
        assert (await page.hears("error", re="touch"))["code"] == "PHONE_GONE"


async def test_phones_that_are_switched_off_in_the_settings_are_off() -> None:
    async with served({"adb": {"enabled": False}}) as house, opened(house) as page:
        assert "adb.enabled" in (await page.hears("state", state="off"))["reason"]


async def test_chrome_that_is_closed_is_opened_from_here(house: House, lent: Any) -> None:
    async with watching(house) as page:
        lent.ask("/chrome", {"state": "closed"})
        state = await page.hears("state", state="chrome_closed")
        assert [each["label"] for each in state["checks"]][:2] == ["adb", "Phone"]
        await page.say("open")
        await page.hears("state", state="live")
        await page.sees()


async def test_a_phone_that_sleeps_is_woken_from_here(house: House, lent: Any) -> None:
    async with watching(house) as page:
        lent.ask("/screen", {"on": False})
        await page.hears("state", state="asleep")
        old = page.n
        await page.say("wake")
        await page.hears("state", state="live")
        await page.sees(old)


async def test_another_app_in_front_is_said_and_chrome_comes_back(house: House, lent: Any) -> None:
    async with watching(house) as page:
        lent.ask("/front", {"package": "com.android.settings"})
        state = await page.hears("state", state="chrome_closed")
        assert "Another app" in state["reason"]
        await page.say("open")
        await page.hears("state", state="live")


async def test_one_steers_and_the_others_watch(house: House) -> None:
    async with watching(house) as first, watching(house) as second:
        assert first.last("steering") == {"t": "steering", "you": True, "count": 2}
        assert second.last("steering") == {"t": "steering", "you": False, "count": 2}
        await second.say("touch", kind="start", fx=0.5, fy=0.5, n=second.n)
        assert (await second.hears("error", re="touch"))["code"] == "NOT_OWNER"
        await second.say("steer")
        await second.hears("steering", you=True)
        await first.hears("steering", you=False)
        await first.say("steer")
        await first.hears("steering", you=True)
    async with watching(house) as third:
        assert third.last("steering") == {"t": "steering", "you": True, "count": 1}


async def test_who_steers_and_leaves_gives_the_wheel_to_the_next(house: House) -> None:
    async with watching(house) as first:
        async with watching(house) as second:
            await second.say("steer")
            await first.hears("steering", you=False, count=2)
        await first.hears("steering", you=True, count=1)


async def test_a_slow_viewer_misses_pictures_and_slows_nobody(house: House, lent: Any) -> None:
    async with watching(house) as quick:
        await quick.say("go", url=lent.page("index.html") + "#paint")
        async with opened(house, draws=False) as slow:
            await slow.say("watch")
            await slow.sees(0)
            for n in range(12):
                old = quick.n
                await quick.say("go", url=lent.page(("form.html", "shop.html")[n % 2]))
                await quick.sees(old)
            assert len(slow.pictures) <= 2  # two may be on the way undrawn
            await slow.say("ack", n=slow.n)
            newest = await slow.sees()
            assert newest.n > slow.pictures[-2].n + 1


async def test_nothing_is_sent_while_nobody_looks(house: House, lent: Any) -> None:
    async with watching(house) as page:
        await page.say("unwatch")
        await page.heeded()
        old = page.n
        await page.say("go", url=lent.page("scroll.html"))
        await page.hears("page", url=lent.page("scroll.html"))
        assert page.n == old
        await page.say("watch")
        await page.sees(old)


async def test_a_phone_that_is_turned_is_touched_where_the_picture_shows(
    house: House, lent: Any
) -> None:
    async with watching(house) as page:
        body = "<title>still</title><button style='position:fixed;inset:0 50% 75% 0'>A</button>"
        script = "<script>document.querySelector('button').onclick = () => document.title = 'hit'"
        viewport = "<meta name=viewport content='width=device-width'>"
        await page.say("go", url=f"data:text/html,{viewport}{body}{script}</script>")
        await page.hears("page", title="still")
        upright = await page.until(
            lambda: next((p for p in page.pictures if p.head["height"] > p.head["width"]), None)
        )
        stage = next(iter(house.bridge.fleet.gates()))
        browser = await (await house.bridge.fleet.phone(stage)).browser()
        (target,) = [each.id for each in browser.targets.pages if each.url.startswith("data:")]
        session = await browser.targets.attach(target)
        turned = {"width": 915, "height": 412, "deviceScaleFactor": 2, "mobile": True}
        await session.call("Emulation.setDeviceMetricsOverride", turned)
        await page.until(lambda: page.pictures[-1].head["width"] > page.pictures[-1].head["height"])
        assert upright.n < page.n
        await page.tap(0.45, 0.2)
        await page.until(lambda: _said(page))
        browser.targets.release(session)


def _said(page: Page) -> bool:
    return any(each["t"] == "page" and each["title"] == "hit" for each in page.all)
