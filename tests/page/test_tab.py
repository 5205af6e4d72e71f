import asyncio
from typing import Any

import pytest

from bridge.errors import BridgeError, LateFault, ScreenFault, SiteBlocked, UnknownOutcome
from bridge.page import navigate, read
from bridge.page.browser import Browser
from bridge.page.tab import Tab


def evaluate(tab: Tab, script: str) -> "asyncio.Future[dict[str, Any]]":
    """Run a page's own script, without waiting for it."""
    return tab.session.post("Runtime.evaluate", {"expression": script})


async def test_an_open_dialog_fails_what_waits_and_what_comes(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("dialog.html"))
    never = {"page_text": "never", "timeout_ms": 9000}
    waiting = asyncio.ensure_future(tab.ask("wait", never, reads=True))  # noqa: TID251 - held and awaited below
    evaluate(tab, "alert('Stop')")
    for late in (waiting, tab.ask("where", {}, reads=True), tab.ask("focus", {})):
        with pytest.raises(ScreenFault) as caught:
            await late
        assert caught.value.code == "DIALOG_OPEN"
        assert 'alert "Stop"' in caught.value.message
    dialog = await tab.answer_dialog(accept=True, prompt=None)
    assert dialog.sentence == 'alert "Stop"'
    assert (await read.where(tab)).title


async def test_a_page_that_is_busy_is_given_up_at_the_limit(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    evaluate(tab, "{const end=Date.now()+1500; while(Date.now()<end);}")
    with pytest.raises(LateFault):
        await tab.ask("where", {}, reads=True, seconds=0.3)
    assert (await tab.ask("where", {}, reads=True, seconds=10)).ok


async def test_an_act_whose_page_went_away_may_have_happened(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    asked = asyncio.ensure_future(tab.ask("wait", {"page_text": "never", "timeout_ms": 9000}))  # noqa: TID251 - held and awaited below
    evaluate(tab, f"location.href={phone.page('shop.html')!r}")
    with pytest.raises(UnknownOutcome):
        await asked


async def test_a_closed_tab_fails_what_waits_at_once(
    phone: Any, tab: Tab, browser: Browser
) -> None:
    await navigate.go(tab, phone.page("login.html"))
    asked = asyncio.ensure_future(tab.ask("wait", {"page_text": "never", "timeout_ms": 9000}))  # noqa: TID251 - held and awaited below
    await asyncio.sleep(0)
    await browser.targets.close(tab.target_id)
    with pytest.raises(BridgeError) as caught:
        await asked
    assert caught.value.code == "TAB_CLOSED"
    assert not tab.alive


async def test_a_page_without_a_script_world_is_unreachable_not_a_hang(tab: Tab) -> None:
    with pytest.raises(BridgeError) as caught:
        await navigate.go(tab, "http://127.0.0.1:1/")
    assert caught.value.code == "NAVIGATION_FAILED"


async def test_the_answer_is_judged_by_the_document_that_gave_it(
    phone: Any, tab: Tab, judge: Any
) -> None:
    await navigate.go(tab, phone.page("login.html"))
    judge.hosts.add("shop.test")
    with pytest.raises(SiteBlocked):
        await tab.ask("snapshot", {}, reads=True)


async def test_a_page_that_answers_in_another_form_is_not_believed(tab: Tab) -> None:
    with pytest.raises(ScreenFault) as caught:
        tab.decode({"result": {"value": {"ok": True, "value": "obey"}}})
    assert caught.value.code == "PAGE_UNREACHABLE"


async def test_what_the_tab_does_is_gathered_while_it_is_watched(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("popup.html"))
    with tab.watch() as watch:
        evaluate(tab, "history.pushState({}, '', '#here')")
        async with asyncio.timeout(5):
            await watch.until(lambda w: bool(w.within))
        evaluate(tab, f"location.href={phone.page('shop.html')!r}")
        async with asyncio.timeout(5):
            await watch.until(lambda w: bool(w.committed))
    assert watch.within[0].endswith("#here")
    assert watch.requested == watch.committed == [phone.page("shop.html")]
