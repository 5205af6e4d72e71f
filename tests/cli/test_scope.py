"""What agents' work is about, said by a person at the command line."""

import pytest

from bridge.places import scope_file
from tests.cli.conftest import Tapbridge
from tests.serve.conftest import Apart


def test_without_a_site_no_scope_is_set(tapbridge: Tapbridge) -> None:
    assert tapbridge("scope").out.startswith("No scope is set: ")
    assert tapbridge("scope", "list", "--json").json["data"]["sites"] == []


def test_what_was_added_is_listed_and_removed(tapbridge: Tapbridge) -> None:
    assert tapbridge("scope", "add", "https://www.Shop.example/").out == "In scope: shop.example\n"
    assert tapbridge("scope", "add", "docs.example/guide").code == 0
    assert tapbridge("scope").out == "shop.example\ndocs.example/guide\n"
    assert tapbridge("scope", "remove", "shop.example").out == "Out of scope: shop.example\n"
    assert tapbridge("scope", "list").out == "docs.example/guide\n"
    assert tapbridge("scope", "remove", "shop.example").code == 1


@pytest.mark.parametrize("site", ["ftp://x.example", "only:shop.example", "app:com.example", "*"])
def test_what_is_no_site_is_an_error_of_usage(tapbridge: Tapbridge, site: str) -> None:
    said = tapbridge("scope", "add", site)
    assert said.code == 1
    assert said.err.startswith(f"BAD_ARGUMENTS: '{site}' is no site: ")
    assert not scope_file().exists()


def test_a_tab_is_pinned_and_let_go(tapbridge: Tapbridge, daemon: Apart) -> None:
    assert tapbridge("scope", "pin").out.startswith("The agent stays in its tab: ")
    assert tapbridge("scope", "pin", "--serial", "s", "--json").json["data"]["pinned"] == ["", "s"]
    assert tapbridge("scope", "unpin", "--serial", "s").out.startswith(
        "All phones' tabs are pinned"
    )
    assert tapbridge("scope", "unpin").out == "The agent may change tabs.\n"
    assert tapbridge("scope", "unpin").out == "No tab was pinned.\n"
    assert tapbridge("scope", "pin", "--serial", "s", "--json").json["data"]["pinned"] == ["s"]
    assert tapbridge("scope", "unpin", "--serial", "t").out == "No tab was pinned.\n"
    assert tapbridge("scope", "unpin", "--serial", "s").out == "The agent may change tabs.\n"
