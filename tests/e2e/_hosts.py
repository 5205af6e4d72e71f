"""An MCP host of a whole Bridge that works on the virtual phone, all in this process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp import Client

from bridge.app import open_bridge
from bridge.serve.mcp_server import build
from bridge.settings import Settings
from tests.serve.hosts import texts

MORE = frozenset({"more"})


@asynccontextmanager
async def hosting(
    phone: Any, mode: Any, *, families: frozenset[str] = MORE, folders: tuple[str, ...] = ()
) -> AsyncIterator[Client]:
    """Be a host of one protocol era, which has switched families on and was started in folders."""
    settings = Settings.model_validate({"adb": {"port": phone.adb_port}, "serial": phone.serial})
    async with open_bridge(settings) as bridge:
        server = build(
            bridge.door,
            client="e2e",
            several=bridge.several,
            families=families,
            folders=folders,
        )
        async with Client(server, mode=mode) as client:
            yield client


async def said(client: Client, tool: str, **args: Any) -> str:
    """Call a tool and return its text."""
    return texts(await client.call_tool(tool, args))[0]
