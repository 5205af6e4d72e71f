from typing import Any

import pytest

from bridge.page import navigate, read
from bridge.page.render import render_changes
from bridge.page.seen import Snapshot
from bridge.page.since import Earlier, Marks, compare, lines_of
from bridge.page.snapshot import Row, Viewport
from bridge.page.tab import Tab

DOC = "0123456789abcdef"


def kept(marks: Marks, *rows: Row, doc: str = DOC) -> str:
    return marks.keep(doc, rows, asked=len(rows), whole=True)


def earlier(*rows: Row) -> Earlier:
    marks = Marks()
    found = marks.find(kept(marks, *rows), DOC)
    assert isinstance(found, Earlier)
    return found


BUY = Row(role="button", name="Buy", ref="e1")
CART = Row(role="text", name="Cart: 1")


def told(before: tuple[Row, ...], now: tuple[Row, ...]) -> list[str]:
    return list(lines_of(now, compare(earlier(*before), now), boxes=False))


def test_a_row_that_reads_differently_is_told_with_its_ref() -> None:
    assert told((BUY, CART), (BUY.model_copy(update={"states": ("disabled",)}), CART)) == [
        '~ - button "Buy" [e1] [disabled]'
    ]


def test_text_that_came_and_text_that_went_are_told() -> None:
    assert told((BUY, CART), (BUY, Row(role="text", name="Cart: 2"))) == [
        "+ - text: Cart: 2",
        "gone: - text: Cart: 1",
    ]


def test_of_equal_lines_as_many_are_told_as_came_or_went() -> None:
    assert told((CART,), (CART, CART, CART)) == ["+ - text: Cart: 1"] * 2
    assert told((CART, CART, CART), (CART,)) == ["gone: - text: Cart: 1, - text: Cart: 1"]


def test_what_only_moved_is_not_told() -> None:
    assert told((BUY, CART), (CART, BUY.model_copy(update={"depth": 3}))) == []


def test_an_element_drawn_anew_is_told_with_the_ref_it_had() -> None:
    assert told((BUY, CART), (BUY.model_copy(update={"ref": "e7"}), CART)) == [
        '~ - button "Buy" [e7] (was e1)'
    ]


def test_twins_that_are_drawn_anew_are_paired_one_by_one() -> None:
    two = (BUY, BUY.model_copy(update={"ref": "e2"}))
    now = tuple(BUY.model_copy(update={"ref": ref}) for ref in ("e7", "e8", "e9"))
    assert told(two, now) == [
        '~ - button "Buy" [e7] (was e1)',
        '~ - button "Buy" [e8] (was e2)',
        '+ - button "Buy" [e9]',
    ]


def test_a_change_stands_below_the_named_rows_that_hold_it() -> None:
    frame = (Row(role="main"), Row(role="region", name="Cart", depth=1))
    inside = BUY.model_copy(update={"depth": 2})
    assert told(frame, (*frame, inside)) == ['    - region "Cart"', '+     - button "Buy" [e1]']


def test_of_what_went_in_a_frame_no_words_are_told_again() -> None:
    inner = Row(role="text", name="Only in the frame", frame=1)
    assert told((BUY, inner), (BUY,)) == ["gone: 1 more"]


def test_a_mark_is_forgotten_with_its_document_and_when_it_is_too_old() -> None:
    marks = Marks()
    first = kept(marks, BUY)
    last = [kept(marks, BUY) for _ in range(4)][-1]
    assert marks.find(first, DOC) == "that mark is too old"
    assert isinstance(marks.find(last, DOC), Earlier)
    kept(marks, BUY, doc="fedcba9876543210")
    assert marks.find(last, "fedcba9876543210") == "that mark is of another document"
    assert marks.asked(last) == 0


def test_more_changes_than_the_budget_holds_are_cut_and_that_is_said() -> None:
    rows = tuple(Row(role="button", name=f"Number {n}", ref=f"e{n}") for n in range(100))
    shot = Snapshot(rows=rows, total=100, viewport=Viewport(width=412, height=915))
    changes = compare(earlier(), rows)
    text = render_changes(shot, "http://shop.test/", changes, max_bytes=1000).text
    assert len(text.encode()) <= 1000
    assert text.endswith("cut: more changed than max_bytes holds")


LIST = """document.body.innerHTML = '<h1>Shop</h1><ul>' + Array.from({length: 200}, (_, n) =>
  `<li><a href="#${n}">Item ${n}</a> <button>Add</button></li>`).join('') + '</ul>'"""


async def run(tab: Tab, script: str) -> None:
    await tab.session.call("Runtime.evaluate", {"expression": script})


@pytest.mark.usefixtures("over_wifi")
async def test_of_a_list_of_two_hundred_only_the_item_that_changed_is_told(
    phone: Any, tab: Tab
) -> None:
    await navigate.go(tab, phone.page("login.html"))
    await run(tab, LIST)
    whole = await read.snapshot(tab, max_bytes=50_000, boxes=False)
    await run(tab, "document.querySelectorAll('button')[120].textContent = 'Added'")
    phone.count_from_here()
    part = await read.snapshot(tab, max_bytes=50_000, boxes=False, since=whole.mark)
    assert phone.trips() == 1
    (line,) = [line for line in part.text.splitlines() if line.startswith("~")]
    assert line.strip("~ ").startswith('- button "Added" [e')
    assert part.changes is not None
    assert part.changes.sentence == "1 changed"
    assert len(part.text.encode()) * 30 < len(whole.text.encode())


async def test_a_page_that_was_left_gives_a_whole_snapshot_and_says_why(
    phone: Any, tab: Tab
) -> None:
    await navigate.go(tab, phone.page("login.html"))
    before = await read.snapshot(tab, max_bytes=8192, boxes=False)
    await navigate.go(tab, phone.page("shop.html"))
    page = await read.snapshot(tab, max_bytes=8192, boxes=False, since=before.mark)
    assert "whole page: that mark is of another document" in page.text
    assert page.changes is None
    assert "shop.html" in page.text


async def test_a_page_that_is_quite_another_is_told_whole(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    before = await read.snapshot(tab, max_bytes=8192, boxes=False)
    await run(tab, "document.body.innerHTML = '<button>Only this</button>'")
    page = await read.snapshot(tab, max_bytes=8192, boxes=False, since=before.mark)
    assert "whole page: what changed would take as many words" in page.text
    assert 'button "Only this"' in page.text


async def test_a_page_that_rests_has_no_changes(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("shop.html"))
    before = await read.snapshot(tab, max_bytes=600, boxes=False)
    page = await read.snapshot(tab, max_bytes=600, boxes=False, since=before.mark)
    assert "nothing changed" in page.text
    # nor has one that is asked for in more words
    page = await read.snapshot(tab, max_bytes=8192, boxes=False, since=page.mark)
    assert "gone" not in page.text.splitlines()[3]
