"""`tapbridge scope`: the sites that agents' work is about, and whether they stay in their tab.

Without a scope any site may be opened that is not blocked. With one, an address elsewhere that
an agent types needs a person's permission. No tool can reach it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from bridge.cli.answer import Answer, errand, json_option, serial_option
from bridge.cli.approvals import listing
from bridge.errors import UsageFault
from bridge.places import scope_file

if TYPE_CHECKING:
    from bridge.sites_file import SitesFile


def group() -> click.Group:
    """Return the group of commands."""
    site = click.Argument(["site"])
    serial = serial_option(typed_only=True)
    made = listing("scope", show, "Say what agents' work is about: which sites, and one tab only.")
    rows: tuple[tuple[str, Callable[..., Answer], str, list[click.Parameter]], ...] = (
        ("list", show, "List the sites of the scope.", []),
        ("add", add, "Add a site: a host with all below it, with a path if wanted.", [site]),
        ("remove", remove, "Take a site out; without any, no scope is set.", [site]),
        ("pin", pin, "Keep the agent in its tab: changing tabs has to be allowed.", [serial]),
        ("unpin", unpin, "Let it change tabs again.", [serial]),
    )
    for name, callback, says, params in rows:
        made.add_command(
            click.Command(name, callback=callback, params=[*params, json_option()], help=says)
        )
    return made


def show(*, as_json: bool) -> Answer:
    """List what is in it."""
    del as_json
    sites = [str(line.rule) for line in _file().lines() if line.rule]
    text = "\n".join(sites) or "No scope is set: any site may be opened that is not blocked."
    return Answer(text, {"path": str(scope_file()), "sites": sites})


def add(*, site: str, as_json: bool) -> Answer:
    """Add a site; once is enough."""
    del as_json
    from bridge.sites import BadRule, Effect, parse_rule  # noqa: PLC0415 - its parser is native

    problem = "a scope names sites alone"
    try:
        made = _file().add(site) if parse_rule(site).effect is Effect.BLOCK else None
    except BadRule as bad:
        made, problem = None, str(bad)
    if made is None:
        raise UsageFault(
            "BAD_ARGUMENTS",
            f"{site!r} is no site: {problem}",
            hint="Name a host, such as shop.example, or a host with a path.",
        )
    return Answer(f"In scope: {made}", {"site": str(made)})


def remove(*, site: str, as_json: bool) -> Answer:
    """Take a site out."""
    del as_json
    gone = _file().remove(site)
    if not gone:
        raise UsageFault(
            "BAD_ARGUMENTS", f"{site!r} is not in the scope", hint="See `tapbridge scope list`."
        )
    removed = [line.text for line in gone]
    return Answer(f"Out of scope: {', '.join(removed)}", {"removed": removed})


def pin(*, serial: str | None, as_json: bool) -> Answer:
    """Keep the agent in its tab."""
    del as_json
    return errand("pin", serial=serial, on=True)


def unpin(*, serial: str | None, as_json: bool) -> Answer:
    """Let it change tabs again."""
    del as_json
    return errand("pin", serial=serial, on=False)


def _file() -> SitesFile:
    from bridge.sites_file import SitesFile  # noqa: PLC0415 - its parser is native code

    return SitesFile(scope_file())
