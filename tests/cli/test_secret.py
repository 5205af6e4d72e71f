"""A person at the shell lends a secret: from a prompt or stdin, never from the command line."""

import io
import sys
from typing import Any

import click
import pytest
from typing_extensions import override

from bridge.cli import secret
from tests.cli.conftest import Tapbridge

CANARY = "caN4ry-S3cret"
ADD = ("secret", "add", "login", "--origin", "https://shop.test")


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{CANARY}\n"))


@pytest.mark.usefixtures("daemon", "typed")
def test_a_secret_comes_from_stdin_and_is_listed_by_its_handle(tapbridge: Tapbridge) -> None:
    added = tapbridge(*ADD)
    assert (added.code, added.err) == (0, "")
    handle = added.out.splitlines()[0]
    assert handle.startswith("⟦secret:login@https://shop.test#")
    listed = tapbridge("secret", "list", "--json")
    assert listed.json["data"]["secrets"][0]["handle"] == handle
    removed = tapbridge("secret", "remove", "login")
    assert removed.out == "Removed: login\n"
    again = tapbridge("secret", "remove", "login")
    assert (again.code, again.err[:14]) == (1, "BAD_ARGUMENTS:")
    assert CANARY not in "".join(s.out + s.err for s in (added, listed, removed, again))


@pytest.mark.usefixtures("daemon")
def test_at_a_terminal_it_is_asked_for_without_showing_it(
    tapbridge: Tapbridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []

    def prompt(text: str, **how: Any) -> str:
        asked.append({"text": text, **how})
        return CANARY

    class Terminal(io.StringIO):
        @override
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(click, "prompt", prompt)
    said = tapbridge(*ADD)
    assert said.code == 0
    assert asked == [{"text": "Secret", "hide_input": True, "err": True}]


@pytest.mark.parametrize("words", [(*ADD, CANARY), (*ADD, "--value", CANARY)])
def test_a_value_in_the_command_line_is_no_argument(
    tapbridge: Tapbridge, words: tuple[str, ...]
) -> None:
    assert tapbridge(*words).code == 1


@pytest.mark.usefixtures("typed")
def test_a_site_has_to_be_named(tapbridge: Tapbridge) -> None:
    said = tapbridge("secret", "add", "login")
    assert (said.code, "--origin" in said.err) == (1, True)


@pytest.mark.parametrize(
    ("typed_in", "value"), [("a\n", "a"), ("a\r\n", "a"), (" a \n\n", " a \n")]
)
def test_only_the_shells_own_line_end_is_left_out(
    monkeypatch: pytest.MonkeyPatch, typed_in: str, value: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed_in))
    assert secret._value() == value
