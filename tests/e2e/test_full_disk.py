"""A disk that fills up under a Bridge that works: a small real one, or a limit on its files."""

import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.e2e._shell import LIMIT, ROOT, Shell

KIB = 256
FULL = "No space left on device"
LIMITED = "File too large"
CALLS = 5
"""Calls of tools in the first test: one before the disk is full, three while, one after."""


@dataclass
class Small:
    """A file system of its own, which can be filled up and emptied again."""

    folder: Path
    word: str = FULL

    def fill(self, daemon: int) -> None:
        with suppress(OSError), (self.folder / "filler").open("wb", buffering=0) as filler:
            while True:
                filler.write(b"x" * 512)

    def empty(self, daemon: int) -> None:
        (self.folder / "filler").unlink()

    def wrapped(self, words: list[str]) -> list[str]:
        """Return the command that finds the disk full, too."""
        return words


@dataclass
class Limited:
    """A limit: no file of the process may grow."""

    folder: Path
    word: str = LIMITED
    hard: int = 0

    def fill(self, daemon: int) -> None:
        self.hard = resource.prlimit(daemon, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(daemon, resource.RLIMIT_FSIZE, (0, self.hard))

    def empty(self, daemon: int) -> None:
        resource.prlimit(daemon, resource.RLIMIT_FSIZE, (self.hard, self.hard))

    def wrapped(self, words: list[str]) -> list[str]:
        """Return the command that finds the disk full, too."""
        return ["/bin/sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *words]


Disk = Small | Limited


@pytest.fixture(params=["small", "limited"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    if request.param == "limited":
        yield Limited(folder)
        return
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={KIB}k", "tapbridge-test", str(folder)],
        capture_output=True,
        check=False,
    )
    if made.returncode:
        pytest.skip("this user may mount nothing")
    try:
        yield Small(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True, timeout=LIMIT)


@pytest.fixture
def shell(phone: Any, disk: Disk) -> Iterator[Shell]:
    made = Shell.of(phone, disk.folder, TAPBRIDGE_DAEMON__START_SECONDS="60")
    yield made
    assert made.run("stop").returncode == 0


def on_full(shell: Shell, disk: Disk, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a verb whose own process finds the disk full, too."""
    return subprocess.run(
        disk.wrapped([sys.executable, "-m", "bridge", *words]),
        env=shell.env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )


def test_calls_are_answered_and_no_good_file_is_lost(shell: Shell, disk: Disk) -> None:
    home = shell.folder / "home"
    assert shell.run("sites", "add", "blocked.test").returncode == 0
    assert shell.run("page-tabs").returncode == 0
    daemon = json.loads((home / "daemon.json").read_text())["pid"]
    kept = {
        path.name: path.read_bytes()
        for path in (home / "daemon.json", home / "sites.txt", home / "journal.jsonl")
    }
    disk.fill(daemon)
    try:
        assert shell.run("page-tabs").returncode == 0
        assert shell.run("page-scroll", "--direction", "top").returncode == 0
        refused = on_full(shell, disk, "sites", "add", "another.test")
        assert refused.returncode == 2
        assert refused.stderr.startswith("SITES_INVALID: ")
        assert disk.word in refused.stderr
        assert shell.run("pause").returncode == 0
        assert shell.run("page-text").stderr.startswith("PAUSED_BY_PERSON: ")
        assert shell.run("resume").returncode == 0
        assert shell.run("keep-awake", "on").returncode == 0
        assert shell.run("keep-awake", "off").returncode == 0
        for name, before in kept.items():
            # a file system gives room in blocks: the journal may still have some of its own
            now = (home / name).read_bytes()
            assert now.startswith(before) if name == "journal.jsonl" else now == before
        assert shell.run("sites", "test", "http://blocked.test/").returncode == 4
    finally:
        disk.empty(daemon)
    assert shell.run("page-tabs").returncode == 0
    lines = [json.loads(line) for line in (home / "journal.jsonl").read_text().splitlines()]
    missing = CALLS - len(lines)
    log = (home / "daemon.log").read_text()
    assert log.count("the journal is written again") == (1 if missing else 0)
    assert log.count(f"calls missing in it: {missing}") == (1 if missing else 0)
    assert missing == (3 if isinstance(disk, Limited) else missing)
    assert {path.name for path in home.iterdir() if path.stat().st_size == 0} <= {
        "daemon.life",
        "daemon.start",
        "daemon.out",
        ".sites.txt.lock",
    }


def test_a_bridge_that_cannot_start_for_a_full_disk_says_so(phone: Any, disk: Disk) -> None:
    shell = Shell.of(phone, disk.folder)
    (disk.folder / "home").mkdir()
    if isinstance(disk, Small):
        disk.fill(0)
    said = on_full(shell, disk, "page-text")
    assert said.returncode == 2
    assert said.stderr.startswith("DAEMON_FAILED: ")
    assert disk.word in said.stderr
    assert not (disk.folder / "home/daemon.json").exists()
