"""A probe over the daemon's port: rows as they come, the record last."""

import asyncio
from typing import Any

import pytest

from tests.serve.conftest import LIMIT, Here


@pytest.mark.parametrize("take", [True, False])
async def test_rows_come_first_and_the_record_last(here: Here, take: bool) -> None:
    async with here.talk("probe", serial="s", take=take) as talk:
        assert talk.answer["ok"]
        rows = [(await talk.hear())["row"] for _ in range(3)]
        assert [row["verdict"] for row in rows] == ["holds", "differs", "not seen"]
        end = await talk.hear()
        assert end == {
            "ok": True,
            "data": {"kind": "tapbridge-probe", "rows": [], "taken": take},
        }
        assert await talk.ended()


@pytest.mark.parametrize(("serial", "code"), [("none", "NO_DEVICE"), (5, "BAD_ARGUMENTS")])
async def test_a_phone_that_cannot_be_asked_is_told(here: Here, serial: Any, code: str) -> None:
    async with here.talk("probe", serial=serial) as talk:
        assert (await talk.hear())["error"]["code"] == code


async def test_who_goes_away_ends_the_probe(here: Here) -> None:
    async with here.talk("probe", serial="endless") as talk:
        await talk.hear()
    async with asyncio.timeout(LIMIT):
        await here.bridge.probe_ended.wait()


async def test_a_probe_is_work_that_keeps_the_daemon(here: Here) -> None:
    async with here.talk("probe", serial="endless") as talk:
        await talk.hear()
        clients = (await here.ask("status"))["data"]["clients"]
        assert [client["want"] for client in clients] == ["probe"]
