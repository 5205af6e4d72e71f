"""The table of methods, as data."""

import re
from pathlib import Path

import pytest

from bridge.relay.methods import METHODS, REFUSED, Way, addresses, cookie_address, is_hushed

PROTOCOL = (
    Path(__file__).parents[1] / "fixtures/judge/node_modules/playwright-core/types/protocol.d.ts"
)


def known() -> set[str]:
    if not PROTOCOL.exists():
        pytest.skip("needs `npm ci` in tests/fixtures/judge")
    return set(re.findall(r'"([A-Z]\w+\.\w+)": [\w.]+Parameters', PROTOCOL.read_text("utf-8")))


def test_every_method_in_it_is_one_of_chromes() -> None:
    assert set(METHODS) - known() == set()


@pytest.mark.parametrize(
    ("method", "way"),
    [
        ("Runtime.evaluate", Way.PASS),
        ("Page.navigate", Way.URL),
        ("Fetch.continueRequest", Way.URL),
        ("Target.getTargets", Way.FILTER),
        ("Page.getNavigationHistory", Way.FILTER),
        ("Storage.getCookies", Way.FILTER),
        ("Network.getResponseBody", Way.BODY),
        ("Target.attachToTarget", Way.TARGET),
        ("Target.createTarget", Way.OWN),
        ("Page.navigateToHistoryEntry", Way.OWN),
        ("Page.addScriptToEvaluateOnNewDocument", Way.OWN),
        ("Target.sendMessageToTarget", Way.REFUSE),
        ("Target.exposeDevToolsProtocol", Way.REFUSE),
        ("Target.attachToBrowserTarget", Way.REFUSE),
    ],
)
def test_a_method_is_treated_as_its_kind_asks_for(method: str, way: Way) -> None:
    assert METHODS[method].way is way


def test_whole_domains_that_reach_past_pages_are_not_let_through() -> None:
    let = {name.partition(".")[0] for name, rule in METHODS.items() if rule.way is not Way.REFUSE}
    assert (
        let
        & {
            *("Tethering", "Tracing", "CacheStorage", "ServiceWorker", "SystemInfo", "Autofill"),
            *("Extensions", "PWA", "BackgroundService", "DeviceAccess", "FedCm", "FileSystem"),
            *("HeadlessExperimental", "Profiler", "WebAuthn", "Cast", "SmartCardEmulation"),
        }
        == set()
    )
    assert all(why and not why.endswith(".") for why in REFUSED.values())


def test_only_browser_matters_are_said_to_the_browser_itself() -> None:
    root = {name.partition(".")[0] for name, rule in METHODS.items() if rule.root}
    assert root - {each.partition(".")[0] for each in REFUSED} <= {"Browser", "Storage", "Target"}
    assert not METHODS["Page.navigate"].root
    assert not METHODS["Fetch.enable"].root


@pytest.mark.parametrize(
    ("params", "found"),
    [
        ({}, ()),
        ({"url": "http://a.test/"}, ("http://a.test/",)),
        ({"origin": "http://a.test"}, ("http://a.test",)),
        ({"storageKey": "http://a.test/^0http://b.test"}, ("http://a.test/",)),
        ({"storageId": {"securityOrigin": "http://a.test"}}, ("http://a.test",)),
        ({"storageBucket": {"storageKey": "http://a.test/"}}, ("http://a.test/",)),
        ({"domain": ".a.test", "path": "/in"}, ("https://a.test/in",)),
        (
            {"cookies": [{"domain": "a.test"}, {"url": "http://b.test/"}, "odd"]},
            ("https://a.test/", "http://b.test/"),
        ),
        ({"cookies": "odd", "storageId": "odd"}, ()),
    ],
)
def test_the_addresses_of_a_command_are_found(params: dict[str, object], found: object) -> None:
    assert addresses(params) == found


def test_a_cookie_stands_for_its_site() -> None:
    assert cookie_address({"domain": ".bank.test", "path": "/a"}) == "https://bank.test/a"
    assert cookie_address({"domain": "bank.test"}) == "https://bank.test/"


def test_moves_and_acks_are_kept_out_of_the_log() -> None:
    assert is_hushed("Page.screencastFrameAck", {})
    assert is_hushed("Input.dispatchMouseEvent", {"type": "mouseMoved"})
    assert is_hushed("Input.dispatchTouchEvent", {"type": "touchMove"})
    assert not is_hushed("Input.dispatchTouchEvent", {"type": "touchStart"})
    assert not is_hushed("Runtime.evaluate", {"type": "touchMove"})
