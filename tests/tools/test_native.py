"""Native screens of the virtual phone through the door: what is done, told, and what it costs."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools.conftest import Call, Refuse

SETTINGS = "com.android.settings"
NOTES = "com.example.notes"
QUIRKS = ("tree-not-idle", "tree-busy", "tree-null", "secure-window", "no-inject", "two-displays")


@pytest.fixture(autouse=True)
async def _chrome_is_back(phone: Any, sites: Path) -> AsyncIterator[None]:
    yield
    sites.write_text("")
    for quirk in QUIRKS:
        phone.ask("/quirk", {"name": quirk, "on": False})
    phone.ask("/front", {"package": "com.android.chrome"})


def trips(phone: Any) -> int:
    """Shell commands since the last count."""
    count = len(phone.ask("/shell")["commands"])
    phone.ask("/shell/reset", {})
    return count


async def test_a_setting_is_changed_by_taps_each_in_one_trip(phone: Any, call: Call) -> None:
    await call("phone_key", keys="home", observe=False)
    await call("phone_tap", text="Settings")
    trips(phone)
    opened = await call("phone_tap", text="Display")
    assert trips(phone) == 1
    assert opened.text.splitlines()[1] == 'tapped button "Display / Dark theme, font size"'
    switch = next(e for e in opened.data["screen"]["elements"] if e["role"] == "switch")
    assert "checked" not in switch["states"]
    flipped = await call("phone_tap", uid=2)
    assert trips(phone) == 1
    assert "[checked]" in flipped.text
    assert phone.ask("/state")["settings"]["secure/ui_night_mode"] == "2"
    await call("phone_tap", text="Dark theme", observe=False)
    await call("phone_back")
    assert phone.ask("/state")["settings"]["secure/ui_night_mode"] == "1"


async def test_an_element_that_changed_since_it_was_seen_is_not_tapped(
    phone: Any, call: Call, refuse: Refuse
) -> None:
    phone.ask("/front", {"package": SETTINGS})
    await call("phone_tap", text="Network & internet")
    await call("phone_tree")
    await call("phone_tap", x=500, y=330, observe=False)  # the switch, by somebody else's hand
    refused = await refuse("phone_tap", text="Airplane mode")
    assert refused.code == "STALE_UID"
    assert "not there as it was" in refused.message
    assert phone.ask("/state")["settings"]["global/airplane_mode_on"] == "1"
    await call("phone_tree")
    await call("phone_tap", text="Airplane mode")
    assert phone.ask("/state")["settings"]["global/airplane_mode_on"] == "0"
    phone.ask("/front", {"package": NOTES})
    refused = await refuse("phone_tap", uid=1)
    assert refused.code == "STALE_UID"
    assert "another app" in refused.message
    phone.ask("/front", {"package": SETTINGS})
    await call("phone_back")


async def test_a_note_is_written_and_every_sign_of_it_arrives(phone: Any, call: Call) -> None:
    text = 'it\'s 100%s & <ok> "x" $HOME `id` \\ ; | *'
    phone.ask("/front", {"package": NOTES})
    await call("phone_tap", text="New note")
    await call("phone_tap", text="Write something")
    typed = await call("phone_type", text=text)
    assert "via: input" in typed.text
    saved = await call("phone_tap", text="Save")
    assert text in [each.get("label") for each in saved.data["screen"]["elements"]]


async def test_a_list_is_swiped_and_elements_found(phone: Any, call: Call) -> None:
    phone.ask("/front", {"package": SETTINGS})
    assert (await call("phone_find", text="about")).data["found"][0]["role"] == "button"
    swiped = await call("phone_swipe", direction="down")
    assert "More settings 14" in swiped.text
    assert (await call("phone_find", text="zzz")).text.splitlines()[1] == "nothing says that"
    up = await call("phone_swipe", from_x=500, from_y=400, to_x=500, to_y=2000)
    assert "About phone" in up.text


async def test_a_list_is_scrolled_until_something_is_there(
    phone: Any, call: Call, refuse: Refuse
) -> None:
    phone.ask("/front", {"package": SETTINGS})
    found = await call("phone_scroll", until="More settings 14")
    assert 'button "More settings 14"' in found.text
    assert (await refuse("phone_scroll")).code == "NOT_SCROLLED"
    assert (await refuse("phone_scroll", until="zzz")).code == "TARGET_NOT_FOUND"
    await call("phone_scroll", direction="up", until="About phone")
    assert (await call("phone_wait", text="About phone")).data["elements"]
    assert (await refuse("phone_wait", text="zzz", timeout_ms=300)).code == "TIMEOUT"


async def test_apps_are_listed_started_and_ended(
    phone: Any, call: Call, refuse: Refuse, sites: Path
) -> None:
    assert {SETTINGS, NOTES} <= set((await call("phone_app", action="list")).data["apps"])
    started = await call("phone_app", action="launch", package=NOTES)
    assert f"{NOTES}/.MainActivity" in started.text
    assert "New note" in started.text
    await call("phone_app", action="relaunch", package=SETTINGS, observe=False)
    assert phone.ask("/state")["front"] == SETTINGS
    assert (
        await refuse("phone_app", action="launch", package="com.not.there")
    ).code == "APP_FAILED"
    assert (await refuse("phone_app", action="launch", package="x; y")).code == "BAD_ARGUMENTS"
    assert (await refuse("phone_app", action="stop")).code == "BAD_ARGUMENTS"
    browser = await refuse("phone_app", action="launch", package="com.android.chrome")
    assert browser.code == "BLOCKED"
    sites.write_text(f"app:{NOTES}\n")
    phone.ask("/shell/reset", {})
    refused = await refuse("phone_app", action="launch", package=NOTES)
    assert refused.code == "SITE_BLOCKED"
    assert not any("am start" in each for each in phone.ask("/shell")["commands"])


async def test_an_intent_starts_an_activity_and_info_tells_the_phone(
    phone: Any, call: Call, refuse: Refuse
) -> None:
    component = f"{SETTINGS}/.Settings"
    sent = await call("phone_intent", action="android.intent.action.MAIN", component=component)
    assert "About phone" in sent.text
    info = (await call("phone_info")).data
    assert (info["model"], info["width"], info["front"]) == ("Pixel 7", 1082, component)
    none = {"action": "android.intent.action.MAIN", "component": "com.not/.There"}
    assert (await refuse("phone_intent", **none)).code == "APP_FAILED"
    view = {"action": "android.intent.action.VIEW", "data_uri": "https://shop.test/"}
    assert (await refuse("phone_intent", **view)).code == "BLOCKED"


async def test_elements_are_measured_by_the_numbers_of_the_last_tree(
    phone: Any, call: Call, refuse: Refuse
) -> None:
    phone.ask("/front", {"package": SETTINGS})
    look = await call("phone_tree")
    about = next(e for e in look.data["elements"] if e.get("label", "").startswith("About"))
    told = await call("phone_measure", uid=about["uid"])
    assert told.data["box"] == about["box"]
    assert told.data["size_dp"][1] == 64
    assert told.data["neighbours"]["above"]["words"].startswith('button "Display')
    assert (await call("phone_measure", text="Display")).data["warnings"] == []
    assert "goes beyond" not in (await call("phone_measure")).text
    assert (await refuse("phone_measure", uid=999)).code == "STALE_UID"


async def test_a_picture_shows_the_screen_and_points_of_it_are_tapped(
    phone: Any, call: Call, refuse: Refuse
) -> None:
    phone.ask("/front", {"package": SETTINGS})
    look = await call("phone_tree")
    shot = await call("phone_screenshot", max_side=1201)
    assert (shot.data["width"], shot.data["height"]) == (541, 1201)
    assert shot.pictures[0].mime == "image/jpeg"
    about = next(e for e in look.data["elements"] if e.get("label", "").startswith("About"))
    scale = shot.data["device_px_per_px"]
    left, top, right, bottom = about["box"]
    x, y = round((left + right) / 2 / scale), round((top + bottom) / 2 / scale)
    assert "Android version" in (await call("phone_tap", x=x, y=y)).text
    assert (await refuse("phone_tap", x=600, y=5)).code == "TAP_MISSED"
    await call("phone_back")
    phone.ask("/quirk", {"name": "two-displays", "on": True})
    assert (await call("phone_screenshot")).pictures


@pytest.mark.parametrize(
    ("quirk", "call_", "code"),
    [
        ("tree-not-idle", ("phone_tree", {}), "TREE_NOT_IDLE"),
        ("tree-busy", ("phone_tree", {}), "TREE_BUSY"),
        ("secure-window", ("phone_screenshot", {}), "SECURE_WINDOW"),
        ("no-inject", ("phone_key", {"keys": "down"}), "INPUT_BLOCKED_OEM"),
    ],
)
async def test_what_the_phone_does_not_give_is_told_with_what_to_do(
    phone: Any, refuse: Refuse, quirk: str, call_: tuple[str, dict[str, Any]], code: str
) -> None:
    phone.ask("/front", {"package": SETTINGS})
    phone.ask("/quirk", {"name": quirk, "on": True})
    refused = await refuse(call_[0], **call_[1])
    assert refused.code == code
    assert refused.hint


async def test_a_swipe_is_one_of_two_kinds(refuse: Refuse) -> None:
    for args in ({}, {"direction": "up", "from_x": 1}, {"from_x": 1, "from_y": 1, "to_x": 1}):
        assert (await refuse("phone_swipe", **args)).code == "BAD_ARGUMENTS"
    assert (await refuse("phone_tap", uid=1, hold_ms=900, count=2)).code == "BAD_ARGUMENTS"
