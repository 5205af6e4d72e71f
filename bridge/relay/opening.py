"""Pages that a debugger opens: guarded before their first load begins, and named by their true ids.

A page that is opened at an address begins to load it before anybody can stand there. So it is
opened empty, and led on when it runs; a phone may answer with the number of its twin, too.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from bridge.cdp.targets import Targets
from bridge.errors import BridgeError, LateFault, UsageFault
from bridge.relay.arrivals import Arrivals
from bridge.relay.line import Answered, Line
from bridge.relay.post import Post
from bridge.relay.telling import HEX

BLANK = "about:blank"

Raw = Mapping[str, Any]


class Opening:
    """Opens pages for one debugger.

    Args:
        line: Its sessions.
        post: Our sentries.
        targets: The browser's pages.
        arrivals: Owner of what has to wait.
        seconds: How long a page may take to be reached.
    """

    def __init__(
        self, line: Line, post: Post, targets: Targets, arrivals: Arrivals, seconds: float
    ) -> None:
        self._line, self._post, self._targets = line, post, targets
        self._arrivals, self._seconds = arrivals, seconds

    def page(self, params: Raw, answered: Answered, limit: float) -> None:
        """Open one; its address was judged.

        Raises:
            UsageFault: `UNSUPPORTED`: nobody would see it.
            BridgeError: As of `Line.say`.
        """
        if params.get("hidden"):
            raise UsageFault("UNSUPPORTED", "a page that nobody sees cannot be opened")
        url = str(params.get("url") or BLANK)
        before = {page.id for page in self._targets.pages}
        if self._post.patterns and url != BLANK:
            answered = partial(self._lead, url, answered)
            params = {**params, "url": BLANK}
        heard = partial(self._created, before, answered)
        root = self._line.root
        self._line.say(root, "Target.createTarget", params, heard, limit=limit, free=True)

    def _created(
        self, before: set[str], answered: Answered, result: str | None, error: BridgeError | None
    ) -> None:
        """Name it by its true id."""
        named = str(json.loads(result).get("targetId")) if result is not None else ""
        if result is None or HEX.fullmatch(named):
            answered(result, error)
            return
        fresh = [p for p in self._targets.pages if p.id not in before and p.opener_id is None]
        if fresh:
            answered(json.dumps({"targetId": fresh[-1].id}), None)
        else:
            answered(None, LateFault("the new tab did not come"))

    def _lead(
        self, url: str, answered: Answered, result: str | None, error: BridgeError | None
    ) -> None:
        """Lead it to its address, once a sentry stands there."""
        if result is None:
            answered(None, error)
        else:
            self._arrivals.begin(self._guarded(url, answered, result))

    async def _guarded(self, url: str, answered: Answered, result: str) -> None:
        target = str(json.loads(result)["targetId"])
        try:
            async with asyncio.timeout(self._seconds):
                await self._post.reach(target)
            self._post.lead(target, url)
        except (BridgeError, TimeoutError):
            self._line.post(self._line.root, "Target.closeTarget", {"targetId": target})
            answered(None, LateFault("the new tab could not be guarded, and was closed"))
        else:
            answered(result, None)
