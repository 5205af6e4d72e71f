"""What an extension may say, as models: protocol 23. Pure: no I/O.

`docs/extension.md` tells the whole protocol. `read` refuses what is malformed, without
repeating it; `asked` says whom the refusal is for.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from bridge.errors import BridgeError
from bridge.serve.said import Said, understood

Id = Annotated[str, Field(min_length=1, max_length=64)]
Serial = Annotated[str, Field(min_length=1, max_length=512)]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]

ANSWERS = {"phoneOpen": "phoneOpened", "cdp": "cdpResult", "phoneLaunch": "androidInfo"}
"""What each request is answered with."""


class Hello(Said):
    """The first frame: who it is, and whether it has a code or a key."""

    t: Literal["hello"]
    mode: Literal["pair", "key"]
    protocolVersion: int = Field(ge=0, le=10_000)  # noqa: N815 - the wire's own names
    minDaemonProtocol: int = Field(0, ge=0, le=10_000)  # noqa: N815
    extensionVersion: str = Field(min_length=1, max_length=32)  # noqa: N815
    manifestHash: Hex  # noqa: N815
    installId: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]  # noqa: N815
    nonce: Hex


class Proof(Said):
    """The second: that it has the same secret."""

    t: Literal["proof"]
    proof: Hex


class PhoneOpen(Said):
    """Have a phone."""

    t: Literal["phoneOpen"]
    id: Id
    serial: Serial


class PhoneLaunch(Said):
    """Start a phone's Chrome."""

    t: Literal["phoneLaunch"]
    id: Id
    serial: Serial


class PhoneClose(Said):
    """Leave a phone; not answered."""

    t: Literal["phoneClose"]
    id: str = Field("", max_length=64)
    serial: Serial


class Cdp(Said):
    """Say something to a phone's Chrome."""

    t: Literal["cdp"]
    id: Id
    serial: Serial
    method: Annotated[str, Field(pattern=r"^[A-Za-z]{1,40}\.[A-Za-z]{1,80}$")]
    params: dict[str, Any] = Field(default_factory=dict)
    sessionId: Annotated[str, Field(max_length=64)] | None = None  # noqa: N815
    timeoutMs: Annotated[int, Field(ge=1, le=10**9)] | None = None  # noqa: N815


class Pong(Said):
    """It is still there."""

    t: Literal["pong"]


Frame = PhoneOpen | PhoneLaunch | PhoneClose | Cdp | Pong
_FRAMES: TypeAdapter[Frame] = TypeAdapter(Annotated[Frame, Field(discriminator="t")])


def read(said: Any) -> Frame:
    """Read a frame.

    Raises:
        UsageFault: `BAD_ARGUMENTS`: it is none.
    """
    return understood(_FRAMES, said, "frame")


def asked(said: Any) -> tuple[str, str] | None:
    """Return what a request is answered with, and its id; None when it cannot be answered."""
    if not isinstance(said, dict):
        return None
    answer, number = ANSWERS.get(str(said.get("t"))), said.get("id")
    return (answer, number) if answer and isinstance(number, str) and len(number) <= 64 else None  # noqa: PLR2004


def done(t: str, id: str, data: str) -> str:
    """Write an answer, of data that is JSON already."""
    return f'{{"t":"{t}","id":{json.dumps(id)},"result":{{"ok":true,"data":{data}}}}}'


def failed(t: str, id: str, error: BridgeError) -> str:
    """Write a refusal."""
    told = {"code": error.code, "message": error.message}
    if error.hint:
        told["hint"] = error.hint
    return json.dumps({"t": t, "id": id, "result": {"ok": False, "error": told}})


def event(serial: str, text: str) -> str:
    """Wrap an event of Chrome's, which is JSON already."""
    return f'{{"t":"cdpEvent","serial":{json.dumps(serial)},{text[1:]}'
