"""`tapbridge relay`: an endpoint until Ctrl-C."""

import signal
import subprocess
import sys

import pytest

from tests.cli.conftest import Tapbridge
from tests.serve.conftest import LIMIT, ROOT, Apart


@pytest.fixture(autouse=True)
def _any_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPBRIDGE_WEB__PORTS", "[0]")


def test_it_prints_the_endpoint_and_stays_until_ctrl_c(daemon: Apart) -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "bridge", "relay", "--serial", "s1"],
        cwd=ROOT,
        env=daemon.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    lines = [program.stdout.readline() for _ in range(3)]
    assert lines[0].startswith("s1 is reached at http://127.0.0.1:")
    assert lines[1].startswith("by WebSocket: ws://127.0.0.1:")
    assert "/relay/" in lines[0]
    assert program.poll() is None
    program.send_signal(signal.SIGINT)
    assert program.wait(LIMIT) == 130
    program.communicate()


def test_a_phone_that_is_not_there_is_told_at_once(tapbridge: Tapbridge, daemon: Apart) -> None:
    said = tapbridge("relay", "--serial", "none")
    assert said.code == 3
    assert "NO_DEVICE" in said.err
