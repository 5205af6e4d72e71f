"""Newline-delimited JSON on a socket, with a limit on every line and on every send.

A line over its limit ends the conversation (`LineTooLong`): what follows it cannot be
told apart from its rest. A peer that does not read is dropped after `SEND_SECONDS`.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

HELLO_BYTES = 8 * 1024
LINE_BYTES = 8 * 1024 * 1024
SEND_SECONDS = 60.0
_CHUNK = 64 * 1024


class LineTooLong(Exception):
    """The peer sent more bytes without a newline than the limit allows."""


class Lines:
    """One socket as lines; several tasks may send, one reads."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._kept = bytearray()
        self._turn = asyncio.Lock()

    async def next(self, limit: int) -> bytes | None:
        """Return the next line without its newline; None at the end of the stream.

        Bytes after the last newline are no line: the peer broke off.

        Raises:
            LineTooLong: More than `limit` bytes came without a newline.
            ConnectionError: The peer reset the connection.
        """
        seen = 0
        while (end := self._kept.find(b"\n", seen)) < 0:
            seen = len(self._kept)
            if seen > limit:
                raise LineTooLong
            chunk = await self._reader.read(_CHUNK)
            if not chunk:
                return None
            self._kept += chunk
        if end > limit:
            raise LineTooLong
        line = bytes(self._kept[:end])
        del self._kept[: end + 1]
        return line

    async def send(self, value: Any) -> None:
        """Send one value as a JSON line.

        Raises:
            ConnectionError: The peer is gone.
        """
        await self.send_bytes(
            json.dumps(value, ensure_ascii=False).encode(errors="replace") + b"\n"
        )

    async def send_bytes(self, line: bytes) -> None:
        """Send a line that is already encoded and ends with its newline.

        Raises:
            ConnectionError: The peer is gone, or has not read for `SEND_SECONDS`.
        """
        async with self._turn:
            self._writer.write(line)
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    await self._writer.drain()
            except TimeoutError as late:
                self._writer.transport.abort()
                raise ConnectionAbortedError("the peer does not read") from late

    def drop(self) -> None:
        """End the connection now; what was not sent is lost."""
        self._writer.transport.abort()

    async def close(self) -> None:
        """End the connection after what was sent, within a second."""
        self._writer.close()
        try:
            async with asyncio.timeout(1):
                await self._writer.wait_closed()
        except (TimeoutError, OSError):
            self._writer.transport.abort()
