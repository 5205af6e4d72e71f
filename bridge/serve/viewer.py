"""The viewer's way in: its page, the token for a link, and one WebSocket per open page."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from pathlib import Path

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from bridge.serve.viewing import Viewing
from bridge.serve.web import House

log = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"
MOST_TRADE = 1024
MOST_TRADES = 16
TRADE_SECONDS = 5.0
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


def routes(house: House) -> Sequence[BaseRoute]:
    """Return what the viewer answers."""

    def page(_: Request) -> Response:
        return _file("index.html")

    def static(request: Request) -> Response:
        return _file(request.path_params["name"])

    trades = Trades(house)

    viewing = Viewing(house)

    async def socket(ws: WebSocket) -> None:
        await viewing.meet(ws)

    return (
        Route("/", page, methods=["GET"]),
        Route("/static/{name:path}", static, methods=["GET"]),
        Route("/token", trades.answer, methods=["POST"]),
        WebSocketRoute("/ws", socket),
    )


def _file(name: str) -> Response:
    """Hand out a file of ours; a name is looked up among those that are there."""
    there = {f.relative_to(STATIC).as_posix(): f for f in STATIC.rglob("*") if f.is_file()}
    file = there.get(name)
    if file is None or file.suffix not in _TYPES:
        return _says("there is no such file", 404)
    return Response(file.read_bytes(), media_type=_TYPES[file.suffix])


class Trades:
    """Trades links' nonces for tokens: for a page of ours alone, and once.

    Whoever holds back what they began to say is cut off, the oldest when there are too many.

    Args:
        house: The house.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._waiting: dict[asyncio.Timeout, None] = {}

    async def answer(self, request: Request) -> Response:
        """Answer one that wants a token."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if not self._house.is_own(request.scope) or kind != "application/json":
            return _says("only the viewer's own page may ask for this", 403)
        try:
            raw = await self._heard(request)
        except (ClientDisconnect, TimeoutError):
            return _says("the request was not whole in time", 408)
        if raw is None:
            return _says("too long", 413)
        try:
            nonce = json.loads(raw)["nonce"]
            token = self._house.keys.trade(nonce) if isinstance(nonce, str) else None
        except (ValueError, TypeError, KeyError, RecursionError):
            return _says("not understood", 400)
        if token is None:
            told = "this link was used, or is too old: run `tapbridge view` again"
            return JSONResponse({"error": told}, 403)
        return JSONResponse({"token": token})

    async def _heard(self, request: Request) -> bytes | None:
        """Return the body; None when it is too long."""
        raw = b""
        async with asyncio.timeout(TRADE_SECONDS) as limit:
            self._waiting[limit] = None
            if len(self._waiting) > MOST_TRADES:
                oldest = next(iter(self._waiting))
                del self._waiting[oldest]
                oldest.reschedule(asyncio.get_running_loop().time())
            try:
                async for part in request.stream():
                    raw += part
                    if len(raw) > MOST_TRADE:
                        return None
            finally:
                self._waiting.pop(limit, None)
        return raw


def _says(text: str, status: int) -> Response:
    return PlainTextResponse(text + "\n", status, {"Connection": "close"})
