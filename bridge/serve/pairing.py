"""How an extension and the Bridge know each other: a code once, then a key of their own. Pure.

Each proves to the other, by HMAC over all that was said, that it has the same secret: at first
the code that a person carries over, stretched; from then on the key that the Bridge gave for it.
What is recorded is worth nothing later: both sides bring a number of their own each time.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

PROTOCOL = 23
MIN_PROTOCOL = 22
"""The oldest extension that is let in; one below `PROTOCOL` gets no phone."""

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_CHARS = 8
CODE_SECONDS = 600.0
MOST_TRIES = 3
ROUNDS = 250_000
KEY_BYTES = 32
NONCE_BYTES = 32

EXTENSION, BRIDGE, STREAM = b"tapbridge extension", b"tapbridge bridge", b"tapbridge keystream"


@dataclass(frozen=True, slots=True)
class Said:
    """What both sides said before the proofs: all of it is covered by them.

    Attributes:
        protocol: Of the extension.
        version: Of the extension.
        manifest: SHA-256 of its manifest, hexadecimal.
        install: Names this installation of it.
        theirs: The extension's number for this time.
        ours: The Bridge's.
        port: Where the link leads: what is said at one port is worth nothing at another.
    """

    protocol: int
    version: str
    manifest: str
    install: str
    theirs: str
    ours: str
    port: int

    @property
    def raw(self) -> bytes:
        """All of it, so that no two sayings read the same."""
        told = (
            *(str(self.protocol), self.version, self.manifest, self.install),
            *(self.theirs, self.ours, str(self.port)),
        )
        parts = [each.encode() for each in told]
        return b"".join(len(each).to_bytes(4, "big") + each for each in parts)


def nonce() -> str:
    """Return a number for one time."""
    return secrets.token_hex(NONCE_BYTES)


def proof(secret: bytes, who: bytes, said: Said, more: bytes = b"") -> str:
    """Return what only one who has the secret can say."""
    return hmac.digest(secret, who + b"\0" + said.raw + more, "sha256").hex()


def fits(given: str, expected: str) -> bool:
    """Compare two proofs in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), expected.encode())


def stretched(code: str, said: Said) -> bytes:
    """Make a secret of a code; slow on purpose."""
    salt = f"{said.theirs}{said.ours}".encode()
    return hashlib.pbkdf2_hmac("sha256", code.encode(), salt, ROUNDS, KEY_BYTES)


def veiled(key: bytes, secret: bytes, said: Said) -> bytes:
    """Hide a key behind a secret, or show it again."""
    stream = hmac.digest(secret, STREAM + b"\0" + said.raw, "sha256")
    return bytes(a ^ b for a, b in zip(key, stream, strict=True))


def out_of_window(protocol: int, min_daemon: int) -> str | None:
    """Return why two versions do not go together; None when they do."""
    if protocol < MIN_PROTOCOL:
        return f"protocol version mismatch: the Bridge needs {MIN_PROTOCOL} or newer"
    if min_daemon > PROTOCOL:
        return f"daemon too old: it speaks protocol {PROTOCOL}, the extension needs {min_daemon}"
    return None


class Codes:
    """The code that a person carries to an extension: one at a time.

    Args:
        clock: Seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._code: str | None = None
        self._until = 0.0
        self._tries = 0

    def fresh(self) -> str:
        """Make one; the one before is worth nothing any more."""
        self._code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_CHARS))
        self._until = self._clock() + CODE_SECONDS
        self._tries = 0
        return self._code

    def tried(self) -> str | None:
        """Return the code for one try; None when there is none, or it was tried too often."""
        if self._code is None or self._clock() >= self._until or self._tries >= MOST_TRIES:
            return None
        self._tries += 1
        return self._code

    def used(self, code: str) -> bool:
        """Take the code that lets somebody in; say whether nobody used it meanwhile."""
        good = code == self._code
        if good:
            self._code = None
        return good
