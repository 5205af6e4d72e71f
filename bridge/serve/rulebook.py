"""The blocked sites as a viewer sees and edits them: a person's own list, never through a tool."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

from bridge.errors import UsageFault
from bridge.places import sites_file
from bridge.sites import BadRule, Refusal
from bridge.sites_file import SitesFile

_WITH_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


async def edited(op: str, rule: str) -> dict[str, Any]:
    """List the rules, after one was added or removed, or with what they make of an address.

    Args:
        op: `list`, `add`, `remove` or `test`.
        rule: The rule, or the address.

    Returns:
        The fields of the message `sites`.

    Raises:
        UsageFault: `BAD_ARGUMENTS`: it is no rule, or there is none like it.
        SetupFault: `SITES_INVALID`: the list cannot be used.
    """
    file = SitesFile(sites_file())
    # the list is locked while one editor changes it
    return await asyncio.to_thread(_edited, file, op, rule)


def _edited(file: SitesFile, op: str, rule: str) -> dict[str, Any]:
    ways: dict[str, Callable[[], dict[str, Any]]] = {
        "list": dict,
        "add": lambda: _added(file, rule),
        "remove": lambda: _removed(file, rule),
        "test": lambda: {"test": tested(file, rule)},
    }
    more = ways[op]()
    rows = [
        {"line": each.number, "rule": str(each.rule or each.text), "note": each.problem or None}
        for each in file.lines()
    ]
    return {"rules": rows, **more}


def _added(file: SitesFile, rule: str) -> dict[str, Any]:
    try:
        file.add(rule)
    except BadRule as problem:
        raise UsageFault(
            "BAD_ARGUMENTS",
            f"this is no rule: {problem}",
            hint="Name a host, such as bank.example, or a host with a path.",
        ) from problem
    return {}


def _removed(file: SitesFile, rule: str) -> dict[str, Any]:
    if not file.remove(rule):
        raise UsageFault("BAD_ARGUMENTS", "there is no such rule any more")
    return {}


def tested(file: SitesFile, typed: str) -> dict[str, Any]:
    """Judge an address for the person, who may know the rule."""
    url = typed.strip() if _WITH_SCHEME.match(typed.strip()) else f"https://{typed.strip()}"
    refusal = file.test(url)
    if refusal is None:
        return {"url": url, "blocked": False, "rule": None, "text": "Not blocked."}
    rule = str(refusal.rule) if refusal.rule is not None else None
    return {"url": url, "blocked": True, "rule": rule, "text": why(refusal)}


def why(refusal: Refusal) -> str:
    """Say why an address is refused."""
    return {
        "rule": f"Blocked by the rule {refusal.rule}.",
        "only": "Blocked: the list says what is allowed, and this is not among it.",
        "unparsable": "Blocked: it cannot be read as an address.",
    }[refusal.why]
