"""Daemons for the tests of this room: one in this process, and raw lines to it."""

import asyncio
import json
import logging
import os
import secrets
import signal
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bridge.app import Bridge, open_bridge
from bridge.places import sites_file, state_folder
from bridge.serve import state
from bridge.serve.daemon import serve
from bridge.serve.paired import Paired
from bridge.serve.web import House, serve_web
from bridge.settings import Settings
from tests.serve.extensions import ORIGIN, Guest, Line, Peer, linked
from tests.serve.toy import COMMAND, ToyBridge
from tests.serve.viewers import NO_PHONE, served

LIMIT = 20
ROOT = Path(__file__).parents[2]


@dataclass
class Here:
    """A daemon that runs in this process."""

    known: state.State
    bridge: ToyBridge
    running: asyncio.Task[None]

    async def ended(self) -> None:
        """Wait until it has left."""
        async with asyncio.timeout(LIMIT):
            await asyncio.wait((self.running,))

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.known.port, limit=1 << 25)

    def hello(self, want: Any, **more: Any) -> dict[str, Any]:
        fields = {"token": self.known.token, "version": self.known.version, "want": want}
        return {**fields, "client": "a test", "adb_server": None, **more}

    async def ask(self, want: Any, **more: Any) -> dict[str, Any]:
        async with self.talk(want, **more) as talk:
            return talk.answer

    @asynccontextmanager
    async def talk(self, want: Any, **more: Any) -> AsyncIterator["Talk"]:
        reader, writer = await self.connect()
        talk = Talk(reader, writer)
        try:
            await talk.say(self.hello(want, **more))
            talk.answer = await talk.hear()
            yield talk
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()


class Talk:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.answer: dict[str, Any] = {}

    async def say(self, value: Any) -> None:
        raw = value if isinstance(value, bytes) else json.dumps(value).encode() + b"\n"
        self.writer.write(raw)
        await self.writer.drain()

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(LIMIT):
            line = await self.reader.readline()
        heard: dict[str, Any] = json.loads(line)
        return heard

    async def ended(self) -> bool:
        async with asyncio.timeout(LIMIT):
            try:
                return await self.reader.read() == b""
            except ConnectionError:
                return True


@asynccontextmanager
async def run_here(
    settings: Settings | None = None, *, foreground: bool = True
) -> AsyncIterator[Here]:
    """Run a daemon of the toy in this process until the block ends."""
    bridge = ToyBridge()

    @asynccontextmanager
    async def open_bridge(_: Settings) -> AsyncIterator[ToyBridge]:
        yield bridge

    answers: asyncio.Future[state.State] = asyncio.get_running_loop().create_future()
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(
            serve(
                settings or Settings(),
                open_bridge=open_bridge,
                foreground=foreground,
                ready=answers.set_result,
            )
        )
        here = Here(await answers, bridge, running)
        try:
            yield here
        finally:
            if not running.done():
                with suppress(OSError, ValueError):
                    await here.ask("stop")
            await here.ended()


@pytest.fixture
async def here() -> AsyncIterator[Here]:
    async with run_here() as running:
        yield running


@dataclass
class Apart:
    """Daemons of the toy in processes of their own, started by clients; all ended at the end."""

    log: Path
    command: tuple[str, ...] = COMMAND

    def environment(self, **more: str) -> dict[str, str]:
        """Return an environment in which its command runs from this checkout."""
        paths = filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))
        return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **more}

    def events(self, name: str) -> list[int]:
        """Return the pids of the daemons that noted an event."""
        lines = self.log.read_text("utf-8").splitlines() if self.log.exists() else []
        return [int(pid) for event, pid in map(str.split, lines) if event == name]


@pytest.fixture
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Apart]:
    made = Apart(tmp_path / "toy.log")
    monkeypatch.setenv("TOY_LOG", str(made.log))
    yield made
    ended = set(made.events("closed")) | set(made.events("killed"))
    left = set(made.events("opened")) - ended - {os.getpid()}
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
    wait_until(lambda: not state.alive(state.folder()))


def wait_until(met: Callable[[], bool]) -> None:
    """Look again and again until it is so; fail after the standard limit."""
    for _ in range(LIMIT * 50):
        if met():
            return
        subprocess.run(["sleep", "0.02"], check=True)
    raise AssertionError("it did not come about")


@pytest.fixture
def no_defect(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing that is refused, cut off or cancelled ends as a defect in the log."""
    yield
    bad = [r for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
    assert [r.getMessage() for r in bad] == []


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """The web of a whole Bridge that looks for no phone."""
    async with served(NO_PHONE) as made:
        yield made


@pytest.fixture
async def paired_bridge(phone: Any) -> AsyncIterator[Bridge]:
    """The real Bridge with the virtual phone; one site is blocked."""
    path = sites_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("bank.test\n")
    async with open_bridge(Settings.model_validate({"adb": {"port": phone.adb_port}})) as opened:
        yield opened


@pytest.fixture
async def lane(paired_bridge: Bridge) -> AsyncIterator[House]:
    """The web of it, where extensions come in."""
    async with serve_web(paired_bridge, (0,), lambda *_: nullcontext(Guest())) as served:
        yield served


@pytest.fixture
def peer(lane: House) -> Peer:
    """An installation that was paired: it has a key."""
    made = Peer(key=secrets.token_bytes(32))
    Paired(state_folder()).add(made.install, made.key, ORIGIN, made.version)
    return made


@pytest.fixture
async def link(lane: House, peer: Peer) -> AsyncIterator[Line]:
    """A link of it."""
    async with linked(lane.address, peer) as on:
        yield on
