"""Tools for the design of a page: its colours, whether its text can be read, other colours."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import Field

from bridge.errors import UsageFault
from bridge.page import theme
from bridge.page.tab import Tab
from bridge.tools.element import Element
from bridge.tools.spec import Args, Effect, Result, Surface, Tool, tool

_TOKEN = re.compile(r"(--[^\s:;{}=]{1,80})\s*[:=]\s*([^;{}]{1,200})")


class ThemeArgs(Args):
    """Arguments of `page_theme`."""

    max_scan: Annotated[int, Field(ge=1, le=4000)] = 1200
    max_per_group: Annotated[int, Field(ge=1, le=30)] = 8
    max_tokens: Annotated[int, Field(ge=0, le=200)] = 40
    max_surfaces: Annotated[int, Field(ge=0, le=60)] = 20


@tool(Surface.TAB, Effect.READ, family="more")
async def page_theme(tab: Tab, args: ThemeArgs) -> Result:
    """Say how the page is made up: colours and where, custom properties, fonts, surfaces."""
    told = await theme.theme(
        tab,
        scan=args.max_scan,
        per_group=args.max_per_group,
        tokens=args.max_tokens,
        surfaces=args.max_surfaces,
    )
    return Result(told.text, data=told.data, untrusted=True)


class ContrastArgs(Element):
    """Arguments of `page_contrast`."""

    level: Literal["AA", "AAA"] = "AA"
    max_samples: Annotated[int, Field(ge=1, le=2000)] = 400
    max_failures: Annotated[int, Field(ge=1, le=200)] = 20


@tool(Surface.TAB, Effect.READ, family="more")
async def page_contrast(tab: Tab, args: ContrastArgs) -> Result:
    """Find text that WCAG 2.2 calls too faint, with colours that would do."""
    told = await theme.contrast(
        tab,
        args.target(),
        level=args.level,
        samples=args.max_samples,
        failures=args.max_failures,
    )
    return Result(told.text, data=told.data, untrusted=True)


Colour = Annotated[str, Field(min_length=1, max_length=80)]


class ApplyThemeArgs(Args):
    """Arguments of `page_apply_theme`."""

    mode: Literal["keep", "dark", "light", "revert"]
    target_luminance: Annotated[float | None, Field(ge=0, le=1)] = None
    background: Colour | None = None
    text: Colour | None = None
    accent: Colour | None = None
    tokens: Annotated[tuple[str, ...], Field(max_length=200)] = ()
    saturation: Annotated[float | None, Field(ge=0, le=3)] = None
    contrast: Annotated[float | None, Field(ge=1, le=21)] = None
    transition_ms: Annotated[int, Field(ge=0, le=5000)] = 200

    def wish(self) -> dict[str, Any]:
        """Return what is asked beside the mode.

        Raises:
            UsageFault: `BAD_ARGUMENTS`: nothing is, to keep the page's colours; something is, to
                take others off; a token is not `--name: value`.
        """
        wish = self.model_dump(
            include={"background", "text", "accent", "saturation", "contrast", "target_luminance"},
            exclude_none=True,
        )
        tokens: dict[str, str] = {}
        for each in self.tokens:
            read = _TOKEN.fullmatch(each.strip())
            if read is None:
                raise UsageFault("BAD_ARGUMENTS", "a token reads --name: value")
            tokens[read[1]] = read[2].strip()
        if tokens:
            wish["tokens"] = tokens
        if self.mode == "revert" and wish:
            raise UsageFault("BAD_ARGUMENTS", "revert takes all other colours off: it stands alone")
        if self.mode == "keep" and not wish:
            raise UsageFault("BAD_ARGUMENTS", "with mode=keep, say what shall change")
        if self.background is not None and self.target_luminance is not None:
            raise UsageFault("BAD_ARGUMENTS", "background and target_luminance exclude each other")
        return wish


@tool(Surface.TAB, Effect.ACT, family="more")
async def page_apply_theme(tab: Tab, args: ApplyThemeArgs) -> Result:
    """Show the person the page in other colours, text kept readable, until revert."""
    told = await theme.apply(tab, args.mode, args.wish(), transition_ms=args.transition_ms)
    return Result(told.text, data=told.data)


class HighlightArgs(Element):
    """Arguments of `page_highlight`."""

    duration_ms: Annotated[int, Field(ge=100, le=30_000)] = 2000
    note: Annotated[str | None, Field(max_length=200)] = None


@tool(Surface.TAB, Effect.ACT, family="more")
async def page_highlight(tab: Tab, args: HighlightArgs) -> Result:
    """Show the person an element: a frame around it and a note, for a while; in no picture."""
    told = await theme.highlight(tab, args.needed(), duration_ms=args.duration_ms, note=args.note)
    return Result(told.text, data=told.data, untrusted=True)


TOOLS: tuple[Tool, ...] = (page_theme, page_contrast, page_apply_theme, page_highlight)
