"""The explicit way into a frame, for those who want to name things in it alone."""

from __future__ import annotations

from typing import Literal

from bridge.errors import UsageFault
from bridge.page.read import value
from bridge.page.scope import Entered
from bridge.page.snapshot import Enter
from bridge.page.tab import Tab
from bridge.tools.element import Element
from bridge.tools.spec import Effect, Result, Surface, Tool, tool


class FrameArgs(Element):
    """Arguments of `page_frame`."""

    to: Literal["parent", "top"] | None = None


@tool(Surface.TAB, Effect.ACT, family="more")
async def page_frame(tab: Tab, args: FrameArgs) -> Result:
    """Name and read things in one frame only: enter an iframe, or go to=parent or top."""
    target = args.target()
    if target and args.to:
        raise UsageFault("BAD_ARGUMENTS", "give a frame to enter, or to")
    if target:
        answer = await tab.ask("enter", {"target": target}, reads=True)
        element = value(answer, Enter).element
        assert element.ref is not None  # noqa: S101 - iframes always have one
        tab.scope.enter(tab.url, Entered(element.ref, element.sentence()))
    else:
        tab.scope.leave(tab.url, all_of_them=args.to != "parent")
    path = [each.name for each in tab.scope.path(tab.url)]
    told = tab.scope.told(tab.url)
    return Result(
        f"{told}; refs reach everywhere" if told else "in no frame: the whole page",
        data={"path": path},
        untrusted=True,
    )


TOOLS: tuple[Tool, ...] = (page_frame,)
