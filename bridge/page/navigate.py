"""Going somewhere: an address, back, forward, reload; and waiting for the load.

Addresses are judged by the caller before they are sent; back and forward are judged
here from the history, which costs a trip but tells where they would lead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from bridge.errors import LateFault, PhoneGone, ScreenFault, SiteBlocked, UnknownOutcome
from bridge.page.lost import sent
from bridge.page.read import where
from bridge.page.snapshot import cut_url, quoted
from bridge.page.tab import Tab


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where a navigation came to.

    Attributes:
        loaded: Whether the load finished within its limit.
        dialog: The dialog that the page raised on the way, in words.
    """

    url: str
    title: str
    loaded: bool
    dialog: str = ""

    @property
    def sentence(self) -> str:
        """`at https://… "Title"`, with what held it up."""
        late = "" if self.loaded else "; still loading"
        held = f"; {self.dialog} is open" if self.dialog else ""
        title = f' "{quoted(self.title)}"' if self.title else ""
        return f"at {cut_url(self.url)}{title}{late}{held}"


async def go(tab: Tab, url: str) -> Arrival:
    """Go to an address, which the guard has judged already.

    Raises:
        SiteBlocked: It leads on to a blocked site, and was stopped.
        ScreenFault: `NAVIGATION_FAILED` with Chrome's word for it.
        LateFault: The site did not answer in time; the load was stopped.
        UnknownOutcome: The link ended meanwhile.
    """
    stops = tab.standing.stops
    with _loading(tab) as load:
        answer = await _sent_to(tab, url)
        problem = answer.get("errorText")
        if problem:
            _check_stopped(tab, stops)
        if problem and problem != "net::ERR_ABORTED":
            raise ScreenFault("NAVIGATION_FAILED", f"Chrome says {problem}")
        if problem:
            raise ScreenFault(
                "NAVIGATION_FAILED", "Chrome stopped it (a download, or nothing to show)"
            )
        # an answer without a loader is a move within the document: nothing loads
        return await _arrive(tab, load, waits="loaderId" in answer)


async def _sent_to(tab: Tab, url: str) -> dict[str, Any]:
    """Send Chrome to the address; a site that does not answer is not waited for any more."""
    seconds = tab.limits.capture_seconds
    what = "Chrome was sent to the address"
    try:
        return await tab.race(tab.session.post("Page.navigate", {"url": url}), seconds)
    except PhoneGone as lost:
        raise UnknownOutcome(f"{what}, then: {lost.message}") from lost
    except LateFault as late:
        with sent(what):
            await tab.session.call("Page.stopLoading", seconds=tab.limits.guard_seconds)
        raise LateFault(
            f"the site did not answer within {seconds:g} s; the load was stopped",
            hint="Try again later, or another address; the phone's network may be slow.",
        ) from late


async def step(tab: Tab, action: Literal["back", "forward", "reload"]) -> Arrival:
    """Go one step in the tab's history, or load the page again.

    Raises:
        ScreenFault: `NO_HISTORY`.
        SiteBlocked: The step leads to a blocked site: nothing was sent, or it was stopped.
    """
    stops = tab.standing.stops
    with _loading(tab) as load:
        if action == "reload":
            with sent("the reload was sent"):
                await tab.race(tab.session.post("Page.reload"), tab.limits.command_seconds)
        else:
            history = await tab.session.call("Page.getNavigationHistory")
            index = int(history["currentIndex"]) + (1 if action == "forward" else -1)
            if not 0 <= index < len(history["entries"]):
                raise ScreenFault("NO_HISTORY", f"there is nothing to go {action} to")
            entry = history["entries"][index]
            tab.judge.check(str(entry["url"]))
            with sent(f"the step {action} was sent"):
                await tab.race(
                    tab.session.post("Page.navigateToHistoryEntry", {"entryId": entry["id"]}),
                    tab.limits.command_seconds,
                )
        arrival = await _arrive(tab, load, waits=True)
        _check_stopped(tab, stops)
        return arrival


def _check_stopped(tab: Tab, stops: int) -> None:
    """Refuse when the guard stopped a document of the tab since it had stopped so many."""
    if tab.standing.stops > stops:
        raise SiteBlocked("it leads to a site on the blocked-sites list, and was stopped")


@contextmanager
def _loading(tab: Tab) -> Iterator[asyncio.Event]:
    """Ring when the top document has loaded, was restored whole, or moved within itself."""
    bell = asyncio.Event()

    def navigated(event: dict[str, Any]) -> None:
        if event.get("type") == "BackForwardCacheRestore" and "parentId" not in event["frame"]:
            bell.set()

    def within(event: dict[str, Any]) -> None:
        if event.get("frameId") == tab.top_frame:
            bell.set()

    offs = (
        tab.session.on("Page.loadEventFired", lambda _: bell.set()),
        tab.session.on("Page.frameNavigated", navigated),
        tab.session.on("Page.navigatedWithinDocument", within),
        tab.standing.on_stopped(bell.set),
    )
    try:
        yield bell
    finally:
        for off in offs:
            off()


async def _arrive(tab: Tab, load: asyncio.Event, *, waits: bool) -> Arrival:
    loaded = True
    if waits:
        loaded = await tab.ring_or_dialog(load, tab.limits.load_seconds)
    if tab.dialog is not None:
        tab.judge.check(*tab.places)
        return Arrival(tab.url, tab.title, loaded, tab.dialog.sentence)
    if tab.url.startswith("chrome-error:"):
        raise ScreenFault("NAVIGATION_FAILED", "Chrome shows its error page: it cannot be loaded")
    try:
        with sent("Chrome went there"):
            here = await where(tab)
    except ScreenFault as problem:
        # an error page of Chrome's own, or a picture or document viewer, has no world of ours
        if problem.code != "PAGE_UNREACHABLE":
            raise
        tab.judge.check(*tab.places)
        return Arrival(tab.url, tab.title, loaded)
    tab.title = here.title
    return Arrival(tab.url, here.title, loaded)
