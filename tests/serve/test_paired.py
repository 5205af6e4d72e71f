"""The file of paired extensions: what it keeps, and that odd ones harm nothing."""

from pathlib import Path

import pytest

from bridge.errors import SetupFault
from bridge.serve.paired import MOST, Paired
from bridge.serve.state import EXTENSIONS

ORIGIN = "chrome-extension://" + "a" * 32


def test_what_was_added_is_found_again_also_by_another_process(tmp_path: Path) -> None:
    Paired(tmp_path).add("one", b"key", ORIGIN, "0.1.0")
    found = Paired(tmp_path).find("one")
    assert found is not None
    assert (found.key, found.origin, found.version) == (b"key".hex(), ORIGIN, "0.1.0")
    assert Paired(tmp_path).find("two") is None


def test_it_is_for_this_user_alone(tmp_path: Path) -> None:
    Paired(tmp_path).add("one", b"key", ORIGIN, "0.1.0")
    assert oct((tmp_path / EXTENSIONS).stat().st_mode)[-3:] == "600"


def test_one_that_pairs_anew_is_there_once(tmp_path: Path) -> None:
    paired = Paired(tmp_path)
    paired.add("one", b"old", ORIGIN, "0.1.0")
    paired.add("one", b"new", ORIGIN, "0.1.0")
    assert [each.key for each in paired.all()] == [b"new".hex()]


def test_they_are_bounded_and_the_first_is_forgotten(tmp_path: Path) -> None:
    paired = Paired(tmp_path)
    for number in range(MOST + 2):
        paired.add(str(number), b"key", ORIGIN, "0.1.0")
    assert [each.id for each in paired.all()] == [str(n) for n in range(2, MOST + 2)]


def test_one_can_be_forgotten(tmp_path: Path) -> None:
    paired = Paired(tmp_path)
    paired.add("one", b"key", ORIGIN, "0.1.0")
    assert paired.forget("one")
    assert not paired.forget("one")
    assert paired.all() == ()


@pytest.mark.parametrize("text", ["", "{", "{}", '[1, {"id": "x"}, {"id": "x", "key": "zz"}]'])
def test_a_file_that_makes_no_sense_pairs_nobody(tmp_path: Path, text: str) -> None:
    (tmp_path / EXTENSIONS).write_text(text)
    assert Paired(tmp_path).all() == ()


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SetupFault) as told:
        Paired(tmp_path / "file").add("one", b"key", ORIGIN, "0.1.0")
    assert told.value.code == "DAEMON_FAILED"
