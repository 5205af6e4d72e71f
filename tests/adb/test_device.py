"""One phone's shell, facts and forwards, through real adb servers."""

from __future__ import annotations

import asyncio

import pytest

from bridge.adb import device as device_module
from bridge.adb.device import Device, Ran
from bridge.adb.parse import FACTS_COMMAND, SIGHT_COMMAND, Sight
from bridge.adb.server import AdbServer
from bridge.errors import LateFault, PhoneFault, PhoneGone
from tests.adb._adbd import ScriptedPhone, echo
from tests.adb.conftest import ask_raw
from tests.adb.test_parse import answered

REMOTE = "localabstract:chrome_devtools_remote"


async def test_a_command_gives_output_errors_and_exit_status(
    device: Device, phone: ScriptedPhone
) -> None:
    phone.shell["ls /nowhere"] = (b"a\r\nb\n", b"ls: /nowhere: No such file\n", 7)
    ran = await device.shell("ls /nowhere", seconds=5)
    assert ran == Ran(b"a\r\nb\n", b"ls: /nowhere: No such file\n", 7)
    assert ran.text == "a\r\nb\n"


async def test_an_output_of_megabytes_arrives_whole(device: Device, phone: ScriptedPhone) -> None:
    much = bytes(range(256)) * 12_000
    phone.shell["cat big"] = (much, b"", 0)
    phone.execs["cat big"] = much
    assert (await device.shell("cat big", seconds=20)).stdout == much
    assert await device.exec_out("cat big", seconds=20) == much


async def test_a_phone_without_shell_v2_runs_commands_all_the_same(
    device: Device, phone: ScriptedPhone, server: AdbServer
) -> None:
    await ask_raw(server.port, f"host:disconnect:{phone.serial}")
    phone.features = "cmd"
    asked = "(false\n); echo @@tapbridge:exit:$?"
    phone.raw_shell[asked] = b"one\r\ntwo\r\n@@tapbridge:exit:1\r\n"
    await server.connect(phone.serial)
    assert await device.shell("false", seconds=5) == Ran(b"one\ntwo\n", b"", 1)
    phone.raw_shell[asked] = b"one\r\ntwo@@tapbridge:exit:0\n"
    assert await device.shell("false", seconds=5) == Ran(b"one\r\ntwo", b"", 0)
    phone.raw_shell[asked] = b"one\r\n"
    with pytest.raises(PhoneGone, match="exit status"):
        await device.shell("false", seconds=5)


async def test_a_command_that_does_not_end_is_left_and_ended(
    device: Device, phone: ScriptedPhone
) -> None:
    phone.hanging.add("logcat")
    with pytest.raises(LateFault, match="'logcat'"):
        await device.shell("logcat", seconds=0.3)
    with pytest.raises(LateFault, match="'logcat'"):
        await device.exec_out("logcat", seconds=0.3)
    async with asyncio.timeout(5):
        assert await phone.ended.get() == "shell,v2,raw:logcat"
        assert await phone.ended.get() == "exec:logcat"


async def test_a_cancelled_command_ends_on_the_phone(device: Device, phone: ScriptedPhone) -> None:
    phone.hanging.add("logcat")
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        task = group.create_task(device.shell("logcat", seconds=60))
        await phone.started.get()
        task.cancel()
        assert await phone.ended.get() == "shell,v2,raw:logcat"


async def test_a_shell_that_ends_without_a_status_means_the_phone_went_away(
    device: Device, phone: ScriptedPhone
) -> None:
    phone.dying.add("reboot")
    with pytest.raises(PhoneGone, match="exit status"):
        await device.shell("reboot", seconds=5)


@pytest.mark.parametrize("said", [b"\x09\0\0\0\0", b"\x01\xff\xff\xff\xff"])
async def test_a_shell_stream_of_nonsense_ends_the_command(
    device: Device, phone: ScriptedPhone, said: bytes
) -> None:
    phone.raw_v2["id"] = said
    with pytest.raises(PhoneGone, match="unreadable"):
        await device.shell("id", seconds=5)


async def test_a_phone_lost_in_the_middle_of_a_command_fails_it_at_once(
    device: Device, phone: ScriptedPhone
) -> None:
    phone.hanging.add("logcat")

    async def lose() -> None:
        await phone.started.get()
        phone.drop()

    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        group.create_task(lose())
        with pytest.raises(PhoneGone):
            await device.shell("logcat", seconds=60)


async def test_output_beyond_all_measure_is_refused(
    device: Device, phone: ScriptedPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_module, "MOST_OUTPUT", 1024)
    phone.execs["yes"] = b"y\n" * 1000
    with pytest.raises(PhoneFault, match="more than") as seen:
        await device.exec_out("yes", seconds=5)
    assert seen.value.code == "OUTPUT_TOO_LARGE"


async def test_all_facts_come_from_one_shell_call(device: Device, phone: ScriptedPhone) -> None:
    phone.shell[FACTS_COMMAND] = (answered().encode(), b"", 0)
    facts = await device.facts()
    assert (facts.model, facts.sdk, facts.chrome.version) == ("Pixel 7", 34, "131.0.6778.39")
    assert [name.partition(":")[0] for name in phone.opened] == ["shell,v2,raw"]


async def test_facts_that_are_not_whole_are_no_facts(device: Device, phone: ScriptedPhone) -> None:
    phone.shell[FACTS_COMMAND] = (b"@@tapbridge:booted\n1\n", b"", 0)
    with pytest.raises(PhoneFault, match="did not answer") as seen:
        await device.facts()
    assert seen.value.code == "DEVICE_OFFLINE"


async def test_a_forward_lives_as_long_as_its_use_and_others_are_left(
    device: Device, phone: ScriptedPhone
) -> None:
    phone.sockets["chrome_devtools_remote"] = echo
    others = await device.server.forward(device.serial, REMOTE)
    async with device.forwarded(REMOTE) as port:
        assert port != others
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"hello")
        assert await reader.readexactly(5) == b"hello"
        writer.close()
    assert await locals_of(device) == {f"tcp:{others}"}
    await device.server.kill_forward(device.serial, f"tcp:{others}")


async def locals_of(device: Device) -> set[str]:
    return {f.local for f in await device.server.list_forwards() if f.serial == device.serial}


@pytest.mark.usefixtures("phone")
async def test_a_failed_use_removes_its_forward_and_keeps_its_error(device: Device) -> None:
    with pytest.raises(ZeroDivisionError):
        async with device.forwarded(REMOTE):
            raise ZeroDivisionError
    assert await locals_of(device) == set()


@pytest.mark.usefixtures("phone")
async def test_a_cancelled_use_removes_its_forward(device: Device) -> None:
    begun = asyncio.Event()

    async def use() -> None:
        async with device.forwarded(REMOTE):
            begun.set()
            await asyncio.Event().wait()

    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        task = group.create_task(use())
        await begun.wait()
        task.cancel()
    assert await locals_of(device) == set()


@pytest.mark.usefixtures("phone")
@pytest.mark.parametrize("turns", range(0, 12, 2))
async def test_a_use_cancelled_at_any_turn_of_its_start_leaves_no_forward(
    device: Device, turns: int
) -> None:
    async def use() -> None:
        async with device.forwarded(REMOTE):
            await asyncio.Event().wait()

    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        task = group.create_task(use())
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        task.cancel()
    assert task.cancelled()
    assert await locals_of(device) == set()


async def test_a_forward_whose_phone_was_lost_ends_quietly(
    device: Device, phone: ScriptedPhone
) -> None:
    async with device.forwarded(REMOTE):
        await ask_raw(device.server.port, f"host:disconnect:{phone.serial}")
    assert await locals_of(device) == set()


async def test_a_port_that_now_belongs_to_another_is_left_alone(
    device: Device, phone: ScriptedPhone
) -> None:
    async with device.forwarded(REMOTE) as port:
        await device.server.forward(device.serial, "tcp:7", f"tcp:{port}")
    assert await locals_of(device) == {f"tcp:{port}"}
    await device.server.kill_forward(device.serial, f"tcp:{port}")


async def test_a_phone_that_tells_no_facts_in_time_is_offline_and_the_way_back_is_told(
    server: AdbServer, phone: ScriptedPhone
) -> None:
    phone.hanging.add(FACTS_COMMAND)
    with pytest.raises(PhoneFault, match="did not answer within") as caught:
        await Device(server, phone.serial, shell_seconds=0.3).facts()
    assert caught.value.code == "DEVICE_OFFLINE"
    assert f"adb connect {phone.serial}" in caught.value.hint


async def test_what_the_screen_shows_is_asked_in_one_call(
    device: Device, phone: ScriptedPhone
) -> None:
    phone.shell[SIGHT_COMMAND] = (
        b"@@tapbridge:power\nmWakefulness=Asleep\n@@tapbridge:keyguard\n"
        b"@@tapbridge:focus\n@@tapbridge:end\n",
        b"",
        0,
    )
    assert await device.sight() == Sight(awake=False, locked=None, front=None)
