"""Whether a page answers; the ways out are in tests/tools/test_stuck.py."""

import asyncio

import pytest

from bridge.errors import LateFault
from bridge.page import navigate, read
from bridge.page.pulse import REFUGE
from tests.page._act import Pages, Stage, staged

LOOP = "setTimeout(() => { for(;;); })"


async def test_a_page_that_owes_nothing_is_not_asked(act_stage: Stage) -> None:
    tab = await act_stage.show("here")
    await read.where(tab)
    act_stage.tab.session.post = lambda *_: pytest.fail("asked")  # type: ignore[method-assign]
    try:
        assert not await tab.pulse.is_stuck()
    finally:
        del act_stage.tab.session.post


async def test_a_page_that_answers_late_is_silent_until_it_answers(act_stage: Stage) -> None:
    tab = await act_stage.show("here")
    tab.pulse.asked(asyncio.get_running_loop().create_future()).cancel()
    await asyncio.sleep(0)
    assert tab.pulse.is_silent
    assert not await tab.pulse.is_stuck()
    assert not tab.pulse.is_silent


async def test_a_page_in_a_loop_is_stuck_and_the_refuge_takes_its_place(
    act_port: int, act_pages: Pages
) -> None:
    async with staged(act_port, act_pages, page_seconds=1) as stage:
        tab = await stage.show("here")
        await stage.run(LOOP)
        with pytest.raises(LateFault):
            await read.where(tab)
        assert await tab.pulse.is_stuck()
        await tab.pulse.free()
        assert tab.url == REFUGE
        assert not await tab.pulse.is_stuck()
        await navigate.step(tab, "reload")
        assert tab.url == stage.pages.url("/")
