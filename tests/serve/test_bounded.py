"""A server's bounds that no room's own tests show: what is sent to a WebSocket and not taken."""

import asyncio
import socket
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect

from bridge.serve import bounded
from tests.serve.conftest import LIMIT


async def test_a_socket_that_does_not_take_what_is_sent_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bounded, "SEND_SECONDS", 0.2)
    ended = asyncio.Event()

    async def pour(_: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        try:
            while True:
                await send({"type": "websocket.send", "bytes": bytes(1 << 20)})
        except OSError:
            pass
        finally:
            ended.set()

    sock = socket.create_server(("127.0.0.1", 0))
    where = f"ws://127.0.0.1:{sock.getsockname()[1]}/"
    plain: dict[str, Any] = {"ws": bounded.BoundedSocket, "ws_per_message_deflate": False}
    async with (
        bounded.bounded(pour, sock, **plain),
        connect(where, proxy=None, max_queue=1) as client,
    ):
        client.transport.pause_reading()
        async with asyncio.timeout(LIMIT):
            await ended.wait()
        client.transport.abort()
