"""The archive of `doctor --report`: canaries in everything it is made from, none in it."""

import json
import stat
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from bridge import report
from bridge.errors import PhoneFault, UsageFault
from bridge.journal import NAME as JOURNAL
from bridge.places import config_folder, state_folder
from bridge.serve.state import LOG

CANARIES = ("CanaryWord", "canary.test", "CanarySerial", "CanaryToken", "4111 1111", "CanaryUser")


@pytest.fixture(autouse=True)
def _files() -> None:
    state_folder().mkdir(parents=True, exist_ok=True)
    config_folder().mkdir(parents=True, exist_ok=True)
    (state_folder() / LOG).write_text(
        "2026-11-30 15:00:00,123 INFO bridge.fleet: CanarySerial: session open\n"
        "2026-11-30 15:00:00,123 INFO bridge.fleet: CanarySerial: session ended: CanaryWord\n"
        "2026-11-30 15:00:00,123 ERROR bridge.tools.call: tool page_fill crashed: KeyError\n"
        "Traceback (most recent call last):\n"
        '  File "/home/CanaryUser/tapbridge/bridge/page/keyboard.py", line 12, in fill\n'
        '    raise ValueError("CanaryWord")\n'
        "ValueError: typed 4111 1111 at http://canary.test/inbox?CanaryToken\n"
        "CanaryWord on a line of its own\n"
        "2026-11-30 15:00:00,123 WARNING mcp.server: CanaryWord\n"
    )
    (state_folder() / JOURNAL).write_text(
        '{"client":"an agent","tool":"page_fill","code":"INTERNAL","ms":7,'
        '"serial":"CanarySerial","trips":null,"time":"2026-11-30T15:00:00.123+00:00"}\n'
        '{"client":"http://canary.test","tool":"CanaryWord","code":"OK","ms":7,'
        '"serial":"CanarySerial","trips":null,"time":"2026-11-30T15:00:01.123+00:00"}\n'
    )
    (state_folder() / "daemon.json").write_text('{"token": "CanaryToken"}')
    (state_folder() / "http.token").write_text("CanaryToken")
    (config_folder() / "settings.toml").write_text('serial = "CanarySerial"\n[adb]\nport = 5099\n')
    (config_folder() / "sites.txt").write_text("canary.test\n")


SEEN = {
    "ready": True,
    "enabled": True,
    "adb": {"found": True, "path": "/home/CanaryUser/adb", "version": "36.0.0"},
    "devices": [{"serial": "CanarySerial", "model": "Pixel 7", "state": "ready"}],
    "checks": [{"serial": "CanarySerial", "rows": []}],
}


def opened(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_no_canary_is_in_the_archive() -> None:
    files = opened(report.archive(SEEN, serials=False))
    told = "\n".join((*files, *files.values()))
    assert [canary for canary in CANARIES if canary.lower() in told.lower()] == []


def test_what_helps_is_in_it() -> None:
    files = opened(report.archive(SEEN, serials=False))
    assert set(files) == {
        "README.txt",
        "doctor.json",
        "versions.json",
        "settings.json",
        "log.txt",
        "journal.jsonl",
    }
    assert json.loads(files["doctor.json"])["devices"][0]["model"] == "Pixel 7"
    assert "phone-1: session open" in files["log.txt"]
    assert 'File "bridge/page/keyboard.py", line 12, in fill' in files["log.txt"]
    assert "ValueError: […]" in files["log.txt"]
    rows = [json.loads(line) for line in files["journal.jsonl"].splitlines()]
    assert [(row["tool"], row["code"], row["serial"]) for row in rows] == [
        ("page_fill", "INTERNAL", "phone-1"),
        ("?", "OK", "phone-1"),
    ]
    settings = json.loads(files["settings.json"])
    assert (settings["adb"]["port"], settings["serial"]) == (5099, "set")
    assert settings["adb"]["host"] == "as usual"
    assert settings["blocked_sites"] == {"rules": 1, "mistakes": 0}
    assert json.loads(files["versions.json"])["packages"]["mcp"]
    assert all(name in files["README.txt"] for name in files if name != "README.txt")


def test_serials_are_in_it_when_asked_for_and_nothing_else() -> None:
    files = opened(report.archive(SEEN, serials=True))
    told = "\n".join(files.values())
    left = [canary for canary in CANARIES if canary.lower() in told.lower()]
    assert left == ["CanarySerial"]


def test_a_bridge_that_cannot_look_still_gives_a_report() -> None:
    (config_folder() / "settings.toml").write_text("adb = 'CanaryWord'")
    (config_folder() / "sites.txt").write_bytes(b"\xff\xff")
    (state_folder() / LOG).unlink()
    files = opened(report.archive(PhoneFault("NO_DEVICE", "CanaryWord"), serials=False))
    assert json.loads(files["doctor.json"]) == {"error": "NO_DEVICE"}
    assert json.loads(files["settings.json"])["error"] == "SETTINGS_INVALID"
    assert json.loads(files["settings.json"])["blocked_sites"] == {"error": "SITES_INVALID"}
    assert "CanaryWord" not in "\n".join(files.values())


def test_the_file_is_its_owners_alone_and_none_is_written_over(tmp_path: Path) -> None:
    target = tmp_path / "report.zip"
    report.write(target, SEEN, serials=False)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert zipfile.is_zipfile(target)
    with pytest.raises(UsageFault, match="cannot be written"):
        report.write(target, SEEN, serials=False)
    with pytest.raises(UsageFault, match="cannot be written"):
        report.write(tmp_path / "none" / "report.zip", SEEN, serials=False)
