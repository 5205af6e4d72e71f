import asyncio
from typing import Any

import pytest

from bridge.adb.device import Device
from bridge.app import open_bridge
from bridge.errors import ScreenFault, SetupFault
from bridge.probe.question import Row
from bridge.settings import Settings
from bridge.tools.call import Caller

ME = Caller("test", "cli")


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


async def test_a_phone_is_known_once_it_was_called_and_can_be_met_before(phone: Any) -> None:
    async with open_bridge(settings(phone)) as bridge:
        assert bridge.known() == {}
        met = await bridge.meet()
        assert met[phone.serial].model == "Pixel 7"
        assert met[phone.serial].screen.density
    async with open_bridge(settings(phone)) as bridge:
        await bridge.door.call("page_tabs", {}, ME)
        assert bridge.known()[phone.serial] == met[phone.serial]


async def test_whom_nobody_can_meet_is_just_not_known(phone: Any) -> None:
    missing = Settings.model_validate({"adb": {"port": phone.adb_port}, "serial": "nobody"})
    off = Settings.model_validate({"adb": {"enabled": False}})
    for each in (missing, off):
        async with open_bridge(each) as bridge:
            assert await bridge.meet() == {}


async def test_a_probe_has_the_phone_to_itself_and_agents_wait(
    phone: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def slow(device: Device, *, tell: Any) -> dict[str, Any]:
        await tell(Row("q", "QUIRKS 1", "it is so", "it is", "holds", {}))
        begun.set()
        await may_end.wait()
        return {"serial": device.serial}

    rows: list[Any] = []

    async def tell(row: Any) -> None:
        rows.append(row["id"])

    monkeypatch.setattr("bridge.app.probe", slow)
    async with open_bridge(settings(phone)) as bridge, asyncio.TaskGroup() as group:
        await bridge.door.call("page_tabs", {"action": "list"}, ME)
        probing = group.create_task(bridge.probe(None, tell, take=False))
        await begun.wait()
        known = await bridge.fleet.phone(None)
        assert not known.lively, "the Bridge's own session is put away"
        reading = group.create_task(bridge.door.call("page_text", {}, ME))
        may_end.set()
        assert await probing == {"serial": phone.serial}
        assert (await reading).text
    assert rows == ["q"]


async def test_a_probe_disturbs_no_agent_unless_a_person_takes_the_phone(
    phone: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def quick(device: Device, *, tell: Any) -> dict[str, Any]:
        return {"asked": True}

    async def tell(_: Any) -> None: ...

    monkeypatch.setattr("bridge.app.probe", quick)
    agent = Caller("agent", "mcp", "a1")
    async with open_bridge(settings(phone)) as bridge:
        await bridge.door.call("page_scroll", {"y": 0}, agent)
        with pytest.raises(ScreenFault, match="NOT_OWNER"):
            await bridge.probe(None, tell, take=False)
        assert await bridge.probe(None, tell, take=True) == {"asked": True}
