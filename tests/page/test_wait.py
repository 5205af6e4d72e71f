"""Waiting for a page: what is waited for, and what never ends is not."""

import asyncio
from typing import Any

import pytest

from bridge.errors import BridgeError, LateFault
from bridge.page import navigate
from bridge.page.tab import Tab
from bridge.page.wait import wait
from tests.page._act import Stage


async def test_waiting_sees_what_comes_and_says_what_did_not(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    tab.session.post(
        "Runtime.evaluate",
        {"expression": "setTimeout(()=>document.body.append('It has come'),200)"},
    )
    assert (await wait(tab, {"page_text": "It has come"}, timeout_ms=5000)).met
    with pytest.raises(LateFault):
        await wait(tab, {"page_text": "Never"}, timeout_ms=100)


async def test_a_wait_lives_through_a_navigation(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    tab.session.post(
        "Runtime.evaluate",
        {"expression": f"setTimeout(()=>location.href={phone.page('shop.html')!r},200)"},
    )
    assert (await wait(tab, {"url": "shop.html"}, timeout_ms=8000)).met


STILL = {"still": True}


async def until_still(tab: Tab) -> bool:
    """Wait, and say whether something goes on in it all the same."""
    return (await wait(tab, STILL, timeout_ms=15_000)).goes_on


@pytest.mark.parametrize(
    ("body", "work"),
    [
        (
            "<p id=t>0</p>",
            "let n=0;const i=setInterval(()=>{t.textContent=++n;if(n===12){clearInterval(i);"
            "document.title='done'}},60)",
        ),
        (
            "<p id=t style='transition:margin-left .9s'>Box</p>",
            "t.offsetWidth;t.ontransitionend=()=>document.title='done';t.style.marginLeft='90px'",
        ),
        (
            "<div style='height:5000px'>Long</div>",
            "onscrollend=()=>document.title='done';scrollTo({top:4000,behavior:'smooth'})",
        ),
    ],
)
async def test_a_page_is_still_once_it_has_come_to_rest(
    act_stage: Stage, body: str, work: str
) -> None:
    tab = await act_stage.show(body)
    await act_stage.run(f"void setTimeout(()=>{{{work}}},50)")
    assert not await until_still(tab)
    assert await act_stage.run("document.title") == "done"


@pytest.mark.parametrize(
    "body",
    [
        "<style>@keyframes s{to{rotate:1turn}}</style>"
        "<p style='animation:s 1s infinite linear'>Spinner</p>",
        "<p id=t></p><script>let n=0;setInterval(()=>t.textContent=++n,80)</script>",
        "<p id=t>x</p><script>let n=0;const f=()=>{t.style.opacity=1-(++n%9)/20;"
        "requestAnimationFrame(f)};f()</script>",
        "<style>@keyframes s{to{width:0}}</style>"
        "<p style='animation:s 60s linear;height:9px;background:red'></p>",
    ],
)
async def test_what_never_ends_is_not_waited_for(act_stage: Stage, body: str) -> None:
    tab = await act_stage.show(f"<h1>Page</h1>{body}")
    await until_still(tab)


async def test_what_is_left_out_of_account_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<p id=t></p><script>let n=0;setInterval(()=>t.textContent=++n,50)</script>"
    )
    assert await until_still(tab)


async def test_a_page_that_does_not_come_to_rest_in_time_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show("<p id=t>0</p>")
    await act_stage.run("void setInterval(()=>t.append('x'),100)")
    with pytest.raises(LateFault, match="does not lie still"):
        await wait(tab, STILL, timeout_ms=400)


async def test_several_things_are_waited_for_at_once(act_stage: Stage) -> None:
    tab = await act_stage.show("<p id=t>Loading</p>")
    work = "t.textContent='Ready';setTimeout(()=>history.pushState(0,'','/done'),200)"
    await act_stage.run(f"void setTimeout(()=>{{{work}}},50)")
    wanted = {"page_text": "Ready", "url": "/done", "still": True}
    assert (await wait(tab, wanted, timeout_ms=9000)).met
    assert (await act_stage.run("location.pathname")) == "/done"


async def test_the_network_is_idle_once_what_was_asked_for_has_come(act_stage: Stage) -> None:
    tab = await act_stage.show("<p id=t></p>")
    act_stage.pages.gate.clear()
    loop = asyncio.get_running_loop()
    let_go = loop.call_later(1, act_stage.pages.gate.set)
    asked = "fetch('/slow').then(r=>r.text()).then(()=>t.textContent='Come')"
    loop.call_later(0.2, lambda: tab.session.post("Runtime.evaluate", {"expression": asked}))
    assert (await wait(tab, {}, timeout_ms=15_000, idle=True)).met
    assert let_go.when() <= loop.time()
    assert await act_stage.run("t.textContent") == "Come"


async def test_a_fetch_that_began_with_the_page_is_waited_for(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<p id=t></p><script>fetch('/slow').then(r=>t.textContent='Come')</script>"
    )
    asyncio.get_running_loop().call_later(1, act_stage.pages.gate.set)
    assert (await wait(tab, {}, timeout_ms=15_000, idle=True)).met
    assert await act_stage.run("t.textContent") == "Come"


async def test_a_network_that_does_not_become_idle_is_told_with_why(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>Text</p>")
    loop = asyncio.get_running_loop()
    ask = {"expression": "void fetch('/slow')"}
    loop.call_later(0.1, lambda: tab.session.post("Runtime.evaluate", ask))
    with pytest.raises(LateFault, match="1 requests are open"):
        await wait(tab, {}, timeout_ms=900, idle=True)


async def test_requests_are_heard_of_only_while_somebody_waits(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>Text</p>")
    heard: list[Any] = []
    tab.session.on("Network.requestWillBeSent", heard.append)
    await wait(tab, {}, timeout_ms=15_000, idle=True)
    await act_stage.run("fetch('/x').then(r=>r.text())")
    assert not [each for each in heard if each["request"]["url"].endswith("/x")]


async def test_a_dialog_ends_a_wait_for_the_network(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>Text</p>")
    loop = asyncio.get_running_loop()
    loop.call_later(
        0.1, lambda: tab.session.post("Runtime.evaluate", {"expression": "alert('Hi')"})
    )
    with pytest.raises(BridgeError) as caught:
        await wait(tab, {}, timeout_ms=5000, idle=True)
    assert caught.value.code == "DIALOG_OPEN"
    await tab.answer_dialog(accept=True, prompt=None)
