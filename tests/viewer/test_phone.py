"""Page, Bridge and virtual phone together: what a person does lands where they see it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from bridge.app import Bridge, open_bridge
from bridge.serve.web import House
from bridge.settings import FAMILIES, Settings
from bridge.tools.call import Caller
from tests.conftest import VirtualPhone
from tests.fixtures._judges import Link
from tests.serve.viewers import housed
from tests.viewer._board import Board, board, place
from tests.viewer._page import Person, person

AGENT = Caller("Claude", "mcp", "agent-1", families=frozenset(FAMILIES))
# The picture has come to rest: no new frame for a while.
STILL = """new Promise((done) => { const canvas = document.querySelector('#picture');
    let last = canvas.dataset.frame, since = performance.now();
    const look = () => { const now = canvas.dataset.frame;
        if (now !== last) { last = now; since = performance.now() }
        if (last && performance.now() - since > 400) done(last); else setTimeout(look, 20) };
    look() })"""
RATIO = """(() => { const c = document.querySelector('#picture'); return c.width / c.height })()"""


@pytest.fixture
def page() -> Iterator[Board]:
    with board() as served:
        yield served


@pytest.fixture
async def bridge(phone: VirtualPhone) -> AsyncIterator[Bridge]:
    settings = Settings.model_validate({"adb": {"port": phone.adb_port}, "serial": phone.serial})
    async with open_bridge(settings) as opened:
        yield opened


@pytest.fixture
async def house(bridge: Bridge) -> AsyncIterator[House]:
    async with housed(bridge) as served:
        yield served


async def act(bridge: Bridge, name: str, /, **args: Any) -> Any:
    return await bridge.door.call(name, args, AGENT)


async def come(somebody: Person, house: House) -> None:
    """Follow a link, and wait for the picture."""
    await somebody.go(f"{house.address}/#{house.keys.nonce()}")
    await somebody.until("document.querySelector('#picture').dataset.frame")


@pytest.fixture
async def me(windows: Link, bridge: Bridge, house: House, page: Board) -> AsyncIterator[Person]:
    """A person who has the board before them."""
    await act(bridge, "page_navigate", url=page.url())
    async with person(windows) as somebody:
        await come(somebody, house)
        await somebody.until("document.title === 'Board · Tapbridge'")
        await somebody.value(STILL)
        yield somebody
        assert await somebody.complaints() == []


async def test_a_click_taps_what_is_seen_there(me: Person, page: Board) -> None:
    for fx, fy in ((0.1, 0.05), (0.9, 0.05), (0.6, 0.45), (0.1, 0.75)):
        await me.click("#picture", fx, fy)
        await page.tells(f"tap {place(fx, fy)}")
    assert len(page.told) == 4


async def test_a_click_taps_what_is_seen_there_when_zoomed_in(
    me: Person, page: Board, bridge: Bridge
) -> None:
    # twice as large around the middle: the picture shows the middle half of both sides
    await act(bridge, "page_pinch", scale=2)
    await me.value(STILL)
    for fx, fy in ((0.2, 0.2), (0.8, 0.4), (0.3, 0.6)):
        page.told.clear()
        await me.click("#picture", fx, fy)
        await page.tells(f"tap {place(0.25 + fx / 2, 0.25 + fy / 2)}")
    await act(bridge, "page_pinch", scale=0.2)


async def test_a_click_taps_what_is_seen_there_after_a_rotation(
    me: Person, page: Board, bridge: Bridge, phone: VirtualPhone
) -> None:
    session = (await (await bridge.fleet.phone(None)).browser()).front
    tab = await session()
    metrics = {"width": 915, "height": 412, "deviceScaleFactor": 2.625, "mobile": True}
    await tab.session.call("Emulation.setDeviceMetricsOverride", metrics)
    await me.until(f"{RATIO} > 1.5")
    await me.value(STILL)
    try:
        for fx, fy in ((0.1, 0.05), (0.9, 0.35), (0.6, 0.65)):
            page.told.clear()
            await me.click("#picture", fx, fy)
            await page.tells(f"tap {place(fx, fy)}")
    finally:
        await tab.session.call("Emulation.clearDeviceMetricsOverride")
        for up in (True, False):
            phone.ask("/keyboard", {"up": up})  # the phone takes its own measures again


async def test_typing_pasting_and_composing_land_in_the_field(me: Person, page: Board) -> None:
    await me.click("#picture", 0.5, 0.9)
    await me.write("Ada")
    await page.tells("text Ada")
    await me.key("Backspace")
    await page.tells("text Ad")
    await me.paste(" Lovelace, 漢字")
    await page.tells("text Ad Lovelace, 漢字")
    for text in ("に", "日本"):
        await me.call(
            "Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text)
        )
    await me.call("Input.insertText", text="日本")
    await page.tells("text Ad Lovelace, 漢字日本")
    await me.key("Enter")
    await page.tells("text Ad Lovelace, 漢字日本\n")
    await me.key("ArrowLeft", 8)
    await page.tells("key shift+ArrowLeft")


def scrolled(told: str) -> int:
    """How far the page lies then; -1 when something else was told."""
    return int(told.split()[1]) if told.startswith("scroll ") else -1


async def test_the_wheel_scrolls_and_a_drag_scrolls_back(me: Person, page: Board) -> None:
    await me.roll("#picture", 0, 600)
    await page.hears(lambda told: abs(scrolled(told) - 600) < 40, "a scroll by 600")
    await me.value(STILL)
    page.told.clear()
    await me.mouse("mousePressed", *await me.where("#picture", 0.5, 0.3))
    for step in range(1, 13):
        await me.mouse("mouseMoved", *await me.where("#picture", 0.5, 0.3 + step * 0.03))
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.2)  # held at the end, so that it is a drag and no fling
    await me.mouse("mouseReleased", *await me.where("#picture", 0.5, 0.66))
    await page.hears(lambda told: 0 <= scrolled(told) < 400, "a scroll back")
    assert not [told for told in page.told if told.startswith("tap")]


async def test_a_long_press_is_one(me: Person, page: Board) -> None:
    where = await me.where("#picture", 0.1, 0.05)
    await me.mouse("mousePressed", *where)
    await asyncio.sleep(0.8)
    await me.mouse("mouseReleased", *where)
    await page.tells("long 0")


async def test_the_bar_moves_the_phones_page_and_its_tabs(
    me: Person, page: Board, phone: VirtualPhone
) -> None:
    await me.click("#address")
    await me.write(phone.page("login.html"))
    await me.key("Enter")
    await me.until("document.title.startsWith('Sign in')")
    await me.until("!document.querySelector('#back').disabled")
    await me.click("#back")
    await me.until("document.title.startsWith('Board')")
    await me.until("!document.querySelector('#forward').disabled")
    await me.click("#tabs-button")
    await me.until_sees("#tab-new")
    before = int(await me.text("#tabs-count"))
    await me.click("#tab-new")
    await me.until(f"document.querySelector('#tabs-count').innerText === '{before + 1}'")
    await me.until("document.querySelector('#address').value === ''")
    await me.click("#tabs-button")
    await me.until_sees("#tabs [aria-current]")
    await me.click("#tabs li:has([aria-current]) .plain")
    await me.until(f"document.querySelector('#tabs-count').innerText === '{before}'")


async def test_a_sleeping_phone_is_said_and_woken(
    me: Person, page: Board, phone: VirtualPhone
) -> None:
    phone.ask("/screen", {"on": False})
    try:
        await me.until("document.body.dataset.state === 'asleep'")
        await me.click("#overlay button")
        await me.until("document.body.dataset.state === 'live'")
        await me.value(STILL)
        await me.click("#picture", 0.1, 0.05)
        await page.tells("tap 0")
    finally:
        phone.ask("/screen", {"on": True})


async def test_a_closed_chrome_is_said_and_opened(me: Person, phone: VirtualPhone) -> None:
    phone.ask("/chrome", {"state": "closed"})
    await me.until("document.body.dataset.state === 'chrome_closed'")
    await me.value("delete document.querySelector('#picture').dataset.frame")
    await me.click("#overlay button.strong")
    await me.until("document.body.dataset.state === 'live'")
    await me.until("document.querySelector('#picture').dataset.frame")


async def test_a_phone_that_goes_is_said_and_comes_back(me: Person, phone: VirtualPhone) -> None:
    phone.ask("/fault", {"name": "drop-transport", "ms": 60_000})
    await me.until("document.body.dataset.state === 'no_phone'")
    assert await me.sees(".checks .bad")
    await me.value("delete document.querySelector('#picture').dataset.frame")
    phone.ask("/fault", {"name": "none"})
    await me.until("document.body.dataset.state === 'live'")
    await me.until("document.querySelector('#picture').dataset.frame")


async def test_of_two_viewers_one_steers_and_both_see(
    me: Person, page: Board, windows: Link, house: House
) -> None:
    async with person(windows) as other:
        await come(other, house)
        await other.until_sees("#watching")
        await me.until("document.querySelector('#viewers').innerText === '2 viewers'")
        await other.value(STILL)
        await other.click("#picture", 0.1, 0.05)
        await me.click("#picture", 0.9, 0.05)
        await page.tells("tap 3")
        await other.click("#steer")
        await me.until_sees("#watching")
        await other.until("!document.querySelector('#watching').checkVisibility()")
        await other.click("#picture", 0.1, 0.75)
        await page.tells(f"tap {place(0.1, 0.75)}")
        assert page.told == ["tap 3", f"tap {place(0.1, 0.75)}"]
    await me.until("!document.querySelector('#watching').checkVisibility()")
