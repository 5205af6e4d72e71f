"""A screen as lines for an agent."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.geometry import Box
from bridge.native.elements import number
from bridge.native.hierarchy import parse
from bridge.native.render import line, render
from tests.native._oracle import DUMPS

VIEW = Box(0, 0, 1080, 2400)


def lines(inside: str) -> list[str]:
    found = number(parse(f"<hierarchy>{inside}</hierarchy>"))
    return [line(each, VIEW) for each in found]


@pytest.mark.parametrize(
    ("node", "told"),
    [
        (
            '<node class="a.Button" text="Sign in" clickable="true" bounds="[84,1203][996,1340]"/>',
            '- button "Sign in" [1] 84,1203 912x137',
        ),
        (
            '<node class="a.Switch" checkable="true" bounds="[0,0][9,9]" resource-id="x:id/dark"/>',
            "- switch #dark [1] 0,0 9x9 [unchecked]",
        ),
        (
            '<node class="a.EditText" hint="Name" focused="true" bounds="[0,0][9,9]"/>',
            '- field "Name" [1] 0,0 9x9 [focused, empty]',
        ),
        (
            '<node text="a&#10;b &quot;c&quot;" enabled="false" bounds="[0,2400][9,2409]"/>',
            "- group \"a b 'c'\" [1] 0,2400 9x9 [disabled, off screen]",
        ),
    ],
)
def test_a_line_tells_role_label_number_place_and_state(node: str, told: str) -> None:
    assert lines(node) == [told]


def test_what_can_be_touched_survives_a_cut_and_order_stays() -> None:
    inside = "".join(
        f'<node text="words {n}" bounds="[0,0][9,9]"/>'
        + (f'<node text="do {n}" clickable="true" bounds="[0,0][9,9]"/>' if n % 10 == 0 else "")
        for n in range(100)
    )
    found = number(parse(f"<hierarchy>{inside}</hierarchy>"))
    told = render(found, VIEW, max_bytes=600).splitlines()
    assert [each for each in told if '"do ' in each] == [
        line(each, VIEW) for each in found if each.touched
    ]
    assert told[0].startswith('- group "words 0"')
    assert told[-1].startswith("(")


def test_grep_keeps_lines_that_hold_it() -> None:
    found = number(parse('<hierarchy><node text="Wi-Fi"/><node text="Display"/></hierarchy>'))
    assert render(found, VIEW, grep="WI-") == line(found[0], VIEW)
    assert render(found, VIEW, grep="zzz") == 'no line holds "zzz"'
    assert render((), VIEW) == "no element"


@given(st.sampled_from(DUMPS), st.integers(200, 20_000))
@settings(max_examples=60, deadline=None)
def test_a_screen_stays_within_its_bytes(path: Path, budget: int) -> None:
    found = number(parse(path.read_bytes()))
    told = render(found, VIEW, max_bytes=budget)
    assert len(told.encode()) <= budget + 60
