"""The acting half of the page script: where it says to touch, and what it says it saw."""

import random
from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.page.tab import Tab
from tests.page._act import VIEWPORT, Stage

FRAME = (
    "<iframe src={} style='border:{}px solid;padding:{}px;margin:{}px;width:330px;height:420px'>"
)


async def plan(tab: Tab, **target: object) -> dict[str, Any]:
    value: dict[str, Any] = (await tab.ask("plan", {"target": target})).value
    return value


async def refused(tab: Tab, command: str, **args: object) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await tab.ask(command, args)
    return caught.value


async def centre(tab: Tab) -> tuple[float, float]:
    """Chrome's own word for where the element marked `id=b` is, in visual-viewport px."""
    document = await tab.session.call("DOM.getDocument", {"depth": -1, "pierce": True})

    def find(node: dict[str, Any]) -> int | None:
        if "b" in node.get("attributes", [])[1::2] and node["nodeName"] == "BUTTON":
            return int(node["nodeId"])
        inside = [*node.get("children", []), *node.get("shadowRoots", [])]
        if "contentDocument" in node:
            inside.append(node["contentDocument"])
        return next((found for each in inside if (found := find(each)) is not None), None)

    node = find(document["root"])
    quads = (await tab.session.call("DOM.getContentQuads", {"nodeId": node}))["quads"]
    (quad,) = quads
    return sum(quad[0::2]) / 4, sum(quad[1::2]) / 4


@pytest.mark.parametrize("seed", range(6))
async def test_the_point_is_the_centre_that_chrome_names(act_stage: Stage, seed: int) -> None:
    dice = random.Random(seed)
    pages = act_stage.pages

    def place(what: str) -> str:
        left, top = dice.randrange(0, 500), dice.randrange(0, 2500)
        return (
            "<div style='position:relative;width:1000px;height:4000px'>"
            f"<div style='position:absolute;left:{left}px;top:{top}px'>{what}</div></div>"
        )

    body = place("<button id=b style='border:0;padding:0;width:90px;height:31px'>Go</button>")
    for depth in range(dice.randrange(0, 3)):
        pages.bodies[f"/in{depth}"] = f"<body style='margin:{dice.randrange(9)}px'>{body}"
        sizes = (dice.randrange(12), dice.randrange(12), dice.randrange(30))
        body = place(FRAME.format(f"/in{depth}", *sizes))
    tab = await act_stage.show(body, head=VIEWPORT if dice.random() < 0.7 else "")
    for _ in range(3):
        scale = dice.choice([1, 1, 1.5, 2.3])
        await act_stage.holder.call("Emulation.setPageScaleFactor", {"pageScaleFactor": scale})
        x, y = dice.randrange(800), dice.randrange(3000)
        await act_stage.run(f"scrollTo({x},{y})")
        planned = await plan(tab, text="Go")
        assert (planned["x"], planned["y"]) == pytest.approx(await centre(tab), abs=1)


@pytest.mark.parametrize(
    ("head", "width"),
    [(VIEWPORT, 1200), ("", 980), ("", 1700)],
    ids=["inflated", "no meta", "wide"],
)
@pytest.mark.parametrize("place", ["absolute", "fixed"])
async def test_the_point_is_the_centre_where_the_layout_is_larger_than_the_screen(
    act_stage: Stage, head: str, width: int, place: str
) -> None:
    # the layout viewport is as wide as the content: what is fixed in it may lie off the screen
    dice = random.Random(f"{width} {place}")
    button = "<button id=b style='position:{};right:{}px;bottom:{}px;width:90px'>Go</button>"
    body = button.format(place, dice.randrange(width - 90), dice.randrange(300))
    tab = await act_stage.show(
        f"<div style='position:relative;width:{width}px;height:3000px'>{body}</div>", head=head
    )
    for _ in range(3):
        scale = dice.choice([0.4, 1, 1.7])
        await act_stage.holder.call("Emulation.setPageScaleFactor", {"pageScaleFactor": scale})
        drag = {"x": 200, "y": 400, "xDistance": -dice.randrange(300), "yDistance": -300}
        await tab.session.call("Input.synthesizeScrollGesture", drag | {"speed": 20000})
        planned = await plan(tab, text="Go")
        assert (planned["x"], planned["y"]) == pytest.approx(await centre(tab), abs=1)


async def test_the_point_stays_the_centre_when_zoomed_and_panned(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<div style='width:412px;height:900px'></div>"
        "<button id=b style='position:absolute;left:300px;top:500px;width:80px'>Go</button>"
    )
    pinch = {"x": 206, "y": 450, "scaleFactor": 2}
    await tab.session.call("Input.synthesizePinchGesture", pinch)
    view = (await tab.ask("where")).value["viewport"]
    assert view["scale"] == pytest.approx(2, abs=0.01)
    assert view["left"] > 50
    planned = await plan(tab, text="Go")
    assert (planned["x"], planned["y"]) == pytest.approx(await centre(tab), abs=1)


async def test_nothing_is_scrolled_when_the_element_is_in_sight(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<div style='height:300px'></div><button>Go</button><div style='height:3000px'></div>"
    )
    await act_stage.run("scrollTo(0,120)")
    await plan(tab, text="Go")
    assert await act_stage.run("scrollY") == 120


async def test_the_part_that_can_be_seen_is_aimed_at(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<div style='width:200px;height:100px;overflow:hidden'>"
        "<button style='width:200px;height:300px'>Go</button></div>"
    )
    planned = await plan(tab, css="button")
    assert (planned["x"], planned["y"]) == pytest.approx((100, 50), abs=1)


async def test_names_of_inputs_do_not_confuse_the_plan_of_a_form(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<form id=f><input name=tagName><input name=getBoundingClientRect><input name=parentNode>"
        "<input name=ownerDocument><input name=children><input name=matches></form>"
    )
    assert (await plan(tab, css="form"))["element"]["role"]


async def test_a_plan_without_a_document_start_listener_listens_again(act_stage: Stage) -> None:
    tab = await act_stage.show("<button>Go</button>")
    await act_stage.run("document.open();document.write('<button>Go</button>');document.close()")
    planned = await plan(tab, text="Go")
    await tap(tab, planned)
    seen = await tab.ask("outcome", {"token": planned["token"]})
    assert (seen.value["landed"], seen.value["seen"]["click"]) == ("target", 1)


async def tap(tab: Tab, point: dict[str, Any]) -> None:
    touch = {"x": point["x"], "y": point["y"]}
    await tab.session.call(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]}
    )
    await tab.session.call("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def test_the_outcome_counts_every_trusted_event(act_stage: Stage) -> None:
    tab = await act_stage.show("<button>Go</button>")
    await act_stage.run("document.querySelector('button').click()")
    planned = await plan(tab, text="Go")
    await tap(tab, planned)
    seen = (await tab.ask("outcome", {"token": planned["token"], "after": True})).value
    types = ["pointerdown", "touchstart", "pointerup", "touchend", "mousedown", "click"]
    assert seen["seen"] == dict.fromkeys(types, 1)
    assert seen["prevented"] is False


async def test_a_bundle_evaluated_twice_hears_once(act_stage: Stage) -> None:
    tab = await act_stage.show("<button>Go</button>")
    await tab.enable()
    planned = await plan(tab, text="Go")
    with tab.watch() as watch:
        await tap(tab, planned)
        seen = (await tab.ask("outcome", {"token": planned["token"], "after": True})).value
    assert seen["seen"]["click"] == 1
    assert [told["type"] for told in watch.seen] == ["pointerdown", "click"]


async def test_a_token_of_another_document_tells_what_took_the_touch(act_stage: Stage) -> None:
    tab = await act_stage.show("<button>Other</button>")
    await tap(tab, {"x": 20, "y": 10})
    seen = (await tab.ask("outcome", {"token": "gone", "timeout_ms": 600})).value
    assert (seen["landed"], seen["hit"]["name"]) == ("other", "Other")


async def test_an_option_is_chosen_by_text_value_or_index(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<select id=s><option value=r>Red</option><optgroup label=Cold><option value=b>Deep  blue"
        "</option></optgroup><option value=g>Green</option></select><script>window.log=[];"
        "for(const t of ['input','change'])s.addEventListener(t,()=>log.push(t))</script>"
    )
    target = {"css": "select"}
    for how, value in (({"option": "deep blue"}, "b"), ({"value": "g"}, "g"), ({"index": 0}, "r")):
        answer = await tab.ask("select", {"target": target, **how})
        assert answer.value["selected"]
        assert await act_stage.run("s.value") == value
    await tab.ask("select", {"target": target, "value": "r"})
    assert await act_stage.run("log.join(' ')") == " ".join(["input change"] * 3)


@pytest.mark.parametrize(
    ("body", "how", "code", "told"),
    [
        ("<select><option>Red</select>", {"option": "Blue"}, "OPTION_NOT_FOUND", '"Red"'),
        ("<select><option>Red</select>", {"index": 1}, "OPTION_NOT_FOUND", "index 1"),
        ("<select><option disabled>Red</select>", {"option": "Red"}, "DISABLED", "Red"),
        ("<select disabled><option>Red</select>", {"option": "Red"}, "DISABLED", "disabled"),
        (
            "<select><optgroup disabled><option>Red</optgroup></select>",
            {"option": "Red"},
            "DISABLED",
            "Red",
        ),
        (
            "<select><option value=1>Red<option value=2>Red</select>",
            {"option": "Red"},
            "TARGET_AMBIGUOUS",
            'index 1 value "2"',
        ),
        ("<button>Red</button>", {"option": "Red"}, "NOT_A_SELECT", "button"),
    ],
)
async def test_an_option_that_cannot_be_chosen_is_refused(
    act_stage: Stage, body: str, how: dict[str, object], code: str, told: str
) -> None:
    tab = await act_stage.show(body)
    problem = await refused(tab, "select", target={"css": "select,button"}, **how)
    assert problem.code == code
    assert told in problem.message


async def test_a_select_of_several_holds_only_what_was_named(act_stage: Stage) -> None:
    tab = await act_stage.show("<select multiple><option selected>Red<option>Blue</select>")
    answer = await tab.ask("select", {"target": {"css": "select"}, "option": "Blue"})
    assert answer.value["selected"] == ["Blue"]


async def test_a_select_that_its_page_draws_anew_was_chosen(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<div id=d><select onchange=\"document.title=this.value;d.innerHTML='drawn'\">"
        "<option>Red<option>Blue</select></div>"
    )
    answer = await tab.ask("select", {"target": {"css": "select"}, "option": "Blue"})
    assert answer.value["selected"] == ["Blue"]
    assert await act_stage.run("document.title") == "Blue"


async def test_a_select_that_its_page_puts_back_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<select onchange='this.selectedIndex=0'><option>Red<option>Blue</select>"
    )
    problem = await refused(tab, "select", target={"css": "select"}, option="Blue")
    assert problem.code == "VALUE_NOT_TAKEN"
    assert '"Red" is selected' in problem.message
