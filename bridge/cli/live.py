"""`tapbridge live`: where agents may bring code into pages, and what a person keeps of it.

No tool can reach any of it. To keep a function is decided at a terminal, with its code in view.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from bridge.cli.answer import Answer, errand, json_option, serial_option
from bridge.cli.approvals import listing
from bridge.cli.verbs import told
from bridge.errors import UsageFault
from bridge.places import live_kept_file, live_sites_file, sites_file
from bridge.serve import client

if TYPE_CHECKING:
    from bridge.live import Code, Live

_LIST = "See `tapbridge live list`."


def group() -> click.Group:
    """Return the group of commands."""
    site, name = click.Argument(["site"]), click.Argument(["name"])
    args = click.Option(["--args"], default="null", help="Its argument, as JSON.")
    made = listing("live", show, "Let agents run code on a site, and keep what they wrote.")
    rows: tuple[tuple[str, Callable[..., Answer], str, list[click.Parameter]], ...] = (
        ("list", show, "List the sites where code is allowed, and what is kept.", []),
        ("allow", allow, "Allow code on a site: a host with all below it.", [site]),
        ("forbid", forbid, "Allow it no longer.", [site]),
        ("keep", keep, "Keep a function that an agent injected, after you have read it.", [name]),
        ("show", code, "Show a kept function.", [name]),
        ("remove", remove, "Keep it no longer.", [name]),
        ("run", run, "Run a kept function on the page in front.", [name, args, serial_option()]),
    )
    for verb, callback, says, params in rows:
        made.add_command(
            click.Command(verb, callback=callback, params=[*params, json_option()], help=says)
        )
    return made


def show(*, as_json: bool) -> Answer:
    """List what is allowed and kept."""
    del as_json
    live = _live()
    sites = [str(line.rule) for line in live.allowed.lines() if line.rule]
    kept = live.kept()
    rows = [
        *([f"allowed: {each}" for each in sites] or ["Code is allowed on no site."]),
        *(f"kept: {c.name}  for {c.origin}  sha256 {c.digest[:12]}…" for c in kept),
    ]
    data = {"path": str(live_sites_file()), "sites": sites, "kept": [_facts(c) for c in kept]}
    return Answer("\n".join(rows), data)


def allow(*, site: str, as_json: bool) -> Answer:
    """Allow a site; once is enough."""
    del as_json
    from bridge.sites import BadRule, Effect, parse_rule  # noqa: PLC0415 - its parser is native

    problem = "code of a page reaches all of its site, so name a host alone"
    try:
        rule = parse_rule(site)
        good = rule.effect is Effect.BLOCK and not rule.path and not rule.query
        made = _live().allowed.add(site) if good else None
    except BadRule as bad:
        made, problem = None, str(bad)
    if made is None:
        raise UsageFault(
            "BAD_ARGUMENTS", f"{site!r} is no site: {problem}", hint="Such as shop.example."
        )
    told = f"Agents may run code on {made}: it can do and read there whatever you can."
    return Answer(told, {"site": str(made)})


def forbid(*, site: str, as_json: bool) -> Answer:
    """Take a site out."""
    del as_json
    gone = _live().allowed.remove(site)
    if not gone:
        raise UsageFault("BAD_ARGUMENTS", f"code is not allowed on {site!r}", hint=_LIST)
    removed = [line.text for line in gone]
    return Answer(f"No code any more on {', '.join(removed)}", {"removed": removed})


def keep(*, name: str, as_json: bool) -> Answer:
    """Show what an agent injected, and keep it on a clear yes."""
    del as_json
    if not sys.stdin.isatty():
        raise UsageFault("BAD_ARGUMENTS", "a person decides this", hint="Type it at a terminal.")
    from bridge.live import Code  # noqa: PLC0415 - its parser is native code

    found = errand("live_injected", name=name).data
    code = Code(str(found["name"]), str(found["code"]), str(found["origin"]))
    click.echo(f"{code.name}, for {code.origin}, sha256 {code.digest}:\n", err=True)
    click.echo(plain(code.code), err=True)
    if not click.confirm("\nKeep it?", default=False, err=True):
        return Answer("Not kept.", {"kept": False})
    _live().keep(code)
    return Answer(f"Kept: {code.name}", {"kept": True, **_facts(code)})


def code(*, name: str, as_json: bool) -> Answer:
    """Show a kept one."""
    del as_json
    found = _kept(name)
    return Answer(plain(found.code), {**_facts(found), "code": found.code})


def remove(*, name: str, as_json: bool) -> Answer:
    """Forget a kept one, for whichever site."""
    del as_json
    if not _live().remove(name):
        raise UsageFault("BAD_ARGUMENTS", f"{name!r} is not kept", hint=_LIST)
    return Answer(f"Removed: {name}", {"removed": name})


def run(*, name: str, args: str, serial: str | None, as_json: bool) -> Answer:
    """Inject it into the page in front, and run it."""
    del as_json
    _kept(name)
    with client.connect("call", client="cli") as link:
        named: dict[str, Any] = {"name": name}
        link.call("page_inject", named, serial=serial, reads=False, take=False)
        data = link.call(
            "page_run", {**named, "args": args}, serial=serial, reads=False, take=False
        )
    return told("page_run", data, None)


def plain(code: str) -> str:
    """Return code as a terminal may show it: nothing in it moves, turns or hides text."""
    return "".join(
        c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in code
    )


def _kept(name: str) -> Code:
    found = _live().find(name)
    if found is None:
        raise UsageFault("BAD_ARGUMENTS", f"{name!r} is not kept", hint=_LIST)
    return found


def _facts(code: Code) -> dict[str, str]:
    return {"name": code.name, "site": code.origin, "sha256": code.digest}


def _live() -> Live:
    from bridge.live import Live  # noqa: PLC0415 - its parser is native code

    return Live(live_sites_file(), sites_file(), live_kept_file())
