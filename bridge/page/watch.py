"""What happens on a tab while an act is under way, gathered from its events.

A `Watch` is opened before the input is sent and asked afterwards: did it navigate,
open a tab, raise a dialog? Bounded: it keeps the first 32 of each kind. (That the tab
ended is told by the session: its pending calls fail.)
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from bridge.page.dialogs import Dialog

_MOST = 32


@dataclass(slots=True)
class Watch:
    """Events of one tab since the watch was opened.

    Attributes:
        requested: Addresses that the page asked its top frame to go to.
        committed: Addresses that the top frame came to.
        within: Addresses set without loading (history API, fragments).
        opened: Addresses of the tabs that this tab opened.
        dialog: The dialog that opened, if one did.
        seen: What the page's listeners told through the binding.
        stopped: The guard stopped where the page was going to.
        crashed: A frame with a process of its own crashed.
    """

    requested: list[str] = field(default_factory=list)
    committed: list[str] = field(default_factory=list)
    within: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    dialog: Dialog | None = None
    seen: list[dict[str, Any]] = field(default_factory=list)
    stopped: bool = False
    crashed: bool = False
    _bell: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self, kind: list[Any], what: Any) -> None:
        """Keep one event, unless there are too many already, and wake who waits."""
        if len(kind) < _MOST:
            kind.append(what)
        self._bell.set()

    def stop(self) -> None:
        """Take note that the guard stopped where the page was going to."""
        self.stopped = True
        self._bell.set()

    def ring(self) -> None:
        """Wake who waits, after an attribute was set."""
        self._bell.set()

    def tell(self, payload: str, *, named: bool = True) -> None:
        """Take in what the page's listeners sent through the binding.

        Args:
            payload: JSON.
            named: Whether what was hit may be told: its frame is free to be read.
        """
        try:
            told = json.loads(payload)
        except ValueError:
            return
        if isinstance(told, dict):
            self.add(self.seen, told if named else {**told, "hit": None})

    async def until(self, met: Callable[[Watch], bool]) -> None:
        """Wait until the events so far satisfy `met`. The caller bounds it."""
        while not met(self):
            self._bell.clear()
            await self._bell.wait()

    @property
    def navigating(self) -> bool:
        """Whether the top frame was asked to go, or went, somewhere."""
        return bool(self.requested or self.committed)


class Watches:
    """The watches that are open on one tab: each is told what happens there."""

    def __init__(self) -> None:
        self._open: list[Watch] = []

    @contextmanager
    def open(self) -> Iterator[Watch]:
        """Open another one, until the block ends."""
        watch = Watch()
        self._open.append(watch)
        try:
            yield watch
        finally:
            self._open.remove(watch)

    def add(self, kind: Literal["requested", "committed", "within", "opened"], url: str) -> None:
        """Tell of an address."""
        for watch in self._open:
            watch.add(getattr(watch, kind), url)

    def raised(self, dialog: Dialog) -> None:
        """Tell of a dialog that opened."""
        for watch in self._open:
            watch.dialog = dialog
            watch.ring()

    def crashed(self) -> None:
        """Tell that a frame with a process of its own crashed."""
        for watch in self._open:
            watch.crashed = True
            watch.ring()

    def tell(self, payload: str, *, named: bool) -> None:
        """Tell what the page's listeners sent (`Watch.tell`)."""
        for watch in self._open:
            watch.tell(payload, named=named)
