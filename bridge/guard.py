"""The guard: asks where the phone is, before and after every tool, and refuses.

In: the sites file, read anew on every check, and callables that say which addresses and apps
are in play. Out: nothing, or a refusal that never names them. A list that cannot be used
refuses every page, and every app.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

import anyio

from bridge.addresses import App, Kind
from bridge.errors import (
    BridgeError,
    LateFault,
    SetupFault,
    SiteBlocked,
    UnknownOutcome,
    UsageFault,
    fault,
)
from bridge.sites import Unparsable, inside, parse_url
from bridge.sites_file import SitesFile

Place = str | App
Where = Callable[[], Awaitable[Sequence[Place]]]
T = TypeVar("T")

_WORDS = {
    "rule": "this page is on the blocked-sites list",
    "only": "this page is not on the list of allowed sites",
    "unparsable": "the page's address cannot be judged, so it counts as blocked",
    "app": "this app is on the blocked-sites list",
    "unseen": "a page may be shown that cannot be judged, so it counts as blocked",
}
_LOST = "where the phone is now could not be learned, so"


class Guard:
    """The one judge of addresses. Implements `page.judge.SiteJudge`.

    Args:
        path: The sites file.
        seconds: Limit of one look at where the phone is, also after a failure.
    """

    def __init__(self, path: Path, seconds: float) -> None:
        self._file = SitesFile(path)
        self._seconds = seconds

    def check(self, *places: Place) -> None:
        """Refuse when any of the addresses, or apps, is blocked.

        A page without a host of its own (about:, data:) passes: that its opener or parent
        decides is the caller's part.

        Raises:
            SiteBlocked: One of them is.
            SetupFault: `SITES_INVALID`: the list cannot be used, so every page is refused.
        """
        self._judge(places)

    def allows(self, url: str) -> bool:
        """Say whether the address is free to be read and touched."""
        try:
            self._judge([url])
        except (SiteBlocked, SetupFault):
            return False
        return True

    def allows_app(self, package: str) -> bool:
        """Say whether the app is free to be read, touched and named."""
        try:
            self._judge([App(package)])
        except (SiteBlocked, SetupFault):
            return False
        return True

    def patterns(self) -> tuple[str, ...]:
        """Wildcards of all addresses that may be refused; none when nothing can be.

        A list that cannot be used refuses every page, so it fits everything.
        """
        try:
            return self._file.rules().patterns
        except SetupFault:
            return ("*",)

    @property
    def stands(self) -> bool:
        """Whether there is any rule, or a list that cannot be used."""
        try:
            return self._file.rules().stands
        except SetupFault:
            return True

    def check_destination(self, url: str) -> None:
        """Judge an address before Chrome is sent to it.

        Beside web pages only about: and data: can be opened: Chrome's own pages, the phone's
        files, scripts, and what leaves Chrome for an app (intent:, market:) cannot be judged.

        Raises:
            UsageFault: `INVALID_URL`: it cannot be read. `UNSUPPORTED`: it is none of these.
            SiteBlocked: It is blocked.
            SetupFault: `SITES_INVALID`.
        """
        try:
            kind = parse_url(url).kind
            is_script = inside(url).startswith("javascript:")
        except Unparsable as problem:
            raise UsageFault("INVALID_URL", "this is no whole address") from problem
        if kind is Kind.OTHER or is_script:
            raise UsageFault(
                "UNSUPPORTED",
                "only web pages can be opened",
                hint="Give an http or https address.",
            )
        self._judge([url])

    async def around(
        self, where: Where, run: Callable[[], Awaitable[T]], *, acts: bool = True
    ) -> T:
        """Judge where the phone is, run, judge again, and only then hand the result over.

        The second look is bounded, happens after a failure, a timeout or a cancellation too,
        and is shielded from the caller's cancel scopes.

        Args:
            where: Says which addresses are in play now; none when the page is gone.
            run: The work. It may take its own limit along.
            acts: Whether the work may have sent input.

        Raises:
            SiteBlocked: Refused before; or afterwards, then instead of the result and of
                the work's own error, which may hold the page's words.
            SetupFault: `SITES_INVALID`, likewise.
            LateFault: `where` did not answer: before the work, or after one that only reads.
            UnknownOutcome: The work may have sent input, and where the phone is afterwards
                cannot be learned, so its answer is withheld.
        """
        self._judge(await self._learn(where))
        try:
            result = await run()
        except asyncio.CancelledError:
            await self._look_when_cancelled(where)
            raise
        except Exception as failure:
            await self._look_after(where, failure, acts=acts)
            raise
        await self._look_after(where, None, acts=acts)
        return result

    def _judge(self, places: Sequence[Place]) -> None:
        try:
            rules = self._file.rules()
        except SetupFault:
            if all(map(_has_no_host, places)):
                return
            raise
        for place in places:
            refusal = rules.check_app(place) if isinstance(place, App) else rules.check(place)
            if refusal is not None:
                raise SiteBlocked(_WORDS[refusal.why])

    async def _learn(self, where: Where, *, shield: bool = False) -> Sequence[Place]:
        try:
            with anyio.fail_after(self._seconds, shield=shield):
                return await where()
        except TimeoutError as late:
            raise LateFault(
                f"the guard could not learn within {self._seconds:g} s where the phone is"
            ) from late

    async def _look_after(self, where: Where, failure: Exception | None, *, acts: bool) -> None:
        try:
            urls = await self._learn(where, shield=True)
        except BridgeError as unknown:
            raise _withheld(failure, unknown, acts=acts) from unknown
        try:
            self._judge(urls)
        except BridgeError as refusal:
            raise refusal from None  # the work's own error may hold the page's words

    async def _look_when_cancelled(self, where: Where) -> None:
        """Look, and let the refusal pass only where that swallows no cancellation.

        A cancelled scope of anyio cancels again at every later await; a task cancelled by
        asyncio is cancelled once, and must end as cancelled.
        """
        try:
            self._judge(await self._learn(where, shield=True))
        except SiteBlocked:
            if anyio.current_effective_deadline() == -math.inf:
                raise
        except BridgeError:
            return  # nothing is handed over anyway


def _has_no_host(place: Place) -> bool:
    try:
        return isinstance(place, str) and parse_url(place).kind is Kind.HOSTLESS
    except Unparsable:
        return False


def _withheld(failure: Exception | None, unknown: BridgeError, *, acts: bool) -> Exception:
    """Say what is still true when nobody knows where the phone is after the work."""
    if failure is None:
        if not acts:
            return unknown
        return UnknownOutcome(f"it ran; {_LOST} its answer is withheld")
    if isinstance(failure, BridgeError) and failure.code not in {"PHONE_GONE", "TIMEOUT"}:
        return fault(failure.code, f"it failed; {_LOST} the rest is withheld")
    return failure  # our own words, or a defect, of which the door tells nothing
