"""A text without what could split a value."""

from hypothesis import given
from hypothesis import strategies as st

from bridge.secrets.plain import lowered, places, squeezed
from bridge.tools.fence import printable


@given(st.text())
def test_small_letters_are_as_many(text: str) -> None:
    assert len(lowered(text)) == len(text)


@given(st.text(alphabet=st.sampled_from("aB \n\t\u200b\u00ad-: text\u2060İ")))
def test_each_character_that_stays_is_found_again(text: str) -> None:
    where = places(text)
    assert len(where) == len(squeezed(text))
    assert [lowered(text)[at] for at in where] == list(squeezed(text)) or "İ" in text


def test_the_border_between_two_rows_of_text_is_a_gap() -> None:
    assert squeezed("- text: Hun\n    - text: ter\n  - text: 2") == "-text:hunter2"


def test_both_kinds_of_quote_are_one() -> None:
    assert squeezed('Say "it\'s"') == "say'it's'"


def test_whatever_the_fence_drops_is_a_gap() -> None:
    dropped = [
        c for c in map(chr, range(0x110000)) if c not in "\n\t" and printable(c) in ("", " ")
    ]
    assert len(dropped) > 1000
    kept = [hex(ord(c)) for c in dropped if squeezed(c) and not 0xD800 <= ord(c) <= 0xDFFF]
    assert kept == []
