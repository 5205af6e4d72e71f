"""A sentry stands at one session and judges every document that its page asks for.

Chrome stops what fits the rules' wildcards (Fetch, request stage); the exact judge lets it
go on or aborts it, and page and history stay as they were. Three loads never stop there
(back-forward cache, a site's own service worker, a prefetch): they are called off as they
begin, or stepped back from. All is posted, nothing waited for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from bridge.addresses import is_borrowed
from bridge.cdp.session import Session

Raw = dict[str, Any]

log = logging.getLogger(__name__)

MOST_STEPS = 3
"""How often, in one call, a page is stepped back from: one that goes forward again and again
must not keep us at it."""


class Orders(Protocol):
    """What a sentry asks."""

    @property
    def patterns(self) -> Sequence[str]:
        """What is to be stopped; nothing while nobody works."""

    @property
    def works(self) -> bool:
        """Whether an agent works: frames are held until they are armed."""

    def blocks(self, url: str) -> bool:
        """Say whether a document is blocked."""

    def is_persons(self) -> bool:
        """Say whether what happens now is the person's doing."""

    def came(self, page: str, url: str, meant: str) -> None:
        """A page shows another document (an error page: instead of `meant`)."""

    def child(self, event: Raw, parent: Session) -> Session:
        """Return the session of a frame that was attached through another."""


class Charge(Protocol):
    """What a sentry tells of its page: a `Tab`, or a popup that is none yet."""

    @property
    def url(self) -> str:
        """Where the page is, as far as is known."""

    def stopped(self, *, top: bool) -> None:
        """A document was stopped: the page's own (`top`) or a frame's."""

    def empty(self) -> None:
        """Nothing loads any more of what was stopped: a page with nothing to show may be closed.

        Not sooner: Chrome lets go out what it holds for a page when that is closed.
        """

    def passed(self, url: str) -> None:
        """The person goes to a blocked site: the page is not to be read any more."""

    def came(self, url: str) -> None:
        """The top frame shows another document, to stay there."""

    def framed(self, session: Session) -> None:
        """A frame with a process of its own is there, and has not run yet."""


class Sentry:
    """One session's guard, for as long as the session lives.

    Args:
        session: A page's, or an out-of-process frame's.
        orders: Whom it asks.
        charge: Whom it tells.
        top: Whether it is a page's.
    """

    def __init__(self, session: Session, orders: Orders, charge: Charge, *, top: bool) -> None:
        self.session = session
        self._orders, self._charge, self._top = orders, charge, top
        self._frames: dict[str, Sentry] = {}
        self._stops = False
        self._steps = 0
        self._hears_starts = self._calls_off = False
        self._left = ""
        self._at = ""
        hears: dict[str, Callable[[Raw], None]] = {
            "Fetch.requestPaused": self._on_paused,
            "Target.attachedToTarget": self._on_attached,
        }
        if top:
            hears |= {
                "Page.frameRequestedNavigation": self._on_requested,
                "Page.frameStartedNavigating": self._on_started,
                "Page.frameStoppedLoading": self._on_rests,
                "Page.frameNavigated": self._on_navigated,
            }
        for method, handler in hears.items():
            session.on(method, handler)

    def arm(self) -> None:
        """Stop what the orders name from now on, here and in frames; or nothing any more.

        Frames with processes of their own are heard of in any case.
        """
        patterns = [
            {"urlPattern": each, "resourceType": "Document", "requestStage": "Request"}
            for each in self._orders.patterns
        ]
        if patterns:
            self.session.post("Fetch.enable", {"patterns": patterns})
        elif self._stops:
            self.session.post("Fetch.disable")
        self._stops = bool(patterns)
        self._attach_frames(holding=self._orders.works)
        for frame in tuple(self._frames.values()):
            frame.arm()

    def begin(self) -> None:
        """Take note that a call begins: steps back are counted anew."""
        self._steps = 0
        self._at = self._charge.url or self._at

    def _attach_frames(self, *, holding: bool) -> None:
        """Hear of out-of-process frames; `holding`, before they run."""
        self.session.post(
            "Target.setAutoAttach",
            {
                "autoAttach": True,
                "waitForDebuggerOnStart": holding,
                "flatten": True,
                "filter": [{"type": "iframe"}, {"exclude": True}],
            },
        )

    def _on_paused(self, event: Raw) -> None:
        """Judge one document: it goes on its way, or nowhere, at once."""
        request = {"requestId": event.get("requestId")}
        url = str(event.get("request", {}).get("url", ""))
        is_page = self._top and event.get("frameId") == self.session.target_id
        if event.get("resourceType") == "Fetch":  # a file that is fetched for an agent
            is_page = False
        if not self._orders.blocks(url):
            self.session.post("Fetch.continueRequest", request)
        elif self._orders.is_persons():
            if is_page:
                self._charge.passed(url)
            self.session.post("Fetch.continueRequest", request)
        else:
            self.session.post("Fetch.failRequest", {**request, "errorReason": "Aborted"})
            log.info("the gate stopped a document")
            self._charge.stopped(top=is_page)
            if is_page:
                self._charge.empty()

    def _on_attached(self, event: Raw) -> None:
        """Arm an out-of-process frame before it runs."""
        session = self._orders.child(event, self.session)
        if event.get("targetInfo", {}).get("type") == "iframe" and session.id is not None:
            sentry = Sentry(session, self._orders, self._charge, top=False)
            self._frames[session.id] = sentry
            session.on_end(self._forget_ended)
            sentry.arm()
            self._charge.framed(session)
        if event.get("waitingForDebugger"):
            session.post("Runtime.runIfWaitingForDebugger")

    def _forget_ended(self, _ending: object) -> None:
        for key, frame in tuple(self._frames.items()):
            if not frame.session.alive:
                del self._frames[key]

    def _on_requested(self, event: Raw) -> None:
        """Hear that a page wants to go: all that older Chromes tell of a load that begins.

        It comes too soon to call the load off, so it counts only where starts are not told.
        """
        if not self._hears_starts and event.get("disposition", "currentTab") == "currentTab":
            self._call_off(event)

    def _on_started(self, event: Raw) -> None:
        self._hears_starts = True
        self._call_off(event)

    def _call_off(self, event: Raw) -> None:
        """Call a load off that may never stop at Fetch."""
        is_own = event.get("frameId") == self.session.target_id
        if is_own and self._is_forbidden(str(event.get("url", ""))):
            self.session.post("Page.stopLoading")
            log.info("the gate stopped a load as it began")
            self._calls_off = True
            self._charge.stopped(top=True)

    def _on_rests(self, event: Raw) -> None:
        """Hear that a load which was called off is no more."""
        if self._calls_off and event.get("frameId") == self.session.target_id:
            self._calls_off = False
            self._charge.empty()

    def _on_navigated(self, event: Raw) -> None:
        """Step back from a document that came all the same."""
        frame = event.get("frame", {})
        if "parentId" in frame:
            return
        url = str(frame.get("url", ""))
        self._left, self._at = self._at, url
        target = str(self.session.target_id)
        self._orders.came(target, url, str(frame.get("unreachableUrl", "")))
        if self._is_forbidden(url) and self._steps < MOST_STEPS:
            self._steps += 1
            self._charge.stopped(top=True)
            self._charge.empty()
            self.session.post("Page.getNavigationHistory").add_done_callback(self._step_back)
        else:
            self._charge.came(url)

    def _is_forbidden(self, url: str) -> bool:
        orders = self._orders
        if not orders.patterns or is_borrowed(url):  # whose it is, is judged once it is there
            return False
        return orders.blocks(url) and not orders.is_persons()

    def _step_back(self, answer: asyncio.Future[Raw]) -> None:
        """Go to the neighbour in the history that the page was at before, if it may be seen."""
        if answer.cancelled() or answer.exception() is not None:
            return
        history = answer.result()
        at, entries = int(history.get("currentIndex", 0)), history.get("entries", ())
        beside = [entries[i] for i in (at - 1, at + 1) if 0 <= i < len(entries)]
        free = [each for each in beside if not self._orders.blocks(str(each["url"]))]
        before = [each for each in free if str(each["url"]).partition("#")[0] == self._left]
        for entry in (before or free)[:1]:
            self.session.post("Page.navigateToHistoryEntry", {"entryId": entry["id"]})
