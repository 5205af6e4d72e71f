"""How long a tap waits, so that Chrome does not take it for half of a double tap."""

import pytest

from bridge.page.pace import APART_PX, APART_SECONDS, Pace

URL = "http://shop.test/"


def tapped() -> Pace:
    pace = Pace()
    pace.note(URL, "e1", 100, 200, now=50.0)
    return pace


def test_the_first_tap_of_a_tab_waits_for_nothing() -> None:
    assert Pace().rest(URL, "e1", 0, 0, now=0.0) == 0


@pytest.mark.parametrize("since", [0.0, 0.1, 0.3])
def test_a_tap_on_something_else_near_by_waits_for_what_is_left(since: float) -> None:
    rest = tapped().rest(URL, "e2", 120, 210, now=50.0 + since)
    assert rest == pytest.approx(APART_SECONDS - since)


def test_a_tap_on_the_same_element_waits_for_nothing() -> None:
    assert tapped().rest(URL, "e1", 120, 210, now=50.1) == 0


def test_points_are_told_apart_by_their_place() -> None:
    pace = Pace()
    pace.note(URL, None, 100, 200, now=50.0)
    assert pace.rest(URL, None, 110, 200, now=50.1) > 0


def test_a_tap_far_away_waits_for_nothing() -> None:
    assert tapped().rest(URL, "e2", 100, 201 + APART_PX, now=50.1) == 0
    assert tapped().rest(URL, "e2", 99 - APART_PX, 200, now=50.1) == 0


def test_a_tap_that_comes_later_waits_for_nothing() -> None:
    assert tapped().rest(URL, "e2", 100, 200, now=50.0 + APART_SECONDS) == 0


def test_a_tap_on_another_page_waits_for_nothing() -> None:
    assert tapped().rest("http://shop.test/next", "e2", 100, 200, now=50.1) == 0
