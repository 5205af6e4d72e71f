"""What a command says: text for people, or the envelope for `--json`; errors on stderr."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from bridge.errors import BridgeError


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command has to say, in both forms, and how it exits. An empty text prints nothing."""

    text: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    exit: int = 0


def json_option() -> click.Option:
    """Return `--json`, which every command takes."""
    return click.Option(
        ["--json", "as_json"],
        is_flag=True,
        help="Print {ok, data} or {ok, error} as JSON.",
    )


def wants_json(words: Sequence[str]) -> bool:
    """Return whether `--json` stands among the words, also when they cannot be parsed."""
    words = list(words)
    options = words[: words.index("--")] if "--" in words else words
    return "--json" in options


def show(answer: Answer, *, as_json: bool) -> None:
    """Print an answer on stdout."""
    if as_json:
        click.echo(json.dumps({"ok": True, "data": dict(answer.data)}, ensure_ascii=False))
    elif answer.text:
        click.echo(answer.text)


def complain(error: BridgeError, *, as_json: bool) -> int:
    """Say what went wrong: the envelope on stdout, or `CODE: …` on stderr.

    Returns:
        The exit status of the error's class.
    """
    if as_json:
        told = {"code": error.code, "message": error.message, "hint": error.hint}
        click.echo(json.dumps({"ok": False, "error": told}, ensure_ascii=False))
    else:
        click.echo(error.sentence(), err=True)
    return error.exit
