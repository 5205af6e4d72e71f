"""Apps on a scripted phone."""

from collections.abc import Callable

import pytest
from typing_extensions import override

from bridge.adb.device import Ran
from bridge.addresses import App
from bridge.errors import BridgeError, SiteBlocked, UsageFault
from bridge.native import apps
from bridge.native.intent import intent
from bridge.native.screen import Screen
from tests.native._device import Device

LAUNCHERS = "2 activities found:\ncom.b/.Main\n  com.a/com.a.ui.Start\ncom.b/.Other\n"


class Apps(Device):
    """Says which activities there are."""

    resolves = "priority=0\ncom.b/.Main\n"
    lists = LAUNCHERS

    @override
    async def shell(self, command: str, *, seconds: float) -> Ran:
        if "LAUNCHER" in command:
            self.asked.append(command)
            return Ran((self.resolves if "resolve" in command else self.lists).encode(), b"", 0)
        return await super().shell(command, seconds=seconds)


def screen(
    device: Device, *, judge: Callable[[App | str], object] = lambda _: None, may: bool = False
) -> Screen:
    return Screen(device, tree_seconds=1, judge=judge, opens_browsers=may)  # type: ignore[arg-type]  # in name


async def test_apps_are_listed_once_each() -> None:
    assert await apps.listed(Apps()) == ["com.a", "com.b"]  # type: ignore[arg-type]  # in name only


async def test_a_user_that_the_shell_may_not_ask_for_is_told() -> None:
    device = Apps()
    device.lists = "SecurityException: Shell does not have permission to access user 150\n"
    with pytest.raises(BridgeError) as refused:
        await apps.listed(device)  # type: ignore[arg-type]  # in name only
    assert refused.value.code == "USER_PROFILE"


async def test_an_app_is_started_by_its_own_activity_and_anew_when_asked() -> None:
    device = Apps(after="mCurrentFocus=Window{2 u0 com.b/.Main}")
    did = await apps.start(screen(device), "com.b", anew=False, observe=False)
    assert did.sentence == "started com.b"
    assert "am start --user current -n com.b/.Main 2>&1" in device.asked[-1]
    again = await apps.start(screen(device), "com.b", anew=True, observe=False)
    assert again.sentence == "ended and started com.b"
    assert (
        "am force-stop --user current com.b 2>&1 && am start --user current -n com.b/.Main"
        in device.asked[-1]
    )


async def test_what_comes_up_in_its_place_is_said() -> None:
    did = await apps.start(screen(Apps()), "com.b", anew=False, observe=False)
    assert did.sentence == "started com.b; com.a/.Main is in front"
    ended = await apps.stop(screen(Apps()), "com.b", observe=False)
    assert ended.sentence == "ended com.b"


@pytest.mark.parametrize("resolves", ["No activity found\n", "com.evil/.Main\n", ""])
async def test_an_app_that_is_not_there_is_told(resolves: str) -> None:
    device = Apps()
    device.resolves = resolves
    with pytest.raises(BridgeError) as refused:
        await apps.start(screen(device), "com.b", anew=False, observe=False)
    assert refused.value.code == "APP_FAILED"


@pytest.mark.parametrize(
    "package", ["b", "com.b; reboot", "com.b/.X", "", "com.b\nx", "com.\u00e9"]
)
async def test_what_is_no_package_reaches_no_shell(package: str) -> None:
    device = Apps()
    for act in (apps.start(screen(device), package, anew=False, observe=False),
                apps.stop(screen(device), package, observe=False)):  # fmt: skip
        with pytest.raises(UsageFault):
            await act
    assert device.asked == []


async def test_a_blocked_app_and_a_browser_are_not_started() -> None:
    def judge(app: App | str) -> None:
        if app == App("com.b"):
            raise SiteBlocked

    device = Apps()
    with pytest.raises(SiteBlocked):
        await apps.start(screen(device, judge=judge), "com.b", anew=False, observe=False)
    device.resolves = "com.android.chrome/.Main\n"
    with pytest.raises(BridgeError) as refused:
        await apps.stop(screen(device), "com.android.chrome", observe=False)
    assert refused.value.code == "BLOCKED"
    assert "tapbridge open" in refused.value.hint
    assert not any("force-stop" in each or "am start" in each for each in device.asked)
    await apps.start(screen(device, may=True), "com.android.chrome", anew=False, observe=False)
    assert "am start --user current -n com.android.chrome/.Main" in device.asked[-1]


async def test_an_intent_is_sent_once_its_address_and_app_were_judged() -> None:
    device = Apps(after="mCurrentFocus=Window{2 u0 com.s/.Wifi}")
    did = await apps.send(screen(device), intent("android.settings.WIFI"), observe=False)
    assert did.sentence == "sent android.settings.WIFI; com.s/.Wifi is in front"
    assert "am start --user current -a 'android.settings.WIFI' 2>&1" in device.asked[-1]


@pytest.mark.parametrize(
    ("data", "component", "code"),
    [
        ("https://free.test/", "", "BLOCKED"),
        ("https://bank.test/", "", "SITE_BLOCKED"),
        ("https://free.test/", "com.android.chrome/.Main", "BLOCKED"),
        ("geo:1,2", "com.b/.Map", "SITE_BLOCKED"),
    ],
)
async def test_an_intent_to_a_browser_or_a_blocked_place_is_not_sent(
    data: str, component: str, code: str
) -> None:
    def judge(place: App | str) -> None:
        if place in {App("com.b"), "https://bank.test/"}:
            raise SiteBlocked

    device = Apps()
    with pytest.raises(BridgeError) as refused:
        await apps.send(
            screen(device, judge=judge), intent("a.VIEW", data, component), observe=False
        )
    assert refused.value.code == code
    assert not any("am start" in each for each in device.asked)


async def test_where_agents_may_a_web_address_is_opened_once_it_was_judged() -> None:
    device = Apps()
    await apps.send(screen(device, may=True), intent("a.VIEW", "https://free.test/"), observe=False)
    assert "-d 'https://free.test/'" in device.asked[-1]
