"""`tapbridge secret`: what agents may fill in and never see. No tool can add one.

A value comes from a prompt that does not show it, or from stdin: never from the command line,
which every process of the computer can read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from bridge.cli.answer import Answer, errand, json_option
from bridge.cli.approvals import listing


def group() -> click.Group:
    """Return the group of commands."""
    name = click.Argument(["name"])
    origin = click.Option(
        ["--origin"],
        required=True,
        help="The site it is for, such as https://shop.example: it goes into no other.",
    )
    keep = click.Option(["--keep"], is_flag=True, help="Keep it on disk, for this user alone.")
    made = listing("secret", show, "Let agents fill in what they never see; alone, list it.")
    rows: tuple[tuple[str, Callable[..., Answer], str, list[click.Parameter]], ...] = (
        ("add", add, "Add one; its value is asked for, or read from stdin.", [name, origin, keep]),
        ("list", show, "List names, sites and the handles for agents, never values.", []),
        ("remove", remove, "Forget one.", [name]),
    )
    for verb, callback, says, params in rows:
        made.add_command(
            click.Command(verb, callback=callback, params=[*params, json_option()], help=says)
        )
    return made


def add(*, name: str, origin: str, keep: bool, as_json: bool) -> Answer:
    """Read the value and hand it to the Bridge."""
    del as_json
    return errand("secret_add", name=name, origin=origin, keep=keep, value=_value())


def show(*, as_json: bool) -> Answer:
    """List what there is."""
    del as_json
    return errand("secret_list")


def remove(*, name: str, as_json: bool) -> Answer:
    """Forget one."""
    del as_json
    return errand("secret_remove", name=name)


def _value() -> str:
    if sys.stdin.isatty():
        value: str = click.prompt("Secret", hide_input=True, err=True)
        return value
    # one line end is the shell's, not the secret's
    return sys.stdin.read().removesuffix("\n").removesuffix("\r")
