"""Who an MCP host is: what it says of itself, and what tells it apart from others.

A pipe is told apart by its connection, a handshake-era host over HTTP by its session. The modern
era keeps nothing over HTTP and all bring the same token: there a host is the name it gives of
itself, and the one that a person wrote into its address (`/mcp?as=work`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from mcp.server import ServerRequestContext

from bridge.serve.presence import Presence
from bridge.tools.call import Caller

MOST_NAME = 40
MOST_VERSION = 20
AS = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,19}")
"""What a person may write behind `as=`."""
_ODD = re.compile(r"[^A-Za-z0-9 ._+@()-]+")


@dataclass(frozen=True, slots=True)
class Identity:
    """One host.

    Attributes:
        name: What people are told.
        version: Its own, for `status` and the journal; empty when it says none.
        key: Says who is the same; empty when the name alone does.
    """

    name: str
    version: str
    key: str

    @property
    def whole(self) -> str:
        """Its name and version."""
        return f"{self.name} {self.version}".strip()


def of(
    ctx: ServerRequestContext[Any],
    *,
    client: str,
    connection: str,
    seal: Callable[[str], str] = str,
) -> Identity:
    """Return who sent a request.

    Args:
        ctx: Of the request.
        client: The name of who says none.
        connection: Stands for its connection; empty over HTTP.
        seal: Puts handles in the place of secrets.
    """
    params = ctx.session.client_params
    said = params.client_info if params is not None else None
    name = cleaned(seal(said.name), MOST_NAME) if said else ""
    version = cleaned(seal(said.version), MOST_VERSION) if said else ""
    name = name or client
    if given := _as(ctx):
        name = f"{name} ({given})"
    key = session_id(ctx) or connection
    if not key and given:
        key = f"mcp:{name}"
    return Identity(name, version, key)


@dataclass(frozen=True, slots=True)
class Callers:
    """Makes the callers of one server's requests.

    Attributes:
        client: The name of who says none.
        connection: Stands for the connection; empty over HTTP.
        families: Families of tools that are switched on for it alone.
        folders: Where it works on this computer.
        seal: Puts handles in the place of secrets.
        met: Hears the name and version that a host gives of itself.
        presence: Hears of requests of hosts whose transport tells of no end.
    """

    client: str
    connection: str
    families: frozenset[str]
    folders: tuple[str, ...]
    seal: Callable[[str], str]
    met: Callable[[str], None]
    presence: Presence | None

    def of(self, ctx: ServerRequestContext[Any]) -> Caller:
        """Return who sent a request."""
        who = of(ctx, client=self.client, connection=self.connection, seal=self.seal)
        self.met(who.whole)
        return Caller(
            who.name,
            "mcp",
            who.key,
            families=self.families,
            folders=self.folders,
            version=who.version,
        )

    def there(self, ctx: ServerRequestContext[Any], who: Caller) -> AbstractContextManager[None]:
        """Count a request as a sign of its host, until the block ends."""
        if self.presence is None or session_id(ctx) is not None:
            return nullcontext()
        return self.presence.during(who.party.key)


def session_id(ctx: ServerRequestContext[Any]) -> str | None:
    """Return what names the session over HTTP in the handshake era; None for all others."""
    return ctx.request.headers.get("mcp-session-id") if ctx.request is not None else None


def cleaned(text: str, most: int) -> str:
    """Return a name as it may be told: plain letters in one line, cut."""
    return " ".join(_ODD.sub(" ", text).split()).lstrip(" ._+@()-")[:most].rstrip()


def as_of(query: str) -> str | None:
    """Return what an address calls its host; empty when it does not, None when it may not."""
    given = parse_qs(query, keep_blank_values=True).get("as", [])
    if not given:
        return ""
    return given[0] if len(given) == 1 and AS.fullmatch(given[0]) else None


def _as(ctx: ServerRequestContext[Any]) -> str:
    return (as_of(ctx.request.url.query) or "") if ctx.request is not None else ""
