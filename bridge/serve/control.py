"""Who may come in, and what for: the daemon's side of every connection.

A first line within `HELLO_SECONDS` and `HELLO_BYTES` with the right token, else out.
Anything wrong is answered with one line `{"ok": false, "error": …}` and the end. Strangers
(who said nothing yet) are at most `STRANGERS`: the one who waited longest has to go.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from typing_extensions import override

from bridge import __version__
from bridge.adb.parse import Facts
from bridge.errors import BridgeError, SetupFault, UsageFault
from bridge.secrets.seal import Sealer
from bridge.serve import attending, enrolling, errands, offering, probing
from bridge.serve.calls import serve_calls
from bridge.serve.errands import ERRANDS
from bridge.serve.lines import HELLO_BYTES, Lines, LineTooLong
from bridge.serve.opening import Opening
from bridge.serve.state import newer
from bridge.settings import FAMILIES
from bridge.timers import Timers
from bridge.tools.approvals import Approvals
from bridge.tools.call import Caller
from bridge.tools.lease import COMMAND_LINE
from bridge.tools.owners import Owners
from bridge.tools.spec import Result, Tool

log = logging.getLogger(__name__)

HELLO_SECONDS = 5.0
STRANGERS = 64
WANTS = (
    frozenset(
        {"mcp", "call", "probe", "attend", "view", "relay", "extension", "status", "stop", "ping"}
    )
    | ERRANDS
)
# a pause is never refused: not for another version, nor for another adb server
EVERY_FAMILY = frozenset(FAMILIES)
"""What a person has who types a verb."""
_NEVER_REFUSED = {"pause", "resume", "approvals", "pin"}
_WEB = {"view", "viewer", "extension", "relay"}
_WORKING = frozenset({"mcp", "call", "http", "probe", "attend"}) | _WEB | ERRANDS - _NEVER_REFUSED


class Door(Protocol):
    """The one way to the tools, as a connection sees it (`tools.call.Door` is it)."""

    @property
    def sealer(self) -> Sealer:
        """Puts handles in the place of secrets."""

    @property
    def owners(self) -> Owners:
        """Who has which phone, and what is paused."""

    @property
    def approvals(self) -> Approvals:
        """What waits for a person's answer."""

    def visible(self, families: frozenset[str] = frozenset()) -> tuple[Tool, ...]:
        """Return the tools that are switched on, the caller's own families included."""

    async def call(self, name: str, raw: Mapping[str, Any], caller: Caller) -> Result:
        """Run one tool.

        Raises:
            BridgeError: Any of ours.
        """


class Bridge(errands.Bridge, probing.Bridge, offering.Bridge, Protocol):
    """What the daemon asks of the open Bridge (`app.open_bridge` gives one)."""

    @property
    @override
    def door(self) -> Door:
        """The one way to the tools."""

    @property
    def timers(self) -> Timers:
        """The timers of all parties."""

    def busy(self) -> bool:
        """Return whether something runs on that no connection stands for."""

    def several(self) -> bool:
        """Return whether several phones are listed, so that `serial` is worth naming."""

    def follow(self, heard: Callable[[], None]) -> None:
        """Follow adb's list of phones; `heard` is called when it changed, once however often asked.

        A server that does not run is not started for it.
        """

    def known(self) -> Mapping[str, Facts]:
        """Return what is known of the phones, by serial, without asking them."""

    async def meet(self) -> Mapping[str, Facts]:
        """Ask the phone that a call without `serial` would mean, briefly; never raises."""

    def borrowed(self) -> list[dict[str, str]]:
        """Return what was borrowed from phones, as JSON values."""


@dataclass(eq=False)
class Guest:
    """A connection that was let in; by its `id` it may have phones.

    Attributes:
        client: Its name; that of an MCP host, and its version, once it has said them.
    """

    client: str
    want: str
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    since: float = field(default_factory=time.time)


class Reception:
    """Meets every connection; knows who is in and since when nobody is.

    Args:
        bridge: The open Bridge.
        token: What a hello must carry.
        adb_server: Host and port of the daemon's own adb server.
        leave: Called when the daemon is to end.
        serve_mcp: Speaks MCP on a connection until it ends: given the guest, the families of
            tools that are switched on for it, and the folders it works in.
        web: Opens the web server when somebody asks for it.
    """

    def __init__(
        self,
        bridge: Bridge,
        *,
        token: str,
        adb_server: tuple[str, int],
        leave: Callable[[], None],
        serve_mcp: Callable[[Lines, Guest, frozenset[str], tuple[str, ...]], Any],
        web: Opening,
    ) -> None:
        self.guests: set[Guest] = set()
        self.quiet_since = time.monotonic()
        self.leaving = False
        self.http: str | None = None
        """Address of MCP over HTTP, while it is served."""
        self._bridge = bridge
        self._token = token.encode()
        self._adb_server = adb_server
        self._leave = leave
        self._serve_mcp = serve_mcp
        self._web = web
        self._strangers: dict[Lines, None] = {}
        self._started = time.time()

    async def welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection from its hello to its end. Never raises for a guest's fault."""
        lines = Lines(reader, writer)
        try:
            await self._converse(lines)
        except BridgeError as error:
            await _tell(lines, error)
        except (ConnectionError, TimeoutError):
            log.debug("a connection broke off")
        except Exception:
            log.exception("a connection ended by a defect")
        finally:
            self._strangers.pop(lines, None)
            await lines.close()

    async def _converse(self, lines: Lines) -> None:
        hello = await self._hello(lines)
        if self.leaving:
            await lines.send({"ok": False, "leaving": True})
            return
        want, client = hello["want"], str(hello.get("client") or "unnamed")[:80]
        if want in _WORKING or want not in WANTS:
            # a newer client may want what came after this version: it gets a Bridge of its own
            if self._replaced_by(str(hello.get("version", ""))):
                log.info("leaving for a newer version")
                await lines.send({"ok": False, "leaving": True})
                self._end()
                return
            if want not in WANTS:
                raise UsageFault("BAD_ARGUMENTS", "the hello wants nothing known")
            self._same_adb_server(hello.get("adb_server"))
        with self.visit(client, want) as guest:
            await self._serve(lines, guest, hello)

    @contextmanager
    def visit(self, client: str, want: str) -> Iterator[Guest]:
        """Count somebody as being here until the block ends."""
        guest = Guest(client, want)
        self.guests.add(guest)
        try:
            yield guest
        finally:
            self.guests.discard(guest)
            self.left(guest.id)
            if want in _WORKING:
                self.quiet_since = time.monotonic()

    def left(self, connection: str) -> None:
        """End what a connection had, or a session that came over several."""
        self._bridge.door.owners.left(connection)
        self._bridge.door.approvals.left(connection)
        self._bridge.timers.left(connection)

    async def _hello(self, lines: Lines) -> Mapping[str, Any]:
        """Read the first line and judge it."""
        self._strangers[lines] = None
        if len(self._strangers) > STRANGERS:
            oldest = next(iter(self._strangers))
            del self._strangers[oldest]
            oldest.drop()
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                raw = await lines.next(HELLO_BYTES)
        except LineTooLong as too_long:
            raise UsageFault("BAD_ARGUMENTS", "the hello is too long") from too_long
        if raw is None:
            raise ConnectionResetError("it left without a hello")
        try:
            hello = json.loads(raw)
            token = hello["token"].encode()
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as odd:
            raise UsageFault("BAD_ARGUMENTS", "the hello is not understood") from odd
        if not hmac.compare_digest(token, self._token):
            raise SetupFault("DAEMON_FORBIDDEN", "the token is not this Bridge's")
        want = hello.get("want")
        if not isinstance(want, str):
            raise UsageFault("BAD_ARGUMENTS", "the hello wants nothing known")
        self._strangers.pop(lines, None)
        return hello  # type: ignore[no-any-return]  # JSON's border: its fields are read one by one

    def _replaced_by(self, version: str) -> bool:
        """Return whether to leave for a client of that version.

        Raises:
            SetupFault: `DAEMON_BUSY`: it is newer, and somebody works here.
        """
        if not newer(version, __version__):
            return False
        workers = [guest.client for guest in self.guests if guest.want in _WORKING]
        if workers or self._bridge.busy():
            told = f"; connected: {', '.join(sorted(set(workers)))}" if workers else ""
            raise SetupFault(
                "DAEMON_BUSY",
                f"the Bridge that runs (pid {os.getpid()}) is version {__version__},"
                f" this client {version}, and it is busy{told}",
            )
        return True

    def _same_adb_server(self, named: Any) -> None:
        """Refuse a client whose shell names another adb server than ours."""
        if not isinstance(named, Mapping):
            return
        host, port = self._adb_server
        their_host, their_port = named.get("host") or host, named.get("port") or port
        if (_plain(str(their_host)), their_port) != (_plain(host), port):
            raise SetupFault(
                "OTHER_ADB_SERVER",
                f"the Bridge uses the adb server {host}:{port}, this shell names"
                f" {their_host}:{their_port}",
            )

    async def _serve(self, lines: Lines, guest: Guest, hello: Mapping[str, Any]) -> None:
        about = {"ok": True, "pid": os.getpid(), "version": __version__}
        match guest.want:
            case "ping":
                await lines.send(about)
            case "status":
                await lines.send({**about, "data": self.status()})
            case "stop":
                await lines.send(about)
                log.info("asked to stop by %s", guest.client)
                self._end()
            case "call":
                await lines.send(about)
                caller = Caller(
                    guest.client,
                    COMMAND_LINE,
                    guest.id,
                    families=EVERY_FAMILY,
                    folders=_folders(hello.get("cwd")),
                )
                await serve_calls(lines, self._bridge.door, caller)
            case "mcp":
                families = _families(hello.get("tools"))
                await lines.send(about)
                folders = _folders(hello.get("cwd"))
                await self._serve_mcp(lines, guest, families, folders)
            case "attend":
                await lines.send(about)
                await attending.serve(lines, self._bridge.door.approvals)
            case "probe":
                await lines.send(about)
                await probing.serve(lines, self._bridge, hello)
            case "view":
                house = await self._web.house(self.visit)
                nonce = house.keys.nonce(_serial(hello))
                await lines.send({**about, "data": view_link(house.address, nonce)})
            case "relay":
                house = await self._web.house(self.visit)
                await offering.serve(lines, house, self._bridge, hello, about)
            case "extension":
                data = await enrolling.run(self._web, self.visit, hello)
                await lines.send({**about, "data": data})
            case errand:
                data = await errands.run(self._bridge, errand, hello)
                await lines.send({**about, "data": data})

    def status(self) -> dict[str, Any]:
        """Return the daemon's own facts: who is connected, and times in seconds."""
        host, port = self._adb_server
        return {
            "pid": os.getpid(),
            "version": __version__,
            "started": self._started,
            "adb_server": {"host": host, "port": port},
            "http": self.http,
            "web": self._web.address,
            "busy": self._bridge.busy(),
            "idle": round(self.idle_for(), 3),
            **self._bridge.door.owners.status(),
            "borrowed": self._bridge.borrowed(),
            "timers": self._bridge.timers.every(),
            "clients": [
                {"client": g.client, "want": g.want, "since": g.since}
                for g in sorted(self.guests, key=lambda g: g.since)
                if g.want in _WORKING
            ],
        }

    def idle_for(self) -> float:
        """Return for how many seconds nobody has worked here; 0 while somebody does."""
        if self._bridge.busy() or any(g.want in _WORKING for g in self.guests):
            self.quiet_since = time.monotonic()
            return 0
        return time.monotonic() - self.quiet_since

    def _end(self) -> None:
        self.leaving = True
        self._leave()


def _serial(hello: Mapping[str, Any]) -> str:
    given = hello.get("serial")
    return given if isinstance(given, str) else ""


def view_link(address: str, nonce: str) -> dict[str, Any]:
    """Return the link that opens the viewer, once; its fragment never goes over a wire."""
    link = f"{address}/#{nonce}"
    return {"text": link, "link": link}


def _families(named: Any) -> frozenset[str]:
    """Return which families of tools a host asked for."""
    wanted = frozenset(named) if isinstance(named, list) else frozenset()
    if unknown := wanted - EVERY_FAMILY:
        told = f"there is no family of tools named {', '.join(sorted(map(str, unknown)))!r}"
        raise UsageFault("BAD_ARGUMENTS", told, hint=f"There are: {', '.join(FAMILIES)}.")
    return wanted


def _folders(named: Any) -> tuple[str, ...]:
    """Return the folder that a client was started in, as it says; it is told by the same user."""
    return (named,) if isinstance(named, str) and named and "\0" not in named else ()


async def _tell(lines: Lines, error: BridgeError) -> None:
    try:
        await lines.send(error.envelope())
    except ConnectionError:
        log.debug("nobody was left to hear %s", error.code)


def _plain(host: str) -> str:
    return "127.0.0.1" if host.lower() in {"localhost", "::1"} else host.lower()
