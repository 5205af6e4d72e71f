"""Two browsers to speak with: a real one, and one that does what it is told."""

import socket
from collections.abc import AsyncIterator, Iterator

import pytest

from bridge.cdp.connection import Connection, open_connection
from bridge.settings import LimitSettings
from tests.cdp._chromium import chromium
from tests.cdp._scripted import Scripted, scripted


@pytest.fixture(scope="session")
def port() -> Iterator[int]:
    with chromium() as port:
        yield port


@pytest.fixture
def limits() -> LimitSettings:
    return LimitSettings(open_seconds=10, command_seconds=10)


@pytest.fixture
async def link(port: int, limits: LimitSettings) -> AsyncIterator[Connection]:
    """A connection to the real one."""
    async with open_connection(port, limits) as connection:
        yield connection


@pytest.fixture
async def server() -> AsyncIterator[Scripted]:
    async with scripted() as server:
        yield server


@pytest.fixture
async def staged(server: Scripted, limits: LimitSettings) -> AsyncIterator[Connection]:
    """A connection to the scripted one."""
    async with open_connection(server.port, limits) as connection:
        yield connection


@pytest.fixture
def unused_tcp_port() -> int:
    """A loopback port at which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
