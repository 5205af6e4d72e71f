"""The DevTools endpoints that a person has opened for other tools: an unguessable path each.

One lasts as long as the command that asked for it; then nobody gets in, and who is in is
sent away. Compared in constant time.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

TOKEN_BYTES = 32


@dataclass(eq=False, slots=True)
class Endpoint:
    """One of them.

    Attributes:
        serial: The phone that it leads to.
        take: Whether a debugger takes the phone from an agent.
        over: Set when it is withdrawn.
    """

    serial: str
    take: bool
    token: str = field(default_factory=lambda: secrets.token_urlsafe(TOKEN_BYTES))
    over: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def path(self) -> str:
        """Where it is."""
        return f"/relay/{self.token}"


class Endpoints:
    """All that are open."""

    def __init__(self) -> None:
        self._open: set[Endpoint] = set()

    @contextmanager
    def offered(self, serial: str, *, take: bool) -> Iterator[Endpoint]:
        """Let a phone be reached until the block ends."""
        made = Endpoint(serial, take)
        self._open.add(made)
        try:
            yield made
        finally:
            self._open.discard(made)
            made.over.set()

    def named(self, token: str) -> Endpoint | None:
        """Return the one of a token; each is compared."""
        given = token.encode("utf-8", "surrogatepass")
        fits = [each for each in self._open if hmac.compare_digest(each.token.encode(), given)]
        return fits[0] if fits else None
