"""The one door: every call of every tool, whoever makes it, passes here.

Allowlist, arguments, phone, pause, lease, lock, guard before, handler, guard after,
fence, journal. A result that the guard refuses afterwards is thrown away, with what was in it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
import time
import traceback
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from pydantic import ValidationError

from bridge.errors import (
    BridgeError,
    InternalFault,
    LateFault,
    PhoneGone,
    UnknownOutcome,
    UsageFault,
)
from bridge.guard import Guard
from bridge.journal import OK, Entry, Journal
from bridge.page.browser import Browser
from bridge.page.tab import breath
from bridge.tools import ALLOWED, CATALOGUE
from bridge.tools.device import Host
from bridge.tools.fence import fence, quote
from bridge.tools.lease import COMMAND_LINE, Party, named
from bridge.tools.owners import Owners, Run
from bridge.tools.reference import takes
from bridge.tools.spec import Args, Result, Surface, Tool

log = logging.getLogger(__name__)

_NO_FIELD = {"extra_forbidden": "no such argument", "missing": "is required"}
_PAGES_WORDS = re.compile(r"[\"<]")
_QUEUE_SECONDS = 60
"""How long a call waits for the one before it on the same phone."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls.

    Attributes:
        client: A name for the journal.
        kind: By which way: `mcp`, `cli`.
        connection: Stays the same while the caller's connection lasts: who has the lease.
        take: Whether a person takes the phone from whoever has it.
    """

    client: str
    kind: str
    connection: str = ""
    take: bool = False

    @property
    def party(self) -> Party:
        """Who that is for a lease: all verbs of a shell are one person's."""
        if self.kind == COMMAND_LINE:
            return Party(COMMAND_LINE, "the command line")
        return named(self.connection or f"{self.kind}:{self.client}", self.client)


class Phone(Protocol):
    """One phone, as the door needs it."""

    lock: asyncio.Lock

    @property
    def serial(self) -> str:
        """The phone's serial, as adb names it."""

    async def browser(self) -> Browser:
        """Return the session with its Chrome, opened when there is none."""

    async def explain(self, problem: BridgeError) -> BridgeError:
        """Return a better error, when the phone's state explains this one."""


class Phones(Protocol):
    """Finds the phone a call means."""

    async def phone(self, serial: str | None) -> Phone:
        """Return the named phone, or the only one.

        Raises:
            PhoneFault: `NO_DEVICE`, `MANY_DEVICES`, or why it is not ready.
        """


@dataclass(slots=True)
class Door:
    """Runs tools by name.

    Attributes:
        allowed: Names that are switched on.
        owners: Who has which phone, and what a person has paused.
    """

    phones: Phones
    host: Host
    guard: Guard
    journal: Journal
    allowed: frozenset[str] = ALLOWED
    catalogue: Mapping[str, Tool] = field(default_factory=lambda: CATALOGUE)
    owners: Owners = field(default_factory=Owners)

    def visible(self) -> tuple[Tool, ...]:
        """Return the tools that are switched on, in the catalogue's order."""
        return tuple(t for t in self.catalogue.values() if t.name in self.allowed)

    async def call(self, name: str, raw: Mapping[str, Any], caller: Caller) -> Result:
        """Run one tool.

        Args:
            name: Its name.
            raw: Its arguments, and `serial` beside them where several phones are there.
            caller: Who asks.

        Raises:
            BridgeError: Any of ours. Nothing else leaves here, but cancellation.
        """
        began = time.monotonic()
        code, serial = OK, raw.get("serial")
        try:
            return await self._run(name, raw, caller)
        except BridgeError as fault:
            code = fault.code
            if _PAGES_WORDS.search(fault.message) and not isinstance(fault, UsageFault):
                # what a page calls its elements, tabs and dialogs stands in quotes or as <tag#id>
                fault.message = quote(fault.message, secrets.token_hex(4))
            raise
        except asyncio.CancelledError:
            code = "CANCELLED"
            raise
        except Exception as crash:  # a defect of ours: told to the log, hidden from the caller
            code = "INTERNAL"
            log.error(  # noqa: TRY400 - the message may hold the page's words, or typed ones
                "tool %s crashed: %s\n%s",
                name if name in self.catalogue else "(unknown)",
                type(crash).__name__,
                "".join(traceback.format_tb(crash.__traceback__)),
            )
            raise InternalFault from crash
        finally:
            self.journal.write(
                Entry(
                    client=caller.client,
                    tool=name if name in self.catalogue else "?",
                    serial=serial if isinstance(serial, str) else "",
                    code=code,
                    ms=round((time.monotonic() - began) * 1000),
                )
            )

    async def _run(self, name: str, raw: Mapping[str, Any], caller: Caller) -> Result:
        tool = self.catalogue.get(name) if name in self.allowed else None
        if tool is None:
            names = ", ".join(each.name for each in self.visible())
            raise UsageFault(
                "UNKNOWN_TOOL", f"there is no tool named {name[:80]!r}", hint=f"There are: {names}."
            )
        args, serial = _arguments(tool, raw)
        if tool.surface is Surface.HOST:
            return _fenced(await self._within(tool, args, self.host))
        phone = await self.phones.phone(serial)
        entry = self.owners.call(phone.serial, caller.party, acts=tool.acts(args), take=caller.take)
        async with entry as run, self._turn(phone, tool, args):
            try:
                result = await self._once_or_twice(tool, args, phone, run)
            except BridgeError as problem:
                told = await phone.explain(problem)
                if told is problem:
                    raise
                raise told from problem
        return _fenced(result)

    async def _once_or_twice(self, tool: Tool, args: Args, phone: Phone, run: Run) -> Result:
        browser = await phone.browser()
        # who only looks beside an act leaves this to the next one that does not
        may = tool.queues(args) or not phone.lock.locked()
        if may and self.owners.choice_ended(phone.serial):
            browser.release()
        try:
            return await self._in_chrome(tool, args, browser, run)
        except PhoneGone:
            if tool.acts(args):
                raise
            # a read changes nothing: once more, over a new session
            return await self._in_chrome(tool, args, await phone.browser(), run)

    async def _in_chrome(self, tool: Tool, args: Args, browser: Browser, run: Run) -> Result:
        with browser.work(acts=tool.acts(args)):
            return await self._guarded(tool, args, browser, run)

    async def _guarded(self, tool: Tool, args: Args, browser: Browser, run: Run) -> Result:
        if tool.surface is Surface.BROWSER:
            run.acting = tool.acts(args)
            return await self._within(tool, args, browser)
        tab = await browser.front(revive=tool.revives)

        async def where() -> Sequence[str]:
            # known from events, and from the answers that the handler got: no trip of its own
            await breath()
            return tab.places

        async def work() -> Result:
            run.acting = tool.acts(args)
            return await self._within(tool, args, tab)

        try:
            return await self.guard.around(where, work, acts=tool.acts(args))
        finally:
            browser.leave(tab)

    async def _within(self, tool: Tool, args: Args, surface: object) -> Result:
        """Run the handler within its limit."""
        limit = tool.seconds + getattr(args, "timeout_ms", 0) / 1000
        try:
            async with asyncio.timeout(limit):
                return await tool.handler(surface, args)
        except TimeoutError as late:
            told = f"{tool.name} did not finish within {limit:g} s"
            if tool.acts(args):
                raise UnknownOutcome(f"{told}; it may have happened") from late
            raise LateFault(told) from late

    @contextlib.asynccontextmanager
    async def _turn(self, phone: Phone, tool: Tool, args: Args) -> AsyncIterator[None]:
        """Hold the phone for one call; what must work beside an act does not queue."""
        if not tool.queues(args):
            yield
            return
        try:
            async with asyncio.timeout(_QUEUE_SECONDS):
                await phone.lock.acquire()
        except TimeoutError as late:
            raise LateFault("another call holds the phone", hint="Wait for it to finish.") from late
        try:
            yield
        finally:
            phone.lock.release()


def _arguments(tool: Tool, raw: Mapping[str, Any]) -> tuple[Args, str | None]:
    given = dict(raw)
    serial = given.pop("serial", None)
    if serial is not None and not isinstance(serial, str):
        raise UsageFault("BAD_ARGUMENTS", "serial: a phone's serial, as text")
    try:
        return tool.args.model_validate(given), serial
    except ValidationError as problem:
        # the values stay out of it: they may be typed text
        told = "; ".join(
            f"{'.'.join(map(str, e['loc']))}: {_NO_FIELD.get(e['type'], e['msg'])}"
            for e in problem.errors(include_input=False, include_url=False)
        )
        raise UsageFault("BAD_ARGUMENTS", told, hint=f"{tool.name} takes {takes(tool)}.") from None


def _fenced(result: Result) -> Result:
    if not result.untrusted:
        return result
    return replace(result, text=fence(result.text, secrets.token_hex(4)))
