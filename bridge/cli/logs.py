"""`tapbridge logs`: the end of the Bridge's log, and what is added to it."""

from __future__ import annotations

import click

from bridge.cli.answer import Answer, json_option, whole
from bridge.serve import state, tail

MOST_SECONDS = 86_400


def command() -> click.Command:
    """Return the command."""
    return click.Command(
        "logs",
        callback=logs,
        params=[
            click.Option(
                ["-n", "--lines"],
                type=whole(1, 100_000),
                default=50,
                help="How many lines.  [1 to 100000; default: 50]",
            ),
            click.Option(["-f", "--follow"], is_flag=True, help="Go on with what is added."),
            click.Option(
                ["--seconds"],
                type=whole(0, MOST_SECONDS),
                default=600,
                help="How long to follow; Ctrl-C ends it before.  [0 to 86400; default: 600]",
            ),
            json_option(),
        ],
        help="Show the end of the Bridge's log.",
    )


def logs(*, lines: int, follow: bool, seconds: float, as_json: bool) -> Answer:
    """Read the end of the log, then print what is added, within the limit."""
    if follow and as_json:
        raise click.UsageError("--follow and --json exclude each other")
    path = state.folder() / state.LOG
    try:
        size = path.stat().st_size  # first, so that nothing is lost or said twice
        last = tail.last(path, lines, end=size)
    except FileNotFoundError:
        if not follow:
            return Answer(f"There is no log yet ({path}).", {"path": str(path), "lines": []})
        size, last = 0, []
    if not follow:
        return Answer("\n".join(last), {"path": str(path), "lines": last})
    for line in last:
        click.echo(line)
    for line in tail.follow(path, seconds, start=size):
        click.echo(line)
    return Answer()
