"""New sessions of a debugger: our sentry comes first, and what the page shows is known.

Until then what the debugger says to it waits. A target that it is not to know of is let go
again, without a word; a page that was held runs, guarded.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from bridge.errors import BridgeError
from bridge.relay.line import Line
from bridge.relay.post import Post
from bridge.relay.seat import PAGES, WORKERS, Seat
from bridge.relay.sight import Sight
from bridge.relay.telling import Telling

log = logging.getLogger(__name__)

TREE_SECONDS = 180.0
"""How long a page may take to say what it shows; until then it is shut."""

_INNER = WORKERS | {"iframe"}
"""What a page is made of, each with a session of its own."""

Raw = Mapping[str, Any]


class Arrivals:
    """Meets what Chrome attaches for one debugger.

    Args:
        line: The debugger's sessions.
        post: Our sentries.
        telling: What may be told.
        tasks: Owner of what has to wait.
        seconds: How long a page may take to be reached.
    """

    def __init__(
        self, line: Line, post: Post, telling: Telling, tasks: asyncio.TaskGroup, seconds: float
    ) -> None:
        self._line, self._post, self._telling = line, post, telling
        self._tasks, self._seconds = tasks, seconds
        self._busy: set[asyncio.Task[None]] = set()

    def meet(self, parent: Seat, params: Raw) -> bool:
        """Take in a session; say whether the debugger is told of it."""
        info: Raw = params.get("targetInfo", {})
        session, waits = str(params.get("sessionId")), bool(params.get("waitingForDebugger"))
        kind, target = str(info.get("type")), str(info.get("targetId"))
        seat = self._line.seats[session] = Seat(session, target, kind, parent)
        if not self._may_attach(parent, info):
            seat.lost = seat.hidden = seat.ready = True
            self.begin(self._turn_away(seat, waits=waits))
            return False
        if kind == "page":
            seat.sight = self._sight(target, str(info.get("url", "")), waits=waits)
        else:
            seat.sight = parent.sight
        if kind in PAGES:
            self.begin(self._introduce(seat, waits=waits))
        else:
            seat.begin()
        return True

    def close(self) -> None:
        """Wait for nothing any more."""
        for task in self._busy:
            task.cancel()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done that has to wait, at most until `close`."""
        task = self._tasks.create_task(work)
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)

    def _may_attach(self, parent: Seat, info: Raw) -> bool:
        kind, url = str(info.get("type")), str(info.get("url", ""))
        match parent.kind:
            case "browser":
                return kind in {"page", "tab"} and self._may_tell(info)
            case "tab":
                return kind == "page" and self._may_tell(info)
            case _:
                return kind in _INNER and self._telling.allows(url)

    def _may_tell(self, info: Raw) -> bool:
        return self._telling.target(info, self._line.seats.values())

    def _sight(self, target: str, url: str, *, waits: bool) -> Sight:
        allows = self._telling.allows
        now = asyncio.get_running_loop().time
        sight = Sight(allows, lambda: not self._post.frames_are_free(target), now)
        behind = self._post.lineage.behind(target)
        sight.begin(target, url, may=all(map(allows, behind)))
        sight.known = waits  # it has shown nothing yet, and will tell
        return sight

    async def _turn_away(self, seat: Seat, *, waits: bool) -> None:
        if waits and seat.kind in PAGES:
            with suppress(BridgeError, TimeoutError):
                await self._guarded(seat)
        if waits:
            self._line.post(seat, "Runtime.runIfWaitingForDebugger", {})
            self._post.let_run(seat.target)
        self._let_go(seat)

    async def _introduce(self, seat: Seat, *, waits: bool) -> None:
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            await self._guarded(seat)
            self._line.post(seat, "Page.enable", {})
            heard = partial(_on_tree, seat, told)
            self._line.say(seat, "Page.getFrameTree", {}, heard, limit=TREE_SECONDS, free=True)
            if not waits:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._seconds):
                        await told
        except (BridgeError, TimeoutError) as problem:
            # no sentry stands there: nothing is said to it
            log.info("a page was not reached for a debugger: %s", type(problem).__name__)
            seat.lost = True
            self._let_go(seat)
        seat.begin()

    async def _guarded(self, seat: Seat) -> None:
        """Wait until a sentry of ours stands at a page or frame."""
        async with asyncio.timeout(self._seconds):
            if seat.kind == "page":
                await self._post.reach(seat.target)
            else:
                await self._post.knows_frame(seat.target)

    def _let_go(self, seat: Seat) -> None:
        if seat.parent is not None:
            self._line.post(seat.parent, "Target.detachFromTarget", {"sessionId": seat.id})


def _on_tree(
    seat: Seat, told: asyncio.Future[None], result: str | None, error: BridgeError | None
) -> None:
    del error  # it stays shut
    if result is not None and seat.sight is not None:
        seat.sight.tree(json.loads(result)["frameTree"], seat.id)
    if not told.done():
        told.set_result(None)
