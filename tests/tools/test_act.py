from typing import Any

import pytest


@pytest.fixture
async def form(call: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("form.html"))


async def test_a_tap_says_what_was_tapped_and_what_followed(call: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("login.html"))
    told = await call("page_tap", text="Create an account")
    assert 'tapped link "Create an account"' in told.text
    assert told.data["tapped"] == 'link "Create an account"'


async def test_a_point_of_the_visible_part_can_be_tapped(
    call: Any, refuse: Any, phone: Any
) -> None:
    await call("page_navigate", url=phone.page("login.html"))
    rows = (await call("page_find", role="button", text="Sign in")).data["rows"]
    x, y, width, height = rows[0]["box"]
    told = await call("page_tap", x=x + width / 2, y=y + height / 2)
    assert told.data["ref"] == rows[0]["ref"]
    assert (await refuse("page_tap", x=9999, y=10)).code == "TAP_MISSED"
    for wrong in ({"x": 1}, {"x": 1, "y": 1, "text": "a"}, {}):
        assert (await refuse("page_tap", **wrong)).code == "INVALID_TARGET"


async def test_what_cannot_be_tapped_is_refused_by_its_reason(
    call: Any, refuse: Any, phone: Any
) -> None:
    await call("page_navigate", url=phone.page("form.html"))
    assert (await refuse("page_tap", label="Discount")).code == "DISABLED"
    assert (await refuse("page_tap", ref="e999999")).code == "STALE_REF"
    fault = await refuse("page_tap", role="textbox")
    assert fault.code == "TARGET_AMBIGUOUS"
    assert "[e" in fault.message


@pytest.mark.usefixtures("form")
async def test_a_field_holds_what_it_was_given(call: Any, refuse: Any) -> None:
    await call("page_fill", label="Full name", value="Ada")
    await call("page_fill", label="Full name", value=" Lovelace", clear=False)
    found = await call("page_find", label="Full name")
    assert found.data["rows"][0]["value"] == "Ada Lovelace"
    assert (await refuse("page_fill", text="Create account", value="x")).code == "NOT_EDITABLE"
    assert (await refuse("page_fill", label="Short code", value="123456789")).code == (
        "VALUE_NOT_TAKEN"
    )
    assert (await refuse("page_fill", label="Birthday", value="soon")).code == "VALUE_NOT_TAKEN"


async def test_typing_needs_a_field_with_the_focus(call: Any, refuse: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("scroll.html"))
    assert (await refuse("page_fill", value="x")).code == "NO_FOCUS"


@pytest.mark.usefixtures("form")
async def test_a_key_goes_to_the_focused_field(call: Any, refuse: Any) -> None:
    await call("page_fill", label="Full name", value="Ada")
    await call("page_key", key="Backspace")
    found = await call("page_find", label="Full name")
    assert found.data["rows"][0]["value"] == "Ad"
    assert (await refuse("page_key", key="NoSuchKey")).code == "BAD_ARGUMENTS"


@pytest.mark.usefixtures("form")
async def test_a_key_goes_to_the_element_that_is_named(call: Any, refuse: Any) -> None:
    await call("page_fill", label="Full name", value="Ada")
    await call("page_fill", label="Short code", value="ab")
    told = await call("page_key", label="Full name", key="Backspace")
    assert 'pressed Backspace in textbox "Full name"' in told.text
    rows = (await call("page_find", css="input")).data["rows"]
    assert {"Ad", "ab"} <= {row.get("value") for row in rows}
    await call("page_key", ref=told.data["ref"], key="x")
    assert (await call("page_find", label="Full name")).data["rows"][0]["value"] == "Adx"
    assert (await refuse("page_key", label="No such", key="x")).code == "TARGET_NOT_FOUND"


@pytest.mark.usefixtures("form")
async def test_an_option_is_chosen_by_text_value_or_index(call: Any, refuse: Any) -> None:
    assert (await call("page_select", label="Country", option="France")).data["selected"] == [
        "France"
    ]
    assert (await call("page_select", label="Country", value="jp")).data["selected"] == ["Japan"]
    assert (await call("page_select", label="Country", index=1)).data["selected"] == ["Austria"]
    fault = await refuse("page_select", label="Country", option="Atlantis")
    assert fault.code == "OPTION_NOT_FOUND"
    assert "Germany" in fault.message
    assert (await refuse("page_select", label="Full name", option="x")).code == "NOT_A_SELECT"
    assert (await refuse("page_select", label="Country")).code == "BAD_ARGUMENTS"


async def test_scrolling_goes_by_a_screen_to_an_end_to_an_element_or_a_place(
    call: Any, refuse: Any, phone: Any
) -> None:
    await call("page_navigate", url=phone.page("shop.html"))
    down = (await call("page_scroll", direction="down")).data["top"]
    assert 300 < down < 915
    assert (await call("page_scroll", direction="up")).data["top"] < down
    bottom = (await call("page_scroll", direction="bottom")).data["top"]
    assert bottom > 1000
    assert (await call("page_scroll", y=500)).data["top"] == pytest.approx(500, abs=1)
    assert (await refuse("page_scroll", direction="up", x=3)).code == "BAD_ARGUMENTS"
    assert (await refuse("page_scroll")).code == "BAD_ARGUMENTS"
    await call("page_scroll", direction="top")
    assert (await refuse("page_scroll", direction="up")).code == "NOT_SCROLLED"


async def test_a_dialog_holds_the_page_until_it_is_answered(
    call: Any, refuse: Any, phone: Any
) -> None:
    await call("page_navigate", url=phone.page("dialog.html"))
    assert (await refuse("page_dialog", accept=True)).code == "NO_DIALOG"
    tapped = await call("page_tap", text="Delete order")
    assert 'confirm "Really delete order 1042?"' in tapped.text
    for held in ("page_snapshot", "page_screenshot", "page_text"):
        assert (await refuse(held)).code == "DIALOG_OPEN"
    assert (await call("page_tabs")).data["tabs"]
    told = await call("page_dialog", accept=False)
    assert 'dismissed confirm "Really delete order 1042?"' in told.text
    await call("page_wait", page_text="kept")


async def test_a_prompt_takes_its_text(call: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("dialog.html"))
    await call("page_tap", text="Rename list")
    await call("page_dialog", accept=True, prompt="Weekend")
    await call("page_wait", page_text="renamed to Weekend")
