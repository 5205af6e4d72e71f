"""The web is served once, for as long as the daemon lives."""

import asyncio
from contextlib import nullcontext

import pytest

from bridge.errors import BridgeError, SetupFault
from bridge.serve import web
from bridge.serve.opening import Opening


def visit(_: str, __: str) -> nullcontext[None]:
    return nullcontext()


async def test_who_asks_at_the_same_time_gets_the_same() -> None:
    async with asyncio.TaskGroup() as tasks:
        opening = Opening(None, (0,), tasks)
        houses = await asyncio.gather(*(opening.house(visit) for _ in range(3)))
        assert {house.port for house in houses} == {houses[0].port}
        assert opening.address == houses[0].address
        await opening.close()
        assert opening.address is None


async def test_it_is_closed_though_nobody_asked_and_stays_closed() -> None:
    async with asyncio.TaskGroup() as tasks:
        opening = Opening(None, (0,), tasks)
        await opening.close()
        with pytest.raises(SetupFault, match="leaving"):
            await opening.house(visit)


async def test_a_defect_is_told_to_who_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(web, "_bound", crash)
    async with asyncio.TaskGroup() as tasks:
        opening = Opening(None, (0,), tasks)
        with pytest.raises(BridgeError) as caught:
            await opening.house(visit)
        assert caught.value.code == "INTERNAL"
