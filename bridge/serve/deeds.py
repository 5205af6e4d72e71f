"""What a viewer asks for, done on the phone it has open.

What steers the phone needs the wheel; to look, to pause and to answer needs none. It is a person
who does it: nothing is judged, but an address on the list of blocked sites is asked about once.
"""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from typing import ClassVar
from urllib.parse import quote_plus

from bridge.errors import BridgeError, ScreenFault, UsageFault
from bridge.journal import OK, Entry
from bridge.serve import messages
from bridge.serve.board import Board
from bridge.serve.gallery import Gallery
from bridge.serve.onlooker import Onlooker
from bridge.serve.pointing import Pointing
from bridge.serve.rulebook import edited
from bridge.serve.shown import Shown
from bridge.serve.stage import Stage
from bridge.settings import LimitSettings
from bridge.tools import approvals
from bridge.tools.call import Door

_WITH_SCHEME = re.compile(r"(?:https?|chrome|about|view-source|data|blob|file|content):", re.I)
_HOST = re.compile(
    r"(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]|[^\s/?#:@.]+(?:\.[^\s/?#:@.]+)+\.?)"
    r"(?::\d{1,5})?(?:[/?#]\S*)?",
    re.I,
)
SLOW = {"go", "back", "forward", "reload", "tabs", "switch", "new", "close", "open", "wake"} | {
    *("pause", "sites", "lens"),
}
"""What waits for the phone: the page is heard meanwhile."""
_FREE = frozenset(
    {
        *("watch", "unwatch", "ack", "phone", "steer", "tabs", "reconnect"),
        *("pause", "resume", "answer", "sites"),
    }
)
"""What needs no wheel."""

_STILL_SHUT = (
    "While an agent acts, and some seconds longer, blocked sites are shut for the whole phone:"
    " pause the agents, wait ten seconds and try again."
)


class Deeds:
    """What one viewer does.

    Args:
        gallery: The phones that are shown.
        board: What else viewers are told.
        onlooker: The viewer.
        door: The one way to the tools: who has which phone, what waits for an answer.
        limits: Of waits.
    """

    def __init__(
        self,
        gallery: Gallery,
        board: Board,
        onlooker: Onlooker,
        door: Door,
        limits: LimitSettings,
    ) -> None:
        self._gallery = gallery
        self._board = board
        self._me = onlooker
        self._door = door
        self._limits = limits
        self._pointing = Pointing(onlooker)
        self._noted: dict[str, float] = {}

    @property
    def _stage(self) -> Stage:
        return self._gallery.stage(self._me)

    async def do(self, said: messages.Message) -> None:
        """Do what one message asks.

        Raises:
            BridgeError: It cannot be done.
        """
        if said.t in _FREE:
            await self._freely(said)
            return
        if self._stage.steering is not self._me:
            raise ScreenFault(
                "NOT_OWNER",
                "another viewer steers this phone",
                hint="Take the wheel first.",
            )
        began, code = time.monotonic(), OK
        try:
            await self._steering(said)
        except BridgeError as problem:
            code = problem.code
            raise
        finally:
            self._note(said, code, round((time.monotonic() - began) * 1000))

    def _note(self, said: messages.Message, code: str, ms: int) -> None:
        """Keep agents away for a moment, and write a line of the journal: a kind's, a second."""
        serial = self._stage.serial
        if said.t != "lens":
            self._door.owners.touched(serial)
        now = time.monotonic()
        under_way = isinstance(said, messages.Touch) and said.kind in ("start", "move")
        if under_way or said.t == "lens" or now - self._noted.get(said.t, -1.0) < 1:
            return
        self._noted[said.t] = now
        tool = f"person_{said.t}"
        self._door.journal.write(
            Entry(client="the person", tool=tool, serial=serial, code=code, ms=ms)
        )

    async def _freely(self, said: messages.Message) -> None:
        match said:
            case messages.Plain():
                await self._PLAIN[said.t](self)
            case messages.Ack(n=n):
                self._me.drawn(n)
            case messages.Switch(serial=serial):
                self._gallery.join(self._me, serial)
            case messages.Answer():
                self._answer(said)
            case messages.Sites(op=op, rule=rule):
                self._me.tell("sites", **await edited(op, rule))
                self._stage.look_again()
            case _:
                raise UsageFault("BAD_ARGUMENTS", f"{said.t} is not understood")

    async def _in_dialog(self, said: messages.Message) -> bool:
        """Answer a dialog of the page by keys; say whether that was it."""
        shown = self._stage.shown
        if shown is None or shown.tab.dialog is None:
            return False
        match said:
            case messages.Text(text=text):
                shown.tab.type_into_dialog(text)
            case messages.Key(key="Enter" | "Escape" as key):
                await shown.tab.answer(accept=key == "Enter")
            case _:
                return False
        return True

    async def _steering(self, said: messages.Message) -> None:
        if await self._in_dialog(said):
            return
        match said:
            case messages.Plain():
                await self._PLAIN[said.t](self)
            case messages.Touch():
                self._touch(said)
            case messages.Wheel():
                x, y = self._stage.measure(said.n).point(said.fx, said.fy)
                self._shown.hand.wheel(x, y, said.dx, said.dy)
            case messages.Text(text=text):
                self._shown.hand.text(text)
            case messages.Key(key=key, modifiers=modifiers):
                self._shown.hand.key(key, modifiers)
            case messages.Go():
                await self._go(said)
            case messages.Tab():
                await self._tab(said)
            case messages.Lens():
                await self._pointing.do(self._stage, said)
            case _:
                raise UsageFault("BAD_ARGUMENTS", f"{said.t} is not understood")

    @property
    def _shown(self) -> Shown:
        return self._stage.what()

    def _touch(self, said: messages.Touch) -> None:
        hand = self._shown.hand
        if said.kind in ("end", "cancel"):
            hand.touch(said.kind, 0, 0)  # it is lifted wherever it is
            return
        x, y = self._stage.measure(said.n).point(said.fx, said.fy)
        hand.touch(said.kind, x, y)

    async def _go(self, said: messages.Go) -> None:
        shown = self._shown
        url = address(said.url)
        blocked = not shown.browser.judge.allows(url)
        if blocked and not said.sure:
            told = (await edited("test", url))["test"]
            self._me.tell("warn", url=url, rule=told["rule"] or told["text"])
            return
        try:
            await shown.tab.go(url)
        except ScreenFault as fault:
            if blocked:
                fault.hint = _STILL_SHUT
            raise

    async def _tab(self, said: messages.Tab) -> None:
        browser = self._shown.browser
        pages = {browser.numbered(page.id): page for page in browser.targets.pages}
        page = pages.get(said.tab)
        if page is None:
            raise ScreenFault("TAB_NOT_FOUND", "this tab is gone")
        if said.t == "switch":
            await browser.targets.activate(page.id)
        elif len(pages) == 1:
            raise ScreenFault("LAST_TAB", "this is the only tab")
        else:
            await browser.targets.close(page.id)
        self._stage.look_again()

    async def _watch(self) -> None:
        self._me.look(watching=True)
        self._stage.watched(self._me)

    async def _unwatch(self) -> None:
        self._me.look(watching=False)
        if self._stage.steering is self._me:
            self._stage.let_go()
        self._stage.watched(self._me)

    async def _steer(self) -> None:
        self._stage.steer(self._me)

    async def _back(self) -> None:
        await self._shown.tab.step(-1)

    async def _forward(self) -> None:
        await self._shown.tab.step(1)

    async def _reload(self) -> None:
        await self._shown.tab.reload()

    async def _tabs(self) -> None:
        browser = self._stage.browser
        if browser is not None:
            await browser.refresh()  # no event tells of a title that changes after the load
        self._me.forget("tabs")
        self._me.tell_if_new("tabs", tabs=self._stage.tabs())

    async def _new(self) -> None:
        browser = self._shown.browser
        await browser.targets.create("about:blank")
        self._stage.look_again()

    async def _pause(self) -> None:
        await self._door.owners.pause(self._stage.serial)
        self._board.look()

    async def _resume(self) -> None:
        owners = self._door.owners
        owners.resume(None if owners.pauses.all else self._stage.serial)
        self._board.look()

    def _answer(self, said: messages.Answer) -> None:
        try:
            number = int(said.id)
        except ValueError:
            number = -1
        if not self._door.approvals.answer(number, approvals.Answer(said.answer)):
            self._me.tell("answered", id=str(said.id))  # it was answered elsewhere

    async def _open(self) -> None:
        await self._stage.open_chrome(self._limits.open_seconds)

    async def _wake(self) -> None:
        await self._stage.wake(self._limits.command_seconds)

    async def _reconnect(self) -> None:
        self._stage.look_again()

    _PLAIN: ClassVar[dict[str, Callable[[Deeds], Awaitable[None]]]] = {
        "watch": _watch,
        "unwatch": _unwatch,
        "steer": _steer,
        "back": _back,
        "forward": _forward,
        "reload": _reload,
        "tabs": _tabs,
        "new": _new,
        "pause": _pause,
        "resume": _resume,
        "open": _open,
        "wake": _wake,
        "reconnect": _reconnect,
    }


def address(typed: str) -> str:
    """Read what a person typed as an address: as it is, as a host, or as words to search (pure)."""
    typed = typed.strip()
    if _WITH_SCHEME.match(typed):
        return typed
    if _HOST.fullmatch(typed):
        return f"https://{typed}"
    return f"https://www.google.com/search?q={quote_plus(typed)}"
