"""The state file and the life lock."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from bridge.errors import SetupFault
from bridge.files import FileLock
from bridge.serve import state

KNOWN = state.State(pid=1, port=2, token="t", version="0.1.0", started=3.5)


def test_what_was_written_is_read_by_its_owner_only() -> None:
    place = state.folder()
    state.write(place, KNOWN)
    assert state.read(place) == KNOWN
    assert (place / state.STATE).stat().st_mode & 0o777 == 0o600
    assert place.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in place.iterdir()] == [state.STATE]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"pid": 1}', '{"pid": "x", "port": 1, "token": "t"}', "\x00"],
)
def test_a_state_file_without_sense_is_none(text: str) -> None:
    (state.folder() / state.STATE).write_text(text)
    assert state.read(state.folder()) is None


def test_no_state_file_is_none() -> None:
    assert state.read(state.folder()) is None


def test_a_daemon_removes_its_own_state_file_and_no_other() -> None:
    place = state.folder()
    state.write(place, KNOWN)
    state.remove(place, "another's token")
    assert state.read(place) == KNOWN
    state.remove(place, "t")
    assert state.read(place) is None


def test_a_lock_is_held_by_one_at_a_time() -> None:
    one, other = (FileLock(state.folder() / "lock") for _ in range(2))
    assert state.taken(one)
    assert not state.taken(other)
    one.release()
    assert state.taken(other)
    other.release()


def test_a_daemon_lives_while_its_lock_is_held() -> None:
    place = state.folder()
    assert not state.alive(place)
    life = FileLock(place / state.LIFE)
    life.take()
    assert state.alive(place)
    life.release()
    assert not state.alive(place)


def test_a_daemon_that_was_killed_does_not_live() -> None:
    place = state.folder()
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from pathlib import Path; from bridge.files import FileLock\n"
            "FileLock(Path(sys.argv[1])).take() and print('held', flush=True)\n"
            "sys.stdin.read()",
            place / state.LIFE,
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        assert state.alive(place)
        holder.kill()
        holder.wait()
    assert not state.alive(place)


@pytest.mark.parametrize(
    ("one", "other", "answer"),
    [
        ("0.2.0", "0.1.0", True),
        ("0.1.0", "0.1.0", False),
        ("0.1.0", "0.2.0", False),
        ("0.10.0", "0.9.9", True),
        ("1.0", "0.99.99", True),
        ("0.1.0.dev3", "0.1.0", True),
        ("", "0.1.0", False),
        ("nonsense", "0.1.0", False),
    ],
)
def test_versions_are_ordered_by_their_numbers(one: str, other: str, answer: bool) -> None:
    assert state.newer(one, other) is answer


@pytest.mark.parametrize(
    "use",
    [
        lambda place: state.taken(FileLock(place / "lock")),
        lambda place: state.write(place, KNOWN),
        state.remove,
    ],
)
def test_what_stands_in_the_way_of_our_files_is_told(
    use: Callable[[Path], object], tmp_path: Path
) -> None:
    for name in ("lock", state.STATE):
        (tmp_path / name).mkdir()
    with pytest.raises(SetupFault) as caught:
        use(tmp_path)
    assert caught.value.code == "DAEMON_FAILED"
    assert "TAPBRIDGE_HOME" in caught.value.hint
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["lock", state.STATE])


def test_a_state_folder_that_cannot_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("TAPBRIDGE_HOME", str(tmp_path / "file" / "below"))
    with pytest.raises(SetupFault, match="cannot be used"):
        state.folder()
    state.note_defect()  # nowhere to put it: let be


def test_a_client_s_own_defect_is_put_into_the_log() -> None:
    with suppress(ZeroDivisionError):
        try:
            1 / 0  # noqa: B018 - the defect
        finally:
            state.note_defect()
    assert "ZeroDivisionError" in (state.folder() / state.LOG).read_text("utf-8")
