"""A target under the soft keyboard is scrolled free or refused: never tapped through it."""

from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.page import touch
from bridge.page.tab import Tab
from tests.page._act import Stage

FIELD = "<input id=i aria-label=Name>"
BUTTON = "<button id=b onclick=\"document.title='hit'\">Send</button>"


async def keyboard(tab: Tab, stage: Stage, *, over: bool = False) -> None:
    """Have the page script see a keyboard of 400 px: the page's lower part, as Android hides it."""
    await stage.run("i.focus()")
    code = "Object.defineProperty(VisualViewport.prototype, 'height', {get: () => 515})"
    if over:
        code = "Object.defineProperty(Navigator.prototype, 'virtualKeyboard', {get: () => ({boundingRect: {y: 515, height: 400}})})"  # noqa: E501
    given = {"expression": code, "uniqueContextId": tab._frames.context}
    answer = await tab.session.call("Runtime.evaluate", given)
    assert "exceptionDetails" not in answer


async def refused(tab: Tab, **spot: Any) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await touch.tap(tab, spot or {"text": "Send"})
    return caught.value


@pytest.mark.parametrize("over", [False, True])
async def test_a_target_under_it_is_scrolled_free(act_stage: Stage, over: bool) -> None:
    tab = await act_stage.show(
        f"{FIELD}<div style='height:800px'></div>{BUTTON}<p style='height:3000px'>"
    )
    await keyboard(tab, act_stage, over=over)
    assert (await touch.tap(tab, {"text": "Send"})).sentence.startswith('tapped button "Send"')
    assert await act_stage.run("document.title") == "hit"
    assert await act_stage.run("b.getBoundingClientRect().bottom <= 515") is True


@pytest.mark.parametrize("over", [False, True])
async def test_one_that_cannot_be_scrolled_is_refused_by_its_reason(
    act_stage: Stage, over: bool
) -> None:
    tab = await act_stage.show(
        f"{FIELD}<div style='position:fixed;bottom:0'>{BUTTON}</div><p style='height:3000px'>"
    )
    await keyboard(tab, act_stage, over=over)
    problem = await refused(tab)
    assert problem.code == "COVERED"
    assert problem.message == (
        'button "Send" is covered by the soft keyboard and cannot be scrolled'
    )
    assert await act_stage.run("document.title") == "Act"


async def test_a_point_under_it_is_refused_by_its_reason(act_stage: Stage) -> None:
    tab = await act_stage.show(FIELD + "<p style='height:3000px'>")
    await keyboard(tab, act_stage)
    problem = await refused(tab, point={"x": 20, "y": 700})
    assert (problem.code, "soft keyboard" in problem.message) == ("TAP_MISSED", True)


async def test_where_nobody_types_no_keyboard_is_blamed(act_stage: Stage) -> None:
    tab = await act_stage.show(
        f"{FIELD}<div style='position:fixed;top:2000px'>{BUTTON}</div><p style='height:3000px'>"
    )
    await keyboard(tab, act_stage)
    await act_stage.run("i.blur()")
    problem = await refused(tab, css="#b")
    assert problem.code in {"NOT_VISIBLE", "TAP_MISSED"}
