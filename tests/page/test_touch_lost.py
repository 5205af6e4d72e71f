"""Taps whose element cannot be reached, and those whose outcome nobody can tell."""

from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.page import touch
from bridge.page.tab import Tab
from tests.page._act import Pages, Stage, staged

BUTTON = "<button id=b onclick=\"document.title='hit'\">Sign in</button>"


BUSY = "const t=Date.now()+900;while(Date.now()<t);"


async def refused(tab: Tab) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await touch.tap(tab, {"css": "#b"})
    return caught.value


def after_plan(tab: Tab, stage: Stage, expression: str) -> None:
    """Have the page do something between the two flights of the next tap."""
    ask = tab.ask

    async def late(command: str, *args: Any, **more: Any) -> Any:
        answer = await ask(command, *args, **more)
        if command == "plan":
            tab.ask = ask  # type: ignore[method-assign]
            await stage.run(expression)
        return answer

    tab.ask = late  # type: ignore[method-assign]


@pytest.mark.parametrize(
    "style",
    [
        "position:absolute;left:-9999px",
        "position:fixed;top:-500px",
        "visibility:hidden",
        "position:absolute;clip-path:inset(50%)",
    ],
)
async def test_what_no_scrolling_brings_in_is_not_touched(act_stage: Stage, style: str) -> None:
    tab = await act_stage.show(f"<div style='{style}'>{BUTTON}</div>")
    assert (await refused(tab)).code in {"NOT_VISIBLE", "COVERED", "TAP_MISSED"}
    assert await act_stage.run("document.title") == "Act"


async def test_a_bar_that_is_always_over_it_covers_it(act_stage: Stage) -> None:
    bar = "<div style='position:fixed;inset:0 0 auto 0;height:915px'>Our new app</div>"
    tab = await act_stage.show(bar + BUTTON + "<div style='height:3000px'></div>")
    problem = await refused(tab)
    assert (problem.code, "Our new app" in problem.message) == ("COVERED", True)


async def test_a_page_that_is_busy_beyond_the_limit_leaves_the_outcome_unknown(
    act_port: int, act_pages: Pages
) -> None:
    async with staged(act_port, act_pages, page_seconds=1) as stage:
        tab = await stage.show(BUTTON)
        after_plan(tab, stage, "setTimeout(()=>{const t=Date.now()+4000;while(Date.now()<t);});0")
        problem = await refused(tab)
        assert problem.code == "UNKNOWN_OUTCOME"
        assert 'the touch on button "Sign in" was sent' in problem.message


async def test_a_dialog_that_comes_before_the_touch_leaves_the_outcome_unknown(
    act_stage: Stage,
) -> None:
    tab = await act_stage.show(BUTTON)
    after_plan(tab, act_stage, "setTimeout(()=>{BUSY;alert('Wait')});0".replace("BUSY", BUSY))
    problem = await refused(tab)
    assert (problem.code, 'alert "Wait"' in problem.message) == ("UNKNOWN_OUTCOME", True)
    await tab.answer_dialog(accept=True, prompt=None)


async def test_the_session_that_ends_under_the_touch_leaves_the_outcome_unknown(
    act_stage: Stage,
) -> None:
    tab = await act_stage.show(BUTTON)
    after_plan(tab, act_stage, f"setTimeout(()=>{{{BUSY}}});0")
    post = tab.session.post

    def cut(method: str, params: Any = None) -> Any:
        answer = post(method, params)
        if method == "Input.dispatchTouchEvent" and params["type"] == "touchEnd":
            act_stage.browser._connection.release(tab.session)
        return answer

    tab.session.post = cut  # type: ignore[method-assign]
    assert (await refused(tab)).code == "UNKNOWN_OUTCOME"
