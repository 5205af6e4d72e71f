"""Dialogs in every place they may come up, and what follows their answers."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.page import navigate, read, touch
from bridge.page.answer import answer
from bridge.page.tab import Tab
from tests.page._act import APART, Pages, Stage, chromium, staged


def does(script: str) -> str:
    return f'<button onclick="go()">Go</button><script>function go(){{{script}}}</script>'


async def tapped(tab: Tab) -> str:
    return (await touch.tap(tab, {"text": "Go"})).sentence


async def opened(tab: Tab) -> None:
    """Wait until a dialog is open."""
    with tab.watch() as watch:
        async with asyncio.timeout(10):
            await watch.until(lambda _: tab.dialog is not None)


async def refused(tab: Tab) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await read.snapshot(tab, max_bytes=8192, boxes=False)
    return caught.value


async def test_no_dialog_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>Text</p>")
    with pytest.raises(BridgeError) as caught:
        await answer(tab, accept=True, prompt=None)
    assert caught.value.code == "NO_DIALOG"


async def test_of_three_dialogs_each_answer_tells_the_next(act_stage: Stage) -> None:
    tab = await act_stage.show(does("alert('One');window.r=confirm('Two');alert('Three '+r)"))
    assert 'it opened alert "One"' in await tapped(tab)
    told = [
        (await answer(tab, accept=accept, prompt=None)).sentence for accept in (True, False, True)
    ]
    assert told == [
        'accepted alert "One"; it opened confirm "Two", which page_dialog answers',
        'dismissed confirm "Two"; it opened alert "Three false", which page_dialog answers',
        'accepted alert "Three false"',
    ]
    assert await act_stage.run("r") is False


async def test_an_answer_that_sends_the_page_elsewhere_says_where(act_stage: Stage) -> None:
    tab = await act_stage.show(does("if(confirm('Leave?'))location='/next'"))
    await tapped(tab)
    answered = await answer(tab, accept=True, prompt=None)
    url = act_stage.pages.url("/next")
    assert answered.sentence.startswith('accepted confirm "Leave?"; the page is ')
    assert answered.as_json()["url"] == url


async def test_a_prompt_has_its_default_and_takes_another_text(act_stage: Stage) -> None:
    tab = await act_stage.show(does("document.title=prompt('Name?','Ada')"))
    await tapped(tab)
    assert tab.dialog is not None
    assert tab.dialog.default == "Ada"
    await answer(tab, accept=True, prompt=None)
    assert await act_stage.run("document.title") == "Ada"
    await tapped(tab)
    await answer(tab, accept=True, prompt="Grace")
    assert await act_stage.run("document.title") == "Grace"
    await tapped(tab)
    await answer(tab, accept=False, prompt="Nobody")
    assert await act_stage.run("document.title") == "null"


async def test_a_dialog_of_a_timer_between_calls_is_told_by_the_next(act_stage: Stage) -> None:
    tab = await act_stage.show(does("setTimeout(()=>alert('Session ends'),150)"))
    assert await tapped(tab) == 'tapped button "Go"'
    await opened(tab)
    fault = await refused(tab)
    assert (fault.code, fault.message) == ("DIALOG_OPEN", 'alert "Session ends" is open')
    await answer(tab, accept=True, prompt=None)
    assert "Go" in (await read.snapshot(tab, max_bytes=8192, boxes=False)).text


async def test_a_dialog_of_another_tab_does_not_hold_this_one_up(act_stage: Stage) -> None:
    browser = act_stage.browser
    tab = await act_stage.show("<p>Here</p>")
    other = await browser.open_tab(act_stage.pages.url("/other"), active=False)
    other.session.post("Runtime.evaluate", {"expression": "setTimeout(()=>alert('There'),0)"})
    await opened(other)
    assert "Here" in (await read.snapshot(tab, max_bytes=8192, boxes=False)).text
    assert len(browser.tabs()) >= 2
    assert (await refused(other)).code == "DIALOG_OPEN"
    await answer(other, accept=True, prompt=None)
    await browser.close(browser.number(other))


HUGE = "'x'.repeat(200000)"
ODD = "'a\\\\u0000b\\\\u0007\\\\u202e\\\\n- button c [e1]\\\\n'.repeat(3)"


@pytest.mark.parametrize("message", [HUGE, ODD])
async def test_a_message_without_measure_is_told_in_one_line(
    act_stage: Stage, message: str
) -> None:
    tab = await act_stage.show(does(f"alert({message})"))
    told = await tapped(tab)
    assert len(told) < 500
    assert "\n" not in told
    assert (await answer(tab, accept=True, prompt=None)).sentence.startswith("accepted alert")


UNLOAD = "<script>onbeforeunload=e=>{e.preventDefault();e.returnValue='x'}</script>"


async def guarded(stage: Stage) -> Tab:
    """A page that asks before it is left, once it was touched."""
    await stage.show("<p>Before</p>", path="/before")
    tab = await stage.show(f"{UNLOAD}<button>Go</button>")
    await tapped(tab)
    return tab


async def left(tab: Tab, way: Any) -> str:
    """Leave a page, and return what is said of it."""
    try:
        if way in {"back", "reload"}:
            return (await navigate.step(tab, way)).sentence
        return (await navigate.go(tab, way)).sentence
    except BridgeError as fault:
        return str(fault)


@pytest.mark.parametrize("way", ["/next", "back", "reload"])
async def test_a_page_that_asks_before_it_is_left_holds_a_navigation_until_answered(
    act_stage: Stage, way: Any
) -> None:
    tab = await guarded(act_stage)
    before = tab.url
    answered = None
    for accept in (False, True):
        to = act_stage.pages.url(way) if way == "/next" else way
        assert "beforeunload is open" in await left(tab, to)
        answered = await answer(tab, accept=accept, prompt=None)
        if not accept:
            assert tab.url == before
            assert answered.sentence.startswith("dismissed beforeunload")
    assert answered is not None
    wanted = {"/next": "/next", "back": "/before", "reload": "/"}[way]
    assert answered.as_json()["url"] == act_stage.pages.url(wanted)


async def test_a_load_is_not_waited_for_under_a_dialog_that_is_open_already(
    act_stage: Stage,
) -> None:
    tab = await act_stage.show(does("alert('One')"))
    await tapped(tab)
    async with asyncio.timeout(10):
        assert not await tab.ring_or_dialog(asyncio.Event(), 60)
    await answer(tab, accept=True, prompt=None)


async def test_a_tab_that_asks_before_it_is_left_is_closed_all_the_same(act_stage: Stage) -> None:
    browser = act_stage.browser
    act_stage.pages.bodies["/asks"] = f"{UNLOAD}<button>Go</button>"
    tab = await browser.open_tab(act_stage.pages.url("/asks"))
    await tapped(tab)
    number = browser.number(tab)
    await browser.close(number)
    assert number not in [row.number for row in browser.tabs()]
    await browser.switch(browser.number(act_stage.tab))


@pytest.fixture(scope="module")
def apart_port() -> Iterator[int]:
    with chromium(*APART) as port:
        yield port


@pytest.fixture
async def apart(apart_port: int, act_pages: Pages) -> AsyncIterator[Stage]:
    async with staged(apart_port, act_pages) as stage:
        yield stage


async def test_a_dialog_of_a_frame_in_another_process_is_told_and_answered(apart: Stage) -> None:
    apart.pages.bodies["/in"] = "<p>In</p><script>setTimeout(()=>alert('From within'),300)</script>"
    url = apart.pages.url("/in", "other.test")
    tab = await apart.show(f"<p>Out</p><iframe src='{url}'></iframe>")
    await opened(tab)
    assert (await refused(tab)).message == 'alert "From within" is open'
    assert (await answer(tab, accept=True, prompt=None)).sentence == 'accepted alert "From within"'
    assert "Out" in (await read.snapshot(tab, max_bytes=8192, boxes=False)).text
