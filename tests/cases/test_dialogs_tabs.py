"""Dialogs that hold a page up, and tabs that do not answer, as people met them."""

from __future__ import annotations

from typing import Any

from tests.cases._pages import Show, Titles
from tests.tools._pages import Pages


async def test_a_confirm_out_of_a_timer_is_told_at_once_and_answered(
    call: Any, refuse: Any, show: Show, title: Titles
) -> None:
    await show("<button onclick=\"setTimeout(()=>{document.title=confirm('Late?')})\">Go</button>")
    assert 'it opened confirm "Late?"' in (await call("page_tap", text="Go")).text
    assert (await refuse("page_snapshot")).code == "DIALOG_OPEN"
    await call("page_dialog", accept=True)
    assert (await refuse("page_dialog", accept=True)).code == "NO_DIALOG"
    assert await title() == "true"


async def test_several_alerts_after_one_another_are_answered_one_by_one(
    call: Any, show: Show
) -> None:
    await show("<button onclick='alert(1);alert(2);alert(3)'>Go</button>")
    assert 'alert "1"' in (await call("page_tap", text="Go")).text
    for number in (1, 2, 3):
        assert f'accepted alert "{number}"' in (await call("page_dialog", accept=True)).text
    assert "Go" in (await call("page_snapshot")).text


async def test_a_page_whose_alerts_never_end_is_got_rid_of_by_closing_its_tab(
    call: Any, refuse: Any, show: Show
) -> None:
    await show("<button onclick='for(;;)alert(1)'>Go</button>")
    await call("page_tap", text="Go")
    await call("page_dialog", accept=True)
    assert (await refuse("page_snapshot")).code == "DIALOG_OPEN"
    tabs = (await call("page_tabs")).data["tabs"]
    held = next(each["number"] for each in tabs if each["active"])
    await call("page_tabs", action="close", tab=held)
    assert held not in [each["number"] for each in (await call("page_tabs")).data["tabs"]]


async def test_a_page_that_leaves_under_its_dialog_leaves_none_behind(
    call: Any, show: Show, pages: Pages
) -> None:
    next_one = pages.put("/next", "<p>Next one</p>")
    await show(f"<button onclick=\"setTimeout(()=>location='{next_one}',9);alert(1)\">Go</button>")
    await call("page_tap", text="Go")
    await call("page_dialog", accept=True)
    await call("page_wait", page_text="Next one")
    assert "Next one" in (await call("page_snapshot")).text


async def test_a_choice_that_raises_an_alert_is_not_said_to_have_failed(
    call: Any, refuse: Any, show: Show
) -> None:
    await show("<select aria-label=S onchange=alert('new')><option>a<option>b</select>")
    fault = await refuse("page_select", label="S", option="b")
    assert fault.code == "UNKNOWN_OUTCOME"
    assert 'alert "new" is open; page_dialog answers it' in fault.message
    await call("page_dialog", accept=True)
    assert (await call("page_find", label="S")).data["rows"][0]["value"] == "b"


async def test_what_a_page_prints_or_asks_on_leaving_does_not_hold_it_up(
    call: Any, refuse: Any, show: Show, pages: Pages
) -> None:
    await show(
        "<script>addEventListener('beforeunload',e=>e.preventDefault())</script>"
        "<button onclick='print()'>Print</button>"
    )
    await call("page_tap", text="Print")
    assert "Print" in (await call("page_snapshot")).text
    there = pages.put("/next", "<p>Next one</p>")
    assert (await refuse("page_navigate", url=there)).code == "DIALOG_OPEN"
    await call("page_dialog", accept=True)
    await call("page_wait", page_text="Next one")


async def test_a_popup_that_held_both_pages_up_before_anybody_heard_is_closed(
    call: Any, show: Show, pages: Pages
) -> None:
    pages.put("/popup", "<script>alert('Hi')</script>")
    await show("<a href=/popup target=_blank rel=opener>Go</a>")
    assert "a new tab opened" in (await call("page_tap", text="Go")).text
    popup = (await call("page_tabs")).data["tabs"][-1]["number"]
    await call("page_tabs", action="close", tab=popup)
    assert "Go" in (await call("page_snapshot")).text
