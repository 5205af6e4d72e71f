"""The blocked sites, as a person lists, changes and tests them in a viewer."""

import pytest

from bridge.errors import UsageFault
from bridge.places import sites_file
from bridge.serve.rulebook import edited


async def test_rules_are_added_listed_and_removed() -> None:
    assert await edited("list", "") == {"rules": []}
    await edited("add", "bank.example")
    told = await edited("add", "shop.example/admin")
    assert [each["rule"] for each in told["rules"]] == ["bank.example", "shop.example/admin"]
    assert [each["line"] for each in told["rules"]] == [1, 2]
    told = await edited("remove", "bank.example")
    assert [each["rule"] for each in told["rules"]] == ["shop.example/admin"]
    with pytest.raises(UsageFault, match="no such rule"):
        await edited("remove", "bank.example")


async def test_what_is_no_rule_is_refused_and_one_in_the_file_is_shown_with_why() -> None:
    with pytest.raises(UsageFault, match="no rule"):
        await edited("add", "two words")
    sites_file().parent.mkdir(parents=True, exist_ok=True)
    sites_file().write_text("bank.example\nftp://x\n", encoding="utf-8")
    good, bad = (await edited("list", ""))["rules"]
    assert good["note"] is None
    assert (bad["rule"], bool(bad["note"])) == ("ftp://x", True)
    assert len((await edited("remove", "ftp://x"))["rules"]) == 1


@pytest.mark.parametrize(
    ("typed", "blocked"),
    [
        ("bank.example", True),
        ("https://www.bank.example/x", True),
        ("view-source:https://bank.example", True),
        ("other.example", False),
        ("https://[", True),
    ],
)
async def test_an_address_is_tested_and_the_rule_named(typed: str, *, blocked: bool) -> None:
    await edited("add", "bank.example")
    test = (await edited("test", typed))["test"]
    assert test["blocked"] is blocked
    if blocked and typed != "https://[":
        assert test["rule"] == "bank.example"
        assert "bank.example" in test["text"]


async def test_an_allow_list_says_so() -> None:
    await edited("add", "only: work.example")
    assert "allowed" in (await edited("test", "play.example"))["test"]["text"]
