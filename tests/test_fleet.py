"""The session with a phone's Chrome, when cable, phone or host fail."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bridge.adb.device import Device
from bridge.adb.parse import Listed
from bridge.adb.server import AdbServer
from bridge.app import Bridge, open_bridge
from bridge.errors import BridgeError, PhoneGone, ScreenFault
from bridge.fleet import Phone
from bridge.guard import Guard
from bridge.places import sites_file
from bridge.settings import Settings
from bridge.tools.call import Caller
from bridge.tools.spec import Result

ME = Caller("test", "cli")


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
    ("page_navigate", {"url": "about:blank"}, "Page.navigate"),
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


async def test_the_app_in_front_of_chrome_is_named_unless_it_is_blocked(
    own: Any, bridge: Bridge
) -> None:
    own.ask("/front", {"package": "com.android.settings"})
    told = await refused(bridge, "page_tap", **SIGN_IN)
    assert told.message == "com.android.settings is in front of Chrome"
    path = sites_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("app:com.android.settings\n")
    told = await refused(bridge, "page_tap", **SIGN_IN)
    path.unlink()
    own.ask("/front", {"package": "com.android.chrome"})
    assert told.message == "another app is in front of Chrome"


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
    assert (await refused(bridge, "page_snapshot")).code == "TAB_CLOSED"  # said once
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


async def test_the_agent_s_tab_its_number_and_its_refs_outlive_a_link_that_broke(
    own: Any, bridge: Bridge
) -> None:
    await say(bridge, "page_tabs", action="open", url=own.page("login.html"))
    button = (await say(bridge, "page_find", **SIGN_IN)).data["rows"][0]["ref"]
    before = (await say(bridge, "page_tabs")).data["tabs"]
    own.ask("/tab", {"url": own.page("shop.html")})  # the person looks at another one
    own.ask("/fault", {"name": "drop-transport", "on": "Runtime.evaluate"})
    assert "Welcome back" in (await say(bridge, "page_text")).text
    after = (await say(bridge, "page_tabs")).data["tabs"]
    numbers = {(each["number"], each["url"], each["active"]) for each in after}
    assert {(each["number"], each["url"], each["active"]) for each in before} < numbers
    new = (await say(bridge, "page_navigate", url=own.page("form.html"))).data["url"]
    assert new.endswith("form.html")
    refs = {row["ref"] for row in (await say(bridge, "page_snapshot")).data["rows"] if "ref" in row}
    assert button not in refs
    for match in ("shop.html", "form.html"):
        await say(bridge, "page_tabs", action="close", match=match)


async def test_no_call_lands_on_another_tab_because_the_agent_s_own_was_closed(
    own: Any, bridge: Bridge
) -> None:
    await say(bridge, "page_tabs", action="open", url=own.page("form.html"))
    browser = await (await bridge.fleet.phone(own.serial)).browser()
    tab = await browser.front()
    await browser.targets.close(tab.target_id)  # as a person does
    assert (await refused(bridge, "page_tap", **SIGN_IN)).code == "TAB_CLOSED"
    assert "tapped" in (await say(bridge, "page_tap", **SIGN_IN)).text


async def test_a_tab_that_was_closed_as_asked_or_in_a_call_is_not_told_again(
    own: Any, bridge: Bridge
) -> None:
    await say(bridge, "page_tabs", action="open", url=own.page("form.html"))
    await say(bridge, "page_tabs", action="close", match="form.html")
    await say(bridge, "page_snapshot")
    await say(bridge, "page_tabs", action="open", url=own.page("form.html"))
    browser = await (await bridge.fleet.phone(own.serial)).browser()
    tab = await browser.front()
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(refused(bridge, "page_wait", page_text="never"))
        while not tab._stir._waiting:  # the call is on its way to the page
            await browser.refresh()
        await browser.targets.close(tab.target_id)
    assert waiting.result().code == "TAB_CLOSED"
    await say(bridge, "page_snapshot")


async def test_tabs_that_stay_silent_while_chrome_is_in_front_are_not_called_another_app(
    own: Any, bridge: Bridge
) -> None:
    phone = await bridge.fleet.phone(own.serial)
    told = await phone.explain(ScreenFault("CHROME_IN_BACKGROUND", "none of 2 tabs is visible"))
    assert told.code == "TAB_HIDDEN"
    assert "dialog" in told.hint


async def test_an_adb_server_that_ended_is_started_again_and_the_way_back_is_told(
    start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"ADB_LOCAL_TRANSPORT_MAX_PORT": "5553", "ADB_MDNS": "0"}.items():
        monkeypatch.setenv(name, value)  # the new server looks for nobody else's phones

    with start() as phone:
        server = AdbServer("127.0.0.1", phone.adb_port, call_seconds=5)
        async with open_bridge(settings(phone, return_seconds=0.5)) as bridge:
            await say(bridge, "page_tabs")
            await kill_server(phone.adb_port)
            told = await refused(bridge, "page_tabs")
            assert told.code == "NO_DEVICE"
            assert f"adb connect {phone.serial}" in told.hint
            await server.connect(phone.serial)
            await ready(phone)
            await say(bridge, "page_tabs")
        assert await server.list_forwards() == ()
        await kill_server(phone.adb_port)


async def kill_server(port: int) -> None:
    """End a private adb server, as `adb kill-server` does."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"0009host:kill")
    await reader.read()
    writer.close()


async def test_a_call_that_names_no_phone_asks_adb_nothing_until_its_list_changes(
    own: Any, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ready(own)
    asked = 0
    devices = AdbServer.devices

    async def counted(server: AdbServer) -> Any:
        nonlocal asked
        asked += 1
        return await devices(server)

    monkeypatch.setattr(AdbServer, "devices", counted)
    async with open_bridge(Settings.model_validate({"adb": {"port": own.adb_port}})) as bridge:
        async with asyncio.timeout(20):
            before = -1
            while before != asked:  # the list is followed from the first call on
                before = asked
                await say(bridge, "page_text")
        with start("--adb-server-port", str(own.adb_port)):
            async with asyncio.timeout(20):
                while not bridge.several():  # noqa: ASYNC110 - nothing else tells of it
                    await asyncio.sleep(0)
            assert (await refused(bridge, "page_text")).code == "MANY_DEVICES"


async def test_the_end_waits_only_so_long_for_an_opening_that_does_not_let_go(
    tmp_path: Path,
) -> None:
    asked, let_go = asyncio.Event(), asyncio.Event()

    async def listing() -> tuple[Listed, ...]:
        asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            await let_go.wait()
        return ()

    limits = Settings.model_validate({"limits": {"open_seconds": 0.01}})
    nobody: Any = None
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        phone = Phone(Device(nobody, "one"), limits, Guard(tmp_path / "s", 1), group, listing)

        async def opens() -> None:
            with pytest.raises(PhoneGone):
                await phone.browser()

        opening = group.create_task(opens())
        await asked.wait()
        await phone.close()
        assert not opening.done()
        let_go.set()
