"""A scripted adbd for tests: what a phone says on the transport, said by a table.

Shares no code with `bridge`. One WRTE is under way per stream at a time, and CLSE goes
out only when the last one was taken, as real adbd does.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

CNXN, OPEN, OKAY, CLSE, WRTE, AUTH = (
    int.from_bytes(name, "little")
    for name in (b"CNXN", b"OPEN", b"OKAY", b"CLSE", b"WRTE", b"AUTH")
)
MAX_DATA = 256 * 1024
FEATURES = "shell_v2,cmd,stat_v2,ls_v2,apex,abb"


@dataclass
class Stream:
    ours: int
    theirs: int
    line: Line
    taken: asyncio.Event = field(default_factory=asyncio.Event)
    heard: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(64))

    async def write(self, data: bytes) -> None:
        for start in range(0, len(data), MAX_DATA):
            self.taken.clear()
            self.line.send(WRTE, self.ours, self.theirs, data[start : start + MAX_DATA])
            await self.taken.wait()


Service = Callable[[Stream], Awaitable[None]]


class Line:
    """One transport: the adb server on the other side of a TCP connection."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.writer = writer

    def send(self, command: int, first: int, second: int, data: bytes = b"") -> None:
        head = struct.pack(
            "<6I", command, first, second, len(data), sum(data) & 0xFFFFFFFF, command ^ 0xFFFFFFFF
        )
        self.writer.write(head + data)


def packet(kind: int, data: bytes) -> bytes:
    return struct.pack("<BI", kind, len(data)) + data


@dataclass
class ScriptedPhone:
    """What the phone answers; tests set what they need."""

    features: str = FEATURES
    model: str = "Sim_Phone"
    manner: str = "friendly"  # or "unauthorized", "silent"
    shell: dict[str, tuple[bytes, bytes, int]] = field(default_factory=dict)
    raw_shell: dict[str, bytes] = field(default_factory=dict)
    raw_v2: dict[str, bytes] = field(default_factory=dict)
    execs: dict[str, bytes] = field(default_factory=dict)
    sockets: dict[str, Service] = field(default_factory=dict)
    hanging: set[str] = field(default_factory=set)
    dying: set[str] = field(default_factory=set)
    opened: list[str] = field(default_factory=list)
    ended: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(64))
    started: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(64))
    port: int = 0
    _lines: set[asyncio.StreamWriter] = field(default_factory=set)

    @property
    def serial(self) -> str:
        return f"127.0.0.1:{self.port}"

    def drop(self) -> None:
        for writer in self._lines:
            writer.transport.abort()

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line, streams, number = Line(writer), dict[int, Stream](), 0
        self._lines.add(writer)
        try:
            async with asyncio.TaskGroup() as group:
                while True:
                    head = await reader.readexactly(24)
                    command, first, second, length, _, _ = struct.unpack("<6I", head)
                    data = await reader.readexactly(length)
                    if command == CNXN and self.manner == "friendly":
                        banner = (
                            f"device::ro.product.name=sim;ro.product.model={self.model};"
                            f"ro.product.device=sim;features={self.features}"
                        )
                        line.send(CNXN, 0x01000001, MAX_DATA, banner.encode())
                    elif command in {CNXN, AUTH} and self.manner == "unauthorized":
                        line.send(AUTH, 1, 0, bytes(20))
                    elif command == OPEN:
                        number += 1
                        stream = streams[number] = Stream(number, first, line)
                        name = data.rstrip(b"\0").decode()
                        self.opened.append(name)
                        group.create_task(self._serve(name, stream, streams))
                    elif command == OKAY and second in streams:
                        streams[second].taken.set()
                    elif command == WRTE and second in streams:
                        await streams[second].heard.put(data)
                        line.send(OKAY, second, first)
                    elif command == CLSE and (gone := streams.pop(second, None)):
                        await gone.heard.put(None)
                    await writer.drain()
        except* (asyncio.IncompleteReadError, OSError, asyncio.CancelledError):
            pass
        finally:
            self._lines.discard(writer)
            writer.close()

    async def _serve(self, name: str, stream: Stream, streams: dict[int, Stream]) -> None:
        service = self._service(name)
        if service is None:
            streams.pop(stream.ours, None)
            stream.line.send(CLSE, 0, stream.theirs)
            return
        stream.line.send(OKAY, stream.ours, stream.theirs)
        self.started.put_nowait(name)
        async with asyncio.TaskGroup() as group:
            work = group.create_task(self._run(service, stream))
            if not name.startswith("localabstract:"):
                while await stream.heard.get() is not None and not work.done():
                    pass
                work.cancel()
            else:
                await asyncio.wait({work})
        self.ended.put_nowait(name)
        if streams.pop(stream.ours, None):
            stream.line.send(CLSE, stream.ours, stream.theirs)

    @staticmethod
    async def _run(service: Service, stream: Stream) -> None:
        try:
            await service(stream)
        finally:
            with contextlib.suppress(asyncio.QueueFull):
                stream.heard.put_nowait(None)

    def _service(self, name: str) -> Service | None:
        kind, _, rest = name.partition(":")
        if rest in self.hanging:
            return self._hang
        if rest in self.dying:
            return self._die
        if kind == "localabstract":
            return self.sockets.get(rest)
        said = None
        if kind == "shell,v2,raw" and rest in self.shell:
            out, err, code = self.shell[rest]
            said = packet(2, err) if err else b""
            said += b"".join(packet(1, out[i : i + 32768]) for i in range(0, len(out), 32768))
            said += packet(3, bytes([code]))
        else:
            tables = {"shell": self.raw_shell, "exec": self.execs, "shell,v2,raw": self.raw_v2}
            said = tables.get(kind, {}).get(rest)
        return None if said is None else _saying(said)

    async def _die(self, stream: Stream) -> None:
        await stream.write(packet(1, b"half a"))

    async def _hang(self, stream: Stream) -> None:
        await stream.write(packet(1, b"begun\n"))
        await asyncio.Event().wait()


def _saying(data: bytes) -> Service:
    async def say(stream: Stream) -> None:
        await stream.write(data)

    return say


async def echo(stream: Stream) -> None:
    """Give back what comes, until the other side closes."""
    while (data := await stream.heard.get()) is not None:
        await stream.write(data)


@contextlib.asynccontextmanager
async def scripted(phone: ScriptedPhone) -> AsyncIterator[ScriptedPhone]:
    """Let the phone listen on a free port."""
    server = await asyncio.start_server(phone.meet, "127.0.0.1", 0, limit=1 << 24)
    phone.port = server.sockets[0].getsockname()[1]
    try:
        yield phone
    finally:
        server.close()
        phone.drop()
        await server.wait_closed()
