"""Tabs that do not answer: asleep, or held up by what was there before we came."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bridge.errors import BridgeError
from bridge.page import navigate, read
from bridge.page.wake import HeldUp
from tests.page._act import Pages, Stage, staged


@pytest.fixture
async def hasty(act_port: int, act_pages: Pages) -> AsyncIterator[Stage]:
    """A browser whose tabs must answer soon."""
    async with staged(act_port, act_pages, open_seconds=5) as stage:
        yield stage


async def held(stage: Stage, how: str) -> str:
    """Open a page that nobody watches, and have it held up."""
    page = await stage.browser.targets.create(stage.pages.url("/held"))
    session = await stage.browser.targets.attach(page.id)
    loaded = asyncio.Event()
    session.on("Page.loadEventFired", lambda _: loaded.set())
    await session.call("Page.enable")
    await session.call("Page.reload")
    async with asyncio.timeout(10):
        await loaded.wait()
    opened = asyncio.Event()
    session.on("Page.javascriptDialogOpening", lambda _: opened.set())
    session.post("Runtime.evaluate", {"expression": how})
    async with asyncio.timeout(10):
        await opened.wait()  # whoever comes now hears of no dialog
    return page.id


@pytest.mark.parametrize("how", ["alert('Before')", "prompt('Before')"])
async def test_a_page_that_was_held_up_before_we_came_says_so_and_can_be_left(
    hasty: Stage, how: str
) -> None:
    browser = hasty.browser
    target = await held(hasty, how)
    number = next(row.number for row in browser.tabs() if row.url.endswith("/held"))
    patient = browser._limits  # a page that is freed needs it; one that is held up answers never
    browser._limits = patient.model_copy(update={"open_seconds": 1})
    for _ in range(2):
        with pytest.raises(HeldUp, match=f"tab {number} is held up") as caught:
            await browser.switch(number)
        assert caught.value.code == "TIMEOUT"
    # the rest goes on
    assert await read.find(hasty.tab, {"css": "body"}, limit=1)
    assert len(browser.tabs()) >= 2
    browser._memory.chosen = target
    with pytest.raises(BridgeError):
        await browser.front()
    browser._limits = patient
    tab = await browser.front(revive=True)
    arrival = await navigate.go(tab, hasty.pages.url("/next"))
    assert arrival.url.endswith("/next")
    await browser.close(number)
