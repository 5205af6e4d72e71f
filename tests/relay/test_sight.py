"""What a page shows, told by its events: whether it may be seen at every moment."""

from typing import Any

import pytest

from bridge.relay.sight import Sight

TOP, FRAME, OWN, APART = "T", "F", "page's", "frame's"
BANK, SHOP = "http://bank.test/", "http://shop.test/"


def allows(url: str) -> bool:
    return "bank.test" not in url


@pytest.fixture
def sight() -> Sight:
    made = Sight(allows)
    made.begin(TOP, SHOP, may=True)
    made.tree({"frame": {"id": TOP, "url": SHOP}}, OWN)
    return made


def go(sight: Sight, url: str, frame: str = TOP, session: str = OWN, **more: Any) -> None:
    parent = {} if frame == TOP else {"parentId": TOP}
    told = {"frame": {"id": frame, "url": url, **parent, **more}}
    sight.heard("Page.frameNavigated", told, session)


def test_a_page_is_shut_until_it_has_said_what_it_shows() -> None:
    sight = Sight(allows)
    sight.begin(TOP, SHOP, may=True)
    assert not sight.open
    sight.tree({"frame": {"id": TOP, "url": SHOP}}, OWN)
    assert sight.open


def test_a_blocked_document_shuts_it_and_the_next_one_opens_it(sight: Sight) -> None:
    go(sight, BANK)
    assert (sight.open, sight.top_is_open, sight.crossings) == (False, False, 1)
    go(sight, SHOP)
    assert (sight.open, sight.crossings) == (True, 1)


def test_a_page_without_a_site_is_of_whoever_stood_there(sight: Sight) -> None:
    go(sight, "about:blank")
    assert sight.open
    go(sight, BANK)
    for url in ("about:blank", "data:text/html,x", "about:srcdoc"):
        go(sight, url)
        assert not sight.open


def test_a_popup_of_a_blocked_page_is_shut_while_it_is_empty() -> None:
    sight = Sight(allows)
    sight.begin(TOP, "", may=False)
    sight.known = True
    assert not sight.open
    sight.tree({"frame": {"id": TOP, "url": "about:blank"}}, OWN)
    assert not sight.open
    go(sight, SHOP)
    assert sight.open


def test_a_step_within_the_document_counts(sight: Sight) -> None:
    within = {"frameId": TOP, "url": f"{SHOP}bank.test"}
    sight.heard("Page.navigatedWithinDocument", within, OWN)
    assert not sight.open


def test_an_error_page_is_of_the_place_that_was_meant(sight: Sight) -> None:
    go(sight, "chrome-error://chromewebdata/", unreachableUrl=BANK)
    assert not sight.open


def test_one_blocked_frame_shuts_the_page_but_not_its_top(sight: Sight) -> None:
    go(sight, BANK, FRAME)
    assert (sight.open, sight.top_is_open) == (False, True)
    sight.heard("Page.frameDetached", {"frameId": FRAME, "reason": "remove"}, OWN)
    assert sight.open
    go(sight, BANK, FRAME)
    go(sight, SHOP)  # the frames go with the document
    assert sight.open


def test_a_frame_in_a_process_of_its_own_is_not_gone_when_it_leaves_the_pages(
    sight: Sight,
) -> None:
    go(sight, BANK, FRAME, APART)
    sight.heard("Page.frameDetached", {"frameId": FRAME, "reason": "swap"}, OWN)
    assert not sight.open
    sight.left(APART)
    assert sight.open


def test_frames_that_others_know_of_count_too() -> None:
    blocked = True
    sight = Sight(allows, lambda: blocked)
    sight.begin(TOP, SHOP, may=True)
    sight.tree({"frame": {"id": TOP, "url": SHOP}, "childFrames": []}, OWN)
    assert (sight.open, sight.top_is_open) == (False, True)
    blocked = False
    assert sight.open


def test_new_rules_are_heeded_at_once() -> None:
    hosts = {"bank.test"}
    sight = Sight(lambda url: not any(host in url for host in hosts))
    sight.begin(TOP, SHOP, may=True)
    sight.tree({"frame": {"id": TOP, "url": SHOP}}, OWN)
    hosts.add("shop.test")
    sight.again()
    assert (sight.open, sight.crossings) == (False, 1)
    hosts.remove("shop.test")
    sight.again()
    assert sight.open


def test_the_page_is_known_by_its_subtree(sight: Sight) -> None:
    child = {"frame": {"id": FRAME, "parentId": TOP, "url": BANK}}
    sight.tree({"frame": {"id": TOP, "url": SHOP}, "childFrames": [child]}, OWN)
    assert not sight.open


def test_a_page_that_crashed_is_shut_until_it_shows_a_document_again(sight: Sight) -> None:
    sight.crash()
    assert (sight.open, sight.top_is_open, sight.crossings) == (False, True, 0)
    go(sight, SHOP, FRAME)
    assert not sight.open
    go(sight, SHOP)
    assert (sight.open, sight.crashed) == (True, False)
    go(sight, BANK)
    sight.crash()
    assert (sight.open, sight.top_is_open) == (False, False)
    go(sight, "about:blank")
    assert not sight.open


def test_it_is_known_when_the_last_that_was_blocked_went() -> None:
    apart, time = [BANK], 1.0
    sight = Sight(allows, lambda: bool(apart), lambda: time)
    sight.begin(TOP, SHOP, may=True)
    sight.tree({"frame": {"id": TOP, "url": SHOP}}, OWN)
    assert (sight.open, sight.reopened) == (False, float("-inf"))
    apart.clear()
    sight.again()
    assert (sight.open, sight.reopened) == (True, 1.0)
    time = 2.0
    go(sight, BANK, FRAME)
    assert sight.reopened == 1.0
    sight.heard("Page.frameDetached", {"frameId": FRAME}, OWN)
    assert sight.reopened == 2.0
