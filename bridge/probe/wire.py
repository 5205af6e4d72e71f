"""Questions to Chrome's DevTools server: paths, headers, its WebSocket. Never /json/protocol."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException

from bridge.cdp.version import ask_version
from bridge.errors import BridgeError
from bridge.probe.ground import Ground
from bridge.probe.question import Facts, NotSeen, Question

HTTP_SECONDS = 5.0
PONG_SECONDS = 4.0
BIG = 8 * 2**20
_MOST = 4 * 2**20
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d+)", re.IGNORECASE | re.MULTILINE)


async def http(
    port: int, path: str, *, method: str = "GET", host: str | None = None
) -> tuple[int | None, bytes]:
    """Ask over plain HTTP; the status is None when the connection ends without an answer."""
    named = f"127.0.0.1:{port}" if host is None else host
    async with asyncio.timeout(HTTP_SECONDS):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=_MOST)
        try:
            writer.write(f"{method} {path} HTTP/1.1\r\nHost: {named}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            length = _LENGTH.search(head)
            size = min(int(length[1]), _MOST) if length else 0
            return int(head.split(b" ", 2)[1]), await reader.readexactly(size)
        except (OSError, EOFError, ValueError, IndexError):
            return None, b""
        finally:
            writer.close()


def dial(port: int, path: str = "/devtools/browser", *, origin: str | None = None) -> connect:
    """Open a bare WebSocket to Chrome."""
    return connect(
        f"ws://127.0.0.1:{port}{path}",
        origin=origin,  # type: ignore[arg-type]  # its NewType of str says nothing more
        user_agent_header=None,
        proxy=None,
        compression=None,
        max_size=4 * BIG,
        ping_interval=None,
        open_timeout=HTTP_SECONDS,
        close_timeout=1,
    )


async def _status(port: int, path: str, origin: str | None = None) -> int | None:
    try:
        async with dial(port, path, origin=origin):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code
    except (OSError, EOFError, TimeoutError, InvalidHandshake):
        return None


async def browser_path(ground: Ground) -> Facts:
    """Read the path that Chrome names, and try it with a suffix of ours."""
    port = await ground.port()
    told = str((await ask_version(port)).get("webSocketDebuggerUrl", ""))
    path = re.sub(r"^wss?://[^/]*", "", told)
    bare, guid = path == "/devtools/browser", re.fullmatch(r"/devtools/browser/[\w-]{20,}", path)
    return {
        "path": "bare" if bare else "with a GUID" if guid else "other",
        "bare_status": await _status(port, "/devtools/browser"),
        "suffix_status": await _status(port, "/devtools/browser/tapbridge"),
    }


async def android_package(ground: Ground) -> Facts:
    """Read which app says it listens."""
    version = await ask_version(await ground.port())
    return {"package": version.get("Android-Package"), "browser": version.get("Browser")}


async def host_rule(ground: Ground) -> Facts:
    """Ask under a name, an address and localhost; see whose name the URL bears."""
    port = await ground.port()
    told, body = await http(port, "/json/version", host="localhost:9")
    with suppress(ValueError):
        body = str(json.loads(body).get("webSocketDebuggerUrl", "")).encode()
    return {
        "name_status": (await http(port, "/json/version", host="tapbridge.invalid"))[0],
        "address_status": (await http(port, "/json/version"))[0],
        "localhost_status": told,
        "url_from_host": b"//localhost:9/" in body,
    }


async def origin_rule(ground: Ground) -> Facts:
    """Come with an Origin."""
    port = await ground.port()
    return {
        "strange_origin": await _status(port, "/devtools/browser", "http://tapbridge.invalid"),
        "local_origin": await _status(port, "/devtools/browser", "http://localhost"),
    }


async def new_needs_put(ground: Ground) -> Facts:
    """Ask for a new tab by GET, which must be refused; a tab that comes is closed."""
    port = await ground.port()
    status, body = await http(port, "/json/new?about:blank")
    with suppress(ValueError, AttributeError):
        if status == 200 and (made := json.loads(body).get("id")):  # noqa: PLR2004 - HTTP's own
            await http(port, f"/json/close/{made}")
    return {"status": status}


async def direct_socket(ground: Ground) -> Facts:
    """Reach Chrome's socket as a stream of adb, without a forward."""
    if ground.socket is None:
        raise NotSeen("Chrome is not open on the phone")
    server, serial = ground.device.server, ground.device.serial
    try:
        reader, writer = await server.stream(serial, f"localabstract:{ground.socket}")
    except BridgeError as problem:
        return {"opened": False, "code": problem.code}
    try:
        writer.write(b"GET /json/version HTTP/1.1\r\nHost: localhost\r\n\r\n")
        head = await asyncio.wait_for(reader.readline(), HTTP_SECONDS)
    finally:
        writer.close()
    return {"opened": True, "answered": head.startswith(b"HTTP/1.1 200")}


async def forward_to_nobody(ground: Ground) -> Facts:
    """Connect to a forward behind which nobody listens."""
    async with ground.device.forwarded("localabstract:tapbridge_nobody") as port:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            return {"connected": False}
        try:
            first = await asyncio.wait_for(reader.read(1), HTTP_SECONDS)
        except OSError:
            first = b""
        finally:
            writer.close()
        return {"connected": True, "ended_at_once": first == b""}


async def pings(ground: Ground) -> Facts:
    """Ping as the websockets library does by default."""
    async with dial(await ground.port()) as socket:
        try:
            await asyncio.wait_for(await socket.ping(), PONG_SECONDS)
        except (TimeoutError, WebSocketException):
            return {"answered": False}
        return {"answered": True}


async def fragments(ground: Ground) -> Facts:
    """Send a command in two fragments."""
    async with dial(await ground.port()) as socket:
        try:
            await socket.send(['{"id":1,', '"method":"Browser.getVersion"}'])
            told = await asyncio.wait_for(socket.recv(), HTTP_SECONDS)
        except (TimeoutError, WebSocketException):
            return {"answered": False}
        return {"answered": '"id":1' in str(told)}


async def big_messages(ground: Ground) -> Facts:
    """Have our tab answer with 8 MiB."""
    tab = await ground.tab()
    async with dial(await ground.port()) as socket:
        try:
            attached = await _ask(
                socket, 1, "Target.attachToTarget", {"targetId": tab.target_id, "flatten": True}
            )
            session = json.loads(attached[0])["result"]["sessionId"]
            expression = {"expression": f"'x'.repeat({BIG})", "returnByValue": True}
            text, pieces = await _ask(socket, 2, "Runtime.evaluate", expression, session)
        except (WebSocketException, KeyError):
            return {"whole": False, "mebibytes": BIG >> 20}
    return {"whole": len(text) > BIG, "mebibytes": BIG >> 20, "fragments": pieces}


async def _ask(
    socket: ClientConnection,
    number: int,
    method: str,
    params: Mapping[str, Any],
    session: str | None = None,
) -> tuple[str, int]:
    """Ask, and return the answer's text and in how many fragments it came."""
    message: dict[str, Any] = {"id": number, "method": method, "params": dict(params)}
    if session is not None:
        message["sessionId"] = session
    await socket.send(json.dumps(message))
    while True:
        pieces = [piece async for piece in socket.recv_streaming(decode=True)]
        text = "".join(map(str, pieces))
        if text.startswith(f'{{"id":{number},'):
            return text, len(pieces)


async def long_expression(ground: Ground) -> Facts:
    """Send a command of 1 MiB."""
    await ground.tab()
    length = await ground.value(f"'{'x' * 2**20}'.length")
    return {"taken": length == 2**20, "mebibytes": 1}


QUESTIONS = (
    Question(
        "browser-path",
        "QUIRKS 2",
        "the browser's path is /devtools/browser, without a GUID",
        browser_path,
        ("path", "bare_status"),
    ),
    Question(
        "browser-path-suffix",
        "QUIRKS 2",
        "any suffix of that path is taken",
        browser_path,
        ("suffix_status",),
    ),
    Question("android-package", "QUIRKS 6", "/json/version names the app", android_package),
    Question(
        "host-rule",
        "QUIRKS 4",
        "a Host that is a name is answered 500; the URL is made of the Host",
        host_rule,
    ),
    Question(
        "origin-rule", "QUIRKS 3", "a WebSocket with an Origin is refused with 403", origin_rule
    ),
    Question("new-needs-put", "QUIRKS 5", "/json/new by GET is refused with 405", new_needs_put),
    Question(
        "direct-socket",
        "NATIVE 4.5",
        "adb reaches the DevTools socket without a forward too",
        direct_socket,
    ),
    Question(
        "forward-to-nobody",
        "NATIVE 4.5",
        "a forward to nobody connects and ends at once",
        forward_to_nobody,
    ),
    Question("pings", "QUIRKS 13", "WebSocket pings are answered", pings),
    Question("fragments", "QUIRKS 11", "a command in fragments is read", fragments),
    Question("big-messages", "QUIRKS 11, 12", "an answer of 8 MiB arrives whole", big_messages),
    Question("long-expression", "QUIRKS 40", "a command of 1 MiB is read", long_expression),
)
