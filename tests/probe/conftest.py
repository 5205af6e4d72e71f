"""Probes of virtual phones, in parts: each test file asks its own questions once."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bridge.adb.device import Device
from bridge.adb.server import AdbServer
from bridge.probe.ground import Ground
from bridge.probe.question import Question
from bridge.probe.runner import probe
from tests.conftest import VirtualPhone

Rows = dict[str, dict[str, Any]]
Ask = Callable[..., Rows]


def device_of(phone: VirtualPhone) -> Device:
    return Device(AdbServer("127.0.0.1", phone.adb_port, call_seconds=5), phone.serial)


def recorded(phone: VirtualPhone, ids: set[str] | None = None) -> dict[str, Any]:
    """Probe a phone, and return the record."""
    return asyncio.run(probe(device_of(phone), only=ids))


def by_id(record: dict[str, Any]) -> Rows:
    return {row["id"]: row for row in record["rows"]}


@pytest.fixture(scope="session")
def ask() -> Ask:
    """Ask a phone some questions; the rows by their ids."""

    def some(phone: VirtualPhone, questions: tuple[Question, ...]) -> Rows:
        return by_id(recorded(phone, {question.id for question in questions}))

    return some


@pytest.fixture
async def ground(phone: VirtualPhone) -> Any:
    """The ground of one phone, unopened, and all closed at the end."""
    async with Ground(device_of(phone), "chrome_devtools_remote") as opened:
        yield opened


@pytest.fixture
def record() -> Callable[..., dict[str, Any]]:
    """Probe a phone, and return the record."""
    return recorded


@pytest.fixture
def device(phone: VirtualPhone) -> Device:
    return device_of(phone)
