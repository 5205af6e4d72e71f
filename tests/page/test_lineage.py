"""Who stands behind a page without a site of its own: tables, no browser."""

import pytest

from bridge.page.lineage import Lineage

SHOP, BANK = "http://shop.test/a", "http://bank.test/b"


@pytest.fixture
def lineage() -> Lineage:
    made = Lineage()
    made.opened("tab", SHOP, None)
    return made


def test_a_page_with_a_site_needs_nobody_behind_it(lineage: Lineage) -> None:
    lineage.opened("popup", BANK, "tab")
    assert lineage.behind("popup") == ()
    assert lineage.behind("tab") == ()


@pytest.mark.parametrize(
    "url", ["", "about:blank", "data:text/html,x", "javascript:1", "blob:null/1", "about:srcdoc"]
)
def test_a_page_without_one_is_its_openers(lineage: Lineage, url: str) -> None:
    lineage.opened("popup", url, "tab")
    assert lineage.behind("popup") == (SHOP,)


@pytest.mark.parametrize(
    "url", ["about:blank", "data:text/html,x", "chrome-error://chromewebdata/"]
)
def test_a_page_without_one_is_of_the_page_before_it(lineage: Lineage, url: str) -> None:
    lineage.moved("tab", url)
    assert lineage.behind("tab") == (SHOP,)


def test_a_chain_of_them_leads_to_the_first_that_has_one(lineage: Lineage) -> None:
    lineage.opened("child", "", "tab")
    lineage.moved("child", "about:blank")
    lineage.opened("grandchild", "about:blank", "child")
    lineage.moved("tab", BANK)
    assert lineage.behind("grandchild") == (SHOP,)


def test_what_is_behind_an_error_page_counts_too(lineage: Lineage) -> None:
    lineage.moved("tab", "chrome-error://chromewebdata/", meant=BANK)
    assert lineage.behind("tab") == (SHOP, BANK)


def test_a_page_that_goes_to_a_site_leaves_its_past_behind(lineage: Lineage) -> None:
    lineage.moved("tab", "about:blank")
    lineage.moved("tab", BANK)
    lineage.moved("tab", "about:blank")
    assert lineage.behind("tab") == (BANK,)


@pytest.mark.parametrize(
    "url", ["chrome://newtab/", "chrome-native://newtab/", "blob:http://a.test/1"]
)
def test_a_new_tab_and_a_blob_with_a_site_borrow_from_nobody(lineage: Lineage, url: str) -> None:
    lineage.opened("other", url, "tab")
    assert lineage.behind("other") == ()


def test_nobody_is_behind_a_page_that_was_never_seen_or_is_gone(lineage: Lineage) -> None:
    lineage.moved("tab", "about:blank")
    lineage.gone("tab")
    assert lineage.behind("tab") == lineage.behind("never") == ()
    lineage.opened("orphan", "about:blank", "never")
    assert lineage.behind("orphan") == ()
