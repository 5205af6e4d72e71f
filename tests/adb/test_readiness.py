"""The judgement, as a table; and the look at real adb servers."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bridge.adb.parse import FACTS_COMMAND, Chrome, Facts, Listed, Screen, facts, listed
from bridge.adb.readiness import assess, inspect
from bridge.adb.report import Adb, of
from bridge.adb.server import AdbServer
from bridge.errors import BridgeError, LateFault
from bridge.settings import AdbSettings, Settings
from tests.adb._adbd import ScriptedPhone, scripted
from tests.adb.conftest import PROGRAMS, ask_raw, free_port, private_environ
from tests.adb.test_binary import program
from tests.adb.test_parse import answered

ADB = Adb(found=True, path="/usr/bin/adb", version="36.0.0", server=41)
USB = Listed("0123", "ready", "device", "usb", "Pixel 7")
WIFI = Listed("10.0.0.5:5555", "ready", "device", "wifi", "Pixel 7")
GOOD = facts(answered())
NO_CHROME = Chrome(installed=False, version=None, running=False, enabled=True)


def with_screen(**changed: bool | None) -> Facts:
    values = {"awake": True, "locked": False, **changed}
    return replace(GOOD, screen=Screen(1080, 2220, 420, **values))


CASES: dict[str, tuple[Listed, Facts | BridgeError | None, str | None, str | None, bool]] = {
    # name: listed, facts, code, fix or action, ready
    "all well": (USB, GOOD, None, None, True),
    "unauthorized": (
        replace(USB, state="unauthorized"),
        None,
        "DEVICE_UNAUTHORIZED",
        None,
        False,
    ),
    "authorizing": (replace(USB, state="authorizing"), None, "DEVICE_UNAUTHORIZED", None, False),
    "offline by cable": (replace(USB, state="offline"), None, "DEVICE_OFFLINE", None, False),
    "offline by Wi-Fi": (
        replace(WIFI, state="offline"),
        None,
        "DEVICE_OFFLINE",
        "adb connect 10.0.0.5:5555",
        False,
    ),
    "recovery": (
        replace(USB, state="other", word="recovery"),
        None,
        "DEVICE_OFFLINE",
        None,
        False,
    ),
    "no permissions": (
        replace(USB, state="no-permissions"),
        None,
        "NO_PERMISSIONS",
        "sudo apt install android-sdk-platform-tools-common",
        False,
    ),
    "silent": (USB, LateFault("too long"), "DEVICE_OFFLINE", None, False),
    "not asked": (USB, None, "DEVICE_OFFLINE", None, False),
    "booting": (USB, replace(GOOD, booted=False), "DEVICE_BOOTING", None, False),
    "no Chrome": (
        USB,
        replace(GOOD, chrome=NO_CHROME, sockets=()),
        "CHROME_MISSING",
        "installChrome",
        False,
    ),
    "Chrome switched off": (
        USB,
        replace(GOOD, chrome=Chrome(True, "131", running=False, enabled=False), sockets=()),
        "CHROME_MISSING",
        "adb -s 0123 shell pm enable --user 0 com.android.chrome",
        False,
    ),
    "Chrome only started ahead": (
        USB,
        replace(GOOD, sockets=()),
        "CHROME_NOT_RUNNING",
        "launchChrome",
        False,
    ),
    "only a WebView listens": (
        USB,
        replace(GOOD, sockets=("webview_devtools_remote_1",)),
        "CHROME_NOT_RUNNING",
        "launchChrome",
        False,
    ),
    "another Chrome listens": (USB, replace(GOOD, chrome=NO_CHROME), None, None, True),
    "sockets hidden, Chrome runs": (USB, replace(GOOD, sockets=None), None, None, True),
    "sockets hidden, Chrome closed": (
        USB,
        replace(GOOD, sockets=None, chrome=replace(GOOD.chrome, running=False)),
        "CHROME_NOT_RUNNING",
        "launchChrome",
        False,
    ),
    "screen off": (USB, with_screen(awake=False), "SCREEN_OFF", None, True),
    "screen unknown": (USB, with_screen(awake=None, locked=None), None, None, True),
    "locked": (USB, with_screen(locked=True), None, None, True),
}


@pytest.mark.parametrize("name", CASES)
def test_a_phone_is_judged(name: str) -> None:
    row, told, code, help_, ready = CASES[name]
    report = assess(ADB, [row], {} if told is None else {row.serial: told})
    (device,) = report.devices
    problem = device.problem
    assert (problem and problem.code) == code
    assert (problem and (problem.fix or problem.action)) == help_
    assert (device.ready, report.ready) == (ready, ready)
    assert report.problem == problem


def test_a_ready_phone_beside_a_broken_one_makes_the_whole_ready() -> None:
    bad = replace(WIFI, state="offline")
    report = assess(ADB, [bad, USB], {USB.serial: with_screen(awake=False)})
    assert report.ready
    assert report.problem is not None
    assert report.problem.code == "SCREEN_OFF"


def test_no_phone_at_all_is_a_problem_and_windows_is_told_of_drivers() -> None:
    for platform, driver in (("linux", False), ("win32", True)):
        report = assess(ADB, platform=platform)
        assert report.problem is not None
        assert report.problem.code == "NO_DEVICE"
        assert ("driver" in report.problem.hint) is driver


def test_a_problem_of_adb_outranks_the_phones() -> None:
    report = assess(replace(ADB, problem=of("ADB_BROKEN")), [USB], {USB.serial: GOOD})
    assert not report.ready
    assert report.problem is not None
    assert report.problem.code == "ADB_BROKEN"


def settings_for(port: int, path: Path | None = None, **more: float) -> Settings:
    return Settings(adb=AdbSettings(port=port, path=str(path) if path else None, **more))


async def test_a_real_phone_s_state_is_seen_from_end_to_end(
    server: AdbServer, phone: ScriptedPhone
) -> None:
    phone.shell[FACTS_COMMAND] = (answered().encode(), b"", 0)
    report = await inspect(server, settings_for(server.port))
    device = next(d for d in report.devices if d.serial == phone.serial)
    assert device.ready
    assert (device.model, device.chrome.debuggable) == ("Pixel 7", True)
    assert report.adb.server == 41
    assert report.adb.version is not None


async def test_a_phone_that_does_not_answer_spoils_only_its_own_section(
    server: AdbServer, phone: ScriptedPhone
) -> None:
    phone.shell[FACTS_COMMAND] = (answered().encode(), b"", 0)
    async with scripted(ScriptedPhone(hanging={FACTS_COMMAND})) as silent:
        await server.connect(silent.serial)
        report = await inspect(server, settings_for(server.port, shell_seconds=0.5))
        await ask_raw(server.port, f"host:disconnect:{silent.serial}")
    problems = {d.serial: d.problem for d in report.devices}
    assert problems[phone.serial] is None
    assert (late := problems[silent.serial]) is not None
    assert late.code == "DEVICE_OFFLINE"
    assert "0.5 s" in late.message
    assert report.ready


async def test_phones_switched_off_are_not_looked_for() -> None:
    port = free_port()
    report = await inspect(
        AdbServer("127.0.0.1", port, call_seconds=1),
        Settings(adb=AdbSettings(enabled=False, port=port)),
    )
    assert (report.enabled, report.ready) == (False, False)
    assert report.problem is not None
    assert report.problem.code == "ANDROID_OFF"


async def test_a_server_is_started_when_none_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not PROGRAMS["system"].exists():
        pytest.skip("there is no adb of the system")
    for variable, value in private_environ(tmp_path).items():
        monkeypatch.setenv(variable, value)
    port = free_port()
    settings = settings_for(port, PROGRAMS["system"])
    report = await inspect(AdbServer("127.0.0.1", port, call_seconds=5), settings)
    await ask_raw(port, "host:kill")
    assert report.adb.server == 41
    assert report.problem is not None
    assert report.problem.code == "NO_DEVICE"


async def test_a_server_that_answers_does_without_a_working_program(
    server: AdbServer, tmp_path: Path
) -> None:
    broken = program(tmp_path / "adb", "exit 1")
    report = await inspect(server, settings_for(server.port, broken))
    assert report.adb.problem is None
    assert report.adb.version is None


async def test_a_broken_program_and_no_server_is_a_broken_adb(tmp_path: Path) -> None:
    port = free_port()
    broken = program(tmp_path / "adb", "echo wrong libc; exit 1")
    server = AdbServer("127.0.0.1", port, call_seconds=5)
    report = await inspect(server, settings_for(port, broken))
    assert report.problem is not None
    assert report.problem.code == "ADB_BROKEN"
    assert "wrong libc" in report.problem.message


async def test_another_program_on_the_port_is_named_and_nothing_is_started(
    tmp_path: Path,
) -> None:

    mark = tmp_path / "started"
    path = program(tmp_path / "adb", f'[ "$1" = version ] && echo Version 1 || touch {mark}')

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4)
        writer.write(b"SSH-2.0-x\r\n")
        writer.close()

    listener = await asyncio.start_server(meet, "127.0.0.1", 0)
    async with listener:
        port = listener.sockets[0].getsockname()[1]
        report = await inspect(
            AdbServer("127.0.0.1", port, call_seconds=5), settings_for(port, path)
        )
    assert report.problem is not None
    assert "does not speak adb" in report.problem.message
    assert not mark.exists()


async def test_no_program_and_no_server_says_how_to_get_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bridge.adb.readiness.binary.find", lambda _configured: None)
    port = free_port()
    report = await inspect(AdbServer("127.0.0.1", port, call_seconds=5), settings_for(port))
    assert report.problem is not None
    assert report.problem.code == "ADB_MISSING"
    assert report.problem.fix


async def test_a_configured_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    port = free_port()
    settings = settings_for(port, tmp_path / "no-adb")
    report = await inspect(AdbServer("127.0.0.1", port, call_seconds=5), settings)
    assert report.problem is not None
    assert (report.problem.code, report.problem.fix) == ("ADB_MISSING", None)
    assert str(tmp_path / "no-adb") in report.problem.message


def test_the_list_may_hold_every_state_at_once() -> None:
    text = "a device\nb offline\nc unauthorized\nd no permissions (x)\ne sideload\n"
    report = assess(ADB, listed(text), {"a": GOOD})
    assert [d.ready for d in report.devices] == [True, False, False, False, False]
