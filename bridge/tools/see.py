"""Tools that look at a page."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bridge.errors import UsageFault
from bridge.page import capture, read
from bridge.page.tab import Tab
from bridge.tools.element import Element
from bridge.tools.spec import Args, Effect, Picture, Result, Surface, Tool, tool


class SnapshotArgs(Args):
    """Arguments of `page_snapshot`."""

    boxes: bool = False
    max_bytes: Annotated[int | None, Field(ge=512, le=200_000)] = None


@tool(Surface.TAB, Effect.READ)
async def page_snapshot(tab: Tab, args: SnapshotArgs) -> Result:
    """Read the page: a line per element with role, name, [ref], state, value."""
    budget = args.max_bytes or tab.limits.snapshot_bytes
    page = await read.snapshot(tab, max_bytes=budget, boxes=args.boxes)
    told = set(page.text.split("\n"))  # the budget holds for the rows too
    rows = [row for row in page.rows if row.indented(boxes=args.boxes) in told]
    return Result(
        page.text,
        data={"url": tab.url, "rows": [row.model_dump(exclude_defaults=True) for row in rows]},
        untrusted=True,
    )


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
    offset, digest = _cursor(args.cursor)
    told = await read.text(tab, args.target(), offset=offset, max_chars=args.max_chars)
    if digest and digest != told.digest:
        return Result(
            "stale: the text changed since the cursor was given; read again without it",
            data={"stale": True},
        )
    cursor = f"{told.end}.{told.digest}" if told.end < told.length else None
    more = f"\n[{told.length - told.end} more characters: cursor={cursor}]" if cursor else ""
    if told.partial and not cursor:
        more = "\n[the page is too large to be read whole]"
    return Result(
        told.text + more if told.text.strip() or more else "no visible text",
        data={"text": told.text, "length": told.length, "cursor": cursor},
        untrusted=True,
    )


def _cursor(cursor: str | None) -> tuple[int, str]:
    if cursor is None:
        return 0, ""
    offset, dot, digest = cursor.partition(".")
    if not dot or not offset.isdecimal():
        raise UsageFault("BAD_ARGUMENTS", "cursor is not one that page_text gave")
    return int(offset), digest


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
    timeout_ms: Annotated[int, Field(ge=0, le=120_000)] = 5000


@tool(Surface.TAB, Effect.READ, locks=False)
async def page_wait(tab: Tab, args: WaitArgs) -> Result:
    """Wait for an element's state (visible by default), for page_text, or for a part of the url."""
    target = args.target()
    wanted = {
        **target,
        **({"state": args.state or "visible"} if target else {}),
        **({"page_text": args.page_text} if args.page_text is not None else {}),
        **({"url": args.url} if args.url is not None else {}),
    }
    ways = (bool(target), args.page_text is not None, args.url is not None)
    if sum(ways) != 1 or (args.state and not target):
        raise UsageFault("BAD_ARGUMENTS", "wait for one thing: an element, page_text, or url")
    waited = await read.wait(tab, wanted, timeout_ms=args.timeout_ms)
    return Result(f"waited for {_named(wanted)}", data={"met": waited.met}, untrusted=True)


def _named(wanted: dict[str, object]) -> str:
    """Say what was waited for, in the words of the call."""
    return ", ".join(f"{key}={value}" for key, value in wanted.items())


TOOLS: tuple[Tool, ...] = (page_snapshot, page_find, page_text, page_screenshot, page_wait)
