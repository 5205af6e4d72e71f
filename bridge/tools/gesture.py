"""Tools that move one finger over the page, or two."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from bridge.errors import UsageFault
from bridge.page import drag, pinch
from bridge.page.tab import Tab
from bridge.tools.element import Element, Spot
from bridge.tools.spec import Effect, Result, Surface, Tool, tool

_Hold = Annotated[int, Field(ge=0, le=5000)]


class DragArgs(Spot):
    """Arguments of `page_drag`."""

    to_ref: str | None = None
    to_text: str | None = None
    to_role: str | None = None
    to_label: str | None = None
    to_placeholder: str | None = None
    to_testid: str | None = None
    to_css: str | None = None
    to_nth: int | None = None
    to_x: float | None = None
    to_y: float | None = None
    hold_start_ms: _Hold = 0
    hold_end_ms: _Hold = 120

    def goal(self) -> dict[str, Any]:
        """Return where it goes, as an element's arguments or a point.

        Raises:
            UsageFault: `INVALID_TARGET`, when nothing or two things are named.
        """
        names = {f"to_{name}" for name in Spot.model_fields}
        given = self.model_dump(include=names, exclude_none=True)
        there = {name.removeprefix("to_"): told for name, told in given.items()}
        try:
            return Spot.model_validate(there).spot()
        except UsageFault as wrong:
            raise UsageFault("INVALID_TARGET", f"where it goes (to_…): {wrong.message}") from wrong


@tool(Surface.TAB, Effect.ACT, family="more", seconds=45)
async def page_drag(tab: Tab, args: DragArgs) -> Result:
    """Drag an element (or x,y) to another (to_…) by touch; says what moved."""
    dragged = await drag.drag(
        tab,
        args.spot(),
        args.goal(),
        hold_start_ms=args.hold_start_ms,
        hold_end_ms=args.hold_end_ms,
    )
    return Result(dragged.sentence, data=dragged.as_json(), untrusted=True)


class PinchArgs(Element):
    """Arguments of `page_pinch`."""

    scale: Annotated[float, Field(ge=0.2, le=5)]


@tool(Surface.TAB, Effect.ACT, family="more")
async def page_pinch(tab: Tab, args: PinchArgs) -> Result:
    """Zoom by two fingers, at an element or in the middle; 2 is twice as large, 0.5 half."""
    zoomed = await pinch.pinch(tab, args.target(), scale=args.scale)
    return Result(zoomed.sentence, data=zoomed.as_json(), untrusted=True)


TOOLS: tuple[Tool, ...] = (page_drag, page_pinch)
