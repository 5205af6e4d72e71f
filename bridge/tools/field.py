"""Tools for fields, text and forms that send no touch: focus, select, submit."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from bridge.errors import UsageFault
from bridge.page import marking, submit
from bridge.page.tab import Tab
from bridge.tools.element import Element
from bridge.tools.spec import Effect, Result, Surface, Tool, tool


class FocusArgs(Element):
    """Arguments of `page_focus`."""

    caret: Literal["start", "end", "all"] = "end"


@tool(Surface.TAB, Effect.ACT, family="more")
async def page_focus(tab: Tab, args: FocusArgs) -> Result:
    """Give an element the focus without a tap; in a field, place the caret."""
    given = await marking.focus(tab, args.needed(), args.caret)
    return Result(given.sentence, data=given.as_json(), untrusted=True)


class SelectTextArgs(Element):
    """Arguments of `page_select_text`."""

    search: Annotated[str | None, Field(min_length=1, max_length=500)] = None
    occurrence: Annotated[int, Field(ge=0)] = 0


@tool(Surface.TAB, Effect.ACT, family="more")
async def page_select_text(tab: Tab, args: SelectTextArgs) -> Result:
    """Select all text of an element or field, or where the words of search stand."""
    target = args.target()
    if bool(target) == (args.search is not None):
        raise UsageFault("INVALID_TARGET", "name an element, or give search")
    wanted: dict[str, Any] = {"target": target}
    if args.search is not None:
        wanted = {"search": args.search, "occurrence": args.occurrence}
    marked = await marking.select_text(tab, wanted)
    return Result(marked.sentence, data=marked.as_json(), untrusted=True)


class SubmitArgs(Element):
    """Arguments of `page_submit`."""


@tool(Surface.TAB, Effect.ACT, family="more")
async def page_submit(tab: Tab, args: SubmitArgs) -> Result:
    """Submit an element's form (else the focused one, else the first); names invalid fields."""
    sent = await submit.submit(tab, args.target())
    return Result(sent.sentence, data=sent.as_json(), untrusted=True)


TOOLS: tuple[Tool, ...] = (page_focus, page_select_text, page_submit)
