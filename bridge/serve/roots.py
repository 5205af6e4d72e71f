"""The folders that an MCP host works in: its roots, where it tells any.

Asked for when a tool needs them, and only in the handshake era: a modern host gets no requests,
and has the folder that `tapbridge mcp` was started in. A host that tells its roots means
those and no other.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote

import mcp.types as wire
from mcp import MCPError
from mcp.server import ServerRequestContext
from mcp.shared.message import ServerMessageMetadata
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

log = logging.getLogger(__name__)

ASKED_FOR = frozenset({"page_upload"})
"""Tools that need them."""

SECONDS = 5.0
_MOST = 32
_FILE = "file://"


async def of(ctx: ServerRequestContext[Any], folder: tuple[str, ...]) -> tuple[str, ...]:
    """Return the folders of a host.

    Args:
        ctx: Of its call.
        folder: What counts when it tells none: a host that has roots and does not answer
            has none at all.
    """
    capabilities = ctx.session.client_capabilities
    if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS or capabilities is None:
        return folder
    if capabilities.roots is None:
        return folder
    try:
        async with asyncio.timeout(SECONDS):
            told = await ctx.session.send_request(
                wire.ListRootsRequest(),
                wire.ListRootsResult,
                metadata=ServerMessageMetadata(related_request_id=ctx.request_id),
            )
    except (MCPError, TimeoutError) as problem:
        log.info("a host did not tell its roots: %s", type(problem).__name__)
        return ()
    return folders(str(root.uri) for root in told.roots[:_MOST])


def folders(uris: Iterable[str]) -> tuple[str, ...]:
    """Return the paths of `file:` addresses on this computer; others are left out."""
    found = []
    for uri in uris:
        host, slash, path = uri.removeprefix(_FILE).partition("/")
        if not uri.startswith(_FILE) or host not in {"", "localhost"} or not slash:
            continue
        plain = unquote(path)
        drive = os.name == "nt" and plain[1:2] == ":"
        found.append(plain if drive else f"/{plain}")
    return tuple(each for each in found if "\0" not in each)
