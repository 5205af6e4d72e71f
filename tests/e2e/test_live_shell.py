"""A person at a shell, with a real daemon: allows code, reads what was injected, keeps and runs."""

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e._shell import LIMIT, ROOT, Shell

SUM = "(args) => args.a + args.b"


@pytest.fixture
def shell(phone: Any, tmp_path: Path) -> Iterator[Shell]:
    shell = Shell.of(phone, tmp_path)
    yield shell
    shell.run("stop")


def at_terminal(shell: Shell, typed: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command whose stdin is a terminal at which somebody types."""
    ours, its = pty.openpty()
    try:
        os.write(ours, typed.encode())
        return subprocess.run(
            [sys.executable, "-m", "bridge", *words],
            env=shell.env,
            cwd=ROOT,
            stdin=its,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
    finally:
        os.close(ours)
        os.close(its)


def test_a_person_keeps_a_function_and_runs_it_later(shell: Shell, phone: Any) -> None:
    opened = shell.run("page-tabs", "--action", "open", "--url", phone.page("login.html"))
    assert opened.returncode == 0, opened.stderr
    off = shell.run("page-inject", "sum", "--code", SUM)
    assert (off.returncode, off.stderr[:9]) == (4, "LIVE_OFF:")
    assert shell.run("live", "allow", "shop.test").returncode == 0
    assert shell.run("page-inject", "sum", "--code", SUM).returncode == 0
    assert at_terminal(shell, "n\n", "live", "keep", "sum").stdout == "Not kept.\n"
    kept = at_terminal(shell, "y\n", "live", "keep", "sum")
    assert (kept.stdout, kept.returncode) == ("Kept: sum\n", 0)
    assert SUM in kept.stderr
    shell.run("page-navigate", "--action", "reload")
    gone = shell.run("page-run", "sum")
    assert gone.stderr.startswith("TARGET_NOT_FOUND: ")
    ran = shell.run("live", "run", "sum", "--args", '{"a": 1, "b": 2}')
    assert "sum returned 3" in ran.stdout, ran.stderr
    shell.run("live", "forbid", "shop.test")
    assert shell.run("live", "run", "sum").stderr.startswith("LIVE_OFF: ")
    shell.run("page-tabs", "--action", "close", "--match", "login.html")


def test_a_person_sees_timers_in_the_status(shell: Shell) -> None:
    assert shell.run("timer-start", "tea", "60").returncode == 0
    assert "timer 'tea' of the command line: " in shell.run("status").stdout
