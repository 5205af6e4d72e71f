"""What commands share: options, errands, and how they say what they have to say.

Text for people, or the envelope for `--json`; errors on stderr.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from bridge.errors import BridgeError
from bridge.serve import client


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


def serial_option(
    says: str = "The phone, when there are several.", *, typed_only: bool = False
) -> click.Option:
    """Return `--serial`, by which a command names its phone.

    Args:
        says: Its help.
        typed_only: Whether the shell's TAPBRIDGE_SERIAL does not count.
    """
    usual = None if typed_only else "TAPBRIDGE_SERIAL"
    return click.Option(["--serial"], envvar=usual, help=says)


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return the type of an option: a whole number, its bounds told as people write them.

    Args:
        low: The smallest that is taken.
        high: The largest; none when not given.
    """
    bounds = f"from {low} on" if high is None else f"{low} to {high}"

    def integer(value: str) -> int:
        try:
            number = int(value)
        except ValueError:
            number = low - 1
        if number < low or (high is not None and number > high):
            raise click.BadParameter(f"{value!r} is not a whole number, {bounds}.")
        return number

    return integer


def wants_json(words: Sequence[str]) -> bool:
    """Return whether `--json` stands among the words, also when they cannot be parsed."""
    words = list(words)
    options = words[: words.index("--")] if "--" in words else words
    return "--json" in options


def errand(want: str, **fields: Any) -> Answer:
    """Ask the Bridge for one of its errands, as the person who typed this."""
    with client.connect(want, client="cli", **fields) as link:
        data = dict(link.answer.get("data") or {})
    return Answer(str(data.get("text", "")), data)


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
        click.echo(json.dumps(error.envelope(), ensure_ascii=False))
    else:
        click.echo(error.sentence(), err=True)
    return error.exit
