"""`tapbridge approvals`: what agents ask for, answered by the person at this command line.

While `watch` runs, every question comes here. `list`, `approve` and `deny` do the same for one
question that waits, wherever it is shown beside.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import click

from bridge.cli.answer import Answer, errand, json_option, whole
from bridge.errors import PhoneGone
from bridge.serve import client

if sys.platform == "win32":
    import msvcrt
else:
    import termios

_WORDS = {"y": "once", "yes": "once", "s": "session", "session": "session"}
_PROMPT = "Allow it? [y]es, for this [s]ession, [N]o: "


def group() -> click.Group:
    """Return the group of commands."""
    number = click.Argument(["number"], type=whole(1))
    session = click.Option(["--session"], is_flag=True, help="Allow the same for this session.")
    made = listing(
        "approvals", show, "List what agents ask for, and answer it: watch, approve, deny."
    )
    rows: tuple[tuple[str, Callable[..., Answer], str, list[click.Parameter]], ...] = (
        ("watch", watch, "Be there: show every question and take its answer, until Ctrl-C.", []),
        ("list", show, "List the questions that wait.", []),
        ("approve", approve, "Allow what a question asks for.", [number, session]),
        ("deny", deny, "Do not allow it.", [number]),
    )
    for name, callback, says, params in rows:
        made.add_command(
            click.Command(name, callback=callback, params=[*params, json_option()], help=says)
        )
    return made


def listing(name: str, show: Callable[..., Answer], says: str) -> click.Group:
    """Return a group that lists when none of its commands is named."""

    def bare(*, as_json: bool) -> Answer | None:
        named = click.get_current_context().invoked_subcommand is not None
        return None if named else show(as_json=as_json)

    return click.Group(
        name, callback=bare, invoke_without_command=True, params=[json_option()], help=says
    )


def show(*, as_json: bool) -> Answer:
    """List the questions that wait."""
    del as_json
    return errand("approvals")


def approve(*, number: int, session: bool, as_json: bool) -> Answer:
    """Allow one."""
    del as_json
    return errand("approvals", id=number, answer="session" if session else "once")


def deny(*, number: int, as_json: bool) -> Answer:
    """Do not allow one."""
    del as_json
    return errand("approvals", id=number, answer="no")


def watch(*, as_json: bool) -> Answer:
    """Show every question and take its answer, one after the other.

    With `--json` what comes is printed as JSON lines; an answer is one word, as without.

    Raises:
        PhoneGone: The Bridge ended.
    """
    with client.connect("attend", client="cli") as link:
        if not as_json:
            click.echo("Waiting for questions. Ctrl-C ends it.")
        answered = 0
        while raw := link.reader.readline():
            said: dict[str, Any] = json.loads(raw)
            question = said.get("question")
            if as_json:
                click.echo(raw.decode().rstrip())
            elif question is not None:
                click.echo(f"\n{question['id']}  {question['text']}")
            elif said.get("over") != answered:
                click.echo(f"{said.get('over')} is over.")
            if question is not None:
                answered = question["id"]
                answer = {"id": answered, "answer": _typed(quiet=as_json)}
                link.sock.sendall(json.dumps(answer).encode() + b"\n")
    raise PhoneGone("the Bridge ended", hint="Run it again: that starts it anew.")


def _typed(*, quiet: bool) -> str:
    """Read the person's answer; anything but a clear yes is a no."""
    forget_typed()
    if not quiet:
        click.echo(_PROMPT, nl=False)
    return _WORDS.get(sys.stdin.readline().strip().lower(), "no")


def forget_typed() -> None:
    """Drop what a person typed before a question was there to be read: it is no answer to it."""
    if not sys.stdin.isatty():
        return
    if sys.platform == "win32":
        while msvcrt.kbhit():
            msvcrt.getwch()
    else:
        termios.tcflush(sys.stdin, termios.TCIFLUSH)
