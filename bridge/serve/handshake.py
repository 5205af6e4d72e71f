"""How an extension is let in: versions that go together, then proofs both ways, within a limit.

The extension proves first, and is told nothing before. Who brings a code gets a key for it,
hidden behind the code; who was paired brings that key. A wrong code counts: there are few tries.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from bridge import __version__
from bridge.serve import pairing
from bridge.serve.endings import NOT_JSON, REFUSED
from bridge.serve.frames import Hello, Proof
from bridge.serve.paired import Paired
from bridge.serve.pairing import BRIDGE, EXTENSION, KEY_BYTES, PROTOCOL, Said
from bridge.serve.state import folder

if TYPE_CHECKING:
    from bridge.serve.web import House

HANDSHAKE_SECONDS = 5.0
T = TypeVar("T", bound=BaseModel)

_NOT_PAIRED = "not paired: run `tapbridge extension pair`"


class RefusedError(Exception):
    """It is not let in; the text is why.

    Attributes:
        code: Of the close.
    """

    def __init__(self, why: str, code: int = REFUSED) -> None:
        super().__init__(why)
        self.code = code


async def shake(ws: WebSocket, origin: str, house: House) -> Hello:
    """Let an extension in; the caller bounds it.

    Args:
        ws: Its link.
        origin: Where it speaks from.
        house: Has the code of the moment.

    Raises:
        RefusedError: It is not let in.
    """
    hello = await _heard(ws, Hello)
    why = pairing.out_of_window(hello.protocolVersion, hello.minDaemonProtocol)
    if why is not None:
        raise RefusedError(why)
    ours = pairing.nonce()
    said = Said(
        *(hello.protocolVersion, hello.extensionVersion, hello.manifestHash, hello.installId),
        *(hello.nonce, ours, house.port),
    )
    await _tell(ws, {"t": "challenge", "nonce": ours})
    proof = (await _heard(ws, Proof)).proof
    paired = Paired(folder())
    about = {"t": "welcome", "protocolVersion": PROTOCOL, "version": __version__}
    if hello.mode == "pair":
        about |= await _pair(house, paired, origin, said, proof)
    else:
        install = paired.find(hello.installId)
        # one that is not known takes as long as one that is
        key = bytes.fromhex(install.key) if install else secrets.token_bytes(KEY_BYTES)
        right = pairing.fits(proof, pairing.proof(key, EXTENSION, said))
        if not right or install is None or install.origin != origin:
            raise RefusedError(_NOT_PAIRED)
        about["proof"] = pairing.proof(key, BRIDGE, said)
    await _tell(ws, about)
    return hello


async def _pair(
    house: House, paired: Paired, origin: str, said: Said, proof: str
) -> dict[str, str]:
    """Trade a code for a key.

    Raises:
        RefusedError: It is another code, or there is none any more.
    """
    code = house.codes.tried()
    if code is None:
        raise RefusedError("no code: run `tapbridge extension pair` for a fresh one")
    secret = await asyncio.to_thread(pairing.stretched, code, said)
    right = pairing.fits(proof, pairing.proof(secret, EXTENSION, said))
    if not right or not house.codes.used(code):
        raise RefusedError("wrong code")
    key = secrets.token_bytes(KEY_BYTES)
    paired.add(said.install, key, origin, said.version)
    veil = pairing.veiled(key, secret, said)
    return {"key": veil.hex(), "proof": pairing.proof(secret, BRIDGE, said, veil)}


async def _tell(ws: WebSocket, told: dict[str, Any]) -> None:
    try:
        await ws.send_text(json.dumps(told))
    except (RuntimeError, OSError) as gone:
        raise WebSocketDisconnect from gone


async def _heard(ws: WebSocket, model: type[T]) -> T:
    message = await ws.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    try:
        said = json.loads(message.get("text") or "")
    except (ValueError, RecursionError):
        raise RefusedError("this is no frame", code=NOT_JSON) from None
    try:
        return model.model_validate(said)
    except ValidationError:
        raise RefusedError("the handshake is not understood") from None
