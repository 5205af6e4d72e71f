"""Code on a leash: in Chromium it is tried by `test_attacks`, and by Node here."""

import shutil
import subprocess

import pytest

from bridge.addresses import superset
from bridge.relay.leash import is_nothing, leashed

PATTERNS = superset(("bank.test", "*.pay*ments.test", "192.0.2.1"))


@pytest.mark.parametrize(
    ("code", "nothing"),
    [
        ("", True),
        ("  \n", True),
        ("//# sourceURL=tool:internal", True),
        ("// a\n  // b\n", True),
        ("// a\nb()", False),
        ("1", False),
        ("/* a */ 1", False),
        ("//\u2028b()", False),
        ("// a\u2029b()", False),
        ("/" * 200 + "\na()", False),
        ("// " * 100_000 + "\na()", False),
    ],
)
def test_what_does_nothing_is_left_as_it_is(code: str, nothing: bool) -> None:
    assert is_nothing(code) is nothing
    if nothing:
        assert leashed(code, PATTERNS) == code
        assert leashed(code, ("*",)) == code


def test_without_rules_there_is_no_leash_and_with_an_allow_list_no_code() -> None:
    assert leashed("a()", ()) == "a()"
    assert leashed("a()", ("*",)) is None


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
@pytest.mark.parametrize(
    ("href", "origin", "above", "runs"),
    [
        ("http://shop.test/", "http://shop.test", [], True),
        ("http://bank.test:8/a", "http://bank.test:8", [], False),
        ("http://WWW.BANK.TEST/", "", [], False),
        ("about:blank", "http://bank.test", [], False),
        ("about:srcdoc", "null", ["http://shop.test", "http://bank.test"], False),
        ("http://a.pay1ments.test/", "", [], False),
        ("http://bankXtest/", "", [], True),
        ("http://[::ffff:c000:201]/", "", [], False),
        ("http://192.0.2.1/", "", [], False),
    ],
)
def test_it_ends_before_the_first_statement_where_a_wildcard_fits(
    href: str, origin: str, above: list[str], runs: bool
) -> None:
    code = leashed("const own = 1; ran = own", PATTERNS)
    world = f"""
        const vm = require("vm");
        const world = vm.createContext({{location: {{href: {href!r}, ancestorOrigins: {above}}},
          self: {{origin: {origin!r}}}, ran: 0}});
        try {{ vm.runInContext({code!r}, world); }} catch (e) {{ if (e !== 0) throw e; }}
        console.log(world.ran);
    """
    done = subprocess.run(["node", "-e", world], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ("1" if runs else "0")
