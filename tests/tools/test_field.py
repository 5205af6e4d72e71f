"""The focus, selected text and sent forms on the virtual phone, through the door."""

from typing import Any

import pytest


@pytest.fixture
async def board(call: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("gesture_board.html"))


@pytest.mark.usefixtures("board")
async def test_the_focus_is_given_and_typing_goes_there(call: Any, refuse: Any) -> None:
    told = await call("page_focus", label="Mail", caret="all")
    assert 'the focus is in textbox "Mail"; all of it is selected' in told.text
    await call("page_key", key="x")
    assert (await call("page_find", label="Mail")).data["rows"][0]["value"] == "x"
    assert (await refuse("page_focus", css="#words")).code == "ACTION_FAILED"
    assert (await refuse("page_focus")).code == "INVALID_TARGET"


@pytest.mark.usefixtures("board")
async def test_text_is_selected_by_element_or_words(call: Any, refuse: Any) -> None:
    told = await call("page_select_text", css="#words")
    assert told.data["text"] == "The quick brown fox"
    told = await call("page_select_text", search="brown")
    assert "selected 5 characters in paragraph" in told.text
    assert told.data["text"] == "brown"
    assert (await refuse("page_select_text", search="wolf")).code == "TARGET_NOT_FOUND"
    for wrong in ({}, {"css": "#words", "search": "fox"}):
        assert (await refuse("page_select_text", **wrong)).code == "INVALID_TARGET"


@pytest.mark.usefixtures("board")
async def test_a_form_is_sent_or_says_which_field_is_wrong(
    call: Any, refuse: Any, phone: Any
) -> None:
    await call("page_fill", label="Mail", value="nobody")
    problem = await refuse("page_submit")
    assert problem.code == "FORM_INVALID"
    assert 'textbox "Mail"' in problem.message
    await call("page_fill", label="Mail", value="eve@shop.test")
    told = await call("page_submit", label="Mail")
    assert told.data["url"].startswith(phone.page("shop.html"))
