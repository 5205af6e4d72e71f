"""The viewer from the command line's errand to the open page, with a whole daemon."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import connect

from bridge.serve import state
from bridge.serve.daemon import serve
from bridge.settings import Settings
from tests.serve.conftest import LIMIT, Here
from tests.serve.viewers import Page

OFF = {"adb": {"enabled": False}, "web": {"ports": [0]}}


@pytest.fixture
async def here() -> AsyncIterator[Here]:
    """A daemon of the real Bridge, which leaves at once when nobody is there."""
    settings = Settings.model_validate({**OFF, "daemon": {"idle_seconds": 1}})
    answers: asyncio.Future[state.State] = asyncio.get_running_loop().create_future()
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(serve(settings, ready=answers.set_result))
        yield Here(await answers, None, running)  # type: ignore[arg-type]  # no toy
        async with asyncio.timeout(LIMIT):
            await asyncio.wait((running,))  # it leaves by itself


async def test_the_link_opens_the_page_which_keeps_the_daemon_and_is_shown_in_its_status(
    here: Here,
) -> None:
    link = (await here.ask("view", serial=None))["data"]["link"]
    address, _, nonce = link.partition("/#")
    async with httpx2.AsyncClient() as web:
        assert (await web.get(address + "/")).status_code == 200
        traded = await web.post(
            address + "/token", json={"nonce": nonce}, headers={"Origin": address}
        )
    where = address.replace("http", "ws") + "/ws"
    async with connect(where, proxy=None, origin=address) as ws, asyncio.TaskGroup() as tasks:
        page = Page(ws)
        listening = tasks.create_task(page.listen())
        await page.say("hello", token=traded.json()["token"])
        await page.hears("state", state="off")
        status: dict[str, Any] = (await here.ask("status"))["data"]
        assert [each["want"] for each in status["clients"]] == ["viewer"]
        assert status["idle"] == 0
        assert status["web"] == address
        listening.cancel()
