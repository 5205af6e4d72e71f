"""`tapbridge doctor --probe` against the toy's daemon."""

import json
from pathlib import Path

import pytest

from bridge.cli import probe
from bridge.cli.tree import run
from tests.cli.conftest import Said, Tapbridge
from tests.serve.conftest import Apart

ROW = {"id": "q", "assumption": "it is so", "observed": "it is not", "verdict": "differs"}


@pytest.fixture
def tapbridge(capsys: pytest.CaptureFixture[str]) -> Tapbridge:
    """Run one command line with the packaged verbs: the toy has no doctor."""

    def one(*words: str) -> Said:
        code = run(words)
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return one


def test_rows_are_shown_and_the_record_is_written(
    daemon: Apart, tapbridge: Tapbridge, tmp_path: Path
) -> None:
    out = tmp_path / "record.json"
    said = tapbridge("doctor", "--probe", "--out", str(out))
    assert said.code == 0, said.err
    signs = [line.split()[0] for line in said.out.splitlines()[:3]]
    assert signs == ["✓", "≠", "·"]
    assert "1 holds, 1 differs, 1 not seen." in said.out
    assert said.out.splitlines()[-1] == str(out)
    assert json.loads(out.read_text(encoding="utf-8"))["kind"] == "tapbridge-probe"


def test_with_json_there_is_one_envelope(
    daemon: Apart, tapbridge: Tapbridge, tmp_path: Path
) -> None:
    out = tmp_path / "record.json"
    said = tapbridge("doctor", "--probe", "--json", "--take", "--out", str(out))
    assert said.json["ok"]
    assert said.json["data"]["path"] == str(out)
    assert said.json["data"]["record"]["taken"] is True


def test_a_record_has_a_name_of_its_own(
    daemon: Apart, tapbridge: Tapbridge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert tapbridge("doctor", "--probe").code == 0
    (written,) = tmp_path.glob("tapbridge-probe-*.json")
    assert written.stat().st_size > 10


def test_a_phone_that_is_not_there_ends_with_its_status(
    daemon: Apart, tapbridge: Tapbridge, tmp_path: Path
) -> None:
    said = tapbridge("doctor", "--probe", "--serial", "none", "--out", str(tmp_path / "r.json"))
    assert said.code == 3
    assert "NO_DEVICE" in said.err
    assert not (tmp_path / "r.json").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("--probe", "--selftest"),
        ("--probe", "--report", "x.zip"),
        ("--probe", "--serials"),
        ("--out", "x.json"),
        ("--take",),
        ("--probe", "--out", "/no/such/folder/x.json"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    tapbridge: Tapbridge, words: tuple[str, ...]
) -> None:
    said = tapbridge("doctor", *words)
    assert said.code == 1, said.out
    assert "BAD_ARGUMENTS" in said.err


def test_a_row_is_a_line_with_its_verdict() -> None:
    assert probe.line(ROW) == ("≠ q                    it is so | observed: it is not | differs")


def test_help_names_the_probe(tapbridge: Tapbridge) -> None:
    told = tapbridge("doctor", "--help").out
    assert all(word in told for word in ("--probe", "--out", "--take", "--selftest"))
