"""The list of what was borrowed, and its file."""

import json
import stat
from pathlib import Path

import pytest

from bridge.adb.loans import NAME, Loan, Loans

AWAKE = Loan("awake", "one", "7", "0")
PORT = Loan("reverse", "one", "tcp:80", "tcp:8080")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state"


def test_the_next_bridge_knows_what_was_not_given_back(folder: Path) -> None:
    loans = Loans(folder, "h:1")
    for loan in (AWAKE, PORT):
        loans.note(loan)
    loans.drop(AWAKE)
    assert Loans(folder, "h:1").all() == (PORT,)
    assert stat.S_IMODE((folder / NAME).stat().st_mode) == 0o600


def test_loans_of_one_phone_are_told_apart(folder: Path) -> None:
    loans = Loans(folder, "h:1")
    other = Loan("awake", "two", "7", "0")
    for loan in (AWAKE, PORT, other):
        loans.note(loan)
    assert loans.all("one") == (AWAKE, PORT)
    assert loans.all("three") == ()
    loans.drop(Loan("awake", "three", "7", "0"))
    assert loans.all() == (AWAKE, PORT, other)


def test_rows_of_another_adb_server_are_kept_and_not_used(folder: Path) -> None:
    Loans(folder, "h:1").note(AWAKE)
    other = Loans(folder, "h:2")
    assert other.all() == ()
    other.note(PORT)
    other.drop(PORT)
    assert Loans(folder, "h:1").all() == (AWAKE,)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{}",
        "[5]",
        "[{}]",
        json.dumps([{"server": "h:1", "kind": "else", "serial": "s", "ours": "7", "before": "0"}]),
        json.dumps([{"server": "h:1", "kind": "awake", "serial": 5, "ours": "7", "before": "0"}]),
    ],
)
def test_a_file_that_makes_no_sense_holds_nothing(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / NAME).write_text(text)
    loans = Loans(folder, "h:1")
    assert loans.all() == ()
    loans.note(AWAKE)
    assert Loans(folder, "h:1").all() == (AWAKE,)


def test_a_folder_that_cannot_be_written_costs_only_the_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    loans = Loans(tmp_path / "file", "h:1")
    loans.note(AWAKE)
    assert loans.all() == (AWAKE,)
    assert "cannot be remembered" in caplog.text
