"""Drags on real Chromium: what each page does with one is written in its test."""

import asyncio
from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.page.drag import Drag, drag, moves
from bridge.page.snapshot import Dragged, Row
from bridge.page.tab import Tab
from bridge.page.touch import tap
from tests.page._act import APART, Pages, Stage, chromium, staged

BOX = (
    "<div id=a role=button aria-label=Card style='touch-action:none;position:absolute;left:20px;"
    "top:20px;width:80px;height:80px;background:tan'></div>"
    "<div id=z role=group aria-label=Bin style='position:absolute;left:200px;top:400px;width:150px;"
    "height:150px;background:teal'></div>"
)
FOLLOWS = (
    "<script>let from=null;a.onpointerdown=e=>{from=[e.pageX-a.offsetLeft,e.pageY-a.offsetTop];"
    "a.setPointerCapture(e.pointerId)};a.onpointermove=e=>{if(from){a.style.left=e.pageX-from[0]+"
    "'px';a.style.top=e.pageY-from[1]+'px'}};a.onpointerup=a.onpointercancel=()=>{from=null}"
    "</script>"
)
LOG = (
    "<script>window.log=[];for(const t of ['pointerdown','pointerup','pointercancel','touchstart',"
    "'touchend','touchcancel','click'])addEventListener(t,e=>log.push(t),true)</script>"
)
CARD, BIN = {"role": "button", "text": "Card"}, {"role": "group", "text": "Bin"}


async def refused(tab: Tab, spot: Any = CARD, to: Any = BIN, **more: int) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await drag(tab, spot, to, **more)
    return caught.value


async def log(stage: Stage) -> list[str]:
    told: list[str] = await stage.run("log.splice(0)")
    return told


async def test_what_follows_the_pointer_is_dragged_as_far_as_it_was_asked(act_stage: Stage) -> None:
    tab = await act_stage.show(BOX + FOLLOWS)
    made = await drag(tab, CARD, BIN)
    assert made.sentence == 'dragged button "Card" to group "Bin"; it moved by 215,415 px'
    assert await act_stage.run("[a.offsetLeft,a.offsetTop]") == [235, 435]
    assert made.as_json() | {"url": None} == made.as_json()
    assert made.as_json()["moved"] == (215, 415)


async def test_a_point_can_be_dragged_to_a_point(act_stage: Stage) -> None:
    tab = await act_stage.show(BOX + FOLLOWS)
    await drag(tab, {"point": {"x": 30, "y": 30}}, {"point": {"x": 130, "y": 80}})
    assert await act_stage.run("[a.offsetLeft,a.offsetTop]") == [120, 70]


async def test_the_finger_takes_its_steps_rests_and_is_lifted(act_stage: Stage) -> None:
    tab = await act_stage.show(
        BOX + LOG + "<script>window.at=[];a.ontouchmove=e=>at.push(e.timeStamp);"
        "a.ontouchstart=e=>window.down=e.timeStamp;a.ontouchend=e=>window.up=e.timeStamp</script>"
    )
    await drag(tab, CARD, BIN, hold_start_ms=300, hold_end_ms=250)
    assert (await log(act_stage))[:2] == ["pointerdown", "touchstart"]
    # Chrome joins moves that come within one frame
    count, first, last = await act_stage.run("[at.length, at[0]-down, up-at.at(-1)]")
    assert 4 <= count <= 16
    assert first >= 290
    assert last >= 240


async def test_a_slider_says_its_value(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<label>Volume <input id=r type=range max=100 value=0 style='width:300px'></label>"
        "<p id=p role=note aria-label=Goal style='position:absolute;left:300px;top:0'>x</p>"
    )
    box = await act_stage.run("(({x,y,height})=>({x,y:y+height/2}))(r.getBoundingClientRect())")
    begin = {"point": {"x": box["x"] + 8, "y": box["y"]}}
    made = await drag(tab, begin, {"point": {"x": box["x"] + 150, "y": box["y"]}})
    value = await act_stage.run("r.value")
    assert 45 <= int(value) <= 55
    assert f'its value is now "{value}", was "0"' in made.sentence
    assert made.as_json()["value"] == value


async def test_a_sortable_list_says_the_new_place(act_stage: Stage) -> None:
    items = "".join(
        f"<li style='touch-action:none;height:60px;font:40px serif'>{n}</li>"
        for n in ("Milk", "Tea", "Rice", "Salt")
    )
    tab = await act_stage.show(
        f"<ul id=u style='margin:0'>{items}</ul><script>let held=null;"
        "u.onpointerdown=e=>{held=e.target.closest('li');held.setPointerCapture(e.pointerId)};"
        "u.onpointermove=e=>{const at=document.elementsFromPoint(e.clientX,e.clientY)"
        ".find(x=>x.tagName=='LI'&&x!=held);if(held&&at){const b=at.getBoundingClientRect();"
        "u.insertBefore(held,e.clientY>b.y+b.height/2?at.nextSibling:at)}};"
        "u.onpointerup=()=>{held=null}</script>"
    )
    made = await drag(tab, {"text": "Milk"}, {"text": "Rice"})
    order = await act_stage.run("[...u.children].map(x=>x.textContent).join()")
    place = order.split(",").index("Milk") + 1
    assert place > 1
    assert f"it is now number {place} of 4 there" in made.sentence
    assert made.as_json()["place"] == {"now": place, "of": 4, "inside": None}


async def test_what_goes_into_another_list_says_in_which(act_stage: Stage) -> None:
    tab = await act_stage.show(
        BOX + "<script>a.onpointerup=e=>{if(document.elementsFromPoint(e.clientX,e.clientY)"
        ".includes(z)){z.append(a);a.style.left=a.style.top='5px'}}</script>"
    )
    made = await drag(tab, CARD, BIN)
    assert 'it is now number 1 of 1 in group "Bin"' in made.sentence


async def test_a_page_with_touch_handlers_only_gets_them(act_stage: Stage) -> None:
    tab = await act_stage.show(
        BOX.replace("touch-action:none;", "")
        + "<script>a.addEventListener('touchstart',e=>e.preventDefault(),{passive:false});"
        "a.addEventListener('touchmove',e=>{e.preventDefault();const t=e.touches[0];"
        "a.style.left=t.pageX-40+'px';a.style.top=t.pageY-40+'px'},{passive:false})</script>"
    )
    made = await drag(tab, CARD, BIN)
    assert "it moved by 215,415 px" in made.sentence


async def test_a_page_that_scrolls_instead_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(
        BOX.replace("touch-action:none;", "") + "<div style='height:3000px'></div>"
    )
    made = await drag(tab, BIN, CARD)
    top = round(await act_stage.run("scrollY"))
    assert top > 300
    assert f"the page scrolled by 0,{top} px instead" in made.sentence
    assert made.as_json()["cancelled"] is True


async def test_the_rest_at_the_end_keeps_a_scroll_from_being_flung(act_stage: Stage) -> None:
    tab = await act_stage.show("<div style='height:9000px'>long</div>")
    await drag(tab, {"point": {"x": 200, "y": 700}}, {"point": {"x": 200, "y": 300}})
    assert await act_stage.run("scrollY") <= 400


async def test_what_html5_drags_is_told_honestly(act_stage: Stage) -> None:
    tab = await act_stage.show(
        BOX.replace("touch-action:none;", "").replace("role=button", "role=button draggable=true")
        + LOG
    )
    made = await drag(tab, CARD, BIN)
    assert "Chrome took the finger for itself and began no drag" in made.sentence
    assert "hold_start_ms 800" in made.sentence
    assert made.as_json()["dropped"] is None
    await log(act_stage)
    await tap(tab, CARD)
    assert (await log(act_stage))[-1] == "click"


async def test_both_ends_must_be_on_the_screen_together(act_stage: Stage) -> None:
    tab = await act_stage.show(
        BOX.replace("top:400px", "top:1500px") + LOG + "<div style='height:3000px'></div>"
    )
    problem = await refused(tab)
    assert problem.code == "NOT_VISIBLE", problem.message
    assert "both ends do not fit on the screen together" in problem.message
    assert await log(act_stage) == []


async def test_what_lies_below_the_screen_is_scrolled_in_with_its_goal(act_stage: Stage) -> None:
    tab = await act_stage.show(
        f"<div style='position:absolute;top:1500px'>{BOX}</div>{FOLLOWS}"
        "<div style='height:5000px'></div>"
    )
    made = await drag(tab, CARD, BIN)
    assert "it moved by 215," in made.sentence
    assert await act_stage.run("a.offsetTop > 350")


@pytest.mark.parametrize("where", ["inset:0 0 auto 0;height:200px", "inset:300px 0 0 0"])
async def test_neither_end_is_touched_when_one_is_covered(act_stage: Stage, where: str) -> None:
    cover = f"<div id=c style='position:fixed;background:#fff;{where}'>We use cookies</div>"
    tab = await act_stage.show(BOX + LOG + cover)
    problem = await refused(tab)
    assert (problem.code, "We use cookies" in problem.message) == ("COVERED", True)
    assert await log(act_stage) == []


async def test_a_point_off_the_screen_is_no_place_to_drag_to(act_stage: Stage) -> None:
    tab = await act_stage.show(BOX + LOG)
    off = {"point": {"x": 999, "y": 9}}
    assert (await refused(tab, CARD, off)).code == "TAP_MISSED"
    assert await log(act_stage) == []


@pytest.mark.parametrize("event", ["pointerdown", "pointermove", "touchmove", "touchstart"])
async def test_a_dialog_on_the_way_leaves_no_finger_down(act_stage: Stage, event: str) -> None:
    tab = await act_stage.show(
        BOX
        + LOG
        + f"<script>a.addEventListener('{event}',()=>alert('Stop'),{{once:true}})</script>"
    )
    made = await drag(tab, CARD, BIN)
    assert "was broken off on the way" in made.sentence
    assert 'it opened alert "Stop"' in made.sentence
    await tab.answer_dialog(accept=True, prompt=None)
    await _lifted(act_stage, tab)


async def test_a_dialog_at_the_drop_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(BOX + LOG + "<script>a.onpointerup=()=>confirm('Sure?')</script>")
    made = await drag(tab, CARD, BIN)
    assert 'it opened confirm "Sure?"' in made.sentence
    await tab.answer_dialog(accept=False, prompt=None)
    await _lifted(act_stage, tab)


async def _lifted(stage: Stage, tab: Tab) -> None:
    """See that a finger is free: the next tap is a tap with one touch."""
    await stage.run(
        "new Promise(done => { const look = () => log.some(t => /touch(end|cancel)/.test(t))"
        " ? done() : setTimeout(look, 10); look() })"
    )
    await stage.run("log.length = 0")
    await stage.run("window.most = 0; addEventListener('touchstart', e => most = e.touches.length)")
    await tap(tab, BIN)
    assert await log(stage) == ["pointerdown", "touchstart", "pointerup", "touchend", "click"]
    assert await stage.run("most") == 1


async def test_a_navigation_on_the_way_leaves_no_finger_down(act_stage: Stage) -> None:
    act_stage.pages.bodies["/next"] = f"<body style='margin:0'>{BOX}{LOG}"
    tab = await act_stage.show(BOX + "<script>a.onpointermove=()=>{location='/next'}</script>")
    made = await drag(tab, CARD, BIN, hold_end_ms=2000)
    assert "was broken off on the way" in made.sentence
    assert f"the page is now {act_stage.pages.url('/next')}" in made.sentence
    assert "click" not in await act_stage.run("log")
    await act_stage.run("log.push('touchend')")  # it was the other page's
    await _lifted(act_stage, tab)


@pytest.mark.parametrize("after", [0, 3, 16])
async def test_a_caller_who_goes_away_leaves_no_finger_down(act_stage: Stage, after: int) -> None:
    tab = await act_stage.show(BOX + LOG)
    real, sent = tab.session.post, asyncio.Event()
    moved: list[str] = []

    def counted(method: str, params: Any = None) -> asyncio.Future[Any]:
        if method == "Input.dispatchTouchEvent":
            moved.append(params["type"])
            if len(moved) == after + 1:
                sent.set()
        return real(method, params)

    tab.session.post = counted  # type: ignore[method-assign] # counts, changes nothing
    async with asyncio.TaskGroup() as group:
        call = group.create_task(drag(tab, CARD, BIN, hold_start_ms=100, hold_end_ms=4000))
        await sent.wait()
        call.cancel()
    assert call.cancelled()
    tab.session.post = real  # type: ignore[method-assign]
    assert moved[-1] == "touchCancel"
    assert moved.count("touchEnd") == 0
    await _lifted(act_stage, tab)


async def test_a_page_that_turns_blocked_gets_no_more_of_it(act_stage: Stage) -> None:
    tab = await act_stage.show(BOX + LOG)
    tab.judge.allows = lambda url: "/turned" not in url  # type: ignore[method-assign]
    await act_stage.run("a.onpointermove=()=>history.pushState(null,'','/turned');0")
    problem = await refused(tab, hold_end_ms=3000)
    assert problem.code == "SITE_BLOCKED"
    assert "touchend" not in await log(act_stage)


async def test_a_thing_that_slips_away_under_the_finger_has_moved(act_stage: Stage) -> None:
    tab = await act_stage.show(BOX + "<p id=p role=note aria-label=Rug hidden>Rug</p>")
    ask = tab.ask

    async def late(command: str, *args: Any, **more: Any) -> Any:
        answer = await ask(command, *args, **more)
        await act_stage.run("p.style.cssText='position:fixed;inset:0;margin:0;display:block'")
        return answer

    tab.ask = late  # type: ignore[method-assign]
    problem = await refused(tab)
    assert (problem.code, "landed on note" in problem.message) == ("MOVED", True)


async def test_a_drag_that_never_reaches_the_page_had_no_effect(act_stage: Stage) -> None:
    tab = await act_stage.show(BOX)
    real = tab.session.post

    def swallowed(method: str, params: Any = None) -> asyncio.Future[Any]:
        if method == "Input.dispatchTouchEvent":
            return real("Runtime.evaluate", {"expression": "0"})
        return real(method, params)

    tab.session.post = swallowed  # type: ignore[method-assign] # something native lies over it
    assert (await refused(tab)).code == "NO_EFFECT"


DRAWN = """new Promise(done => {
  let left = 12;
  const next = () => left-- ? requestAnimationFrame(next) : done();
  next();
})"""


async def test_the_ends_may_lie_in_frames_of_two_origins(act_pages: Pages) -> None:
    act_pages.bodies["/card"] = f"<body style='margin:0'>{BOX}{FOLLOWS}".replace("=Bin", "=Z")
    act_pages.bodies["/bin"] = "<body style='margin:0'><button>Bin</button>"
    card, goal = act_pages.url("/card", "one.test"), act_pages.url("/bin", "two.test")
    with chromium(*APART) as port:
        async with staged(port, act_pages) as stage:
            with stage.browser.work(acts=True):
                tab = await stage.show(
                    f"<iframe src={card} style='width:300px;height:300px;border:0'></iframe>"
                    f"<iframe src={goal} style='width:300px;height:200px'></iframe>"
                )
                await stage.run(DRAWN)
                made = await drag(tab, CARD, {"role": "button", "text": "Bin"})
    assert made.sentence.startswith('dragged button "Card" to button "Bin"; it moved by ')


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, ["nothing is seen to have moved"]),
        ({"element": None}, ["it left the page"]),
        ({"moved": (3, 0)}, ["it moved by 3,0 px"]),
        ({"scrolled": (0, 9)}, ["the page scrolled by 0,9 px"]),
        ({"dropped": Row(role="list", name="L")}, ['it was dropped on list "L"']),
        (
            {"seen": {"pointercancel": 1, "dragstart": 1}, "dropped": Row(role="list")},
            ["it was dropped on list"],
        ),
        (
            {"seen": {"pointercancel": 1}},
            ["Chrome took the finger for itself (pointercancel), and nothing scrolled"],
        ),
    ],
)
def test_what_moved_is_said_in_short(more: dict[str, Any], told: list[str]) -> None:
    row = Row(role="button")
    given = {"seen": {}, "landed": "target", "was": row, "element": row, "moved": (0, 0), **more}
    assert moves(Dragged(**given)) == told


def test_a_drag_that_was_broken_off_does_not_say_that_it_was_made() -> None:
    broken = Drag(Row(role="slider"), "10,10", done=False)
    assert broken.sentence == "the drag of slider was broken off on the way to 10,10"
