"""Where a person allows code, and what they keep of it."""

import json
import stat
from pathlib import Path

import pytest

from bridge.errors import BridgeError, SiteBlocked, UsageFault
from bridge.live import MOST_DOCUMENTS, MOST_KEPT, MOST_NAMES, Code, Injected, Live, blocked_in_part
from bridge.sites import Rules

SHOP = "https://shop.test"


@pytest.fixture
def live(tmp_path: Path) -> Live:
    (tmp_path / "live.txt").write_text("shop.test\nonly.test:8080\n")
    return Live(tmp_path / "live.txt", tmp_path / "sites.txt", tmp_path / "live.json")


def refusal(live: Live, origin: str) -> str:
    try:
        live.check(origin)
    except BridgeError as fault:
        return fault.code
    return "free"


@pytest.mark.parametrize(
    ("origin", "code"),
    [
        (SHOP, "free"),
        ("http://shop.test:81", "free"),
        ("https://my.shop.test", "free"),
        ("https://notshop.test", "LIVE_OFF"),
        ("https://shop.test.evil.test", "LIVE_OFF"),
        ("http://only.test:8080", "free"),
        ("http://only.test", "LIVE_OFF"),
        ("null", "LIVE_OFF"),
        ("about:blank", "LIVE_OFF"),
        ("file://", "LIVE_OFF"),
        ("chrome://settings", "LIVE_OFF"),
        ("", "LIVE_OFF"),
    ],
)
def test_code_is_allowed_on_named_sites_alone(live: Live, origin: str, code: str) -> None:
    assert refusal(live, origin) == code


def test_without_a_list_it_is_off_and_a_spoiled_list_is_no_yes(tmp_path: Path, live: Live) -> None:
    (tmp_path / "live.txt").write_bytes(b"\xff\xfe")
    assert refusal(live, SHOP) == "SITES_INVALID"
    (tmp_path / "live.txt").unlink()
    assert refusal(live, SHOP) == "LIVE_OFF"


@pytest.mark.parametrize(
    ("rules", "blocked"),
    [
        ("", False),
        ("other.test", False),
        ("app:com.shop", False),
        ("shop.test", True),
        ("shop.test/account", True),
        ("shop.*/account", True),
        ("test/x", True),
        ("shop.test:8080/x", False),
        ("my.shop.test", False),
        ("only:shop.test", False),
        ("only:shop.test/free", True),
        ("only:shop.test/free\nonly:shop.test", False),
        ("only:other.test", True),
        ("only:shop.test\nshop.test/account", True),
    ],
)
def test_a_site_counts_as_blocked_when_any_address_of_it_is(rules: str, blocked: bool) -> None:
    assert blocked_in_part(Rules.parse(rules), SHOP) is blocked


def test_what_is_blocked_in_part_takes_no_code(live: Live, tmp_path: Path) -> None:
    (tmp_path / "sites.txt").write_text("shop.test/account\n")
    with pytest.raises(SiteBlocked):
        live.check(SHOP)


def test_functions_are_those_of_their_document_and_of_who_brought_them() -> None:
    injected = Injected()
    one, other = ("tab", "one", "me"), ("tab", "other", "me")
    injected.put(one, Code("f", "() => 1", SHOP))
    injected.put(one, Code("f", "() => 2", SHOP))
    injected.put(other, Code("f", "() => 3", SHOP))
    injected.put(("tab", "one", "you"), Code("f", "() => 4", SHOP))
    assert injected.get(one, "f") == Code("f", "() => 2", SHOP)
    assert injected.get(("tab", "one", "you"), "f") == Code("f", "() => 4", SHOP)
    assert injected.get(("tab", "none", "me"), "f") is None
    assert injected.get(("tab", "one", "they"), "f") is None
    assert injected.names(one) == ("f",)
    assert injected.newest("f") == Code("f", "() => 4", SHOP)  # it was used last
    assert injected.get(one, "f") == injected.newest("f")
    assert injected.newest("g") is None


def test_what_a_navigation_dropped_is_known_to_who_brought_it() -> None:
    injected = Injected()
    injected.put(("tab", "one", "me"), Code("f", "() => 1", SHOP))
    assert injected.was(("tab", "two", "me"), "f")
    for place, name in (
        (("tab", "two", "me"), "g"),
        (("tab", "two", "you"), "f"),
        (("other", "two", "me"), "f"),
    ):
        assert not injected.was(place, name)


def test_only_so_many_are_known() -> None:
    injected = Injected()
    place = ("tab", "one", "me")
    for number in range(MOST_NAMES + 1):
        injected.put(place, Code(f"f{number}", "() => 1", SHOP))
    assert len(injected.names(place)) == MOST_NAMES
    assert injected.get(place, "f0") is None
    for number in range(MOST_DOCUMENTS):
        injected.put(("tab", str(number), "me"), Code("f", "() => 1", SHOP))
    assert injected.names(place) == ()


def test_what_is_kept_is_for_its_site_and_this_user_alone(live: Live, tmp_path: Path) -> None:
    assert live.kept() == ()
    live.keep(Code("f", "() => 1", SHOP))
    live.keep(Code("f", "() => 2", "https://other.test"))
    live.keep(Code("f", "() => 3", SHOP))
    assert live.find("f", SHOP) == Code("f", "() => 3", SHOP)
    assert live.find("f", "https://none.test") is None
    assert live.find("f") == Code("f", "() => 3", SHOP)
    assert stat.S_IMODE((tmp_path / "live.json").stat().st_mode) == 0o600
    assert live.remove("f") == 2
    assert live.remove("f") == 0


def test_what_was_changed_behind_the_persons_back_is_not_kept(live: Live, tmp_path: Path) -> None:
    live.keep(Code("f", "() => 1", SHOP))
    path = tmp_path / "live.json"
    (row,) = json.loads(path.read_text())
    for change in ({"code": "() => 2"}, {"name": "a b"}, {"origin": 5}, {"sha256": None}):
        path.write_text(json.dumps([{**row, **change}]))
        assert live.kept() == ()


def test_there_is_an_end_to_keeping(live: Live) -> None:
    for number in range(MOST_KEPT):
        live.keep(Code(f"f{number}", "() => 1", SHOP))
    with pytest.raises(UsageFault):
        live.keep(Code("g", "() => 1", SHOP))
    live.keep(Code("f0", "() => 2", SHOP))
