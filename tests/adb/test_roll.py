"""adb's list as it changes, over real adb servers."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Any, cast

import pytest

from bridge.adb import roll
from bridge.adb.parse import Listed
from bridge.adb.roll import Roll
from bridge.adb.server import AdbServer
from tests.adb._adbd import ScriptedPhone, scripted
from tests.adb.conftest import ask_raw, free_port

LIMIT = 20


class Ear:
    """Hears that the list changed."""

    def __init__(self) -> None:
        self.heard = asyncio.Event()

    def __call__(self) -> None:
        self.heard.set()

    async def until(self, met: Callable[[], bool]) -> None:
        async with asyncio.timeout(LIMIT):
            while not met():
                self.heard.clear()
                await self.heard.wait()


async def test_phones_that_come_and_go_are_heard_of(server: AdbServer) -> None:
    ear = Ear()
    async with asyncio.TaskGroup() as group, scripted(ScriptedPhone()) as phone:
        followed = Roll(server, group)
        followed.hear(ear)
        followed.follow()
        await ear.until(lambda: followed.now is not None)
        before = followed.seen

        def states() -> list[str]:
            return [each.state for each in followed.now or () if each.serial == phone.serial]

        await ask_raw(server.port, f"host:connect:{phone.serial}")
        await ear.until(lambda: states() == ["ready"])
        assert followed.seen == before + 1
        await ask_raw(server.port, f"host:disconnect:{phone.serial}")
        await ear.until(lambda: states() == [])
        assert followed.seen == before
        await followed.close()
        assert followed.now is None


async def test_where_no_server_is_nothing_is_followed_and_nothing_is_started() -> None:
    port = free_port()
    async with asyncio.TaskGroup() as group:
        followed = Roll(AdbServer("127.0.0.1", port, call_seconds=5), group)
        followed.follow()
    assert followed.now is None
    with suppress(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", port)
        raise AssertionError("somebody listens")


async def test_one_stream_serves_all_and_a_listener_hears_once(
    server: AdbServer, phone: ScriptedPhone
) -> None:
    count = 0

    def heard() -> None:
        nonlocal count
        count += 1

    ear = Ear()
    async with asyncio.TaskGroup() as group:
        followed = Roll(server, group)
        followed.hear(heard)
        followed.hear(heard)
        followed.hear(ear)
        for _ in range(20):
            followed.follow()
        await ear.until(lambda: followed.now is not None)
        assert count == 1
        tasks = [task for task in asyncio.all_tasks() if task.get_name() == "adb list"]
        assert len(tasks) == 1
        await followed.close()


async def test_a_server_that_went_is_asked_again_only_after_a_pause(
    server: AdbServer,
) -> None:
    async with asyncio.TaskGroup() as group:
        followed = Roll(server, group)
        followed.follow()
        await followed.close()
        followed.follow()
        assert followed._following is not None
        assert followed._following.done(), f"less than {roll.PAUSE_SECONDS} s have passed"


class Stuck:
    """A server whose list does not let go."""

    def __init__(self) -> None:
        self.let_go = asyncio.Event()

    async def track(self) -> AsyncGenerator[tuple[Listed, ...], None]:
        try:
            yield ()
            await asyncio.Event().wait()
        finally:
            await self.let_go.wait()


async def test_the_end_waits_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roll, "CLOSE_SECONDS", 0.01)
    stuck, ear = Stuck(), Ear()
    async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as group:
        followed = Roll(cast("Any", stuck), group)
        followed.hear(ear)
        followed.follow()
        await ear.until(lambda: followed.now is not None)
        await followed.close()
        assert followed.now is not None
        stuck.let_go.set()
    assert followed.now is None
