"""`tapbridge logs`."""

import subprocess
import sys
from pathlib import Path

import pytest

from bridge.cli.logs import MOST_SECONDS
from bridge.serve import state
from tests.cli.conftest import Tapbridge
from tests.serve.conftest import ROOT, Apart


@pytest.fixture
def log() -> Path:
    path = state.folder() / state.LOG
    path.write_text("".join(f"line {n}\n" for n in range(60)))
    return path


def test_the_last_lines_are_shown(tapbridge: Tapbridge, log: Path) -> None:
    assert tapbridge("logs").out.splitlines()[0] == "line 10"
    assert tapbridge("logs", "-n", "2").out == "line 58\nline 59\n"
    assert tapbridge("logs", "-n", "1", "--json").json["data"]["lines"] == ["line 59"]


def test_following_shows_the_end_and_ends_with_its_time(tapbridge: Tapbridge, log: Path) -> None:
    assert tapbridge("logs", "-n", "1", "--follow", "--seconds", "0").out == "line 59\n"


def test_a_log_that_is_not_there_yet_can_be_followed(tapbridge: Tapbridge) -> None:
    said = tapbridge("logs", "-f", "--seconds", "0")
    assert (said.code, said.out) == (0, "")


def test_following_has_a_limit_and_no_json(tapbridge: Tapbridge, log: Path) -> None:
    assert tapbridge("logs", "-f", "--seconds", str(MOST_SECONDS + 1)).code == 1
    assert tapbridge("logs", "-f", "--json").code == 1


def test_lines_come_as_they_are_written(log: Path, apart: Apart) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bridge", "logs", "-n", "1", "-f", "--seconds", "20"],
        cwd=ROOT,
        env=apart.environment(),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "line 59\n"
        with log.open("a") as file:
            file.write("line 60\n")
        assert process.stdout.readline() == "line 60\n"
        process.terminate()
