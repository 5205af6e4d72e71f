"""The daemon from start to end."""

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bridge.errors import SetupFault
from bridge.serve import client, daemon, state
from bridge.settings import DaemonSettings, Settings
from tests.serve.conftest import LIMIT, Apart, run_here, wait_until
from tests.serve.toy import ToyBridge


def brief(seconds: float) -> Settings:
    return Settings(daemon=DaemonSettings(idle_seconds=seconds))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(apart: Apart, number: signal.Signals) -> None:
    client.connect("call", client="test", command=apart.command).close()
    known = state.read(state.folder())
    assert known is not None
    os.kill(known.pid, number)
    wait_until(lambda: not state.alive(state.folder()))
    assert apart.events("closed") == [known.pid]
    assert state.read(state.folder()) is None


def test_a_signal_during_a_call_cancels_it_and_closes_the_phones(apart: Apart) -> None:
    with client.connect("call", client="test", command=apart.command) as link:
        link.sock.sendall(b'{"id": 1, "tool": "toy_wait"}\n')
        wait_until(lambda: apart.events("waiting") != [])
        (pid,) = apart.events("waiting")
        os.kill(pid, signal.SIGTERM)
        assert link.reader.readline() == b""
    wait_until(lambda: not state.alive(state.folder()))
    assert apart.events("cancelled") == apart.events("closed") == [pid]


async def test_it_leaves_when_nobody_has_worked_for_the_idle_time() -> None:
    async with run_here(brief(0.1), foreground=False) as here:
        await here.ended()
    assert not state.alive(state.folder())
    assert state.read(state.folder()) is None


async def test_it_is_not_idle_while_a_client_works_or_the_bridge_is_busy() -> None:
    async with run_here(brief(30), foreground=False) as here:
        for want in ("mcp", "call"):
            async with here.talk(want):
                assert (await here.ask("status"))["data"]["idle"] == 0
        assert (await here.ask("status"))["data"]["idle"] >= 0
        here.bridge.is_busy = True
        assert (await here.ask("status"))["data"]["idle"] == 0


async def test_the_idle_time_begins_when_the_last_client_leaves() -> None:
    async with run_here(brief(0.1), foreground=False) as here:
        async with here.talk("mcp"):
            left, _ = await asyncio.wait((here.running,), timeout=0.3)
            assert not left
        await here.ended()


async def test_it_leaves_when_its_state_file_is_gone_and_nobody_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(daemon, "LOOK_SECONDS", 0.02)
    async with run_here() as here:
        async with here.talk("mcp"):
            (state.folder() / state.STATE).unlink()
            left, _ = await asyncio.wait((here.running,), timeout=0.2)
            assert not left
        await here.ended()


async def test_strangers_do_not_keep_it() -> None:
    async with run_here(brief(0.1), foreground=False) as here:
        _, writer = await here.connect()
        await here.ended()
        writer.close()


async def test_a_second_daemon_is_refused_and_told_of_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(daemon, "LIFE_SECONDS", 0.05)
    async with run_here() as here:
        with pytest.raises(SetupFault, match=f"pid {os.getpid()}"):
            await daemon.serve(Settings(), foreground=True)
        assert state.read(state.folder()) == here.known


async def test_a_dead_ones_state_file_is_replaced() -> None:
    state.write(state.folder(), state.State(1, 1, "old", "0.0.1", 0))
    async with run_here() as here:
        assert state.read(state.folder()) == here.known


def test_what_keeps_it_from_starting_is_the_last_line_it_says(apart: Apart) -> None:
    run = subprocess.run(
        apart.command,
        env=apart.environment(TOY_FAILS="1"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == SetupFault.exit
    assert json.loads(run.stderr.splitlines()[-1])["error"]["code"] == "ADB_BROKEN"
    assert not state.alive(state.folder())


def test_the_log_rotates_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            "import os, sys, logging; from pathlib import Path; from bridge.serve import daemon\n"
            "os.umask(0o077)\n"
            "daemon.log_to_file(Path(sys.argv[1]), 10_000, foreground=False)\n"
            "for n in range(2000): logging.getLogger('x').info('line %d', n)\n"
            "logging.getLogger('mcp.server').info('typed text')",
            tmp_path,
        ],
        capture_output=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    files = sorted(p.name for p in tmp_path.glob("daemon.log*"))
    assert files == ["daemon.log", *(f"daemon.log.{n}" for n in range(1, 5))]
    assert all(p.stat().st_size <= 10_000 for p in tmp_path.glob("daemon.log*"))
    assert all(p.stat().st_mode & 0o777 == 0o600 for p in tmp_path.glob("daemon.log*"))
    assert "typed" not in (tmp_path / "daemon.log").read_text()


async def test_a_bridge_that_does_not_close_holds_the_daemon_up_for_a_moment_only(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(daemon, "CLOSE_SECONDS", 0.05)

    @asynccontextmanager
    async def stuck(_: Settings) -> AsyncIterator[ToyBridge]:
        try:
            yield ToyBridge()
        finally:
            await asyncio.Event().wait()

    with caplog.at_level(logging.ERROR):
        async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as tasks:
            ready = asyncio.Event()
            tasks.create_task(
                daemon.serve(
                    Settings(),
                    open_bridge=stuck,
                    foreground=True,
                    ready=lambda _: ready.set(),
                )
            )
            await ready.wait()
            os.kill(os.getpid(), signal.SIGTERM)
    assert "did not close" in caplog.text
    assert not state.alive(state.folder())
