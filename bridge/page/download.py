"""Downloads: what the tab began, and files fetched in the page to this computer.

Chrome on Android lets nobody choose where its downloads go. So a file is fetched once more by
the page script, with the page's cookies and within what its scripts may read, and comes over
in pieces. While that lasts, the guard stops such requests at blocked sites, redirects included.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, unquote_to_bytes

from bridge.addresses import is_borrowed
from bridge.errors import ScreenFault, SiteBlocked
from bridge.inbox import Arriving, Inbox
from bridge.page.exchange import Download
from bridge.page.handed import Begun, Piece
from bridge.page.read import value
from bridge.page.snapshot import quoted
from bridge.page.tab import Tab

Raw = dict[str, Any]

_EXTENDED = re.compile(r"filename\*\s*=\s*([\w-]+)'[\w-]*'([^;\s]+)", re.IGNORECASE)
_QUOTED = re.compile(r'filename\s*=\s*"((?:[^"\\]|\\.)*)"', re.IGNORECASE)
_BARE = re.compile(r"filename\s*=\s*([^;\s\"]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Saved:
    """A file that was fetched."""

    path: Path
    size: int
    type: str

    @property
    def sentence(self) -> str:
        """`saved 12 bytes (text/plain) as /…/report.txt`."""
        kind = f" ({quoted(self.type.partition(';')[0].strip(), 80)})" if self.type else ""
        return f"saved {self.size} bytes{kind} as {self.path}"

    def as_json(self) -> Raw:
        """Return it as JSON values."""
        return {"path": str(self.path), "bytes": self.size, "type": self.type}


def listed(tab: Tab) -> tuple[Download, ...]:
    """Return the downloads that the tab began and that may be told of, oldest first."""
    return tuple(each for each in tab.exchange.downloads if _is_free(tab, each))


def _is_free(tab: Tab, download: Download) -> bool:
    if not all(map(tab.judge.allows, filter(None, download.places))):
        return False
    # a page without an address of its own in a frame: whose it is cannot be learned any more
    within = download.frame != tab.top_frame and is_borrowed(download.url or "data:")
    return not (within and tab.shut())


async def fetch(tab: Tab, wanted: Mapping[str, Any], inbox: Inbox) -> Saved:
    """Fetch a file in the page, and put it down.

    Args:
        tab: In front.
        wanted: `number` of a download, or an element that leads to a file or shows one.
        inbox: Where it goes.

    Raises:
        ScreenFault: `DOWNLOAD_FAILED`, `MOVED`, or what kept the element from being found.
        SiteBlocked: It is at a blocked site, or leads there.
        UnknownOutcome: The page was asked and did not answer.
    """
    args: Raw = {"target": dict(wanted)}
    called = ""
    if "number" in wanted:
        known = next((d for d in listed(tab) if d.number == wanted["number"]), None)
        if known is None:
            raise ScreenFault("DOWNLOAD_FAILED", f"there is no download {wanted['number']}")
        if not known.url:
            raise ScreenFault("DOWNLOAD_FAILED", "its address is too long to be kept")
        tab.judge.check(known.url)
        args, called = {"url": known.url}, known.name
    tab.judge.check(*tab.places)
    stops = tab.standing.stops + tab.standing.frame_stops
    with _stopping(tab):
        try:
            begun = value(
                await tab.ask("download_begin", {**args, "most": inbox.most_bytes}), Begun
            )
        except ScreenFault as failure:
            if tab.standing.stops + tab.standing.frame_stops > stops:
                raise SiteBlocked from failure
            raise
        tab.judge.check(begun.url)
        name = called or name_of(begun.disposition, begun.name, begun.url)
        with inbox.arriving(name) as coming:
            try:
                await _take_in(tab, begun, coming)
            except BaseException:
                if tab.alive and tab.has_world:
                    tab.post_ask("download_end", {"token": begun.token})
                raise
            path = await asyncio.to_thread(coming.finish)
    return Saved(path, coming.size, begun.type)


async def _take_in(tab: Tab, begun: Begun, coming: Arriving) -> None:
    piece: Piece = begun
    while True:
        await asyncio.to_thread(coming.write, _bytes(piece.data))
        if piece.done:
            break
        answer = await tab.ask("download_part", {"token": begun.token}, reads=True)
        piece = value(answer, Piece)
    if begun.size is not None and begun.size != coming.size:
        told = f"{coming.size} of {begun.size} bytes came"
        raise ScreenFault("DOWNLOAD_FAILED", told)


def _bytes(data: str) -> bytes:
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError) as odd:
        raise ScreenFault("PAGE_UNREACHABLE", "the page script answered in another form") from odd


@contextmanager
def _stopping(tab: Tab) -> Iterator[None]:
    """Have the sentries stop what scripts fetch from blocked sites, beside documents."""
    patterns = tab.judge.patterns()
    sessions = tab.exchange.sessions if patterns else []
    for each in sessions:
        each.post("Fetch.enable", {"patterns": stops(patterns, "Document", "Fetch")})
    try:
        yield
    finally:
        left = tab.judge.patterns()
        for each in sessions:
            if not each.alive:
                continue
            if left:
                each.post("Fetch.enable", {"patterns": stops(left, "Document")})
            else:
                each.post("Fetch.disable")


def stops(patterns: Sequence[str], *kinds: str) -> list[Raw]:
    """Return what Chrome is to stop, as DevTools takes it."""
    return [
        {"urlPattern": each, "resourceType": kind, "requestStage": "Request"}
        for each in patterns
        for kind in kinds
    ]


def name_of(disposition: str, link: str, url: str) -> str:
    """Return what a file is called: by its header, its link, else its address.

    Args:
        disposition: The header `Content-Disposition`.
        link: What the link that leads to it calls it.
        url: Its address.
    """
    if (found := _EXTENDED.search(disposition)) and found[1].lower() in {"utf-8", "iso-8859-1"}:
        return unquote_to_bytes(found[2]).decode(found[1].lower(), "replace")
    if found := _QUOTED.search(disposition) or _BARE.search(disposition):
        return re.sub(r"\\(.)", r"\1", found[1])
    if link:
        return link
    path = re.split(r"[?#]", re.sub(r"^\w+://[^/]*", "", url))[0]
    return "" if is_borrowed(url) or url.startswith("blob:") else unquote(path.rpartition("/")[2])
