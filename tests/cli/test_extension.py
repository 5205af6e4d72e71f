"""`tapbridge extension`: a code to carry over, and who is paired."""

import re

import pytest

from bridge.cli.extension import folder
from bridge.places import state_folder
from bridge.serve.paired import Paired
from tests.cli.conftest import Tapbridge
from tests.serve.conftest import Apart
from tests.serve.extensions import ORIGIN


@pytest.fixture(autouse=True)
def _any_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPBRIDGE_WEB__PORTS", "[0]")


def test_it_shows_a_code_and_where_to_type_it(tapbridge: Tapbridge, daemon: Apart) -> None:
    said = tapbridge("extension", "pair")
    assert re.match(r"[A-Z2-9]{4}-[A-Z2-9]{4}\n", said.out)
    assert "options" in said.out
    assert str(folder()) in said.out
    assert (folder() / "manifest.json").is_file()


def test_who_is_paired_is_listed_and_forgotten(tapbridge: Tapbridge, daemon: Apart) -> None:
    assert tapbridge("extension").out == "No extension is paired.\n"
    state_folder().mkdir(parents=True, exist_ok=True)
    Paired(state_folder()).add("ab" * 16, bytes(32), ORIGIN, "0.1.0")
    assert tapbridge("extension", "list").out.startswith("abababab  version 0.1.0, paired 20")
    assert tapbridge("extension", "forget", "abab").out == "abababab is let in no more.\n"
    refused = tapbridge("extension", "forget", "abab")
    assert refused.code == 1
    assert "extension list" in refused.err
