"""`tapbridge extension` as the daemon does it: a code, the list, forgetting, and being there."""

import asyncio
import socket

import pytest

from bridge.places import state_folder
from bridge.serve.paired import Paired
from bridge.settings import Settings
from tests.serve.conftest import LIMIT, Here, run_here
from tests.serve.extensions import ORIGIN, Peer, linked

ANY_PORT = Settings.model_validate({"web": {"ports": [0]}})
KEY = bytes(32)


async def test_a_code_opens_the_web_and_is_told_once() -> None:
    async with run_here(ANY_PORT) as here:
        assert (await here.ask("status"))["data"]["web"] is None
        one, two = [(await here.ask("extension", op="pair"))["data"] for _ in range(2)]
        assert len(one["code"]) == 9
        assert one["code"] != two["code"]
        web = (await here.ask("status"))["data"]["web"]
        assert web.endswith(f":{one['port']}")


async def test_they_are_listed_and_forgotten_by_the_beginning_of_their_id(here: Here) -> None:
    for install in ("a" * 32, "b" * 32, "ab" * 16):
        Paired(state_folder()).add(install, KEY, ORIGIN, "0.1.0")
    rows = (await here.ask("extension", op="list"))["data"]["extensions"]
    assert [each["id"] for each in rows] == ["aaaaaaaa", "bbbbbbbb", "abababab"]
    assert not any(each["connected"] for each in rows)
    assert "key" not in rows[0]
    assert (await here.ask("extension", op="forget", id="b"))["data"]["forgotten"] == "bbbbbbbb"
    for odd in ("a", "c", "", None, 5):
        refused = await here.ask("extension", op="forget", id=odd)
        assert refused["error"]["code"] == "BAD_ARGUMENTS"
    assert len(Paired(state_folder()).all()) == 2


@pytest.mark.parametrize("op", ["what", None, 5])
async def test_what_is_no_errand_of_ours_is_refused(here: Here, op: object) -> None:
    assert (await here.ask("extension", op=op))["error"]["code"] == "BAD_ARGUMENTS"


async def test_a_daemon_that_knows_an_extension_is_there_for_it_from_the_start() -> None:
    state_folder().mkdir(parents=True)
    Paired(state_folder()).add("a" * 32, KEY, ORIGIN, "0.1.0")
    async with run_here(ANY_PORT) as here, asyncio.timeout(LIMIT):
        while (await here.ask("status"))["data"]["web"] is None:
            pass


async def test_one_whose_ports_are_taken_goes_on_without(caplog: pytest.LogCaptureFixture) -> None:
    state_folder().mkdir(parents=True)
    Paired(state_folder()).add("a" * 32, KEY, ORIGIN, "0.1.0")
    with socket.create_server(("127.0.0.1", 0)) as held:
        settings = Settings.model_validate({"web": {"ports": [held.getsockname()[1]]}})
        async with run_here(settings) as here, asyncio.timeout(LIMIT):
            while "extensions cannot come" not in caplog.text:
                assert (await here.ask("ping"))["ok"]


async def test_one_that_is_here_is_counted_shown_and_sent_away_when_forgotten() -> None:
    async with run_here(ANY_PORT) as here:
        code = (await here.ask("extension", op="pair"))["data"]["code"].replace("-", "")
        web = (await here.ask("status"))["data"]["web"]
        async with linked(web, Peer(code=code, protocol=22, least=22)) as on:
            status = (await here.ask("status"))["data"]
            assert [each["client"] for each in status["clients"]] == ["extension"]
            assert status["idle"] == 0
            (row,) = (await here.ask("extension", op="list"))["data"]["extensions"]
            assert row["connected"]
            await here.ask("extension", op="forget", id=row["id"])
            assert (await on.closed())[0] == 1001
        assert (await here.ask("extension", op="list"))["data"]["extensions"] == []
