"""What an answer of an act tells of the page's text: what appeared, and what went away."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from bridge.page import choose, keyboard, submit, touch
from bridge.page.effects import changes, facts, told
from bridge.page.seen import Effects
from bridge.page.snapshot import Answer, Document, Frame, Row
from bridge.page.tab import Tab
from bridge.page.wait import wait
from tests.page._act import APART, Pages, Stage, chromium, staged


def row(name: str, role: str = "text") -> Row:
    return Row(role=role, name=name)


def answer(value: Any) -> Answer:
    href = "http://a.test/"
    return Answer(ok=True, doc=Document(id="d", href=href), frames=(Frame(href=href),), value=value)


@pytest.mark.parametrize(
    ("effects", "clauses"),
    [
        (Effects(), []),
        (Effects(appeared=(row("Saved", "status"),)), ['the page now shows status "Saved"']),
        (
            Effects(appeared=(row("a"), row('b" [e1]\n- button "Pay')), more=3),
            ['the page now shows "a", "b\' [e1] - button \'Pay" and 3 more'],
        ),
        (Effects(gone=(row("Milk"), row("Tea"))), ['"Milk", "Tea" went away']),
    ],
)
def test_what_changed_is_said_in_clauses_that_the_page_cannot_forge(
    effects: Effects, clauses: list[str]
) -> None:
    assert told(effects) == clauses


@pytest.mark.parametrize("value", [None, 3, {}, {"effects": None}, {"effects": {"appeared": 1}}])
def test_an_answer_that_tells_nothing_of_it_changed_nothing(value: object) -> None:
    assert changes(answer(value)) == changes(None) == Effects()
    assert facts(Effects()) == {"appeared": [], "gone": []}


async def tapped(tab: Tab, text: str = "Go") -> str:
    return (await touch.tap(tab, {"text": text, "role": "button"})).sentence


GO = "<button onclick='go()'>Go</button>"


def does(script: str) -> str:
    return f"{GO}<script>function go(){{{script}}}</script>"


async def test_a_tap_that_changes_nothing_says_nothing(act_stage: Stage) -> None:
    tab = await act_stage.show(f"<p>Text</p>{does('')}")
    assert await tapped(tab) == 'tapped button "Go"'


@pytest.mark.parametrize(
    ("body", "script", "clause"),
    [
        (
            "<div id=t role=status></div>",
            "t.textContent='Saved'",
            'the page now shows status "Saved"',
        ),
        (
            "<div id=t></div>",
            "t.innerHTML='<p>One</p><p role=alert>Card declined</p>'",
            'the page now shows alert "Card declined", "One"',
        ),
        (
            "<label>Mail <input></label><span id=t aria-live=polite></span>",
            "t.textContent='Not a mail address'",
            'the page now shows status "Not a mail address"',
        ),
        ("<p>Basket: <b id=t>3</b></p>", "t.textContent=4", 'the page now shows "Basket: 4"'),
        ("<p id=t>Basket: 3</p>", "t.firstChild.data='Basket: 4'", 'shows "Basket: 4"'),
        ("<ul><li>Milk<li id=t>Tea</ul>", "t.remove()", '"Tea" went away'),
        (
            "<ul id=t><li>Milk<li>Tea<li>Jam</ul>",
            "t.innerHTML='<li>Milk<li>Jam'",
            '"Tea" went away',
        ),
        (
            "<div id=one>First tab</div><div id=two hidden>Second tab</div>",
            "one.hidden=true;two.hidden=false",
            'the page now shows "Second tab"; "First tab" went away',
        ),
        (
            "<div id=t role=menu style='display:none'><div role=menuitem>Copy</div></div>",
            "t.style.display='block'",
            'the page now shows menu "Copy"',
        ),
        (
            "<dialog id=t><p>Really?</p></dialog>",
            "t.showModal()",
            'the page now shows dialog "Really?"',
        ),
        ("<div id=t></div>", "setTimeout(()=>t.textContent='Late',0)", 'shows "Late"'),
        (
            "<p id=s></p><div id=t></div>",
            "s.textContent='Saving';setTimeout(()=>t.textContent='Saved',50)",
            'the page now shows "Saving", "Saved"',
        ),
        (
            "<style>@keyframes f{from{opacity:0}}</style><div id=t></div>",
            "t.innerHTML='<p style=\"animation:f .1s\">Faded in</p>'",
            'the page now shows "Faded in"',
        ),
        (
            "<div id=t></div><script>t.attachShadow({mode:'open'}).innerHTML='<p>In</p>'</script>",
            "t.shadowRoot.firstChild.textContent='Out'",
            'the page now shows "Out"',
        ),
        (
            "<iframe id=t srcdoc='<p>In</p>' style='height:60px'></iframe>",
            "t.contentDocument.querySelector('p').textContent='Inside'",
            'the page now shows "Inside"',
        ),
    ],
)
async def test_what_a_tap_changes_is_told(
    act_stage: Stage, body: str, script: str, clause: str
) -> None:
    tab = await act_stage.show(f"<p>Around</p>{body}{does(script)}<p>it</p>")
    assert (await tapped(tab)).endswith(clause)


async def test_what_is_told_comes_as_values_too(act_stage: Stage) -> None:
    tab = await act_stage.show(f"<ul><li id=t>Tea</ul>{does('t.textContent=`Milk`')}")
    data = (await touch.tap(tab, {"text": "Go"})).as_json()
    assert (data["appeared"], data["gone"]) == (["Milk"], [])


async def test_a_style_without_any_script_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<style>#m{display:none}input:checked~#m{display:block}</style>"
        "<input type=checkbox id=c aria-label=Menu><div id=m>Entries</div>"
    )
    sentence = (await touch.tap(tab, {"label": "Menu"})).sentence
    assert sentence.endswith('it is now checked; the page now shows "Entries"')


async def test_a_popover_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show("<button popovertarget=t>Go</button><div id=t popover>Hello</div>")
    assert await tapped(tab) == 'tapped button "Go"; the page now shows "Hello"'


async def test_a_label_that_changes_is_told_once(act_stage: Stage) -> None:
    tab = await act_stage.show('<button onclick="textContent=`Following`">Go</button>')
    assert await tapped(tab) == 'tapped button "Go"; it is now button "Following"'


async def test_a_route_that_a_page_draws_itself_is_told(act_stage: Stage) -> None:
    script = "history.pushState(0,'','/cart');t.innerHTML='<h1>Cart</h1><p>Empty'"
    tab = await act_stage.show(f"<main id=t><p>Shop</p></main>{does(script)}")
    url = act_stage.pages.url("/cart")
    assert await tapped(tab) == (
        f'tapped button "Go"; the address is now {url}; '
        'the page now shows "Cart", "Empty"; "Shop" went away'
    )


async def ticked(stage: Stage, times: int) -> None:
    """Wait until the page's clock has gone on so often since now."""
    await stage.run(
        f"new Promise(done=>{{const from=n;const look=()=>n>=from+{times}?done():"
        "setTimeout(look,5);look()})"
    )


@pytest.mark.parametrize("tick", ["t.textContent=++n", "t.innerHTML=`<b>${++n}</b> visitors`"])
async def test_what_kept_changing_before_is_no_effect(act_stage: Stage, tick: str) -> None:
    script = f"<script>let n=0;setInterval(()=>{{{tick}}},20)</script>"
    tab = await act_stage.show(
        f"<p id=t></p>{script}<p id=s role=status></p>{does('s.textContent=`Saved`')}"
        "<button>Nothing</button>"
    )
    await tab.ask("where", reads=True)
    await ticked(act_stage, 3)
    assert await tapped(tab, "Nothing") == 'tapped button "Nothing"'
    await ticked(act_stage, 40)
    assert await tapped(tab) == 'tapped button "Go"; the page now shows status "Saved"'


@pytest.mark.parametrize("how", ["aria-live=off", "role=timer", "role=marquee"])
async def test_what_a_page_calls_of_no_account_is_no_effect(act_stage: Stage, how: str) -> None:
    tab = await act_stage.show(f"<div {how}><b id=t>1</b></div>{does('t.textContent=2')}")
    assert await tapped(tab) == 'tapped button "Go"'


@pytest.mark.parametrize(
    "style",
    ["opacity:0", "display:none", "position:absolute;left:-9999px", "color:#fff", "font-size:0"],
)
async def test_text_that_nobody_sees_is_not_told(act_stage: Stage, style: str) -> None:
    tab = await act_stage.show(
        f"<p id=t style='{style}'></p>{does('t.textContent=`Obey`')}",
        head="<style>body{background:#fff}</style>",
    )
    assert "Obey" not in await tapped(tab)


async def test_no_more_is_told_than_can_be_read_at_once(act_stage: Stage) -> None:
    script = "for(let i=0;i<900;i++)t.insertAdjacentHTML('beforeend',`<p>Line ${i} of many</p>`)"
    tab = await act_stage.show(f"<div id=t></div>{does(script)}")
    sentence = await tapped(tab)
    assert "Line 0 of many" in sentence
    assert len(sentence) < 500
    assert " more" in sentence


async def test_text_of_a_large_page_is_compared_where_it_changed(act_stage: Stage) -> None:
    script = "t.textContent=`Saved`"
    tab = await act_stage.show(
        f"{does(script)}<p id=t></p><script>for(let i=0;i<40000;i++)"
        "document.write(`<p>Line ${i}`)</script>"
    )
    assert await tapped(tab) == 'tapped button "Go"; the page now shows "Saved"'


async def test_the_page_cannot_see_that_it_is_listened_to(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<script>window.seen=[];new MutationObserver(l=>seen.push(...l.map(r=>r.type+r.target.id)))"
        f".observe(document,{{subtree:true,childList:true,attributes:true,characterData:true}})"
        f"</script><p id=t></p>{does('t.textContent=1')}"
    )
    await act_stage.run("seen.length=0")
    await tapped(tab)
    assert await act_stage.run("seen") == ["childListt"]


async def test_a_list_that_a_field_brings_up_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<label>City <input oninput=\"t.innerHTML='<li>Bern'\"></label><ul id=t role=listbox></ul>"
    )
    filled = await keyboard.fill(tab, {"label": "City"}, value="Be")
    assert filled.sentence == 'filled textbox "City"; the page now shows listbox "Bern"'


async def test_what_enter_brings_up_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<form onsubmit='t.textContent=`Not a name`;return false'>"
        "<label>Name <input></label></form><p id=t role=alert></p>"
    )
    filled = await keyboard.fill(tab, {"label": "Name"}, value="3", submit=True)
    assert filled.sentence == (
        'filled textbox "Name" and pressed Enter; the page now shows alert "Not a name"'
    )


async def test_enter_that_leaves_the_page_says_where_to_as_before(act_stage: Stage) -> None:
    tab = await act_stage.show("<form action=/next><label>Name <input name=n></label></form>")
    filled = await keyboard.fill(tab, {"label": "Name"}, value="3", submit=True)
    assert "the page is " in filled.sentence
    assert filled.checked


async def test_what_a_key_brings_up_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<input id=i autofocus aria-label=Name onkeydown=\"t.textContent='Key '+event.key\">"
        "<p id=t></p>"
    )
    await touch.tap(tab, {"label": "Name"})
    struck = await keyboard.press(tab, "Escape")
    assert struck.sentence == 'pressed Escape in textbox "Name"; the page now shows "Key Escape"'
    assert struck.as_json()["appeared"] == ["Key Escape"]


async def test_what_a_choice_changes_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<select aria-label=Size onchange='t.textContent=`Price: `+value'>"
        "<option>1<option>2</select><p id=t>Price: 1</p>"
    )
    chosen = await choose.select(tab, {"label": "Size"}, {"option": "2"})
    assert chosen.sentence == 'selected "2" in combobox "Size"; the page now shows "Price: 2"'
    assert chosen.as_json()["appeared"] == ["Price: 2"]


async def test_what_a_form_taken_over_shows_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<form onsubmit='t.textContent=`Thanks`;return false'><button>Send</button></form>"
        "<p id=t></p>"
    )
    sent = await submit.submit(tab, {"text": "Send"})
    assert sent.sentence.endswith('script took it over; the page now shows "Thanks"')


async def test_what_comes_later_is_not_waited_for_where_nothing_has_changed(
    act_stage: Stage,
) -> None:
    tab = await act_stage.show(f"<p id=t></p>{does('setTimeout(()=>t.textContent=`Late`,4000)')}")
    assert await tapped(tab) == 'tapped button "Go"'
    assert await act_stage.run("t.textContent") == ""


@pytest.fixture(scope="module")
def apart_port() -> Iterator[int]:
    with chromium(*APART) as port:
        yield port


@pytest.fixture
async def apart(apart_port: int, act_pages: Pages) -> AsyncIterator[Stage]:
    async with staged(apart_port, act_pages) as stage:
        with stage.browser.work(acts=True):
            yield stage


DRAWN = "new Promise(done=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(done))))"
"""Until Chrome has drawn the frame, it sends touches there to the page around it."""


async def test_what_a_tap_changes_in_a_frame_of_another_process_is_told(apart: Stage) -> None:
    apart.pages.bodies["/in"] = f"<p id=t role=status></p>{does('t.textContent=`Inside`')}"
    url = apart.pages.url("/in", "other.test")
    tab = await apart.show(f"<p>Out</p><iframe src='{url}' style='height:200px'></iframe>")
    await wait(tab, {"text": "Go", "role": "button", "state": "visible"}, timeout_ms=8000)
    await apart.run(DRAWN)
    assert await tapped(tab) == 'tapped button "Go"; the page now shows status "Inside"'


async def test_what_a_blocked_frame_shows_is_not_told(act_stage: Stage) -> None:
    inner = "<p id=t></p><script>onmessage=()=>{t.textContent=`Secret`}</script>"
    act_stage.pages.bodies["/in"] = inner
    url = act_stage.pages.url("/in", "blocked.test")
    tab = await act_stage.show(
        f"<iframe src='{url}'></iframe><p id=s></p>"
        + does("s.textContent=`Sent`;frames[0].postMessage(1,`*`)")
    )
    told = await tapped(tab)
    assert told.endswith('the page now shows "Sent"')
