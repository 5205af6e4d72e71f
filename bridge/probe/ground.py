"""Where questions are asked: the phone's shell, its Chrome, and one tab of our own in it.

Each part is opened when a question first needs it. The person's tabs are never asked
anything. A tab that a question spoilt is replaced; all of ours are closed at the end.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

from bridge.adb.device import Device, Ran
from bridge.cdp.connection import Connection, Session, open_connection
from bridge.cdp.targets import Targets
from bridge.errors import BridgeError
from bridge.probe.pages import Served, served
from bridge.probe.question import Facts, NotSeen
from bridge.settings import LimitSettings

log = logging.getLogger(__name__)

COMMAND_SECONDS = 5.0
CLOSE_SECONDS = 3.0
SILENT_SECONDS = 1.5
"""After so long without a word, a page or a session counts as one that answers nothing."""
FRAMES = "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))"
_MARK = "<script>window.tapbridgeProbe = {}</script>"

Raw = dict[str, Any]


class Ground:
    """One phone under question. Use it as a context manager, in one task.

    Args:
        device: The phone.
        socket: Name of its Chrome's DevTools socket; None when it has none.

    Attributes:
        said: Output of shell commands that a replay can give again, by command.
        memo: What questions share, by name.
    """

    def __init__(self, device: Device, socket: str | None) -> None:
        self.device = device
        self.socket = socket
        self.limits = LimitSettings(command_seconds=COMMAND_SECONDS, capture_seconds=8)
        self.said: dict[str, Raw] = {}
        self.memo: dict[str, Facts] = {}
        self._stack = AsyncExitStack()
        self._link = AsyncExitStack()
        self._port: int | None = None
        self._pages: Served | None = None
        self._connection: Connection | None = None
        self._targets: Targets | None = None
        self._tab: Session | None = None
        self._mine: set[str] = set()
        self._spoilt = False
        self._marks = 0

    async def __aenter__(self) -> Ground:
        """Hand out the ground; nothing is opened yet."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close our tabs, the link, the forward and the reverse, each within its limit."""
        await self._leave()
        await self._stack.aclose()

    async def shell(self, command: str, *, seconds: float = 8, keep: bool = False) -> Ran:
        """Run a command on the phone; `keep` its output for a replay."""
        ran = await self.device.shell(command, seconds=seconds)
        if keep:
            stderr = ran.stderr.decode("utf-8", "replace")
            self.said[command] = {"out": ran.text, "err": stderr, "code": ran.code}
        return ran

    async def port(self) -> int:
        """Return a local port that leads to Chrome's socket.

        Raises:
            NotSeen: Chrome has no socket.
        """
        if self._port is None:
            if self.socket is None:
                raise NotSeen("Chrome is not open on the phone")
            held = self.device.forwarded(f"localabstract:{self.socket}")
            self._port = await self._stack.enter_async_context(held)
        return self._port

    async def pages(self) -> Served:
        """Return the pages that this computer serves to the phone."""
        if self._pages is None:
            held = served(self.device.server, self.device.serial)
            self._pages = await self._stack.enter_async_context(held)
        return self._pages

    async def connection(self) -> Connection:
        """Return the link to Chrome, opened anew when a question ended it."""
        if self._connection is None or not self._connection.root.alive:
            await self._link.aclose()
            self._tab = None
            held = open_connection(await self.port(), self.limits)
            self._connection = await self._link.enter_async_context(held)
            self._targets = Targets(self._connection)
            await self._targets.start()
        return self._connection

    async def root(self) -> Session:
        """Return the browser's own session."""
        return (await self.connection()).root

    async def targets(self) -> Targets:
        """Return what Chrome has open. Nothing of it but our own may be asked or told."""
        await self.connection()
        if self._targets is None:  # pragma: no cover - `connection` made them
            raise AssertionError
        return self._targets

    async def new_tab(self, url: str = "about:blank") -> Session:
        """Open one more tab of ours and attach to it; it is closed at the end."""
        targets = await self.targets()
        page = await targets.create(url)
        self._mine.add(page.id)
        session = await targets.attach(page.id)
        for method in ("Page.enable", "Runtime.enable"):
            await session.call(method)
        return session

    def ours(self, target_id: str) -> None:
        """Count a tab as ours: it is closed at the end."""
        self._mine.add(target_id)

    async def close_tab(self, target_id: str) -> None:
        """Close a tab of ours; the phone's last one stays."""
        if target_id not in self._mine:
            raise AssertionError(target_id)
        targets = await self.targets()
        if len(targets.pages) > 1:
            await targets.close(target_id)
            self._mine.discard(target_id)

    async def close_others(self) -> None:
        """Close all tabs of ours but the one that questions share."""
        kept = self._tab.target_id if self._tab is not None else None
        for id_ in self._mine - {kept}:
            await self.close_tab(id_)

    async def tab(self) -> Session:
        """Return our own tab, in front; a new one when the last question spoilt it.

        Raises:
            NotSeen: It does not come to the front: the screen is off, or another app is there.
        """
        await self.connection()
        if self._tab is None or not self._tab.alive or self._spoilt:
            old = self._tab
            self._tab = await self.new_tab()
            self._spoilt = False
            if old is not None and old.target_id is not None and old.alive:
                await self.close_tab(old.target_id)
        if await self.value("document.visibilityState", session=self._tab) != "visible":
            raise NotSeen("the tab is not in front; wake the phone and bring Chrome to the front")
        return self._tab

    def spoil(self) -> None:
        """Let the next question have a new tab: this one may hang."""
        self._spoilt = True

    async def page(self, html: str) -> Session:
        """Show a page of ours, by a data address, loaded and drawn."""
        self._marks += 1
        url = "data:text/html;charset=utf-8;base64,"
        text = html + _MARK.format(self._marks)
        return await self.go(
            url + base64.b64encode(text.encode()).decode(),
            f"window.tapbridgeProbe === {self._marks}",
        )

    async def go(self, url: str, arrived: str = "true") -> Session:
        """Go to an address of ours in our tab, until it has loaded and is drawn."""
        session = await self.tab()
        loaded = asyncio.Event()
        off = session.on("Page.loadEventFired", lambda _: loaded.set())
        try:
            await session.call("Page.navigate", {"url": url})
            while True:
                await loaded.wait()
                loaded.clear()
                if await self.value(f"location.href !== 'about:blank' && ({arrived})"):
                    break
        finally:
            off()
        await self.value(FRAMES)
        return session

    async def value(
        self,
        expression: str,
        *,
        session: Session | None = None,
        context: int | None = None,
        gesture: bool = False,
        seconds: float = COMMAND_SECONDS,
    ) -> Any:
        """Evaluate in our tab and return the value."""
        asked = self._tab if session is None else session
        if asked is None:
            raise AssertionError(expression)
        params: Raw = {
            "expression": expression,
            "awaitPromise": True,
            "returnByValue": True,
            "userGesture": gesture,
        }
        if context is not None:
            params["contextId"] = context
        answer = await asked.call("Runtime.evaluate", params, seconds=seconds)
        return answer.get("result", {}).get("value")

    async def shared(self, name: str, ask: Callable[[], Awaitable[Facts]]) -> Facts:
        """Ask once for what several questions need."""
        if name not in self.memo:
            self.memo[name] = await ask()
        return self.memo[name]

    async def _leave(self) -> None:
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                if self._mine and self._port is not None:
                    self._tab = None
                    await self.close_others()
        except (BridgeError, TimeoutError, NotSeen) as problem:
            log.info("a tab of the probe's may be left: %s", type(problem).__name__)
        await self._link.aclose()


def nonce() -> str:
    """Return a word that no page of the person's has in its address."""
    return f"tapbridge-{secrets.token_hex(6)}"


async def answers(session: Session, method: str, params: Mapping[str, Any], seconds: float) -> bool:
    """Send a command; say whether anything came back in time, a refusal counts."""
    posted = session.post(method, params)
    done, _ = await asyncio.wait((posted,), timeout=seconds)
    posted.cancel()
    return bool(done)
