from typing import Any

import pytest

from bridge.errors import SiteBlocked
from bridge.page import navigate, read
from bridge.page.render import most_rows, render
from bridge.page.seen import Snapshot
from bridge.page.tab import Tab
from bridge.page.wait import wait


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
    notes = (f"mark={page.mark}",)
    told = page.text
    all_told = render(everything, tab.url, max_bytes=budget, notes=notes).text
    assert [line for line in told.splitlines() if "[e" in line or "heading" in line] == [
        line for line in all_told.splitlines() if "[e" in line or "heading" in line
    ]


@pytest.mark.usefixtures("over_wifi")
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
            await read.text(tab, {}, max_chars=500)
        case _:
            await read.where(tab)
    assert phone.trips() == 1


@pytest.mark.usefixtures("over_wifi")
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
        read.text(tab, {}, max_chars=500),
        wait(tab, {"page_text": "Sign"}, timeout_ms=1000),
    ):
        with pytest.raises(SiteBlocked):
            await reading


async def test_refs_never_come_to_mean_something_else_on_a_later_page(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    first = {row.ref for row in (await read.find(tab, {"role": "button"}, limit=9)).rows}
    await navigate.go(tab, phone.page("shop.html"))
    second = {row.ref for row in (await read.find(tab, {"role": "button"}, limit=9)).rows}
    assert first
    assert second
    assert not first & second
