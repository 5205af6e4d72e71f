"""The one door: every call of every tool, whoever makes it, passes here.

Allowlist, arguments, handles bound, phone, approvals, pause, lease, lock, guard before,
handler, guard after, fence, secrets sealed, journal. A result that the guard refuses
afterwards is thrown away, with what was in it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
import time
import traceback
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from bridge.errors import (
    BridgeError,
    InternalFault,
    LateFault,
    UsageFault,
)
from bridge.guard import Guard
from bridge.journal import OK, Entry, Journal
from bridge.live import Live
from bridge.page.aimed import aiming
from bridge.places import live_kept_file, live_sites_file, sites_file
from bridge.policy import Choice
from bridge.secrets.heard import listening
from bridge.secrets.outlet import sealing
from bridge.secrets.seal import Sealer
from bridge.secrets.vault import Vault
from bridge.timers import Timers
from bridge.tools import ALLOWED, CATALOGUE
from bridge.tools.activity import Activity, Deed
from bridge.tools.approvals import Approvals, Asker
from bridge.tools.arguments import arguments
from bridge.tools.desk import Desk, at
from bridge.tools.device import Host
from bridge.tools.fence import fence, quote
from bridge.tools.ground import Ground, Phone, within
from bridge.tools.lease import COMMAND_LINE, Party, named
from bridge.tools.leave import Leave, Wanting, under
from bridge.tools.luggage import Luggage, carrying
from bridge.tools.owners import Owners
from bridge.tools.permission import Wish, obtain
from bridge.tools.sealing import seal_fault, sealed_result, with_handles
from bridge.tools.spec import Args, Result, Surface, Tool

log = logging.getLogger(__name__)

_PAGES_WORDS = re.compile(r"[\"<]")
_QUEUE_SECONDS = 60
"""How long a call waits for the one before it on the same phone."""
_MOST_QUESTIONS = 3
"""How often one call may turn out to need another permission."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls.

    Attributes:
        client: A name for the journal.
        kind: By which way: `mcp`, `cli`.
        connection: Stays the same while the caller's connection lasts: who has the lease.
        take: Whether a person takes the phone from whoever has it.
        families: Families of tools that it has switched on for itself.
        host: The way to the person through the caller's own host, when it has one.
        folders: Folders of this computer that it works in.
        version: Its own, for the journal.
    """

    client: str
    kind: str
    connection: str = ""
    take: bool = False
    families: frozenset[str] = frozenset()
    host: Asker | None = field(default=None, compare=False)
    folders: tuple[str, ...] = field(default=(), compare=False)
    version: str = field(default="", compare=False)

    @property
    def alike(self) -> bool:
        """Whether its name alone tells it apart: an MCP host that no connection stands for."""
        return self.kind == "mcp" and not self.connection

    @property
    def party(self) -> Party:
        """Who that is for a lease: all verbs of a shell are one person's."""
        if self.kind == COMMAND_LINE:
            return Party(COMMAND_LINE, "the command line")
        return named(self.connection or f"{self.kind}:{self.client}", self.client)


class Phones(Protocol):
    """Finds the phone a call means."""

    async def phone(self, serial: str | None) -> Phone:
        """Return the named phone, or the only one.

        Raises:
            PhoneFault: `NO_DEVICE`, `MANY_DEVICES`, or why it is not ready.
        """


def persons_live() -> Live:
    """Return what this user allows and keeps of code."""
    return Live(live_sites_file(), sites_file(), live_kept_file())


@dataclass(slots=True)
class Door:
    """Runs tools by name.

    Attributes:
        allowed: Names that may be switched on at all.
        families: Families that are switched on for everybody, beside the core.
        owners: Who has which phone, and what a person has paused.
        approvals: What rules make of a call, and who can be asked.
        sealer: Puts handles in the place of secrets, in all that leaves here.
        live: Where a person allows code, and what was brought along.
        timers: Of all parties.
        luggage: Where files may come from and go to.
        activity: What calls do, for people who watch.
    """

    phones: Phones
    host: Host
    guard: Guard
    journal: Journal
    allowed: frozenset[str] = ALLOWED
    families: frozenset[str] = frozenset()
    catalogue: Mapping[str, Tool] = field(default_factory=lambda: CATALOGUE)
    owners: Owners = field(default_factory=Owners)
    approvals: Approvals = field(default_factory=Approvals)
    sealer: Sealer = field(default_factory=lambda: Sealer(Vault()))
    luggage: Luggage = field(default_factory=Luggage)

    live: Live = field(default_factory=persons_live)
    timers: Timers = field(default_factory=Timers)
    activity: Activity = field(default_factory=Activity)
    _ground: Ground = field(init=False)

    def __post_init__(self) -> None:
        """Let permissions for a session end with its lease, and questions hold no secret."""
        self._ground = Ground(self.guard, self.owners)
        self.owners.on_end(self.approvals.forget)
        self.approvals.seal = self.activity.seal = self.sealer.text

    def visible(self, families: frozenset[str] = frozenset()) -> tuple[Tool, ...]:
        """Return the tools that are switched on, in the catalogue's order.

        Args:
            families: What the caller has switched on for itself.
        """
        on = {"core"} | self.families | families
        return tuple(
            t for t in self.catalogue.values() if t.name in self.allowed and t.family in on
        )

    def _tool(self, name: str, caller: Caller) -> Tool:
        on = {each.name: each for each in self.visible(caller.families)}
        if name in on:
            return on[name]
        hint = f"There are: {', '.join(on)}."
        if name in self.allowed and (off := self.catalogue.get(name)) is not None:
            switch = f"`tapbridge mcp --tools {off.family}`"
            hint = f"It is of the family {off.family}, which a person switches on: {switch}."
        raise UsageFault("UNKNOWN_TOOL", f"there is no tool named {name[:80]!r}", hint=hint)

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
        code, serial, leave = OK, raw.get("serial"), Leave()
        heard: set[str] = set()
        desk = Desk(self.live, self.timers, caller.party)
        known = name if name in self.catalogue else "?"
        deed = self.activity.begin(self.sealer.text(caller.client), known)
        try:
            with (
                aiming(deed.aimed),
                under(leave),
                listening(heard),
                sealing(self.sealer.text),
                at(desk),
                carrying(self.luggage, caller.folders),
            ):
                result = await self._run(name, raw, caller, leave, deed)
            return sealed_result(self.sealer, result, heard, raw)
        except BridgeError as fault:
            code = fault.code
            if _PAGES_WORDS.search(fault.message) and not isinstance(fault, UsageFault):
                # what a page calls its elements, tabs and dialogs stands in quotes or as <tag#id>
                fault.message = quote(fault.message, secrets.token_hex(4))
            seal_fault(self.sealer, fault, heard)
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
            ms = round((time.monotonic() - began) * 1000)
            deed.end(code, ms)
            self.journal.write(
                Entry(
                    client=self.sealer.text(f"{caller.client} {caller.version}".strip()),
                    tool=known,
                    serial=self.sealer.text(serial) if isinstance(serial, str) else "",
                    code=code,
                    ms=ms,
                    decision=leave.decision,
                    about=desk.about,
                )
            )

    async def _run(
        self, name: str, raw: Mapping[str, Any], caller: Caller, leave: Leave, deed: Deed
    ) -> Result:
        tool = self._tool(name, caller)
        args, serial = arguments(tool, raw)
        args, secret = with_handles(self.sealer, name, args, raw)
        if tool.surface is Surface.HOST:
            return _fenced(await within(tool, args, self.host))
        phone = await self.phones.phone(serial)
        deed.on(phone.serial)
        verdict = self.approvals.judge(name, args.model_dump(), phone.serial, leave, secret)
        asked = 0
        while True:
            if verdict.choice is Choice.CONFIRM:
                asked += 1
                await obtain(self, self._turn, Wish(tool, args, caller, verdict), phone, leave)
            try:
                return _fenced(await self._on_phone(tool, args, phone, caller))
            except Wanting as wanting:  # nothing was sent; only now it is known what it takes
                if asked == _MOST_QUESTIONS:
                    raise
                verdict = wanting.verdict

    async def _on_phone(self, tool: Tool, args: Args, phone: Phone, caller: Caller) -> Result:
        acts = tool.acts(args)
        entry = self.owners.call(phone.serial, caller.party, acts=acts, take=caller.take)
        async with entry as run, self._hands_off(phone, acts=acts), self._turn(phone, tool, args):
            try:
                return await self._ground.run(tool, args, phone, run)
            except Wanting:
                raise
            except BridgeError as problem:
                told = await phone.explain(problem)
                if told is problem:
                    raise
                raise told from problem

    @contextlib.asynccontextmanager
    async def _hands_off(self, phone: Phone, *, acts: bool) -> AsyncIterator[None]:
        """Let no act begin while a person has their hand on the phone."""
        if acts:
            await self.owners.hands_off(phone.serial)
        yield

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


def _fenced(result: Result) -> Result:
    if not result.untrusted:
        return result
    return replace(result, text=fence(result.text, secrets.token_hex(4)))
