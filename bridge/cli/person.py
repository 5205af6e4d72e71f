"""Commands with which a person keeps the phones: pause, resume, keep-awake, reverse."""

from __future__ import annotations

from typing import Any

import click

from bridge.cli.answer import Answer, errand, json_option, serial_option, whole

_PORT = whole(1, 65_535)


def commands() -> list[click.Command]:
    """Return them, in the order of the help."""
    return [
        _command(
            "pause",
            pause,
            "Stop every agent now: what runs is ended, touches and keys are lifted, and nothing"
            " begins until `tapbridge resume`. Holds for shells too, and after a restart.",
        ),
        _command("resume", resume, "Let the agents go on."),
        _command(
            "keep-awake",
            keep_awake,
            "Keep the phone's screen on while it charges, until the Bridge ends, or give it back.",
            click.Argument(["state"], type=click.Choice(["on", "off"])),
        ),
        _command(
            "reverse",
            reverse,
            "Let the phone's http://localhost:PORT reach this computer's PORT, until the Bridge"
            " ends.",
            click.Argument(["port"], type=_PORT),
            click.Option(
                ["--phone-port"],
                type=_PORT,
                help="The phone's port; the same if not given.  [1 to 65535]",
            ),
            click.Option(["--off"], is_flag=True, help="Take it back."),
        ),
    ]


def _command(name: str, callback: Any, says: str, *params: click.Parameter) -> click.Command:
    # a pause is meant for every phone unless one is named here and now
    serial = serial_option(typed_only=callback in (pause, resume))
    return click.Command(
        name, callback=callback, params=[*params, serial, json_option()], help=says
    )


def pause(*, serial: str | None, as_json: bool) -> Answer:
    """Pause the named phone, or all."""
    del as_json
    return errand("pause", serial=serial)


def resume(*, serial: str | None, as_json: bool) -> Answer:
    """Take pauses back."""
    del as_json
    return errand("resume", serial=serial)


def keep_awake(*, state: str, serial: str | None, as_json: bool) -> Answer:
    """Keep the screen on, or give it back."""
    del as_json
    return errand("keep_awake", serial=serial, on=state == "on")


def reverse(
    *, port: int, phone_port: int | None, off: bool, serial: str | None, as_json: bool
) -> Answer:
    """Lead a port of the phone here, or take it back."""
    del as_json
    return errand("reverse", serial=serial, port=port, phone_port=phone_port or port, on=not off)
