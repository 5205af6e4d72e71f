"""The end of a WebSocket, whoever was first."""

from typing import Any

from starlette.websockets import WebSocket

from bridge.serve.endings import REFUSED, close


def accepted(*, gone: bool = False) -> tuple[WebSocket, list[Any]]:
    """A WebSocket that may be spoken on, and what was sent; `gone`: nobody is there any more."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)
        if gone and message["type"] == "websocket.close":
            raise OSError

    return WebSocket({"type": "websocket"}, receive, send), sent


async def test_it_is_told_once_with_its_reason() -> None:
    ws, sent = accepted()
    await ws.accept()
    for _ in range(2):
        await close(ws, REFUSED, "no more of this")
    assert sent[1:] == [{"type": "websocket.close", "code": 1008, "reason": "no more of this"}]


async def test_one_that_was_never_open_or_is_gone_is_no_defect() -> None:
    ws, sent = accepted()
    await close(ws, REFUSED, "never open")
    assert sent == []
    ws, sent = accepted(gone=True)
    await ws.accept()
    await close(ws, REFUSED, "gone")
    assert len(sent) == 2
