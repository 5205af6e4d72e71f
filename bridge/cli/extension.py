"""`tapbridge extension`: let a browser's extension have phones: pair it, list them, forget one."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import click

from bridge.cli.answer import Answer, errand, json_option
from bridge.cli.approvals import listing

_PACKAGED = Path(__file__).parents[1] / "extension_stub"
_CHECKOUT = Path(__file__).parents[2] / "extension_stub"


def group() -> click.Group:
    """Return the group of commands."""
    made = listing("extension", show, "Pair, list and forget the browser extension.")
    named = click.Argument(["id"])
    rows: tuple[tuple[str, Callable[..., Answer], str, list[click.Parameter]], ...] = (
        ("pair", pair, "Make a code that lets one extension in, once, within 10 minutes.", []),
        ("list", show, "List the paired extensions.", []),
        ("forget", forget, "Let one in no more; the beginning of its id is enough.", [named]),
    )
    for name, callback, says, params in rows:
        made.add_command(
            click.Command(name, callback=callback, params=[*params, json_option()], help=says)
        )
    return made


def folder() -> Path:
    """Return the folder that is loaded into the browser."""
    return _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT


def pair(*, as_json: bool) -> Answer:
    """Make a code."""
    del as_json
    told = errand("extension", op="pair").data
    text = (
        f"{told['code']}\n"
        f"Type it in the extension's options, within 10 minutes. The Bridge is at port"
        f" {told['port']}.\n"
        "No extension yet? In chrome://extensions, switch on the developer mode and load the"
        f" folder\n{folder()}"
    )
    return Answer(text, {**told, "folder": str(folder())})


def show(*, as_json: bool) -> Answer:
    """List them."""
    del as_json
    told = errand("extension", op="list").data
    rows = [
        f"{each['id']}  version {each['version']}, paired {_day(each['since'])}"
        + (", connected" if each["connected"] else "")
        for each in told["extensions"]
    ]
    return Answer("\n".join(rows) or "No extension is paired.", told)


def forget(*, id: str, as_json: bool) -> Answer:
    """Forget one."""
    del as_json
    told = errand("extension", op="forget", id=id).data
    return Answer(f"{told['forgotten']} is let in no more.", told)


def _day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(seconds))
