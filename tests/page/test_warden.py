"""The process that lets Chrome go: against a real Chromium, with this test as the Bridge."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from typing_extensions import override

from bridge.cdp.connection import Connection, open_connection
from bridge.page.warden import Warden
from bridge.settings import LimitSettings
from tests.cdp._chromium import chromium

HOLD = {
    "autoAttach": True,
    "waitForDebuggerOnStart": True,
    "flatten": True,
    "filter": [{"type": "page"}, {"exclude": True}],
}
SECONDS = 10


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with chromium() as port:
        yield port


@pytest.fixture
async def link(port: int) -> AsyncIterator[Connection]:
    """The Bridge's link."""
    async with open_connection(port, LimitSettings()) as connection:
        yield connection


@pytest.fixture
async def person(port: int) -> AsyncIterator[Connection]:
    async with open_connection(port, LimitSettings()) as connection:
        yield connection


@pytest.fixture
def warden(link: Connection) -> Iterator[Warden]:
    warden = Warden.start(link.descriptor, link.port)
    yield warden
    warden.leave(SECONDS)


async def hold_a_popup(link: Connection, person: Connection) -> tuple[str, asyncio.Future[Any]]:
    """Let a page open another, which `link` holds; its id, and the opener's script."""
    held: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def attached(event: dict[str, Any]) -> None:
        if event["waitingForDebugger"] and not held.done():
            held.set_result(event["targetInfo"])

    link.root.on("Target.attachedToTarget", attached)
    await link.root.call("Target.setAutoAttach", HOLD)
    pages = (await person.root.call("Target.getTargets"))["targetInfos"]
    target = next(page["targetId"] for page in pages if page["type"] == "page")
    answer = await person.root.call("Target.attachToTarget", {"targetId": target, "flatten": True})
    session = person.session(answer["sessionId"], target)
    script = {"expression": "open('about:blank'); 'went on'", "userGesture": True}
    opener = session.post("Runtime.evaluate", script)
    info = await asyncio.wait_for(held, SECONDS)
    return str(info["targetId"]), opener


async def test_it_waits_for_nothing_and_leaves_when_sent_home(
    link: Connection, warden: Warden
) -> None:
    for _ in range(3):
        warden.beat()
    warden.rest()
    warden.leave(SECONDS)
    with pytest.raises(ProcessLookupError):
        os.kill(warden.pid, 0)
    assert (await link.root.call("Browser.getVersion"))["product"]


async def test_when_the_bridge_falls_silent_its_link_is_cut(
    link: Connection, warden: Warden
) -> None:
    warden.beat()
    assert await asyncio.wait_for(link.wait_ended(), SECONDS)


async def test_silence_means_nothing_while_nothing_is_held(
    link: Connection, warden: Warden, person: Connection
) -> None:
    warden.rest()
    other = Warden.start(person.descriptor, person.port)  # which is not told to rest
    await asyncio.wait_for(person.wait_ended(), SECONDS)
    assert link.root.alive
    other.leave(SECONDS)


async def test_held_pages_and_their_openers_go_on_when_the_bridge_is_gone(
    link: Connection, person: Connection, warden: Warden
) -> None:
    popup, opener = await hold_a_popup(link, person)
    assert not opener.done()
    warden._line.close()  # as a killed Bridge does
    told = await asyncio.wait_for(opener, SECONDS)
    assert told["result"]["value"] == "went on"
    info = await person.root.call("Target.getTargetInfo", {"targetId": popup})
    assert info["targetInfo"]["url"] == "about:blank"
    assert await link.wait_ended()


async def test_a_warden_that_hangs_is_ended(link: Connection) -> None:
    warden = Warden.start(link.descriptor, link.port)
    os.kill(warden.pid, signal.SIGSTOP)
    for _ in range(100_000):
        warden.beat()  # until the line is full: nobody listens, and nothing waits
    warden.leave(0.1)
    with pytest.raises(ProcessLookupError):
        os.kill(warden.pid, 0)


class Undying(subprocess.Popen[bytes]):
    """A process that the kernel does not let go of: stuck in a device, it takes no signal."""

    kills = 0

    @override
    def kill(self) -> None:
        self.kills += 1

    @override
    def wait(self, timeout: float | None = None) -> int:
        assert timeout is not None, "nobody would ever come back from this"
        raise subprocess.TimeoutExpired(self.args, timeout)


def test_a_warden_that_cannot_even_be_killed_is_waited_for_no_longer(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ours, theirs = socket.socketpair()
    process = Undying([sys.executable, "-c", ""])
    try:
        with theirs:
            Warden(process, ours).leave(0.01)
    finally:
        subprocess.Popen.wait(process, SECONDS)
    assert process.kills == 1
    assert "does not end" in caplog.text


def test_it_loads_little_while_all_is_well() -> None:
    code = "import sys, bridge.page.warden; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"asyncio", "websockets", "pydantic", "bridge.cdp"} & set(loaded)
