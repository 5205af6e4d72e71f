import subprocess
import sys
from pathlib import Path

import pytest

from bridge.places import (
    config_folder,
    live_kept_file,
    live_sites_file,
    sites_file,
    state_folder,
)


def test_one_home_holds_everything_when_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAPBRIDGE_HOME", str(tmp_path / "one"))
    assert state_folder() == config_folder() == tmp_path / "one"
    assert sites_file() == tmp_path / "one" / "sites.txt"
    assert {live_sites_file().name, live_kept_file().name} == {"live.txt", "live.json"}


def test_without_a_home_the_folders_of_the_user_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAPBRIDGE_HOME")
    assert state_folder().name == config_folder().name == "tapbridge"


def test_nothing_heavy_is_loaded_for_it() -> None:
    told = "import sys, bridge.places; print('platformdirs' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
