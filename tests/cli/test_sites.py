"""The person's list of blocked sites, by the command line."""

import pytest

from bridge.places import config_folder
from tests.cli.conftest import Tapbridge


def test_a_list_that_is_not_there_blocks_nothing(tapbridge: Tapbridge) -> None:
    assert tapbridge("sites", "list").out == "No site is blocked.\n"
    assert tapbridge("sites").out == "No site is blocked.\n"
    assert tapbridge("sites", "test", "https://bank.example/").out == "Not blocked.\n"


def test_what_was_added_is_listed_tested_and_removed(tapbridge: Tapbridge) -> None:
    assert tapbridge("sites", "add", "https://www.Bank.example/").out == "Blocked: bank.example\n"
    assert tapbridge("sites", "add", "bank.example").code == 0
    assert tapbridge("sites", "list").out == "bank.example\n"
    said = tapbridge("sites", "test", "https://login.bank.example/in")
    assert said.code == 4
    assert said.err == (
        "SITE_BLOCKED: the rule bank.example blocks it."
        " `tapbridge sites remove 'bank.example'` takes the rule out.\n"
    )
    assert tapbridge("sites", "test", "https://bank.example.org/", "--json").json == {
        "ok": True,
        "data": {"blocked": False},
    }
    assert tapbridge("sites", "remove", "bank.example").out == "Removed: bank.example\n"
    assert tapbridge("sites", "list", "--json").json["data"]["rules"] == []


def test_a_rule_that_is_none_is_an_error_of_usage(tapbridge: Tapbridge) -> None:
    said = tapbridge("sites", "add", "ftp://x.example")
    assert said.code == 1
    assert said.err.startswith("BAD_ARGUMENTS: 'ftp://x.example' is no rule: ")
    assert not (config_folder() / "sites.txt").exists()


def test_a_rule_that_is_not_there_cannot_be_removed(tapbridge: Tapbridge) -> None:
    assert tapbridge("sites", "remove", "bank.example").code == 1


def test_a_line_that_is_no_rule_is_listed_with_its_problem(tapbridge: Tapbridge) -> None:
    config_folder().mkdir(parents=True)
    (config_folder() / "sites.txt").write_text("# mine\nbank.example\nftp://x\n")
    out = tapbridge("sites", "list").out.splitlines()
    assert out[0] == "bank.example"
    assert out[1].startswith("(line 3 is no rule and blocks nothing: ")
    (good, bad) = tapbridge("sites", "list", "--json").json["data"]["rules"]
    assert (good["rule"], bad["rule"], bad["text"]) == ("bank.example", None, "ftp://x")


def test_a_list_that_cannot_be_used_is_named_with_exit_2(tapbridge: Tapbridge) -> None:
    config_folder().mkdir(parents=True)
    (config_folder() / "sites.txt").write_bytes(b"\xff\xfe\x00")
    for words in (("list",), ("test", "https://a.example/"), ("add", "b.example")):
        said = tapbridge("sites", *words)
        assert said.code == 2
        assert said.err.startswith("SITES_INVALID: ")


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("bank.example", 4),
        ("bank.example:8080", 4),
        ("www.bank.example/login?next=http://x.example", 4),
        ("[::1]", 4),
        ("[::1]:8080/a", 4),
        ("shop.example", 0),
        ("localhost:8080", 0),
        ("about:blank", 0),
        ("x.example/?u=https://bank.example", 0),
        ("http://", 4),
    ],
)
def test_a_host_without_a_scheme_is_judged_as_a_web_page(
    tapbridge: Tapbridge, address: str, status: int
) -> None:
    for rule in ("bank.example", "[::1]"):
        assert tapbridge("sites", "add", rule).code == 0
    assert tapbridge("sites", "test", address).code == status


@pytest.mark.parametrize("word", ["bank", "bank/login", "Bank?x"])
def test_a_bare_word_is_no_address_unless_a_rule_names_it(tapbridge: Tapbridge, word: str) -> None:
    for rules in ((), ("other.example",)):
        for rule in rules:
            assert tapbridge("sites", "add", rule).code == 0
        said = tapbridge("sites", "test", word)
        assert said.code == 1
        assert said.err.startswith(f"BAD_ARGUMENTS: {word!r} is no address")
    assert tapbridge("sites", "test", f"http://{word}").out == "Not blocked.\n"
    assert tapbridge("sites", "add", "bank").code == 0
    assert tapbridge("sites", "test", word).code == 4


def test_what_a_new_rule_does_is_said_of_its_kind(tapbridge: Tapbridge) -> None:
    assert tapbridge("sites", "add", "app:com.example.bank").out == (
        "Noted: app:com.example.bank. No tool reaches apps yet.\n"
    )
    assert tapbridge("sites", "add", "only: work.example").out == (
        "Allowed: only:work.example. What no `only:` line names is refused.\n"
    )
    said = tapbridge("sites", "test", "https://a.example/").err
    assert "`tapbridge sites list` shows it" in said
    assert "ask the person" not in said


def test_a_list_that_cannot_be_used_is_named_with_its_folder(tapbridge: Tapbridge) -> None:
    path = config_folder() / "sites.txt"
    path.parent.mkdir(parents=True)
    path.write_text("no rule\n")
    for words in (("list",), ("add", "a.example"), ("test", "https://a.example")):
        said = tapbridge("sites", *words)
        assert said.code == 2
        assert said.err.startswith("SITES_INVALID: ")
        assert f"Repair {path}" in said.err
