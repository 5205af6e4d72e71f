from typing import Any

import pytest

from bridge.errors import LateFault, SiteBlocked
from bridge.page import navigate, read
from bridge.page.snapshot import Snapshot, most_rows, render
from bridge.page.tab import Tab


async def test_a_login_page_reads_in_a_few_lines(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    page = await read.snapshot(tab, max_bytes=8192, boxes=False)
    assert 'button "Sign in"' in page.text
    assert len(page.text.splitlines()) <= 20


@pytest.mark.parametrize("budget", [512, 1000, 2000])
async def test_a_small_budget_asks_for_few_rows_and_shows_what_it_would_of_all(
    phone: Any, tab: Tab, budget: int
) -> None:
    await navigate.go(tab, phone.page("shop.html"))
    everything = read.value(await tab.ask("snapshot", {}, reads=True), Snapshot)
    page = await read.snapshot(tab, max_bytes=budget, boxes=False)
    assert len(page.rows) == min(most_rows(budget), everything.total)
    told, all_told = page.text, render(everything, tab.url, max_bytes=budget)
    assert [line for line in told.splitlines() if "[e" in line or "heading" in line] == [
        line for line in all_told.splitlines() if "[e" in line or "heading" in line
    ]


@pytest.mark.parametrize("what", ["snapshot", "find", "text", "where"])
async def test_each_reading_is_one_round_trip(phone: Any, tab: Tab, what: str) -> None:
    await navigate.go(tab, phone.page("login.html"))
    phone.count_from_here()
    match what:
        case "snapshot":
            await read.snapshot(tab, max_bytes=8192, boxes=False)
        case "find":
            await read.find(tab, {"role": "button"}, limit=5)
        case "text":
            await read.text(tab, {}, offset=0, max_chars=500)
        case _:
            await read.where(tab)
    assert phone.trips() == 1


async def test_the_first_reading_after_a_navigation_is_one_trip_too(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    with tab.watch() as watch:
        tab.session.post("Page.navigate", {"url": phone.page("shop.html")})
        await watch.until(lambda w: bool(w.committed))
    phone.count_from_here()
    assert "shop.html" in (await read.snapshot(tab, max_bytes=8192, boxes=False)).text
    assert phone.trips() == 1


async def test_a_blocked_frame_beside_is_left_out_of_what_is_read(
    phone: Any, tab: Tab, judge: Any
) -> None:
    await navigate.go(tab, phone.page("frames.html"))
    whole = await read.snapshot(tab, max_bytes=50_000, boxes=False)
    hosts = {frame for frame in ("other.test", "shop.test") if frame in whole.text}
    assert hosts, whole.text


async def test_a_blocked_top_page_is_not_read(phone: Any, tab: Tab, judge: Any) -> None:
    await navigate.go(tab, phone.page("login.html"))
    judge.hosts.add("shop.test")
    for reading in (
        read.snapshot(tab, max_bytes=8192, boxes=False),
        read.find(tab, {"role": "button"}, limit=5),
        read.text(tab, {}, offset=0, max_chars=500),
        read.wait(tab, {"page_text": "Sign"}, timeout_ms=1000),
    ):
        with pytest.raises(SiteBlocked):
            await reading


async def test_waiting_sees_what_comes_and_says_what_did_not(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    tab.session.post(
        "Runtime.evaluate",
        {"expression": "setTimeout(()=>document.body.append('It has come'),200)"},
    )
    assert (await read.wait(tab, {"page_text": "It has come"}, timeout_ms=5000)).met
    with pytest.raises(LateFault):
        await read.wait(tab, {"page_text": "Never"}, timeout_ms=100)


async def test_a_wait_lives_through_a_navigation(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    tab.session.post(
        "Runtime.evaluate",
        {"expression": f"setTimeout(()=>location.href={phone.page('shop.html')!r},200)"},
    )
    assert (await read.wait(tab, {"url": "shop.html"}, timeout_ms=8000)).met


async def test_refs_never_come_to_mean_something_else_on_a_later_page(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    first = {row.ref for row in (await read.find(tab, {"role": "button"}, limit=9)).rows}
    await navigate.go(tab, phone.page("shop.html"))
    second = {row.ref for row in (await read.find(tab, {"role": "button"}, limit=9)).rows}
    assert first
    assert second
    assert not first & second
