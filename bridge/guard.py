"""The guard: asks where the phone is, before and after every tool, and refuses.

In: the sites file, read anew on every check, and callables that say which addresses are in
play. Out: nothing, or a refusal that never names the address. A list that cannot be used
refuses every page. The file is edited by people only (`SitesFile`), never through a tool.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import stat
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import anyio

from bridge.addresses import Kind
from bridge.errors import (
    BridgeError,
    LateFault,
    PhoneGone,
    SetupFault,
    SiteBlocked,
    UnknownOutcome,
    UsageFault,
    fault,
)
from bridge.files import FileLock, put
from bridge.sites import (
    BadList,
    Line,
    Refusal,
    Rule,
    Rules,
    Unparsable,
    add_rule,
    inside,
    parse_url,
    remove_rule,
)

MOST_BYTES = 1_000_000
EDIT_SECONDS = 5.0
"""How long one editor of the list waits for another, of any process."""
_LOOK_AGAIN = 0.02
Where = Callable[[], Awaitable[Sequence[str]]]
T = TypeVar("T")

_WORDS = {
    "rule": "this page is on the blocked-sites list",
    "only": "this page is not on the list of allowed sites",
    "unparsable": "the page's address cannot be judged, so it counts as blocked",
}
_LOST = "where the phone is now could not be learned, so"


class SitesFile:
    """The person's list on disk: one rule a line, `#` comments.

    Args:
        path: The file. Missing means that nothing is blocked.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: tuple[str, Rules] = ("", Rules())

    def rules(self) -> Rules:
        """Read the list as it is now.

        Raises:
            SetupFault: `SITES_INVALID`: it is there and cannot be used.
        """
        text = self._text()
        known, rules = self._known
        if text != known:
            try:
                rules = Rules.parse(text)
            except BadList as problem:
                raise self._invalid(str(problem)) from problem
            self._known = (text, rules)
        return rules

    def lines(self) -> tuple[Line, ...]:
        """Return every rule line in the file's order, those with a mistake too."""
        return self.rules().lines

    def test(self, url: str) -> Refusal | None:
        """Judge an address for a person: the refusal names the rule."""
        return self.rules().check(url)

    def add(self, entry: str) -> Rule:
        """Append a rule unless it is there; everything else in the file stays as it is.

        Raises:
            BadRule: The entry is no rule, or the list is full.
            SetupFault: `SITES_INVALID`: the file cannot be used, or not be written.
        """
        with self._editing():
            old = self._text()
            try:
                new, rule = add_rule(old, entry)
            except BadList as problem:
                raise self._invalid(str(problem)) from problem
            if new != old:
                self._write(new)
        return rule

    def remove(self, entry: str) -> tuple[Line, ...]:
        """Take out the lines that say the same as the entry, and return them; none is no error.

        Raises:
            SetupFault: `SITES_INVALID`: the file is not text, or cannot be written.
        """
        with self._editing():
            new, gone = remove_rule(self._text(), entry)
            if gone:
                self._write(new)
        return gone

    def _text(self) -> str:
        try:
            # not blocking: a pipe in the file's place must not hold the Bridge up
            handle = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except FileNotFoundError:
            if self.path.is_symlink():
                raise self._invalid("it is a link to a file that is missing") from None
            return ""
        except OSError as problem:
            raise self._invalid(_told(problem)) from problem
        try:
            with os.fdopen(handle, "rb") as file:
                if not stat.S_ISREG(os.fstat(handle).st_mode):
                    raise self._invalid("it is no plain file")
                raw = file.read(MOST_BYTES + 1)
        except OSError as problem:
            raise self._invalid(_told(problem)) from problem
        if len(raw) > MOST_BYTES:
            raise self._invalid(f"it is larger than {MOST_BYTES} bytes")
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError as problem:
            raise self._invalid("it is not plain text in UTF-8") from problem

    def _write(self, text: str) -> None:
        try:
            put(self.path.resolve(), text, lasting=True)
        except OSError as problem:
            raise self._unwritable(problem) from problem

    @contextlib.contextmanager
    def _editing(self) -> Iterator[None]:
        """Let one editor in at a time, of all processes."""
        lock = FileLock(self.path.with_name(f".{self.path.name}.lock"))
        limit = time.monotonic() + EDIT_SECONDS
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            while not lock.take():
                if time.monotonic() > limit:
                    raise self._invalid("somebody else is changing it")
                time.sleep(_LOOK_AGAIN)
        except OSError as problem:
            raise self._unwritable(problem) from problem
        try:
            yield
        finally:
            lock.release()

    def _unwritable(self, problem: OSError) -> SetupFault:
        return self._invalid(f"it cannot be written: {_told(problem)}")

    def _invalid(self, why: str) -> SetupFault:
        return SetupFault("SITES_INVALID", f"{self.path.name} cannot be used: {why}")


class Guard:
    """The one judge of addresses. Implements `page.judge.SiteJudge`.

    Args:
        path: The sites file.
        seconds: Limit of one look at where the phone is, also after a failure.
    """

    def __init__(self, path: Path, seconds: float) -> None:
        self._file = SitesFile(path)
        self._seconds = seconds

    def check(self, *urls: str) -> None:
        """Refuse when any of the addresses is blocked.

        A page without a host of its own (about:, data:) passes: that its opener or parent
        decides is the caller's part.

        Raises:
            SiteBlocked: One of them is.
            SetupFault: `SITES_INVALID`: the list cannot be used, so every page is refused.
        """
        self._judge(urls)

    def allows(self, url: str) -> bool:
        """Say whether the address is free to be read and touched."""
        try:
            self._judge([url])
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

    def _judge(self, urls: Sequence[str]) -> None:
        try:
            rules = self._file.rules()
        except SetupFault:
            if all(map(_has_no_host, urls)):
                return
            raise
        for url in urls:
            if refusal := rules.check(url):
                raise SiteBlocked(_WORDS[refusal.why])

    async def _learn(self, where: Where, *, shield: bool = False) -> Sequence[str]:
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


def _has_no_host(url: str) -> bool:
    try:
        return parse_url(url).kind is Kind.HOSTLESS
    except Unparsable:
        return False


def _withheld(failure: Exception | None, unknown: BridgeError, *, acts: bool) -> Exception:
    """Say what is still true when nobody knows where the phone is after the work."""
    if failure is None:
        if not acts:
            return unknown
        return UnknownOutcome(f"it ran; {_LOST} its answer is withheld")
    if isinstance(failure, BridgeError) and not isinstance(failure, PhoneGone | LateFault):
        return fault(failure.code, f"it failed; {_LOST} the rest is withheld")
    return failure  # our own words, or a defect, of which the door tells nothing


def _told(problem: OSError) -> str:
    return problem.strerror or type(problem).__name__
