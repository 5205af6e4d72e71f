"""A pick: a person points at something on the page, and nothing of it reaches the page.

While one is open the page script takes every finger there, in all frames (`lens.js`); a viewer
beside the phone points through `Lens`. The page ends a pick by itself when it is not held open
from here: a Bridge that died leaves no page deaf. One pick per tab.
"""

from __future__ import annotations

import asyncio
import json
import math
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import Any
from weakref import WeakKeyDictionary

from bridge.cdp.outgo import looking
from bridge.cdp.session import Session
from bridge.cdp.wire import CdpRefused
from bridge.errors import LateFault, ScreenFault
from bridge.page.bundle import BINDING
from bridge.page.read import ask, find
from bridge.page.seen import Aim
from bridge.page.tab import Tab
from bridge.page.watch import Watch

Raw = dict[str, Any]

SLOP = 6.0
"""CSS px: a viewer's press so near to where it aimed picks what it aimed at."""

_KEPT_SECONDS = 6.0
_HOLD_SECONDS = 2.0
"""How long a pick stays open in the page by itself, and how often it is held open anew."""

_QUEUE_SECONDS, _END_SECONDS = 60, 5
"""How long a pick waits for acts that began before it, and an act for a pick that ends."""

_open: WeakKeyDictionary[Tab, Lens] = WeakKeyDictionary()
_acts: WeakKeyDictionary[Tab, int] = WeakKeyDictionary()
"""The pick that is open on a tab, and how many acts are under way there."""


class Lens:
    """An open pick, as a viewer works it: made by `opened`, found by `lens_of`.

    Points are CSS px of the visible part. Of what it aims at, a viewer shows the box, the name
    and how many elements are in it. The phone's own finger picks without aiming.

    Attributes:
        owner: Who called for it.
        gone: Set when it has ended.
        ready: The page has it open.
        deaf: The page had taken our listeners away.
    """

    def __init__(self, tab: Tab, watch: Watch, owner: str) -> None:
        self._tab, self._watch, self.owner = tab, watch, owner
        self.gone = asyncio.Event()
        self._token = secrets.token_hex(8)
        self._heard: dict[Session, Callable[[], None]] = {}
        self._point, self._up = (0.0, 0.0), 0
        self._aim: Aim | None = None
        self._picked: Aim | None = None
        self._touched = False
        self._over = ""
        self._ended = False
        self.ready = False
        self.deaf = False

    async def aim(self, x: float, y: float) -> Aim:
        """Look what is at a point.

        Raises:
            ScreenFault: `TARGET_NOT_FOUND`, or the page cannot be asked.
            SiteBlocked: It is of a blocked site.
        """
        self._aim = await self._at(x, y, 0)
        self._point, self._up = (x, y), 0
        return self._aim

    async def wider(self) -> Aim:
        """Aim at what is around what was aimed at; the same when nothing is.

        Raises:
            ScreenFault: `TARGET_NOT_FOUND`: nothing was aimed at; or as `aim`.
        """
        if self._aim is None:
            raise ScreenFault("TARGET_NOT_FOUND", "nothing was aimed at")
        found = await self._at(*self._point, self._up + 1)
        if found.element.ref != self._aim.element.ref:
            self._aim, self._up = found, self._up + 1
        return self._aim

    async def pick(self, x: float, y: float) -> Aim:
        """Pick what was aimed at when the point is within 6 px, else what is there.

        Raises:
            BridgeError: As `aim`.
        """
        near = math.dist(self._point, (x, y)) <= SLOP
        aim = self._aim if near and self._aim is not None else await self.aim(x, y)
        self._picked = aim
        self._watch.ring()
        return aim

    def cancel(self, why: str = "the person broke it off") -> None:
        """End it with nothing picked."""
        self._over = self._over or why
        self._watch.ring()

    async def _at(self, x: float, y: float, up: int) -> Aim:
        return await ask(self._tab, "lens_at", {"point": {"x": x, "y": y}, "up": up}, Aim)

    async def chosen(self, seconds: float) -> Aim:
        """Hold it open until something was picked.

        Raises:
            ScreenFault: `PICK_CANCELLED`: broken off, or the page or tab went away under it.
            SiteBlocked: The page has become a blocked one.
            LateFault: Nobody picked anything in time.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (left := end - loop.time()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(min(left, _HOLD_SECONDS)):
                    await self._watch.until(lambda _: self._stirred)
            self._watch.within.clear()
            self._check()
            if self._picked is not None:
                return self._picked
            if self._touched:
                self.end()  # in one flight with the question
                return await ask(self._tab, "lens_taken", {"token": self._token}, Aim)
            self._hold()
        raise LateFault(
            f"nobody picked anything within {seconds:g} s",
            hint="Ask the person whether they are there, and call again.",
        )

    @property
    def _stirred(self) -> bool:
        """Whether there is something to look at."""
        watch = self._watch
        ended = self._over or watch.committed or not self._tab.alive
        return bool(self._picked or self._touched or ended or watch.within)

    def _check(self) -> None:
        tab = self._tab
        tab.judge.check(*tab.places)
        if tab.session.ending is not None:
            raise tab.session.ending.error()
        if self._watch.committed:
            self._over = "the page went to another address"
        if self._over:
            raise ScreenFault("PICK_CANCELLED", self._over)

    async def alone(self) -> None:
        """Wait for the acts that began before it.

        Raises:
            LateFault: One does not end.
        """
        try:
            async with asyncio.timeout(_QUEUE_SECONDS):
                await self._watch.until(lambda _: not _acts.get(self._tab))
        except TimeoutError as late:
            raise LateFault("an act before it does not end") from late
        self._watch.committed.clear()  # that was theirs

    def stir(self) -> None:
        """Look again how things are."""
        self._watch.ring()

    async def begin(self) -> None:
        """Open it in the page.

        Raises:
            ScreenFault: `TAB_HIDDEN`; `PAGE_UNREACHABLE`; `DIALOG_OPEN`.
            LateFault: The page does not answer.
        """
        self._tab.check_dialog()
        asked = self._hold()
        if not asked:
            raise ScreenFault("PAGE_UNREACHABLE", "this page lets no script world in")
        # in the same flight: closed shadow roots come to light by a search
        await find(self._tab, {"css": ":root"}, limit=1)
        # the top document's answer: asked last, and on the same wire as the others
        try:
            raw = await self._tab.race(asked[-1], self._tab.limits.page_seconds)
        except CdpRefused as refused:
            if not (refused.navigated or refused.context_gone):
                raise
            raise ScreenFault("PICK_CANCELLED", "the page went to another address") from refused
        told = raw.get("result", {}).get("value")
        told = told if isinstance(told, dict) else {}
        if told.get("hidden") is True:
            raise ScreenFault("TAB_HIDDEN", "the tab is not in front, or the screen is off")
        self.deaf = told.get("deaf") is True
        self.ready = True

    def _hold(self, *, ends: bool = False) -> list[asyncio.Future[Raw]]:
        """Open it in every document that is there, or hold it open, or end it."""
        ms = 0 if ends else round(_KEPT_SECONDS * 1000)
        code = f"__tapbridge.hold({json.dumps(self._token)},{ms})"
        asked, allows = [], self._tab.judge.allows
        with looking():  # it changes nothing of the page
            # where a site is blocked by now it is ended all the same
            for session, world in self._tab.worlds(lambda url: ends or allows(url)):
                if session not in self._heard:
                    self._heard[session] = session.on("Runtime.bindingCalled", self._hear)
                told = {"expression": code, "uniqueContextId": world, "returnByValue": True}
                asked.append(session.post("Runtime.evaluate", told))
        return asked

    def _hear(self, event: Raw) -> None:
        """Take in what the page script tells of the phone's finger."""
        if event.get("name") != BINDING:
            return
        with suppress(ValueError):
            told = json.loads(str(event.get("payload", "")))
            if not isinstance(told, dict) or told.get("token") != self._token:
                return
            match told.get("lens"):
                case "picked":
                    self._touched = True
                    self._watch.ring()
                case "cancelled":
                    self.cancel("the person tapped with two fingers, which breaks it off")
                case "hidden":
                    self.cancel("the tab is no longer in front")

    def end(self) -> None:
        """Let the page have its fingers again. What was sent before comes before."""
        if self._tab.alive and not self._ended:
            self._hold(ends=True)
        self._ended = True
        for off in self._heard.values():
            off()


def lens_of(tab: Tab) -> Lens | None:
    """Return the pick that is open on a tab."""
    return _open.get(tab)


@asynccontextmanager
async def acting(tab: Tab, who: str) -> AsyncIterator[None]:
    """Do something on a tab that no pick may take for a person's finger.

    Args:
        tab: The tab.
        who: The caller, who has the phone. A pick of another one, who has it no more, ends.

    Raises:
        ScreenFault: `PICK_OPEN`.
    """
    await _free(tab, who)
    _acts[tab] = _acts.get(tab, 0) + 1
    try:
        yield
    finally:
        _acts[tab] -= 1
        if (waiting := _open.get(tab)) is not None:
            waiting.stir()


async def _free(tab: Tab, who: str) -> None:
    there = _open.get(tab)
    if there is None:
        return
    if there.owner == who:
        raise ScreenFault("PICK_OPEN", "a person is pointing at something on the page")
    there.cancel("somebody else has the phone now")
    try:
        async with asyncio.timeout(_END_SECONDS):
            await there.gone.wait()
    except TimeoutError as late:
        raise LateFault("a pick of the one before you does not end") from late


@asynccontextmanager
async def opened(tab: Tab, owner: str) -> AsyncIterator[Lens]:
    """Open a pick until the block ends.

    Args:
        tab: The tab, in front.
        owner: Who calls, as for `acting`.

    Raises:
        ScreenFault: `PICK_OPEN`, `TAB_HIDDEN`, `DIALOG_OPEN`.
    """
    await _free(tab, owner)
    with ExitStack() as stack:
        watch = stack.enter_context(tab.watch())
        stack.callback(tab.session.on_end(lambda _: watch.ring()))
        lens = _open[tab] = Lens(tab, watch, owner)
        stack.callback(lens.gone.set)
        stack.callback(_open.pop, tab, None)
        stack.callback(lens.end)
        await lens.alone()
        await lens.begin()
        yield lens
