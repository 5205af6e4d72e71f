"""The sites file's text as people edit it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.sites import MOST_RULES, BadList, BadRule, Rules, parse_rule
from bridge.sites_edit import add_rule, remove_rule
from tests._entries import ENTRY


def test_adding_a_rule_keeps_every_other_byte() -> None:
    text = "# mine\r\n\r\n  b.test   # bank\r\nnot a rule\r\n"
    assert add_rule(text, "https://www.a.test/")[0] == text + "a.test\r\n"
    assert add_rule("# no end", "a.test")[0] == "# no end\na.test\n"
    assert add_rule("", "only: a.test")[0] == "only:a.test\n"


def test_adding_what_is_there_changes_nothing() -> None:
    assert add_rule("a.test/x # why\n", "http://www.a.test/x/") == (
        "a.test/x # why\n",
        parse_rule("a.test/x"),
    )


def test_an_international_name_is_kept_beside_its_ascii_form() -> None:
    text, rule = add_rule("", "bücher.test")
    assert text == "xn--bcher-kva.test  # bücher.test\n"
    assert Rules.parse(text).lines[0].rule == rule


def test_a_rule_that_grows_too_long_when_encoded_works_as_typed_and_is_not_added() -> None:
    entry = "a.test/" + "ü" * 100
    assert Rules.parse(entry).check(f"http://{entry}")
    with pytest.raises(BadRule, match="once it is encoded"):
        add_rule("", entry)


def test_a_full_list_takes_no_more() -> None:
    with pytest.raises(BadRule, match="full"):
        add_rule("".join(f"a{n}.test\n" for n in range(MOST_RULES)), "b.test")


@pytest.mark.parametrize("entry", ["a.test", "https://www.A.test/", "*.a.test"])
def test_removing_takes_every_line_that_says_the_same(entry: str) -> None:
    text = "# mine\na.test # 1\r\nb.test\n*.a.test\na.test/x\nonly:a.test"
    left, gone = remove_rule(text, entry)
    assert left == "# mine\nb.test\na.test/x\nonly:a.test"
    assert [line.number for line in gone] == [2, 4]


def test_a_line_with_a_mistake_can_be_removed_and_an_unusable_list_repaired() -> None:
    assert remove_rule("ftp://a.test # x\nb.test\n", "ftp://a.test")[0] == "b.test\n"
    assert remove_rule("x" * 300 + "\n", "x" * 300)[0] == ""
    assert remove_rule("# c\n\n", "")[0] == "# c\n\n"
    assert remove_rule("# c\n\n", "# c")[1] == ()


@given(st.text(max_size=300), ENTRY)
@settings(max_examples=200, deadline=None)
def test_what_was_added_is_there_once_and_can_be_removed_again(text: str, entry: str) -> None:
    try:
        longer, rule = add_rule(text, entry)
    except (BadRule, BadList):
        return
    assert sum(line.rule == rule for line in Rules.parse(longer).lines) == 1
    assert all(line.rule != rule for line in Rules.parse(remove_rule(longer, entry)[0]).lines)
