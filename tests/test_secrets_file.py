"""A person's secrets: in memory, and on disk only where they say so."""

import json
from pathlib import Path

import pytest

from bridge.errors import UsageFault
from bridge.secrets.vault import Vault
from bridge.secrets_file import SecretsFile

SHOP = "https://shop.test"
CANARY = "caN4ry-S3cret"


def opened(path: Path) -> SecretsFile:
    return SecretsFile(path, Vault(tag="0a1b2c3d"))


def names(own: SecretsFile) -> list[str]:
    return [row["name"] for row in own.told()]


def test_nothing_is_written_unless_it_is_to_be_kept(tmp_path: Path) -> None:
    own = opened(tmp_path / "secrets.json")
    own.add("login", CANARY, SHOP, keep=False)
    assert own.passing
    assert list(tmp_path.iterdir()) == []
    assert names(opened(tmp_path / "secrets.json")) == []


def test_what_is_kept_is_there_again_and_for_this_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "secrets.json"
    own = opened(path)
    own.add("passing", "value", SHOP, keep=False)
    own.add("login", CANARY, SHOP, keep=True)
    assert path.stat().st_mode & 0o777 == 0o600
    again = opened(path)
    assert again.told() == [
        {
            "name": "login",
            "origin": SHOP,
            "handle": f"⟦secret:login@{SHOP}#0a1b2c3d⟧",
            "kept": True,
        }
    ]
    assert not again.passing
    assert again.vault.bind(again.told()[0]["handle"]).reveal(SHOP) == CANARY
    assert again.remove("login")
    assert not path.exists()
    assert not again.remove("login")


def test_one_that_is_added_anew_without_keeping_leaves_the_disk(tmp_path: Path) -> None:
    own = opened(tmp_path / "secrets.json")
    own.add("login", CANARY, SHOP, keep=True)
    own.add("login", CANARY, SHOP, keep=False)
    assert list(tmp_path.iterdir()) == []


def test_lines_that_are_no_secrets_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "secrets.json"
    good = {"name": "login", "origin": SHOP, "value": CANARY}
    path.write_text(json.dumps([{"name": 1}, {**good, "name": "NO"}, {**good, "value": 5}, good]))
    assert names(opened(path)) == ["login"]
    path.write_text("not JSON")
    assert names(opened(path)) == []


def test_what_cannot_be_kept_is_said_without_the_value(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    own = opened(tmp_path / "file" / "secrets.json")
    with pytest.raises(UsageFault) as caught:
        own.add("login", CANARY, SHOP, keep=True)
    assert caught.value.code == "BAD_ARGUMENTS"
    assert CANARY not in f"{caught.value.sentence()} {own!r}"
    assert names(own) == []


def test_one_that_cannot_be_replaced_on_disk_is_still_there(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    own = opened(folder / "secrets.json")
    own.add("login", CANARY, SHOP, keep=True)
    (handle,) = [row["handle"] for row in own.told()]
    folder.rename(tmp_path / "away")
    folder.touch()  # no folder any more: nothing can be written below it
    with pytest.raises(UsageFault):
        own.add("login", "another", SHOP, keep=True)
    assert own.vault.bind(handle).reveal(SHOP) == CANARY
    assert not own.passing
