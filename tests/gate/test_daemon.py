"""A daemon that stops or dies with requests and popups held: the person's Chrome goes on."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bridge.adb.device import Device
from bridge.adb.server import AdbServer
from bridge.cdp.connection import Connection, Session, open_connection
from bridge.settings import LimitSettings
from tests.gate._site import Site

SECONDS = 10


@dataclass(frozen=True)
class Shell:
    """A shell in which `tapbridge` reaches the virtual phone only."""

    env: dict[str, str]
    home: Path

    def run(self, *words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "bridge", *words],
            env=self.env,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    async def says(self, *words: str) -> str:
        return await asyncio.to_thread(self.run, *words)

    @property
    def daemon(self) -> int:
        """Its process."""
        (state,) = self.home.rglob("daemon.json")
        return int(json.loads(state.read_text())["pid"])


@pytest.fixture
def shell(phone: Any, tmp_path: Path) -> Iterator[Shell]:
    made = Shell(
        {
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "TAPBRIDGE_HOME": str(tmp_path / "home"),
            "ANDROID_ADB_SERVER_PORT": str(phone.adb_port),
            "TAPBRIDGE_SERIAL": phone.serial,
        },
        tmp_path / "home",
    )
    yield made
    with suppress(AssertionError, ProcessLookupError, ValueError):
        os.kill(made.daemon, signal.SIGCONT)
    made.run("stop")


@dataclass
class Person:
    """Another client of the same Chrome: what a person does, and sees."""

    link: Connection

    async def pages(self) -> dict[str, str]:
        listed = (await self.link.root.call("Target.getTargets"))["targetInfos"]
        return {
            t["targetId"]: t["url"]
            for t in listed
            if t["type"] == "page" and len(t["targetId"]) == 32
        }

    async def at(self, url: str) -> Session:
        """Attach to the page that shows an address."""
        target = next(id_ for id_, shown in (await self.pages()).items() if shown == url)
        got = await self.link.root.call(
            "Target.attachToTarget", {"targetId": target, "flatten": True}
        )
        return self.link.session(got["sessionId"], target)

    async def opens(self, url: str) -> None:
        await self.link.root.call("Target.createTarget", {"url": url})

    async def until(self, met: Callable[[set[str]], bool], what: str) -> None:
        """Look at the addresses of all pages until it is so."""
        end = asyncio.get_running_loop().time() + SECONDS
        while not met(set((await self.pages()).values())):
            assert asyncio.get_running_loop().time() < end, f"not {what}"
            await asyncio.sleep(0.02)

    async def until_shown(self, url: str) -> None:
        await self.until(lambda shown: url in shown, f"shown: {url}")


@pytest.fixture
async def person(phone: Any) -> AsyncIterator[Person]:
    device = Device(AdbServer("127.0.0.1", phone.adb_port, call_seconds=5), phone.serial)
    async with (
        device.forwarded("localabstract:chrome_devtools_remote") as port,
        open_connection(port, LimitSettings()) as link,
    ):
        yield Person(link)


def script(session: Session, code: str) -> "asyncio.Future[Any]":
    return session.post("Runtime.evaluate", {"expression": code, "userGesture": True})


@pytest.mark.parametrize("end", [signal.SIGSTOP, signal.SIGKILL])
async def test_whatever_becomes_of_the_daemon_nothing_stays_held(
    shell: Shell, person: Person, site: Site, end: signal.Signals
) -> None:
    start, popup = site.url("shop.test", "/html", title="start"), site.url("free.test", "/popup")
    blocked, other = site.url("blocked.test", "/held"), site.url("free.test", "/other")
    await shell.says("sites", "add", "blocked.test")
    await shell.says("page-tabs", "--action", "open", "--url", start)
    await shell.says("page-scroll", "--direction", "bottom")  # an act: the gate is closed
    page = await person.at(start)
    site.log.clear()
    daemon = shell.daemon

    os.kill(daemon, signal.SIGSTOP)
    frame = "f = document.body.appendChild(document.createElement('iframe'));"
    await script(page, f"{frame} f.src = {json.dumps(blocked)}; 0")
    opener = script(page, f"open({json.dumps(popup)}); 'went on'")
    if end is signal.SIGKILL:
        # both are held: a reply that came later than theirs would have is here
        await person.link.root.call("Browser.getVersion")
        assert not opener.done()
        os.kill(daemon, signal.SIGKILL)
    await person.opens(other)

    await person.until_shown(popup)
    await person.until_shown(other)
    told = await asyncio.wait_for(opener, SECONDS)
    assert told["result"]["value"] == "went on"
    await person.until(lambda shown: "" not in shown, "running, each of them")
    await person.until(
        lambda _: ("blocked.test", "/held") in [(r.host, r.path) for r in site.log],
        "let go: the request of the frame",
    )

    if end is signal.SIGSTOP:
        os.kill(daemon, signal.SIGCONT)
    assert popup in await shell.says("page-tabs")


async def test_the_daemon_leaves_nothing_held_and_no_process_when_it_is_stopped(
    shell: Shell, person: Person, site: Site
) -> None:
    start, popup = site.url("shop.test", "/html", title="start"), site.url("free.test", "/popup2")
    await shell.says("sites", "add", "blocked.test")
    await shell.says("page-tabs", "--action", "open", "--url", start)
    children = _children(shell.daemon)
    assert children, "the warden stands by while the gate is closed"
    page = await person.at(start)
    await shell.says("stop")
    assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]
    script(page, f"open({json.dumps(popup)})")
    await person.until_shown(popup)


def _children(pid: int) -> list[int]:
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(each) for each in told.split()]
