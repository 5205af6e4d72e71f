"""How a WebSocket is ended: the codes that are used for it (RFC 6455 §7.4), and the end itself."""

from __future__ import annotations

from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

AWAY = 1001
NO_DATA = 1003
"""Bytes came where text is spoken."""
NOT_JSON = 1007
REFUSED = 1008
BUSY = 1013
"""Too many, too late or too slow: try again later."""


async def close(ws: WebSocket, code: int, reason: str) -> None:
    """End a WebSocket; one that the other side has ended already is left as it is."""
    if ws.application_state is WebSocketState.CONNECTED:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await ws.close(code, reason)
