"""Text and keys on real Chromium; what each page does is written in its test."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import pytest

from bridge.errors import BridgeError, UsageFault
from bridge.page import keyboard
from bridge.page.tab import Tab
from tests.page._act import Stage

REACT = """<input id=n><p id=p></p><script>
// as React does it: the element's own setter keeps track, the model is drawn back after each input
let model = '', known = '';
const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
Object.defineProperty(n, 'value', {
  get() { return own.get.call(n) }, set(v) { known = v; own.set.call(n, v) } });
n.addEventListener('input', () => {
  if (own.get.call(n) === known) return;
  known = own.get.call(n);
  model = known.toUpperCase();
  Promise.resolve().then(() => { n.value = FORM; p.textContent = model });
});
</script>"""
EDITOR = """<div id=e contenteditable></div><script>
// an editor that draws from its own model: it takes the text itself, on beforeinput
let model = '';
e.addEventListener('beforeinput', event => {
  event.preventDefault();
  const all = model && getSelection().toString() === model;
  if (event.inputType.startsWith('insert')) model = all ? event.data : model + event.data;
  else model = all ? '' : model.slice(0, -1);
  setTimeout(() => {
    const line = document.createElement('p');
    line.textContent = model;
    e.replaceChildren(line);
  }, LATE);
});
</script>"""


async def fill(tab: Tab, value: str, **more: Any) -> str:
    return (await keyboard.fill(tab, {"css": "#n"}, value=value, **more)).sentence


async def refused(tab: Tab, value: str, css: str = "#n", **more: Any) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await keyboard.fill(tab, {"css": css} if css else {}, value=value, **more)
    return caught.value


async def test_text_goes_into_a_field_and_is_read_back(act_stage: Stage) -> None:
    tab = await act_stage.show("<label>Name <input id=n value=old></label>")
    assert await fill(tab, "Grüße, 世界 👍") == 'filled textbox "Name"'
    assert await act_stage.run("n.value") == "Grüße, 世界 👍"


async def test_the_page_hears_trusted_events(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<input id=n><script>window.log=[];for(const t of ['focus','beforeinput','input'])"
        "n.addEventListener(t,e=>log.push(t+e.isTrusted))</script>"
    )
    await fill(tab, "a")
    assert await act_stage.run("log") == ["focustrue", "beforeinputtrue", "inputtrue"]


async def test_text_is_added_at_the_end_when_the_field_is_not_cleared(act_stage: Stage) -> None:
    tab = await act_stage.show("<input id=n value=one>")
    await fill(tab, " two", clear=False)
    assert await act_stage.run("n.value") == "one two"


@pytest.mark.parametrize("kind", ["email", "number"])
async def test_fields_without_a_caret_of_ours_are_added_to_as_well(
    act_stage: Stage, kind: str
) -> None:
    tab = await act_stage.show(f"<input id=n type={kind} value=12>")
    await fill(tab, "3", clear=False)
    assert await act_stage.run("n.value") == "123"


async def test_an_empty_value_empties_the_field(act_stage: Stage) -> None:
    tab = await act_stage.show("<label>Name <input id=n value=old></label>")
    assert await fill(tab, "") == 'emptied textbox "Name"'
    assert await act_stage.run("n.value") == ""
    assert await fill(tab, "") == 'emptied textbox "Name"'


async def test_lines_go_into_a_text_area(act_stage: Stage) -> None:
    tab = await act_stage.show("<textarea id=n>old</textarea>")
    await fill(tab, "one\ntwo\n\nthree")
    assert await act_stage.run("n.value") == "one\ntwo\n\nthree"


async def test_lines_do_not_go_into_a_field_of_one_line(act_stage: Stage) -> None:
    tab = await act_stage.show("<input id=n value=old>")
    assert (await refused(tab, "one\ntwo")).code == "BAD_ARGUMENTS"
    assert await act_stage.run("n.value") == "old"


async def test_long_text_goes_in_whole(act_stage: Stage) -> None:
    tab = await act_stage.show("<textarea id=n></textarea>")
    text = "Wörter und 👍 " * 600
    await fill(tab, text)
    assert await act_stage.run("n.value") == text


async def test_a_password_is_compared_and_never_told(act_stage: Stage) -> None:
    tab = await act_stage.show("<label>Password <input id=n type=password></label>")
    written = await keyboard.fill(tab, {"label": "Password"}, value="hunter2!")
    assert "hunter2" not in json.dumps(written.as_json()) + written.sentence
    assert await act_stage.run("n.value") == "hunter2!"


async def test_a_password_that_was_not_taken_is_not_told_either(act_stage: Stage) -> None:
    tab = await act_stage.show("<input id=n type=password maxlength=4>")
    problem = await refused(tab, "hunter2!")
    assert problem.code == "VALUE_NOT_TAKEN"
    assert "hunt" not in problem.message


async def test_what_the_page_made_of_the_text_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show("<label>Code <input id=n maxlength=3></label>")
    problem = await refused(tab, "12345")
    assert problem.code == "VALUE_NOT_TAKEN"
    assert problem.message == 'textbox "Code" holds "123", not what was typed'


async def test_a_controlled_input_takes_the_text(act_stage: Stage) -> None:
    tab = await act_stage.show(REACT.replace("FORM", "known"))
    await fill(tab, "hallo")
    assert await act_stage.run("[n.value,p.textContent]") == ["hallo", "HALLO"]


async def test_a_controlled_input_that_changes_the_text_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(REACT.replace("FORM", "model"))
    assert '"HALLO"' in (await refused(tab, "hallo")).message


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("date", "2026-11-30"),
        ("month", "2026-11"),
        ("week", "2026-W48"),
        ("time", "09:30"),
        ("datetime-local", "2026-11-30T09:30"),
        ("color", "#ff8800"),
        ("range", "70"),
    ],
)
async def test_what_pickers_choose_is_set_with_their_events(
    act_stage: Stage, kind: str, value: str
) -> None:
    tab = await act_stage.show(
        f"<input id=n type={kind}><script>window.log=[];for(const t of ['input','change'])"
        "n.addEventListener(t,()=>log.push(t))</script>"
    )
    await fill(tab, value)
    assert await act_stage.run("[n.value,...log]") == [value, "input", "change"]


async def test_a_date_of_another_form_is_refused_with_the_form(act_stage: Stage) -> None:
    tab = await act_stage.show("<input id=n type=date value=2020-01-02>")
    problem = await refused(tab, "30.11.2026")
    assert (problem.code, "yyyy-mm-dd" in problem.message) == ("VALUE_NOT_TAKEN", True)
    assert await act_stage.run("n.value") == "2020-01-02"


async def test_a_number_goes_in_as_text_does(act_stage: Stage) -> None:
    tab = await act_stage.show("<input id=n type=number value=7>")
    await fill(tab, "12.5")
    assert await act_stage.run("n.value") == "12.5"
    assert (await refused(tab, "many")).code == "VALUE_NOT_TAKEN"


async def test_a_plain_editor_is_replaced(act_stage: Stage) -> None:
    tab = await act_stage.show("<div id=n contenteditable><p>old</p><p>text</p></div>")
    await fill(tab, "new words")
    assert await act_stage.run("n.innerText.trim()") == "new words"
    await fill(tab, "")
    assert await act_stage.run("n.innerText.trim()") == ""


@pytest.mark.parametrize("late", ["0", "120"])
async def test_an_editor_with_its_own_model_takes_the_text_once(
    act_stage: Stage, late: str
) -> None:
    tab = await act_stage.show(EDITOR.replace("LATE", late))
    await keyboard.fill(tab, {"css": "#e"}, value="Hello there")
    assert await act_stage.run("model") == "Hello there"
    await keyboard.fill(tab, {"css": "#e"}, value="Again")
    assert await act_stage.run("model") == "Again"


async def test_a_field_in_a_frame_and_a_shadow_root_is_filled(act_stage: Stage) -> None:
    act_stage.pages.bodies["/inner"] = (
        "<x-a></x-a><script>customElements.define('x-a',class extends HTMLElement{"
        "connectedCallback(){this.attachShadow({mode:'open'}).innerHTML='<input id=n>'}})</script>"
    )
    tab = await act_stage.show("<iframe src=/inner></iframe>")
    await fill(tab, "deep")
    inner = "frames[0].document.querySelector('x-a').shadowRoot.querySelector('#n').value"
    assert await act_stage.run(inner) == "deep"


async def test_without_a_name_the_focused_field_is_filled(act_stage: Stage) -> None:
    tab = await act_stage.show("<input><label>Here <input id=n></label>")
    assert (await refused(tab, "x", css="")).code == "NO_FOCUS"
    await act_stage.run("n.focus()")
    assert (await keyboard.fill(tab, {}, value="x")).sentence == 'filled textbox "Here"'


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("<button id=n>Go</button>", "NOT_EDITABLE"),
        ("<input id=n type=checkbox>", "NOT_EDITABLE"),
        ("<select id=n><option>a</select>", "NOT_EDITABLE"),
        ("<input id=n readonly>", "NOT_EDITABLE"),
        ("<input id=n disabled>", "DISABLED"),
        ("<fieldset disabled><input id=n></fieldset>", "DISABLED"),
        ("<input id=n style='visibility:hidden'>", "NOT_VISIBLE"),
    ],
)
async def test_what_takes_no_text_is_refused(act_stage: Stage, body: str, code: str) -> None:
    tab = await act_stage.show(body)
    assert (await refused(tab, "x")).code == code


async def test_a_field_that_throws_the_focus_off_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show("<label>Mail <input id=n onfocus='this.blur()'></label>")
    problem = await refused(tab, "x")
    assert problem.code == "ACTION_FAILED"
    assert problem.message == 'textbox "Mail" took no focus; nothing has it'


async def test_a_page_that_goes_before_anything_was_typed_is_asked_again(
    act_stage: Stage,
) -> None:
    # the plan is lost with its document: it changed nothing, so nobody need wonder what it did
    act_stage.pages.bodies["/next"] = "<label>Name <input id=n></label>"
    tab = await act_stage.show("<label>Mail <input id=n></label>")
    asks = tab._closed
    real = asks._post

    def going(command: str, args: Mapping[str, Any]) -> "asyncio.Future[dict[str, Any]]":
        asks._post = real
        lost = "location='/next';new Promise(()=>{})"
        return tab.session.post("Runtime.evaluate", {"expression": lost, "awaitPromise": True})

    asks._post = going
    assert await fill(tab, "Ada") == 'filled textbox "Name"'
    assert await act_stage.run("n.value") == "Ada"


async def test_a_date_is_set_once_and_only_after_the_plan(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<input id=n type=date><script>window.log=[];n.onchange=()=>log.push(n.value)</script>"
    )
    planned = await tab.ask("field", {"target": {"css": "#n"}, "value": "2026-11-30"})
    assert (planned.value["mode"], await act_stage.run("log.join()")) == ("set", "")
    for _ in range(2):
        held = await tab.ask("filled", {"token": planned.value["token"]})
        assert held.value["matches"]
    assert await act_stage.run("log.join()") == "2026-11-30"


async def test_a_submitted_form_is_read_before_it_goes(act_stage: Stage) -> None:
    tab = await act_stage.show("<form action=/found><label>Find <input id=n name=q></label></form>")
    told = await fill(tab, "shoes", submit=True)
    assert told.startswith('filled textbox "Find" and pressed Enter; the page is ')
    assert told.endswith(act_stage.pages.url("/found?q=shoes"))


async def test_a_chat_that_empties_its_field_on_enter_took_the_text(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<label>Say <input id=n></label><script>n.addEventListener('keydown',e=>{if(e.key=='Enter')"
        "{document.title=n.value;n.value=''}})</script>"
    )
    assert await fill(tab, "hi", submit=True) == 'filled textbox "Say" and pressed Enter'
    assert await act_stage.run("document.title") == "hi"


async def test_an_alert_on_input_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show("<input id=n oninput=\"alert('Hm')\">")
    assert 'it opened alert "Hm"' in await fill(tab, "x")
    await tab.answer_dialog(accept=True, prompt=None)


async def test_enter_is_pressed_where_the_focus_is(act_stage: Stage) -> None:
    tab = await act_stage.show("<form action=/found><label>Find <input name=q id=n></label></form>")
    await act_stage.run("n.focus()")
    struck = await keyboard.press(tab, "enter")
    assert struck.sentence.startswith('pressed Enter in textbox "Find"; the page is ')


async def test_tab_says_where_the_focus_went(act_stage: Stage) -> None:
    tab = await act_stage.show("<input id=n><label>Next <input></label>")
    await act_stage.run("n.focus()")
    told = (await keyboard.press(tab, "Tab")).sentence
    assert told == 'pressed Tab in textbox; the focus is in textbox "Next"'


async def test_ctrl_a_selects_everything_and_delete_takes_it(act_stage: Stage) -> None:
    tab = await act_stage.show("<input id=n value='one two'>")
    await act_stage.run("n.focus()")
    assert (await keyboard.press(tab, "a", modifiers=["ctrl"])).key == "Ctrl+a"
    await keyboard.press(tab, "Delete")
    assert await act_stage.run("n.value") == ""


async def test_a_character_is_typed_and_shift_makes_it_large(act_stage: Stage) -> None:
    tab = await act_stage.show("<input id=n>")
    await act_stage.run("n.focus()")
    for key, modifiers in (("x", []), ("y", ["shift"]), ("Space", []), ("ä", []), ("5", [])):
        await keyboard.press(tab, key, modifiers=modifiers)
    assert await act_stage.run("n.value") == "xY ä5"


async def test_modifiers_are_released_in_turn(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<script>window.log=[];for(const t of ['keydown','keyup'])addEventListener(t,e=>"
        "log.push([t.slice(3),e.key,e.ctrlKey,e.shiftKey].join(' ')))</script>"
    )
    await keyboard.press(tab, "ArrowDown", modifiers=["ctrl", "shift"])
    assert await act_stage.run("log") == [
        "down Control true false",
        "down Shift true true",
        "down ArrowDown true true",
        "up ArrowDown true true",
        "up Shift true false",
        "up Control false false",
    ]


KEYS = (
    "<script>window.held=[];addEventListener('keydown',e=>held.push(e.key),true);"
    "addEventListener('keyup',e=>{held=held.filter(k=>k.toLowerCase()!==e.key.toLowerCase())},true)"
    "</script>"
)
NONE_HELD = (
    "new Promise(done => { const look = () => held.length ? setTimeout(look, 10) : done(true);"
    " look() })"
)


async def test_combinations_do_what_they_do_on_a_keyboard(act_stage: Stage) -> None:
    # seen on Chromium for Linux, whose editing commands Android shares: Ctrl, never Meta
    tab = await act_stage.show("<input id=n value='one two'><input id=m>" + KEYS)
    await act_stage.run("n.focus()")
    for key, wanted in (
        ("a", ["one two", 0, 7]),
        ("c", ["one two", 0, 7]),
        ("x", ["", 0, 0]),
        ("v", ["one two", 7, 7]),
        ("z", ["", 0, 0]),
    ):
        struck = await keyboard.press(tab, key, modifiers=["ctrl"])
        assert struck.key == f"Ctrl+{key}"
        state = await act_stage.run("[n.value, n.selectionStart, n.selectionEnd]")
        assert state == wanted, key
    await act_stage.run("n.value = 'one two'; n.setSelectionRange(7, 7)")
    await keyboard.press(tab, "ArrowLeft", modifiers=["ctrl", "shift"])
    assert await act_stage.run("[n.selectionStart, n.selectionEnd]") == [4, 7]
    await keyboard.press(tab, "Home", modifiers=["shift"])
    assert await act_stage.run("[n.selectionStart, n.selectionEnd]") == [0, 7]
    assert await act_stage.run(NONE_HELD)


@pytest.mark.parametrize("on", ["Control", "Shift", "s"])
async def test_a_key_that_opens_a_dialog_leaves_none_held(act_stage: Stage, on: str) -> None:
    tab = await act_stage.show(
        KEYS + f"<script>addEventListener('keydown',e=>{{if(e.key.toLowerCase()==='{on.lower()}')"
        "alert('Saved')})</script>"
    )
    struck = await keyboard.press(tab, "s", modifiers=["ctrl", "shift"])
    assert 'it opened alert "Saved"' in struck.sentence
    await tab.answer_dialog(accept=True, prompt=None)
    assert await act_stage.run(NONE_HELD)
    # and the next key is plain
    await act_stage.run(
        "addEventListener('keydown', e => window.plain = !e.ctrlKey && !e.shiftKey)"
    )
    await keyboard.press(tab, "b")
    assert await act_stage.run("plain") is True


async def test_a_key_under_which_the_page_goes_away_leaves_none_held(act_stage: Stage) -> None:
    act_stage.pages.bodies["/next"] = KEYS
    tab = await act_stage.show("<script>onkeydown=e=>{if(e.key==='s')location='/next'}</script>")
    struck = await keyboard.press(tab, "s", modifiers=["ctrl"])
    assert "/next" in struck.sentence
    await act_stage.run(
        "new Promise(done => document.readyState === 'complete' ? done() : onload = done)"
    )
    assert await act_stage.run(NONE_HELD)
    await act_stage.run("addEventListener('keydown', e => window.plain = !e.ctrlKey)")
    await keyboard.press(tab, "b")
    assert await act_stage.run("plain") is True


@pytest.mark.parametrize("after", range(6))
async def test_a_caller_who_goes_away_leaves_no_key_held(act_stage: Stage, after: int) -> None:
    tab = await act_stage.show(KEYS)
    real, there, sent = tab.session.post, asyncio.Event(), list[tuple[str, str]]()

    def counted(method: str, params: Any = None) -> asyncio.Future[Any]:
        if method == "Input.dispatchKeyEvent":
            sent.append((params["key"], params["type"]))
        if after == 0 or len(sent) == after:
            there.set()
        return real(method, params)

    tab.session.post = counted  # type: ignore[method-assign] # counts, changes nothing
    async with asyncio.TaskGroup() as group:
        call = group.create_task(keyboard.press(tab, "k", modifiers=["ctrl", "alt"]))
        await there.wait()
        call.cancel()
    down = {key for key, kind in sent if kind != "keyUp"}
    assert down == {key for key, kind in sent if kind == "keyUp"}
    assert len(sent) in (0, 6)
    tab.session.post = real  # type: ignore[method-assign]
    assert await act_stage.run(NONE_HELD)


async def test_a_key_that_chrome_refuses_leaves_no_modifier_held(act_stage: Stage) -> None:
    tab = await act_stage.show(KEYS)
    real = tab.session.post

    def failing(method: str, params: Any = None) -> asyncio.Future[Any]:
        if method == "Input.dispatchKeyEvent" and params["key"] == "k":
            raise RuntimeError
        return real(method, params)

    tab.session.post = failing  # type: ignore[method-assign] # in the middle of the combination
    with pytest.raises(RuntimeError):
        await keyboard.press(tab, "k", modifiers=["ctrl", "alt"])
    tab.session.post = real  # type: ignore[method-assign]
    assert await act_stage.run(NONE_HELD)


async def test_a_key_without_focus_goes_to_the_page(act_stage: Stage) -> None:
    tab = await act_stage.show("<script>onkeydown=e=>document.title=e.key</script>")
    assert (await keyboard.press(tab, "Escape")).sentence == "pressed Escape"
    assert await act_stage.run("document.title") == "Escape"


@pytest.mark.parametrize(
    ("name", "bits", "event"),
    [
        ("Enter", 0, {"type": "keyDown", "text": "\r", "windowsVirtualKeyCode": 13}),
        ("a", 0, {"type": "keyDown", "text": "a", "code": "KeyA", "windowsVirtualKeyCode": 65}),
        ("a", 2, {"type": "rawKeyDown", "windowsVirtualKeyCode": 65, "modifiers": 2}),
        ("a", 8, {"type": "keyDown", "text": "A", "key": "A", "modifiers": 8}),
        ("7", 0, {"type": "keyDown", "text": "7", "code": "Digit7"}),
        (" ", 0, {"type": "keyDown", "text": " ", "code": "Space", "windowsVirtualKeyCode": 32}),
        ("ArrowUp", 0, {"type": "rawKeyDown", "windowsVirtualKeyCode": 38}),
        ("Tab", 8, {"type": "rawKeyDown", "windowsVirtualKeyCode": 9, "modifiers": 8}),
        ("F5", 0, {"type": "rawKeyDown", "windowsVirtualKeyCode": 116}),
    ],
)
def test_a_key_is_written_as_chrome_takes_it(name: str, bits: int, event: dict[str, Any]) -> None:
    assert keyboard.key_event(name, bits).items() >= event.items()


@pytest.mark.parametrize(
    ("key", "name"),
    [("ENTER", "Enter"), ("esc", "Escape"), ("Space", " "), ("\n", "Enter"), ("é", "é")],
)
def test_keys_have_the_names_that_people_use(key: str, name: str) -> None:
    assert keyboard.name_of(key) == name


def test_an_unknown_key_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageFault, match="ArrowDown"):
        keyboard.name_of("Turbo")
