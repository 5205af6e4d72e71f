"""A client of the adb server's socket: one connection per request.

The server is found running (or started by `binary`), asked, and left as it is: another
adb client of any version shares it undisturbed. What goes wrong leaves here as one of
our errors, with what was asked for in its text.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

from bridge.adb import parse
from bridge.adb.parse import Forward, Listed
from bridge.adb.wire import (
    Message,
    Refused,
    Reply,
    RequestTooLong,
    Step,
    Text,
    WireError,
    request,
)
from bridge.errors import BridgeError, LateFault, PhoneFault, PhoneGone, SetupFault, UsageFault

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]

_READ_AHEAD = 1024 * 1024
"""Bytes a reader holds before the socket is paused: one large shell packet."""

_SERIAL = re.compile(r"(\[[0-9a-zA-Z:.%]+\]|[^:;\[\]/\s]+( \(\d+\)[^:;\[\]/\s]*)?)(:\d{1,5})?")
"""A serial, an address with a port, or an mDNS name: nothing that adb would read as more."""


class AdbServer:
    """The adb server at `host:port`.

    Args:
        host: Where it listens.
        port: Its port, 5037 unless somebody chose another.
        call_seconds: Limit of one request; `connect` may take three times as long,
            because the server itself waits ten seconds for a silent phone.
    """

    def __init__(self, host: str, port: int, *, call_seconds: float) -> None:
        self.host = host
        self.port = port
        self._call_seconds = call_seconds

    async def version(self) -> int:
        """Return the protocol version (41 for every adb since 2018)."""
        text = await self._text("host:version", "its version")
        with self._told_by("its version"):
            return _whole(text, 16)

    async def devices(self) -> tuple[Listed, ...]:
        """Return the phones it knows, in every state."""
        return parse.listed(await self._text("host:devices-l", "the list of phones"))

    async def track(self) -> AsyncGenerator[tuple[Listed, ...], None]:
        """Yield the list of phones now, and again whenever it changes; no deadline.

        Old servers notice a lost Wi-Fi phone late or never: a call to it is the proof.
        Close it with `aclosing` when leaving early.

        Raises:
            PhoneGone: The server went away.
        """
        asked = "the list of phones as it changes"
        reply = Reply(Step.STATUS, Step.TEXTS)
        async with self._dialled(asked) as (reader, writer):
            with self._told_by(asked):
                async with asyncio.timeout(self._call_seconds):
                    messages = await _send(reader, writer, "host:track-devices-l", reply, 2)
                while True:
                    for message in _granted(messages, asked):
                        if isinstance(message, Text):
                            yield parse.listed(message.words)
                    messages = reply.feed(await reader.readexactly(reply.wants))

    async def connect(self, address: str) -> str:
        """Connect to a phone over the network.

        Returns:
            adb's words: `connected to …` or `already connected to …`.

        Raises:
            PhoneFault: `NO_DEVICE` (nobody there), `DEVICE_UNAUTHORIZED`.
        """
        asked = f"connect {address}"
        text = await self._text(f"host:connect:{address}", asked, 3 * self._call_seconds)
        if text.startswith(("connected to", "already connected to")):
            return text
        raise parse.refusal(text or "failed to connect", asked)

    async def stream(self, serial: str, service: str) -> Streams:
        """Open a service of a phone: `exec:…`, `shell,v2,raw:…`, `localabstract:…`.

        The caller closes the writer; the bytes read next are the service's first.

        Raises:
            PhoneGone: The phone refused it (nothing listens on that socket), or went away.
            PhoneFault: The phone is not there, not allowed or offline.
        """
        kind = service.partition(":")[0]
        asked = f"{kind} on {serial}"
        with self._told_by(asked):
            async with asyncio.timeout(self._call_seconds):
                reader, writer = await self._dial()
                try:
                    transport = f"host:transport:{_checked(serial)}"
                    for part in (transport, service):
                        said = await _send(reader, writer, part, Reply(Step.STATUS))
                        _granted(said, asked)
                except BaseException:
                    writer.close()
                    raise
        return reader, writer

    async def features(self, serial: str) -> frozenset[str]:
        """Return what this phone and this server can do together (`shell_v2`, `cmd`, …)."""
        asked = f"features of {serial}"
        text = await self._text(f"host-serial:{_checked(serial)}:features", asked)
        return frozenset(text.split(",")) - {""}

    async def forward(self, serial: str, remote: str, local: str = "tcp:0") -> int:
        """Forward a port of the adb server's machine to the phone.

        A remote that nobody listens on is accepted: connections to it end at once.

        Args:
            serial: The phone.
            remote: `localabstract:NAME`, `tcp:PORT`.
            local: `tcp:0` for a free port; a fixed port in use is taken over.

        Returns:
            The local port.
        """
        asked = f"forward for {serial}"
        service = f"host-serial:{_checked(serial)}:forward:{local};{remote}"
        said = await self._ask(service, asked, Step.STATUS, Step.STATUS, Step.TEXT_IF_ANY)
        texts = [message.words for message in said if isinstance(message, Text)]
        with self._told_by(asked):
            return _whole(texts[0] if texts else local.removeprefix("tcp:"))

    async def list_forwards(self) -> tuple[Forward, ...]:
        """Return every forward of the server, also those of others."""
        return parse.forwards(await self._text("host:list-forward", "the list of forwards"))

    async def kill_forward(self, serial: str, local: str) -> None:
        """Remove one forward, named by its local side (`tcp:41234`).

        Raises:
            SetupFault: `ADB_BROKEN`: there is no such forward.
        """
        asked = f"kill forward {local} of {serial}"
        service = f"host-serial:{_checked(serial)}:killforward:{local}"
        await self._ask(service, asked, Step.STATUS, Step.STATUS)

    async def reverse(self, serial: str, remote: str, local: str) -> None:
        """Lead a socket of the phone to one of the adb server's machine.

        Args:
            serial: The phone.
            remote: The phone's side, `tcp:PORT`; one that is in use is refused.
            local: This side, `tcp:PORT`.
        """
        asked = f"reverse {remote} of {serial}"
        service = f"reverse:forward:norebind:{remote};{local}"
        await self._ask_phone(serial, service, asked, Step.STATUS, Step.TEXT_IF_ANY)

    async def list_reverses(self, serial: str) -> tuple[tuple[str, str], ...]:
        """Return every reverse of the phone as its side and ours, also those of others."""
        asked = f"the list of reverses of {serial}"
        said = await self._ask_phone(serial, "reverse:list-forward", asked, Step.TEXT)
        text = "".join(message.words for message in said if isinstance(message, Text))
        return tuple((row.local, row.remote) for row in parse.forwards(text))

    async def kill_reverse(self, serial: str, remote: str) -> None:
        """Remove one reverse, named by the phone's side (`tcp:8080`).

        Raises:
            SetupFault: `ADB_BROKEN`: there is no such reverse.
        """
        asked = f"kill reverse {remote} of {serial}"
        await self._ask_phone(serial, f"reverse:killforward:{remote}", asked, Step.STATUS)

    async def _ask_phone(
        self, serial: str, service: str, asked: str, *steps: Step
    ) -> Sequence[Message]:
        """Ask the phone's own adbd: the server's status of the stream comes before its answer."""
        with self._told_by(asked):
            async with asyncio.timeout(self._call_seconds), self._dialled() as streams:
                transport = f"host:transport:{_checked(serial)}"
                _granted(await _send(*streams, transport, Reply(Step.STATUS)), asked)
                return _granted(await _send(*streams, service, Reply(Step.STATUS, *steps)), asked)

    async def _text(self, service: str, asked: str, seconds: float | None = None) -> str:
        said = await self._ask(service, asked, Step.STATUS, Step.TEXT, seconds=seconds)
        return "".join(message.words for message in said if isinstance(message, Text))

    async def _ask(
        self, service: str, asked: str, *steps: Step, seconds: float | None = None
    ) -> Sequence[Message]:
        with self._told_by(asked):
            async with asyncio.timeout(seconds or self._call_seconds), self._dialled() as streams:
                return _granted(await _send(*streams, service, Reply(*steps)), asked)

    async def _dial(self) -> Streams:
        return await asyncio.open_connection(self.host, self.port, limit=_READ_AHEAD)

    @asynccontextmanager
    async def _dialled(self, asked: str | None = None) -> AsyncIterator[Streams]:
        if asked is None:
            reader, writer = await self._dial()
        else:
            with self._told_by(asked):
                async with asyncio.timeout(self._call_seconds):
                    reader, writer = await self._dial()
        try:
            yield reader, writer
        finally:
            writer.close()

    @contextmanager
    def _told_by(self, asked: str) -> Iterator[None]:
        try:
            yield
        except (OSError, EOFError, WireError, RequestTooLong) as problem:
            raise told(problem, asked, f"{self.host}:{self.port}") from problem


def told(problem: Exception, asked: str, place: str) -> BridgeError:
    """Make our error of what a socket or the codec raised.

    Args:
        problem: An `OSError`, `EOFError` (`IncompleteReadError` is one), or an error of `wire`.
        asked: What was asked for.
        place: `host:port` of the adb server.
    """
    match problem:
        case TimeoutError():
            return LateFault(f"the adb server at {place} did not answer in time: {asked}")
        case EOFError() | ConnectionResetError() | ConnectionAbortedError() | BrokenPipeError():
            return PhoneGone(f"the connection ended: {asked}")
        case WireError():
            return SetupFault(
                "ADB_BROKEN",
                f"what answers at {place} does not speak adb ({problem}): {asked}",
                hint="Another program may use that port; choose adb's with adb.port.",
            )
        case RequestTooLong():
            return UsageFault("BAD_ARGUMENTS", f"too long for adb ({problem}): {asked}")
        case _:
            return SetupFault("ADB_BROKEN", f"no adb server answers at {place}: {problem}")


async def _send(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    service: str,
    reply: Reply,
    enough: int | None = None,
) -> list[Message]:
    """Ask, and read the reply to its end, or to `enough` messages or a refusal."""
    writer.write(request(service))
    said: list[Message] = []
    while reply.wants and (enough is None or len(said) < enough):
        try:
            said += reply.feed(await reader.readexactly(reply.wants))
        except asyncio.IncompleteReadError as short:
            try:
                reply.feed(short.partial)
                reply.end()
            except WireError:
                raise short from None
    return said


def _granted(said: Sequence[Message], asked: str) -> Sequence[Message]:
    for message in said:
        if isinstance(message, Refused):
            raise parse.refusal(message.words, asked)
    return said


def _checked(serial: str) -> str:
    if _SERIAL.fullmatch(serial) is None:
        raise PhoneFault("NO_DEVICE", f"{serial[:80]!r} is no serial of a phone")
    return serial


def _whole(text: str, base: int = 10) -> int:
    try:
        number = int(text, base)
    except ValueError:
        number = 0
    if number <= 0:
        raise WireError(f"not a number: {text!r}")
    return number
