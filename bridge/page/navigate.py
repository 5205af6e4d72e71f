"""Going somewhere: an address, back, forward, reload; and waiting for the load.

Addresses are judged by the caller before they are sent; back and forward are judged
here from the history, which costs a trip but tells where they would lead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from bridge.cdp.wire import CdpRefused
from bridge.errors import LateFault, PhoneGone, ScreenFault, SiteBlocked, UnknownOutcome
from bridge.page.download import listed
from bridge.page.lost import sent
from bridge.page.pulse import REFUGE
from bridge.page.read import where
from bridge.page.snapshot import cut_url, quoted
from bridge.page.stir import breath
from bridge.page.tab import Tab

_TRIES, _TAKEN_OVER_SECONDS = 5, 0.1
_ERROR = 400
"""From this status on a site says that its answer is not what was asked for."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where a navigation came to.

    Attributes:
        loaded: Whether the load finished within its limit.
        dialog: The dialog that the page raised on the way, in words.
        status: What the site answered with; 0 if unknown.
    """

    url: str
    title: str
    loaded: bool
    dialog: str = ""
    status: int = 0

    @property
    def sentence(self) -> str:
        """`at https://… "Title"`, with what held it up."""
        late = "" if self.loaded or self.dialog else "; still loading"
        held = f"; {self.dialog} is open" if self.dialog else ""
        title = f' "{quoted(self.title)}"' if self.title else ""
        error = f"; the site answered {self.status}" if self.status >= _ERROR else ""
        return f"at {cut_url(self.url)}{title}{error}{late}{held}"


async def go(tab: Tab, url: str) -> Arrival:
    """Go to an address, which the guard has judged already.

    Raises:
        SiteBlocked: It leads on to a blocked site, and was stopped.
        ScreenFault: `NAVIGATION_FAILED` with Chrome's word for it; `DIALOG_OPEN`, and nothing
            was sent when it was open before.
        LateFault: The site did not answer in time; the load was stopped.
        UnknownOutcome: The link ended meanwhile.
    """
    tab.check_dialog()  # Chrome would leave the page and its dialog
    stops, begun = tab.standing.stops, tab.exchange.begun
    if await _is_stuck(tab):
        await tab.pulse.free()
    with _loading(tab) as load:
        answer = await _sent_to(tab, url)
        problem = answer.get("errorText")
        if problem:
            _check_stopped(tab, stops)
        if problem and problem != "net::ERR_ABORTED":
            raise ScreenFault("NAVIGATION_FAILED", f"Chrome says {problem}")
        if problem:
            raise await _nothing_shown(tab, begun, downloads=bool(answer.get("isDownload")))
        # an answer without a loader is a move within the document: nothing loads
        return await _arrive(tab, load, waits="loaderId" in answer)


async def _nothing_shown(tab: Tab, begun: int, *, downloads: bool) -> ScreenFault:
    """Say why Chrome shows nothing of an address that it was sent to."""
    await breath()
    for _ in range(_TRIES if downloads else 0):  # of its name Chrome tells a moment later
        if tab.exchange.begun > begun:
            break
        await asyncio.sleep(_TAKEN_OVER_SECONDS)
    new = [each for each in listed(tab) if each.number > begun]
    if not (new or downloads):
        told = "Chrome stopped it: the address has nothing to show"
        return ScreenFault("NAVIGATION_FAILED", told)
    name = f' of "{quoted(new[-1].name)}"' if new else ""
    stays = "" if REFUGE in tab.places else " and the page stays"  # one that looped was left
    return ScreenFault(
        "NAVIGATION_FAILED",
        f"the address is no page but a download{name}: it goes to the phone's Download folder"
        f"{stays}",
        hint="page_downloads (of the family more) lists it, and saves it here with action=fetch.",
    )


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
        ScreenFault: `NO_HISTORY`; `DIALOG_OPEN`.
        SiteBlocked: The step leads to a blocked site: nothing was sent, or it was stopped.
    """
    tab.check_dialog()
    stops = tab.standing.stops
    stuck = await _is_stuck(tab)
    entry = None
    if action != "reload" or stuck or REFUGE in tab.places:
        entry = await _entry(tab, action)
        tab.judge.check(str(entry["url"]))
    if stuck:
        await tab.pulse.free()
    with _loading(tab) as load:
        if entry is None:
            with sent("the reload was sent"):
                await tab.race(tab.session.post("Page.reload"), tab.limits.command_seconds)
        elif stuck and action == "forward":  # to leave the page took from the history what was next
            await _sent_to(tab, str(entry["url"]))
        else:
            with sent(f"the step {action} was sent"):
                await tab.race(
                    tab.session.post("Page.navigateToHistoryEntry", {"entryId": entry["id"]}),
                    tab.limits.command_seconds,
                )
        arrival = await _arrive(tab, load, waits=True)
        _check_stopped(tab, stops)
        return arrival


async def _entry(tab: Tab, action: Literal["back", "forward", "reload"]) -> dict[str, Any]:
    """Find where a step leads to; what a page was taken away to counts for nothing.

    Raises:
        ScreenFault: `NO_HISTORY`.
    """
    history = await _history(tab)
    entries, at = history["entries"], int(history["currentIndex"])
    own = [i for i, each in enumerate(entries) if each["url"] != REFUGE]
    found: dict[str, list[int]] = {
        "back": [i for i in own if i < at],
        "forward": [i for i in own if i > at][:1],
        "reload": [i for i in own if i <= at],
    }
    steps = found[action]
    if action == "back" and entries[at]["url"] == REFUGE:
        steps = steps[:-1]  # the last one is the page that was left
    if not steps:
        raise ScreenFault("NO_HISTORY", f"there is nothing to go {action} to")
    entry: dict[str, Any] = entries[steps[-1]]
    return entry


async def _history(tab: Tab) -> dict[str, Any]:
    """Ask Chrome where the tab was: it refuses while an error page takes the place of a page."""
    for _ in range(_TRIES):
        try:
            return await tab.session.call("Page.getNavigationHistory")
        except CdpRefused:
            await asyncio.sleep(_TAKEN_OVER_SECONDS)
    return await tab.session.call("Page.getNavigationHistory")


async def _is_stuck(tab: Tab, *, asks: bool = False) -> bool:
    """Say whether the page answers nothing, and no dialog is why, nor one that opens meanwhile."""
    return tab.dialog is None and await tab.pulse.is_stuck(asks=asks) and tab.dialog is None


def _check_stopped(tab: Tab, stops: int) -> None:
    """Refuse when the guard stopped a document of the tab since it had stopped so many."""
    if tab.standing.stops > stops:
        raise SiteBlocked("it leads to a site on the blocked-sites list, and was stopped")


@dataclass(slots=True)
class _Load:
    """What is heard of a load: `bell` of its end, `came` when the document is another one."""

    bell: asyncio.Event = field(default_factory=asyncio.Event)
    came: bool = False


@contextmanager
def _loading(tab: Tab) -> Iterator[_Load]:
    """Ring when the top document has loaded, was restored whole, or moved within itself."""
    load = _Load()
    bell = load.bell

    def navigated(event: dict[str, Any]) -> None:
        if "parentId" not in event["frame"]:
            load.came = True
            if event.get("type") == "BackForwardCacheRestore":
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
        yield load
    finally:
        for off in offs:
            off()


async def _arrive(tab: Tab, load: _Load, *, waits: bool) -> Arrival:
    loaded = True
    if waits:
        loaded = await tab.ring_or_dialog(load.bell, tab.limits.load_seconds)
        if not loaded and not load.came and await _is_stuck(tab, asks=True):
            raise UnknownOutcome(
                "Chrome was sent there, and the page before, whose script runs without an end,"
                " holds the tab: page_tabs action=close closes it"
            )
    if tab.dialog is not None:
        tab.judge.check(*tab.places)
        return Arrival(tab.url, tab.title, loaded, tab.dialog.question)
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
    return Arrival(tab.url, here.title, loaded, status=here.status)
