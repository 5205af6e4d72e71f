"""Waiting for a page: for an element, text, an address, a page that lies still, a quiet network.

What the page can see is waited for in the page, in one round trip; a navigation starts that
anew. The network comes first where both are asked: what it brings is then drawn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from bridge.cdp.wire import CdpRefused
from bridge.errors import LateFault, ScreenFault
from bridge.page.quiet import Quiet, listening
from bridge.page.read import between_documents, value
from bridge.page.seen import Waited
from bridge.page.tab import Tab

_MORE_SECONDS = 5
"""What a wait may take beyond its own limit, for the way there and back."""

_HINT = "Look at a snapshot, or give a longer timeout_ms."


async def wait(
    tab: Tab, wanted: Mapping[str, Any], *, timeout_ms: int, idle: bool = False
) -> Waited:
    """Wait until all of it is so.

    Args:
        tab: Need not be in front.
        wanted: What the page script waits for; may be empty when `idle`.
        timeout_ms: Limit.
        idle: Whether the network must be quiet too.

    Raises:
        LateFault: It did not come about within `timeout_ms`.
        SiteBlocked: The page is not free.
        ScreenFault: `DIALOG_OPEN`, `TAB_HIDDEN`, …
    """
    end = asyncio.get_running_loop().time() + timeout_ms / 1000
    if idle:
        with listening(tab) as network:
            await _quiet(tab, network, end, timeout_ms)
        tab.check_dialog()
        if not wanted:
            await tab.debug.judged()  # the page itself was asked nothing
            return Waited(met=True)
    return await _in_page(tab, wanted, end, timeout_ms)


async def _quiet(tab: Tab, network: Quiet, end: float, timeout_ms: int) -> None:
    tab.check_dialog()
    try:
        async with asyncio.timeout_at(end):
            await network.until_quiet()
    except TimeoutError as late:
        tab.check_dialog()
        await tab.debug.judged()
        raise LateFault(f"after {timeout_ms} ms: {network.why}", hint=_HINT) from late


async def _in_page(tab: Tab, wanted: Mapping[str, Any], end: float, timeout_ms: int) -> Waited:
    loop = asyncio.get_running_loop()
    while True:
        left = max(0, round((end - loop.time()) * 1000))
        try:
            answer = await tab.ask(
                "wait",
                {**wanted, "timeout_ms": left},
                reads=True,
                seconds=left / 1000 + _MORE_SECONDS,
            )
        except (ScreenFault, CdpRefused) as fault:
            # between two documents there is no script world: look again until the limit
            if loop.time() >= end or not between_documents(fault):
                raise
            continue
        waited = value(answer, Waited)
        if waited.met:
            return waited
        if loop.time() >= end:
            raise LateFault(f"after {timeout_ms} ms: {waited.what or 'not yet'}", hint=_HINT)
