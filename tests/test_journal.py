"""The journal: what a line holds, and what becomes of it when things go wrong."""

import contextlib
import json
import resource
import signal
import stat
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bridge.errors import CODES
from bridge.journal import NAME, Entry, Journal

LINE = Entry(client="test", tool="page_tap", code="OK", ms=12, serial="emulator-5554", trips=2)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_call_leaves_one_line_with_these_facts_and_no_others(tmp_path: Path) -> None:
    Journal(tmp_path, 10_000).write(LINE)
    [line] = lines(tmp_path / NAME)
    assert datetime.fromisoformat(line.pop("time")).tzinfo is not None
    assert line == {
        "client": "test",
        "serial": "emulator-5554",
        "tool": "page_tap",
        "code": "OK",
        "ms": 12,
        "trips": 2,
    }


@pytest.mark.parametrize("code", ["OK", *CODES])
def test_every_code_of_the_table_can_be_written(code: str) -> None:
    assert Entry(client="a", tool="doctor", code=code, ms=0).code == code


@pytest.mark.parametrize(
    "wrong",
    [
        {"code": "ok"},
        {"code": "typed text"},
        {"ms": -1},
        {"ms": 1.5},
        {"ms": "12"},
        {"ms": True},
        {"trips": -1},
        {"trips": "2"},
        {"time": "yesterday"},
    ],
)
def test_a_value_of_ours_that_is_none_is_a_defect(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Entry(**{"client": "a", "tool": "b", "code": "OK", "ms": 1, **wrong})


@pytest.mark.parametrize(
    "name", ["claude-code", "Visual Studio Code", "mcp (python) 1.2", "a" * 64]
)
def test_a_clients_own_name_is_kept(name: str) -> None:
    assert Entry(client=name, tool="b", code="OK", ms=1).client == name


@pytest.mark.parametrize(
    "name",
    [
        "a\nb",
        "a" * 65,
        "https://bank.example/?x=1",
        "{}",
        "pässword",
        "\x00",
        " x",
        "a\u2028b",
        "a\ud800",
    ],
)
@pytest.mark.parametrize("where", ["client", "serial", "tool"])
def test_what_is_no_name_is_not_kept(name: str, where: str, tmp_path: Path) -> None:
    values: dict[str, Any] = {"client": "a", "tool": "b", "code": "OK", "ms": 1, where: name}
    entry = Entry(**values)
    Journal(tmp_path, 10_000).write(entry)
    [line] = lines(tmp_path / NAME)
    assert line[where] == "?"


def test_only_the_owner_may_read_it_whatever_stood_there_before(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    Journal(folder, 10_000).write(LINE)
    assert stat.S_IMODE((folder / NAME).stat().st_mode) == 0o600
    (folder / NAME).chmod(0o644)
    Journal(folder, 10_000).write(LINE)
    assert stat.S_IMODE((folder / NAME).stat().st_mode) == 0o600


def test_it_rotates_at_its_size_and_keeps_the_newest_five(tmp_path: Path) -> None:
    journal = Journal(tmp_path, 1000)
    for number in range(100):
        journal.write(Entry(client="test", tool="page_tap", code="OK", ms=number))
    files = [NAME, *(f"{NAME}.{n}" for n in range(1, 5))]
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(files)
    assert all((tmp_path / name).stat().st_size <= 1000 for name in files)
    kept = [line["ms"] for name in reversed(files) for line in lines(tmp_path / name)]
    assert kept == list(range(100 - len(kept), 100))
    assert len(kept) > 30


def test_keeping_one_file_starts_it_anew(tmp_path: Path) -> None:
    journal = Journal(tmp_path, 300, keep=1)
    for number in range(9):
        journal.write(Entry(client="test", tool="page_tap", code="OK", ms=number))
    assert [p.name for p in tmp_path.iterdir()] == [NAME]
    assert lines(tmp_path / NAME)[-1]["ms"] == 8


def test_a_line_larger_than_the_limit_is_written_all_the_same(tmp_path: Path) -> None:
    Journal(tmp_path, 1).write(LINE)
    assert len(lines(tmp_path / NAME)) == 1


def test_several_writers_lose_no_line_and_mix_none_while_it_rotates(tmp_path: Path) -> None:
    def work(worker: int) -> None:
        journal = Journal(tmp_path, 4000, keep=50)
        for number in range(100):
            journal.write(Entry(client=f"w{worker}", tool="page_tap", code="OK", ms=number))

    workers = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    found = [(x["client"], x["ms"]) for p in tmp_path.iterdir() for x in lines(p)]
    assert sorted(found) == sorted((f"w{w}", n) for w in range(4) for n in range(100))


@contextlib.contextmanager
def disk_that_fills_at(size: int) -> Iterator[None]:
    """Let files of this process grow no larger."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


@pytest.mark.parametrize("room", [0, 20])
def test_a_full_disk_breaks_no_call_leaves_no_half_line_and_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, room: int
) -> None:
    journal = Journal(tmp_path, 10_000)
    journal.write(LINE)
    with disk_that_fills_at((tmp_path / NAME).stat().st_size + room):
        journal.write(LINE)
        journal.write(LINE)
    journal.write(LINE)
    assert len(lines(tmp_path / NAME)) == 2
    assert [r.getMessage() for r in caplog.records] == [
        "the journal cannot be written: File too large",
        "the journal is written again; calls missing in it: 2",
    ]


def test_a_device_or_pipe_in_its_place_is_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / NAME).symlink_to("/dev/null")
    mode = Path("/dev/null").stat().st_mode
    Journal(tmp_path, 10_000).write(LINE)
    assert Path("/dev/null").stat().st_mode == mode
    assert len(caplog.records) == 1


def test_it_is_told_again_after_it_worked_in_between(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal = Journal(tmp_path, 10_000)
    for _ in range(2):
        (tmp_path / NAME).unlink(missing_ok=True)
        (tmp_path / NAME).mkdir()
        journal.write(LINE)
        (tmp_path / NAME).rmdir()
        journal.write(LINE)
    told = ["the journal cannot be written", "the journal is written again"]
    assert [r.getMessage().partition(";")[0].partition(":")[0] for r in caplog.records] == told * 2


def test_a_decision_is_kept_when_there_was_one(tmp_path: Path) -> None:
    journal = Journal(tmp_path, 10_000)
    journal.write(LINE)
    journal.write(replace(LINE, decision="url-payload+off-scope-navigation:taken back"))
    first, second = lines(tmp_path / NAME)
    assert "decision" not in first
    assert second["decision"] == "url-payload+off-scope-navigation:taken back"


def test_code_is_named_by_its_hash_alone_when_a_call_was_about_some(tmp_path: Path) -> None:
    journal = Journal(tmp_path, 1_000_000)
    about = f"sum@{'0f' * 32}"
    journal.write(LINE)
    journal.write(replace(LINE, about=about))
    first, second = map(json.loads, (tmp_path / NAME).read_text().splitlines())
    assert "about" not in first
    assert second["about"] == about


@pytest.mark.parametrize("about", ["sum", "() => 1", f"sum@{'0F' * 32}", f"a b@{'0f' * 32}"])
def test_code_itself_in_the_journal_is_a_defect(about: str) -> None:
    with pytest.raises(ValueError, match="code"):
        replace(LINE, about=about)


@pytest.mark.parametrize("decision", ["yes", "url payload:once", "x:https://a.test/", "a:b\n", ":"])
def test_a_decision_that_is_none_of_ours_is_a_defect(decision: str) -> None:
    with pytest.raises(ValueError, match="decision"):
        replace(LINE, decision=decision)
