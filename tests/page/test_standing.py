"""What the gate tells of a page, and what tools hear of it."""

import pytest

from bridge.page.standing import Popup, Standing

SHOP, BANK = "http://shop.test/", "http://bank.test/"


def test_a_tabs_own_stopped_documents_are_counted_and_heard_of() -> None:
    standing = Standing(lambda: SHOP)
    heard: list[int] = []
    off = standing.on_stopped(lambda: heard.append(standing.stops))
    standing.stopped(top=True)
    standing.stopped(top=False)
    off()
    off()
    standing.stopped(top=True)
    assert (standing.stops, heard, standing.url) == (2, [1], SHOP)
    assert standing.frame_stops == 1


def test_where_the_person_goes_counts_until_another_document_is_there() -> None:
    standing = Standing(lambda: SHOP)
    standing.behind = lambda: (SHOP,)
    assert standing.beside() == (SHOP,)
    standing.passed(BANK)
    assert standing.beside() == (SHOP, BANK)
    standing.came(BANK)
    assert standing.beside() == (SHOP,)


@pytest.mark.parametrize(
    ("way", "closes"),
    [((), True), (("about:blank",), True), ((SHOP,), False), ((SHOP, "about:blank"), True)],
)
def test_a_popup_that_shows_nothing_yet_is_closed_once_nothing_loads_of_what_was_stopped(
    way: tuple[str, ...], closes: bool
) -> None:
    opener = Standing(lambda: SHOP)
    closed: list[bool] = []
    popup = Popup(opener, lambda: closed.append(True))
    for url in way:
        popup.came(url)
    popup.stopped(top=False)
    popup.stopped(top=True)
    assert not closed  # Chrome would let go out what it still holds of it
    popup.empty()
    assert bool(closed) is closes
    assert opener.stops == 1


def test_a_popup_whose_opener_is_gone_is_closed_all_the_same() -> None:
    closed: list[bool] = []
    popup = Popup(None, lambda: closed.append(True))
    popup.passed(BANK)
    popup.stopped(top=True)
    popup.empty()
    assert closed
    assert popup.url == ""


def test_a_blocked_address_that_was_left_again_counts_for_who_looked_meanwhile() -> None:
    standing = Standing(lambda: SHOP)
    assert standing.crossed(standing.crossings) == ()
    before = standing.crossings
    standing.cross((SHOP,), lambda url: url != BANK)
    assert standing.crossed(before) == ()
    standing.cross((BANK,), lambda url: url != BANK)
    assert standing.crossed(before) == (BANK,)
    assert standing.crossed(standing.crossings) == ()
