"""`tapbridge relay`: a DevTools endpoint for other tools, as long as this command runs."""

from __future__ import annotations

import click

from bridge.cli.answer import Answer, json_option, serial_option, show
from bridge.errors import PhoneGone
from bridge.serve import client


def command() -> click.Command:
    """Return it."""
    take = click.Option(["--take"], is_flag=True, help="Take the phone from an agent that has it.")
    return click.Command(
        "relay",
        callback=relay,
        params=[serial_option(), take, json_option()],
        help="Let a tool that speaks the DevTools protocol (Playwright, Puppeteer, an MCP server)"
        " have the phone's Chrome, behind the blocked-sites list, until Ctrl-C.",
    )


def relay(*, serial: str | None, take: bool, as_json: bool) -> Answer:
    """Hold an endpoint open; Ctrl-C ends it."""
    with client.connect("relay", client="cli", serial=serial, take=take) as link:
        told = client.unfold(link.answer)
        text = (
            f"{told['serial']} is reached at {told['endpoint']}\n"
            f"by WebSocket: {told['socket']}\n"
            "Whoever knows this address has the phone's Chrome. Ctrl-C ends it."
        )
        show(Answer(text, told), as_json=as_json)
        while link.reader.readline():
            pass
    raise PhoneGone("the Bridge has ended", hint="Run `tapbridge relay` again.")
