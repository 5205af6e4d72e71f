"""An extension without a browser: its own reading of the protocol, shared with nobody."""

import asyncio
import hashlib
import hmac
import json
import secrets
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

LIMIT = 20
ORIGIN = "chrome-extension://" + "abcdefghijklmnop" * 2

Raw = dict[str, Any]


@dataclass
class Peer:
    """What an installation is and knows."""

    install: str = field(default_factory=lambda: secrets.token_hex(16))
    protocol: int = 23
    least: int = 23
    version: str = "0.1.0"
    manifest: str = hashlib.sha256(b"a manifest").hexdigest()
    origin: str = ORIGIN
    code: str = ""
    key: bytes = b""

    def hello(self, mode: str, nonce: str, **more: Any) -> Raw:
        return {
            "t": "hello",
            "mode": mode,
            "protocolVersion": self.protocol,
            "minDaemonProtocol": self.least,
            "extensionVersion": self.version,
            "manifestHash": self.manifest,
            "installId": self.install,
            "nonce": nonce,
            **more,
        }

    def said(self, nonce: str, theirs: str, port: int) -> bytes:
        parts = (
            *(str(self.protocol), self.version, self.manifest, self.install, nonce, theirs),
            str(port),
        )
        return b"".join(struct.pack(">I", len(each)) + each.encode() for each in parts)


def mac(secret: bytes, who: str, said: bytes) -> str:
    return hmac.new(secret, f"tapbridge {who}\0".encode() + said, hashlib.sha256).hexdigest()


def stretch(code: str, nonces: str) -> bytes:
    return hashlib.pbkdf2_hmac("sha256", code.encode(), nonces.encode(), 250_000, 32)


@dataclass
class Line:
    """A link to the lane."""

    ws: ClientConnection
    heard: list[Raw] = field(default_factory=list)

    @property
    def port(self) -> int:
        port: int = self.ws.remote_address[1]
        return port

    async def say(self, t: str, **fields: Any) -> None:
        await self.ws.send(json.dumps({"t": t, **fields}))

    async def hear(self) -> Raw:
        async with asyncio.timeout(LIMIT):
            told: Raw = json.loads(await self.ws.recv())
        self.heard.append(told)
        return told

    async def hears(self, t: str, **fits: Any) -> Raw:
        """Wait for a frame; those before it are dropped."""
        while True:
            told = await self.hear()
            if told["t"] == t and fits.items() <= told.items():
                return told

    async def ask(self, t: str, **fields: Any) -> Raw:
        """Send a request and return its result envelope."""
        number = secrets.token_hex(4)
        await self.say(t, id=number, **fields)
        while (told := await self.hear()).get("id") != number:
            pass
        result: Raw = told["result"]
        return result

    async def cdp(self, serial: str, method: str, params: Any = None, **more: Any) -> Raw:
        return await self.ask("cdp", serial=serial, method=method, params=params or {}, **more)

    async def closed(self) -> tuple[int, str]:
        """Wait until the Bridge hangs up; return its code and reason."""
        with suppress(ConnectionClosed):
            while True:
                await self.hear()
        return self.ws.close_code or 0, self.ws.close_reason or ""


@asynccontextmanager
async def line(address: str, origin: str | None = ORIGIN, **more: Any) -> AsyncIterator[Line]:
    where = address.replace("http", "ws") + "/extension"
    async with connect(where, proxy=None, origin=origin, max_size=None, **more) as ws:  # type: ignore[arg-type]  # websockets' own alias of str
        yield Line(ws)


async def shake(on: Line, peer: Peer, port: int | None = None) -> Raw:
    """Prove who it is, by its key if it has one; return the Bridge's welcome, checked.

    Args:
        on: The link.
        peer: Who it is.
        port: Where it believes to be, if not where it is.
    """
    nonce = secrets.token_hex(32)
    await on.say(**peer.hello("key" if peer.key else "pair", nonce))
    theirs = (await on.hears("challenge"))["nonce"]
    said = peer.said(nonce, theirs, port or on.port)
    secret = peer.key or stretch(peer.code, nonce + theirs)
    await on.say("proof", proof=mac(secret, "extension", said))
    welcome = await on.hears("welcome")
    veil = bytes.fromhex(welcome.get("key", ""))
    assert welcome["proof"] == mac(secret, "bridge", said + veil)
    if veil:
        stream = bytes.fromhex(mac(secret, "keystream", said))
        peer.key = bytes(a ^ b for a, b in zip(veil, stream, strict=True))
    return welcome


@asynccontextmanager
async def linked(address: str, peer: Peer) -> AsyncIterator[Line]:
    async with line(address, peer.origin) as on:
        await shake(on, peer)
        yield on


async def opened(on: Line, phone: Any) -> str:
    """Have the phone; return a session on its first page."""
    told = await on.ask("phoneOpen", serial=phone.serial)
    assert told["ok"], told
    target = told["data"]["targets"][0]["targetId"]
    told = await on.cdp(
        phone.serial, "Target.attachToTarget", {"targetId": target, "flatten": True}
    )
    return str(told["data"]["sessionId"])


@dataclass
class Guest:
    """Who was let in, as the daemon counts them."""

    id: str = field(default_factory=lambda: secrets.token_hex(4))
