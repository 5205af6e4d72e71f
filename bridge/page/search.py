"""Using a site's own search, and what is under way on a page.

A search by field is a fill of the field that the page script takes for it: two round trips,
as any fill. By address it is a look and a navigation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote

from bridge.errors import ScreenFault
from bridge.page import keyboard, navigate, read
from bridge.page.seen import Progress, SearchWays
from bridge.page.snapshot import Row, cut_url
from bridge.page.tab import Tab

Strategy = Literal["auto", "url", "field"]

_HOLE = "{query}"
_THE_SEARCH = {"search": True}
"""How the page script is told to find the field itself."""


@dataclass(frozen=True, slots=True)
class Searched:
    """A search that was sent off, and what followed."""

    sentence: str
    data: dict[str, Any]


async def search(
    tab: Tab, query: str, *, strategy: Strategy = "auto", target: Mapping[str, Any]
) -> Searched:
    """Search the site in the tab.

    Args:
        tab: In front.
        query: The words.
        strategy: By its field, by an address into which the words go, or whichever there is.
        target: The field, when the caller names it; else the best one is taken.

    Raises:
        ScreenFault: `TARGET_NOT_FOUND` or `TARGET_AMBIGUOUS`, naming what might be it; or what
            kept the field from being filled.
        SiteBlocked: The address is blocked.
        UnknownOutcome: It was sent and nobody can say what came of it.
    """
    if strategy != "url":
        try:
            named = target or _THE_SEARCH
            written = await keyboard.fill(tab, named, value=query, submit=True)
            return Searched(written.sentence, {"via": "field", **written.as_json()})
        except ScreenFault as fault:
            if fault.code != "TARGET_NOT_FOUND" or target:
                raise
    found = await ways(tab, most=5)
    if strategy == "field" or not found.addresses:
        raise _none(found, strategy)
    url = found.addresses[0].replace(_HOLE, quote(query, safe=""))
    tab.judge.check_destination(url)
    arrival = await navigate.go(tab, url)
    return Searched(arrival.sentence, {"via": "url", "url": arrival.url, "title": arrival.title})


def _none(found: SearchWays, strategy: Strategy) -> ScreenFault:
    what = "address to search by" if strategy == "url" else "search field"
    there = [*found.openers, *(found.fields if strategy == "url" else ())]
    if not there:
        return ScreenFault(
            "TARGET_NOT_FOUND",
            f"this page shows no {what}",
            hint="Look for one with page_snapshot, and name it.",
        )
    told = "; ".join(f"{row.sentence()} [{row.ref}]" for row in there)
    return ScreenFault(
        "TARGET_NOT_FOUND",
        f"this page shows no {what}; there is {told}",
        hint="Tap what may bring out a field, then search again, or name the field.",
    )


async def ways(tab: Tab, *, most: int) -> SearchWays:
    """Say how the site can be searched: one round trip, and nothing is changed."""
    return await read.ask(tab, "search", {"most": most}, SearchWays)


def ways_told(found: SearchWays) -> str:
    """Write the ways as lines."""
    lines: list[str] = []
    for name, rows in (("fields", found.fields), ("may open one", found.openers)):
        if rows:
            lines += [f"{name}:", *(row.line() for row in rows)]
    if found.addresses:
        lines += ["addresses:", *(f"- {cut_url(each)}" for each in found.addresses)]
    return "\n".join(lines) or "this page shows no way to search it"


async def progress(tab: Tab, *, most: int) -> tuple[Progress, int]:
    """Say what is under way: one round trip. Returns also how many frames were left out."""
    return await read.walked(tab, "progress", {"most": most}, Progress)


def progress_told(found: Progress) -> str:
    """Write what is under way as lines."""
    lines = [_line(row) for row in found.rows]
    if found.loading:
        lines.insert(0, "the page itself is still loading")
    if found.total > len(found.rows):
        lines.append(f"{found.total - len(found.rows)} more")
    return "\n".join(lines) or "nothing is under way, as far as the page shows"


def _line(row: Row) -> str:
    unknown = ": (how far is not said)" if row.role == "progressbar" and not row.value else ""
    return row.line() + unknown
