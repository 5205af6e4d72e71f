"""What is taken out of Chrome's answers."""

from collections.abc import Mapping
from typing import Any

import pytest

from bridge.relay import filters

BANK, SHOP = "http://bank.test/", "http://shop.test/"


def allows(url: str) -> bool:
    return "bank.test" not in url


def may_tell(info: Mapping[str, Any]) -> bool:
    return info.get("type") == "page" and allows(str(info.get("url")))


def kept(method: str, result: dict[str, Any]) -> dict[str, Any] | None:
    return filters.kept(method, result, allows, may_tell)


def test_cookies_are_judged_by_their_site() -> None:
    cookies = [{"domain": ".bank.test"}, {"domain": "shop.test"}, {"domain": "www.bank.test"}]
    for method in ("Network.getCookies", "Network.getAllCookies", "Storage.getCookies"):
        assert kept(method, {"cookies": cookies}) == {"cookies": [{"domain": "shop.test"}]}


def test_targets_are_judged_one_by_one() -> None:
    infos = [{"type": "page", "url": BANK}, {"type": "page", "url": SHOP}, {"type": "other"}]
    assert kept("Target.getTargets", {"targetInfos": infos}) == {"targetInfos": [infos[1]]}
    assert kept("Target.getTargetInfo", {"targetInfo": infos[0]}) is None
    assert kept("Target.getTargetInfo", {"targetInfo": infos[1]}) == {"targetInfo": infos[1]}
    frame = {"type": "iframe", "url": BANK}
    assert kept("Target.getTargetInfo", {"targetInfo": frame}) is None


@pytest.mark.parametrize(
    ("urls", "at", "left", "now"),
    [
        ([SHOP, BANK, SHOP], 2, [SHOP, SHOP], 1),
        ([BANK, SHOP], 1, [SHOP], 0),
        ([SHOP, BANK], 0, [SHOP], 0),
        ([BANK], 0, [], 0),
        ([SHOP, SHOP, BANK], 1, [SHOP, SHOP], 1),
    ],
)
def test_the_history_leaves_blocked_places_out(
    urls: list[str], at: int, left: list[str], now: int
) -> None:
    told = kept(
        "Page.getNavigationHistory",
        {"currentIndex": at, "entries": [{"url": url, "userTypedURL": url} for url in urls]},
    )
    assert told is not None
    assert [each["url"] for each in told["entries"]] == left
    assert told["currentIndex"] == now
    typed = {"currentIndex": 0, "entries": [{"url": SHOP, "userTypedURL": BANK}]}
    assert kept("Page.getNavigationHistory", typed) == {"currentIndex": 0, "entries": []}


def test_frames_and_resources_of_blocked_sites_are_left_out() -> None:
    tree = {
        "frame": {"id": "1", "url": SHOP},
        "resources": [{"url": BANK}, {"url": SHOP}],
        "childFrames": [
            {"frame": {"id": "2", "url": BANK}},
            {"frame": {"id": "3", "url": "chrome-error://x/", "unreachableUrl": BANK}},
            {"frame": {"id": "4", "url": SHOP}, "childFrames": [{"frame": {"url": BANK}}]},
        ],
    }
    assert kept("Page.getResourceTree", {"frameTree": tree}) == {
        "frameTree": {
            "frame": {"id": "1", "url": SHOP},
            "resources": [{"url": SHOP}],
            "childFrames": [{"frame": {"id": "4", "url": SHOP}, "childFrames": []}],
        }
    }


def test_other_answers_stay_as_they_are() -> None:
    assert kept("Runtime.evaluate", {"a": BANK}) == {"a": BANK}


def test_it_is_seen_where_requests_and_headers_go() -> None:
    assert filters.destination({"request": {"url": BANK}}) == BANK
    assert filters.destination({"url": "wss://bank.test/"}) == "https://bank.test/"
    assert filters.header_places({"headers": {"Host": "bank.test:1"}}) == ["http://bank.test:1/"]
    assert filters.header_places({"headers": {":authority": "bank.test"}}) == [BANK]
    assert filters.header_places({"headers": {"Location": BANK}}) == [BANK]
    assert filters.header_places({"headers": {"location": "//bank.test/"}}) == [BANK]
    assert filters.header_places({"headers": {"location": "/here"}}) == []
    assert filters.header_places({}) == []
