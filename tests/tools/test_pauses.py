"""Pauses, and their file."""

import stat
from pathlib import Path

import pytest

from bridge.errors import ScreenFault, UsageFault
from bridge.tools.pauses import NAME, Pauses


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / NAME


def test_a_pause_of_all_holds_every_phone_until_it_is_taken_back(path: Path) -> None:
    pauses = Pauses(path)
    pauses.check("one")
    pauses.pause(None)
    with pytest.raises(ScreenFault) as caught:
        pauses.check("one")
    assert caught.value.code == "PAUSED_BY_PERSON"
    assert pauses.resume(None)
    pauses.check("one")
    assert not pauses.resume(None)


def test_a_pause_of_one_phone_leaves_the_others_alone(path: Path) -> None:
    pauses = Pauses(path)
    pauses.pause("one")
    assert (pauses.holds("one"), pauses.holds("two")) == (True, False)
    assert not pauses.resume("two")
    assert pauses.resume("one")
    assert not pauses.holds("one")


def test_one_phone_cannot_be_resumed_out_of_a_pause_of_all(path: Path) -> None:
    pauses = Pauses(path)
    pauses.pause(None)
    with pytest.raises(UsageFault, match="all phones are paused"):
        pauses.resume("one")
    assert pauses.holds("one")


def test_the_next_bridge_still_knows_and_nobody_else_reads_the_file(path: Path) -> None:
    Pauses(path).pause("one")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = Pauses(path)
    assert (again.holds("one"), again.holds("two")) == (True, False)
    again.pause(None)
    assert Pauses(path).all
    again.resume(None)
    assert not path.exists()
    assert not Pauses(path).holds("one")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"all": false}', "\x00"])
def test_a_file_that_makes_no_sense_pauses_everything(path: Path, text: str) -> None:
    path.parent.mkdir()
    path.write_text(text)
    pauses = Pauses(path)
    assert pauses.holds("one")
    assert pauses.resume(None)
    assert not Pauses(path).holds("one")


def test_a_pause_that_cannot_be_written_holds_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    pauses = Pauses(tmp_path / "file" / NAME)
    pauses.pause(None)
    assert pauses.holds("one")
    assert "until this Bridge ends only" in caplog.text
