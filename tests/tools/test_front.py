"""Native screens and the guard: apps by name, browsers by the page they show."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bridge.errors import SiteBlocked
from bridge.guard import Guard
from bridge.native.screen import Screen
from bridge.tools.front import Fronts
from tests.native._device import Device
from tests.tools._pages import serving
from tests.tools.conftest import Call, Refuse

CHROME = "com.android.chrome"
SETTINGS = "com.android.settings"


@pytest.fixture(autouse=True)
async def _chrome_is_back(phone: Any, sites: Path) -> AsyncIterator[None]:
    yield
    sites.write_text("")
    phone.ask("/front", {"package": CHROME})


async def test_a_blocked_app_is_neither_read_nor_touched(
    phone: Any, call: Call, refuse: Refuse, sites: Path
) -> None:
    phone.ask("/front", {"package": SETTINGS})
    assert "Display" in (await call("phone_tree")).text
    sites.write_text(f"app:{SETTINGS}\n")
    phone.ask("/shell/reset", {})
    for name, args in (
        ("phone_tree", {}),
        ("phone_find", {"text": "Display"}),
        ("phone_screenshot", {}),
        ("phone_tap", {"text": "Display"}),
        ("phone_key", {"keys": "down"}),
        ("phone_swipe", {"direction": "down"}),
        ("phone_type", {"text": "x"}),
        ("phone_back", {}),
    ):
        refused = await refuse(name, **args)
        assert refused.code == "SITE_BLOCKED", name
        assert "Display" not in refused.sentence()
        assert SETTINGS not in refused.sentence()
    assert not any("&& input" in each for each in phone.ask("/shell")["commands"])


async def test_an_app_that_a_tap_opens_is_judged_before_its_screen_is_shown(
    phone: Any, call: Call, refuse: Refuse, sites: Path
) -> None:
    sites.write_text(f"app:{SETTINGS}\n")
    await call("phone_key", keys="home", observe=False)
    refused = await refuse("phone_tap", text="Settings")
    assert refused.code == "SITE_BLOCKED"
    assert "Display" not in refused.sentence()


async def test_a_browser_is_judged_by_the_page_it_shows(
    phone: Any, call: Call, refuse: Refuse, sites: Path
) -> None:
    phone.ask("/front", {"package": CHROME})
    await call("page_navigate", url=phone.page("login.html"))
    sites.write_text("blocked.test\n")
    assert "webview" in (await call("phone_tree")).text
    sites.write_text("shop.test\n")
    for name, args in (
        ("phone_tree", {}),
        ("phone_screenshot", {}),
        ("phone_tap", {"x": 5, "y": 5}),
        ("phone_key", {"keys": "tab"}),
    ):
        assert (await refuse(name, **args)).code == "SITE_BLOCKED", name


async def test_a_blocked_frame_in_a_free_page_keeps_the_screen_from_being_read(
    phone: Any, call: Call, refuse: Refuse, sites: Path
) -> None:
    with serving() as pages:
        inner = pages.put("/in", "<button>Sign in</button>", "blocked.test")
        top = f"<meta name=viewport content='width=device-width'><iframe src='{inner}'></iframe>"
        await call("page_navigate", url=pages.put("/top", top))
        await call("page_wait", text="Sign in")
    sites.write_text("other.test\n")
    assert (await call("phone_screenshot")).pictures
    sites.write_text("blocked.test\n")
    for name, args in (("phone_screenshot", {}), ("phone_tap", {"x": 50, "y": 50})):
        assert (await refuse(name, **args)).code == "SITE_BLOCKED", name


async def test_a_page_that_the_person_switched_to_counts_whatever_tab_the_agent_has(
    phone: Any, call: Call, refuse: Refuse, sites: Path
) -> None:
    await call("page_navigate", url=phone.page("login.html"))
    sites.write_text("blocked.test\n")
    phone.ask("/tab", {"url": phone.page("index.html", "blocked.test")})
    assert (await refuse("phone_tree")).code == "SITE_BLOCKED"
    assert (await call("page_tabs", action="list")).text


async def test_without_any_rule_nothing_is_asked_for_the_guards_sake(
    phone: Any, call: Call
) -> None:
    phone.ask("/front", {"package": SETTINGS})
    phone.ask("/shell/reset", {})
    await call("phone_tree")
    assert len(phone.ask("/shell")["commands"]) == 1


@pytest.mark.parametrize("screen", ["recents", "shade"])
async def test_what_may_show_pages_that_nobody_can_tell_is_refused_while_there_is_a_rule(
    screen: str, tmp_path: Path
) -> None:
    focus = {
        "recents": "mCurrentFocus=Window{1 u0 com.l/com.l.RecentsActivity}",
        "shade": "mCurrentFocus=Window{1 u0 NotificationShade}",
    }[screen]

    class Phone:
        screen = Screen(Device(focus=focus), tree_seconds=1)  # type: ignore[arg-type]  # in name

        async def browser(self) -> Any:
            raise AssertionError

    guard = Guard(tmp_path / "sites.txt", 2)
    async with Fronts(guard, Phone(), acts=True) as fronts:
        assert await fronts.places() == ()
        (tmp_path / "sites.txt").write_text("bank.test\n")
        with pytest.raises(SiteBlocked):
            guard.check(*await fronts.places())
