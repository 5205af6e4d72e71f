from pathlib import Path

import pytest
from pydantic import ValidationError

from bridge.errors import SetupFault
from bridge.places import config_folder
from bridge.settings import Settings, load


def user_file(text: str) -> None:
    config_folder().mkdir(parents=True, exist_ok=True)
    (config_folder() / "settings.toml").write_text(text, encoding="utf-8")


def test_without_any_source_the_defaults_hold() -> None:
    settings = load()
    assert settings.model_dump() == Settings().model_dump()
    assert settings.adb.port == 5037


def test_later_sources_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user_file("serial = 'user'\n[adb]\nport = 5001\n[limits]\nload_seconds = 7\n")
    inner = tmp_path / "project/deep"
    inner.mkdir(parents=True)
    project = "serial = 'project'\n[adb]\nport = 5002\n"
    (tmp_path / "project/tapbridge.toml").write_text(project, encoding="utf-8")
    assert load().serial == "user"
    found = load(start=inner)
    assert (found.serial, found.adb.port, found.limits.load_seconds) == ("project", 5002, 7)
    monkeypatch.setenv("TAPBRIDGE_ADB__PORT", "5003")
    assert load(start=inner).adb.port == 5003
    assert load(start=inner, flags={"adb": {"port": 5004}}).adb.port == 5004


def test_the_variable_that_adb_itself_reads_names_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "5099")
    assert load().adb.port == 5099
    monkeypatch.setenv("TAPBRIDGE_ADB__PORT", "5003")
    assert load().adb.port == 5003


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[adb]\nport = 0\n", "adb.port"),
        ("[adb]\nprot = 5037\n", "adb.prot"),
        ("[daemon]\nidle_seconds = 1e300\n", "daemon.idle_seconds"),
        ("[daemon]\nlog_bytes = 10000000000\n", "daemon.log_bytes"),
        ("colour = 'red'\n", "colour"),
        ("[adb\n", "not TOML"),
    ],
)
def test_what_cannot_be_used_is_named(text: str, named: str) -> None:
    user_file(text)
    with pytest.raises(SetupFault, match=named) as refused:
        load()
    assert refused.value.code == "SETTINGS_INVALID"


def test_settings_never_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        load().adb.port = 1  # type: ignore[misc] # that is what is tried


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    user_file("")
    file = config_folder() / "settings.toml"
    file.write_bytes(b"\xff\xfe[adb]")
    with pytest.raises(SetupFault, match=r"settings\.toml is not TOML"):
        load()
    file.unlink()
    file.mkdir()
    with pytest.raises(SetupFault, match=r"settings\.toml cannot be read") as caught:
        load()
    assert caught.value.code == "SETTINGS_INVALID"


def test_a_variable_that_is_no_json_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPBRIDGE_ADB", "{port")
    with pytest.raises(SetupFault, match="adb") as caught:
        load()
    assert caught.value.code == "SETTINGS_INVALID"
