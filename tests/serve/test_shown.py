"""The tab that is shown: its picture on demand, and a hand that leaves nothing down."""

import asyncio
import itertools
from collections.abc import AsyncIterator

import pytest

from bridge.page.browser import Browser
from bridge.page.screencast import Frame
from bridge.page.tab import Tab
from bridge.serve.shown import Shown, show


class Seen:
    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.came = asyncio.Event()

    def take(self, frame: Frame) -> None:
        self.frames.append(frame)
        self.came.set()


@pytest.fixture
def seen() -> Seen:
    return Seen()


@pytest.fixture
async def shown(browser: Browser, tab: Tab, seen: Seen) -> AsyncIterator[Shown]:
    async with asyncio.TaskGroup() as group:
        made = await show(
            browser,
            tab.target_id,
            group,
            numbers=itertools.count(1),
            handed=seen.take,
            hid=lambda: None,
            moved=lambda: None,
            seconds=5,
            wifi=False,
        )
        yield made
        made.close()


async def test_pictures_come_only_when_they_are_wanted(shown: Shown, seen: Seen) -> None:
    await shown.direct(wanted=False, anew=False)
    assert shown.cast.runs is False
    assert shown.fraction((1, 1)) is None
    await shown.direct(wanted=True, anew=False)
    async with asyncio.timeout(10):
        await seen.came.wait()
    width = seen.frames[-1].measure.css_width
    assert shown.fraction((width / 2, 0)) == (0.5, 0)
    assert shown.fraction((width * 9, -5)) == (1, 0)
    assert shown.fraction(None) is None
    seen.came.clear()
    await shown.direct(wanted=True, anew=True)
    async with asyncio.timeout(10):
        await seen.came.wait()
    await shown.direct(wanted=False, anew=False)
    assert shown.cast.runs is False


async def test_a_finger_is_lifted_before_the_session_is_let_go(shown: Shown, tab: Tab) -> None:
    code = (
        "new Promise((done) => { addEventListener('touchcancel', () => done('cancelled'));"
        " addEventListener('touchend', () => done('ended'));"
        " addEventListener('touchstart', () => { document.title = 'down'; }); })"
    )
    asked = {"expression": code, "awaitPromise": True, "returnByValue": True}
    answer = tab.session.post("Runtime.evaluate", asked)
    shown.hand.touch("start", 50, 50)
    async with asyncio.timeout(10):
        while (await _title(tab)) != "down":
            pass
        shown.close()
        assert (await answer)["result"]["value"] == "cancelled"
    assert tab.alive


async def test_who_lets_go_lifts_the_finger(shown: Shown) -> None:
    shown.let_go()
    shown.hand.touch("start", 1, 1)
    assert shown.hand.down
    shown.let_go()
    assert not shown.hand.down


async def _title(tab: Tab) -> str:
    told = await tab.session.call("Runtime.evaluate", {"expression": "document.title"})
    return str(told["result"]["value"])
