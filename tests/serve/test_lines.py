"""Lines on a socket: framing and limits."""

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.serve.lines import Lines, LineTooLong


class Feed:
    """A reader that hands out what it is given, and keeps what is written."""

    def __init__(self, chunks: list[bytes]) -> None:
        self.reader = asyncio.StreamReader()
        self._chunks = [c for c in chunks if c]

    async def read(self, _: int) -> bytes:
        return self._chunks.pop(0) if self._chunks else b""


def lines_of(chunks: list[bytes], limit: int = 1000) -> list[bytes]:
    async def go() -> list[bytes]:
        lines = Lines(Feed(chunks), None)  # type: ignore[arg-type] # only `read` is used
        found = []
        while (line := await lines.next(limit)) is not None:
            found.append(line)
        return found

    return asyncio.run(go())


@settings(max_examples=50, deadline=None)
@given(st.lists(st.binary(max_size=30).filter(lambda b: b"\n" not in b)), st.data())
def test_any_split_of_the_bytes_gives_the_same_lines(
    said: list[bytes], data: st.DataObject
) -> None:
    whole = b"".join(line + b"\n" for line in said)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=8)))
    ends = [0, *cuts, len(whole)]
    assert lines_of([whole[a:b] for a, b in pairwise(ends)]) == said


def test_what_follows_the_last_newline_is_no_line() -> None:
    assert lines_of([b"whole\nhalf"]) == [b"whole"]


@pytest.mark.parametrize("chunks", [[b"12345678901\n"], [b"123456", b"789012", b"\n"], [b"1" * 99]])
def test_a_line_over_the_limit_ends_the_conversation(chunks: list[bytes]) -> None:
    with pytest.raises(LineTooLong):
        lines_of(chunks, limit=10)


def test_a_line_at_the_limit_is_read() -> None:
    assert lines_of([b"1234567890\n"], limit=10) == [b"1234567890"]


async def test_a_peer_that_never_reads_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bridge.serve.lines.SEND_SECONDS", 0.05)
    failed: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()

    async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = Lines(reader, writer)
        try:
            while True:
                await lines.send("x" * 1_000_000)
        except ConnectionError as problem:
            failed.set_result(problem)

    server = await asyncio.start_server(flood, "127.0.0.1", 0)
    async with server:
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        async with asyncio.timeout(20):
            assert "does not read" in str(await failed)
        writer.close()


async def test_several_tasks_send_whole_lines() -> None:
    async def sender(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = Lines(reader, writer)
        async with asyncio.TaskGroup() as tasks:
            for n in range(20):
                tasks.create_task(lines.send({"n": n, "text": "é" * 50_000}))
        await lines.close()

    server = await asyncio.start_server(sender, "127.0.0.1", 0)
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        raw = await reader.read(-1)
        writer.close()
    assert sorted(line.partition(b",")[0] for line in raw.splitlines()) == sorted(
        f'{{"n": {n}'.encode() for n in range(20)
    )
