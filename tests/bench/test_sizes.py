"""The list of tools is paid for in every conversation: its size has a ceiling."""

import json
from collections.abc import Mapping
from typing import Any

from mcp import Client

from bridge.secrets.seal import Sealer
from bridge.secrets.vault import Vault
from bridge.serve.mcp_server import build
from bridge.tools import ALLOWED, CATALOGUE
from bridge.tools.approvals import Approvals
from bridge.tools.call import Caller
from bridge.tools.owners import Owners
from bridge.tools.spec import Result, Tool

CEILING = 7_000


class Listing:
    """A door of which only the list is asked."""

    owners = Owners()
    approvals = Approvals()
    sealer = Sealer(Vault())

    def visible(self, families: frozenset[str] = frozenset()) -> tuple[Tool, ...]:
        on = {"core", *families}
        return tuple(t for t in CATALOGUE.values() if t.name in ALLOWED and t.family in on)

    async def call(self, name: str, raw: Mapping[str, Any], caller: Caller) -> Result:
        raise AssertionError((name, raw, caller))


async def listed_bytes(*, several: bool) -> int:
    server = build(Listing(), client="bench", several=lambda: several)
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
    lines = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]
    return len(json.dumps(lines, separators=(",", ":"), ensure_ascii=False).encode())


async def test_the_default_list_of_tools_stays_under_its_ceiling() -> None:
    assert await listed_bytes(several=False) <= CEILING


async def test_naming_the_phone_is_advertised_only_where_there_are_several() -> None:
    assert await listed_bytes(several=True) > await listed_bytes(several=False)
