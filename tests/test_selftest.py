"""`doctor --selftest`: each check in its good and its bad case."""

import sys
from pathlib import Path

import pytest

from bridge import selftest
from bridge.places import config_folder, state_folder
from bridge.selftest import Check


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Check]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAPBRIDGE_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("TAPBRIDGE_DAEMON__START_SECONDS", "60")
        return {each.name: each for each in selftest.run()}


def test_this_checkout_passes_every_check(whole: dict[str, Check]) -> None:
    assert [each for each in whole.values() if not each.passed] == []
    assert len(whole) == 8


def test_the_bridge_answered_over_mcp_and_ended(whole: dict[str, Check]) -> None:
    assert whole["Bridge and MCP"].told.startswith("tapbridge ")
    assert whole["Bridge and MCP"].told.endswith(" tools")
    assert whole["Bridge ends"].told == "when asked"


def checks(monkeypatch: pytest.MonkeyPatch) -> dict[str, Check]:
    """Run all checks, with a command that is no Bridge."""
    words = (sys.executable, "-c", "import sys; sys.exit('no such Bridge')")
    return {each.name: each for each in selftest.run(words)}


def test_everything_broken_is_told_in_its_own_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    config_folder().mkdir(parents=True)
    (config_folder() / "settings.toml").write_text("adb = 5")
    (config_folder() / "sites.txt").write_text("bank.test\nnot a rule at all\n")
    found = checks(monkeypatch)
    assert found["settings"].told.startswith("SETTINGS_INVALID: ")
    assert found["blocked sites"].told.startswith("SITES_INVALID: 1 line is no rule")
    assert found["adb"].told.startswith("SETTINGS_INVALID: ")
    assert found["Bridge and MCP"].told == (
        "DAEMON_FAILED: no such Bridge. Run `tapbridge serve` and read what it says."
    )
    assert not found["Bridge ends"].passed
    assert found["folders"].passed
    assert found["page script"].passed


def test_folders_that_cannot_be_written_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TAPBRIDGE_HOME", str(tmp_path / "file"))
    assert state_folder() == tmp_path / "file"
    found = checks(monkeypatch)
    assert not found["folders"].passed
    assert not found["blocked sites"].passed


def test_an_adb_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "adb"
    program.write_text("#!/bin/sh\necho nonsense\n")
    program.chmod(0o755)
    monkeypatch.setenv("TAPBRIDGE_ADB__PATH", str(program))
    assert checks(monkeypatch)["adb"].told.startswith("ADB_BROKEN: ")


def test_a_catalogue_or_a_page_script_of_another_version_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bridge.tools.reference.catalogue_json", lambda: "{}")
    monkeypatch.setattr(selftest, "_digest", lambda _: "another")
    found = checks(monkeypatch)
    assert found["catalogue"].told.startswith("DAEMON_FAILED: the catalogue ")
    assert found["page script"].told.startswith("DAEMON_FAILED: the page script ")


@pytest.mark.parametrize(
    ("text", "told"), [("", "0 rules"), ("a.test\n", "1 rule"), ("a.test\nb.test\n", "2 rules")]
)
def test_rules_are_counted_as_people_count(
    monkeypatch: pytest.MonkeyPatch, text: str, told: str
) -> None:
    config_folder().mkdir(parents=True)
    (config_folder() / "sites.txt").write_text(text)
    assert checks(monkeypatch)["blocked sites"].told == told
