"""The local DevTools endpoint, on the virtual phone: who gets in, and what they are told."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any, cast

import httpx2
import pytest
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bridge.app import open_bridge
from bridge.serve import bounded, relaying
from bridge.serve.control import Guest
from bridge.serve.endpoints import Endpoint
from bridge.serve.web import House, serve_web
from bridge.settings import Settings

LIMIT = 20.0


@contextmanager
def visit(client: str, want: str) -> Iterator[Guest]:
    yield Guest(client, want)


@pytest.fixture
async def house(phone: Any) -> AsyncIterator[House]:
    settings = Settings.model_validate({"adb": {"port": phone.adb_port}, "serial": phone.serial})
    async with (
        open_bridge(settings) as bridge,
        serve_web(bridge, [0], visit, (relaying.routes,)) as opened,
    ):
        yield opened


@pytest.fixture
async def endpoint(house: House, phone: Any) -> AsyncIterator[Endpoint]:
    with house.endpoints.offered(phone.serial, take=False) as offered:
        yield offered


def open_socket(house: House, endpoint: Endpoint, **more: Any) -> connect:
    url = f"ws://127.0.0.1:{house.port}{endpoint.path}/devtools/browser"
    return connect(url, proxy=None, compression=None, max_size=2**26, **more)


async def say(socket: ClientConnection, method: str, **more: Any) -> dict[str, Any]:
    await socket.send(json.dumps({"id": 1, "method": method, **more}))
    return await hear(socket, 1)


async def hear(socket: ClientConnection, number: int | None) -> dict[str, Any]:
    async with asyncio.timeout(LIMIT):
        while True:
            told: dict[str, Any] = json.loads(await socket.recv())
            if "method" not in told and told.get("id") == number:
                return told


async def in_turn(house: House, endpoint: Endpoint) -> str:
    """Have the phone as soon as the one before has let it go."""
    while True:
        try:
            async with open_socket(house, endpoint) as socket:
                return str((await say(socket, "Browser.getVersion"))["result"]["product"])
        except InvalidStatus as busy:
            assert busy.response.status_code == 409  # noqa: PT017 - it is asked again


async def get(url: str, **headers: str) -> httpx2.Response:
    async with httpx2.AsyncClient(timeout=LIMIT) as web:
        return await web.get(url, headers=headers)


async def test_it_names_the_browser_and_where_it_is_spoken_to(
    house: House, endpoint: Endpoint
) -> None:
    for end in ("/json/version", "/json/version/"):
        told = (await get(house.address + endpoint.path + end)).json()
        assert told["Browser"].startswith("Chrome/")
        assert told["Android-Package"] == "com.android.chrome"
        at = f"127.0.0.1:{house.port}"
        assert told["webSocketDebuggerUrl"] == f"ws://{at}{endpoint.path}/devtools/browser"
    named = await get(f"http://localhost:{house.port}{endpoint.path}/json/version")
    assert named.json()["webSocketDebuggerUrl"].startswith(f"ws://localhost:{house.port}/")


@pytest.mark.parametrize("origin", ["http://evil.test", "null", "own", "chrome-extension://abc"])
async def test_no_page_gets_in_even_with_the_path(
    house: House, endpoint: Endpoint, origin: str
) -> None:
    said = house.address if origin == "own" else origin
    told = await get(house.address + endpoint.path + "/json/version", Origin=said)
    assert told.status_code == 404
    assert endpoint.token not in told.text
    with pytest.raises(InvalidStatus) as refused:
        async with open_socket(house, endpoint, origin=said):
            pass
    assert refused.value.response.status_code == 403


async def test_no_other_path_and_no_other_name_gets_in(house: House, endpoint: Endpoint) -> None:
    wrong = Endpoint(endpoint.serial, take=False)
    assert (await get(house.address + wrong.path + "/json/version")).status_code == 404
    with pytest.raises(InvalidStatus):
        async with open_socket(house, wrong):
            pass
    told = await get(
        house.address + endpoint.path + "/json/version", Host=f"evil.test:{house.port}"
    )
    assert told.status_code == 403
    with pytest.raises(InvalidStatus):
        async with open_socket(house, endpoint, additional_headers={"Host": "evil.test"}):
            pass
    for path in ("/json/protocol", "/json/list", "/devtools/page/1", ""):
        assert (await get(house.address + endpoint.path + path)).status_code == 404


async def test_a_second_debugger_waits_for_its_turn(house: House, endpoint: Endpoint) -> None:
    async with open_socket(house, endpoint) as first:
        assert "product" in (await say(first, "Browser.getVersion"))["result"]
        with pytest.raises(InvalidStatus) as refused:
            async with open_socket(house, endpoint):
                pass
        assert refused.value.response.status_code == 409
        assert b"NOT_OWNER" in refused.value.response.body
        assert "product" in (await say(first, "Browser.getVersion"))["result"]
    async with asyncio.timeout(LIMIT):
        assert await in_turn(house, endpoint)


async def test_what_is_no_command_is_refused_and_the_session_goes_on(
    house: House, endpoint: Endpoint
) -> None:
    async with open_socket(house, endpoint) as socket:
        for text in ("", "[]", "{", "[" * 50_000, '{"id":"x"}', '{"method":"Page.enable"}'):
            await socket.send(text)
            assert (await hear(socket, None))["error"]["code"] == -32700
        await socket.send('{"id":9,"method":"x","params":[]}')
        assert (await hear(socket, 9))["error"]["code"] == -32700
        told = await say(socket, "Target.sendMessageToTarget", params={"message": "{}"})
        assert told["error"]["message"].startswith("UNSUPPORTED: ")
        told = await say(socket, "Page.enable", sessionId="0" * 32)
        assert told == {
            "id": 1,
            "error": {"code": -32001, "message": "Session with given id not found."},
            "sessionId": "0" * 32,
        }
        assert "product" in (await say(socket, "Browser.getVersion"))["result"]


@pytest.mark.parametrize("sent", [b"bytes", "x" * (2 * 2**20)])
async def test_bytes_and_oversized_messages_end_it_and_the_phone_is_free_again(
    house: House, endpoint: Endpoint, sent: bytes | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded, "MOST_COMMAND", 2**20)
    async with open_socket(house, endpoint) as socket:
        await socket.send(sent)
        with pytest.raises(ConnectionClosed) as closed:
            await hear(socket, 1)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code in {1003, 1009}
    async with asyncio.timeout(LIMIT):
        assert await in_turn(house, endpoint)


async def test_a_command_may_carry_a_whole_file(house: House, endpoint: Endpoint) -> None:
    async with open_socket(house, endpoint) as socket:
        told = await say(socket, "Made.up", params={"file": "x" * (5 * 2**20)})
        assert told["error"]["code"] == -32601


async def test_the_debugger_is_sent_away_when_the_endpoint_is_withdrawn(
    house: House, phone: Any
) -> None:
    with house.endpoints.offered(phone.serial, take=False) as endpoint:
        socket = await open_socket(house, endpoint)
    with pytest.raises(ConnectionClosed) as closed:
        async with asyncio.timeout(LIMIT):
            await socket.recv()
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1001, "the relay was closed")


async def test_what_is_not_read_is_kept_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stuck:
        async def send_text(self, text: str) -> None:
            await asyncio.Event().wait()

    monkeypatch.setattr(relaying, "MOST_QUEUED", 100)
    pipe = relaying.Pipe(cast("WebSocket", Stuck()))
    async with asyncio.TaskGroup() as group:
        writing = group.create_task(pipe.write())
        for _ in range(10):
            pipe.put("x" * 11)
        async with asyncio.timeout(LIMIT):
            assert await writing == (1013, "the debugger does not read")
    pipe.put("more")
    assert pipe.unsent == 110
