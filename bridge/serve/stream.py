"""One MCP session on a socket of lines: what `tapbridge mcp` carries.

In: newline-delimited JSON-RPC. What is no message is answered and the session goes on.
"""

from __future__ import annotations

import json
import logging
from typing import Any

import anyio
import mcp.types as wire
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server import Server
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from bridge.serve.lines import LINE_BYTES, Lines, LineTooLong
from bridge.tools.spec import HALF, holds_half

log = logging.getLogger(__name__)

LINGER_SECONDS = 1.0


async def speak(lines: Lines, server: Server[Any]) -> None:
    """Run one MCP session on a connection until the client ends its half.

    Requests that are under way then get `LINGER_SECONDS` to be answered and are cancelled
    after that; when the connection broke they are cancelled at once.
    """
    inward, to_read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    to_write, outward = anyio.create_memory_object_stream[SessionMessage](0)
    open_requests = _OpenRequests()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_read, lines, inward, open_requests)
        tasks.start_soon(_write, lines, outward, open_requests)
        await server.run(to_read, to_write, server.create_initialization_options())


class _OpenRequests:
    """Counts requests that were read and not answered."""

    def __init__(self) -> None:
        self._open: set[Any] = set()
        self._none = anyio.Event()

    def note(self, message: wire.JSONRPCMessage) -> None:
        """Count a message that was read (a request, a cancellation) or written (an answer)."""
        if isinstance(message, wire.JSONRPCRequest):
            self._open.add(str(message.id))
        elif isinstance(message, wire.JSONRPCResponse | wire.JSONRPCError):
            self._open.discard(str(message.id))
        elif message.method == "notifications/cancelled":  # never answered
            self._open.discard(str((message.params or {}).get("requestId")))
        if not self._open:
            self._none.set()

    async def answered(self) -> None:
        """Wait until none is open."""
        while self._open:
            self._none = anyio.Event()
            await self._none.wait()


async def _read(
    lines: Lines,
    inward: MemoryObjectSendStream[SessionMessage | Exception],
    open_requests: _OpenRequests,
) -> None:
    async with inward:
        try:
            while (raw := await lines.next(LINE_BYTES)) is not None:
                if not raw.strip():
                    continue
                try:
                    message = wire.jsonrpc_message_adapter.validate_json(raw, by_name=False)
                except ValidationError:
                    await lines.send(_not_understood(raw))
                    continue
                open_requests.note(message)
                await inward.send(SessionMessage(message))
            with anyio.move_on_after(LINGER_SECONDS):
                await open_requests.answered()
        except LineTooLong:
            log.warning("an MCP client sent a line over %d bytes: ended", LINE_BYTES)
        except (ConnectionError, anyio.ClosedResourceError, anyio.BrokenResourceError):
            log.debug("an MCP client broke off")


async def _write(
    lines: Lines, outward: MemoryObjectReceiveStream[SessionMessage], open_requests: _OpenRequests
) -> None:
    async with outward:
        try:
            async for message in outward:
                text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                await lines.send_bytes(text.encode() + b"\n")
                if not isinstance(message.message, wire.JSONRPCRequest):
                    open_requests.note(message.message)
        except ConnectionError:
            log.debug("an MCP client no longer reads")
            lines.drop()


def _not_understood(raw: bytes) -> dict[str, Any]:
    """Answer a line that is no JSON-RPC message, without a word of what it said."""
    number = None
    try:
        value = json.loads(raw)
        code, told = wire.INVALID_REQUEST, "not a JSON-RPC message"
        if holds_half(value):
            code, told = wire.INVALID_PARAMS, f"BAD_ARGUMENTS: {HALF}"
        if isinstance(value, dict) and isinstance(value.get("id"), str | int):
            number = value["id"]
    except (ValueError, RecursionError):
        code, told = wire.PARSE_ERROR, "not JSON"
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": told}}
