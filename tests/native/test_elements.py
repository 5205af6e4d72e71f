"""Which elements of a screen are numbered, and how they are found by their words."""

from pathlib import Path

import pytest

from bridge.geometry import Box
from bridge.native.elements import TOUCHED, find, folded, is_shown, number
from bridge.native.hierarchy import parse
from tests.native._oracle import DUMPS


def screen(inside: str) -> str:
    return f'<hierarchy rotation="0">{inside}</hierarchy>'


def node(text: str = "", inside: str = "", **more: str) -> str:
    given = {"text": text, "bounds": "[0,0][100,100]", **more}
    told = " ".join(f'{key.replace("_", "-")}="{value}"' for key, value in given.items())
    return f"<node {told}>{inside}</node>"


def labels(text: str, *, full: bool = False, system: bool = False) -> list[str]:
    found = number(parse(screen(text)), full=full, system=system)
    assert [each.uid for each in found] == list(range(1, len(found) + 1))
    return ["  " * each.depth + each.label for each in found]


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.stem)
def test_nothing_that_can_be_touched_and_no_words_are_lost(path: Path) -> None:
    tree = parse(path.read_bytes())
    found = number(tree, system=True)
    listed = {id(each.node) for each in found}
    said = " / ".join(folded(each.label) for each in found)
    for each in tree.walk():
        if each.flags & TOUCHED and not each.box.empty:
            assert id(each) in listed
        if each.label and len(each.label) < 60:
            assert folded(each.label)[:20] in said


def test_layout_is_left_out_and_what_stands_in_it_is_lifted() -> None:
    assert labels(node(inside=node(inside=node("a") + node("b")))) == ["a", "b"]
    assert labels(node(inside=node("a")), full=True) == ["", "  a"]


def test_a_thing_to_tap_without_words_takes_those_within_it() -> None:
    row = node(inside=node("Display") + node(inside=node("Dark, font")), clickable="true")
    assert labels(row) == ["Display / Dark, font"]


def test_a_row_is_known_by_what_it_takes_its_words_from_too() -> None:
    inside = node("Dark theme") + node("Off") + node(checkable="true", checked="false")
    row, *_ = number(parse(screen(node(inside=inside, clickable="true"))))
    assert len(row.tags) == 4
    assert 'checked="false"' in row.tags[3]
    plain, *_ = number(parse(screen(node("a", inside=node("b"), clickable="true"))))
    assert len(plain.tags) == 1


def test_what_can_be_tapped_within_a_thing_to_tap_keeps_its_own_words() -> None:
    row = node(inside=node("Wi-Fi") + node("On", clickable="true"), clickable="true")
    assert labels(row) == ["", "  Wi-Fi", "  On"]


def test_the_bars_of_the_system_are_left_out_unless_they_are_all() -> None:
    bar = node("12:30", package="com.android.systemui")
    assert labels(bar + node("a", package="x")) == ["a"]
    assert labels(bar + node("a", package="x"), system=True) == ["12:30", "a"]
    assert labels(bar) == ["12:30"]


def test_what_is_empty_and_says_nothing_is_left_out() -> None:
    assert labels(node("", clickable="true", bounds="[5,5][5,9]")) == []
    assert labels(node("a", bounds="[5,5][5,9]")) == ["a"]


def test_a_long_label_is_cut() -> None:
    (label,) = labels(node("x" * 500))
    assert len(label) == 160


@pytest.mark.parametrize(
    ("text", "uids"),
    [
        ("Save", [2]),
        ("SAVE ", [2]),
        ("sav", [2, 3]),
        ("Title", [1]),
        ("istanbul", [4]),
        ("nothing", []),
    ],
)
def test_exact_words_come_before_a_part_and_things_to_touch_before_words(
    text: str, uids: list[int]
) -> None:
    found = number(
        parse(
            screen(
                node("Title: Save") + node("Save", clickable="true")
                + node("Save as", clickable="true") + node("\u0130stanbul")
            )
        )
    )  # fmt: skip
    assert [each.uid for each in find(found, text)] == uids


def test_what_lies_outside_of_the_screen_is_not_shown() -> None:
    view = Box(0, 0, 100, 100)
    tree = parse(
        screen(
            node("in") + node("below", bounds="[0,100][100,200]")
            + node("part", bounds="[-5,-5][5,5]") + node("gone", visible_to_user="false")
        )
    )  # fmt: skip
    assert [is_shown(each, view) for each in number(tree)] == [True, False, True, False]


def test_an_element_is_said_as_a_person_would() -> None:
    (one, two) = number(
        parse(screen(node("Go", clickable="true") + node(resource_id="a:id/pic", clickable="true")))
    )
    assert (one.words, two.words) == ('button "Go"', "button #pic")
