from typing import Any

import pytest

from bridge.errors import ScreenFault
from bridge.page import navigate, read
from bridge.page.search import progress, progress_told, search, ways, ways_told
from bridge.page.seen import Progress, SearchWays
from bridge.page.snapshot import Row
from bridge.page.tab import Tab

FIELD = Row(role="searchbox", name="Search", ref="e1")
OPENER = Row(role="button", name='Find "it"', ref="e2")


def test_ways_to_search_are_told_by_kind() -> None:
    found = SearchWays(
        fields=(FIELD,), openers=(OPENER,), addresses=("http://shop.test/?q={query}",)
    )
    assert ways_told(found).splitlines() == [
        "fields:",
        '- searchbox "Search" [e1]',
        "may open one:",
        "- button \"Find 'it'\" [e2]",
        "addresses:",
        "- http://shop.test/?q={query}",
    ]
    assert ways_told(SearchWays()) == "this page shows no way to search it"


def test_how_far_it_is_is_told_or_that_it_is_not_said() -> None:
    rows = (
        Row(role="progressbar", name="Upload", ref="e1", value="40/100"),
        Row(role="progressbar", ref="e2"),
        Row(role="busy", name="Comments", ref="e3"),
    )
    assert progress_told(Progress(rows=rows, total=5, loading=True)).splitlines() == [
        "the page itself is still loading",
        '- progressbar "Upload" [e1]: 40/100',
        "- progressbar [e2]: (how far is not said)",
        '- busy "Comments" [e3]',
        "2 more",
    ]
    assert progress_told(Progress()).startswith("nothing is under way")


@pytest.mark.usefixtures("over_wifi")
async def test_a_search_takes_two_round_trips_and_a_look_one(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("shop.html"))
    phone.ask("/rtt", {"ms": 20})
    try:
        phone.count_from_here()
        done = await search(tab, "tea", target={})
        assert phone.trips() == 2
        for look in (ways(tab, most=5), progress(tab, most=10)):
            phone.count_from_here()
            await look
            assert phone.trips() == 1
    finally:
        phone.ask("/rtt", {"ms": 0})
    assert 'filled searchbox "Search products" and pressed Enter' in done.sentence
    (field,) = (await read.find(tab, {"role": "searchbox"}, limit=2)).rows
    assert field.value == "tea"


async def test_a_field_that_the_caller_named_and_that_is_not_there_is_no_reason_to_take_another(
    phone: Any, tab: Tab
) -> None:
    await navigate.go(tab, phone.page("shop.html"))
    with pytest.raises(ScreenFault) as fault:
        await search(tab, "tea", target={"label": "No such field"})
    assert fault.value.code == "TARGET_NOT_FOUND"
