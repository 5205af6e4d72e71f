"""What ends the wait for commands sent together."""

import asyncio
from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.page.flight import fly
from tests.page._act import Stage


async def test_a_flight_lands_when_everything_was_answered(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>Text</p>")
    with fly(tab) as flight:
        asked = [flight.ask("where") for _ in range(3)]
        assert not flight.landed
        assert await flight.land(5)
        answers = [flight.answer(each) for each in asked]
    assert all(answer and answer.value["title"] == "Act" for answer in answers)
    assert flight.followed() == []


async def test_a_dialog_ends_the_wait_and_leaves_the_answer_open(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>Text</p>")
    with fly(tab) as flight:
        held = flight.post("Runtime.evaluate", {"expression": "confirm('Sure?')"})
        assert await flight.land(5)
        assert not held.done()
        assert flight.followed() == ['it opened confirm "Sure?", which page_dialog answers']
    await tab.answer_dialog(accept=True, prompt=None)
    assert (await held)["result"]["value"] is True


async def test_an_answer_lost_to_a_navigation_is_none(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>Text</p>")
    url = act_stage.pages.url("/next")
    with fly(tab) as flight:
        asked = flight.ask("wait", target={"text": "never"}, state="visible", timeout_ms=5000)
        flight.post("Runtime.evaluate", {"expression": f"location='{url}'"})
        assert await flight.land(5)
        assert flight.answer(asked) is None
        assert flight.followed()[0].startswith("the page is ")
        assert flight.facts()["url"] == url


async def test_the_limit_ends_the_wait(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>Text</p>")
    with fly(tab) as flight:
        forever = flight.post(
            "Runtime.evaluate", {"expression": "new Promise(()=>{})", "awaitPromise": True}
        )
        assert not await flight.land(0.05)
        assert await flight.land(5, lambda: not forever.done())


@pytest.mark.parametrize(
    ("how", "code"),
    [("Page.crash", "TAB_CRASHED"), ("Page.close", "UNKNOWN_OUTCOME")],
)
async def test_a_tab_that_ends_under_an_act_is_told(act_stage: Stage, how: str, code: str) -> None:
    tab = await act_stage.show("<p>Text</p>")
    with fly(tab) as flight:
        hangs: dict[str, Any] = {"expression": "new Promise(()=>{})", "awaitPromise": True}
        flight.post("Runtime.evaluate", hangs)
        act_stage.holder.post(how)
        async with asyncio.timeout(10):
            assert await flight.land(10)
        with pytest.raises(BridgeError) as caught:
            flight.check_alive("the text was sent")
    assert caught.value.code == code
