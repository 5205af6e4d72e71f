"""Fixtures of the whole: a host in each protocol era, the Bridge here, and the person's sites."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from mcp import Client

from bridge.app import Bridge, open_bridge
from bridge.serve.web import House
from bridge.settings import Settings
from tests.e2e._hosts import hosting
from tests.serve.viewers import housed
from tests.tools._pages import Pages, serving
from tests.tools.conftest import sites

__all__ = ["client", "sites"]


@pytest.fixture(params=["auto", "legacy"])
async def client(request: pytest.FixtureRequest, phone: Any) -> AsyncIterator[Client]:
    """A host in one protocol era, whose calls go to the virtual phone."""
    async with hosting(phone, request.param) as client:
        yield client


@pytest.fixture
async def bridge(phone: Any) -> AsyncIterator[Bridge]:
    """The whole Bridge with the virtual phone, in this process."""
    settings = Settings.model_validate({"adb": {"port": phone.adb_port}, "serial": phone.serial})
    async with open_bridge(settings) as opened:
        yield opened


@pytest.fixture
async def house(bridge: Bridge) -> AsyncIterator[House]:
    """The web of it."""
    async with housed(bridge) as served:
        yield served


@pytest.fixture
def pages() -> Iterator[Pages]:
    """Pages that a test writes itself."""
    with serving() as served:
        yield served
