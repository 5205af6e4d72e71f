"""Reading a page: snapshot, find, text. One round trip each.

Rows and text of frames whose site is blocked are left out; a blocked top document
refuses the whole (in `Tab.decode`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict, TypeVar

from pydantic import ValidationError

from bridge.cdp.wire import CdpRefused
from bridge.errors import ScreenFault, UsageFault
from bridge.page.outline import readable, render_outline
from bridge.page.render import most_rows, render, render_changes
from bridge.page.seen import READINGS, Found, Outline, Progress, Snapshot, Text, Where
from bridge.page.since import Changes, compare
from bridge.page.snapshot import VALUES, Answer, Loose, Row
from bridge.page.tab import Tab

_KINDS = {**VALUES, **READINGS}

_TRIES = 5
"""Documents that may go under one look before the page counts as restless."""

_CURSOR = re.compile(r"(?P<offset>\d{1,12})\.(?P<digest>[0-9a-f]*)(?:\.(?P<place>\w{1,40}))?")

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
    assert _KINDS[command] is kind  # noqa: S101 - a slip of ours, not of the page
    return value(await look(tab, command, args), kind)


async def look(tab: Tab, command: str, args: Mapping[str, Any]) -> Answer:
    """Ask a reading command, again where the document went away under it; see `value`.

    Raises:
        ScreenFault: `PAGE_UNREACHABLE`: it went each time.
    """
    for _ in range(_TRIES):
        try:
            return await tab.ask(command, args, reads=True)
        except CdpRefused as refused:
            if not between_documents(refused):
                raise
    raise ScreenFault(
        "PAGE_UNREACHABLE", "the page keeps changing", hint="Wait until it rests, then look again."
    )


class _Form(TypedDict):
    max_bytes: int
    hidden: int
    boxes: bool


@dataclass(frozen=True, slots=True)
class Page:
    """A snapshot as text, the rows that were read, and those that the text shows.

    Attributes:
        mark: By which a later snapshot can tell what changed since this one.
        changes: What changed, where that was asked and could be told.
    """

    text: str
    rows: tuple[Row, ...]
    shown: tuple[Row, ...]
    mark: str = ""
    changes: Changes | None = None


async def snapshot(tab: Tab, *, max_bytes: int, boxes: bool, since: str | None = None) -> Page:
    """Read the page as lines of role, name, ref, state and value.

    Args:
        tab: Need not be in front.
        max_bytes: Budget of the text.
        boxes: Whether each line ends with its box.
        since: A mark of an earlier snapshot: only what changed since is told. Where that
            cannot be told, or would be longer, it is the whole page, and says why.
    """
    # as many rows as that one was made of, or rows beyond a cut would seem to have come or gone
    asked = max(most_rows(max_bytes), tab.marks.asked(since))
    answer = await look(tab, "snapshot", {"boxes": boxes, "max_rows": asked})
    shot = value(answer, Snapshot)
    free = answer.open_frames(tab.judge.allows)
    rows = tuple(row for row in shot.rows if row.frame in free)
    left_out = len(answer.frames) - len(free) + len(tab.shut())
    shown = shot.model_copy(
        update={"rows": rows, "total": shot.total - (len(shot.rows) - len(rows))}
    )
    earlier = tab.marks.find(since, answer.doc.id) if since is not None else ""
    whole = not shot.partial and shown.total <= len(rows)
    mark = tab.marks.keep(answer.doc.id, rows, asked=asked, whole=whole)
    form: _Form = {"max_bytes": max_bytes, "hidden": left_out, "boxes": boxes}
    inside = tuple(filter(None, (tab.scope.told(tab.url),)))
    if isinstance(earlier, str):
        why = (*inside, f"whole page: {earlier}") if earlier else inside
        told = render(shown, answer.doc.href, **form, notes=(*why, f"mark={mark}"))
        return Page(told.text, rows, told.rows, mark)
    changes = compare(earlier, rows)
    partly = "" if whole and earlier.whole else "; of a page that is not read whole"
    notes = (*inside, f"since {since}: {changes.sentence}{partly}", f"mark={mark}")
    told = render_changes(shown, answer.doc.href, changes, **form, notes=notes)
    if any((changes.added, changes.changed, changes.gone, changes.unnamed)):
        longer = "whole page: what changed would take as many words"
        full = render(shown, answer.doc.href, **form, notes=(*inside, longer, f"mark={mark}"))
        if len(full.text) <= len(told.text):
            return Page(full.text, rows, full.rows, mark)
    return Page(told.text, rows, told.rows, mark, changes)


R = TypeVar("R", Found, Progress)


async def walked(tab: Tab, command: str, args: Mapping[str, Any], kind: type[R]) -> tuple[R, int]:
    """Ask a command that goes through all frames; rows of blocked ones are left out.

    Returns:
        Its value, and how many frames were left out.
    """
    assert _KINDS[command] is kind  # noqa: S101 - a slip of ours, not of the page
    answer = await look(tab, command, args)
    found = value(answer, kind)
    free = answer.open_frames(tab.judge.allows)
    rows = tuple(row for row in found.rows if row.frame in free)
    shown = found.model_copy(
        update={"rows": rows, "total": found.total - (len(found.rows) - len(rows))}
    )
    return shown, len(answer.frames) - len(free) + len(tab.shut())


async def outline(tab: Tab, *, max_bytes: int, boxes: bool) -> tuple[str, Outline]:
    """Read the page in outline: as text, and what it was written from."""
    answer = await look(tab, "outline", {})
    free = answer.open_frames(tab.judge.allows)
    shown = readable(value(answer, Outline), free)
    left_out = len(answer.frames) - len(free) + len(tab.shut())
    href = answer.doc.href
    text = render_outline(shown, href, max_bytes=max_bytes, hidden=left_out, boxes=boxes)
    return text, shown


async def find(tab: Tab, target: Mapping[str, Any], *, limit: int) -> Found:
    """Find the elements that fit a target."""
    found, _ = await walked(tab, "find", {**target, "limit": limit}, Found)
    return found


async def text(tab: Tab, target: Mapping[str, Any], *, max_chars: int, cursor: str = "") -> Text:
    """Read visible text of the page, or of one element, with the frames in it.

    Frames whose site is blocked are left out; one that turns blocked meanwhile refuses it all.

    Args:
        tab: Need not be in front.
        target: How tools name an element; empty for the page.
        max_chars: How much at most.
        cursor: Of the text before: what it was read from is gone on with.

    Raises:
        UsageFault: `BAD_ARGUMENTS`, of a cursor that is none.
    """
    given: dict[str, Any] = {}
    if cursor:
        named = _CURSOR.fullmatch(cursor)
        if named is None:
            raise UsageFault("BAD_ARGUMENTS", "cursor is not one that page_text gave")
        given = {"offset": int(named["offset"]), "digest": named["digest"]}
        if named["place"]:
            given["place"] = named["place"]
    return await ask(tab, "text", {**target, **given, "max_chars": max_chars}, Text)


async def where(tab: Tab) -> Where:
    """Ask where the tab is; the answer's address is judged on arrival."""
    return await ask(tab, "where", {}, Where)


def between_documents(fault: ScreenFault | CdpRefused) -> bool:
    """Whether a look failed because one document had gone and the next was not there yet."""
    if isinstance(fault, CdpRefused):
        return fault.navigated or fault.context_gone
    return fault.code == "PAGE_UNREACHABLE"
