"""How tabs are said in a list."""

from bridge.page.tabrow import TabRow, listed


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
