"""Tools that search a site, and say what is under way on a page."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bridge.errors import UsageFault
from bridge.page import search
from bridge.page.tab import Tab
from bridge.tools.element import Element
from bridge.tools.spec import Args, Effect, Result, Surface, Tool, tool


class SearchArgs(Element):
    """Arguments of `page_search`."""

    query: Annotated[str | None, Field(min_length=1, max_length=200)] = None
    strategy: Literal["auto", "url", "field"] = "auto"
    max_per_kind: Annotated[int, Field(ge=1, le=20)] = 5


@tool(
    Surface.TAB,
    Effect.ACT,
    family="more",
    seconds=60,
    looks=lambda args: args.query is None,
)
async def page_search(tab: Tab, args: SearchArgs) -> Result:
    """Search the site by its own search; without a query, say how it can be searched."""
    target = args.target()
    if args.query is None:
        if target or args.strategy != "auto":
            raise UsageFault("BAD_ARGUMENTS", "an element or a strategy goes with a query")
        found = await search.ways(tab, most=args.max_per_kind)
        data = found.model_dump(mode="json", exclude_defaults=True)
        return Result(search.ways_told(found), data=data, untrusted=True)
    if target and args.strategy == "url":
        raise UsageFault("BAD_ARGUMENTS", "an element and strategy=url exclude each other")
    done = await search.search(tab, args.query, strategy=args.strategy, target=target)
    return Result(done.sentence, data=done.data, untrusted=True)


class ProgressArgs(Args):
    """Arguments of `page_progress`."""

    max_candidates: Annotated[int, Field(ge=1, le=50)] = 10


@tool(Surface.TAB, Effect.READ, family="more")
async def page_progress(tab: Tab, args: ProgressArgs) -> Result:
    """Say what is under way on the page: bars, spinners, uploads, parts that load."""
    found, left_out = await search.progress(tab, most=args.max_candidates)
    note = f"\n{left_out} frame(s) of blocked sites left out" if left_out else ""
    rows = [row.model_dump(exclude_defaults=True) for row in found.rows]
    return Result(
        search.progress_told(found) + note,
        data={"rows": rows, "total": found.total, "loading": found.loading},
        untrusted=True,
    )


TOOLS: tuple[Tool, ...] = (page_search, page_progress)
