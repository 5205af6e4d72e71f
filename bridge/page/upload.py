"""Files handed to a field of the page, in two flights when they are small.

Flight 1 finds the field and refuses what it does not take; flight 2 hands the files over
and reads the field back. Large files go ahead of it in pieces. A button that only asks Chrome
for a chooser is tapped first, with Chrome kept from showing one.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bridge.cdp.wire import CdpRefused
from bridge.errors import ScreenFault, UnknownOutcome, fault
from bridge.outbox import Parcel, type_of
from bridge.page.flight import Flight, fly
from bridge.page.handed import Uploaded, UploadPlan
from bridge.page.read import value
from bridge.page.snapshot import Row, quoted
from bridge.page.tab import Tab
from bridge.page.touch import tap

Raw = dict[str, Any]

INLINE_BYTES = 1_000_000
"""Files of so many bytes together go along with the command that hands them over."""
PIECE_BYTES = 1_000_000
_AT_ONCE = 4
"""Pieces on the way together."""
_CHOOSER_SECONDS = 1.5
"""How long after a tap a page may take to ask for a file."""


@dataclass(frozen=True, slots=True)
class Handed:
    """Files that a page got, and what followed."""

    element: Row
    names: tuple[str, ...]
    bytes: int
    notes: tuple[str, ...] = ()
    facts: Raw = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """`gave a.txt (12 bytes) to button "Photo"; …`."""
        named = ", ".join(quoted(each) for each in self.names)
        gave = f"gave {named} ({self.bytes} bytes) to {self.element.sentence()}"
        return "; ".join([gave, *self.notes])

    def as_json(self) -> Raw:
        """Return it as JSON values."""
        about = {"files": list(self.names), "bytes": self.bytes, "to": self.element.sentence()}
        return {**about, **self.facts}


async def upload(
    tab: Tab, target: Mapping[str, Any], parcels: Sequence[Parcel], *, drop: bool = False
) -> Handed:
    """Hand files of this computer over.

    Args:
        tab: In front.
        target: The field, its label, or the button that asks for files; empty for the page's
            only file field.
        parcels: The files.
        drop: Drop them on the element instead.

    Raises:
        ScreenFault: `UPLOAD_REFUSED`, `DISABLED`, `MOVED`, `VALUE_NOT_TAKEN`, `NO_EFFECT`, or what
            kept the element from being found.
        UnknownOutcome: They were sent and nobody can say what came of it.
    """
    sorts = [{"name": each.name, "type": each.type} for each in parcels]
    planned, notes = await _planned(tab, target, sorts, drop=drop)
    whole = sum(len(each.data) for each in parcels)
    inline = whole <= INLINE_BYTES
    if not inline:
        await _send_ahead(tab, planned.token, parcels)
    files = [_told(each, inline=inline) for each in parcels]
    names = tuple(each.name for each in parcels)
    with fly(tab) as flight:
        asked = flight.ask("upload", token=planned.token, files=files)
        seen = await _landed(flight, asked, planned.element)
        return Handed(
            planned.element,
            names,
            whole,
            (*notes, *_verdict(seen, names), *flight.followed()),
            flight.facts(),
        )


async def upload_from_phone(tab: Tab, target: Mapping[str, Any], paths: Sequence[str]) -> Handed:
    """Have Chrome give files of the phone to a field.

    Args:
        tab: In front.
        target: As of `upload`.
        paths: Whole ones, on the phone.

    Raises:
        ScreenFault: As of `upload`; `UPLOAD_REFUSED` with what Chrome said of the files.
        UnknownOutcome: They were sent and nobody can say what came of it.
    """
    names = tuple(path.rpartition("/")[2] for path in paths)
    sorts = [{"name": name, "type": type_of(name)} for name in names]
    planned, notes = await _planned(tab, target, sorts, drop=False)
    limit = tab.limits.page_seconds
    with fly(tab) as flight:
        try:
            await tab.exchange.set_paths(planned.token, paths, limit)
        except CdpRefused as refused:
            told = f"Chrome on the phone does not take the file: {refused.message}"
            raise ScreenFault("UPLOAD_REFUSED", told) from refused
        asked = flight.ask("uploaded", token=planned.token, read=True)
        seen = await _landed(flight, asked, planned.element)
        if seen is not None and seen.unreadable is not None:
            told = (
                f"Chrome on the phone may not read it: {seen.unreadable}; the field is empty again"
            )
            raise ScreenFault("UPLOAD_REFUSED", told)
        size = sum(each.size for each in seen.files) if seen is not None else 0
        return Handed(
            planned.element,
            names,
            size,
            (*notes, *_verdict(seen, names), *flight.followed()),
            flight.facts(),
        )


async def _planned(
    tab: Tab, target: Mapping[str, Any], sorts: Sequence[Raw], *, drop: bool
) -> tuple[UploadPlan, tuple[str, ...]]:
    """Find the field; where a tap has to bring it out, tap. Returns what followed too."""
    args: Raw = {"files": list(sorts), **({"target": dict(target)} if target else {})}
    if drop:
        args["drop"] = True
    planned = value(await tab.ask("upload_plan", args, reads=True), UploadPlan)
    if planned.field:
        return planned, ()
    limit = tab.limits.page_seconds
    async with tab.exchange.choosing(limit) as chooser:
        tapped = await tap(tab, {"ref": planned.element.ref})
        with suppress(TimeoutError):
            async with asyncio.timeout(_CHOOSER_SECONDS):
                await chooser.asked.wait()
        if not chooser.asked.is_set():
            raise ScreenFault(
                "TARGET_NOT_FOUND",
                f"{tapped.sentence}; it asked for no file",
                hint="Name the file field, or give drop=true to drop the files on the element.",
            )
        tab.judge.check(*tab.places)
        await tab.exchange.lend(chooser, limit)
        args = {"files": list(sorts), "lent": True}
        own = value(await tab.ask("upload_plan", args, reads=True), UploadPlan)
    if not own.field:
        raise ScreenFault("MOVED", "the page asked for a file, and takes none any more")
    shown = own if own.element.name else own.model_copy(update={"element": planned.element})
    return shown, (tapped.sentence,)


def _told(parcel: Parcel, *, inline: bool) -> Raw:
    data = {"data": base64.b64encode(parcel.data).decode()} if inline else {}
    return {
        "name": parcel.name,
        "type": parcel.type,
        "modified": parcel.modified_ms,
        "size": len(parcel.data),
        **data,
    }


def _pieces(parcels: Sequence[Parcel]) -> Iterator[Raw]:
    for number, each in enumerate(parcels):
        for at in range(0, len(each.data), PIECE_BYTES):
            piece = each.data[at : at + PIECE_BYTES]
            yield {"file": number, "at": at, "data": base64.b64encode(piece).decode()}


async def _send_ahead(tab: Tab, token: str, parcels: Sequence[Parcel]) -> None:
    """Send large files in pieces; the page has nothing of them yet.

    Raises:
        ScreenFault: `MOVED`, or a dialog or a blocked site came in between.
    """
    pieces = _pieces(parcels)
    while some := [piece for _, piece in zip(range(_AT_ONCE), pieces, strict=False)]:
        with fly(tab) as flight:
            asked = [flight.ask("upload_part", token=token, **piece) for piece in some]
            landed = await flight.land(tab.limits.page_seconds)
            tab.check_dialog()
            if not landed:
                raise fault("TIMEOUT", "the page did not take the file; it was not handed over")
            flight.check_alive("the file was on its way")
            if any(flight.answer(each) is None for each in asked):
                raise ScreenFault("MOVED", "the page changed before the files were handed over")


async def _landed(flight: Flight, asked: asyncio.Future[Raw], element: Row) -> Uploaded | None:
    """Return what the field held afterwards; None when the page went elsewhere over it.

    Raises:
        UnknownOutcome: Nobody can say.
    """
    await flight.land(flight.tab.limits.page_seconds)
    done = f"the files for {element.sentence()} were sent"
    flight.check_alive(done)
    answer = flight.answer(asked)
    if answer is not None:
        return value(answer, Uploaded)
    if not flight.watch.dialog and not flight.watch.navigating:
        raise UnknownOutcome(f"{done}, and the page did not answer")
    return None


def _verdict(seen: Uploaded | None, names: Sequence[str]) -> tuple[str, ...]:
    """Say what the page made of the files.

    Raises:
        ScreenFault: `VALUE_NOT_TAKEN`: the field holds others.
    """
    if seen is None:
        return ()
    if seen.dropped:
        return ("dropped by script, which the page can tell from a person's drop",)
    if [each.name for each in seen.files] == list(names):
        return () if seen.there else ("the page took the field away",)
    if not seen.files:
        return ("the page took them and emptied the field",)
    now = ", ".join(f'"{quoted(each.name)}"' for each in seen.files)
    raise ScreenFault("VALUE_NOT_TAKEN", f"the page changed what the field holds: {now}")
