"""Who gets a viewer's WebSocket, and what hostile ones can do: nothing, and nothing falls over."""

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bridge.app import open_bridge
from bridge.serve import bounded, onlooker, viewing
from bridge.serve.web import MOST_MESSAGE, House
from bridge.settings import Settings
from tests.serve.viewers import LIMIT, NO_PHONE, housed, opened

pytestmark = pytest.mark.usefixtures("no_defect")


def token(house: House) -> str:
    return house.keys.trade(house.keys.nonce()) or ""


def knock(house: House, **more: Any) -> connect:
    where = house.address.replace("http", "ws") + "/ws"
    return connect(where, proxy=None, **{"origin": house.address, **more})


async def end(ws: ClientConnection) -> tuple[int, str]:
    """Wait until the socket is closed from the other side, and return how."""
    async with asyncio.timeout(LIMIT):
        with suppress(ConnectionClosed):
            while True:
                await ws.recv()
    return ws.close_code or 0, ws.close_reason or ""


async def still_serves(house: House) -> None:
    async with opened(house) as page:
        await page.hears("welcome")
        await page.hears("state", state="off")


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1", None]
)
async def test_a_page_of_another_origin_gets_no_socket(house: House, origin: str | None) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        await knock(house, origin=origin)
    await still_serves(house)


async def test_localhost_is_the_same_server_and_another_origin(house: House) -> None:
    local = f"http://localhost:{house.port}"
    where = local.replace("http", "ws") + "/ws"
    with pytest.raises(InvalidStatus, match="403"):
        await connect(where, proxy=None, origin=house.address)  # type: ignore[arg-type]
    async with connect(where, proxy=None, origin=local) as ws:  # type: ignore[arg-type]
        await ws.send(json.dumps({"t": "hello", "token": token(house)}))
        assert json.loads(await ws.recv())["t"] == "welcome"


@pytest.mark.parametrize(
    "hello",
    [
        {"t": "hello", "token": "wrong"},
        {"t": "hello", "token": ""},
        {"t": "hello"},
        {"t": "hello", "token": ["x"]},
        {"t": "watch"},
        {"t": "hello", "token": "é\ud800"},
        [],
        None,
        "hello",
    ],
    ids=repr,
)
async def test_without_the_token_nothing_is_told(house: House, hello: Any) -> None:
    async with knock(house) as ws:
        await ws.send(json.dumps(hello))
        code, reason = await end(ws)
        assert code == 1008
        assert "tapbridge view" in reason
    await still_serves(house)


async def test_a_links_nonce_is_no_token(house: House) -> None:
    async with knock(house) as ws:
        await ws.send(json.dumps({"t": "hello", "token": house.keys.nonce()}))
        assert (await end(ws))[0] == 1008


@pytest.mark.parametrize("raw", [b"\x00\xff", "{", "[" * 100_000, ""])
async def test_a_hello_that_is_no_json_is_refused(house: House, raw: bytes | str) -> None:
    async with knock(house) as ws:
        await ws.send(raw)
        assert (await end(ws))[0] == 1008


async def test_who_says_nothing_is_sent_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewing, "HELLO_SECONDS", 0.05)
    async with knock(house) as ws:
        assert (await end(ws))[0] == 1013  # a page of ours tries again


async def test_of_too_many_strangers_the_oldest_has_to_go(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewing, "STRANGERS", 1)
    async with knock(house) as first, knock(house) as second:
        assert (await end(first))[0] == 1013
        await second.send(json.dumps({"t": "hello", "token": token(house)}))
        assert json.loads(await second.recv())["t"] == "welcome"


MALFORMED: list[Any] = [
    {},
    [],
    None,
    5,
    {"t": 5},
    {"t": "nothing"},
    {"t": ["watch"]},
    {"t": "touch"},
    {"t": "touch", "kind": "start", "fx": 2, "fy": 0, "n": 1},
    {"t": "touch", "kind": "start", "fx": float("nan"), "fy": 0, "n": 1},
    {"t": "touch", "kind": "poke", "fx": 0, "fy": 0, "n": 1},
    {"t": "touch", "kind": "start", "fx": "0", "fy": 0, "n": 1},
    {"t": "wheel", "fx": 0, "fy": 0, "dx": 1e9, "dy": 0, "n": 1},
    {"t": "ack", "n": -1},
    {"t": "ack", "n": True},
    {"t": "text", "text": "x" * 10_001},
    {"t": "key", "key": ""},
    {"t": "key", "key": "a", "modifiers": ["hyper"]},
    {"t": "go", "url": ""},
    {"t": "go", "url": "x" * 9000},
    {"t": "answer", "id": "1", "answer": "maybe"},
    {"t": "lens", "op": "steal"},
    {"t": "sites", "op": "drop"},
    {"t": "phone", "serial": ""},
    {"t": "phone"},
    {"t": "hello", "token": "x"},
    {"t": "switch", "tab": "1"},
]


async def test_a_malformed_message_is_answered_and_the_socket_stays(house: House) -> None:
    async with opened(house) as page:
        await page.hears("welcome")
        for each in MALFORMED:
            await page.ws.send(json.dumps(each))
            error = await page.hears("error")
            assert error["code"] == "BAD_ARGUMENTS", each
            assert "xxx" not in str(error)
        await page.heeded()
        assert page.closed is None


async def test_what_a_malformed_message_held_is_not_repeated(house: House) -> None:
    async with opened(house) as page:
        await page.say("text", text=["my secret words"])
        assert "secret" not in str(await page.hears("error"))


@pytest.mark.parametrize(("raw", "code"), [("{", 1007), (b"\x00\x01", 1007), ("", 1007)])
async def test_what_is_no_json_ends_the_socket(house: House, raw: bytes | str, code: int) -> None:
    async with opened(house) as page:
        await page.hears("welcome")
        await page.ws.send(raw)
        await page.until(lambda: page.closed)
        assert page.closed is not None
        assert page.closed.rcvd is not None
        assert page.closed.rcvd.code == code
    await still_serves(house)


async def test_a_message_that_is_too_large_ends_the_socket(house: House) -> None:
    async with opened(house) as page:
        await page.hears("welcome")
        with suppress(ConnectionClosed):
            await page.ws.send("x" * (MOST_MESSAGE + 1))
        await page.until(lambda: page.closed)
        assert page.closed is not None
        assert page.closed.rcvd is not None
        assert page.closed.rcvd.code == 1009
    await still_serves(house)


async def test_a_socket_outlives_the_limits_of_requests_and_strangers(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded, "REQUEST_SECONDS", 0.05)
    monkeypatch.setattr(bounded, "STRANGERS", 1)
    async with opened(house) as first, opened(house) as second:
        for page in (first, second):
            await page.hears("paused", on=False)
        await house.bridge.door.owners.pause(None)  # told at the next tick, which is later
        for page in (first, second):
            await page.hears("paused", on=True)
            await page.heeded()


async def test_who_does_not_keep_up_is_sent_away_and_told_why(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(onlooker, "MOST_MESSAGES", 20)
    async with opened(house) as page:
        await page.hears("welcome")
        page.ws.transport.pause_reading()
        for _ in range(4):
            house.bridge.door.activity.begin("x" * 300_000, "page_tap").end("OK", 1)
        for _ in range(30):
            house.bridge.door.activity.begin("another", "page_tap").end("OK", 1)
        page.ws.transport.resume_reading()
        await page.until(lambda: page.closed)
        assert page.closed is not None
        assert page.closed.rcvd is not None
        assert page.closed.rcvd.code == 1013
        assert "keep up" in page.closed.rcvd.reason


async def test_only_so_many_viewers_are_open_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewing, "MOST_VIEWERS", 1)
    async with opened(house) as first:
        await first.hears("welcome")
        async with knock(house) as ws:
            await ws.send(json.dumps({"t": "hello", "token": token(house)}))
            assert (await end(ws))[0] == 1013


async def test_a_thousand_silent_sockets_keep_no_viewer_out(house: House) -> None:
    flood: list[ClientConnection] = []
    for _ in range(40):
        async with asyncio.TaskGroup() as tasks:
            made = [tasks.create_task(_silent(house)) for _ in range(25)]
        flood += [each.result() for each in made if each.result() is not None]  # type: ignore[misc]
    await still_serves(house)
    for each in flood:
        each.transport.abort()


async def _silent(house: House) -> ClientConnection | None:
    try:
        return await knock(house, ping_interval=None)
    except (OSError, ConnectionClosed, InvalidStatus, EOFError):
        return None


async def test_when_the_bridge_ends_every_socket_is_closed() -> None:
    async with open_bridge(Settings.model_validate(NO_PHONE)) as bridge:
        async with housed(bridge) as house:
            ws = await knock(house)
            await ws.send(json.dumps({"t": "hello", "token": token(house)}))
            assert json.loads(await ws.recv())["t"] == "welcome"
        assert (await end(ws))[0] == 1012
        assert bridge.door.activity._hearing == []
