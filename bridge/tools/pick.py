"""The tool by which a person shows an agent what they mean."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from bridge.page import picked
from bridge.page.tab import Tab
from bridge.tools.desk import desk
from bridge.tools.spec import Args, Effect, Picture, Result, Surface, Tool, tool

LONGEST_MS = 170_000
"""What a longer wait is cut to: hosts give up on calls that take much longer."""


class PickArgs(Args):
    """Arguments of `page_pick`."""

    timeout_ms: Annotated[int, Field(ge=5000, le=300_000)] = 60_000


@tool(Surface.TAB, Effect.ACT, family="more", locks=False)
async def page_pick(tab: Tab, args: PickArgs) -> Result:
    """Wait until the person has tapped what they mean on the phone; gives its ref and photo."""
    seconds = min(args.timeout_ms, LONGEST_MS) / 1000
    told = await picked.pick(tab, seconds=seconds, owner=desk().party.key)
    shot = told.shot
    pictures = () if shot is None else (Picture(shot.image.data, shot.image.mime),)
    return Result(told.sentence, pictures, told.as_json(), untrusted=True)


TOOLS: tuple[Tool, ...] = (page_pick,)
