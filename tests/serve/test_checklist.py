"""Doctor's checklist, as a viewer shows it."""

from bridge.adb.parse import Listed
from bridge.adb.readiness import assess
from bridge.adb.report import Adb
from bridge.serve.checklist import checks
from tests.serve.toy import PIXEL

ADB = Adb(found=True, path="/bin/adb", version="37", server=41)


def listed(serial: str, state: str = "ready") -> Listed:
    word = "device" if state == "ready" else state
    return Listed(serial=serial, word=word, state=state, transport="usb", model="Pixel 7")  # type: ignore[arg-type]


def test_what_is_missing_carries_its_command() -> None:
    report = assess(ADB, [listed("a", "no-permissions")], {}, platform="linux")
    rows = checks(report, "a")
    assert [(each["label"], each["mark"]) for each in rows] == [("adb", "ok"), ("Phone", "bad")]
    assert rows[1]["fix"] == ["sudo apt install android-sdk-platform-tools-common"]
    assert "fix" not in rows[0]


def test_of_several_phones_only_the_one_that_is_meant_is_told() -> None:
    both = [listed("a"), listed("b", "unauthorized")]
    report = assess(ADB, both, {"a": PIXEL}, platform="linux")
    assert [each["label"] for each in checks(report, "b")] == ["adb", "Phone", "USB debugging"]
    assert len(checks(report, "a")) > 3
    assert [each["label"] for each in checks(report, None)] == ["adb"]
