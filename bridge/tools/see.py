"""Tools that look at a page."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from bridge.errors import UsageFault
from bridge.page import capture, read
from bridge.page.seen import Outline
from bridge.page.tab import Tab
from bridge.page.wait import wait
from bridge.tools.element import Element
from bridge.tools.spec import Args, Effect, Picture, Result, Surface, Tool, tool


class SnapshotArgs(Args):
    """Arguments of `page_snapshot`."""

    since: Annotated[str | None, Field(max_length=40)] = None
    outline: bool = False
    boxes: bool = False
    max_bytes: Annotated[int | None, Field(ge=512, le=200_000)] = None


@tool(Surface.TAB, Effect.READ)
async def page_snapshot(tab: Tab, args: SnapshotArgs) -> Result:
    """Read the page: a line per element with role, name, [ref], state, value.

    With since, a mark of an answer before, only what changed; with outline, the page's
    regions, headings and forms.
    """
    budget = args.max_bytes or tab.limits.snapshot_bytes
    if args.outline:
        if args.since is not None:
            raise UsageFault("BAD_ARGUMENTS", "since and outline exclude each other")
        text, outline = await read.outline(tab, max_bytes=budget, boxes=args.boxes)
        return Result(text, data={"url": tab.url, **_facts(outline)}, untrusted=True)
    page = await read.snapshot(tab, max_bytes=budget, boxes=args.boxes, since=args.since)
    rows = [row.model_dump(exclude_defaults=True) for row in page.shown]
    data: dict[str, Any] = {"url": tab.url, "rows": rows, "mark": page.mark}
    if (changes := page.changes) is not None:
        data |= {
            "changed": [page.rows[index].ref for index in changes.changed],
            "gone": list(changes.gone),
        }
    return Result(page.text, data=data, untrusted=True)


def _facts(outline: Outline) -> dict[str, Any]:
    """Return an outline as JSON values, without what says nothing."""
    full = outline.model_dump(mode="json", exclude_defaults=True)
    view = outline.viewport
    return {**full, "viewport": {"width": view.width, "height": view.height, "dpr": view.dpr}}


class FindArgs(Element):
    """Arguments of `page_find`."""

    limit: Annotated[int, Field(ge=1, le=200)] = 20


@tool(Surface.TAB, Effect.READ)
async def page_find(tab: Tab, args: FindArgs) -> Result:
    """Find elements; gives their refs."""
    found = await read.find(tab, args.needed(), limit=args.limit)
    lines = [row.line() for row in found.rows]
    if found.total > len(lines):
        lines.append(f"{found.total - len(lines)} more")
    return Result(
        "\n".join(lines) or "nothing fits",
        data={
            "total": found.total,
            "rows": [row.model_dump(exclude_defaults=True) for row in found.rows],
        },
        untrusted=True,
    )


class TextArgs(Element):
    """Arguments of `page_text`."""

    cursor: str | None = None
    max_chars: Annotated[int, Field(ge=100, le=200_000)] = 20_000


@tool(Surface.TAB, Effect.READ)
async def page_text(tab: Tab, args: TextArgs) -> Result:
    """Read visible text of the page or an element; go on with the cursor it gives."""
    told = await read.text(tab, args.target(), max_chars=args.max_chars, cursor=args.cursor or "")
    if told.stale:
        return Result(
            "stale: the text changed since the cursor was given; read again without it",
            data={"stale": True},
        )
    cursor = told.cursor
    counted = f"{'at least ' if told.partial else ''}{told.left} more characters"
    more = counted if told.left else "there is more"
    note = f"\n[{more}: cursor={cursor}]" if cursor else ""
    if told.partial and not cursor:
        note = "\n[part of the page is too large to be read whole]"
    return Result(
        told.text + note if told.text.strip() or note else "no visible text",
        data={"text": told.text, "length": told.length, "cursor": cursor},
        untrusted=True,
    )


class ScreenshotArgs(Element):
    """Arguments of `page_screenshot`."""

    full: bool = False
    format: Literal["jpeg", "png"] = "jpeg"
    quality: Annotated[int, Field(ge=1, le=100)] = 80
    max_side: Annotated[int | None, Field(ge=64, le=8000)] = None


@tool(Surface.TAB, Effect.READ, seconds=45)
async def page_screenshot(tab: Tab, args: ScreenshotArgs) -> Result:
    """Take a picture of the visible part, the full page or one element."""
    target = args.target()
    if target and args.full:
        raise UsageFault("BAD_ARGUMENTS", "full and an element exclude each other")
    shot = await capture.screenshot(
        tab,
        target=target,
        full=args.full,
        kind=args.format,
        quality=args.quality,
        max_side=args.max_side,
    )
    return Result(
        shot.sentence,
        pictures=(Picture(shot.image.data, shot.image.mime),),
        data={
            "width": shot.image.width,
            "height": shot.image.height,
            "css_per_px": shot.css_per_px,
            "truncated": shot.truncated,
        },
    )


class WaitArgs(Element):
    """Arguments of `page_wait`."""

    state: Literal["attached", "visible", "hidden", "detached"] | None = None
    page_text: str | None = None
    url: str | None = None
    idle: bool = False
    still: bool = False
    timeout_ms: Annotated[int, Field(ge=0, le=120_000)] = 5000


@tool(Surface.TAB, Effect.READ, locks=False)
async def page_wait(tab: Tab, args: WaitArgs) -> Result:
    """Wait for all given: element (visible), page_text, part of url, idle network, still page."""
    target = args.target()
    wanted = {
        **target,
        **({"state": args.state or "visible"} if target else {}),
        **({"page_text": args.page_text} if args.page_text is not None else {}),
        **({"url": args.url} if args.url is not None else {}),
        **({"still": True} if args.still else {}),
    }
    if not (wanted or args.idle) or (args.state and not target):
        raise UsageFault(
            "BAD_ARGUMENTS", "wait for something: an element, page_text, url, idle, still"
        )
    waited = await wait(tab, wanted, timeout_ms=args.timeout_ms, idle=args.idle)
    named = _named({**wanted, **({"idle": True} if args.idle else {})})
    note = "; something in the page goes on moving all the time" if waited.goes_on else ""
    data = {"met": waited.met, "goes_on": waited.goes_on}
    return Result(f"waited for {named}{note}", data=data, untrusted=True)


def _named(wanted: dict[str, object]) -> str:
    """Say what was waited for, in the words of the call."""
    return ", ".join(key if given is True else f"{key}={given}" for key, given in wanted.items())


TOOLS: tuple[Tool, ...] = (page_snapshot, page_find, page_text, page_screenshot, page_wait)
