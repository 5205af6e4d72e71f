"""`tapbridge view`: the phone in the person's browser."""

from __future__ import annotations

import webbrowser
from dataclasses import replace

import click

from bridge.cli.answer import Answer, errand, json_option, serial_option


def command() -> click.Command:
    """Return it."""
    stay = click.Option(["--no-open"], is_flag=True, help="Only print the link.")
    return click.Command(
        "view",
        callback=view,
        params=[stay, serial_option(), json_option()],
        help="Watch and steer the phone in your browser. The link works once, for a minute.",
    )


def view(*, no_open: bool, serial: str | None, as_json: bool) -> Answer:
    """Ask the Bridge for a link and open it."""
    answer = errand("view", serial=serial)
    link = str(answer.data["link"])
    if no_open or as_json or not _opened(link):
        return answer
    return replace(answer, text=f"{link}\nIt opens in your browser; it works once, for a minute.")


def _opened(link: str) -> bool:
    """Open a link where there is a browser with windows; one of a terminal would take it."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    # of the terminal's kind exactly: the others are its heirs
    return type(browser) is not webbrowser.GenericBrowser and browser.open(link)
