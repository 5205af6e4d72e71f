"""Whether a page answers, and a way out of one that never will.

A page in an endless loop lets go of its tab for nothing that is asked of it: once Chrome has
been sent elsewhere, even that cannot be taken back. So a page that owes an answer is asked for
a sign of life before it is left, and one that gives none is taken to another process first.
"""

from __future__ import annotations

import asyncio
from typing import Any

from bridge.cdp.outgo import looking
from bridge.cdp.session import Session
from bridge.cdp.wire import CdpRefused
from bridge.errors import LateFault

Raw = dict[str, Any]

REFUGE = "chrome://new-tab-page/"
"""A page of Chrome's own, of nobody's site: always in another process than a web page. Where
Chrome has none, its error page comes instead, which is in another one too."""

_PATIENCE_SECONDS = 2.0
"""How long a page that owes an answer may take for a sign of life."""

_FREE_SECONDS = 5.0
"""How long Chrome may take to bring the refuge."""

_GONE_SECONDS = 2.0
"""How long after that the looping process is there still: Chrome ends it within 1 s, of which
nothing tells, and until then would load a page of the same site in it."""


class Pulse:
    """What one tab's page was asked, and whether it answers.

    Args:
        session: The tab's.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._asked = self._heard = self._missed = 0

    @property
    def is_silent(self) -> bool:
        """Whether a question was given up, and nothing was answered to it or since."""
        return self._missed > self._heard

    def asked(self, answer: asyncio.Future[Raw]) -> asyncio.Future[Raw]:
        """Take note of a question; whatever is answered to it later is heard."""
        self._asked += 1
        number = self._asked

        def heard(done: asyncio.Future[Raw]) -> None:
            if done.cancelled():
                self._missed = number
            else:
                done.exception()  # whoever asked reads it too
                self._heard = max(self._heard, number)

        answer.add_done_callback(heard)
        return answer

    async def is_stuck(self, *, asks: bool = False) -> bool:
        """Say whether the page answers nothing; a trip only where it owes an answer, or `asks`."""
        if (self._asked == self._heard and not asks) or not self._session.alive:
            return False
        self._heard = self._asked  # what it answers to this stands for all before
        sign = self.asked(_sign_of_life(self._session))
        await asyncio.wait((sign,), timeout=_PATIENCE_SECONDS)
        stuck = not sign.done()
        sign.cancel()
        return stuck

    async def free(self) -> None:
        """Take the tab away from a page that answers nothing (`free`)."""
        await free(self._session)
        self._heard = self._asked


async def free(session: Session) -> None:
    """Take a tab away from a page that answers nothing: it shows the refuge then.

    Raises:
        LateFault: Chrome cannot take it away any more.
        BridgeError: The session ended.
    """
    session.post("Runtime.terminateExecution")  # for others that share its process
    try:
        await session.call("Page.navigate", {"url": REFUGE}, seconds=_FREE_SECONDS)
        async with asyncio.timeout(_FREE_SECONDS):
            await _sign_of_life(session)
        await asyncio.sleep(_GONE_SECONDS)
    except (CdpRefused, LateFault, TimeoutError) as late:
        raise LateFault(
            "the page answers nothing, and Chrome cannot leave it any more",
            hint="Close the tab with page_tabs action=close; when it is the only one, open another "
            "first.",
        ) from late


def _sign_of_life(session: Session) -> asyncio.Future[Raw]:
    with looking():
        return session.post("Runtime.evaluate", {"expression": "1"})
