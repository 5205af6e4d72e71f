"""What tap, drag and pinch share: fingers that are never left on the glass."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from bridge.cdp.wire import CdpRefused
from bridge.page.finger import Fingers, check_taken, fingers, landings, path
from bridge.page.flight import fly
from tests.page._act import Stage

LOG = (
    "<script>window.log=[];for(const t of ['touchstart','touchend','touchcancel','click'])"
    "addEventListener(t,e=>log.push(t+e.touches?.length),true)</script>"
)


async def test_a_finger_that_is_still_down_is_taken_back(act_stage: Stage) -> None:
    tab = await act_stage.show(LOG)
    with fly(tab) as flight:
        with fingers(flight) as finger:
            finger.press((50, 50))
            assert finger.down
        assert not finger.down
        await flight.land(5)
    assert await act_stage.run("log") == ["touchstart1", "touchcancel0"]


async def test_it_is_taken_back_also_when_the_block_fails(act_stage: Stage) -> None:
    tab = await act_stage.show(LOG)
    with fly(tab) as flight:
        with suppress(RuntimeError), fingers(flight) as finger:
            finger.press((50, 50), (90, 90))
            raise RuntimeError
        await flight.land(5)
    assert (await act_stage.run("log"))[-1] == "touchcancel0"
    assert "touchstart2" in await act_stage.run("log")


async def test_a_finger_that_was_lifted_is_not_taken_back(act_stage: Stage) -> None:
    tab = await act_stage.show(LOG)
    with fly(tab) as flight:
        with fingers(flight) as finger:
            start = finger.press((50, 50))
            end = finger.lift()
        await flight.land(5)
        check_taken(start, end)
        assert [told["type"] for told in landings(flight)] == ["pointerdown"]
    assert (await act_stage.run("log"))[:2] == ["touchstart1", "touchend0"]


async def test_a_lift_that_could_not_be_sent_leaves_the_finger_to_be_taken_back(
    act_stage: Stage,
) -> None:
    tab = await act_stage.show(LOG)
    sent: list[str] = []
    with fly(tab) as flight:

        def failing(method: str, params: Any) -> asyncio.Future[Any]:
            assert method == "Input.dispatchTouchEvent"
            sent.append(params["type"])
            answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            if params["type"] == "touchEnd":
                answer.set_result({})
            return answer

        flight.post = failing  # type: ignore[method-assign] # answers at once, as a dead link does
        finger = Fingers(flight)
        finger.press((1, 1))
        finger.lift()
        assert finger.down
        finger.take_back()
        finger.take_back()
    assert sent == ["touchStart", "touchEnd", "touchCancel"]


async def test_what_chrome_refuses_is_raised(act_stage: Stage) -> None:
    tab = await act_stage.show("")
    with fly(tab) as flight:
        refused = flight.post("Input.dispatchTouchEvent", {"type": "nonsense", "touchPoints": []})
        await flight.land(5)
        with pytest.raises(CdpRefused):
            check_taken(refused)


def test_the_way_ends_where_it_shall() -> None:
    assert path((0, 0), (10, 20), 2) == [(5, 10), (10, 20)]
