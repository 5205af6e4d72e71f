"""Timers on the computer's side: they tell how long something has taken, and no phone is asked."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from bridge.errors import UsageFault
from bridge.tools.desk import desk
from bridge.tools.spec import Args, Effect, Result, Surface, Tool, tool

Name = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[\w .:-]+$")]


class StartArgs(Args):
    """Arguments of `timer_start`."""

    name: Name
    seconds: Annotated[float, Field(gt=0, le=86_400)]
    note: Annotated[str, Field(max_length=200)] = ""


@tool(Surface.HOST, Effect.ACT, family="host", locks=False)
async def timer_start(host: object, args: StartArgs) -> Result:
    """Start a timer (anew, if there is one of the name); timer_status tells when it is due."""
    del host
    at = desk()
    told = at.timers.start(at.party.key, at.party.name, args.name, args.seconds, args.note)
    return Result(f"{args.name} is due in {args.seconds:g} s", data={"timer": told})


class StatusArgs(Args):
    """Arguments of `timer_status`."""

    name: Name | None = None


@tool(Surface.HOST, Effect.READ, family="host", locks=False)
async def timer_status(host: object, args: StatusArgs) -> Result:
    """Say of your timers what has elapsed, what remains, and which are due."""
    del host
    at = desk()
    told = at.timers.status(at.party.key, args.name)
    if args.name is not None and not told:
        raise _none(args.name)
    return Result("\n".join(map(_line, told)) or "no timer", data={"timers": told})


class StopArgs(Args):
    """Arguments of `timer_stop`."""

    name: Name


@tool(Surface.HOST, Effect.ACT, family="host", locks=False)
async def timer_stop(host: object, args: StopArgs) -> Result:
    """Stop a timer and take it away; says how it stood."""
    del host
    at = desk()
    told = at.timers.stop(at.party.key, args.name)
    if told is None:
        raise _none(args.name)
    return Result(f"stopped {_line(told)}", data={"timer": told})


def _line(told: dict[str, Any]) -> str:
    """`tea: due since 3 s (steep it)`, or `tea: 12 s of 180 s`."""
    over = told["elapsed"] - told["seconds"]
    stands = (
        f"due since {over:.1f} s"
        if told["fired"]
        else f"{told['elapsed']:g} s of {told['seconds']:g} s, {told['remaining']:g} s remain"
    )
    return f"{told['name']}: {stands}" + (f" ({told['note']})" if told["note"] else "")


def _none(name: str) -> UsageFault:
    return UsageFault(
        "BAD_ARGUMENTS", f"there is no timer {name}", hint="See timer_status without a name."
    )


TOOLS: tuple[Tool, ...] = (timer_start, timer_status, timer_stop)
