"""Acts said to be done that were not, or were done twice: covered, disabled, moving, drawn anew."""

from __future__ import annotations

from typing import Any

import pytest

from bridge.errors import BridgeError
from tests.cases._pages import Show, Titles

GO = "<button id=t {}onclick=\"document.title='hit'\">Target</button>"

# --- no success where a person would have had none ---


@pytest.mark.parametrize(
    ("page", "code"),
    [
        (GO.format("") + "<div style='position:fixed;inset:0;background:#000'>Hi</div>", "COVERED"),
        (GO.format("") + "<div style='position:fixed;inset:0'></div>", "COVERED"),
        (GO.format("") + "<dialog id=d>Hey</dialog><script>d.showModal()</script>", "COVERED"),
        (
            "<style>p{position:relative}p::after{content:'';position:absolute;inset:0}</style>"
            f"<p>{GO.format('')}</p>",
            "COVERED",
        ),
        (f"<div inert>{GO.format('')}</div>", "DISABLED"),
        (f"<fieldset disabled>{GO.format('')}</fieldset>", "DISABLED"),
        (GO.format("aria-disabled=true "), "DISABLED"),
        (f"<div aria-disabled=true>{GO.format('')}</div>", "DISABLED"),
        (f"<div style='pointer-events:none'>{GO.format('')}</div>", "DISABLED"),
        ("<label>Target <input type=checkbox disabled></label>", "DISABLED"),
    ],
)  # fmt: skip
async def test_what_a_person_could_not_tap_is_refused_with_the_reason(
    refuse: Any, show: Show, title: Titles, page: str, code: str
) -> None:
    await show(page)
    assert (await refuse("page_tap", text="Target")).code == code
    assert await title() != "hit"


@pytest.mark.parametrize(
    "page",
    [
        GO.format("") + "<div style='position:fixed;inset:0;pointer-events:none'></div>",
        f"<fieldset disabled><legend>{GO.format('')}</legend></fieldset>",
    ],
    ids=["lets touches through", "the legend of a disabled group"],
)
async def test_what_only_looks_shut_is_tapped(
    call: Any, show: Show, title: Titles, page: str
) -> None:
    await show(page)
    await call("page_tap", text="Target")
    assert await title() == "hit"


# --- what moves ---


SHIFT = (
    "<script>setTimeout(()=>document.body.insertAdjacentHTML('afterbegin',"
    "'<div style=height:200px>Late banner</div>'),50)</script>"
)


@pytest.mark.parametrize(
    "page",
    [
        GO.format("style='animation:m .6s steps(4)' "),
        GO.format("style='animation:m .6s' "),
        GO.format("style='animation:beat .8s infinite alternate' "),
        "<div style='height:3000px'></div>" + GO.format("") + SHIFT,
    ],
    ids=["in steps", "slides in", "beats", "pushed down far below"],
)
async def test_what_moves_is_hit_where_it_comes_to_rest(
    call: Any, show: Show, title: Titles, page: str
) -> None:
    await show(
        "<style>html{scroll-behavior:smooth}@keyframes m{from{margin-left:200px}}"
        f"@keyframes beat{{to{{transform:scale(1.06)}}}}</style>{page}"
    )
    await call("page_tap", text="Target")
    assert await title() == "hit"


async def test_a_banner_that_comes_in_between_takes_no_tap_unsaid(
    call: Any, show: Show, title: Titles
) -> None:
    await show(f"<a href=#wrong style='display:block'>Another</a>{GO.format('')}{SHIFT}")
    code = ""
    try:
        await call("page_tap", text="Target")
    except BridgeError as fault:
        code = fault.code
    assert (code, await title() == "hit") in [("", True), ("MOVED", False)]
    await call("page_tap", text="Target")
    assert await title() == "hit"


async def test_what_never_rests_is_not_tapped(refuse: Any, show: Show, title: Titles) -> None:
    await show(
        "<style>@keyframes m{to{margin-left:250px}}</style>"
        + GO.format("style='animation:m 1s infinite alternate' ")
    )
    assert (await refuse("page_tap", text="Target")).code == "MOVED"
    assert await title() != "hit"


async def test_what_the_page_draws_anew_while_it_is_sought_is_found_again(
    call: Any, show: Show, title: Titles
) -> None:
    slides = GO.format("style='animation:m 9s' ").replace('"', "&quot;")
    rests = GO.format("").replace('"', "&quot;")
    await show(
        "<style>@keyframes m{from{margin-left:200px}}</style>"
        f'<div id=d data-slides="{slides}" data-rests="{rests}"></div>'
        "<script>d.innerHTML=d.dataset.slides;setTimeout(()=>{d.innerHTML='<p>…</p>';"
        "setTimeout(()=>{d.innerHTML=d.dataset.rests},300)},300)</script>"
    )
    await call("page_tap", text="Target")
    assert await title() == "hit"


async def test_a_click_that_went_elsewhere_is_told(call: Any, show: Show, title: Titles) -> None:
    await show(
        "<button ontouchstart=\"document.body.insertAdjacentHTML('afterbegin',"
        "'<div style=height:300px>Banner</div>')\" onclick=\"document.title='hit'\">Target</button>"
    )
    told = (await call("page_tap", text="Target")).text
    assert await title() != "hit"
    assert 'the click landed on generic "Banner"' in told


# --- text goes in once ---

CARET = (
    "const s=getSelection(),r=document.createRange();r.selectNodeContents(t);r.collapse(false);"
    "s.removeAllRanges();s.addRange(r)"
)
EDITORS = {
    "draws its model anew": "let m='old';t.onbeforeinput=e=>{e.preventDefault();"
    "const all=!getSelection().isCollapsed;if(all)m='';if(e.inputType=='insertText')m+=e.data;"
    f"else if(!all)m=m.slice(0,-1);t.innerHTML='<p>'+m+'</p>';{CARET}}}",
    "commits late": "let m='old';t.onbeforeinput=e=>{e.preventDefault();const d=e.data??'',"
    "all=!getSelection().isCollapsed;setTimeout(()=>{m=(all?'':m)+d;t.textContent=m},200)}",
    "reads its own mutations": "const o=new MutationObserver(()=>{const m=t.textContent;"
    f"o.disconnect();t.innerHTML='<p>'+m+'</p>';{CARET};on()}}),"
    "on=()=>o.observe(t,{childList:true,characterData:true,subtree:true});on()",
    "a mention that is one piece": "t.innerHTML='Hi <i contenteditable=false>@Ada</i>&nbsp;'",
}


@pytest.mark.parametrize("script", EDITORS.values(), ids=EDITORS.keys())
async def test_an_editor_holds_the_text_once(call: Any, show: Show, script: str) -> None:
    await show(
        f"<div id=t contenteditable role=textbox aria-label=Ed>old</div><script>{script}</script>"
    )
    await call("page_fill", label="Ed", value="Hello World")
    assert (await call("page_find", label="Ed")).data["rows"][0]["value"] == "Hello World"


async def test_lines_of_an_editor_are_parted_in_what_is_read(call: Any, show: Show) -> None:
    await show("<div id=t contenteditable role=textbox aria-label=Ed></div>")
    await call("page_fill", label="Ed", value="one\ntwo")
    assert (await call("page_find", label="Ed")).data["rows"][0]["value"] == "one two"


@pytest.mark.parametrize(
    ("script", "holds"),
    [
        ("this.value=this.value.toUpperCase()", "HELLO WORLD"),
        ("this.value=this.value.slice(0,5)", "Hello"),
        ("this.value=this.value.replace(/(.{3})/g,'$1-')", "Hel-lo -Wor-ld"),
        ("this.value='fixed'", "fixed"),
    ],
)
async def test_what_a_field_made_of_the_text_is_told(
    refuse: Any, show: Show, script: str, holds: str
) -> None:
    await show(f'<input aria-label=F oninput="{script}">')
    fault = await refuse("page_fill", label="F", value="Hello World")
    assert fault.code == "VALUE_NOT_TAKEN"
    assert f'holds "{holds}"' in fault.message


async def test_where_an_editor_with_a_hidden_field_shows_the_text_is_told(
    refuse: Any, show: Show
) -> None:
    await show(
        "<div onclick=ta.focus()><pre id=out></pre><textarea id=ta aria-label=Code"
        " style='position:absolute;width:1px;height:1em;opacity:0'></textarea></div>"
        "<script>ta.oninput=()=>{out.textContent+=ta.value;ta.value=''}</script>"
    )
    fault = await refuse("page_fill", css="#ta", value="Hello World")
    assert fault.code == "VALUE_NOT_TAKEN"
    assert 'holds "", not what was typed; the page now shows "Hello World"' in fault.message


# --- a choice that a person could make, and no picker left open ---


@pytest.mark.parametrize(
    ("options", "how", "code"),
    [
        ("<optgroup label=A disabled><option>One</optgroup>", {"option": "One"}, "DISABLED"),
        ("<option disabled>One", {"option": "One"}, "DISABLED"),
        ("<option value=1>One<option value=2>One", {"option": "One"}, "TARGET_AMBIGUOUS"),
        ("<option hidden>One", {"option": "One"}, "OPTION_NOT_FOUND"),
        ("<option style='display:none' value=1>One", {"value": "1"}, "OPTION_NOT_FOUND"),
    ],
)
async def test_what_a_person_could_not_choose_is_refused(
    refuse: Any, show: Show, options: str, how: dict[str, str], code: str
) -> None:
    script = "<script>document.querySelector('select').onchange=()=>alert('chosen')</script>"
    await show(f"<select aria-label=S><option>zero{options}</select>{script}")
    assert (await refuse("page_select", label="S", **how)).code == code


@pytest.mark.parametrize(
    "page",
    [
        "<select aria-label=S><option>zero<optgroup label=A><option>One</optgroup></select>",
        "<select aria-label=S><option>zero<option label=One>other</select>",
        "<select aria-label=S multiple><option selected>zero<option>One</select>",
        "<div id=d></div><script>let v=0;const draw=()=>{d.innerHTML='<select aria-label=S>'"
        "+['zero','One'].map((x,i)=>`<option ${i==v?'selected':''}>${x}</option>`).join('')"
        "+'</select>';d.firstChild.onchange=e=>{v=e.target.selectedIndex;draw()}};draw()</script>",
        "<style>select,::picker(select){appearance:base-select}</style><select aria-label=S>"
        "<button><selectedcontent></selectedcontent></button><option>zero<option>One</select>",
    ],
    ids=["in a group", "by its label", "of several", "drawn anew", "drawn by the page"],
)
async def test_an_option_is_chosen_and_no_picker_is_left_open(
    call: Any, show: Show, title: Titles, page: str
) -> None:
    await show(page + GO.format(""))
    await call("page_select", label="S", option="One")
    assert "One" in (await call("page_find", label="S")).data["rows"][0]["value"]
    await call("page_tap", text="Target")
    assert await title() == "hit"
