"""One phone on an adb server: its shell, its facts, and forwards that end with their use."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from bridge.adb import parse
from bridge.adb.ledger import Ledger
from bridge.adb.parse import Facts, Forward, Sight, reconnecting
from bridge.adb.server import AdbServer
from bridge.adb.wire import ShellDecoder, Stream, WireError
from bridge.errors import BridgeError, LateFault, PhoneFault, PhoneGone

log = logging.getLogger(__name__)

MOST_OUTPUT = 64 * 1024 * 1024
"""Bytes of output one command may have; a screenshot has some 10 MB."""

_PIECE = 256 * 1024
_EXIT = re.compile(rb"@@tapbridge:exit:(\d+)(\r?)\n?\Z")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ran:
    """What a shell command left.

    Attributes:
        stderr: Empty on phones older than Android 7, which mix it into `stdout`.
        code: Its exit status.
    """

    stdout: bytes
    stderr: bytes
    code: int

    @property
    def text(self) -> str:
        """Return `stdout` as text; bytes that are no UTF-8 become `\ufffd`."""
        return self.stdout.decode("utf-8", "replace")


class Device:
    """One phone.

    Args:
        server: The adb server that knows it.
        serial: Its name there.
        shell_seconds: Limit of the one command that asks for the facts.
        ledger: Where its forwards are remembered, should this process be killed.
    """

    def __init__(
        self,
        server: AdbServer,
        serial: str,
        *,
        shell_seconds: float = 10,
        ledger: Ledger | None = None,
    ) -> None:
        self.server = server
        self._ledger = ledger
        self.serial = serial
        self._shell_seconds = shell_seconds
        self._features: frozenset[str] | None = None

    async def shell(self, command: str, *, seconds: float) -> Ran:
        """Run a command in the phone's shell. It has no input; do not run what reads some.

        Leaving early (limit, cancellation) closes the stream, which ends the command.

        Raises:
            LateFault: It did not end within `seconds`.
            PhoneGone: The phone went away before it told the exit status.
            PhoneFault: The phone is not there, not allowed or offline.
        """
        what = f"the shell command {command.partition(' ')[0]!r} on {self.serial}"
        try:
            async with asyncio.timeout(seconds):
                if self._features is None:
                    self._features = await self.server.features(self.serial)
                if "shell_v2" in self._features:
                    return await self._shell_v2(command, what)
                return await self._shell_v1(command, what)
        except TimeoutError as problem:
            raise LateFault(f"{what} did not end within {seconds:g} s") from problem

    async def exec_out(self, command: str, *, seconds: float) -> bytes:
        """Run a command and return its output, byte for byte.

        There is no exit status, and a phone that vanishes looks like an end: check what came.

        Raises:
            LateFault: It did not end within `seconds`.
            PhoneFault: The phone is not there, not allowed or offline.
        """
        what = f"the command {command.partition(' ')[0]!r} on {self.serial}"
        try:
            async with asyncio.timeout(seconds):
                pieces = [piece async for piece in self._pieces(f"exec:{command}", what)]
        except TimeoutError as problem:
            raise LateFault(f"{what} did not end within {seconds:g} s") from problem
        return b"".join(pieces)

    async def facts(self) -> Facts:
        """Ask the phone about itself, in one shell call.

        Raises:
            PhoneFault: `DEVICE_OFFLINE` when it does not answer in time or the answer is not
                whole, else as `shell`.
        """
        return await self._told(parse.FACTS_COMMAND, parse.facts)

    async def sight(self) -> Sight:
        """Ask the phone what its screen shows, in one shell call. Raises as `facts`."""
        return await self._told(parse.SIGHT_COMMAND, parse.sight)

    async def _told(self, command: str, read: Callable[[str], T]) -> T:
        try:
            return read((await self.shell(command, seconds=self._shell_seconds)).text)
        except LateFault as late:
            told = f"{self.serial} did not answer within {self._shell_seconds:g} s"
            raise PhoneFault("DEVICE_OFFLINE", told, hint=reconnecting(self.serial)) from late
        except parse.Unreadable as problem:
            raise PhoneFault("DEVICE_OFFLINE", f"{self.serial}: {problem}") from problem

    @asynccontextmanager
    async def forwarded(self, remote: str) -> AsyncIterator[int]:
        """Hold a fresh forward to `remote` (`localabstract:NAME`) and yield its local port.

        It is removed at the end whatever happens, and nothing but it.
        """
        port: int | None = None

        async def take() -> None:
            nonlocal port
            port = await self.server.forward(self.serial, remote)
            if self._ledger is not None:
                self._ledger.note(Forward(self.serial, f"tcp:{port}", remote))

        try:
            await _to_its_end(take())
            if port is None:  # pragma: no cover - take() either sets it or raises
                raise AssertionError
            yield port
        finally:
            if port is not None:
                await _to_its_end(self._release(Forward(self.serial, f"tcp:{port}", remote)))

    async def _release(self, forward: Forward) -> None:
        # The port may have been given to somebody else since: a phone that reconnects has
        # lost its forwards, and adb removes by port alone.
        try:
            if forward in await self.server.list_forwards():
                await self.server.kill_forward(forward.serial, forward.local)
        except BridgeError as problem:
            log.debug("forward %s of %s is left to adb: %s", forward.local, self.serial, problem)
            return  # still in the ledger: the next Bridge looks again
        if self._ledger is not None:
            self._ledger.forget(forward)

    async def _shell_v2(self, command: str, what: str) -> Ran:
        decoder = ShellDecoder()
        out = {Stream.STDOUT: bytearray(), Stream.STDERR: bytearray()}
        try:
            async with aclosing(self._pieces(f"shell,v2,raw:{command}", what)) as pieces:
                async for piece in pieces:
                    for packet in decoder.feed(piece):
                        if packet.stream is Stream.EXIT:
                            stdout, stderr = bytes(out[Stream.STDOUT]), bytes(out[Stream.STDERR])
                            return Ran(stdout, stderr, packet.data[0])
                        out[packet.stream] += packet.data
        except WireError as problem:
            raise PhoneGone(f"{what} gave an unreadable answer: {problem}") from problem
        raise PhoneGone(f"{what} ended without an exit status")

    async def _shell_v1(self, command: str, what: str) -> Ran:
        # Phones before Android 7: one merged stream on a terminal, which turns \n into \r\n.
        asked = f"shell:({command}\n); echo @@tapbridge:exit:$?"
        merged = b"".join([piece async for piece in self._pieces(asked, what)])
        told = _EXIT.search(merged)
        if told is None:
            raise PhoneGone(f"{what} ended without an exit status")
        stdout = merged[: told.start()]
        return Ran(stdout.replace(b"\r\n", b"\n") if told[2] else stdout, b"", int(told[1]))

    async def _pieces(self, service: str, what: str) -> AsyncGenerator[bytes, None]:
        reader, writer = await self.server.stream(self.serial, service)
        total = 0
        try:
            while piece := await reader.read(_PIECE):
                total += len(piece)
                if total > MOST_OUTPUT:
                    raise PhoneFault(
                        "OUTPUT_TOO_LARGE", f"{what} gave more than {MOST_OUTPUT >> 20} MiB"
                    )
                yield piece
        except OSError as problem:
            raise PhoneGone(f"{what}: the connection ended") from problem
        finally:
            writer.close()


async def _to_its_end(work: Coroutine[Any, Any, T]) -> T:
    """Await `work` to its end although the caller is cancelled meanwhile; then be cancelled.

    There is no limit here: the work has its own. All that is given here are one or two calls of
    the adb server, each of which ends within its `call_seconds`.
    """
    task = asyncio.get_running_loop().create_task(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as late:
            cancelled = late
    if cancelled is not None:
        if not task.cancelled():
            task.exception()
        raise cancelled
    return task.result()
