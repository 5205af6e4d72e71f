"""A known value is seen however it is written."""

import base64
import html
import json
from urllib.parse import quote, quote_plus

import pytest

from bridge.page.snapshot import quoted
from bridge.secrets.known import Look, Value

SECRET = 'caN4ry & "S3cret"<!>'


def covered(text: str, value: str = SECRET) -> str:
    """The text with a mark in the place of each hit."""
    for start, end in sorted(set(Look(text).hits(Value(value))), reverse=True):
        text = f"{text[:start]}█{text[end:]}"
    return text


@pytest.mark.parametrize(
    "written",
    [
        SECRET,
        SECRET.upper(),
        SECRET.replace(" ", ""),
        quote(SECRET),
        quote(SECRET, safe=""),
        quote(SECRET, safe="").lower(),
        quote_plus(SECRET),
        html.escape(SECRET),
        json.dumps(SECRET)[1:-1],
        json.dumps(html.escape(SECRET, quote=False))[1:-1],
        json.dumps(json.dumps(SECRET)[1:-1])[1:-1],
        quote(quote(SECRET)),
        html.escape(html.escape(SECRET)),
        quoted(SECRET),
        "\u200b".join(SECRET),
        "\n".join(SECRET),
        quoted(" ".join(SECRET)),
        quoted(json.dumps(SECRET)[1:-1]),
        quoted(json.dumps(html.escape(SECRET, quote=False))[1:-1]),
        quoted(json.dumps(json.dumps(SECRET)[1:-1])[1:-1]),
        SECRET.replace("4", "4\n    - text: "),
    ],
)
def test_a_value_is_covered_in_every_writing(written: str) -> None:
    assert covered(f"see {written}; there") == "see █; there"


@pytest.mark.parametrize("before", ["", "u:", "ada:", "xyz:"])
def test_a_value_within_base64_is_covered_at_every_shift(before: str) -> None:
    coded = base64.b64encode(f"{before}{SECRET}".encode()).decode()
    told = covered(f"Basic {coded} end")
    assert told.startswith("Basic ")
    assert told.endswith("█ end")
    assert len(told) <= len("Basic █ end") + -(-len(before) * 4 // 3)


def test_a_long_value_is_covered_though_its_end_is_cut_off() -> None:
    value = "Zq7" + "abcdefghij" * 12
    assert covered(f"v={value[:60]}…", value) == "v=█…"
    assert covered(f"v={value[:10]} of", value) == f"v={value[:10]} of"


def test_a_long_value_is_covered_to_its_end_where_that_is_escaped() -> None:
    value = "Zq7" + "abcdefghij" * 3 + '&%"\\ the end'
    for written in (html.escape(value), json.dumps(value)[1:-1], quote(value)):
        hits = list(Look(f"<{written}>").hits(Value(value)))
        assert (min(hits)[0], max(end for _, end in hits)) == (1, 1 + len(written))


@pytest.mark.parametrize(
    "written",
    [
        SECRET[:6],
        quoted(SECRET[:14]),
        quoted(" ".join(SECRET[:14])),
        quoted(json.dumps(SECRET)[1:16]),
        html.escape(SECRET)[:17],
        html.escape(SECRET)[:10],
        quote(SECRET)[:14],
    ],
)
def test_what_stands_of_a_value_before_the_dots_of_a_cut_is_covered(written: str) -> None:
    assert covered(f'a "see {written}…" b') == 'a "see █…" b'


def test_a_few_characters_before_dots_are_chance() -> None:
    assert covered(f"see {SECRET[:4]}…") == f"see {SECRET[:4]}…"


@pytest.mark.parametrize(
    "value", ["", "a", "12345", "e12", "e123456", "button", "Password", "COVERED"]
)
def test_short_values_refs_and_words_of_ours_tear_no_text_apart(value: str) -> None:
    text = f'COVERED: e12 button "Password" [e123456] [e12] 12345 a {value} textbox'
    assert covered(text, value) == text


def test_a_short_value_is_covered_as_the_whole_of_a_field() -> None:
    assert covered('- textbox "PIN" [e3] [focused]: 1234', "1234").endswith(": █")
    assert covered('- textbox "PIN" [e3]: 12345', "1234").endswith(": 12345")


def test_a_value_of_letters_or_digits_alone_is_covered_as_a_whole_word() -> None:
    assert covered("letmein! letmeinside", "letmein") == "█! letmeinside"
    assert covered("482913 at 14829130", "482913") == "█ at 14829130"


def test_a_short_value_that_is_split_is_chance() -> None:
    assert covered("in s3 cr et", "s3cret") == "in s3 cr et"


def test_a_text_that_is_cut_within_a_value_is_covered_at_its_edges() -> None:
    look = Look("S3cret-b0ttom … more, then caN4ry-S3c")
    assert sorted(look.edges(Value("caN4ry-S3cret-b0ttom"))) == [(0, 13), (27, 37)]


def test_the_edge_of_a_quoted_text_is_covered_too() -> None:
    look = Look(quoted('go caN4ry & "S3cr'))
    assert list(look.edges(Value(SECRET))) == [(3, 17)]


def test_a_value_shows_itself_to_nobody() -> None:
    assert SECRET not in repr(Value(SECRET))
