"""A tab that a person watches, beside the agent's session with it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bridge.errors import BridgeError, ScreenFault
from bridge.page.browser import Browser
from bridge.page.tab import Tab
from bridge.page.watched import Watched, front, open_watched


@pytest.fixture
async def watched(browser: Browser, tab: Tab) -> AsyncIterator[Watched]:
    made = await open_watched(browser.targets, tab.target_id, lambda: None, 5)
    yield made
    browser.targets.release(made.session)


async def until_at(watched: Watched, url: str) -> None:
    async with asyncio.timeout(10):
        while watched.url != url:
            await watched.learn()


async def test_it_tells_where_the_tab_is_and_could_go(watched: Watched, phone: Any) -> None:
    first, second = phone.page("form.html"), phone.page("shop.html")
    await watched.go(first)
    await watched.go(second)
    await until_at(watched, second)
    async with asyncio.timeout(10):
        while not watched.title:
            await watched.learn()
    assert (watched.back, watched.forward) == (True, False)
    await watched.step(-1)
    await until_at(watched, first)
    assert watched.forward is True
    await watched.step(5)  # there is nothing
    await watched.step(1)
    await until_at(watched, second)
    await watched.reload()


async def test_news_of_another_page_are_told(browser: Browser, tab: Tab, phone: Any) -> None:
    changed = asyncio.Event()
    made = await open_watched(browser.targets, tab.target_id, changed.set, 5)
    await tab.session.call("Page.navigate", {"url": phone.page("shop.html")})
    async with asyncio.timeout(10):
        await changed.wait()
    browser.targets.release(made.session)


async def test_an_address_that_does_not_open_is_said(watched: Watched) -> None:
    with pytest.raises(ScreenFault, match="net::ERR_"):
        await watched.go("http://nothing.invalid/")


async def test_the_agents_session_goes_on_when_nobody_watches_any_more(
    browser: Browser, tab: Tab
) -> None:
    made = await open_watched(browser.targets, tab.target_id, lambda: None, 5)
    browser.targets.release(made.session)
    assert tab.alive
    await tab.session.call("Page.getNavigationHistory")


async def test_a_tab_that_is_gone_cannot_be_watched(browser: Browser) -> None:
    with pytest.raises(BridgeError):
        await open_watched(browser.targets, "0" * 32, lambda: None, 5)


async def test_the_tab_in_front_is_found_and_another_one_when_it_changed(
    browser: Browser, tab: Tab, watched: Watched
) -> None:
    assert await front(browser.targets, None) == tab.target_id
    assert await front(browser.targets, watched) == tab.target_id
    other = await browser.open_tab("about:blank")
    assert await front(browser.targets, watched) == other.target_id
    await browser.targets.close(other.target_id)
