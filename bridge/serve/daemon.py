"""The daemon: one process that holds the phones' sessions for everybody on this computer.

`python -m bridge.serve.daemon` is what thin clients start; `tapbridge serve` runs the same
in the foreground. It holds the life lock, opens the Bridge, listens on loopback, writes
the state file, and leaves on a signal, on request, or (not in the foreground) when idle.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import logging.handlers
import os
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bridge import __version__
from bridge.errors import BridgeError, InternalFault, SetupFault
from bridge.files import FileLock
from bridge.serve import state
from bridge.serve.control import Bridge, Guest, Reception
from bridge.serve.http_token import http_token
from bridge.serve.lines import Lines
from bridge.serve.opening import Opening
from bridge.serve.paired import Paired
from bridge.serve.presence import Presence

if TYPE_CHECKING:
    from bridge.serve.mcp_server import Face
    from bridge.settings import Settings

log = logging.getLogger("bridge.serve.daemon")  # also when it is __main__

OpenBridge = Callable[["Settings"], AbstractAsyncContextManager[Bridge]]

TOKEN_BYTES = 32
LIFE_SECONDS = 5.0
CLOSE_SECONDS = 10.0
LOOK_SECONDS = 5.0
BACKLOG = 256
LOGS_KEPT = 5


async def serve(
    settings: Settings,
    *,
    open_bridge: OpenBridge | None = None,
    foreground: bool = False,
    ready: Callable[[state.State], None] | None = None,
) -> None:
    """Be the daemon until it is time to leave.

    Args:
        settings: All settings.
        open_bridge: Opens the Bridge; `app.open_bridge` when not given.
        foreground: Whether a person runs it: then it does not leave when idle.
        ready: Called once clients are answered.

    Raises:
        SetupFault: `DAEMON_FAILED`: another daemon of this user runs, or a port is taken.
    """
    place = state.folder()
    life = FileLock(place / state.LIFE)
    await _take(life, place)
    try:
        state.remove(place)  # it was a dead one's
        await _run(settings, place, open_bridge or _app(), foreground=foreground, ready=ready)
    finally:
        life.release()


async def _take(life: FileLock, place: Path) -> None:
    """Take the life lock; one who is leaving, or only asking, gets a moment."""
    limit = time.monotonic() + LIFE_SECONDS
    while not state.taken(life):
        if time.monotonic() > limit:
            known = state.read(place)
            who = f" (pid {known.pid}, version {known.version})" if known else ""
            raise SetupFault(
                "DAEMON_FAILED",
                f"the Bridge already runs{who}",
                hint="Use it, or run `tapbridge stop` first.",
            )
        await asyncio.sleep(0.02)


async def _run(
    settings: Settings,
    place: Path,
    open_bridge: OpenBridge,
    *,
    foreground: bool,
    ready: Callable[[state.State], None] | None,
) -> None:
    leave = asyncio.Event()
    with _Signals(leave):
        stack = AsyncExitStack()
        try:
            bridge = await stack.enter_async_context(open_bridge(settings))
            await _answer(settings, place, bridge, leave=leave, foreground=foreground, ready=ready)
        finally:
            try:
                async with asyncio.timeout(CLOSE_SECONDS):
                    await stack.aclose()
            except TimeoutError:
                log.error("the phones' sessions did not close within %s s", CLOSE_SECONDS)  # noqa: TRY400 - a limit, its traceback says nothing
    log.info("left")


async def _answer(
    settings: Settings,
    place: Path,
    bridge: Bridge,
    *,
    leave: asyncio.Event,
    foreground: bool,
    ready: Callable[[state.State], None] | None,
) -> None:
    """Listen and serve until `leave` is set."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    over_http = None
    if settings.http.enabled:
        over_http = (http_token(place), _bound(settings.http.port))
    async with asyncio.TaskGroup() as tasks:
        face = tasks.create_task(_faced(bridge, tasks))

        async def serve_mcp(
            lines: Lines,
            guest: Guest,
            families: frozenset[str],
            folders: tuple[str, ...],
        ) -> None:
            shown = await asyncio.shield(face)

            def met(name: str) -> None:
                guest.client = name

            await shown.speak(lines, guest.client, guest.id, families, folders, met=met)

        web = Opening(bridge, settings.web.ports, tasks)
        reception = Reception(
            bridge,
            token=token,
            adb_server=(settings.adb.host, settings.adb.port),
            leave=leave.set,
            serve_mcp=serve_mcp,
            web=web,
        )
        talks: set[asyncio.Task[None]] = set()

        def arrived(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if reception.leaving:  # accepted just before the port was closed
                writer.transport.abort()
                return
            talk = tasks.create_task(reception.welcome(reader, writer))
            talks.add(talk)
            talk.add_done_callback(talks.discard)

        server = await asyncio.start_server(arrived, "127.0.0.1", 0, backlog=BACKLOG)
        port = server.sockets[0].getsockname()[1]
        rooms = AsyncExitStack()
        try:
            if over_http is not None:
                shown = await asyncio.shield(face)
                listening = _listen(settings, *over_http, shown, reception)
                reception.http = await rooms.enter_async_context(listening)
            known = state.State(os.getpid(), port, token, __version__, time.time(), reception.http)
            state.write(place, known)
            log.info("version %s answers on port %d", __version__, port)
            if Paired(place).all():
                tasks.create_task(_expect(web, reception))
            if ready is not None:
                ready(known)
            idle = None if foreground else settings.daemon.idle_seconds
            await _until(leave, reception, idle, lambda: state.read(place) == known)
        finally:
            reception.leaving = True
            state.remove(place, token)
            server.close()
            for talk in talks:
                talk.cancel()
            await rooms.aclose()
            await web.close()
            if face.done() and not face.cancelled() and face.exception() is None:
                face.result().close()


async def _faced(bridge: Bridge, tasks: asyncio.TaskGroup) -> Face:
    # the MCP SDK takes most of a second to import: in a thread, so that nobody waits
    # for it who does not need it
    room = await asyncio.to_thread(importlib.import_module, "bridge.serve.mcp_server")
    made: Face = room.Face(bridge, tasks)
    return made


def _bound(port: int) -> socket.socket:
    """Take the port for MCP over HTTP.

    Raises:
        SetupFault: `DAEMON_FAILED`: it cannot be had.
    """
    try:
        return socket.create_server(("127.0.0.1", port), backlog=BACKLOG)
    except OSError as problem:
        raise SetupFault(
            "DAEMON_FAILED",
            f"port {port} for MCP over HTTP cannot be had: {problem.strerror or problem}",
            hint="End what holds it, or choose another: `tapbridge serve --http PORT`.",
        ) from problem


def _listen(
    settings: Settings, token: str, sock: socket.socket, face: Face, reception: Reception
) -> AbstractAsyncContextManager[str]:
    """Serve MCP over HTTP until the block ends."""
    from bridge.serve import http  # noqa: PLC0415 - it imports the SDK, which is there by now

    def gone(party: str) -> None:
        reception.left(party)
        face.left(party)

    presence = Presence(settings.daemon.idle_seconds, gone)
    return http.listen(
        face.server("http", presence=presence),
        sock,
        token=token,
        idle_seconds=settings.daemon.idle_seconds,
        visit=lambda: reception.visit("http", "http"),
        presence=presence,
    )


async def _until(
    leave: asyncio.Event,
    reception: Reception,
    idle: float | None,
    can_be_found: Callable[[], bool],
) -> None:
    """Wait until asked to leave, or nobody works here: for `idle` seconds, or with no way in."""
    while True:
        quiet = reception.idle_for()
        if idle is not None and quiet >= idle:
            log.info("idle for %s s: leaving", idle)
            return
        if quiet > 0 and not can_be_found():
            log.info("the state file is gone: leaving")
            return
        left = LOOK_SECONDS if idle is None else min(LOOK_SECONDS, idle - quiet)
        with suppress(TimeoutError):
            async with asyncio.timeout(left):
                await leave.wait()
                return


async def _expect(web: Opening, reception: Reception) -> None:
    """Be there for the extensions that a person has paired: they come by themselves."""
    try:
        await web.house(reception.visit)
    except BridgeError as problem:
        log.warning("extensions cannot come: %s", problem.message)


class _Signals:
    """SIGTERM and SIGINT end the daemon cleanly while this is entered."""

    def __init__(self, leave: asyncio.Event) -> None:
        self._leave = leave
        self._loop = asyncio.get_running_loop()
        self._before: dict[int, signal.Handlers | Callable[..., object] | int | None] = {}

    def __enter__(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            # no handler can be set outside the main thread: then its owner ends us
            with suppress(ValueError):
                self._before[number] = signal.signal(number, self._heard)

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before if before is not None else signal.SIG_DFL)

    def _heard(self, number: int, _: object) -> None:
        # nothing is logged here: the signal may have come in the middle of a log line
        self._loop.call_soon_threadsafe(self._end, number)

    def _end(self, number: int) -> None:
        log.info("signal %d: leaving", number)
        self._leave.set()


def log_to_file(place: Path, limit: int, *, foreground: bool) -> None:
    """Send every log line to the rotating log, and to stderr too in the foreground.

    Args:
        place: The state folder.
        limit: Bytes at which it rotates; there are `LOGS_KEPT` files at most.
        foreground: Whether a person is looking.
    """
    form = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    out: list[logging.Handler] = [
        logging.handlers.RotatingFileHandler(
            place / state.LOG,
            maxBytes=limit,
            backupCount=LOGS_KEPT - 1,
            encoding="utf-8",
            delay=True,
        )
    ]
    if foreground:
        out.append(logging.StreamHandler())
    for handler in out:
        handler.setFormatter(form)
    logging.raiseExceptions = False  # a full disk costs log lines, and writes on no screen
    logging.basicConfig(level=logging.INFO, handlers=out, force=True)
    logging.captureWarnings(capture=True)
    # libraries log what passes through them: page text, typed text
    for name in ("mcp", "websockets", "aiohttp", "asyncio", "PIL", "uvicorn", "sse_starlette"):
        logging.getLogger(name).setLevel(logging.WARNING)


def run(
    settings: Settings,
    *,
    open_bridge: OpenBridge | None = None,
    foreground: bool = False,
    ready: Callable[[state.State], None] | None = None,
) -> None:
    """Serve in this process until it is time to leave, with logs set up.

    Raises:
        BridgeError: It could not start.
    """
    os.umask(0o077)
    log_to_file(state.folder(), settings.daemon.log_bytes, foreground=foreground)
    asyncio.run(serve(settings, open_bridge=open_bridge, foreground=foreground, ready=ready))


def main(open_bridge: OpenBridge | None = None) -> int:
    """Run in the background, as a thin client starts it; return the exit status.

    What goes wrong before clients are answered is the last line on stderr, as JSON: the
    client that waits tells it to its person.
    """
    from bridge.settings import load  # noqa: PLC0415 - so that --help of the module costs nothing

    try:
        run(load(), open_bridge=open_bridge)
    except BridgeError as error:
        log.error("%s", error)  # noqa: TRY400 - deliberate, its traceback says nothing
        sys.stderr.write(json.dumps(error.envelope()) + "\n")
        return error.exit
    except Exception:
        log.exception("the daemon ended by a defect")
        sys.stderr.write(json.dumps(InternalFault().envelope()) + "\n")
        return InternalFault.exit
    return 0


def _app() -> OpenBridge:
    from bridge.app import open_bridge  # noqa: PLC0415 - tests bring another

    return open_bridge


if __name__ == "__main__":
    sys.exit(main())
