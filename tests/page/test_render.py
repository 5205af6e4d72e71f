from hypothesis import given
from hypothesis import strategies as st

from bridge.page.render import most_rows, render
from bridge.page.seen import Snapshot
from bridge.page.snapshot import Row, Viewport

VIEW = Viewport(width=412, height=915, page_height=2000)
HREF = "http://shop.test/login"


def shot(*rows: Row, total: int | None = None) -> Snapshot:
    return Snapshot(
        rows=rows, total=len(rows) if total is None else total, title="Shop", viewport=VIEW
    )


def test_a_snapshot_opens_with_title_address_and_viewport() -> None:
    text = render(shot(Row(role="button", name="A", ref="e1", depth=1)), HREF, max_bytes=8192).text
    assert text.splitlines() == [
        'page "Shop" http://shop.test/login',
        "viewport 412x915, 0 px above, 1085 px below",
        '  - button "A" [e1]',
    ]


def test_boxes_stand_behind_their_lines_when_asked_for() -> None:
    boxed = Row(role="button", name="A", ref="e1", box=(37.0, 2463.4, 339.0, 49.6))
    shown = shot(boxed, Row(role="list"))
    lines = render(shown, HREF, max_bytes=8192, boxes=True).text.splitlines()
    assert lines[-2:] == ['- button "A" [e1] (37,2463 339x50)', "- list"]
    assert "(37" not in render(shown, HREF, max_bytes=8192).text


def test_the_zoom_of_a_page_is_said_in_two_digits() -> None:
    wide = shot()
    view = wide.viewport.model_copy(update={"scale": 0.420684})
    zoomed = wide.model_copy(update={"viewport": view})
    assert ", zoom 0.42," in render(zoomed, HREF, max_bytes=8192).text


def test_a_cut_keeps_interactive_rows_in_page_order_and_says_how_much_is_missing() -> None:
    prose = [Row(role="text", name=f"{i} " + "prose " * 20) for i in range(50)]
    buttons = [Row(role="button", name=f"B{i}", ref=f"e{i}", interactive=True) for i in range(5)]
    text = render(shot(*prose, *buttons), HREF, max_bytes=1000).text
    assert len(text.encode()) <= 1000
    lines = text.splitlines()
    assert "lines left out" in lines[2]
    assert [line for line in lines if "button" in line] == [row.line() for row in buttons]


def test_rows_that_the_page_never_sent_count_as_left_out() -> None:
    assert (
        "9 of 10 lines left out"
        in render(shot(Row(role="list"), total=10), HREF, max_bytes=8192).text
    )


@given(st.lists(st.text(max_size=80), max_size=60), st.integers(512, 4096))
def test_a_snapshot_never_passes_its_budget(names: list[str], budget: int) -> None:
    rows = [Row(role="link", name=n, ref="e1", interactive=i % 2 == 0) for i, n in enumerate(names)]
    assert (
        len(render(shot(*rows), HREF, max_bytes=budget).text.encode("utf-8", "replace")) <= budget
    )


def test_no_text_holds_more_rows_than_are_asked_for() -> None:
    text = render(shot(*[Row(role="row")] * 3000), HREF, max_bytes=1000).text
    assert text.count("- row") <= most_rows(1000)


def test_a_title_of_ten_megabytes_stays_within_the_budget() -> None:
    huge = shot().model_copy(update={"title": "t" * 10_000_000})
    assert len(render(huge, HREF + "x" * 100_000, max_bytes=1024).text) <= 1024


def test_the_rows_that_come_with_the_text_are_those_it_shows() -> None:
    prose = [Row(role="text", name=f"{i} " + "prose " * 20) for i in range(50)]
    button = Row(role="button", name="B", ref="e1", interactive=True)
    cut = render(shot(*prose, button), HREF, max_bytes=1000)
    assert button in cut.rows
    assert [row.line() for row in cut.rows] == cut.text.splitlines()[3:]
    assert render(shot(*prose, button), HREF, max_bytes=90_000).rows == (*prose, button)
