"""Asks what browser is behind a port: one `GET /json/version`, nothing else.

`/json/protocol` is never asked: it crashes Chrome on Android. Chrome's small HTTP server
wants an address or localhost as `Host`, answers 403 to any `Origin`, and may keep the
connection open after its answer, so the body's length is taken from the header.
"""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from typing import Any

from bridge.errors import PhoneGone

_MOST_BYTES = 65_536
_DEBUGGER_PATH = re.compile(r"\Awss?://[^/?#]*(/devtools/[\x21-\x7e]*)\Z")
_OK = re.compile(rb"\AHTTP/1\.[01] 200\b")
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,6})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)


async def ask_version(port: int) -> dict[str, Any]:
    """Return what `/json/version` says. The caller bounds the wait.

    Raises:
        PhoneGone: Nothing listens, or the answer is not Chrome's.
    """
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=_MOST_BYTES)
    except OSError as problem:
        raise PhoneGone(f"the DevTools port does not answer: {problem.strerror}") from problem
    try:
        writer.write(f"GET /json/version HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if not _OK.match(head):
            status = head.partition(b"\r\n")[0].decode("latin-1")
            raise PhoneGone(f"Chrome answered /json/version with {status!r}")
        length = _LENGTH.search(head)
        if length is not None and int(length[1]) <= _MOST_BYTES:
            body = await reader.readexactly(int(length[1]))
        else:
            body = await reader.read(_MOST_BYTES)
    except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as problem:
        raise PhoneGone(
            "the DevTools socket closed without an answer; Chrome may not be running",
        ) from problem
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
    try:
        version = json.loads(body)
    except ValueError as problem:
        raise PhoneGone("what answered the DevTools port is not Chrome") from problem
    if not isinstance(version, dict):
        raise PhoneGone("what answered the DevTools port is not Chrome")
    return version


def debugger_path(version: dict[str, Any]) -> str:
    """Return the path of the browser's WebSocket. The host that Chrome names is not ours."""
    found = _DEBUGGER_PATH.match(str(version.get("webSocketDebuggerUrl", "")))
    return found[1] if found else "/devtools/browser"
