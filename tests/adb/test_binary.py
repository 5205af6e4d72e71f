"""Finding the adb program, and the two runs of it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from pathlib import Path

import pytest

from bridge.adb import binary
from bridge.adb.server import AdbServer
from bridge.errors import SetupFault
from tests.adb.conftest import PROGRAMS, ask_raw, free_port, private_environ


def program(path: Path, script: str = "exit 0") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_candidates_are_taken_in_the_documented_order(tmp_path: Path) -> None:
    home = tmp_path / "home"
    environ = {
        "PATH": f'"{tmp_path}/first":{tmp_path}/second',
        "ANDROID_HOME": f"{tmp_path}/sdk",
        "ANDROID_SDK_ROOT": f"{tmp_path}/root",
    }
    order = [
        program(tmp_path / "first" / "adb"),
        program(tmp_path / "second" / "adb"),
        program(tmp_path / "sdk" / "platform-tools" / "adb"),
        program(tmp_path / "root" / "platform-tools" / "adb"),
        program(home / "Android" / "Sdk" / "platform-tools" / "adb"),
    ]
    for expected in order:
        assert binary.find(None, environ=environ, home=home, platform="linux") == expected
        expected.unlink()


def test_a_configured_path_is_the_only_candidate(tmp_path: Path) -> None:
    environ = {"PATH": str(program(tmp_path / "first" / "adb").parent)}
    mine = program(tmp_path / "mine" / "adb")
    assert binary.find(str(mine), environ=environ, home=tmp_path) == mine
    mine.chmod(0o644)
    assert binary.find(str(mine), environ=environ, home=tmp_path) is None
    assert binary.find("/no/such/adb", environ=environ, home=tmp_path) is None


def test_the_wheel_s_program_is_the_last_resort(tmp_path: Path) -> None:
    found = binary.find(None, environ={}, home=tmp_path, platform="linux")
    if not any(Path(p).exists() for p in ("/opt/homebrew/bin/adb", "/usr/local/bin/adb")):
        assert found == PROGRAMS["wheel"]


def test_folders_and_files_that_cannot_be_run_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "folder" / "adb").mkdir(parents=True)
    plain = program(tmp_path / "plain" / "adb")
    plain.chmod(0o644)
    good = program(tmp_path / "good" / "adb")
    environ = {"PATH": f"::{tmp_path}/folder:{tmp_path}/plain:{tmp_path}/nowhere:{tmp_path}/good"}
    assert binary.find(None, environ=environ, home=tmp_path) == good


def test_on_windows_the_package_managers_folders_are_looked_into(tmp_path: Path) -> None:
    local = tmp_path / "AppData" / "Local"
    order = [
        program(local / "Android/Sdk/platform-tools/adb.exe"),
        program(local / "Microsoft/WinGet/Packages/Google.PlatformTools_x/platform-tools/adb.exe"),
        program(tmp_path / "scoop/shims/adb.exe"),
        program(tmp_path / "choco/bin/adb.exe"),
        program(tmp_path / "Downloads/platform-tools_r36/platform-tools/adb.exe"),
    ]
    environ = {"ChocolateyInstall": str(tmp_path / "choco")}
    for expected in order:
        assert binary.find(None, environ=environ, home=tmp_path, platform="win32") == expected
        expected.unlink()


@pytest.mark.parametrize("name", PROGRAMS)
async def test_the_release_of_a_real_adb_is_told(name: str) -> None:
    if not PROGRAMS[name].exists():
        pytest.skip(f"{name} is not installed")
    command = [str(PROGRAMS[name]), "version"]
    said = await asyncio.to_thread(lambda: subprocess.check_output(command, text=True))
    release = await binary.version(PROGRAMS[name], seconds=10)
    assert f"Version {release}" in said.splitlines()


async def test_an_adb_without_a_release_line_tells_its_protocol(tmp_path: Path) -> None:
    path = program(tmp_path / "adb", "echo Android Debug Bridge version 1.0.32")
    assert await binary.version(path, seconds=10) == "1.0.32"


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("echo; echo '  cannot execute: wrong libc' >&2; exit 127", "cannot execute: wrong libc"),
        ("exit 3", "exit status 3"),
        ("echo something else", "something else"),
        ("echo Version 1; exit 1", "Version 1"),
        (f"echo {'x' * 300}; exit 1", "x" * 200),
    ],
)
async def test_a_broken_adb_is_told_by_its_first_line(
    tmp_path: Path, script: str, told: str
) -> None:
    with pytest.raises(SetupFault) as seen:
        await binary.version(program(tmp_path / "adb", script), seconds=10)
    assert seen.value.code == "ADB_BROKEN"
    assert seen.value.message.endswith(told)


async def test_an_adb_that_does_not_end_is_stopped_at_the_limit(tmp_path: Path) -> None:
    with pytest.raises(SetupFault, match=r"within 0\.2 s"):
        await binary.version(program(tmp_path / "adb", "exec sleep 60"), seconds=0.2)


@pytest.mark.parametrize("begins", ["", "setsid "])
async def test_what_a_stopped_adb_began_holds_nobody_up(tmp_path: Path, begins: str) -> None:
    left = tmp_path / "left"
    script = f"{begins}sh -c 'echo $$ > {left}; exec sleep 60' & exec sleep 60"
    try:
        with pytest.raises(SetupFault, match=r"within 0\.5 s"):
            async with asyncio.timeout(10):
                await binary.version(program(tmp_path / "adb", script), seconds=0.5)
    finally:
        if begins:  # it went out of reach
            os.kill(int(left.read_text()), signal.SIGKILL)


async def test_an_adb_that_leaves_something_running_is_heard_all_the_same(tmp_path: Path) -> None:
    left = tmp_path / "left"
    path = program(tmp_path / "adb", f"sleep 60 & echo $! > {left}; echo Version 1.2.3")
    try:
        assert await binary.version(path, seconds=5) == "1.2.3"
    finally:
        os.kill(int(left.read_text()), signal.SIGKILL)


async def test_a_file_that_is_no_program_is_told_so(tmp_path: Path) -> None:
    path = program(tmp_path / "adb")
    path.write_bytes(b"\x7fELF nonsense")
    with pytest.raises(SetupFault, match="cannot be run"):
        await binary.version(path, seconds=10)


async def test_starting_stands_in_adb_s_own_folder_and_says_when_it_failed(tmp_path: Path) -> None:
    path = program(tmp_path / "tools" / "adb", 'echo "$PWD $*" > seen; exit 1')
    with pytest.raises(SetupFault, match="exit status 1"):
        await binary.start_server(path, 15037, seconds=10)
    seen = (path.parent / "seen").read_text(encoding="utf-8")
    assert seen == f"{path.parent} -P 15037 start-server\n"


@pytest.mark.parametrize("name", PROGRAMS)
async def test_a_started_server_answers_and_is_not_ours_to_wait_for(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not PROGRAMS[name].exists():
        pytest.skip(f"{name} is not installed")
    for variable, value in private_environ(tmp_path).items():
        monkeypatch.setenv(variable, value)
    port = free_port()
    await binary.start_server(PROGRAMS[name], port, seconds=30)
    try:
        assert await AdbServer("127.0.0.1", port, call_seconds=5).version() == 41
    finally:
        await ask_raw(port, "host:kill")
