"""How elements lie, on screens drawn by hand and on recorded ones."""

from pathlib import Path

import pytest

from bridge.native.elements import number
from bridge.native.hierarchy import parse
from bridge.native.look import Look
from bridge.native.measure import measured, sentences, warnings
from bridge.native.told import Display, Front
from tests.native._oracle import DUMPS


def look(*boxes: str, density: int = 320, text: str = "") -> Look:
    inside = "".join(
        f'<node text="{text or chr(97 + n)}" clickable="true" bounds="{box}"/>'
        for n, box in enumerate(boxes)
    )
    tree = parse(f"<hierarchy>{inside}</hierarchy>")
    display = Display(1000, 2000, density)
    return Look("s1", 0, tree, number(tree), Front("app", "com.a"), display)


@pytest.mark.parametrize(
    ("boxes", "kinds"),
    [
        (["[0,0][96,96]"], []),
        (["[0,0][95,200]"], ["small"]),
        (["[0,0][0,200]"], ["empty"]),
        (["[1000,0][1200,200]"], ["off screen"]),
        (["[900,0][1100,200]"], ["clipped"]),
        (["[0,0][200,200]", "[100,100][300,300]"], ["overlap"]),
        (["[0,0][300,300]", "[100,100][200,200]"], []),
        (["[0,0][200,200]", "[0,210][200,410]"], ["close"]),
        (["[0,0][200,200]", "[0,216][200,416]"], []),
        (["[0,0][200,200]", "[0,200][200,400]"], []),
        (["[0,0][200,200]", "[210,210][410,410]"], []),
    ],
)
def test_what_is_wrong_is_told_by_its_kind(boxes: list[str], kinds: list[str]) -> None:
    assert [each.kind for each in warnings(look(*boxes))] == kinds


def test_size_counts_in_dp_and_not_in_pixels() -> None:
    (told,) = warnings(look("[0,0][95,200]"))
    assert told.line == '[1] button "a": is 48x100 dp: less than 48 is easily missed'
    assert warnings(look("[0,0][95,200]", density=160)) == []


def test_a_text_that_seems_cut_is_told_and_no_more_guessed() -> None:
    assert [w.kind for w in warnings(look("[0,0][200,200]", text="A long na\u2026"))] == [
        "cut text"
    ]


def test_of_many_the_first_are_told() -> None:
    found = warnings(look(*["[0,0][10,10]"] * 60))
    assert len(sentences(found)) == 41
    assert sentences(found)[-1] == "and 20 more"


def test_one_element_is_told_with_its_neighbours() -> None:
    here = look("[400,400][600,600]", "[100,400][300,600]", "[400,700][600,900]", "[0,0][99,99]")
    told = measured(here, here.elements[0])
    assert told["size_dp"] == [100, 100]
    assert told["neighbours"]["left"] == {"uid": 2, "words": 'button "b"', "gap_px": 100}
    assert told["neighbours"]["below"]["gap_px"] == 100
    assert set(told["neighbours"]) == {"left", "below"}
    assert told["parent"] is None
    assert told["warnings"] == []


def test_not_all_are_compared_with_all(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [f"[0,{n * 200}][200,{n * 200 + 150}]" for n in range(1000)]
    many = look(*rows)
    asked = 0
    whole = type(many.elements[0].node.box).gap

    def gap(one: object, other: object) -> tuple[int, int]:
        nonlocal asked
        asked += 1
        return whole(one, other)  # type: ignore[arg-type]  # boxes, as they are

    monkeypatch.setattr("bridge.geometry.Box.gap", gap)
    warnings(many)
    assert asked < 3000


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.stem)
def test_recorded_screens_are_measured(path: Path) -> None:
    tree = parse(path.read_bytes())
    here = Look("s1", 0, tree, number(tree), Front("app"), Display(1080, 2400, 420))
    for flaw in warnings(here):
        assert flaw.element in here.elements
        assert "\n" not in flaw.line
    for each in here.elements[:5]:
        assert measured(here, each)["uid"] == each.uid
