"""What is behind a port: real Chromium, and what is no Chrome."""

import asyncio
from http import HTTPStatus

import pytest

from bridge.cdp.version import ask_version, debugger_path
from bridge.errors import PhoneGone
from tests.cdp._scripted import Scripted


async def test_a_real_browser_tells_its_product_and_its_path(port: int) -> None:
    version = await ask_version(port)
    assert version["Browser"].startswith("Chrome/")
    assert debugger_path(version).startswith("/devtools/browser/")


@pytest.mark.parametrize(
    ("told", "path"),
    [
        ("ws://127.0.0.1:9222/devtools/browser/e5d9-1e71", "/devtools/browser/e5d9-1e71"),
        ("ws://evil.test/devtools/browser", "/devtools/browser"),
        ("ws:///devtools/browser", "/devtools/browser"),
        ("ws://evil.test/elsewhere", "/devtools/browser"),
        ("ws://evil.test/devtools/a\r\nX: y", "/devtools/browser"),
        ("http://evil.test/devtools/browser/x", "/devtools/browser"),
        (None, "/devtools/browser"),
    ],
)
def test_only_the_path_of_the_debugger_address_is_used(told: str | None, path: str) -> None:
    assert debugger_path({} if told is None else {"webSocketDebuggerUrl": told}) == path


async def test_a_port_where_nothing_listens_is_a_phone_that_is_gone(
    unused_tcp_port: int,
) -> None:
    with pytest.raises(PhoneGone, match="does not answer"):
        await ask_version(unused_tcp_port)


@pytest.mark.parametrize("answer", [b"<html>", b"[]", b'{"Browser":', b"\xff\xfe"])
async def test_an_answer_that_is_no_version_is_no_chrome(server: Scripted, answer: bytes) -> None:
    server.raw_version = answer
    with pytest.raises(PhoneGone, match="not Chrome"):
        await ask_version(server.port)


async def test_a_refusal_is_told_with_its_status(server: Scripted) -> None:
    server.status = HTTPStatus.INTERNAL_SERVER_ERROR
    with pytest.raises(PhoneGone, match="500"):
        await ask_version(server.port)


@pytest.mark.parametrize(
    "bytes_sent",
    [b"", b"HTTP/1.1 20", b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{}", b"x" * 200_000],
)
async def test_a_socket_that_closes_in_the_middle_is_a_phone_that_is_gone(
    bytes_sent: bytes,
) -> None:
    async def half(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(bytes_sent)
        writer.close()

    async with await asyncio.start_server(half, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        with pytest.raises(PhoneGone, match="closed without an answer"):
            await ask_version(port)


async def test_an_answer_without_a_length_ends_with_the_connection() -> None:
    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b'HTTP/1.0 200 OK\r\n\r\n{"Browser": "Chrome/9"}')
        writer.close()

    async with await asyncio.start_server(plain, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        assert await ask_version(port) == {"Browser": "Chrome/9"}


async def test_an_answer_is_taken_by_its_length_from_a_server_that_keeps_the_link_open() -> None:
    heard = asyncio.Event()

    async def keeping(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length:2 \r\n\r\n{}")
        await reader.read()  # returns when the client closes
        heard.set()
        writer.close()

    async with await asyncio.start_server(keeping, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        async with asyncio.timeout(5):
            assert await ask_version(port) == {}
            await heard.wait()
