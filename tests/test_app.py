import asyncio
from typing import Any

import pytest

from bridge.adb.parse import Chrome, Facts, Listed, Screen
from bridge.app import choose, choose_socket, open_bridge
from bridge.errors import PhoneFault, SetupFault
from bridge.settings import Settings
from bridge.tools.call import Caller

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


def facts(sockets: tuple[str, ...] | None, *, installed: bool = True) -> Facts:
    return Facts(
        booted=True,
        model="Pixel",
        manufacturer="Google",
        android="14",
        sdk=34,
        screen=Screen(1082, 2402, 420, awake=True, locked=False),
        chrome=Chrome(installed=installed, version="156", running=True, enabled=True),
        sockets=sockets,
        user=0,
    )


def test_chromes_own_socket_is_chosen_before_one_with_a_process_number() -> None:
    names = ("webview_devtools_remote_7", "chrome_devtools_remote_99", "chrome_devtools_remote")
    assert choose_socket(facts(names)) == "chrome_devtools_remote"
    assert choose_socket(facts(names[:2])) == "chrome_devtools_remote_99"
    assert choose_socket(facts(None)) == "chrome_devtools_remote"


@pytest.mark.parametrize(
    ("known", "code"),
    [
        (facts(()), "CHROME_NOT_RUNNING"),
        (facts(("webview_devtools_remote_7",)), "CHROME_NOT_RUNNING"),
        (facts((), installed=False), "CHROME_MISSING"),
    ],
)
def test_without_a_socket_of_chromes_the_reason_is_told(known: Facts, code: str) -> None:
    with pytest.raises(PhoneFault) as caught:
        choose_socket(known)
    assert caught.value.code == code


def settings(phone: Any) -> Settings:
    return Settings.model_validate({"adb": {"port": phone.adb_port}, "serial": phone.serial})


async def forwards(phone: Any) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", phone.adb_port)
    writer.write(b"0011host:list-forward")
    told = (await reader.read()).decode()
    writer.close()
    return told


async def test_one_session_serves_many_calls_and_its_forward_goes_with_the_bridge(
    phone: Any,
) -> None:
    async with open_bridge(settings(phone)) as bridge:
        for _ in range(3):
            await bridge.door.call("page_tabs", {}, ME)
        assert (await forwards(phone)).count("chrome_devtools_remote") == 1
    assert "chrome_devtools_remote" not in await forwards(phone)


async def test_calls_at_once_open_one_session(phone: Any) -> None:
    async with open_bridge(settings(phone)) as bridge, asyncio.TaskGroup() as group:
        for _ in range(5):
            group.create_task(bridge.door.call("page_tabs", {}, ME))
    assert "chrome_devtools_remote" not in await forwards(phone)


async def test_a_dropped_transport_ends_the_session_and_the_next_call_opens_a_new_one(
    start: Any,
) -> None:
    with start() as own:
        async with open_bridge(settings(own)) as bridge:
            await bridge.door.call("page_tabs", {}, ME)
            first = await (await bridge.fleet.phone(own.serial)).browser()
            own.ask("/fault", {"name": "drop-transport", "ms": 300})
            async with asyncio.timeout(20):
                await first.wait_ended()
                async for listed in bridge.fleet.server.track():
                    if [each.state for each in listed] == ["ready"]:
                        break
            assert not first.alive
            assert (await bridge.door.call("page_tabs", {}, ME)).data["tabs"]


async def test_phones_switched_off_are_not_looked_for() -> None:
    off = Settings.model_validate({"adb": {"enabled": False}})
    async with open_bridge(off) as bridge:
        for tool in ("device_list", "page_tabs"):
            with pytest.raises(SetupFault) as caught:
                await bridge.door.call(tool, {}, ME)
            assert caught.value.code == "ANDROID_OFF"


async def test_the_phones_are_listed_with_state_and_model(phone: Any) -> None:
    async with open_bridge(settings(phone)) as bridge:
        told = await bridge.door.call("device_list", {}, ME)
        mine = next(d for d in told.data["devices"] if d["serial"] == phone.serial)
        assert (mine["state"], mine["transport"]) == ("ready", "wifi")
        assert (await bridge.door.call("doctor", {}, ME)).data["ready"] is True
