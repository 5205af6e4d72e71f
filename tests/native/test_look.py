"""One look, and what is quoted from it."""

import pytest

from bridge.errors import ScreenFault
from bridge.geometry import Box
from bridge.native.elements import number
from bridge.native.hierarchy import parse
from bridge.native.look import Look
from bridge.native.spot import Spot
from bridge.native.told import Display, Front
from tests.native._device import TREE


def look(tree: str = TREE, display: Display = Display(100, 200)) -> Look:  # noqa: B008 - frozen
    read = parse(tree)
    return Look("s4", 0, read, number(read), Front("app", "com.a", "com.a.Main"), display)


def test_it_is_written_with_what_is_in_front_and_every_element() -> None:
    assert look().text().splitlines() == [
        "s4: com.a/.Main, 100x200",
        '- button "Save" [1] 10,20 20x20',
        '- button "Off" [2] 10,50 20x20 [disabled]',
        '- button "Far" [3] 10,250 20x20 [off screen]',
        "- field [4] 10,80 80x10 [focused, empty]",
    ]


def test_full_lists_layout_too_and_grep_only_what_holds_it() -> None:
    assert "group" in look().text(full=True)
    assert look().text(grep="save").splitlines()[1:] == ['- button "Save" [1] 10,20 20x20']


def test_a_page_is_pointed_to_the_tools_for_pages() -> None:
    web = '<hierarchy><node class="android.webkit.WebView" bounds="[0,0][9,9]"/></hierarchy>'
    assert "page_snapshot reads it" in look(web).text()
    assert "page_snapshot" not in look().text()


@pytest.mark.parametrize(
    ("spot", "uid"),
    [(Spot(uid=2), 2), (Spot(text="save"), 1), (Spot(text="Fa"), 3), (Spot(text="f", nth=0), 2)],
)
def test_an_element_is_found_by_number_or_words(spot: Spot, uid: int) -> None:
    assert look().find(spot).uid == uid


@pytest.mark.parametrize(
    ("spot", "code", "words"),
    [
        (Spot(uid=5), "STALE_UID", "4 elements"),
        (Spot(uid=0), "STALE_UID", "no 0"),
        (Spot(text="nothing"), "TARGET_NOT_FOUND", '"nothing"'),
        (Spot(text="f"), "TARGET_AMBIGUOUS", '[2] button "Off"'),
        (Spot(text="f", nth=7), "TARGET_AMBIGUOUS", "2 elements"),
    ],
)
def test_what_is_not_one_element_is_refused(spot: Spot, code: str, words: str) -> None:
    with pytest.raises(ScreenFault) as refused:
        look().find(spot)
    assert refused.value.code == code
    assert words in refused.value.message


def test_without_a_told_size_the_windows_tell_it() -> None:
    assert look(display=Display()).view == Box(0, 0, 100, 200)


def test_it_is_told_as_json_without_what_says_nothing() -> None:
    told = look().as_json()
    assert (told["snapshot"], told["package"], told["width"]) == ("s4", "com.a", 100)
    assert told["elements"][0] == {
        "uid": 1, "role": "button", "label": "Save", "box": [10, 20, 30, 40],
        "states": ["clickable"],
    }  # fmt: skip
