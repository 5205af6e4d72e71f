from typing import Any

import pytest

from bridge.errors import LateFault, ScreenFault, SiteBlocked
from bridge.page import navigate, read
from bridge.page.tab import Tab


async def test_an_address_is_opened_and_told_with_its_title(phone: Any, tab: Tab) -> None:
    url = phone.page("login.html")
    arrival = await navigate.go(tab, url)
    assert (arrival.url, arrival.loaded) == (url, True)
    assert arrival.title
    assert arrival.sentence == f'at {url} "{arrival.title}"'


async def test_a_page_that_says_that_it_is_none_is_told_with_its_status(
    phone: Any, tab: Tab
) -> None:
    url = phone.page("status/404")
    assert (await navigate.go(tab, url)).sentence == f"at {url}; the site answered 404"
    assert (await navigate.step(tab, "reload")).status == 404
    assert (await navigate.go(tab, phone.page("login.html"))).status == 200


@pytest.mark.usefixtures("over_wifi")
async def test_opening_a_page_costs_two_trips(phone: Any, tab: Tab) -> None:
    phone.count_from_here()
    await navigate.go(tab, phone.page("login.html"))
    assert phone.trips() == 2


async def test_back_and_forward_follow_the_history_and_end_with_it(phone: Any, tab: Tab) -> None:
    first, second = phone.page("login.html"), phone.page("shop.html")
    await navigate.go(tab, first)
    await navigate.go(tab, second)
    assert (await navigate.step(tab, "back")).url == first
    assert (await navigate.step(tab, "forward")).url == second
    assert (await navigate.step(tab, "reload")).url == second
    with pytest.raises(ScreenFault) as caught:
        await navigate.step(tab, "forward")
    assert caught.value.code == "NO_HISTORY"


async def test_a_fragment_of_the_same_page_needs_no_load(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    arrival = await navigate.go(tab, phone.page("login.html#later"))
    assert arrival.url.endswith("login.html#later")
    assert arrival.loaded


async def test_a_host_that_is_not_there_is_a_failed_navigation(tab: Tab) -> None:
    with pytest.raises(ScreenFault) as caught:
        await navigate.go(tab, "http://127.0.0.1:1/")
    assert caught.value.code == "NAVIGATION_FAILED"


async def test_back_to_a_site_that_is_blocked_by_now_is_not_even_sent(
    phone: Any, tab: Tab, judge: Any
) -> None:
    await navigate.go(tab, phone.page("login.html", host="blocked.test"))
    await navigate.go(tab, phone.page("shop.html"))
    judge.hosts.add("blocked.test")
    phone.ask("/log/reset", {})
    with pytest.raises(SiteBlocked):
        await navigate.step(tab, "back")
    assert tab.url == phone.page("shop.html")
    assert "blocked.test" not in str(phone.ask("/log"))


async def test_a_redirect_to_a_blocked_site_is_refused_on_arrival(
    phone: Any, tab: Tab, judge: Any
) -> None:
    judge.hosts.add("blocked.test")
    goal = phone.page("login.html", host="blocked.test")
    with pytest.raises(SiteBlocked):
        await navigate.go(tab, phone.page(f"go?to={goal}"))


async def test_a_step_onto_an_error_page_is_a_failed_navigation(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    with pytest.raises(ScreenFault):
        await navigate.go(tab, "http://127.0.0.1:1/")
    await navigate.go(tab, phone.page("shop.html"))
    with pytest.raises(ScreenFault) as caught:
        await navigate.step(tab, "back")
    assert caught.value.code == "NAVIGATION_FAILED"
    assert (await navigate.step(tab, "back")).url == phone.page("login.html")


async def test_a_step_back_right_after_a_failed_navigation_is_no_refusal_of_chrome(
    phone: Any, tab: Tab
) -> None:
    await navigate.go(tab, phone.page("login.html"))
    for _ in range(3):
        with pytest.raises(ScreenFault):
            await navigate.go(tab, "http://127.0.0.1:1/")
        assert (await navigate.step(tab, "back")).url == phone.page("login.html")


async def test_a_site_that_never_answers_is_given_up_and_the_page_stays(
    phone: Any, tab: Tab
) -> None:
    await navigate.go(tab, phone.page("login.html"))
    tab.limits = tab.limits.model_copy(update={"capture_seconds": 1})
    with pytest.raises(LateFault, match="the load was stopped"):
        await navigate.go(tab, phone.page("slow?ms=60000"))
    assert (await read.where(tab)).title == "Sign in · Corner Shop"
