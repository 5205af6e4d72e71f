"""`tapbridge doctor` and what it can do beside looking."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from bridge import selftest
from bridge.cli.doctor import judged
from bridge.serve import client
from tests.cli.conftest import Tapbridge
from tests.serve.conftest import ROOT, Apart

ONE = {"serial": "one", "ready": True, "problem": None}
TWO = {"serial": "two", "ready": False, "problem": {"code": "DEVICE_UNAUTHORIZED"}}


def seen(*devices: dict[str, Any], ready: bool) -> dict[str, Any]:
    first = None if ready else {"code": "NO_DEVICE"}
    return {"text": "a list", "facts": {"ready": ready, "problem": first, "devices": devices}}


@pytest.mark.parametrize(
    ("devices", "serial", "exit_status"),
    [
        ((ONE,), None, 0),
        ((ONE, TWO), None, 0),
        ((ONE, TWO), "one", 0),
        ((ONE, TWO), "two", 3),
        ((ONE,), "three", 3),
        ((), None, 3),
    ],
)
def test_it_ends_with_3_unless_the_phone_is_ready(
    devices: tuple[dict[str, Any], ...], serial: str | None, exit_status: int
) -> None:
    data = seen(*devices, ready=any(each["ready"] for each in devices))
    assert judged(data, serial).exit == exit_status


def test_a_phone_that_is_not_listed_is_named() -> None:
    answer = judged(seen(ONE, ready=True), "three")
    assert answer.text == "adb lists no phone 'three'."


@pytest.fixture
def without_adb(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A Bridge that looks for its adb server where none is, and starts none."""
    monkeypatch.setenv("TAPBRIDGE_ADB__HOST", "127.0.0.2")
    monkeypatch.setenv("TAPBRIDGE_ADB__PORT", "9")
    monkeypatch.setenv("TAPBRIDGE_DAEMON__START_SECONDS", "60")


@pytest.mark.usefixtures("without_adb")
def test_a_real_bridge_without_adb_is_told_and_put_into_a_report(
    tapbridge: Tapbridge, apart: Apart, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    target = tmp_path / "r.zip"
    try:
        said = tapbridge("doctor")
        assert said.code == 2
        assert said.out.startswith("✗ adb ")
        assert tapbridge("doctor", "--json").json["data"]["ready"] is False
        told = tapbridge("doctor", "--report", str(target))
        assert told.code == 0
        assert told.out.startswith(f"{target}\n")
        assert tapbridge("doctor", "--report").code == 0
    finally:
        client.stop()
    (named,) = tmp_path.glob("tapbridge-report-*.zip")
    for path in (target, named):
        with zipfile.ZipFile(path) as archive:
            doctor = json.loads(archive.read("doctor.json"))
            assert doctor["problem"] == "ADB_BROKEN"
            assert b"answers on port" in archive.read("log.txt")
            assert b'"tool": "doctor"' in archive.read("journal.jsonl")


def test_a_selftest_prints_a_line_per_check_and_ends_with_0(apart: Apart, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "bridge", "doctor", "--selftest"],
        cwd=ROOT,
        env=apart.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    rows = ran.stdout.splitlines()
    assert all(row.startswith("✓ ") for row in rows)
    assert rows[-1].split() == ["✓", "Bridge", "ends", "when", "asked"]


def test_a_selftest_that_fails_ends_with_2(
    tapbridge: Tapbridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = (selftest.Check("adb", passed=False, told="ADB_MISSING: none."),)
    monkeypatch.setattr(selftest, "run", lambda: failed)
    said = tapbridge("doctor", "--selftest")
    assert (said.code, said.out) == (2, "✗ adb             ADB_MISSING: none.\n")
    assert tapbridge("doctor", "--selftest", "--json").json["data"]["passed"] is False


def test_a_report_and_a_selftest_are_not_asked_for_at_once(tapbridge: Tapbridge) -> None:
    assert tapbridge("doctor", "--report", "--selftest").code == 1
