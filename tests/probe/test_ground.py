"""The ground that questions stand on: opened late, renewed, and left clean."""

import asyncio
from typing import Any

import pytest

from bridge.adb.device import Device
from bridge.probe.ground import Ground, answers, nonce
from bridge.probe.pages import document
from bridge.probe.question import NotSeen
from tests.conftest import VirtualPhone


def shown(phone: VirtualPhone) -> set[str]:
    return {tab["id"] for tab in phone.ask("/tabs")["tabs"]}


async def test_our_tabs_go_with_the_ground(phone: VirtualPhone, device: Device) -> None:
    before = await asyncio.to_thread(shown, phone)
    async with Ground(device, "chrome_devtools_remote") as ground:
        await ground.page(document("<p>x"))
        await ground.new_tab()
        assert len(await asyncio.to_thread(shown, phone)) == len(before) + 2
    assert await asyncio.to_thread(shown, phone) == before
    assert [f for f in await device.server.list_forwards() if f.serial == device.serial] == []


async def test_a_spoilt_tab_is_replaced(ground: Ground) -> None:
    first = await ground.tab()
    assert await ground.tab() is first
    ground.spoil()
    second = await ground.tab()
    assert second.target_id != first.target_id
    assert not first.alive


async def test_a_link_that_ended_is_opened_anew(ground: Ground) -> None:
    first = await ground.connection()
    await ground.tab()
    first.end("the test ended it")
    assert await ground.connection() is not first
    await ground.page(document("<p id=p>again</p>"))
    assert await ground.value("p.textContent") == "again"


async def test_a_tab_of_somebody_elses_is_never_closed(ground: Ground) -> None:
    with pytest.raises(AssertionError):
        await ground.close_tab("0" * 32)


async def test_without_a_socket_chrome_is_not_seen(device: Device) -> None:
    async with Ground(device, None) as ground:
        with pytest.raises(NotSeen, match="not open"):
            await ground.tab()
        assert (await ground.shell("echo yes", keep=True)).text == "yes\n"
        assert ground.said == {"echo yes": {"out": "yes\n", "err": "", "code": 0}}


async def test_what_is_shared_is_asked_once(ground: Ground) -> None:
    asked: list[int] = []

    async def ask() -> dict[str, Any]:
        asked.append(1)
        return {"n": len(asked)}

    assert await ground.shared("x", ask) == await ground.shared("x", ask) == {"n": 1}


async def test_a_command_that_hangs_is_told_from_one_that_answers(ground: Ground) -> None:
    tab = await ground.tab()
    waiting = {"expression": "new Promise(() => 0)", "awaitPromise": True}
    assert not await answers(tab, "Runtime.evaluate", waiting, 0.1)
    assert await answers(tab, "Runtime.evaluate", {"expression": "1"}, 5)
    assert await answers(tab, "No.such", {}, 5)


def test_marks_are_never_the_same() -> None:
    assert nonce() != nonce()
