"""The folders that a host works in, as it tells them."""

from typing import Any

import mcp.types as wire
import pytest
from mcp import Client
from mcp.client import ClientRequestContext

from bridge.app import open_bridge
from bridge.serve import roots
from bridge.serve.mcp_server import build
from bridge.settings import Settings
from bridge.tools.call import Caller, Door
from bridge.tools.spec import Result


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///home/ada/work", "/home/ada/work"),
        ("file://localhost/home/ada", "/home/ada"),
        ("file:///home/a%20b", "/home/a b"),
        ("file://server/share", None),
        ("https://shop.test/x", None),
        ("file:///a%00b", None),
    ],
)
def test_a_root_is_a_folder_of_this_computer(uri: str, path: str | None) -> None:
    assert roots.folders([uri]) == (() if path is None else (path,))


async def asked(monkeypatch: pytest.MonkeyPatch, mode: Any, **options: Any) -> tuple[str, ...]:
    """The folders that a host's call has, of one that was started in /started."""
    seen: list[Caller] = []
    async with open_bridge(Settings()) as bridge:

        async def call(door: Door, name: str, raw: Any, caller: Caller) -> Result:
            seen.append(caller)
            return Result("done")

        monkeypatch.setattr(Door, "call", call)
        server = build(bridge.door, client="e2e", several=bool, folders=("/started",))
        async with Client(server, mode=mode, **options) as client:
            await client.call_tool("page_upload", {"paths": ["a"]})
    return seen[0].folders


async def listed(context: ClientRequestContext) -> wire.ListRootsResult:
    return wire.ListRootsResult(roots=[wire.Root(uri="file:///of/the/host")])


async def failing(context: ClientRequestContext) -> wire.ErrorData:
    return wire.ErrorData(code=-32603, message="no")


async def test_a_host_that_tells_its_roots_means_those(monkeypatch: pytest.MonkeyPatch) -> None:
    told = await asked(monkeypatch, "legacy", list_roots_callback=listed)
    assert told == ("/of/the/host",)


async def test_a_host_that_has_roots_and_tells_none_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert await asked(monkeypatch, "legacy", list_roots_callback=failing) == ()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_any_other_has_the_folder_it_was_started_in(
    monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    assert await asked(monkeypatch, mode) == ("/started",)
