"""Scrolling on real Chromium; what each page does is written in its test."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.errors import BridgeError
from bridge.page import touch, wheel
from bridge.page.wheel import STEP, Direction, steps
from tests.page._act import VIEWPORT, Stage

SMOOTH = f"{VIEWPORT}<style>html{{scroll-behavior:smooth}}</style>"
TALL = "<div style='height:5000px'>tall</div>"


async def test_down_goes_most_of_a_screen_and_up_comes_back(act_stage: Stage) -> None:
    tab = await act_stage.show(TALL)
    moved = await wheel.scroll(tab, "down")
    assert await act_stage.run("scrollY") == pytest.approx(0.85 * 915, abs=2)
    assert moved.sentence == f"scrolled down; the page lies at 778 of {5000 - 915} px"
    await wheel.scroll(tab, "up")
    assert await act_stage.run("scrollY") == 0


async def test_at_the_end_nothing_moves_and_that_is_said(act_stage: Stage) -> None:
    tab = await act_stage.show(TALL)
    with pytest.raises(BridgeError) as caught:
        await wheel.scroll(tab, "up")
    assert caught.value.code == "NOT_SCROLLED"


async def test_a_page_that_keeps_the_wheel_is_not_scrolled(act_stage: Stage) -> None:
    tab = await act_stage.show(
        TALL + "<script>addEventListener('wheel',e=>e.preventDefault(),{passive:false})</script>"
    )
    with pytest.raises(BridgeError) as caught:
        await wheel.scroll(tab, "down")
    assert caught.value.code == "NOT_SCROLLED"


@pytest.mark.parametrize(("direction", "axis"), [("down", "scrollTop"), ("right", "scrollLeft")])
async def test_the_box_around_a_target_is_scrolled(
    act_stage: Stage, direction: Direction, axis: str
) -> None:
    tab = await act_stage.show(
        "<div style='height:1200px'></div><div id=box style='height:300px;overflow:auto'>"
        f"<p id=t>inside</p><div style='width:3000px;height:3000px'></div></div>{TALL}"
    )
    await wheel.scroll(tab, direction, {"css": "#t"})
    assert await act_stage.run(f"box.{axis}") > 200


async def test_without_a_target_the_box_in_the_middle_is_scrolled(act_stage: Stage) -> None:
    tab = await act_stage.show(
        f"<div id=box style='position:fixed;inset:50px;overflow:auto'>{TALL}</div>"
    )
    moved = await wheel.scroll(tab, "down")
    assert moved.moved
    assert await act_stage.run("box.scrollTop") > 500


async def test_a_frame_of_the_same_site_is_scrolled(act_stage: Stage) -> None:
    act_stage.pages.bodies["/inner"] = f"<p id=t>inside</p>{TALL}"
    tab = await act_stage.show("<iframe src=/inner style='margin:200px 20px'></iframe>")
    await wheel.scroll(tab, "down", {"text": "inside"})
    assert await act_stage.run("frames[0].scrollY") > 50


async def test_an_end_and_a_place_are_reached_at_once(act_stage: Stage) -> None:
    tab = await act_stage.show(TALL, head=SMOOTH)
    bottom = await wheel.scroll_to(tab, {"to": "bottom"})
    assert bottom.at.top == pytest.approx(5000 - 915, abs=1)
    assert bottom.sentence.startswith("scrolled to the bottom; the page lies at 4085")
    assert (await wheel.scroll_to(tab, {"y": 1200})).at.top == pytest.approx(1200, abs=1)
    assert (await wheel.scroll_to(tab, {"to": "top"})).at.top == 0
    assert "nothing had to move" in (await wheel.scroll_to(tab, {"to": "top"})).sentence


async def test_an_element_is_scrolled_to(act_stage: Stage) -> None:
    tab = await act_stage.show(f"{TALL}<p id=t>Here</p>{TALL}")
    moved = await wheel.scroll_to(tab, {"text": "Here"})
    assert moved.moved
    assert 0 < await act_stage.run("t.getBoundingClientRect().top") < 915


async def test_a_pinched_page_is_scrolled(act_stage: Stage) -> None:
    tab = await act_stage.show(TALL)
    pinch = {"x": 206, "y": 450, "scaleFactor": 2}
    await tab.session.call("Input.synthesizePinchGesture", pinch)
    before = (await tab.ask("where")).value["viewport"]["page_top"]
    moved = await wheel.scroll(tab, "down")
    assert moved.at.top - before == pytest.approx(0.85 * 915 / 2, abs=2)


async def test_a_tap_after_scrolling_still_lands(act_stage: Stage) -> None:
    tab = await act_stage.show(f"{TALL}<button onclick=\"document.title='hit'\">Go</button>{TALL}")
    await wheel.scroll(tab, "down")
    await touch.tap(tab, {"text": "Go"})
    assert await act_stage.run("document.title") == "hit"


@given(st.floats(min_value=1, max_value=100_000))
def test_a_distance_is_parted_into_notches(amount: float) -> None:
    parts = steps(amount)
    assert sum(parts) == pytest.approx(amount)
    assert max(parts) <= STEP
