"""Taps on real Chromium with a phone's viewport; what each page does is written in its test."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.page import touch
from bridge.page.snapshot import Answer
from bridge.page.tab import Tab
from bridge.page.touch import Tapped
from tests.page._act import METRICS, Pages, Stage, staged

BUTTON = "<button id=b onclick=\"document.title='hit'\">Sign in</button>"
COVER = "<div id=cover style='position:fixed;inset:0;background:#fffc'>We use cookies</div>"


async def tap(tab: Tab, text: str = "Sign in") -> Tapped:
    return await touch.tap(tab, {"text": text})


async def refused(tab: Tab, **spot: object) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await touch.tap(tab, spot or {"text": "Sign in"})
    return caught.value


async def test_a_tapped_button_says_its_role_and_name(act_stage: Stage) -> None:
    tab = await act_stage.show(BUTTON)
    assert (await tap(tab)).sentence == 'tapped button "Sign in"'
    assert await act_stage.run("document.title") == "hit"


async def test_a_touch_gives_one_click_and_no_second_one(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<script>window.log=[];for(const t of ['pointerdown','touchstart','pointerup','touchend',"
        "'mousedown','mouseup','click'])addEventListener(t,e=>log.push(t))</script>" + BUTTON
    )
    await tap(tab)
    assert await act_stage.run("log.join(' ')") == (
        "pointerdown touchstart pointerup touchend mousedown mouseup click"
    )


async def test_taps_in_quick_succession_are_no_double_tap(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<script>window.log=[];addEventListener('click',e=>log.push([e.target.id,e.detail]))"
        "</script><button id=a>One</button><button id=b>Two</button><input id=c aria-label=Three>"
    )
    await tap(tab, "One")
    await tap(tab, "Two")
    await touch.tap(tab, {"label": "Three"})
    assert await act_stage.run("log") == [["a", 1], ["b", 1], ["c", 1]]


async def test_a_tap_that_had_to_wait_looks_once_more_where_its_element_is(
    act_stage: Stage,
) -> None:
    move = "document.getElementById('b').style.marginTop='90px'"
    tab = await act_stage.show(BUTTON)
    tab.pace.note(tab.url, None, 10, 10, now=asyncio.get_running_loop().time() + 1)
    real = tab.ask

    async def then_moved(command: str, args: Any = None, **more: Any) -> Answer:
        tab.ask = real  # type: ignore[method-assign]
        answer = await real(command, args, **more)
        await act_stage.run(move)
        return answer

    tab.ask = then_moved  # type: ignore[method-assign]
    assert (await tap(tab)).sentence == 'tapped button "Sign in"'
    assert await act_stage.run("document.title") == "hit"
    assert tab.pace.y > 90


async def test_a_tap_whose_caller_went_away_counts_for_the_next_one_too(act_stage: Stage) -> None:
    tab = await act_stage.show(BUTTON)
    real, lifted = tab.session.post, asyncio.Event()

    def noted(method: str, params: Any = None) -> asyncio.Future[Any]:
        if method == "Input.dispatchTouchEvent" and params["type"] == "touchEnd":
            lifted.set()
        return real(method, params)

    tab.session.post = noted  # type: ignore[method-assign] # notes, changes nothing
    async with asyncio.TaskGroup() as group:
        call = group.create_task(tap(tab))
        async with asyncio.timeout(5):
            await lifted.wait()
        call.cancel()
    assert tab.pace.ref is not None


async def test_a_page_that_was_loaded_anew_is_tapped_without_a_rest(act_stage: Stage) -> None:
    tab = await act_stage.show(BUTTON)
    await tap(tab)
    assert tab.pace.ref is not None
    await act_stage.show(BUTTON)
    assert tab.pace.ref is None


async def test_two_round_trips_are_all_that_a_tap_takes(act_stage: Stage) -> None:
    tab = await act_stage.show(BUTTON)
    await tap(tab)
    waits: list[tuple[str, asyncio.Future[Any]]] = []
    real = tab.session.post
    trips: list[int] = []

    def counted(method: str, params: Any = None) -> asyncio.Future[Any]:
        answered = sum(each.done() for _, each in waits)
        if not trips or answered > trips[-1]:
            trips.append(answered)
        answer = real(method, params)
        waits.append((method, answer))
        return answer

    tab.session.post = counted  # type: ignore[method-assign] # counts, changes nothing
    await tap(tab)
    assert [method for method, _ in waits] == [
        "Runtime.evaluate",
        "Input.dispatchTouchEvent",
        "Input.dispatchTouchEvent",
        "Runtime.evaluate",
        "Runtime.evaluate",
    ]
    assert len(trips) == 2


@pytest.mark.parametrize("where", ["same site", "another host"])
async def test_a_link_says_where_the_page_goes(act_stage: Stage, where: str) -> None:
    host = "shop.test" if where == "same site" else "other.test"
    url = act_stage.pages.url("/next", host)
    for _ in range(4):
        tab = await act_stage.show(f"<a href='{url}'>Sign in</a>")
        tapped = await tap(tab)
        assert tapped.sentence.startswith('tapped link "Sign in"; the page is ')
        assert tapped.as_json()["url"] == url


async def test_a_link_to_a_slow_server_is_told_before_the_server_answers(act_stage: Stage) -> None:
    url = act_stage.pages.url("/slow")
    tab = await act_stage.show(f"<a href='{url}'>Sign in</a>")
    assert (await tap(tab)).sentence == f'tapped link "Sign in"; the page is going to {url}'
    assert not act_stage.pages.gate.is_set()


async def test_a_page_that_goes_away_on_touchstart_was_tapped(act_stage: Stage) -> None:
    url = act_stage.pages.url("/next")
    tab = await act_stage.show(
        f"<button>Sign in</button><script>addEventListener('touchstart',()=>{{location='{url}'}})"
        "</script>"
    )
    assert (await tap(tab)).as_json()["url"] == url


async def test_the_address_of_a_blocked_site_is_not_told(act_stage: Stage) -> None:
    url = act_stage.pages.url("/slow", "blocked.test")
    tab = await act_stage.show(f"<a href='{url}'>Sign in</a>")
    tapped = await tap(tab)
    assert tapped.sentence == 'tapped link "Sign in"; the page is going to a blocked site'
    assert "blocked.test" not in json.dumps(tapped.as_json())


async def test_a_move_within_the_document_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<button onclick=\"history.pushState(1,'','/cart')\">Sign in</button>"
    )
    url = act_stage.pages.url("/cart")
    assert (await tap(tab)).sentence == f'tapped button "Sign in"; the address is now {url}'


@pytest.mark.parametrize(
    ("event", "script"),
    [
        ("click", "alert('Saved')"),
        ("touchstart", "alert('Saved')"),
        ("touchend", "alert('Saved')"),
        ("pointerdown", "alert('Saved')"),
    ],
)
async def test_an_alert_ends_the_tap_at_once(act_stage: Stage, event: str, script: str) -> None:
    tab = await act_stage.show(
        f"<button id=b>Sign in</button><script>b.addEventListener('{event}',()=>{script})</script>"
    )
    tapped = await tap(tab)
    assert tapped.sentence == (
        'tapped button "Sign in"; it opened alert "Saved", which page_dialog answers'
    )
    assert tapped.as_json()["dialog"] == {"kind": "alert", "message": "Saved"}
    assert (await refused(tab)).code == "DIALOG_OPEN"
    await tab.answer_dialog(accept=True, prompt=None)
    assert (await act_stage.run("1")) == 1


async def test_the_question_before_unload_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<a href='/next'>Sign in</a><script>addEventListener('beforeunload',e=>e.preventDefault())"
        "</script>"
    )
    assert "it opened beforeunload" in (await tap(tab)).sentence
    await tab.answer_dialog(accept=False, prompt=None)


async def test_a_window_that_opens_is_told(act_stage: Stage) -> None:
    url = act_stage.pages.url("/next")
    tab = await act_stage.show(
        f"<button onclick=\"window.w=window.open('{url}')\">Sign in</button>"
    )
    with tab.watch() as watch:
        tapped = await tap(tab)
    assert watch.opened
    assert "a new tab opened" in tapped.sentence
    assert "you are still in the tab before: page_tabs action=switch" in tapped.sentence
    await act_stage.run("w.close()")


async def test_a_tab_that_closes_itself_was_tapped(act_stage: Stage) -> None:
    act_stage.pages.bodies["/kid"] = (
        "<title>Kid</title><button onclick='window.close()'>Sign in</button>"
    )
    opener = await act_stage.show("<button onclick=\"window.open('/kid')\">Open</button>")
    await tap(opener, "Open")
    kid = await _arrived(act_stage, "/kid")
    assert (await tap(kid)).sentence == 'tapped button "Sign in"; the tab closed'


async def _arrived(stage: Stage, path: str) -> Tab:
    async with asyncio.timeout(5):
        while True:
            for row in stage.browser.tabs():
                if row.url.endswith(path):
                    return await stage.browser.switch(row.number)
            await asyncio.sleep(0)


async def test_what_covers_it_is_named_and_nothing_is_touched(act_stage: Stage) -> None:
    tab = await act_stage.show(
        BUTTON + COVER + "<script>ontouchstart=()=>document.title='x'</script>"
    )
    problem = await refused(tab)
    assert problem.code == "COVERED"
    assert problem.message == 'button "Sign in" is covered by <div#cover> "We use cookies"'
    assert await act_stage.run("document.title") == "Act"


OVER = (
    "<div style='position:absolute;left:{}px;top:{}px;width:{}px;height:{}px;background:red'></div>"
)


@pytest.mark.parametrize(
    "over",
    [(40, 0, 220, 100), (0, 20, 300, 60), (0, 0, 250, 100), (0, 30, 300, 70), (0, 0, 300, 88)],
    ids=["middle across", "middle down", "left", "below", "all but a strip"],
)
async def test_what_is_half_covered_is_tapped_where_it_is_free(
    act_stage: Stage, over: tuple[int, int, int, int]
) -> None:
    button = BUTTON.replace("id=b", "id=b style='width:300px;height:100px'")
    tab = await act_stage.show(button + OVER.format(*over))
    await touch.tap(tab, {"css": "#b"})
    assert await act_stage.run("document.title") == "hit"


async def test_a_broken_link_is_tapped_in_whichever_line_is_free(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<p style='width:200px;font:20px/30px monospace;margin:0'>Go on to "
        "<a href='#hit'>the next page of it</a></p>" + OVER.format(0, 30, 150, 30)
    )
    await touch.tap(tab, {"css": "a"})
    assert await act_stage.run("location.hash") == "#hit"


async def test_a_tap_that_the_bar_of_a_narrow_box_takes_is_told_by_its_click(
    act_stage: Stage,
) -> None:
    body = f"<textarea id=t aria-label=Two style='width:20px'>{'Lorem ipsum ' * 20}</textarea>"
    script = "for (const t of ['pointerdown', 'click']) addEventListener(t, () => log.push(t))"
    # zoomed out, for want of a viewport
    tab = await act_stage.show(f"{body}<script>log = [];{script}</script>", head="")
    told = await touch.tap(tab, {"label": "Two"})
    assert await act_stage.run("log.join()") == "click"
    assert told.sentence == 'tapped textbox "Two"; the focus is in textbox "Two"'


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("<button disabled>Sign in</button>", "disabled"),
        ("<fieldset disabled><button>Sign in</button></fieldset>", "disabled"),
        ("<div inert><button>Sign in</button></div>", "inert"),
        ("<button aria-disabled=true>Sign in</button>", "marked aria-disabled"),
        ("<button style='pointer-events:none'>Sign in</button>", "takes no touches"),
    ],
)
async def test_what_takes_no_touch_is_refused(act_stage: Stage, body: str, why: str) -> None:
    tab = await act_stage.show(body)
    problem = await refused(tab, css="button")
    assert problem.code == "DISABLED"
    assert why in problem.message


async def test_what_is_not_drawn_is_not_visible(act_stage: Stage) -> None:
    tab = await act_stage.show("<button style='visibility:hidden'>Sign in</button>")
    assert (await refused(tab, css="button")).code == "NOT_VISIBLE"


async def test_an_element_far_below_is_scrolled_in(act_stage: Stage) -> None:
    tab = await act_stage.show(
        f"<div style='height:4000px'></div>{BUTTON}<p style='height:2000px'>"
    )
    await tap(tab)
    assert await act_stage.run("document.title") == "hit"


async def test_an_element_inside_scrolling_boxes_is_scrolled_in(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<div style='height:2000px'></div><div style='height:200px;width:300px;overflow:auto'>"
        f"<div style='width:900px;height:900px'></div>{BUTTON}</div><p style='height:2000px'>"
    )
    await tap(tab)
    assert await act_stage.run("document.title") == "hit"


async def test_a_sticky_header_does_not_take_the_tap(act_stage: Stage) -> None:
    links = "".join(f"<p><a id=l{n} href='#{n}'>Link number {n}</a></p>" for n in range(80))
    tab = await act_stage.show(
        "<nav style='position:sticky;top:0;height:100px;background:#ccc;z-index:9'>Bar</nav>"
        + links
    )
    for number in (40, 70, 2):
        await act_stage.run(f"l{number}.scrollIntoView({{block:'start'}})")
        await tap(tab, f"Link number {number}")
        assert await act_stage.run("location.hash") == f"#{number}"


async def test_a_moving_element_is_waited_for(act_stage: Stage) -> None:
    tab = await act_stage.show(
        BUTTON.replace("id=b", "id=b style='position:absolute;animation:a .4s linear'")
        + "<style>@keyframes a{from{top:600px}to{top:20px}}</style>"
    )
    await act_stage.run("b.style.animation='none';b.offsetTop;b.style.animation=''")
    await tap(tab)
    assert await act_stage.run("document.title") == "hit"


async def test_an_element_that_never_lies_still_has_moved(act_stage: Stage) -> None:
    tab = await act_stage.show(
        BUTTON.replace("id=b", "id=b style='position:absolute;animation:a 1s infinite'")
        + "<style>@keyframes a{from{top:600px}to{top:20px}}</style>"
    )
    problem = await refused(tab)
    assert (problem.code, "does not lie still" in problem.message) == ("MOVED", True)


async def test_an_element_removed_on_touchstart_was_tapped(act_stage: Stage) -> None:
    tab = await act_stage.show(
        BUTTON + "<script>b.addEventListener('touchstart',()=>b.remove())</script>"
    )
    assert (await tap(tab)).sentence == 'tapped button "Sign in"; "Sign in" went away'


async def test_something_that_slips_under_the_touch_is_named(act_stage: Stage) -> None:
    tab = await act_stage.show(BUTTON + COVER.replace("id=cover", "id=cover hidden"))
    await act_stage.run("cover.style.display='none'")
    plan = await tab.ask("plan", {"target": {"text": "Sign in"}})
    await act_stage.run("cover.style.display='block'")

    async def planned(*_: object, **__: object) -> object:
        return plan

    tab.ask = planned  # type: ignore[assignment, method-assign] # the plan of a moment ago
    problem = await refused(tab)
    assert problem.code == "MOVED"
    assert problem.message == (
        'button "Sign in" was no longer under the touch; it landed on generic "We use cookies"'
    )


async def test_a_document_that_came_in_between_has_moved(act_stage: Stage) -> None:
    tab = await act_stage.show(BUTTON)
    plan = await tab.ask("plan", {"target": {"text": "Sign in"}})
    await act_stage.show("<button style='width:100%;height:500px'>Delete all</button>")

    async def planned(*_: object, **__: object) -> object:
        return plan

    tab.ask = planned  # type: ignore[assignment, method-assign] # the plan of a moment ago
    problem = await refused(tab)
    assert problem.code == "MOVED"
    assert problem.message == (
        'the page changed before the touch; it landed on button "Delete all"'
    )


async def test_a_touch_that_never_reaches_the_page_had_no_effect(act_stage: Stage) -> None:
    tab = await act_stage.show(BUTTON)
    real = tab.session.post

    def swallowed(method: str, params: Any = None) -> asyncio.Future[Any]:
        if method == "Input.dispatchTouchEvent":  # answered, and nothing comes of it
            return real("Runtime.evaluate", {"expression": "0"})
        return real(method, params)

    tab.session.post = swallowed  # type: ignore[method-assign] # something native lies over it
    problem = await refused(tab)
    assert problem.code == "NO_EFFECT"
    assert problem.message == 'the page saw nothing of the touch on button "Sign in"'


async def test_a_page_written_anew_under_the_touch_has_moved(act_stage: Stage) -> None:
    tab = await act_stage.show(BUTTON)
    plan = await tab.ask("plan", {"target": {"text": "Sign in"}})
    await act_stage.run("document.open();document.write('new');document.close()")

    async def planned(command: str, args: Any, **more: Any) -> Any:
        return plan if command == "plan" else await Tab.ask(tab, command, args, **more)

    tab.ask = planned  # type: ignore[assignment, method-assign] # the plan of a moment ago
    assert (await refused(tab)).code == "MOVED"


async def test_a_page_that_stops_every_event_at_the_window_is_heard_before_it(
    act_stage: Stage,
) -> None:
    tab = await act_stage.show(
        BUTTON,
        head="<meta name=viewport content='width=device-width'><script>for(const t of "
        "['pointerdown','touchstart','pointerup','touchend','mousedown','click'])"
        "addEventListener(t,e=>e.stopImmediatePropagation(),{capture:true})</script>",
    )
    assert (await tap(tab)).sentence == 'tapped button "Sign in"'
    assert await act_stage.run("document.title") == "Act"


@pytest.mark.parametrize("event", ["touchstart", "touchend"])
async def test_a_page_that_cancels_the_click_was_tapped(act_stage: Stage, event: str) -> None:
    tab = await act_stage.show(
        BUTTON
        + f"<script>b.addEventListener('{event}',e=>{{e.preventDefault();document.title='no'}},"
        "{passive:false})</script>"
    )
    assert (await tap(tab)).sentence == 'tapped button "Sign in"'
    assert await act_stage.run("document.title") == "no"


async def test_a_button_in_a_frame_of_the_same_site_is_hit(act_stage: Stage) -> None:
    act_stage.pages.bodies["/inner"] = f"<body style='margin:20px'>{BUTTON}"
    act_stage.pages.bodies["/outer"] = (
        "<body style='margin:0'><div style='height:900px'></div>"
        "<iframe src=/inner style='border:5px solid;padding:9px;margin:13px'></iframe>"
    )
    tab = await act_stage.show(
        "<iframe src=/outer style='width:300px;height:300px;margin:300px 30px;border:11px solid;"
        "padding:7px;transform:scale(.8);transform-origin:0 0'></iframe>"
    )
    assert (await tap(tab)).sentence == 'tapped button "Sign in"'
    assert await act_stage.run("frames[0].frames[0].document.title") == "hit"


async def test_a_frame_of_another_site_is_hit(act_stage: Stage) -> None:
    act_stage.pages.bodies["/inner"] = BUTTON.replace("Sign in", "Pay")
    inner = act_stage.pages.url("/inner", "pay.test")
    tab = await act_stage.show(f"<iframe id=f src={inner} style='margin:40px'></iframe>")
    assert (await tap(tab, "Pay")).sentence == 'tapped button "Pay"'
    assert "hit" in [title async for title in _titles(act_stage)]


async def _titles(stage: Stage) -> AsyncIterator[str]:
    """The titles of the documents of all frames, as their own scripts see them."""
    contexts: list[int] = []
    off = stage.holder.on(
        "Runtime.executionContextCreated",
        lambda event: (
            contexts.append(event["context"]["id"])
            if event["context"]["auxData"]["isDefault"]
            else None
        ),
    )
    await stage.holder.call("Runtime.enable")
    off()
    for context in contexts:
        asked = {"expression": "document.title", "contextId": context}
        answer = await stage.holder.call("Runtime.evaluate", asked)
        yield answer["result"]["value"]


@pytest.mark.parametrize("inside", [False, True])
async def test_a_pinched_and_panned_page_is_hit(act_stage: Stage, inside: bool) -> None:
    act_stage.pages.bodies["/inner"] = f"<div style='height:300px'></div>{BUTTON}"
    what = "<iframe src=/inner style='height:200px;width:150px'></iframe>" if inside else BUTTON
    tab = await act_stage.show(
        f"<div style='height:2500px'></div><div style='margin-left:230px'>{what}</div>"
    )
    pinch = {"x": 206, "y": 450, "scaleFactor": 2.5}
    await tab.session.call("Input.synthesizePinchGesture", pinch)
    assert (await tap(tab)).sentence == 'tapped button "Sign in"'
    where = "frames[0].document" if inside else "document"
    assert await act_stage.run(f"{where}.title") == "hit"


async def test_no_emulation_is_needed(act_stage: Stage) -> None:
    tab = await act_stage.show(BUTTON)
    await act_stage.holder.call("Emulation.clearDeviceMetricsOverride")
    await act_stage.holder.call("Emulation.setTouchEmulationEnabled", {"enabled": False})
    assert (await tap(tab)).sentence == 'tapped button "Sign in"'


async def test_a_displaced_touch_is_noticed(act_stage: Stage) -> None:
    tab = await act_stage.show(
        f"<div style='position:absolute;left:250px;top:700px'>{BUTTON}</div>"
    )
    await act_stage.holder.call("Emulation.setDeviceMetricsOverride", {**METRICS, "scale": 0.8})
    assert (await refused(tab)).code == "MOVED"
    assert await act_stage.run("document.title") == "Act"


async def test_an_overlay_of_the_parent_covers_the_frame(act_stage: Stage) -> None:
    act_stage.pages.bodies["/inner"] = BUTTON
    tab = await act_stage.show(f"<iframe src=/inner></iframe>{COVER}")
    assert (await refused(tab)).code == "COVERED"


async def test_a_button_in_open_shadow_roots_is_hit(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<x-a></x-a><script>customElements.define('x-a',class extends HTMLElement{"
        "connectedCallback(){this.attachShadow({mode:'open'}).innerHTML='<slot></slot><x-b></x-b>'}});"
        "customElements.define('x-b',class extends HTMLElement{connectedCallback(){"
        "this.attachShadow({mode:'open'}).innerHTML="
        "`<button onclick=\"document.title='hit'\">Sign in</button>`}})</script>"
    )
    await tap(tab)
    assert await act_stage.run("document.title") == "hit"


async def test_a_label_counts_as_its_field(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<label for=c style='display:block'>I agree</label>"
        "<input type=checkbox id=c style='position:absolute;opacity:0;width:1px;height:1px'>"
    )
    tapped = await touch.tap(tab, {"role": "checkbox"})
    assert tapped.sentence.startswith('tapped checkbox "I agree"; it is now checked')
    assert await act_stage.run("c.checked") is True


async def test_words_inside_a_button_are_a_tap_on_the_button(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<button onclick=\"document.title='hit'\"><span style='pointer-events:none'>Sign in</span>"
        " <b>now</b></button>"
    )
    assert (await tap(tab)).sentence == 'tapped button "Sign in now"'


async def test_a_link_broken_over_lines_is_hit_on_its_first_line(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<p style='width:300px;font:20px monospace'>xxxxxxxxxxxxxxxx <a href='#hit'>aaaaa bbbb</a>"
        " yyyyyyyyyyyyyyyyyyyyy</p>"
    )
    await touch.tap(tab, {"css": "a"})
    assert await act_stage.run("location.hash") == "#hit"


async def test_a_focused_field_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show("<label>Name <input></label>")
    tapped = await touch.tap(tab, {"label": "Name"})
    assert tapped.sentence == 'tapped textbox "Name"; the focus is in textbox "Name"'


async def test_a_field_for_which_a_form_was_not_sent_is_told_as_invalid(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<form><input type=email aria-label=Mail value=x><button>Go</button>"
    )
    tapped = await touch.tap(tab, {"text": "Go"})
    told = 'tapped button "Go"; the focus is in textbox "Mail", whose value is invalid'
    assert tapped.sentence == told


async def test_a_busy_page_is_waited_for(act_stage: Stage) -> None:
    tab = await act_stage.show(
        BUTTON.replace(
            "document.title", "const t=Date.now()+700;while(Date.now()<t);document.title"
        )
    )
    await act_stage.run("setTimeout(()=>{const t=Date.now()+700;while(Date.now()<t);},30)")
    assert (await tap(tab)).sentence == 'tapped button "Sign in"'
    assert await act_stage.run("document.title") == "hit"


async def test_a_page_without_a_viewport_meta_is_hit(act_stage: Stage) -> None:
    tab = await act_stage.show(
        f"<div style='position:absolute;left:700px;top:1500px'>{BUTTON}</div>", head=""
    )
    await tap(tab)
    assert await act_stage.run("document.title") == "hit"


async def test_a_fixed_bar_below_the_visual_viewport_is_hit(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<div style='width:1200px;height:3000px'></div>"
        f"<div style='position:fixed;bottom:0;left:0'>{BUTTON}</div>"
    )
    await tap(tab)
    assert await act_stage.run("document.title") == "hit"


async def test_a_point_outside_the_visible_part_is_missed(act_stage: Stage) -> None:
    tab = await act_stage.show(BUTTON)
    assert (await refused(tab, point={"x": 20, "y": 5000})).code == "TAP_MISSED"


async def test_a_point_says_what_it_met(act_stage: Stage) -> None:
    tab = await act_stage.show(BUTTON)
    tapped = await touch.tap(tab, {"point": {"x": 20, "y": 10}})
    assert tapped.sentence == 'tapped button "Sign in"'


async def test_a_hidden_tab_is_refused_before_it_is_touched(act_stage: Stage) -> None:
    tab = await act_stage.show(BUTTON)
    other = await act_stage.browser.targets.create("about:blank")
    assert (await refused(tab)).code == "TAB_HIDDEN"
    await act_stage.browser.targets.close(other.id)


async def test_a_blocked_page_is_never_touched(act_stage: Stage, act_pages: Pages) -> None:
    await act_stage.show(BUTTON)
    await act_stage.tab.session.call("Page.navigate", {"url": act_pages.url("/", "blocked.test")})
    assert (await refused(act_stage.tab)).code == "SITE_BLOCKED"


async def test_a_page_that_crashes_under_the_touch_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<button onclick='const t=Date.now()+3000;while(Date.now()<t);'>Sign in</button>"
    )
    async with asyncio.TaskGroup() as tasks:
        tapping = tasks.create_task(refused(tab))
        async with asyncio.timeout(5):
            with tab.watch() as watch:
                await watch.until(lambda w: any(told["type"] == "click" for told in w.seen))
        act_stage.holder.post("Page.crash")
    assert tapping.result().code == "TAB_CRASHED"


async def test_a_tap_given_up_while_held_lifts_the_finger(act_stage: Stage) -> None:
    tab = await act_stage.show(
        BUTTON + "<script>ontouchcancel=()=>document.title='lifted'</script>"
    )
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5):
            await touch.tap(tab, {"text": "Sign in"}, hold_ms=20_000)
    assert (
        await act_stage.run(
            "new Promise(r=>{const i=setInterval(()=>{if(document.title!='Act'){clearInterval(i);"
            "r(document.title)}},10)})"
        )
        == "lifted"
    )
    assert (await tap(tab)).sentence == 'tapped button "Sign in"'


HEARD = (
    "<script>window.log=[];for(const t of ['pointerdown','pointercancel','touchend','touchcancel',"
    "'click','dblclick','contextmenu'])addEventListener(t,e=>log.push(t+(e.detail||'')),true)"
    "</script>"
)


async def test_two_taps_make_a_double_click_where_the_page_gets_it(act_stage: Stage) -> None:
    tab = await act_stage.show(HEARD + BUTTON)
    tapped = await touch.tap(tab, {"text": "Sign in"}, count=2)
    assert tapped.sentence == 'double-tapped button "Sign in"; the page got a double click'
    heard = await act_stage.run("log")
    assert [each for each in heard if "click" in each] == ["click1", "click2", "dblclick2"]


async def test_three_taps_are_three_clicks(act_stage: Stage) -> None:
    tab = await act_stage.show(HEARD + BUTTON)
    tapped = await touch.tap(tab, {"text": "Sign in"}, count=3)
    assert tapped.sentence.startswith('triple-tapped button "Sign in"')
    assert "click3" in await act_stage.run("log")


async def test_the_second_tap_is_not_sent_where_the_first_opened_a_dialog(
    act_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the dialog ends this rest: a busy browser may take longer than the usual one to tell of it
    monkeypatch.setattr(touch, "_BETWEEN_SECONDS", 20)
    tab = await act_stage.show(HEARD + "<button onclick=\"alert('Hi')\">Sign in</button>")
    tapped = await touch.tap(tab, {"text": "Sign in"}, count=2)
    assert "only 1 of 2 taps were sent" in tapped.sentence
    assert 'it opened alert "Hi"' in tapped.sentence
    await tab.answer_dialog(accept=True, prompt=None)
    assert (await act_stage.run("log")).count("pointerdown") == 1


async def test_a_long_press_keeps_the_finger_down(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<script>ontouchstart=e=>window.down=e.timeStamp;ontouchend=e=>window.up=e.timeStamp"
        f"</script>{BUTTON}"
    )
    tapped = await touch.tap(tab, {"text": "Sign in"}, hold_ms=700)
    assert tapped.sentence == 'held button "Sign in" for 700 ms'
    assert await act_stage.run("up - down") >= 690


@pytest.mark.parametrize(
    ("script", "told", "menu"),
    [
        ("", "it asked for Chrome's own menu", "chrome"),
        ("b.oncontextmenu=e=>e.preventDefault()", "a menu of its own", "page"),
    ],
)
async def test_a_menu_that_a_long_press_asks_for_is_told(
    act_stage: Stage, script: str, told: str, menu: str
) -> None:
    tab = await act_stage.show(HEARD + BUTTON + f"<script>{script}</script>")
    right = {"x": 20, "y": 10, "button": "right", "clickCount": 1}

    async def press() -> None:
        # Chromium on a desktop makes no long press of a touch: what Android sends then
        await act_stage.run(
            "new Promise(done => addEventListener('touchstart', done, {once: true}))"
        )
        await act_stage.holder.call("Input.dispatchMouseEvent", {"type": "mousePressed", **right})

    async with asyncio.TaskGroup() as group:
        pressed = group.create_task(press())
        tapped = await touch.tap(tab, {"text": "Sign in"}, hold_ms=800)
        await pressed
    await act_stage.holder.call("Input.dispatchMouseEvent", {"type": "mouseReleased", **right})
    assert told in tapped.sentence
    assert tapped.as_json()["menu"] == menu


async def test_a_page_that_goes_away_under_a_long_press_gets_no_tap(act_stage: Stage) -> None:
    act_stage.pages.bodies["/next"] = HEARD + BUTTON
    tab = await act_stage.show(BUTTON + "<script>ontouchstart=()=>{location='/next'}</script>")
    tapped = await touch.tap(tab, {"text": "Sign in"}, hold_ms=3000)
    assert f"the page is now {act_stage.pages.url('/next')}" in tapped.sentence
    assert "click" not in " ".join(await act_stage.run("log"))
    assert (await tap(tab)).sentence == 'tapped button "Sign in"'


async def test_a_caller_who_goes_away_lets_no_long_press_stand(act_stage: Stage) -> None:
    tab = await act_stage.show(HEARD + BUTTON)
    async with asyncio.TaskGroup() as group:
        call = group.create_task(touch.tap(tab, {"text": "Sign in"}, hold_ms=5000))
        await act_stage.run(
            "new Promise(done => { const look = () => log.length ? done() : setTimeout(look, 5);"
            " look() })"
        )
        call.cancel()
    await act_stage.run(
        "new Promise(done => { const look = () => log.includes('touchcancel') ? done()"
        " : setTimeout(look, 5); look() })"
    )
    assert await act_stage.run("document.title") == "Act"


async def test_a_double_tap_of_which_a_dialog_swallows_the_second_is_told_as_one(
    act_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    # so that both are sent before the dialog of the first is heard of
    monkeypatch.setattr(touch, "_BETWEEN_SECONDS", 0)
    tab = await act_stage.show("<button onclick='alert(1)'>Ask</button>")
    tapped = await touch.tap(tab, {"text": "Ask"}, count=2)
    assert tapped.sentence.startswith('tapped button "Ask"; of 2 taps that were sent')
    assert "the page told of 1" in tapped.sentence
    assert "page_dialog answers" in tapped.sentence
    await tab.answer_dialog(accept=True, prompt=None)


async def test_a_page_that_is_held_up_by_the_tab_that_it_opened_says_where_to_look(
    act_port: int, act_pages: Pages
) -> None:
    async with staged(act_port, act_pages, page_seconds=3) as stage:
        tab = await stage.show("<button onclick=\"window.open('').alert('First')\">Open</button>")
        tapped = await touch.tap(tab, {"text": "Open"})
        rows = stage.browser.tabs()
        popup = next(row for row in rows if row.opener is not None)
        await stage.browser.close(popup.number)
        assert "a dialog of the tab that it opened may hold it up" in tapped.sentence
