"""A small process beside the Bridge that lets the phone's Chrome go when the Bridge cannot.

While the gate may hold something, the Bridge beats twice a second. When it falls silent
(stopped, hung) or is killed, the warden cuts its link, which releases held requests, and lets
held pages run. It thinks of nothing else: until then it has loaded neither asyncio nor CDP.
"""

from __future__ import annotations

import logging
import select
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

BEAT_SECONDS = 0.5
SILENCE_SECONDS = 1.6
_THAW_SECONDS = 3.0
_BEAT, _REST, _LEAVE = b"b", b"r", b"l"
_START = "import sys; sys.path.append(sys.argv[1]); from bridge.page.warden import main; main()"

log = logging.getLogger(__name__)


class Warden:
    """The Bridge's end. Made by `start`; nothing here waits, but `leave` does."""

    def __init__(self, process: subprocess.Popen[bytes], line: socket.socket) -> None:
        self._process = process
        self._line = line

    @classmethod
    def start(cls, descriptor: int, port: int) -> Warden:
        """Start the process.

        Args:
            descriptor: The socket of the link to Chrome, which it is to cut.
            port: Local port that leads to Chrome, for a link of its own then.

        Raises:
            OSError: It cannot be started, or this system hands no sockets to processes.
        """
        if sys.platform == "win32":
            raise OSError("this system hands no sockets to processes")
        ours, theirs = socket.socketpair()
        root = str(Path(__file__).resolve().parents[2])
        try:
            process = subprocess.Popen(  # noqa: S603 - this very interpreter and package
                [sys.executable, "-c", _START, root, str(theirs.fileno()), str(port)],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # what ends the Bridge's group must not end it
            )
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()
        ours.settimeout(0)
        socket.send_fds(ours, [_BEAT], [descriptor])
        return cls(process, ours)

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def beat(self) -> None:
        """Say that the Bridge is well and holds things, from now until `rest`."""
        self._say(_BEAT)

    def rest(self) -> None:
        """Say that nothing is held any more: silence means nothing from now on."""
        self._say(_REST)

    def leave(self, seconds: float) -> None:
        """Send it home and wait for its end, at most so long; then end it, and wait as long.

        It blocks: use a thread.
        """
        self._say(_LEAVE)
        self._line.close()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            try:
                self._process.wait(seconds)
            except subprocess.TimeoutExpired:
                log.warning("the warden %d was killed, and does not end", self.pid)

    def _say(self, word: bytes) -> None:
        try:
            self._line.send(word)
        except OSError as problem:  # it is gone, or stopped and its line is full
            log.debug("the warden does not listen: %s", problem)


def main() -> None:
    """Watch over the Bridge at the other end of the line until one of both ends."""
    number, port = map(int, sys.argv[2:])
    with socket.socket(fileno=number) as line:
        _, (descriptor,), _, _ = socket.recv_fds(line, 1, 1)
        link = socket.socket(fileno=descriptor)
        if _is_well(line):
            return
    with suppress(OSError):  # it has ended by itself
        link.shutdown(socket.SHUT_RDWR)
    link.close()
    _thaw(port)


def _is_well(line: socket.socket) -> bool:
    """Listen until the Bridge leaves (True), or ends or falls silent while it holds things."""
    holds = True
    while True:
        ready, _, _ = select.select([line], [], [], SILENCE_SECONDS if holds else None)
        words = line.recv(4096) if ready else b""
        if not words:
            return not holds
        if words.endswith(_LEAVE):
            return True
        holds = words.endswith(_BEAT)


def _thaw(port: int) -> None:
    """Let pages run that were held; a few times, for some may still be on their way."""
    import asyncio  # noqa: PLC0415 - not loaded while all is well

    from bridge.cdp.connection import open_connection  # noqa: PLC0415 - likewise
    from bridge.cdp.targets import Targets  # noqa: PLC0415
    from bridge.errors import BridgeError  # noqa: PLC0415
    from bridge.settings import LimitSettings  # noqa: PLC0415

    async def thaw() -> None:
        limits = LimitSettings(open_seconds=_THAW_SECONDS, command_seconds=_THAW_SECONDS)
        async with open_connection(port, limits) as connection:
            targets = Targets(connection)
            await targets.start()
            end = time.monotonic() + _THAW_SECONDS
            while time.monotonic() < end:
                for each in targets.frozen:
                    targets.thaw(each)
                await asyncio.sleep(BEAT_SECONDS)

    try:
        asyncio.run(thaw())
    except (BridgeError, OSError) as problem:
        sys.exit(f"the phone's Chrome is out of reach: {problem}")
