"""adb servers of another version, and one phone that is there twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import pytest

from bridge.adb.choice import choose
from bridge.adb.parse import Listed
from bridge.app import open_bridge
from bridge.errors import PhoneFault, SetupFault
from bridge.settings import FAMILIES, Settings
from bridge.tools.call import Caller

CABLE = Listed(
    serial="R58M",
    state="ready",
    word="device",
    transport="usb",
    model=None,
    product=None,
    device=None,
    transport_id=1,
)
AIR = replace(CABLE, transport="wifi", transport_id=2)
WHO = Caller("test", "cli", families=frozenset(FAMILIES))


@asynccontextmanager
async def older_server(version: int) -> AsyncIterator[tuple[int, list[str]]]:
    """An adb server that tells another version; yields its port and what it was asked."""
    asked: list[str] = []

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while size := await reader.read(4):
                request = (await reader.readexactly(int(size, 16))).decode()
                asked.append(request)
                said = {"host:version": f"{version:04x}", "host:devices-l": ""}.get(request)
                if said is None:
                    writer.write(b"FAIL0007unknown")
                else:
                    writer.write(b"OKAY" + f"{len(said):04x}{said}".encode())
                    if "track" not in request:
                        break
        finally:
            writer.close()

    listener = await asyncio.start_server(meet, "127.0.0.1", 0)
    async with listener:
        yield listener.sockets[0].getsockname()[1], asked


@pytest.mark.parametrize("version", [32, 40, 99])
async def test_an_adb_server_of_another_version_is_never_told_to_end(version: int) -> None:
    async with older_server(version) as (port, asked):
        settings = Settings.model_validate({"adb": {"port": port}})
        async with open_bridge(settings) as bridge:
            for tool in ("doctor", "device_list", "page_snapshot"):
                with suppress(SetupFault, PhoneFault):
                    await bridge.door.call(tool, {}, WHO)
    assert "host:version" in asked or "host:devices-l" in asked
    assert not [each for each in asked if "kill" in each]


def test_a_phone_that_is_there_twice_is_one_phone() -> None:
    assert choose((CABLE, AIR), None).serial == "R58M"
    assert choose((AIR, CABLE), "R58M").serial == "R58M"


@pytest.mark.parametrize("named", ["R58M", None])
def test_of_a_phone_that_is_there_twice_the_row_that_is_ready_counts(named: str | None) -> None:
    away = replace(AIR, state="offline", word="offline")
    assert choose((away, CABLE), named) is CABLE
    assert choose((CABLE, away), named) is CABLE
    with pytest.raises(PhoneFault, match="DEVICE_OFFLINE"):
        choose((away, away), named)
