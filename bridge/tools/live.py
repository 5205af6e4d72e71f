"""Tools that bring code along, where a person allows it: define a function in the page, run it."""

from __future__ import annotations

import json
from typing import Annotated

from pydantic import Field

from bridge.errors import ScreenFault, UsageFault
from bridge.live import MOST_CODE, NAME, Code
from bridge.page import live
from bridge.page.tab import Tab
from bridge.policy import Fact, counted, quoted
from bridge.tools.desk import desk
from bridge.tools.leave import need
from bridge.tools.spec import Args, Effect, Result, Surface, Tool, tool

_DEEPEST = 100

Name = Annotated[str, Field(pattern=f"^{NAME.pattern}$")]


class InjectArgs(Args):
    """Arguments of `page_inject`."""

    name: Name
    code: Annotated[str | None, Field(min_length=1, max_length=MOST_CODE)] = None


@tool(Surface.TAB, Effect.ACT, family="live")
async def page_inject(tab: Tab, args: InjectArgs) -> Result:
    """Define a JavaScript function, (args) => result, in the page until it navigates.

    Without code, the one of that name that the person keeps for the site.
    """
    site = await live.look(tab, runs=False)
    at = desk()
    at.live.check(site.origin)
    code = Code(args.name, args.code, site.origin) if args.code is not None else None
    if code is None:
        code = at.live.find(args.name, site.origin)
    if code is None:
        raise ScreenFault(
            "TARGET_NOT_FOUND",
            f"the person keeps no {args.name} for this site",
            hint="Give its code.",
        )
    if len(code.code.encode("utf-8", "surrogatepass")) > MOST_CODE:
        raise UsageFault("BAD_ARGUMENTS", f"code: at most {MOST_CODE} bytes")
    at.about = f"{code.name}@{code.digest}"
    size = counted(len(code.code), "character")
    told = f"put code of its own, {quoted(code.name)}, {size}, into the page"
    need(Fact("live-code", told, same=f"put {at.about}"))
    await live.check(tab, site, code.code)
    at.live.injected.put((*site.place, at.party.key), code)
    return Result(
        f"{code.name} is there until the page navigates; page_run runs it",
        data={"name": code.name, "sha256": code.digest, "site": code.origin},
    )


class RunArgs(Args):
    """Arguments of `page_run`."""

    name: Name
    args: Annotated[str | None, Field(max_length=100_000)] = None


@tool(Surface.TAB, Effect.ACT, family="live")
async def page_run(tab: Tab, args: RunArgs) -> Result:
    """Run an injected function with args (JSON); gives what it returns as JSON."""
    given = "null" if args.args is None else _checked(args.args)
    site = await live.look(tab, runs=True)
    at = desk()
    at.live.check(site.origin)
    place = (*site.place, at.party.key)
    code = at.live.injected.get(place, args.name)
    if code is None:
        there = ", ".join(at.live.injected.names(place)) or "none"
        told = f"you injected no {args.name} into this page (it has {there} of yours)"
        if at.live.injected.was(place, args.name):
            told = f"{args.name} was dropped when the page navigated (it has {there} of yours now)"
        hint = "Inject it first: a navigation drops what was injected."
        raise ScreenFault("TARGET_NOT_FOUND", told, hint=hint)
    at.about = f"{code.name}@{code.digest}"
    told = f"run code of its own, {quoted(code.name)}, in the page"
    need(Fact("live-code", told, same=f"run {at.about}"))
    ran = await live.run(tab, site, code.name, code.code, given)
    return Result(ran.sentence, data=ran.as_json(), untrusted=True)


def _checked(text: str) -> str:
    """Return arguments that are JSON, and not nested beyond use."""
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as problem:
        raise UsageFault("BAD_ARGUMENTS", "args: it is no JSON") from problem
    if _depth(value) > _DEEPEST:
        raise UsageFault("BAD_ARGUMENTS", f"args: nested deeper than {_DEEPEST}")
    return text


def _refuse(name: str) -> object:
    raise ValueError(name)


def _depth(value: object) -> int:
    depth, level = 0, [value]
    while level := [inner for each in level for inner in _within(each)]:
        depth += 1
    return depth


def _within(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, list) else []


TOOLS: tuple[Tool, ...] = (page_inject, page_run)
