"""Reading a page: snapshot, find, text, wait. One round trip each.

Rows and text of frames whose site is blocked are left out; a blocked top document
refuses the whole (in `Tab.decode`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError

from bridge.cdp.wire import CdpRefused
from bridge.errors import LateFault, ScreenFault
from bridge.page.snapshot import (
    VALUES,
    Answer,
    Found,
    Loose,
    Row,
    Snapshot,
    Text,
    Waited,
    Where,
    most_rows,
    render,
)
from bridge.page.tab import Tab

_TRIES = 5
"""Documents that may go under one look before the page counts as restless."""

_MORE_SECONDS = 5
"""What a wait may take beyond its own limit, for the way there and back."""

V = TypeVar("V", bound=Loose)


def value(answer: Answer, kind: type[V]) -> V:
    """Read an answer's value as its model.

    Raises:
        ScreenFault: `PAGE_UNREACHABLE`, when it has another form (a page at work on us).
    """
    try:
        return kind.model_validate(answer.value)
    except ValidationError as problem:
        raise ScreenFault(
            "PAGE_UNREACHABLE", "the page script answered in another form"
        ) from problem


async def ask(tab: Tab, command: str, args: Mapping[str, Any], kind: type[V]) -> V:
    """Ask one reading command and read its value."""
    assert VALUES[command] is kind  # noqa: S101 - a slip of ours, not of the page
    return value(await _look(tab, command, args), kind)


async def _look(tab: Tab, command: str, args: Mapping[str, Any]) -> Answer:
    """Ask a reading command, again where the document went away under it.

    Raises:
        ScreenFault: `PAGE_UNREACHABLE`: it went each time.
    """
    for _ in range(_TRIES):
        try:
            return await tab.ask(command, args, reads=True)
        except CdpRefused as refused:
            if not _between_documents(refused):
                raise
    raise ScreenFault(
        "PAGE_UNREACHABLE", "the page keeps changing", hint="Wait until it rests, then look again."
    )


@dataclass(frozen=True, slots=True)
class Page:
    """A snapshot as text, and its rows."""

    text: str
    rows: tuple[Row, ...]


async def snapshot(tab: Tab, *, max_bytes: int, boxes: bool) -> Page:
    """Read the page as lines of role, name, ref, state and value."""
    args = {"boxes": boxes, "max_rows": most_rows(max_bytes)}
    answer = await _look(tab, "snapshot", args)
    shot = value(answer, Snapshot)
    free = answer.open_frames(tab.judge.allows)
    rows = tuple(row for row in shot.rows if row.frame in free)
    left_out = len(answer.frames) - len(free) + len(tab.shut())
    shown = shot.model_copy(
        update={"rows": rows, "total": shot.total - (len(shot.rows) - len(rows))}
    )
    text = render(shown, answer.doc.href, max_bytes=max_bytes, hidden=left_out, boxes=boxes)
    return Page(text, rows)


async def find(tab: Tab, target: Mapping[str, Any], *, limit: int) -> Found:
    """Find the elements that fit a target."""
    answer = await _look(tab, "find", {**target, "limit": limit})
    found = value(answer, Found)
    free = answer.open_frames(tab.judge.allows)
    rows = tuple(row for row in found.rows if row.frame in free)
    return Found(rows=rows, total=found.total - (len(found.rows) - len(rows)))


async def text(tab: Tab, target: Mapping[str, Any], *, offset: int, max_chars: int) -> Text:
    """Read visible text of the page, or of one element. Frames are not read."""
    return await ask(tab, "text", {**target, "offset": offset, "max_chars": max_chars}, Text)


async def where(tab: Tab) -> Where:
    """Ask where the tab is; the answer's address is judged on arrival."""
    return await ask(tab, "where", {}, Where)


def _between_documents(fault: ScreenFault | CdpRefused) -> bool:
    if isinstance(fault, CdpRefused):
        return fault.navigated or fault.context_gone
    return fault.code == "PAGE_UNREACHABLE"


async def wait(tab: Tab, wanted: Mapping[str, Any], *, timeout_ms: int) -> Waited:
    """Wait in the page until it is so; a navigation starts the wait anew.

    Raises:
        LateFault: It did not come about within `timeout_ms`.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + timeout_ms / 1000
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
            if loop.time() >= end or not _between_documents(fault):
                raise
            continue
        waited = value(answer, Waited)
        if waited.met:
            return waited
        if loop.time() >= end:
            raise LateFault(
                f"after {timeout_ms} ms: {waited.what or 'not yet'}",
                hint="Look at a snapshot, or give a longer timeout_ms.",
            )
