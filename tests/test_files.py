import os
import resource
import signal
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.files import FileLock, put, rows


@pytest.fixture
def small_disk() -> Iterator[None]:
    """No file may grow beyond 64 bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.parametrize("lasting", [False, True])
def test_a_file_is_there_whole_for_its_owner_only_and_nothing_beside_it(
    tmp_path: Path, lasting: bool
) -> None:
    path = tmp_path / "made" / "here" / "file"
    for text in ("first", "zweite \u00fc\r\n"):
        put(path, text, lasting=lasting)
        assert path.read_bytes() == text.encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert list(path.parent.iterdir()) == [path]


def test_what_a_killed_writer_left_is_neither_followed_nor_in_the_way(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "file", tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    (tmp_path / f"file.{os.getpid()}").symlink_to(elsewhere)
    put(path, "text")
    assert (path.read_text(), elsewhere.read_text()) == ("text", "mine")
    assert sorted(tmp_path.iterdir()) == [elsewhere, path]


def test_on_a_full_disk_the_old_file_stays(tmp_path: Path, small_disk: None) -> None:
    path = tmp_path / "file"
    put(path, "old")
    with pytest.raises(OSError, match="too large"):
        put(path, "x" * 100)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").mkdir()
    with pytest.raises(OSError, match="irectory"):
        put(tmp_path / "file", "text")
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[{"a": 1}, 5, {"b": 2}]', [{"a": 1}, {"b": 2}]),
        ("[]", []),
        ("{}", []),
        ("5", []),
        ("", []),
        ("\x00", []),
    ],
)
def test_rows_are_the_objects_of_a_list(
    tmp_path: Path, text: str, found: list[dict[str, int]]
) -> None:
    (tmp_path / "file").write_text(text)
    assert rows(tmp_path / "file") == found


def test_a_missing_file_and_bytes_that_are_no_text_hold_no_rows(tmp_path: Path) -> None:
    assert rows(tmp_path / "file") == []
    (tmp_path / "file").write_bytes(b"\xff\xfe")
    assert rows(tmp_path / "file") == []


def test_a_lock_is_one_holders_at_a_time_or_shared_by_those_who_ask_for_that(
    tmp_path: Path,
) -> None:
    one, other, third = (FileLock(tmp_path / "lock") for _ in range(3))
    assert one.take()
    assert not other.take()
    assert not other.take(shared=True)
    one.release()
    assert other.take(shared=True)
    assert third.take(shared=True)
    assert not one.take()


def test_a_lock_whose_file_cannot_be_made_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        FileLock(tmp_path / "missing" / "lock").take()
