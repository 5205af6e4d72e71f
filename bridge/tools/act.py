"""Tools that touch and type on a page."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bridge.errors import UsageFault
from bridge.page import choose, keyboard, touch, wheel
from bridge.page.answer import answer
from bridge.page.confide import confide
from bridge.page.tab import Tab
from bridge.secrets.handles import Bound
from bridge.tools.element import Element, Spot
from bridge.tools.spec import Args, Effect, Result, Surface, Tool, tool


class TapArgs(Spot):
    """Arguments of `page_tap`."""

    hold_ms: Annotated[int, Field(ge=0, le=5000)] = 0
    count: Annotated[int, Field(ge=1, le=3)] = 1


@tool(Surface.TAB, Effect.ACT)
async def page_tap(tab: Tab, args: TapArgs) -> Result:
    """Tap or hold an element (or a point x,y of the visible part in CSS px); says what followed."""
    if args.hold_ms and args.count > 1:
        raise UsageFault("BAD_ARGUMENTS", "a long press is one: leave count or hold_ms out")
    tapped = await touch.tap(tab, args.spot(), hold_ms=args.hold_ms, count=args.count)
    return Result(tapped.sentence, data=tapped.as_json(), untrusted=True)


class FillArgs(Element):
    """Arguments of `page_fill`."""

    value: str
    clear: bool = True
    submit: bool = False


@tool(Surface.TAB, Effect.ACT)
async def page_fill(tab: Tab, args: FillArgs) -> Result:
    """Put text into a field (the focused one if none is named); submit presses Enter."""
    target, value, more = args.target(), args.value, {"clear": args.clear, "submit": args.submit}
    if isinstance(value, Bound):
        filled = await confide(tab, target, secret=value, **more)
    else:
        filled = await keyboard.fill(tab, target, value=value, **more)
    return Result(filled.sentence, data=filled.as_json(), untrusted=True)


class KeyArgs(Element):
    """Arguments of `page_key`."""

    key: Annotated[str, Field(min_length=1, max_length=20)]
    modifiers: tuple[Literal["ctrl", "shift", "alt", "meta"], ...] = ()


@tool(Surface.TAB, Effect.ACT)
async def page_key(tab: Tab, args: KeyArgs) -> Result:
    """Press a key in an element (the focused one if none is named): Enter, Tab, ArrowDown, a."""
    pressed = await keyboard.press(
        tab, args.key, modifiers=args.modifiers, target=args.target() or None
    )
    return Result(pressed.sentence, data=pressed.as_json(), untrusted=True)


class SelectArgs(Element):
    """Arguments of `page_select`."""

    option: str | None = None
    value: str | None = None
    index: Annotated[int | None, Field(ge=0)] = None


@tool(Surface.TAB, Effect.ACT)
async def page_select(tab: Tab, args: SelectArgs) -> Result:
    """Choose an option of a select by visible text, value or index."""
    wanted = {
        key: given
        for key, given in (("option", args.option), ("value", args.value), ("index", args.index))
        if given is not None
    }
    if len(wanted) != 1:
        raise UsageFault("BAD_ARGUMENTS", "give one of option, value, index")
    chosen = await choose.select(tab, args.needed(), wanted)
    return Result(chosen.sentence, data=chosen.as_json(), untrusted=True)


class ScrollArgs(Element):
    """Arguments of `page_scroll`."""

    direction: Literal["up", "down", "top", "bottom"] | None = None
    x: float | None = None
    y: float | None = None


@tool(Surface.TAB, Effect.ACT)
async def page_scroll(tab: Tab, args: ScrollArgs) -> Result:
    """Scroll by a screen, to an end, to an element, or to a page position."""
    target = args.target()
    place = {key: given for key, given in (("x", args.x), ("y", args.y)) if given is not None}
    if args.direction in ("up", "down"):
        if place:
            raise UsageFault("BAD_ARGUMENTS", "direction and x, y exclude each other")
        moved = await wheel.scroll(tab, args.direction, target)
    elif sum((bool(target), bool(place), args.direction is not None)) != 1:
        raise UsageFault("BAD_ARGUMENTS", "give one of direction, an element, or x and y")
    else:
        to = {"to": args.direction} if args.direction else {**target, **place}
        moved = await wheel.scroll_to(tab, to)
    return Result(moved.sentence, data=moved.as_json(), untrusted=True)


class DialogArgs(Args):
    """Arguments of `page_dialog`."""

    accept: bool
    prompt: str | None = None


@tool(Surface.TAB, Effect.ACT, locks=False)
async def page_dialog(tab: Tab, args: DialogArgs) -> Result:
    """Answer the open alert, confirm, prompt or beforeunload."""
    answered = await answer(tab, accept=args.accept, prompt=args.prompt)
    return Result(answered.sentence, data=answered.as_json(), untrusted=True)


TOOLS: tuple[Tool, ...] = (page_tap, page_fill, page_key, page_select, page_scroll, page_dialog)
