"""Pinches on real Chromium: the browser's zoom, and pages that take two fingers themselves."""

import asyncio
from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.page.pinch import pinch, spans
from bridge.page.snapshot import PinchPlan
from bridge.page.tab import Tab
from bridge.page.touch import tap
from tests.page._act import Stage

PAGE = "<button id=b onclick=\"document.title='hit'\">Sign in</button><p style='height:3000px'>"
MAP = (
    "<div id=m role=application aria-label=Map style='touch-action:none;width:300px;height:300px;"
    "background:teal'></div><script>window.log=[];let first=0;const far=e=>Math.hypot("
    "e.touches[0].pageX-e.touches[1].pageX,e.touches[0].pageY-e.touches[1].pageY);"
    "for(const t of ['touchstart','touchend','touchcancel'])m.addEventListener(t,e=>log.push(t));"
    "m.ontouchstart=e=>{if(e.touches.length==2)first=far(e)};"
    "m.ontouchmove=e=>{if(e.touches.length==2)window.zoom=far(e)/first}</script>"
)


async def refused(tab: Tab, target: Any = None, scale: float = 2) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await pinch(tab, target, scale=scale)
    return caught.value


async def test_a_page_is_zoomed_in_and_out_again(act_stage: Stage) -> None:
    tab = await act_stage.show(PAGE)
    zoomed = await pinch(tab, None, scale=2)
    assert zoomed.sentence == "zoomed from 1 to 2"
    assert zoomed.as_json()["after"] == 2
    assert round(await act_stage.run("visualViewport.scale"), 2) == 2
    assert (await pinch(tab, None, scale=0.5)).sentence == "zoomed from 2 to 1"


async def test_a_pinch_at_an_element_keeps_it_in_sight_and_taps_still_work(
    act_stage: Stage,
) -> None:
    tab = await act_stage.show(PAGE)
    await pinch(tab, {"text": "Sign in"}, scale=3)
    seen = await act_stage.run("b.getBoundingClientRect().x < visualViewport.width")
    assert seen is True
    assert (await tap(tab, {"text": "Sign in"})).sentence == 'tapped button "Sign in"'
    assert await act_stage.run("document.title") == "hit"


async def test_a_page_that_allows_no_zoom_says_so(act_stage: Stage) -> None:
    still = '<meta name="viewport" content="width=device-width,user-scalable=no">'
    tab = await act_stage.show(PAGE, head=still)
    problem = await refused(tab)
    assert problem.code == "NOT_ZOOMED"
    assert "drawn at 1 as before" in problem.message


async def test_a_page_at_its_end_is_not_said_to_have_zoomed(act_stage: Stage) -> None:
    tab = await act_stage.show(PAGE)
    assert (await refused(tab, scale=0.5)).code == "NOT_ZOOMED"


@pytest.mark.parametrize("scale", [2, 0.5])
async def test_a_map_gets_two_fingers(act_stage: Stage, scale: float) -> None:
    tab = await act_stage.show(MAP)
    zoomed = await pinch(tab, {"css": "#m"}, scale=scale)
    assert zoomed.sentence == 'pinched application "Map", which takes two fingers itself'
    assert round(await act_stage.run("zoom"), 2) == scale
    assert await act_stage.run("visualViewport.scale") == 1
    assert "touchend" in await act_stage.run("log")
    assert zoomed.as_json()["taken_by_page"] is True


async def test_a_dialog_between_two_fingers_leaves_none_down(act_stage: Stage) -> None:
    tab = await act_stage.show(
        MAP + "<script>m.addEventListener('touchmove',()=>alert('Stop'),{once:true})</script>"
    )
    problem = await refused(tab, {"css": "#m"})
    assert (problem.code, 'alert "Stop"' in problem.message) == ("UNKNOWN_OUTCOME", True)
    await tab.answer_dialog(accept=True, prompt=None)
    await act_stage.run(
        "new Promise(done => { const look = () => log.some(t => /end|cancel/.test(t))"
        " ? done() : setTimeout(look, 10); look() })"
    )


async def test_a_caller_who_goes_away_leaves_no_finger_down(act_stage: Stage) -> None:
    tab = await act_stage.show(MAP)
    real, under_way, sent = tab.session.post, asyncio.Event(), list[str]()

    def counted(method: str, params: Any = None) -> asyncio.Future[Any]:
        if method == "Input.dispatchTouchEvent":
            sent.append(params["type"])
            if len(sent) == 4:
                under_way.set()
        return real(method, params)

    tab.session.post = counted  # type: ignore[method-assign] # counts, changes nothing
    async with asyncio.TaskGroup() as group:
        call = group.create_task(pinch(tab, {"css": "#m"}, scale=2))
        await under_way.wait()
        call.cancel()
    assert sent[-1] == "touchCancel"
    assert "touchEnd" not in sent


async def test_fingers_that_never_reach_the_page_had_no_effect(act_stage: Stage) -> None:
    tab = await act_stage.show(MAP)
    real = tab.session.post

    def swallowed(method: str, params: Any = None) -> asyncio.Future[Any]:
        if method == "Input.dispatchTouchEvent":
            return real("Runtime.evaluate", {"expression": "0"})
        return real(method, params)

    tab.session.post = swallowed  # type: ignore[method-assign] # something native lies over it
    assert (await refused(tab, {"css": "#m"})).code == "NO_EFFECT"


async def test_what_has_no_room_for_two_fingers_is_refused(act_stage: Stage) -> None:
    tab = await act_stage.show(MAP.replace("width:300px;height:300px", "width:9px;height:9px"))
    problem = await refused(tab, {"css": "#m"})
    assert (problem.code, "no room" in problem.message) == ("NOT_VISIBLE", True)


@pytest.mark.parametrize("scale", [0.2, 0.5, 1.5, 2, 5])
def test_the_fingers_go_as_far_as_was_asked(scale: float) -> None:
    planned = PinchPlan(x=100, y=200, token="t", scale=1, across=90, along=150, zooms=False)
    begin, end = spans(planned, scale)
    wide = [abs(two[1] - one[1]) for one, two in (begin, end)]
    assert wide[1] / wide[0] == pytest.approx(scale)
    assert max(wide) <= 300
    assert all(x == 100 for x, _ in (*begin, *end))
