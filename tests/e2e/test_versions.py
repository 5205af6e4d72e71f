"""Clients of other versions than the Bridge that runs: verbs and MCP pipes as processes."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bridge import __version__
from tests.e2e._shell import LIMIT, ROOT, Shell

OLDER, NEWER = "0.0.1", "999.0"


class Aging(Shell):
    """A shell in which a Bridge of another version runs."""

    @contextmanager
    def bridge(self, version: str) -> Iterator["subprocess.Popen[bytes]"]:
        """Run one until the block ends, however it ended before."""
        aged = [sys.executable, str(Path(__file__).with_name("_aged.py"))]
        environ = {**self.env, "AGED": version, "PYTHONPATH": str(ROOT)}
        with subprocess.Popen(aged, env=environ, cwd=ROOT, stderr=subprocess.DEVNULL) as process:
            try:
                while not self.known() and process.poll() is None:
                    pass
                assert self.known()["version"] == version
                yield process
            finally:
                process.terminate()

    def known(self) -> dict[str, Any]:
        """Return what the state file says."""
        try:
            said: dict[str, Any] = json.loads((self.folder / "home/daemon.json").read_text())
        except (OSError, ValueError):
            return {}
        return said

    @contextmanager
    def pipe(self) -> Iterator["subprocess.Popen[str]"]:
        """Start `tapbridge mcp`, as an MCP host does."""
        with subprocess.Popen(
            [sys.executable, "-m", "bridge", "mcp"],
            env=self.env,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdin is not None
            try:
                yield process
            finally:
                process.stdin.close()
                process.wait(LIMIT)


def hello(pipe: "subprocess.Popen[str]") -> dict[str, Any]:
    """Shake hands over a pipe, and return what the server says of itself."""
    client = {"name": "ada", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    line = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    assert pipe.stdin is not None
    assert pipe.stdout is not None
    pipe.stdin.write(json.dumps(line) + "\n")
    pipe.stdin.flush()
    answer: dict[str, Any] = json.loads(pipe.stdout.readline())["result"]
    return answer


@pytest.fixture
def shell(phone: Any, tmp_path: Path) -> Iterator[Aging]:
    made = Aging.of(phone, tmp_path, TAPBRIDGE_DAEMON__START_SECONDS="60")
    (tmp_path / "home").mkdir()
    yield made
    assert made.run("stop").returncode == 0


def test_an_older_client_is_served_by_a_newer_bridge(phone: Any, shell: Aging) -> None:
    with shell.bridge(NEWER) as process:
        listed = shell.run("device-list", "--json")
        assert phone.serial in listed.stdout, listed.stderr
        with shell.pipe() as pipe:
            assert hello(pipe)["serverInfo"]["name"] == "tapbridge"
        assert json.loads(shell.run("status", "--json").stdout)["data"]["version"] == NEWER
        assert process.poll() is None


def test_a_newer_verb_takes_the_place_of_an_older_idle_bridge(phone: Any, shell: Aging) -> None:
    with shell.bridge(OLDER) as process:
        listed = shell.run("device-list", "--json")
        assert phone.serial in listed.stdout, listed.stderr
        assert process.wait(LIMIT) == 0
    now = json.loads(shell.run("status", "--json").stdout)["data"]
    assert (now["version"], now["pid"] == process.pid) == (__version__, False)


def test_a_newer_pipe_takes_the_place_of_an_older_idle_bridge(shell: Aging) -> None:
    with shell.bridge(OLDER) as process:
        with shell.pipe() as pipe:
            assert hello(pipe)["serverInfo"] == {"name": "tapbridge", "version": __version__}
        assert process.wait(LIMIT) == 0


def test_a_newer_client_names_an_older_busy_bridge_and_who_works_there(shell: Aging) -> None:
    with shell.bridge(OLDER) as process:
        # what a person borrowed goes on: here without a client, below with one
        older = [sys.executable, "-c", _OLDER_CLIENT]
        environ = {**shell.env, "PYTHONPATH": str(ROOT)}
        with subprocess.Popen(
            older, env=environ, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as working:
            assert working.stdin is not None
            assert working.stdout is not None
            assert working.stdout.readline() == "in\n"
            refused = shell.run("device-list")
            assert refused.returncode == 2
            told = f"the Bridge that runs (pid {process.pid}) is version {OLDER}, this client"
            assert refused.stderr.startswith(f"DAEMON_BUSY: {told} {__version__}, and it is busy")
            assert "connected: an older agent" in refused.stderr
            with shell.pipe() as pipe:
                assert pipe.wait(LIMIT) == 2
                assert pipe.stderr is not None
                assert pipe.stderr.read().startswith(f"DAEMON_BUSY: {told}")
            # a person's word is heard by any version
            assert shell.run("pause").returncode == 0
            assert "paused" in shell.run("status").stdout
            assert shell.run("resume").returncode == 0
            assert process.poll() is None
            working.stdin.close()
        while shell.run("device-list").returncode == 2:
            pass  # the older Bridge hears of the end in a moment
        assert process.wait(LIMIT) == 0
    assert shell.known()["version"] == __version__


_OLDER_CLIENT = f"""
import sys
from bridge.serve import client
client.__version__ = {OLDER!r}
with client.connect("call", client="an older agent"):
    print("in", flush=True)
    sys.stdin.read()
"""
