"""A tab as a person beside the phone watches and steers it, over a session of its own.

It is apart from the agent's tab, even where both are the same page: what a person does is not
judged, and nothing of it is known to tools. `front` finds the tab that is before the person.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from bridge.cdp.session import Session
from bridge.cdp.targets import Targets
from bridge.cdp.visibility import is_visible, look
from bridge.cdp.wire import CdpRefused
from bridge.errors import BridgeError, PhoneFault, ScreenFault
from bridge.page.dialogs import Dialog

log = logging.getLogger(__name__)

Raw = dict[str, Any]

LOOK_SECONDS = 2.0
STEP_TRIES, STEP_PAUSE = 5, 0.1
"""How often a step is tried while a page gives way to the next, and the seconds between."""


class Watched:
    """One tab while somebody watches it. Made by `open_watched`.

    Attributes:
        target_id: Which page it is.
        url: Its address, as its history tells.
        title: As `url`.
        back: Whether there is a page to go back to.
        forward: As `back`.
        dialog: What a dialog of the page says, while one is open: it is in no picture, and holds
            the page up.
    """

    def __init__(self, session: Session, target_id: str, changed: Callable[[], None]) -> None:
        self.session = session
        self.target_id = target_id
        self.url = ""
        self.title = ""
        self.back = False
        self.forward = False
        self.dialog: Dialog | None = None
        self._typed: str | None = None
        self._changed = changed
        session.on("Page.frameNavigated", self._on_navigated)
        session.on("Page.navigatedWithinDocument", lambda _: changed())
        session.on("Page.loadEventFired", lambda _: changed())
        session.on("Page.javascriptDialogOpening", self._on_dialog)
        session.on("Page.javascriptDialogClosed", lambda _: self._on_dialog(None))

    def _on_navigated(self, event: Raw) -> None:
        frame = event.get("frame")
        if isinstance(frame, dict) and not frame.get("parentId"):
            self._changed()

    def _on_dialog(self, event: Raw | None) -> None:
        # a person's own: what a blocked site says in it is theirs to read
        self.dialog = Dialog.of(event, lambda _: True) if event is not None else None
        self._typed = None
        self._changed()

    def type_into_dialog(self, text: str) -> None:
        """Take in what the person types while a prompt is open."""
        self._typed = (self._typed or "") + text

    async def answer(self, *, accept: bool) -> None:
        """Answer the dialog; a prompt with what was typed, else with what it proposes.

        Raises:
            BridgeError: As of `Session.call`.
        """
        told: Raw = {"accept": accept}
        if accept and self.dialog is not None and self.dialog.kind == "prompt":
            told["promptText"] = self.dialog.default if self._typed is None else self._typed
        await self.session.call("Page.handleJavaScriptDialog", told)

    async def learn(self) -> bool:
        """Ask where the tab is and could go; say whether it told, between two pages it does not.

        Raises:
            BridgeError: As of `Session.call`.
        """
        try:
            entries, now = await self._history()
        except CdpRefused:
            return False
        if 0 <= now < len(entries):
            entry = entries[now]
            self.url, self.title = str(entry.get("url", "")), str(entry.get("title", ""))
        self.back, self.forward = now > 0, now < len(entries) - 1
        return True

    async def go(self, url: str) -> None:
        """Open an address.

        Raises:
            ScreenFault: `NAVIGATION_FAILED`.
            BridgeError: As of `Session.call`.
        """
        answer = await self.session.call("Page.navigate", {"url": url})
        if answer.get("errorText"):
            told = f"the page did not open: {str(answer['errorText'])[:80]}"
            raise ScreenFault("NAVIGATION_FAILED", told)

    async def step(self, by: int) -> None:
        """Go back (-1) or forward (1) in the tab's history; where there is nothing, stay.

        Raises:
            BridgeError: As of `Session.call`.
        """
        await _between(lambda: self._step(by))

    async def _step(self, by: int) -> None:
        entries, now = await self._history()
        if 0 <= now + by < len(entries):
            told = {"entryId": entries[now + by].get("id")}
            await self.session.call("Page.navigateToHistoryEntry", told)

    async def reload(self) -> None:
        """Load the page anew. Raises as `step`."""
        await _between(lambda: self.session.call("Page.reload"))

    async def _history(self) -> tuple[list[Raw], int]:
        answer = await self.session.call("Page.getNavigationHistory")
        entries, now = answer.get("entries"), answer.get("currentIndex")
        return (entries if isinstance(entries, list) else []), (now if isinstance(now, int) else -1)


async def _between(step: Callable[[], Awaitable[object]]) -> None:
    """Take a step, again where Chrome refuses it between two pages: then nothing was done."""
    for left in reversed(range(STEP_TRIES)):
        try:
            await step()
        except CdpRefused:
            if not left:
                raise
            await asyncio.sleep(STEP_PAUSE)
        else:
            return


async def open_watched(
    targets: Targets, target_id: str, changed: Callable[[], None], seconds: float
) -> Watched:
    """Attach to a tab to watch it.

    Args:
        targets: The pages of the phone's Chrome.
        target_id: Which one.
        changed: Called when its address or title may have changed.
        seconds: How long it may take to answer: a page that sleeps does not.

    Raises:
        BridgeError: It is gone, or cannot be attached.
    """
    session = await targets.attach(target_id)
    try:
        watched = Watched(session, target_id, changed)
        session.post("Inspector.enable")  # tells at once when the page has crashed
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await session.post("Page.enable")
        await watched.learn()
    except BaseException:
        targets.release(session)
        raise
    return watched


async def front(targets: Targets, watched: Watched | None) -> str | None:
    """Return the id of the page that is before the person; None when none is.

    Raises:
        ScreenFault: `TAB_NOT_FOUND`: no tab is open.
        PhoneFault: `TAB_CRASHED`: none is, and one has crashed.
        PhoneGone: The link ended.
    """
    if not targets.pages:
        raise ScreenFault("TAB_NOT_FOUND", "Chrome has no tab open")
    known = {}
    try:
        if watched is not None and watched.session.alive:
            # asked alone first: a look at all tabs attaches to each
            if await is_visible(watched.session, LOOK_SECONDS):
                return watched.target_id
            known[watched.target_id] = watched.session
        found = await look(targets, known, LOOK_SECONDS)
    except BridgeError as problem:
        if problem.code == "PHONE_GONE":
            raise
        log.debug("which tab is in front is not known: %s", problem.code)
        return None
    if found.visible is None and found.crashed:
        raise PhoneFault("TAB_CRASHED", "the page has crashed", hint="Reload it on the phone.")
    return found.visible
