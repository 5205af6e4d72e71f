"""Forms sent off, on real Chromium."""

from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.page.submit import submit
from bridge.page.tab import Tab
from tests.page._act import Stage

FORM = (
    "<form id=f action=/next><label>Name <input name=name value=Ada></label>"
    "<button name=by value=save>Save</button><button name=by value=send>Send</button></form>"
)


async def refused(tab: Tab, target: Any = None) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await submit(tab, target or {})
    return caught.value


@pytest.mark.parametrize(
    ("target", "query"),
    [
        ({}, "name=Ada&by=save"),
        ({"css": "#f"}, "name=Ada&by=save"),
        ({"label": "Name"}, "name=Ada&by=save"),
        ({"text": "Send"}, "name=Ada&by=send"),
    ],
)
async def test_a_form_is_sent_by_its_own_button(
    act_stage: Stage, target: dict[str, str], query: str
) -> None:
    tab = await act_stage.show(FORM)
    sent = await submit(tab, target)
    name = "Send" if "send" in query else "Save"
    assert sent.sentence.startswith(f'submitted by button "{name}"; the page is ')
    assert sent.as_json()["url"] == act_stage.pages.url(f"/next?{query}")


async def test_the_focused_fields_form_goes_before_the_first(act_stage: Stage) -> None:
    second = FORM.replace("id=f", "id=g").replace("/next", "/other").replace("name=name", "id=i")
    tab = await act_stage.show(FORM + second)
    await act_stage.run("i.focus()")
    assert "/other" in (await submit(tab, {})).as_json()["url"]


async def test_a_field_that_the_browser_does_not_take_is_named(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<script>window.log=[];addEventListener('invalid',()=>log.push('invalid'),true)</script>"
        "<form action=/next><label>Mail <input type=email value=nobody required></label>"
        "<label>Age <input required></label><button>Send</button></form>"
    )
    problem = await refused(tab)
    assert problem.code == "FORM_INVALID"
    assert 'textbox "Mail": "' in problem.message
    assert 'textbox "Age": "' in problem.message
    assert await act_stage.run("log.length + location.pathname") == "0/"


@pytest.mark.parametrize("where", ["<form novalidate action=/next>", "<form action=/next>"])
async def test_a_form_that_is_not_checked_is_sent(act_stage: Stage, where: str) -> None:
    button = "<button>" if "novalidate" in where else "<button formnovalidate>"
    tab = await act_stage.show(f"{where}<input required>{button}Send</button></form>")
    assert "/next" in (await submit(tab, {})).as_json()["url"]


async def test_a_page_that_takes_it_over_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(
        FORM
        + "<script>f.onsubmit=e=>{e.preventDefault();document.title=e.submitter.value}</script>"
    )
    sent = await submit(tab, {})
    assert sent.sentence == ('submitted by button "Save"; the page\'s own script took it over')
    assert sent.as_json()["handled_by_page"] is True
    assert await act_stage.run("document.title") == "save"


async def test_a_dialog_that_the_submission_opens_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(FORM + "<script>f.onsubmit=()=>confirm('Sure?')</script>")
    assert 'it opened confirm "Sure?"' in (await submit(tab, {})).sentence
    await tab.answer_dialog(accept=False, prompt=None)
    assert await act_stage.run("location.pathname") == "/"


async def test_a_form_whose_fields_hide_its_own_properties_is_sent(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<form id=f action=/next><input name=requestSubmit><input name=elements>"
        "<input name=noValidate><input name=submit><input name=method></form>"
    )
    assert "/next?requestSubmit=" in (await submit(tab, {})).as_json()["url"]


async def test_a_form_that_closes_its_dialog_says_so(act_stage: Stage) -> None:
    tab = await act_stage.show("<dialog id=d open><form method=dialog><button>OK</button></form>")
    assert "it closed its dialog" in (await submit(tab, {})).sentence
    assert await act_stage.run("d.open") is False


async def test_where_nothing_can_be_sent_it_is_refused(act_stage: Stage) -> None:
    tab = await act_stage.show("<p id=x>none</p>")
    assert (await refused(tab)).code == "TARGET_NOT_FOUND"
    assert (await refused(tab, {"css": "#x"})).code == "TARGET_NOT_FOUND"
    tab = await act_stage.show("<form><button disabled>Send</button></form>")
    assert (await refused(tab)).code == "DISABLED"


async def test_a_form_that_left_the_page_was_not_sent(act_stage: Stage) -> None:
    tab = await act_stage.show(FORM)
    ask = tab.ask

    async def late(command: str, *args: Any, **more: Any) -> Any:
        answer = await ask(command, *args, **more)
        await act_stage.run("f.remove()")
        return answer

    tab.ask = late  # type: ignore[method-assign]
    assert (await refused(tab)).code == "MOVED"


async def test_a_form_in_a_frame_of_another_site_is_sent(act_stage: Stage) -> None:
    act_stage.pages.bodies["/in"] = FORM.replace("/next", "/inside")
    inner = act_stage.pages.url("/in", "other.test")
    tab = await act_stage.show(f"<iframe src={inner}></iframe>")
    sent = await submit(tab, {"label": "Name"})
    assert sent.sentence.startswith('submitted by button "Save"')
