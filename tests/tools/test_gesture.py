"""Drags, pinches, long presses and double taps on the virtual phone, through the door."""

from typing import Any

import pytest


@pytest.fixture
async def board(call: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("gesture_board.html"))


@pytest.mark.usefixtures("board")
async def test_a_drag_says_what_moved(call: Any) -> None:
    told = await call("page_drag", css="#card", to_css="#bin")
    assert 'dragged button "Card" to group "Bin"; it moved by ' in told.text
    assert told.data["done"] is True
    assert told.data["gesture"] == "touch"


@pytest.mark.usefixtures("board")
async def test_points_can_be_dragged_and_gone_to(call: Any) -> None:
    told = await call("page_drag", x=60, y=60, to_x=160, to_y=160, hold_start_ms=100)
    assert told.data["moved"] == (100, 100)


@pytest.mark.usefixtures("board")
async def test_both_ends_of_a_drag_must_be_named(refuse: Any) -> None:
    for wrong in (
        {},
        {"css": "#card"},
        {"to_css": "#bin"},
        {"css": "#card", "to_x": 1},
        {"css": "#card", "to_css": "#bin", "to_x": 1, "to_y": 1},
        {"css": "#card", "to_ref": "e1", "to_text": "Bin"},
    ):
        assert (await refuse("page_drag", **wrong)).code == "INVALID_TARGET"
    for late in ({"hold_start_ms": 5001}, {"hold_end_ms": -1}):
        problem = await refuse("page_drag", css="#card", to_css="#bin", **late)
        assert problem.code == "BAD_ARGUMENTS"


@pytest.mark.usefixtures("board")
async def test_a_page_is_zoomed_and_says_from_what_to_what(call: Any, refuse: Any) -> None:
    told = await call("page_pinch", scale=2)
    assert "zoomed from 1 to 2" in told.text
    assert (told.data["before"], told.data["after"]) == (1, 2)
    await call("page_pinch", scale=0.5)
    assert (await refuse("page_pinch", scale=0.5)).code == "NOT_ZOOMED"
    assert (await refuse("page_pinch", scale=9)).code == "BAD_ARGUMENTS"
    told = await call("page_pinch", css="#map", scale=2)
    assert told.data["taken_by_page"] is True


@pytest.mark.usefixtures("board")
async def test_a_double_tap_and_a_long_press_are_told(call: Any, refuse: Any) -> None:
    told = await call("page_tap", css="#twice", count=2)
    assert 'double-tapped button "Open twice"; the page got a double click' in told.text
    assert 'it is now button "Opened"' in told.text
    told = await call("page_tap", css="#twice", hold_ms=600)
    assert 'held button "Opened" for 600 ms' in told.text
    assert (await refuse("page_tap", css="#twice", hold_ms=9, count=2)).code == "BAD_ARGUMENTS"
    assert (await refuse("page_tap", css="#twice", count=4)).code == "BAD_ARGUMENTS"


async def test_a_button_that_the_keyboard_would_hide_is_tapped_where_it_is(
    call: Any, phone: Any
) -> None:
    await call("page_navigate", url=phone.page("form.html"))
    await call("page_tap", label="Full name")
    phone.ask("/keyboard", {"up": True})
    try:
        told = await call("page_tap", label="Send me the newsletter")
        assert "it is now checked" in told.text
        rows = (await call("page_find", label="Send me the newsletter")).data["rows"]
        assert rows[0]["box"][1] < 515
    finally:
        phone.ask("/keyboard", {"up": False})
