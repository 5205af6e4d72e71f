"""Thin clients' way to the daemon: find it, start it when it is not there, ask.

Synchronous and standard library only, so that a CLI verb or the MCP pipe starts in
milliseconds. Twenty clients that find no daemon start one: the start is locked.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from bridge import __version__
from bridge.errors import BridgeError, InternalFault, PhoneGone, SetupFault, UnknownOutcome, fault
from bridge.files import FileLock
from bridge.serve import state

ANSWER_SECONDS = 10.0
LEAVE_SECONDS = 15.0
SIGNAL_SECONDS = 5.0
START_SECONDS = 15.0
_LOOK_AGAIN = 0.02
_LONGEST_FOLDER = 4000
_CHUNK = 64 * 1024
_AT_ONCE = frozenset({"mcp", "call", "probe", "attend", "status", "stop", "ping"})
# a stopped process hears only the last of them; Windows knows only the first
_ENDING = [signal.SIGTERM, *([signal.SIGKILL] if sys.platform != "win32" else [])]


class Link:
    """A connection whose hello was answered with ok; `answer` is the daemon's first line."""

    def __init__(self, sock: socket.socket, reader: BinaryIO, answer: Mapping[str, Any]) -> None:
        self.sock = sock
        self.reader = reader
        self.answer = answer

    def __enter__(self) -> Self:
        """Hand out the link itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """End the connection; a call under way is cancelled by that."""
        self.reader.close()
        self.sock.close()

    def call(
        self,
        tool: str,
        args: Mapping[str, Any],
        *,
        serial: str | None = None,
        reads: bool = False,
        take: bool = False,
    ) -> dict[str, Any]:
        """Call one tool on a link opened with `want="call"`.

        The daemon bounds the call. While it is silent it is asked, now and then, whether it
        still answers at all: one that hangs holds nobody up.

        Args:
            tool: The tool's name, as MCP spells it.
            args: Its arguments.
            serial: The phone.
            reads: Whether the tool only reads: then a lost link lost nothing.
            take: Whether a person takes the phone from whoever has it.

        Returns:
            `text`, `facts` and `pictures` (each `mime` and base64 `data`).

        Raises:
            BridgeError: As the tool raised it; when the daemon went away or hangs, for a
                read `PHONE_GONE` or `DAEMON_FAILED`, for an act `UNKNOWN_OUTCOME`.
        """
        request: dict[str, Any] = {"id": 1, "tool": tool, "args": dict(args)}
        if serial is not None:
            request["serial"] = serial
        if take:
            request["take"] = True
        try:
            self.sock.sendall(_line(request))
            raw = _hear(self.sock)
        except SetupFault as hangs:
            if reads:
                raise
            raise UnknownOutcome(f"{hangs.message} any more") from hangs
        except OSError:
            raw = b""
        if not raw.endswith(b"\n"):
            if reads:
                raise PhoneGone(
                    "the Bridge ended during the call",
                    hint="Call again: that starts it anew.",
                )
            raise UnknownOutcome("the Bridge ended during the call")
        return unfold(json.loads(raw))


def connect(want: str, *, client: str, command: Sequence[str] | None = None, **more: Any) -> Link:
    """Reach the daemon, starting it when none lives.

    Args:
        want: `mcp`, `call`, `probe`, or an errand: `open`, `pause`, `resume`, `keep_awake`,
            `reverse`, `approvals`, `pin`; `attend`.
        client: The caller's name, for status and journal.
        command: How to start the daemon; ours when not given.
        more: Further fields of the hello.

    Raises:
        SetupFault: `DAEMON_FAILED`, `DAEMON_BUSY`, `DAEMON_FORBIDDEN`, `OTHER_ADB_SERVER`,
            or what kept the daemon from starting (`SETTINGS_INVALID`).
    """
    place = state.folder()
    if (link := attempt(want, client=client, **more)) is not None:
        return link
    limit = time.monotonic() + start_seconds()
    lock = FileLock(place / state.START)
    try:
        while not state.taken(lock):
            _wait(limit, "another client is still starting it")
        child: subprocess.Popen[bytes] | None = None
        while (link := attempt(want, client=client, **more)) is None:
            if child is not None and child.poll() is not None and not state.alive(place):
                raise _last_words(place)
            if child is None and not state.alive(place):
                child = _launch(place, command or own_command())
            _wait(limit, "it does not answer")
        return link
    finally:
        lock.release()


def attempt(want: str, *, client: str, **more: Any) -> Link | None:
    """Reach the daemon that lives; None when none does or it is just leaving.

    Raises:
        BridgeError: The daemon refused, or lives and does not answer.
    """
    place = state.folder()
    known = state.read(place)
    if known is None or not state.alive(place):
        return None
    hello = {
        "token": known.token,
        "version": __version__,
        "want": want,
        "client": client,
        "adb_server": named_adb_server(os.environ),
        "cwd": own_folder(),
        **more,
    }
    try:
        sock = socket.create_connection(("127.0.0.1", known.port), ANSWER_SECONDS)
    except OSError:
        return None  # between its last breath and the end of its lock, or before its first
    reader = sock.makefile("rb")
    try:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.sendall(_line(hello))
        # what a person asks of a phone takes its time, within the daemon's own limits
        raw = reader.readline() if want in _AT_ONCE else _hear(sock)
        sock.settimeout(None)
        answer = json.loads(raw) if raw.endswith(b"\n") else None
        if answer is not None and not answer.get("leaving"):
            unfold(answer)
            return Link(sock, reader, answer)
    except TimeoutError as late:
        sock.close()
        raise SetupFault(
            "DAEMON_FAILED",
            f"the Bridge (pid {known.pid}) does not answer",
            hint="Run `tapbridge stop`, then call again.",
        ) from late
    except (OSError, ValueError):
        answer = None
    except BridgeError:
        sock.close()
        raise
    reader.close()
    sock.close()
    return None


def stop() -> state.State | None:
    """End the daemon, by its own door or, when it does not answer, by a signal.

    Returns:
        What it was; None when none lives.

    Raises:
        SetupFault: `DAEMON_FAILED` when it lives on.
    """
    place = state.folder()
    known = state.read(place)
    if known is None or not state.alive(place):
        return None
    link: Link | None = None
    try:
        link = attempt("stop", client="cli")
    except SetupFault:
        link = None
    if link is not None:
        link.close()
        if _has_left(place, LEAVE_SECONDS):
            return known
    # its life lock is held, so this pid is the daemon's and nobody else's
    for number in _ENDING:
        if not state.alive(place):
            return known
        with suppress(ProcessLookupError):
            os.kill(known.pid, number)
        if _has_left(place, SIGNAL_SECONDS):
            return known
    raise SetupFault("DAEMON_FAILED", f"the Bridge (pid {known.pid}) does not leave")


def _has_left(place: Path, seconds: float) -> bool:
    limit = time.monotonic() + seconds
    while state.alive(place):
        if time.monotonic() > limit:
            return False
        time.sleep(_LOOK_AGAIN)
    return True


def named_adb_server(environ: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the adb server that this shell names, by the variables `settings` honours."""
    port = environ.get("TAPBRIDGE_ADB__PORT") or environ.get("ANDROID_ADB_SERVER_PORT")
    host = environ.get("TAPBRIDGE_ADB__HOST")
    if not port and not host:
        return None
    return {"host": host or None, "port": int(port) if port and port.isdecimal() else None}


def own_folder() -> str | None:
    """Return the folder that this process works in: paths of files to hand over begin there."""
    try:
        folder = str(Path.cwd())
    except OSError:  # it was removed
        return None
    return folder if len(ascii(folder)) <= _LONGEST_FOLDER else None  # a hello has its limit


def start_seconds() -> float:
    """Return how long to wait for a start: the setting, read without the settings' library."""
    import tomllib  # noqa: PLC0415 - only a start needs it

    from bridge.places import config_folder  # noqa: PLC0415 - the same

    raw: Any = os.environ.get("TAPBRIDGE_DAEMON__START_SECONDS")
    try:
        if raw is None:
            text = (config_folder() / "settings.toml").read_text(encoding="utf-8")
            raw = tomllib.loads(text)["daemon"]["start_seconds"]
        return float(raw)
    except (OSError, ValueError, KeyError, TypeError):
        return START_SECONDS


def own_command() -> tuple[str, ...]:
    """Return the command that starts this very installation's daemon."""
    return (sys.executable, "-m", "bridge.serve.daemon")


def _launch(place: Path, command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start the daemon in its own session; what it says before its log opens is kept."""
    environment = dict(os.environ)
    root = Path(__file__).resolve().parents[2]
    if root.name not in {"site-packages", "dist-packages"}:  # a checkout
        before = environment.get("PYTHONPATH")
        environment["PYTHONPATH"] = str(root) if not before else f"{root}{os.pathsep}{before}"
    with state.told(place / state.LAST_WORDS):
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        number = os.open(place / state.LAST_WORDS, flags, 0o600)
        try:
            os.write(number, b"\n")  # on a full disk its last words would be lost
        except OSError:
            os.close(number)
            raise
    apart: dict[str, Any] = (
        # DETACHED_PROCESS and CREATE_NEW_PROCESS_GROUP, which exist only there
        {"creationflags": 0x00000008 | 0x00000200}
        if sys.platform == "win32"
        else {"start_new_session": True}
    )
    try:
        child = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=number,
            stderr=number,
            cwd=place,
            env=environment,
            **apart,
        )
    except OSError as problem:
        raise SetupFault("DAEMON_FAILED", f"it could not be run: {problem}") from problem
    finally:
        os.close(number)
    # a pipe may outlive its daemon, which must not stay behind as a zombie
    threading.Thread(target=child.wait, name="reaper", daemon=True).start()
    return child


def _last_words(place: Path) -> BridgeError:
    """Make the error of a daemon that ended before it answered."""
    try:
        text = (place / state.LAST_WORDS).read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    last = next((line for line in reversed(text.splitlines()) if line.strip()), "")
    try:
        return fault(**json.loads(last)["error"])
    except (ValueError, KeyError, TypeError):
        told = last.strip()[:300] or "it said nothing"
        return SetupFault("DAEMON_FAILED", f"the Bridge ended while starting: {told}")


def _wait(limit: float, why: str) -> None:
    if time.monotonic() > limit:
        raise SetupFault("DAEMON_FAILED", f"the Bridge could not be reached: {why}")
    time.sleep(_LOOK_AGAIN)


def _hear(sock: socket.socket) -> bytes:
    """Read one line, however long it takes, while the daemon answers others.

    Raises:
        SetupFault: `DAEMON_FAILED`: it does not answer anybody.
        OSError: The connection broke.
    """
    heard = bytearray()
    while not heard.endswith(b"\n"):
        if not select.select([sock], [], [], ANSWER_SECONDS)[0]:
            if (asked := attempt("ping", client="cli")) is not None:
                asked.close()
            continue
        if not (chunk := sock.recv(_CHUNK)):
            break
        heard += chunk
    return bytes(heard)


def _line(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value).encode() + b"\n"


def unfold(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of one of the daemon's answers, or raise its error."""
    if answer.get("ok"):
        data = answer.get("data")
        return data if isinstance(data, dict) else {}
    error = answer.get("error")
    if not isinstance(error, Mapping):
        raise InternalFault("the Bridge answered without sense")
    raise fault(str(error.get("code")), str(error.get("message")), hint=error.get("hint"))
