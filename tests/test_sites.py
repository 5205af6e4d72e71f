"""The rules: written from the grammar, form by form."""

import re
from typing import Literal

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from bridge.addresses import App
from bridge.sites import (
    MOST_CHARS,
    MOST_RULES,
    BadList,
    BadRule,
    Effect,
    Refusal,
    Rules,
    Unparsable,
    parse_rule,
    parse_url,
)
from tests._entries import ENTRY, LABEL


@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        # host
        ("a.test", "a.test"),
        ("  A.Test\t", "a.test"),
        ("a.test.", "a.test"),
        ("a.test...", "a.test"),
        ("localhost", "localhost"),
        ("under_score.test", "under_score.test"),
        ("-a.test", "-a.test"),
        # scheme
        ("http://a.test", "a.test"),
        ("https://a.test/", "a.test"),
        ("HTTPS://a.test", "a.test"),
        ("*://a.test/x", "a.test/x"),
        ("http:\\\\a.test\\x", "a.test/x"),
        # hash
        ("a.test#part", "a.test"),
        ("a.test/x#part?y", "a.test/x"),
        ("a.test # the bank", "a.test"),
        # *. and www.
        ("*.a.test", "a.test"),
        ("*.*.a.test", "a.test"),
        ("www.a.test", "a.test"),
        ("WWW.a.test", "a.test"),
        ("*.www.a.test", "a.test"),
        ("www.*.test", "test"),
        ("www.www.a.test", "a.test"),
        ("www.com", "www.com"),
        ("www.com.", "www.com"),
        ("www.www.com", "www.com"),
        ("*.www.com", "www.com"),
        ("wwww.a.test", "wwww.a.test"),
        ("www2.a.test", "www2.a.test"),
        # IDN
        ("bücher.test", "xn--bcher-kva.test"),
        ("BÜCHER.test", "xn--bcher-kva.test"),
        ("bu\u0308cher.test", "xn--bcher-kva.test"),
        ("xn--bcher-kva.test", "xn--bcher-kva.test"),
        ("bücher\u3002test", "xn--bcher-kva.test"),
        ("\uff57\uff57\uff57.bücher.test", "xn--bcher-kva.test"),
        ("faß.test", "xn--fa-hia.test"),
        ("*shop.bücher.test", "*shop.xn--bcher-kva.test"),
        ("%61.test", "a.test"),
        # port
        ("a.test:80", "a.test"),
        ("a.test:443", "a.test"),
        ("http://a.test:443", "a.test"),
        ("a.test:8080", "a.test:8080"),
        ("a.test:08080", "a.test:8080"),
        ("a.test:0080", "a.test"),
        ("a.test:65535", "a.test:65535"),
        ("a.test:0", "a.test:0"),
        ("a.test:", "a.test"),
        ("*.a.test:8080/x", "a.test:8080/x"),
        # IP addresses
        ("127.0.0.1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("0x7f.1", "127.0.0.1"),
        ("[::1]", "[::1]"),
        ("[0:0::1]:8080/x", "[::1]:8080/x"),
        ("[::ffff:127.0.0.1]", "127.0.0.1"),
        ("192.168.*.*", "192.168.*.*"),
        # path
        ("a.test/", "a.test"),
        ("a.test//", "a.test"),
        ("a.test/x/", "a.test/x"),
        ("a.test//x///y", "a.test/x/y"),
        ("a.test/%61%2D%2F", "a.test/a-%2F"),
        ("a.test/X/*/Y", "a.test/X/*/Y"),
        ("a.test/x/../y", "a.test/y"),
        ("a.test/x*", "a.test/x*"),
        ("a.test/*", "a.test/*"),
        ("a.test/ü", "a.test/%C3%BC"),
        ("a.test\\x", "a.test/x"),
        # query
        ("a.test?q=1", "a.test/?q=1"),
        ("a.test/?q=1", "a.test/?q=1"),
        ("a.test/x?q=1", "a.test/x?q=1"),
        ("a.test/x/?q=1", "a.test/x?q=1"),
        ("a.test/x?", "a.test/x"),
        ("a.test?q=//%61", "a.test/?q=//a"),
        ("a.test/x?q='", "a.test/x?q=%27"),
        # wildcards in the host
        ("bank.*", "bank.*"),
        ("BANK.*", "bank.*"),
        ("*shop*.test", "*shop*.test"),
        ("a.*.test", "a.*.test"),
        # only and app
        ("only:a.test", "only:a.test"),
        ("Only : https://www.a.test/x/", "only:a.test/x"),
        ("only: *.a.test:8080", "only:a.test:8080"),
        ("app:com.example.bank", "app:com.example.bank"),
        ("APP: com.Example.bank_2", "app:com.Example.bank_2"),
    ],
)
def test_an_entry_is_kept_as(entry: str, rule: str) -> None:
    assert str(parse_rule(entry)) == rule
    assert str(parse_rule(rule)) == rule


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("", "no site"),
        ("   ", "no site"),
        ("# only a comment", "no site"),
        ("only:", "no site"),
        ("app: ", "no site"),
        ("a b.test", "spaces"),
        ("a.test/x y", "spaces"),
        ("a.test\u00a0b", "spaces"),
        ("a.test\nb.test", "spaces"),
        ("a.test\x00", "control"),
        ("a.te\u200bst", "control"),
        ("ftp://a.test", "only web pages"),
        ("file:///x", "only web pages"),
        ("chrome://settings", "only web pages"),
        ("view-source://a.test", "only web pages"),
        ("javascript:alert(1)", "port"),
        ("view-source:http://a.test", "port"),
        ("about:blank", "port"),
        ("user@a.test", "user name"),
        ("http://user:pw@a.test/", "user name"),
        ("a.test:65536", "port"),
        ("a.test:99999", "port"),
        ("a.test:1234567890123", "port"),
        ("a.test:x", "port"),
        ("a.test:*", "port"),
        ("a.test:-1", "port"),
        ("a.test:\u0661", "port"),
        ("a:b:c", "port"),
        ("*", "every site"),
        ("*.*", "every site"),
        ("**", "every site"),
        ("*.", "every site"),
        (".", "every site"),
        ("...", "every site"),
        ("*://*/*", "every site"),
        ("only:*", "every site"),
        (":80", "no site name"),
        ("/x", "no site name"),
        ("//a.test", "no site name"),
        ("?q=1", "no site name"),
        ("http://", "no site name"),
        ("%%%", "no site name"),
        ("a<b.test", "no site name"),
        ("1.2.3.4.5", "no site name"),
        ("256.1.1.1", "no site name"),
        ("[::1", "no site name"),
        ("[::g]", "no site name"),
        ("[*::1]", "holds only|hold only|no site name"),
        ("a%2Ab.test", "no site name"),
        ("a..*", "no site name"),
        ("bü*cher.test", "hold only"),
        ("a%41*.test", "hold only"),
        ("\uff11.*.0.1", "no site name"),
        ("*.127.0.0.1", "IP address"),
        ("*.1", "IP address"),
        ("app:chrome", "package"),
        ("app:com.*", "package"),
        ("app:com.example/x", "package"),
        ("only:app:com.example", "port"),
        ("x" * (MOST_CHARS + 1), "longer"),
    ],
)
def test_an_entry_that_is_no_rule_is_refused_with_a_reason(entry: str, reason: str) -> None:
    with pytest.raises(BadRule, match=reason):
        parse_rule(entry)


def test_a_rule_of_exactly_the_most_characters_is_one() -> None:
    entry = "a.test/" + "x" * (MOST_CHARS - 7)
    assert str(parse_rule(entry)) == entry
    assert str(parse_rule(f"only: {entry}  # and a long comment on it")) == f"only:{entry}"


@pytest.mark.parametrize(
    ("rule", "url", "is_blocked"),
    [
        # host: the site and everything below it
        ("a.test", "http://a.test/", True),
        ("a.test", "https://a.test/", True),
        ("a.test", "https://a.test/any/where?q#h", True),
        ("a.test", "http://b.a.test/", True),
        ("a.test", "http://c.b.a.test/", True),
        ("a.test", "http://www.a.test/", True),
        ("a.test", "http://A.TEST./", True),
        ("a.test", "http://user:pw@a.test/", True),
        ("a.test", "http://ba.test/", False),
        ("a.test", "http://a.tests/", False),
        ("a.test", "http://test/", False),
        ("a.test", "http://a.test.b.test/", False),
        ("a.test", "http://b.test/a.test", False),
        ("a.test", "http://b.test/?u=http://a.test", False),
        ("a.test", "http://b.test/#http://a.test", False),
        ("a.test", "http://a-test/", False),
        ("b.a.test", "http://b.a.test/", True),
        ("b.a.test", "http://c.b.a.test/", True),
        ("b.a.test", "http://a.test/", False),
        ("www.a.test", "http://a.test/", True),
        ("*.a.test", "http://a.test/", True),
        ("www.com", "http://www.com/", True),
        ("www.com", "http://x.com/", False),
        ("localhost", "http://localhost/", True),
        ("localhost", "http://x.localhost:3000/", True),
        ("bücher.test", "http://xn--bcher-kva.test/", True),
        ("xn--bcher-kva.test", "http://bücher.test/", True),
        ("bücher.test", "http://bucher.test/", False),
        # port
        ("a.test", "http://a.test:8080/", True),
        ("a.test:8080", "http://a.test:8080/x", True),
        ("a.test:8080", "http://b.a.test:8080/", True),
        ("a.test:8080", "http://a.test:8081/", False),
        ("a.test:8080", "http://a.test/", False),
        ("a.test:80", "https://a.test/", True),
        ("a.test:443", "http://a.test:8080/", True),
        # path: a prefix, up to a boundary
        ("a.test/x", "http://a.test/x", True),
        ("a.test/x", "http://a.test/x/", True),
        ("a.test/x", "http://a.test/x/y", True),
        ("a.test/x", "http://a.test/x?q", True),
        ("a.test/x", "http://a.test/x;s=1", True),
        ("a.test/x", "http://a.test/x&y", True),
        ("a.test/x", "http://a.test/x#y", True),
        ("a.test/x", "http://b.a.test/x", True),
        ("a.test/x", "http://a.test/xy", False),
        ("a.test/x", "http://a.test/x-y", False),
        ("a.test/x", "http://a.test/x.html", False),
        ("a.test/x", "http://a.test/x%2Fy", False),
        ("a.test/x", "http://a.test/", False),
        ("a.test/x", "http://a.test/y/x", False),
        ("a.test/x", "http://a.test/?/x", False),
        ("a.test/x/", "http://a.test/x", True),
        ("a.test/x/y", "http://a.test/x/y/z", True),
        ("a.test/x/y", "http://a.test/x", False),
        # path: one spelling for all of its spellings
        ("a.test/x", "http://a.test/X", True),
        ("a.test/X", "http://a.test/x", True),
        ("a.test/x", "http://a.test/%78", True),
        ("a.test/%78", "http://a.test/x", True),
        ("a.test/x", "http://a.test//x", True),
        ("a.test//x", "http://a.test/x", True),
        ("a.test/x/y", "http://a.test/x//y", True),
        ("a.test/x", "http://a.test/y/../x", True),
        ("a.test/x", "http://a.test/y/%2e%2E/x", True),
        ("a.test/x", "http://a.test\\x", True),
        ("a.test/x", "http://a.test/%2578", False),
        ("a.test/ü", "http://a.test/%c3%bc", True),
        ("a.test/%c3%BC", "http://a.test/ü", True),
        ("a.test/a+b(c)", "http://a.test/a+b(c)/d", True),
        ("a.test/a+b(c)", "http://a.test/aab(c)", False),
        ("a.test/a.b", "http://a.test/axb", False),
        # wildcard in the path: any run
        ("a.test/x*", "http://a.test/x", True),
        ("a.test/x*", "http://a.test/xy", True),
        ("a.test/x*", "http://a.test/x/y?z", True),
        ("a.test/x*", "http://a.test/yx", False),
        ("a.test/x/*", "http://a.test/x/y", True),
        ("a.test/x/*", "http://a.test/x/", True),
        ("a.test/x/*", "http://a.test/x", False),
        ("a.test/*", "http://a.test/", True),
        ("a.test/*/x", "http://a.test/y/x", True),
        ("a.test/*/x", "http://a.test/y/z/x/w", True),
        ("a.test/*/x", "http://a.test/y/xx/x", True),
        ("a.test/*/x", "http://a.test/y/xx", False),
        ("a.test/*/x", "http://a.test/x", False),
        ("a.test/*x", "http://a.test/x", True),
        ("a.test/*x", "http://a.test/ax/b", True),
        ("a.test/*.pdf", "http://a.test/d/e.pdf", True),
        ("a.test/*.pdf", "http://a.test/d/e.pdf?x", True),
        ("a.test/*.pdf", "http://a.test/d/e.pdfx", False),
        ("a.test/a*b*c", "http://a.test/abbcc", True),
        ("a.test/a*b*c", "http://a.test/acb", False),
        ("a.test/a**c", "http://a.test/abc", True),
        ("a.test/*token=", "http://a.test/?token=", True),
        # query
        ("a.test?q=1", "http://a.test/?q=1", True),
        ("a.test?q=1", "http://a.test?q=1&r=2", True),
        ("a.test?q=1", "http://a.test/?q=12", False),
        ("a.test?q=1", "http://a.test/?r=2&q=1", False),
        ("a.test?q=1", "http://a.test/x?q=1", False),
        ("a.test/x?q=1", "http://a.test/x?q=1;r", True),
        ("a.test/x?q=1", "http://a.test/x/?q=1", True),
        ("a.test/x/?q=1", "http://a.test/x?q=1", True),
        ("a.test/x?q=1", "http://a.test/x", False),
        ("a.test/x?q=a", "http://a.test/x?q=%61", True),
        ("a.test/x?q=a", "http://a.test/x?Q=A", True),
        ("a.test/x?q=*", "http://a.test/x?q=anything", True),
        ("a.test/x?*q=1", "http://a.test/x?r=2&q=1", True),
        # wildcard in the host: within a label, but a last label of its own is any ending
        ("*shop*.test", "http://shop.test/", True),
        ("*shop*.test", "http://myshop-eu.test/", True),
        ("*shop*.test", "http://a.myshop.test/", True),
        ("*shop*.test", "http://shop.a.test/", False),
        ("*shop*.test", "http://shop.tests/", False),
        ("a*.test", "http://ab.test/", True),
        ("a*.test", "http://ba.test/", False),
        ("a*.test", "http://x.ab.test/", True),
        ("*a.test", "http://ba.test/", True),
        ("a.*.test", "http://a.b.test/", True),
        ("a.*.test", "http://x.a.b.test/", True),
        ("a.*.test", "http://a.b.c.test/", False),
        ("a.*.test", "http://a.test/", False),
        ("bank.*", "http://bank.test/", True),
        ("bank.*", "http://bank.co.test/", True),
        ("bank.*", "http://www.bank.test/", True),
        ("bank.*", "http://bank/", False),
        ("bank.*", "http://mybank.test/", False),
        ("bank.*", "http://bank.test./", True),
        ("bank.*:81/x", "http://bank.test:81/x", True),
        ("bank.*:81/x", "http://bank.test/x", False),
        # IP addresses: no subdomains; every spelling is the one address
        ("127.0.0.1", "http://127.0.0.1:5173/", True),
        ("127.0.0.1", "http://2130706433/", True),
        ("127.0.0.1", "http://0x7f.1/", True),
        ("127.0.0.1", "http://[::ffff:7f00:1]/", True),
        ("[::ffff:7f00:1]", "http://127.0.0.1/", True),
        ("127.0.0.1", "http://127.0.0.11/", False),
        ("127.0.0.1", "http://x.127.0.0.1.test/", False),
        ("[::1]", "http://[0:0::1]/", True),
        ("[::1]", "http://[::2]/", False),
        ("[::1]:81", "http://[::1]:81/x", True),
        ("[::1]:81", "http://[::1]/x", False),
        ("192.168.*.*", "http://192.168.1.20/", True),
        ("192.168.*", "http://192.168.1.20/", True),
        ("192.168.1.*", "http://192.168.2.1/", False),
        ("10.*", "http://5.10.3.4/", False),
        ("10.*", "http://10.3.4.5/", True),
        # what is inside
        ("a.test", "view-source:http://a.test/", True),
        ("a.test", "view-source:view-source:http://a.test/", True),
        ("a.test", "blob:http://a.test/3f0c", True),
        ("a.test", "filesystem:http://a.test/temporary/x", True),
        ("a.test", "view-source:http://b.test/", False),
        ("a.test", "blob:null/3f0c", False),
        # no host of their own, or no web page
        ("a.test", "about:blank", False),
        ("a.test", "data:text/html,http://a.test/", False),
        ("a.test", "javascript:location='http://a.test'", False),
        ("a.test", "file://a.test/x", False),
        ("a.test", "content://a.test/x", False),
        ("a.test", "chrome://a.test/x", False),
        ("a.test", "chrome-error://chromewebdata/", False),
        # what cannot be read
        ("a.test", "", True),
        ("a.test", "b.test", True),
        ("a.test", "http://b c.test/", True),
        ("a.test", "http://b.test/\ud800", True),
        # other effects
        ("app:com.example.a", "http://a.example.com/", False),
        ("only: a.test", "http://a.test/", False),
        ("only: a.test", "http://b.test/", True),
    ],
)
def test_a_rule_speaks_of_a_page(rule: str, url: str, is_blocked: bool) -> None:
    assert (Rules.parse(rule).check(url) is not None) is is_blocked


ALLOWED = "only: good.test\nonly: docs.test/open\ngood.test/admin\n"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://good.test/", None),
        ("http://x.good.test/y", None),
        ("view-source:http://good.test/", None),
        ("http://good.test/admin", "rule"),
        ("http://docs.test/open/x", None),
        ("http://docs.test/", "only"),
        ("http://docs.test/open%2f..%2fshut", "only"),
        ("http://other.test/", "only"),
        ("https://other.test/", "only"),
        ("blob:http://other.test/x", "only"),
        ("file:///sdcard/x", "only"),
        ("content://media/1", "only"),
        ("chrome://history/", "only"),
        ("market://details?id=x", "only"),
        ("about:blank", None),
        ("data:text/html,x", None),
        ("chrome-native://newtab/", None),
        ("chrome-error://chromewebdata/", None),
        ("http://b c.test/", "unparsable"),
    ],
)
def test_with_an_allow_list_what_it_does_not_name_is_refused(url: str, why: str | None) -> None:
    refusal = Rules.parse(ALLOWED).check(url)
    assert (refusal and refusal.why) == why


def test_in_an_allow_list_a_last_star_is_one_label_so_that_it_lets_in_no_more() -> None:
    rules = Rules.parse("only: bank.*")
    assert rules.check("http://bank.test/") is None
    assert rules.check("http://bank.evil.test/") == Refusal("only")


def test_an_only_line_with_a_mistake_still_makes_it_an_allow_list() -> None:
    rules = Rules.parse("only: exa mple.test\nblocked.test")
    assert rules.check("http://other.test/") == Refusal("only")


def test_the_first_rule_that_fits_is_named() -> None:
    rules = Rules.parse("b.test\na.test/x\na.test\n")
    assert rules.check("http://a.test/x/y") == Refusal("rule", parse_rule("a.test/x"))
    assert rules.check("http://a.test/y") == Refusal("rule", parse_rule("a.test"))


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n", "app:com.example.bank\n"])
def test_a_list_that_speaks_of_no_page_refuses_none(text: str) -> None:
    rules = Rules.parse(text)
    assert not rules.speaks_of_pages
    assert rules.check("http://a.test/") is None
    assert rules.check("no address at all") is None


def test_lines_keep_their_numbers_and_a_mistake_is_skipped_with_its_reason() -> None:
    rules = Rules.parse("# mine\r\n\r\na.test  # bank\r\nftp://b.test\r\nonly:c.test\r\n")
    found = [(x.number, x.text, x.rule and x.rule.effect, x.problem) for x in rules.lines]
    assert found == [
        (3, "a.test", Effect.BLOCK, ""),
        (4, "ftp://b.test", None, "only web pages (http and https) can be named"),
        (5, "only:c.test", Effect.ONLY, ""),
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a.test\n" * (MOST_RULES + 1), "501 rules"),
        ("a.test\n" + "b" * (MOST_CHARS + 1), "line 2 is longer"),
        ("a.test\nonly: " + "b" * (MOST_CHARS + 1), "line 2 is longer"),
        ("a.test\n".encode("utf-16-le").decode(), "not plain text"),
        ('["a.test", \n "b.test"]', "not one of its 2 lines"),
        ("*", "not one of its 1 lines"),
    ],
)
def test_a_list_over_a_limit_or_of_another_format_is_refused_as_a_whole(
    text: str, why: str
) -> None:
    with pytest.raises(BadList, match=why) as told:
        Rules.parse(text)
    assert "test" not in str(told.value)


def test_a_list_of_exactly_the_most_rules_and_many_comments_is_one() -> None:
    assert len(Rules.parse("# why\na.test\n\n" * MOST_RULES).lines) == MOST_RULES


# properties


@given(ENTRY)
@example("*.www.*.www.a.test")
@settings(max_examples=500, deadline=None)
def test_a_rule_in_normal_form_is_its_own_normal_form(entry: str) -> None:
    try:
        rule = parse_rule(entry)
    except BadRule:
        return
    assert len(str(rule)) > MOST_CHARS or parse_rule(str(rule)) == rule


@given(ENTRY, LABEL)
@settings(max_examples=300, deadline=None)
def test_a_rule_without_stars_blocks_the_page_it_names_and_what_is_below(
    entry: str, label: str
) -> None:
    try:
        rule = parse_rule(entry)
    except BadRule:
        return
    assume(rule.effect is Effect.BLOCK and "*" not in str(rule))
    rules = Rules.parse(str(rule))
    assert rules.check(f"http://{rule}")
    assert rules.check(f"http://{rule}/{label}") or rule.query
    assert rules.check(f"https://{label}.{rule}") or parse_url(f"http://{rule}").is_number


@given(st.text("ab/", max_size=30), st.text("ab*/", max_size=10))
@settings(max_examples=500, deadline=None)
def test_stars_mean_what_a_plain_search_says(path: str, pattern: str) -> None:
    rule = parse_rule(f"a.test/{pattern}")
    url = f"http://a.test/{path}"
    assert bool(Rules.parse(str(rule)).check(url)) is slowly(rule.path, parse_url(url).path)


def slowly(pattern: str, text: str, bound: Literal["/?&;"] = "/?&;") -> bool:
    """Match by trying everything: short, slow and plainly right."""
    if not pattern:
        return not text or text[0] in bound
    if pattern == "*":
        return True
    if pattern[0] == "*":
        return any(slowly(pattern[1:], text[n:]) for n in range(len(text) + 1))
    return text[:1] == pattern[0] and slowly(pattern[1:], text[1:])


def test_no_rule_and_no_address_together_take_long() -> None:
    rules = Rules.parse("a.test/" + "*a" * 95 + "b\n" + "*a" * 30 + "b.test\n")
    assert rules.check("http://a.test/" + "a" * 200_000) is None
    assert rules.check("http://" + "a" * 200_000 + ".test/") is None


# what Chrome stops before we judge


def _stopped(url: str, patterns: tuple[str, ...]) -> bool:
    """Match as Chrome does: the whole address, `*` any run."""
    return any(
        re.fullmatch(".*".join(map(re.escape, p.split("*"))), url, re.DOTALL) for p in patterns
    )


@pytest.mark.parametrize(
    ("rule", "url"),
    [
        ("a.test", "http://a.test/"),
        ("a.test", "https://user:pw@x.a.test.:8080/p?q"),
        ("www.a.test/x", "http://a.test/x"),
        ("bank.*", "http://my.bank.co.uk/"),
        ("*shop*.test", "http://x.myshop-eu.test/"),
        ("10.0.0.1", "http://[::ffff:a00:1]/"),
        ("10.*.*.1", "http://[::ffff:a00:1]/"),
        ("[::1]:80", "http://[::1]:80/"),
        ("bücher.test", "http://xn--bcher-kva.test/"),
        ("only: a.test", "file:///x"),
    ],
)
def test_an_address_that_is_refused_is_stopped_before_it_is_judged(rule: str, url: str) -> None:
    rules = Rules.parse(rule)
    assert rules.check(url)
    assert _stopped(url, rules.patterns)


@given(
    st.lists(st.sampled_from(["a", "b", "shop", "1", "127", "0"]), min_size=1, max_size=4),
    st.lists(st.sampled_from(["*", "a", "b*", "*o*", "1", "127", "0"]), min_size=1, max_size=4),
)
def test_the_wildcards_fit_all_that_the_rules_refuse(host: list[str], rule: list[str]) -> None:
    try:
        rules = Rules.parse(".".join(rule))
        page = parse_url(f"http://{'.'.join(host)}/")
    except (BadList, Unparsable):
        assume(False)
        return
    for url in (f"http://{page.host}/", f"http://x.{page.host}:81/p"):
        refusal = rules.check(url)
        if refusal and refusal.why == "rule":  # Chrome asks for nothing that it cannot read
            assert _stopped(url, rules.patterns)


@pytest.mark.parametrize(
    ("text", "package", "why"),
    [
        ("app:com.example.bank", "com.example.bank", "app"),
        ("app:com.example.bank", "com.example.BANK", "app"),
        ("app:com.example.bank", "com.example.bank.pro", None),
        ("bank.test", "com.example.bank", None),
        ("only:bank.test", "com.example.bank", None),
        ("app:com.example.bank", "", "unseen"),
        ("bank.test", "", "unseen"),
        ("only:bank.test", "", "unseen"),
        ("", "", None),
    ],
)
def test_an_app_is_judged_by_its_package_and_what_nobody_can_tell_by_any_rule(
    text: str, package: str, why: str | None
) -> None:
    refusal = Rules.parse(text).check_app(App(package))
    assert (refusal.why if refusal else None) == why
