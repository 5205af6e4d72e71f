"""Fixtures shared by all rooms: one virtual phone per worker, with real Chromium and real adb."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bridge.adb.device import Device
from bridge.adb.server import AdbServer
from bridge.errors import SiteBlocked
from bridge.page.browser import Browser
from bridge.page.tab import Tab
from bridge.settings import Settings

ROOT = Path(__file__).parents[1]

# A run in the background of a script has Ctrl-C ignored, and every child inherits that: the
# tests that press it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the tables that tests recorded, also those of other processes."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in getattr(report, "user_properties", ()):
            if name == "table":
                terminalreporter.write_line(f"\n{value}")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the files or the environment of the person who runs it."""
    for name in tuple(os.environ):
        if name.startswith(("TAPBRIDGE_", "ANDROID_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TAPBRIDGE_HOME", str(tmp_path / "home"))


def free_port() -> int:
    """Return a port outside the range that adb scans for emulators."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@dataclass(frozen=True)
class VirtualPhone:
    """A running virtual phone and its control."""

    serial: str
    adb_port: int
    control: str
    pages: str

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask its control: GET, or POST with a body."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.control + path, data, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read() or b"null")

    def page(self, path: str, host: str = "shop.test") -> str:
        """Return the address of one of its test pages."""
        return f"http://{host}:{self.pages.rpartition(':')[2]}/{path}"

    def trips(self) -> int:
        """Return how many serial round trips there were since the last reset."""
        count: int = self.ask("/trips")["trips"]
        return count

    def count_from_here(self) -> None:
        """Start counting round trips anew."""
        self.ask("/trips/reset", {})


@contextlib.contextmanager
def start_phones(count: int, *options: str) -> Iterator[list[VirtualPhone]]:
    """Run `python -m fixtures.phone` with so many phones until the block ends."""
    several = () if count == 1 else ("--phones", str(count))
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "fixtures.phone", "--adb-server-port", str(free_port())),
            *several,
            *options,
        ],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        phones = []
        for _ in range(count):
            line = process.stdout.readline()
            assert line, "the virtual phone did not start"
            told = json.loads(line)
            where = told["serial"], told["adb_server_port"], told["control"], told["pages"]
            phones.append(VirtualPhone(*where))
        yield phones
    finally:
        process.stdin.close()
        try:
            process.wait(20)
        finally:
            process.kill()
            process.stdout.close()
            process.wait()


@contextlib.contextmanager
def start_phone(*options: str) -> Iterator[VirtualPhone]:
    """Run one of them until the block ends."""
    with start_phones(1, *options) as (phone,):
        yield phone


_shared: list[VirtualPhone] = []
"""The phone of this worker, once a test has asked for it."""


@pytest.fixture(scope="session")
def phone() -> Iterator[VirtualPhone]:
    """One virtual phone for the whole worker."""
    with start_phone() as running:
        _shared.append(running)
        yield running


@pytest.fixture(autouse=True, scope="module")
def _no_forward_is_left() -> Iterator[None]:
    """What a file's tests lead to the shared phone, they take back: others count forwards."""
    yield
    for each in _shared:
        with socket.create_connection(("127.0.0.1", each.adb_port), timeout=10) as adb:
            adb.sendall(b"0011host:list-forward")
            told = b"".join(iter(lambda: adb.recv(4096), b"")).decode()
        assert each.serial not in told, told


@pytest.fixture
def over_wifi(phone: VirtualPhone) -> Iterator[None]:
    """With no delay at all, a reply overtakes the rest of its flight and splits it in two."""
    phone.ask("/rtt", {"ms": 20})
    yield
    phone.ask("/rtt", {"ms": 0})


@dataclass
class HostJudge:
    """A site judge that blocks the hosts named in it."""

    hosts: set[str] = field(default_factory=set)

    def check(self, *urls: str) -> None:
        if not all(map(self.allows, urls)):
            raise SiteBlocked

    def check_destination(self, url: str) -> None:
        self.check(url)

    def allows(self, url: str) -> bool:
        return not any(f"//{host}" in url for host in self.hosts)

    def patterns(self) -> tuple[str, ...]:
        return tuple(f"*{host}*" for host in self.hosts)


@pytest.fixture
def judge() -> HostJudge:
    return HostJudge()


@pytest.fixture
async def browser(phone: VirtualPhone, judge: HostJudge) -> AsyncIterator[Browser]:
    """A session with the virtual phone's Chrome, over the real adb server."""
    settings = Settings.model_validate({"adb": {"port": phone.adb_port}})
    device = Device(AdbServer("127.0.0.1", phone.adb_port, call_seconds=5), phone.serial)
    async with Browser.open(device, "chrome_devtools_remote", settings, judge) as opened:
        yield opened


@pytest.fixture
async def tab(browser: Browser) -> AsyncIterator[Tab]:
    """A fresh tab of it, closed afterwards."""
    opened = await browser.open_tab("about:blank")
    yield opened
    if opened.alive and len(browser.targets.pages) > 1:
        await browser.targets.close(opened.target_id)


@pytest.fixture(scope="session")
def start() -> Any:
    """The way to start one more virtual phone, with options."""
    return start_phone
