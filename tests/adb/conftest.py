"""Real adb servers, private to the tests, and a scripted phone on each."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from bridge.adb.device import Device
from bridge.adb.server import AdbServer
from tests.adb._adbd import ScriptedPhone, scripted

_FOUND = importlib.util.find_spec("adbutils")
_WHEEL = Path(_FOUND.origin).parent if _FOUND and _FOUND.origin else Path("/nowhere")

PROGRAMS = {
    "system": Path("/usr/bin/adb"),
    "wheel": _WHEEL / "binaries" / "adb",
}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def private_environ(home: Path) -> dict[str, str]:
    """Return an environment in which adb finds no key, no emulator and no phone of anybody's."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "ANDROID_USER_HOME": str(home),
        "ANDROID_SDK_HOME": str(home),
        "TMPDIR": str(home),
        "ADB_LOCAL_TRANSPORT_MAX_PORT": "5553",
        "ADB_MDNS": "0",
        "ADB_MDNS_AUTO_CONNECT": "0",
    }


@pytest.fixture(scope="session", params=PROGRAMS)
def adb_port(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[int]:
    """Return the port of a real adb server: each test runs against every version there is."""
    program = PROGRAMS[request.param]
    if not program.exists():
        pytest.skip(f"{request.param} is not installed")
    port, (ready, tell) = free_port(), os.pipe()
    process = subprocess.Popen(
        [program, "-L", f"tcp:localhost:{port}", "fork-server", "server", "--reply-fd", str(tell)],
        env=private_environ(tmp_path_factory.mktemp(request.param)),
        pass_fds=[tell],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        os.close(tell)
        with os.fdopen(ready, "rb") as said:
            assert said.readline() == b"OK\n"
        yield port
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def server(adb_port: int) -> AdbServer:
    return AdbServer("127.0.0.1", adb_port, call_seconds=5)


async def ask_raw(port: int, service: str) -> bytes:
    """Ask the adb server without the code under test."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"{len(service):04x}{service}".encode())
        return await reader.read()
    finally:
        writer.close()


@pytest.fixture
async def phone(server: AdbServer) -> AsyncIterator[ScriptedPhone]:
    """Return a scripted phone that the adb server is connected to."""
    async with scripted(ScriptedPhone()) as one:
        said = await ask_raw(server.port, f"host:connect:{one.serial}")
        assert said.endswith(f"connected to {one.serial}".encode())
        yield one
        with suppress(OSError):
            await ask_raw(server.port, f"host:disconnect:{one.serial}")


@pytest.fixture
def device(server: AdbServer, phone: ScriptedPhone) -> Device:
    return Device(server, phone.serial, shell_seconds=5)
