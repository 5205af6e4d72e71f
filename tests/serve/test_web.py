"""The web for a person's browser: who is let in, what a page may do, and that floods pass."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from bridge.serve import bounded
from bridge.settings import Settings
from tests.conftest import free_port
from tests.serve.conftest import LIMIT, Here, run_here

ANY_PORT = Settings.model_validate({"web": {"ports": [0]}})


pytestmark = pytest.mark.usefixtures("no_defect")


@pytest.fixture
async def here() -> AsyncIterator[Here]:
    async with run_here(ANY_PORT) as running:
        yield running


async def link(here: Here) -> tuple[str, str]:
    """Ask for a link; return the address and the nonce in it."""
    address, _, nonce = (await here.ask("view"))["data"]["link"].partition("/#")
    return address, nonce


async def ask(method: str, url: httpx2.URL | str, **more: Any) -> httpx2.Response:
    async with httpx2.AsyncClient(timeout=LIMIT) as web:
        return await web.request(method, url, **more)


async def trade(address: str, nonce: Any, **headers: str) -> httpx2.Response:
    sent = {"Origin": address, **{k.replace("_", "-"): v for k, v in headers.items()}}
    return await ask("POST", address + "/token", json={"nonce": nonce}, headers=sent)


def open_socket(address: str, path: str = "/ws", **more: Any) -> connect:
    return connect(address.replace("http", "ws") + path, proxy=None, **more)


async def test_nothing_listens_before_a_person_asks(here: Here) -> None:
    assert (await here.ask("status"))["data"]["web"] is None
    address, _ = await link(here)
    assert (await here.ask("status"))["data"]["web"] == address
    assert (await link(here))[0] == address


async def test_the_next_port_is_taken_when_one_is_not_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        taken, free = held.getsockname()[1], free_port()
        settings = Settings.model_validate({"web": {"ports": [taken, free]}})
        async with run_here(settings) as here:
            assert (await link(here))[0] == f"http://127.0.0.1:{free}"


async def test_when_no_port_is_free_the_person_is_told_and_the_bridge_goes_on() -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        settings = Settings.model_validate({"web": {"ports": [held.getsockname()[1]]}})
        async with run_here(settings) as here:
            error = (await here.ask("view"))["error"]
            assert error["code"] == "DAEMON_FAILED"
            assert "web.ports" in error["hint"]
            assert (await here.ask("ping"))["ok"] is True
    # tried anew at the next call


async def test_a_link_is_traded_for_a_token_once(here: Here) -> None:
    address, nonce = await link(here)
    first, second = await trade(address, nonce), await trade(address, nonce)
    assert first.status_code == 200
    assert len(first.json()["token"]) >= 43
    assert second.status_code == 403
    assert "tapbridge view" in second.json()["error"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Content_Type": "text/plain"},
    ],
    ids=str,
)
async def test_a_page_of_another_origin_gets_no_token(here: Here, headers: dict[str, str]) -> None:
    address, nonce = await link(here)
    assert (await trade(address, nonce, **headers)).status_code == 403
    assert (await trade(address, nonce)).status_code == 200  # and it did not use the link up


async def test_who_names_no_origin_gets_no_token(here: Here) -> None:
    address, nonce = await link(here)
    assert (await ask("POST", address + "/token", json={"nonce": nonce})).status_code == 403


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"nonce": 5}', b"\xff", b"[" * 1000])
async def test_a_trade_that_makes_no_sense_is_refused(here: Here, body: bytes) -> None:
    address, _ = await link(here)
    headers = {"Origin": address, "Content-Type": "application/json"}
    answer = await ask("POST", address + "/token", content=body, headers=headers)
    assert answer.status_code in {400, 403}


async def test_a_trade_that_is_too_long_is_cut(here: Here) -> None:
    address, _ = await link(here)
    assert (await trade(address, "x" * 5000)).status_code == 413


@pytest.mark.parametrize("path", ["/", "/static/index.html", "/token", "/ws", "/nothing"])
async def test_another_name_pointed_here_is_refused(here: Here, path: str) -> None:
    address, _ = await link(here)
    port = address.rpartition(":")[2]
    for host in (f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port}0", f"[::1]:{port}", ""):
        answer = await ask("GET", address + path, headers={"Host": host})
        assert answer.status_code in {400, 403}, host
    evil = f"http://evil.example:{port}"
    with pytest.raises(InvalidStatus, match="403"):
        await open_socket(evil, path, host="127.0.0.1", port=int(port), origin=evil)


async def test_the_page_may_load_nothing_from_elsewhere(here: Here) -> None:
    address, _ = await link(here)
    for named in (address, address.replace("127.0.0.1", "localhost")):
        answer = await ask("GET", named + "/")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")
        policy = answer.headers["content-security-policy"].split("; ")
        assert "default-src 'none'" in policy
        assert f"connect-src 'self' ws://{named.removeprefix('http://')}" in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "../viewer.py",
        "%2e%2e/viewer.py",
        "..%2fviewer.py",
        "/etc/passwd",
        "nothing.js",
        "",
        "a%00b",
    ],
)
async def test_only_files_of_the_viewer_are_handed_out(here: Here, path: str) -> None:
    address, _ = await link(here)
    url = httpx2.URL(address + "/").copy_with(raw_path=f"/static/{path}".encode())
    assert (await ask("GET", url)).status_code == 404


async def test_when_the_bridge_ends_nothing_listens_any_more() -> None:
    async with run_here(ANY_PORT) as here:
        address, _ = await link(here)
        reader, writer = await asyncio.open_connection(*_where(address))
    assert await reader.read() == b""
    writer.close()
    with pytest.raises(ConnectionError):
        await asyncio.open_connection(*_where(address))


# floods


async def test_a_thousand_connections_keep_nobody_out(here: Here) -> None:
    address, nonce = await link(here)
    flood = []
    for n in range(1000):
        with suppress(ConnectionError):
            reader, writer = await asyncio.open_connection(*_where(address))
            flood.append((reader, writer))
            if n % 2:
                writer.write(f"GET / HTTP/1.1\r\nHost: {address[7:]}\r\n\r\n".encode())
    assert (await trade(address, nonce)).status_code == 200
    assert (await here.ask("ping"))["ok"] is True
    for _, writer in flood:
        writer.transport.abort()


async def test_a_thousand_trades_that_are_never_whole_keep_nobody_out(here: Here) -> None:
    address, nonce = await link(here)
    head = (
        f"POST /token HTTP/1.1\r\nHost: {address[7:]}\r\nOrigin: {address}\r\n"
        "Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"
    )
    flood = []
    for _ in range(1000):
        reader, writer = await asyncio.open_connection(*_where(address))
        writer.write(head.encode())
        flood.append((reader, writer))
    assert (await trade(address, nonce)).status_code == 200
    async with asyncio.timeout(LIMIT):
        assert (await flood[0][0].readline()).startswith(b"HTTP/1.1 408")
        assert await flood[0][0].read()  # and the rest, to its end
    for _, writer in flood:
        writer.transport.abort()


async def test_a_request_that_is_not_whole_in_time_is_cut_off(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded, "REQUEST_SECONDS", 0.2)
    address, _ = await link(here)
    reader, writer = await asyncio.open_connection(*_where(address))
    writer.write(b"POST /token HTTP/1.1\r\nHost: " + address[7:].encode())
    async with asyncio.timeout(LIMIT):
        assert await reader.read() == b""
    writer.close()


def _where(address: str) -> tuple[str, int]:
    return "127.0.0.1", int(address.rpartition(":")[2])
