"""Which phone is meant, and the session with its Chrome when cable, phone or host fail."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bridge.adb.parse import Chrome, Facts, Listed, Screen
from bridge.adb.server import AdbServer
from bridge.app import Bridge, open_bridge
from bridge.errors import BridgeError, PhoneFault
from bridge.fleet import choose, choose_socket
from bridge.settings import Settings
from bridge.tools.call import Caller
from bridge.tools.spec import Result

ME = Caller("test", "cli")


def listed(serial: str, state: str = "ready", word: str = "device") -> Listed:
    return Listed(
        serial=serial,
        state=state,  # type: ignore[arg-type] # the table below names the states
        word=word,
        transport="usb",
        model=None,
        product=None,
        device=None,
        transport_id=1,
    )


def test_the_only_ready_phone_is_meant_when_none_is_named() -> None:
    assert choose((listed("a", "offline"), listed("b")), None).serial == "b"
    assert choose((listed("a"), listed("b")), "b").serial == "b"


@pytest.mark.parametrize(
    ("phones", "serial", "code"),
    [
        ((), None, "NO_DEVICE"),
        ((listed("a"),), "z", "NO_DEVICE"),
        ((listed("a"), listed("b")), None, "MANY_DEVICES"),
        ((listed("a", "unauthorized", "unauthorized"),), None, "DEVICE_UNAUTHORIZED"),
        ((listed("a", "authorizing", "authorizing"),), "a", "DEVICE_UNAUTHORIZED"),
        ((listed("a", "offline", "offline"),), None, "DEVICE_OFFLINE"),
        ((listed("a", "no-permissions", "no permissions"),), None, "NO_PERMISSIONS"),
        ((listed("a", "other", "recovery"),), None, "DEVICE_OFFLINE"),
    ],
)
def test_a_phone_that_cannot_be_meant_is_refused_with_the_reason(
    phones: tuple[Listed, ...], serial: str | None, code: str
) -> None:
    with pytest.raises(PhoneFault) as caught:
        choose(phones, serial)
    assert caught.value.code == code


def facts(
    sockets: tuple[str, ...] | None,
    *,
    installed: bool = True,
    enabled: bool = True,
    booted: bool = True,
) -> Facts:
    return Facts(
        booted=booted,
        model="Pixel",
        manufacturer="Google",
        android="14",
        sdk=34,
        screen=Screen(1082, 2402, 420, awake=True, locked=False),
        chrome=Chrome(installed=installed, version="156", running=True, enabled=enabled),
        sockets=sockets,
        user=0,
    )


def test_chromes_own_socket_is_chosen_before_one_with_a_process_number() -> None:
    names = ("webview_devtools_remote_7", "chrome_devtools_remote_99", "chrome_devtools_remote")
    assert choose_socket(facts(names), "a") == "chrome_devtools_remote"
    assert choose_socket(facts(names[:2]), "a") == "chrome_devtools_remote_99"
    assert choose_socket(facts(None), "a") == "chrome_devtools_remote"


@pytest.mark.parametrize(
    ("known", "code"),
    [
        (facts(()), "CHROME_NOT_RUNNING"),
        (facts(("webview_devtools_remote_7",)), "CHROME_NOT_RUNNING"),
        (facts((), installed=False), "CHROME_MISSING"),
        (facts((), enabled=False), "CHROME_MISSING"),
        (facts((), booted=False), "DEVICE_BOOTING"),
    ],
)
def test_without_a_socket_of_chrome_s_the_reason_is_told(known: Facts, code: str) -> None:
    with pytest.raises(PhoneFault) as caught:
        choose_socket(known, "a")
    assert caught.value.code == code


def test_a_phone_over_wifi_that_is_away_is_to_be_connected_again() -> None:
    gone = listed("10.0.0.5:5555", "offline", "offline")
    gone = replace(gone, transport="wifi")
    for phones in ((gone,), ()):
        with pytest.raises(PhoneFault) as caught:
            choose(phones, "10.0.0.5:5555")
        assert "adb connect 10.0.0.5:5555" in caught.value.hint


def test_a_chrome_that_was_switched_off_comes_with_the_command_that_switches_it_on() -> None:
    with pytest.raises(PhoneFault) as caught:
        choose_socket(facts((), enabled=False), "a")
    assert "pm enable" in caught.value.hint


@pytest.fixture(scope="module")
def own(start: Any) -> Iterator[Any]:
    """A phone of this file's own: what happens to it disturbs nobody else's tests."""
    with start() as phone:
        yield phone


@pytest.fixture(autouse=True)
def _well_again(request: pytest.FixtureRequest) -> Iterator[None]:
    """Undo, after a test, what it did to the phone."""
    yield
    if "bridge" in request.fixturenames:
        phone = request.getfixturevalue("own")
        phone.ask("/fault", {"name": "none"})
        phone.ask("/state", {"locked": False})
        phone.ask("/screen", {"on": True})
        phone.ask("/front", {"package": "com.android.chrome"})


def settings(phone: Any, **limits: float) -> Settings:
    return Settings.model_validate(
        {"adb": {"port": phone.adb_port}, "serial": phone.serial, "limits": limits}
    )


async def ready(phone: Any) -> None:
    """Wait until the adb server lists the phone as ready."""
    server = AdbServer("127.0.0.1", phone.adb_port, call_seconds=5)
    async with asyncio.timeout(20):
        async for every in server.track():
            if any(each.serial == phone.serial and each.state == "ready" for each in every):
                return


async def forwards(phone: Any) -> list[str]:
    server = AdbServer("127.0.0.1", phone.adb_port, call_seconds=5)
    return [each.remote for each in await server.list_forwards() if each.serial == phone.serial]


@pytest.fixture
async def bridge(own: Any) -> AsyncIterator[Bridge]:
    await ready(own)
    async with open_bridge(settings(own)) as opened:
        await opened.door.call("page_navigate", {"url": own.page("login.html")}, ME)
        yield opened


async def say(bridge: Bridge, tool: str, **args: Any) -> Result:
    return await bridge.door.call(tool, args, ME)


async def refused(bridge: Bridge, tool: str, **args: Any) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await say(bridge, tool, **args)
    return caught.value


READS = [
    ("page_snapshot", {}, "Runtime.evaluate"),
    ("page_text", {}, "Runtime.evaluate"),
    ("page_screenshot", {}, "Page.captureScreenshot"),
    ("page_wait", {"page_text": "Welcome back"}, "Runtime.evaluate"),
]


@pytest.mark.parametrize(("tool", "args", "method"), READS)
async def test_a_read_whose_cable_blinks_waits_for_the_phone_and_is_done_again(
    own: Any, bridge: Bridge, tool: str, args: dict[str, Any], method: str
) -> None:
    own.ask("/fault", {"name": "drop-transport", "on": method})
    await say(bridge, tool, **args)
    assert await forwards(own) == ["localabstract:chrome_devtools_remote"]


SIGN_IN = {"role": "button", "text": "Sign in"}
ACTS = [
    ("page_tap", SIGN_IN, "Input.dispatchTouchEvent"),
    ("page_fill", {"label": "Name", "value": "Ada"}, "Input.insertText"),
    ("page_scroll", {"direction": "bottom"}, "Runtime.evaluate"),
    ("page_select", {"label": "Colour", "index": 1}, "Runtime.evaluate"),
    ("page_navigate", {"action": "reload"}, "Page.reload"),
    ("page_tabs", {"action": "open", "url": "about:blank"}, "Target.createTarget"),
]


@pytest.mark.parametrize(("tool", "args", "method"), ACTS)
async def test_an_act_whose_link_broke_after_it_was_sent_may_have_happened(
    own: Any, bridge: Bridge, tool: str, args: dict[str, Any], method: str
) -> None:
    own.ask("/fault", {"name": "drop-transport", "on": method})
    assert (await refused(bridge, tool, **args)).code == "UNKNOWN_OUTCOME"
    own.count_from_here()
    await say(bridge, "page_snapshot")  # the phone is back, and nothing was sent twice
    sent = own.ask("/trips")["commands"]
    assert method == "Runtime.evaluate" or method not in sent


async def test_an_act_that_was_only_planned_did_not_happen(own: Any, bridge: Bridge) -> None:
    own.ask("/fault", {"name": "drop-transport", "on": "Runtime.evaluate"})
    assert (await refused(bridge, "page_tap", **SIGN_IN)).code == "PHONE_GONE"


SIGHTS = [
    ({"screen_on": False}, "SCREEN_OFF"),
    ({"locked": True}, "LOCKED"),
    ({}, "CHROME_IN_BACKGROUND"),
]


@pytest.mark.parametrize(("state", "code"), SIGHTS)
@pytest.mark.parametrize("call", [("page_tap", SIGN_IN), ("page_screenshot", {})])
async def test_a_page_nobody_sees_is_explained_by_what_the_phone_shows(
    own: Any, bridge: Bridge, state: dict[str, Any], code: str, call: tuple[str, dict[str, Any]]
) -> None:
    tool, args = call
    own.ask("/front", {"package": "com.android.settings"})  # hides the page
    own.ask("/state", state)
    assert (await refused(bridge, tool, **args)).code == code
    own.ask("/state", {"screen_on": True, "locked": False})
    own.ask("/front", {"package": "com.android.chrome"})
    await say(bridge, tool, **args)


async def test_a_tab_behind_another_is_just_hidden(own: Any, bridge: Bridge) -> None:
    own.ask("/tab", {"url": own.page("shop.html")})
    assert (await refused(bridge, "page_tap", **SIGN_IN)).code == "TAB_HIDDEN"
    await say(bridge, "page_tabs", action="close", match="shop.html")


async def test_calls_that_wait_for_a_silent_phone_wait_for_one_opening(own: Any) -> None:
    await ready(own)
    quick = Settings.model_validate(
        {"adb": {"port": own.adb_port, "shell_seconds": 1}, "serial": own.serial}
    )
    async with open_bridge(quick) as bridge:
        own.ask("/fault", {"name": "stall"})
        own.ask("/shell/reset", {})
        calls = [refused(bridge, "page_tabs") for _ in range(5)]
        told = await asyncio.gather(*calls)
        assert {each.code for each in told} == {"DEVICE_OFFLINE"}
        assert "adb connect" in told[0].hint
        own.ask("/fault", {"name": "none"})
        assert len(own.ask("/shell")["commands"]) <= 1
        await ready(own)
        await say(bridge, "page_tabs")


async def test_a_link_on_which_nothing_comes_back_is_given_up_for_the_next_call(own: Any) -> None:
    await ready(own)
    async with open_bridge(settings(own, page_seconds=0.5)) as bridge:
        await say(bridge, "page_navigate", url=own.page("login.html"))
        own.ask("/fault", {"name": "stall", "on": "Runtime.evaluate", "ms": 5000})
        told = await refused(bridge, "page_snapshot")
        assert told.code == "TIMEOUT"
        assert "does not answer at all" in told.message
        assert await forwards(own) == []
        await say(bridge, "page_snapshot")


async def test_a_chrome_that_was_killed_is_reached_again_once_it_is_open(
    own: Any, bridge: Bridge
) -> None:
    own.ask("/chrome", {"state": "crashed"})
    assert (await refused(bridge, "page_snapshot")).code == "CHROME_NOT_RUNNING"
    assert await forwards(own) == []
    own.ask("/chrome", {"state": "open", "url": own.page("login.html")})
    await say(bridge, "page_snapshot")


async def test_a_phone_that_stays_away_is_asked_further_and_further_apart(own: Any) -> None:
    await ready(own)
    async with open_bridge(settings(own)) as bridge:
        phone = await bridge.fleet.phone(own.serial)
        own.ask("/chrome", {"state": "closed"})
        pauses = []
        for _ in range(5):
            await refused(bridge, "page_tabs")
            pauses.append(phone._not_before - asyncio.get_running_loop().time())
        assert all(a < b for a, b in pairwise(pauses[:4]))
        assert max(pauses) <= 2
        own.ask("/chrome", {"state": "open"})
        await say(bridge, "page_tabs")


async def test_a_session_that_crashes_takes_nothing_else_down(
    own: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise KeyError("a defect of ours")

    await ready(own)
    async with open_bridge(settings(own)) as bridge:
        with monkeypatch.context() as defect:
            defect.setattr("bridge.fleet.Browser.open", broken)
            assert (await refused(bridge, "page_tabs")).code == "INTERNAL"
        await say(bridge, "page_tabs")


async def test_forwards_that_a_killed_bridge_left_behind_are_removed_and_no_others(
    own: Any,
) -> None:
    await ready(own)
    server = AdbServer("127.0.0.1", own.adb_port, call_seconds=5)
    async with open_bridge(settings(own)) as killed:
        await say(killed, "page_tabs")
        ledger = killed.fleet.ledger._path
        remembered = ledger.read_text("utf-8")
    left = await server.forward(own.serial, "localabstract:chrome_devtools_remote")
    other = await server.forward(own.serial, "localabstract:chrome_devtools_remote")
    row = remembered.replace(remembered.partition('"tcp:')[2].partition('"')[0], str(left))
    ledger.write_text(row, encoding="utf-8")
    async with open_bridge(settings(own)) as bridge:
        await say(bridge, "page_tabs")
        mine = await server.list_forwards()
        assert f"tcp:{left}" not in [each.local for each in mine]
        assert f"tcp:{other}" in [each.local for each in mine]
    await server.kill_forward(own.serial, f"tcp:{other}")
    assert await forwards(own) == []
