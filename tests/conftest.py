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
def start_phone(*options: str) -> Iterator[VirtualPhone]:
    """Run `python -m fixtures.phone` until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", "fixtures.phone", "--adb-server-port", str(free_port()), *options],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line, "the virtual phone did not start"
        told = json.loads(line)
        yield VirtualPhone(told["serial"], told["adb_server_port"], told["control"], told["pages"])
    finally:
        process.stdin.close()
        try:
            process.wait(20)
        finally:
            process.kill()
            process.stdout.close()
            process.wait()


@pytest.fixture(scope="session")
def phone() -> Iterator[VirtualPhone]:
    """One virtual phone for the whole worker."""
    with start_phone() as running:
        yield running


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
