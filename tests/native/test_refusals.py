"""The phone's words for "no"."""

import json
from pathlib import Path

import pytest

from bridge.native import refusals

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "fixtures/recorded/native/outputs.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
CODES = {
    "could not get idle state": "TREE_NOT_IDLE",
    "null root node": "TREE_EMPTY",
    "Killed": "TREE_BUSY",
    "NullPointerException: Attempt to invoke": "TREE_EMPTY",
    "already registered": "TREE_BUSY",
    "alreadyregistered": "TREE_BUSY",
    "length of null array": "TEXT_NOT_TYPABLE",
    "INJECT_EVENTS": "INPUT_BLOCKED_OEM",
    "Unknown command": "APP_FAILED",
    "keycombination requires": "APP_FAILED",
    "does not exist": "APP_FAILED",
    "unable to resolve": "APP_FAILED",
    "not exported": "APP_FAILED",
    "does not have permission to access user": "USER_PROFILE",
}
READERS = {
    "uiautomator": refusals.of_tree,
    "input": refusals.of_input,
    "am": refusals.of_app,
    "pm": refusals.of_app,
}


def told(row: dict[str, str]) -> str:
    return f"{row['stdout']}{row['stderr']}"


def said(command: str) -> list[dict[str, str]]:
    return [row for row in ROWS if row["cmd"].split()[0] == command]


@pytest.mark.parametrize("command", READERS)
def test_every_recorded_refusal_has_its_code_and_all_else_none(command: str) -> None:
    seen = 0
    for row in said(command):
        expected = next((code for words, code in CODES.items() if words in told(row)), None)
        refused = READERS[command](told(row))
        assert (refused.code if refused else None) == expected, row["cmd"]
        seen += expected is not None
    assert seen >= 1


def test_warnings_of_a_start_are_no_refusals() -> None:
    warnings = [row for row in said("am") if row["stdout"].startswith("Warning:")]
    assert len(warnings) == 4
    assert all(refusals.of_app(told(row)) is None for row in warnings)


def test_the_phones_words_are_handed_on_short_and_without_javas_own() -> None:
    refused = refusals.of_input(
        "java.lang.SecurityException: " + "INJECT_EVENTS " * 60 + "\n\tat x"
    )
    assert refused is not None
    assert len(refused.message) < 250
    assert "java.lang" not in refused.message
    assert "\n" not in refused.message
