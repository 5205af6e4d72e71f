"""How tabs are said in a list."""

import pytest

from bridge.cdp.targets import Page
from bridge.errors import ScreenFault
from bridge.page.tabrow import TabRow, Titles, fitting, lines, listed

BANK, SHOP = "http://bank.test/", "http://shop.test/"


def test_a_tab_is_said_with_number_title_and_address() -> None:
    row = TabRow(3, "http://a.test/", "Home", active=False)
    assert row.sentence == '3 "Home" http://a.test/'
    assert TabRow(4, "about:blank", "", active=True).sentence == "4 about:blank"


def test_what_is_overlong_is_cut() -> None:
    row = TabRow(1, "http://a.test/" + "p" * 200, "t" * 200, active=False)
    assert row.sentence.count("…") == 2
    assert len(row.sentence) < 220


def test_a_long_list_says_how_many_more_there_are() -> None:
    rows = [TabRow(n, "about:blank", "", active=False) for n in range(25)]
    assert listed(rows).endswith("19 about:blank; and 5 more")
    assert listed(rows[:2]) == "0 about:blank; 1 about:blank"
    assert listed([]) == "none"


def at(url: str, title: str) -> Page:
    return Page("P", url, title)


def test_a_title_that_was_there_under_a_blocked_address_is_told_once_there_is_another() -> None:
    titles = Titles()
    titles.heard(at(BANK, "Secret"), free=False)
    titles.heard(at(SHOP, "Secret"), free=True)  # it is on its way there
    assert titles.told(at(SHOP, "Secret")) == ""
    titles.heard(at(SHOP, "Shop"), free=True)
    assert titles.told(at(SHOP, "Shop")) == "Shop"
    titles.heard(at(SHOP, "Secret"), free=True)
    assert titles.told(at(SHOP, "Secret")) == "Secret"  # the shop's own word for it


def test_a_title_that_came_along_from_a_blocked_address_is_not_told_either() -> None:
    titles = Titles()
    titles.heard(at(BANK, "Secret"), free=False)
    titles.heard(at(SHOP, "Renamed"), free=True)  # nobody tells of a title that a script sets
    assert titles.told(at(SHOP, "Renamed")) == titles.told(at(SHOP, "Secret")) == ""
    titles.heard(at(SHOP, "Renamed"), free=True)
    assert titles.told(at(SHOP, "Renamed")) == ""
    titles.gone(at(SHOP, "Renamed"))
    titles.heard(at(SHOP, "Renamed"), free=True)
    assert titles.told(at(SHOP, "Renamed")) == "Renamed"


def test_a_title_is_told_when_its_address_is_free_now_by_the_list() -> None:
    titles = Titles()
    titles.heard(at(BANK, "Savings"), free=False)
    assert titles.told(at(BANK, "Savings")) == "Savings"


def many(count: int, active: int, title: str = "A shop with a name") -> list[TabRow]:
    return [
        TabRow(n, f"http://shop{n}.test/" + "p" * 90, title, active=n == active)
        for n in range(1, count + 1)
    ]


def test_a_hundred_tabs_are_listed_within_the_budget() -> None:
    told = lines(many(100, 97), 8_000)
    assert len("\n".join(told).encode()) <= 8_100
    assert next(each for each in told if each.startswith("*")).startswith("* 97 A shop")
    assert told[0].startswith("  1 A shop with a name http://shop1.test/")
    assert told[-1] == f"and {100 - len(told) + 1} more, which match names by title or address"


def test_a_few_tabs_are_listed_whole_and_one_line_each() -> None:
    rows = many(3, 2, title="Two\nlines")
    assert lines(rows, 8_000) == [row.line for row in rows]
    assert lines(rows, 8_000)[1] == f"* 2 Two lines {rows[1].url}"
    assert lines([], 8_000) == []


def test_a_list_with_room_for_none_still_names_the_tab_that_tools_act_on() -> None:
    told = lines(many(5, 4), 10)
    assert told[0].startswith("* 4 ")
    assert told[1:] == ["and 4 more, which match names by title or address"]


@pytest.mark.parametrize(
    ("which", "fits"),
    [(1, 1), ("shop", 1), ("HTTP://BANK", 2), (7, "TAB_NOT_FOUND"), (".test", "TAB_AMBIGUOUS")],
)
def test_a_tab_is_named_by_its_number_or_a_part_of_title_or_address(
    which: int | str, fits: int | str
) -> None:
    rows = (
        TabRow(1, "http://a.test/", "Shop", active=True),
        TabRow(2, "http://bank.test/", "", active=False),
    )
    if isinstance(fits, int):
        assert fitting(rows, which).number == fits
        return
    with pytest.raises(ScreenFault) as refused:
        fitting(rows, which)
    assert refused.value.code == fits
