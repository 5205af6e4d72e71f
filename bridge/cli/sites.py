"""`tapbridge sites`: the person's list of blocked sites. No tool can reach it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from bridge.cli.answer import Answer, json_option
from bridge.cli.approvals import listing
from bridge.errors import SetupFault, SiteBlocked, UsageFault
from bridge.places import sites_file

if TYPE_CHECKING:
    from bridge.sites_file import SitesFile

_BARE = re.compile(r"(\[[^\]]*\]|[^:/?#@\[\]\s]+)(:\d+)?([/?#].*)?")
"""A host, with a port or a path behind it, as a rule is written and as people type an address."""
_WORD = re.compile(r"(?!localhost\b)[^.:\[\]/?#]+([/?#].*)?", re.IGNORECASE)
"""What looks like a host and has no dot: a browser would search for it."""
_DOES = {
    "block": "Blocked: {}",
    "only": "Allowed: {}. What no `only:` line names is refused.",
    "app": "Noted: {}. No tool reaches apps yet.",
}


def group() -> click.Group:
    """Return the group of commands."""
    rule = click.Argument(["rule"])
    url = click.Argument(["url"])
    made = listing("sites", _with_path(show), "List, add, remove and test blocked sites.")
    for name, callback, says, params in (
        ("list", show, "List the rules, and lines that are none.", []),
        ("add", add, "Block a site: a host, with a path if wanted.", [rule]),
        ("remove", remove, "Take a rule out.", [rule]),
        ("test", judge, "Say whether an address is blocked, and by which rule.", [url]),
    ):
        made.add_command(
            click.Command(
                name, callback=_with_path(callback), params=[*params, json_option()], help=says
            )
        )
    return made


def _with_path(callback: Callable[..., Answer]) -> Callable[..., Answer]:
    """Let a file that cannot be used be named with its folder: a person has to mend it."""

    @wraps(callback)
    def run(**given: Any) -> Answer:
        try:
            return callback(**given)
        except SetupFault as problem:
            if problem.code == "SITES_INVALID":
                problem.hint = f"Repair {sites_file()}, or move it away and begin anew."
            raise

    return run


def show(*, as_json: bool) -> Answer:
    """Show every line that says something."""
    del as_json
    file = _file()
    lines = file.lines()
    rules = [
        {"line": line.number, "rule": str(line.rule), "problem": None}
        if line.rule
        else {"line": line.number, "rule": None, "text": line.text, "problem": line.problem}
        for line in lines
    ]
    rows = [
        str(line.rule)
        if line.rule
        else f"(line {line.number} is no rule and blocks nothing: {line.problem})"
        for line in lines
    ]
    text = "\n".join(rows) or "No site is blocked."
    return Answer(text, {"path": str(file.path), "rules": rules})


def add(*, rule: str, as_json: bool) -> Answer:
    """Add a rule; once is enough."""
    del as_json
    from bridge.sites import BadRule  # noqa: PLC0415 - its parser is native code

    try:
        made = _file().add(rule)
    except BadRule as problem:
        raise UsageFault(
            "BAD_ARGUMENTS",
            f"{rule!r} is no rule: {problem}",
            hint="Name a host, such as bank.example, or a host with a path.",
        ) from problem
    return Answer(_DOES[made.effect].format(made), {"rule": str(made)})


def remove(*, rule: str, as_json: bool) -> Answer:
    """Remove a rule."""
    del as_json
    gone = _file().remove(rule)
    if not gone:
        raise UsageFault(
            "BAD_ARGUMENTS", f"there is no rule {rule!r}", hint="See `tapbridge sites list`."
        )
    removed = [line.text for line in gone]
    return Answer(f"Removed: {', '.join(removed)}", {"removed": removed})


def judge(*, url: str, as_json: bool) -> Answer:
    """Judge an address as the guard would, and name the rule: the reader is a person.

    A host alone is read as a web page's address, or it would pass as one of an unknown scheme.
    """
    del as_json
    refusal = _file().test(f"https://{url}" if _BARE.fullmatch(url) else url)
    if refusal is None:
        if _WORD.fullmatch(url):
            raise UsageFault(
                "BAD_ARGUMENTS",
                f"{url!r} is no address, and no rule names it",
                hint="Write it as the address bar shows it, such as bank.example.",
            )
        return Answer("Not blocked.", {"blocked": False})
    why, hint = {
        "rule": (
            f"the rule {refusal.rule} blocks it",
            f"`tapbridge sites remove '{refusal.rule}'` takes the rule out.",
        ),
        "only": (
            "the list says what is allowed, and this is not among it",
            "`tapbridge sites list` shows it; a line with only: allows a site.",
        ),
        "unparsable": (
            "it cannot be read as an address, which counts as blocked",
            "Write it as the address bar shows it.",
        ),
    }[refusal.why]
    blocked = SiteBlocked(why)
    blocked.hint = hint  # the code's own speaks to an agent
    raise blocked


def _file() -> SitesFile:
    from bridge.sites_file import SitesFile  # noqa: PLC0415 - its parser is native code

    return SitesFile(sites_file())
