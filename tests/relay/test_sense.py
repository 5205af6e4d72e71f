"""Whether a command makes sense where it is said."""

import pytest

from bridge.errors import BridgeError
from bridge.relay.methods import REFUSED
from bridge.relay.seat import Seat
from bridge.relay.sense import (
    REOPENED_SECONDS,
    check_flat,
    check_sight,
    is_free,
    rule_of,
    seconds_stale,
)
from bridge.relay.sight import Sight

SHOP, BANK = "http://shop.test/", "http://bank.test/"


def seat(url: str = SHOP, *, known: bool = True) -> Seat:
    sight = Sight(lambda each: "bank" not in each)
    sight.begin("T", url, may=True)
    sight.known = known
    return Seat("S", "T", "page", None, sight)


def test_an_open_page_takes_all_and_what_is_no_page_too() -> None:
    check_sight(seat(), "Runtime.evaluate")
    check_sight(Seat("S", "", "browser"), "Browser.getVersion")


def test_a_shut_page_takes_nothing_and_one_with_a_blocked_frame_a_reload() -> None:
    for method in ("Runtime.evaluate", "Page.reload", "Page.bringToFront"):
        with pytest.raises(BridgeError, match="SITE_BLOCKED"):
            check_sight(seat(BANK), method)
    framed = seat()
    assert framed.sight is not None
    frame = {"frame": {"id": "F", "parentId": "T", "url": BANK}}
    framed.sight.heard("Page.frameNavigated", frame, "S")
    with pytest.raises(BridgeError, match=r"SITE_BLOCKED.*frame"):
        check_sight(framed, "Runtime.evaluate")
    check_sight(framed, "Page.reload")
    check_sight(framed, "Page.navigate")


def test_a_page_that_says_nothing_is_woken_and_its_dialog_answered() -> None:
    silent = seat(known=False)
    with pytest.raises(BridgeError, match="PAGE_UNREACHABLE"):
        check_sight(silent, "Runtime.evaluate")
    for method in ("Page.bringToFront", "Page.handleJavaScriptDialog", "Page.close"):
        assert is_free(silent, method)
        assert not is_free(seat(), method)
    assert is_free(seat(BANK), "Runtime.runIfWaitingForDebugger")
    assert is_free(seat(BANK), "Target.setAutoAttach")
    assert not is_free(silent, "Page.reload")


def test_a_page_that_crashed_says_so_and_can_be_loaded_anew() -> None:
    for url, code in ((SHOP, "TAB_CRASHED"), (BANK, "SITE_BLOCKED")):
        crashed = seat(url)
        assert crashed.sight is not None
        crashed.sight.crash()
        with pytest.raises(BridgeError, match=code):
            check_sight(crashed, "Runtime.evaluate")
        if url == SHOP:
            check_sight(crashed, "Page.reload")
        else:
            with pytest.raises(BridgeError, match=code):
                check_sight(crashed, "Page.reload")


def test_pictures_are_stale_for_a_while_after_a_page_reopened() -> None:
    sight = Sight(lambda _: True)
    assert seconds_stale(sight, 5.0) < 0
    sight.reopened = 4.75
    assert seconds_stale(sight, 5.0) == REOPENED_SECONDS - 0.25


def test_a_method_is_known_and_said_where_it_belongs() -> None:
    assert rule_of("Runtime.evaluate", at_root=False)
    assert rule_of("Storage.getCookies", at_root=True)
    for method, at_root in (("Runtime.evaluate", True), ("Target.getTargets", False)):
        with pytest.raises(BridgeError, match="is not said to"):
            rule_of(method, at_root=at_root)
    for method in REFUSED:
        with pytest.raises(BridgeError, match="UNSUPPORTED"):
            rule_of(method, at_root=True)
    with pytest.raises(BridgeError, match="does not let it through"):
        rule_of("Made.up", at_root=False)


def test_sessions_are_flat() -> None:
    check_flat("Target.attachToTarget", {"flatten": True})
    check_flat("Target.setAutoAttach", {"autoAttach": False})
    for params in ({}, {"flatten": False}, {"autoAttach": True}):
        with pytest.raises(BridgeError, match="UNSUPPORTED"):
            check_flat("Target.attachToTarget", params)
