"""Reading the end of a log that rotates, and following it."""

import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from bridge.serve import tail
from tests.serve.conftest import LIMIT


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "a.log"


@pytest.mark.parametrize("lines", [1, 2, 7, 100_000])
def test_the_last_lines_are_the_files_last_lines(log: Path, lines: int) -> None:
    said = [f"line {n} {'x' * (n % 97)}" for n in range(5000)]
    log.write_text("".join(f"{line}\n" for line in said))
    assert tail.last(log, lines) == said[-lines:]


def test_too_few_lines_are_made_up_from_the_files_put_aside(log: Path) -> None:
    log.write_text("5\n6\n")
    log.with_name("a.log.1").write_text("3\n4\n")
    log.with_name("a.log.2").write_text("1\n2\n")
    assert tail.last(log, 1) == ["6"]
    assert tail.last(log, 3) == ["4", "5", "6"]
    assert tail.last(log, 9) == ["1", "2", "3", "4", "5", "6"]


def test_bytes_that_are_no_text_do_not_end_the_reading(log: Path) -> None:
    log.write_bytes(b"\xff\xfe\nok\nhalf")
    assert tail.last(log, 5) == ["\ufffd\ufffd", "ok", "half"]


def test_a_log_that_is_missing_is_said_to_be(log: Path) -> None:
    with pytest.raises(FileNotFoundError):
        tail.last(log, 5)


def heard(lines: Iterator[str], count: int) -> list[str]:
    """Take so many lines in a thread: a reader that hears nothing must not hold the test up."""
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.extend(islice(lines, count)), daemon=True)
    reader.start()
    reader.join(LIMIT)
    assert not reader.is_alive()
    return got


def test_what_is_added_is_followed_through_a_rotation(log: Path) -> None:
    log.write_text("old\n")
    lines = tail.follow(log, LIMIT, look=0.01)
    with log.open("a") as file:
        file.write("one\ntw")
    assert heard(lines, 1) == ["one"]
    with log.open("a") as file:
        file.write("o\nthree\n")
    log.rename(log.with_name("a.log.1"))
    log.write_text("four\n")
    assert heard(lines, 3) == ["two", "three", "four"]


def test_a_log_that_comes_to_be_or_is_cut_is_followed_too(log: Path) -> None:
    lines = tail.follow(log, LIMIT, look=0.01)
    log.write_text("first of all\n")
    assert heard(lines, 1) == ["first of all"]
    log.write_text("anew\n")
    assert heard(lines, 1) == ["anew"]


def test_following_ends_with_its_time(log: Path) -> None:
    log.write_text("old\n")
    assert heard(tail.follow(log, 0, look=0.01), 1) == []


def test_the_end_and_what_follows_it_meet_without_a_gap(log: Path) -> None:
    log.write_text("1\n2\n")
    size = log.stat().st_size
    with log.open("a") as file:
        file.write("3\n")
    assert tail.last(log, 9, end=size) == ["1", "2"]
    assert heard(tail.follow(log, LIMIT, start=size, look=0.01), 1) == ["3"]
