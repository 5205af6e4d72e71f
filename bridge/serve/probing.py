"""A probe as a connection sees it: rows as they come, the record at the end.

It runs in the daemon because it needs the phone to itself: agents wait for it, and one who
has the phone is not disturbed. Who asked and goes away ends it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from bridge.errors import BridgeError, UsageFault
from bridge.serve.lines import LINE_BYTES, Lines, LineTooLong

Tell = Callable[[Mapping[str, Any]], Awaitable[None]]


class Bridge(Protocol):
    """The Bridge as a probe sees it."""

    async def probe(self, serial: str | None, tell: Tell, *, take: bool) -> dict[str, Any]:
        """Ask a phone everything; `tell` hears each row, `take` takes it from an agent."""


class _LeftError(Exception):
    """Who asked is gone."""


async def serve(lines: Lines, bridge: Bridge, hello: Mapping[str, Any]) -> None:
    """Probe a phone for one connection: `{"row": …}` lines, then `{"ok": true, "data": …}`.

    Raises:
        UsageFault: A field is of another form.
        BridgeError: The phone cannot be asked, or is somebody else's.
        ConnectionError: Who asked is gone.
    """
    serial = hello.get("serial")
    if serial is not None and not isinstance(serial, str):
        raise UsageFault("BAD_ARGUMENTS", "serial: a text")
    take = hello.get("take") is True

    async def tell(row: Mapping[str, Any]) -> None:
        await lines.send({"row": row})

    try:
        async with asyncio.TaskGroup() as group:
            watching = group.create_task(_until_gone(lines))
            data = await bridge.probe(serial, tell, take=take)
            watching.cancel()
    except* _LeftError as left:
        raise ConnectionResetError("who asked for the probe is gone") from left
    except* (BridgeError, ConnectionError) as told:
        raise told.exceptions[0] from None
    await lines.send({"ok": True, "data": data})


async def _until_gone(lines: Lines) -> None:
    """Read on until the connection ends; nothing more is to be said on it."""
    try:
        while await lines.next(LINE_BYTES) is not None:
            pass
    except (LineTooLong, ConnectionError):
        pass
    raise _LeftError
