"""MCP over HTTP: who is let in, what is bounded, and how it ends."""

import asyncio
import json
import logging
import re
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio
import httpx2
import mcp.types as wire
import pytest
from mcp import Client

from bridge.errors import SetupFault
from bridge.serve import bounded, http, state
from bridge.serve.daemon import serve
from bridge.settings import DaemonSettings, HttpSettings, Settings
from tests.serve.conftest import LIMIT, Here, run_here
from tests.serve.hosts import OVER_HTTP, Hosted, Mode, http_token, texts, to_address

FULL = "a" * 100_000

both = pytest.mark.parametrize("mode", ["auto", "legacy"])


@pytest.fixture(autouse=True)
def _no_defect(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing that is refused, cut off or cancelled ends as a traceback in the log."""
    yield
    bad = [r for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
    assert [r.getMessage() for r in bad if "toy_crash" not in r.getMessage()] == []


@pytest.fixture
async def here() -> AsyncIterator[Here]:
    async with run_here(OVER_HTTP) as running:
        yield running


def url(here: Here) -> str:
    assert here.known.http is not None
    return here.known.http


def port(here: Here) -> int:
    return int(url(here).split(":")[2].partition("/")[0])


def initialize() -> dict[str, Any]:
    client = {"name": "raw", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    return {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}


ERAS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "legacy": (initialize(), {}),
    "auto": (
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/list",
            "params": {
                "_meta": {
                    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
                    "io.modelcontextprotocol/clientCapabilities": {},
                }
            },
        },
        {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"},
    ),
}
ACCEPT = "application/json, text/event-stream"


async def post(here: Here, mode: str, *, path: str = "", **headers: str | None) -> httpx2.Response:
    """Send the first request of an era; a header None is left out."""
    body, more = ERAS[mode]
    sent = {"Accept": ACCEPT, "Authorization": f"Bearer {http_token()}", **more}
    for name, value in headers.items():
        sent.pop(name.title(), None)
        if value is not None:
            sent[name.title()] = value
    async with httpx2.AsyncClient(timeout=LIMIT) as web:
        return await web.post(path or url(here), json=body, headers=sent)


# who is let in


@both
async def test_the_token_lets_in(here: Here, mode: str) -> None:
    assert (await post(here, mode)).status_code == 200
    assert (await post(here, mode, authorization=f"bearer  {http_token()}")).status_code == 200
    assert (await post(here, mode, host=f"localhost:{port(here)}")).status_code == 200


@both
@pytest.mark.parametrize(
    "given",
    [None, "", "Bearer", "Bearer wrong", "Basic {}", "{}", "Bearer {}x", "Bearer {} {}"],
)
async def test_no_token_or_a_wrong_one_is_refused(here: Here, mode: str, given: str | None) -> None:
    sent = given and given.replace("{}", http_token())
    answer = await post(here, mode, authorization=sent)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert http_token() not in answer.text
    assert here.bridge.door.calls == []


async def test_two_tokens_at_once_are_none(here: Here) -> None:
    head = f"Authorization: Bearer {http_token()}\r\n" * 2
    assert await status_of(here, f"GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n") == 401


@both
@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{}", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{}",
     "[::1]:{}", "0.0.0.0:{}", "127.0.0.1:{}.evil.example"],
)  # fmt: skip
async def test_a_foreign_host_is_refused(here: Here, mode: str, host: str) -> None:
    assert (await post(here, mode, host=host.replace("{}", str(port(here))))).status_code == 421


@both
@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "https://127.0.0.1:{}", "http://127.0.0.1:{}", "http://localhost:{}",
     "null", "chrome-extension://abcdefghijklmnopabcdefghijklmnop"],
)  # fmt: skip
async def test_a_page_of_any_origin_is_refused_even_with_the_token(
    here: Here, mode: str, origin: str
) -> None:
    answer = await post(here, mode, origin=origin.replace("{}", str(port(here))))
    assert answer.status_code == 403
    assert not [h for h in answer.headers if h.startswith("access-control")]


async def test_a_page_s_preflight_gets_no_leave(here: Here) -> None:
    async with httpx2.AsyncClient() as web:
        asked = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
        answer = await web.options(url(here), headers=asked)
    assert answer.status_code == 401
    assert not [h for h in answer.headers if h.startswith("access-control")]


@pytest.mark.parametrize("path", ["/", "/mcp/", "/mcp/x", "/.well-known/oauth-protected-resource"])
async def test_only_one_path_is_there_and_without_the_token_none(here: Here, path: str) -> None:
    there = url(here).removesuffix("/mcp") + path
    assert (await post(here, "auto", path=there)).status_code == 404
    assert (await post(here, "auto", path=there, authorization=None)).status_code == 401


async def test_it_listens_on_loopback_alone(here: Here) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/mcp", url(here))
    with socket.socket() as other:
        other.bind(("127.0.0.2", port(here)))  # free: not bound to every address


# off unless asked for, and found by those who may


async def test_it_is_off_unless_asked_for() -> None:
    async with run_here() as plain:
        assert plain.known.http is None
        assert (await plain.ask("status"))["data"]["http"] is None
    assert not (state.folder() / state.HTTP_TOKEN).exists()


async def test_status_tells_the_address_and_never_the_token(here: Here) -> None:
    data = (await here.ask("status"))["data"]
    assert data["http"] == url(here)
    assert http_token() not in json.dumps(data)


async def test_a_port_that_is_taken_is_said_before_anything_runs() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        settings = Settings(http=HttpSettings(enabled=True, port=number))
        with pytest.raises(SetupFault, match=f"port {number} for MCP over HTTP") as told:
            await serve(settings, open_bridge=run_nothing)
    assert told.value.code == "DAEMON_FAILED"
    assert not state.alive(state.folder())


@asynccontextmanager
async def run_nothing(_: Settings) -> AsyncIterator[Any]:
    yield None


# bounds


@both
async def test_a_body_over_four_mebibytes_is_refused_and_others_are_served(
    here: Here, mode: Mode
) -> None:
    body, more = ERAS[mode]
    large = json.dumps({**body, "filler": "x" * http.MOST_BODY}).encode()
    sent = {"Accept": ACCEPT, "Authorization": f"Bearer {http_token()}", **more}
    sent["Content-Type"] = "application/json"
    async with httpx2.AsyncClient(timeout=LIMIT) as web:
        assert (await web.post(url(here), content=large, headers=sent)).status_code == 413

        async def piecemeal() -> AsyncIterator[bytes]:
            for at in range(0, len(large), 1 << 16):
                yield large[at : at + (1 << 16)]

        assert (await web.post(url(here), content=piecemeal(), headers=sent)).status_code == 413
    async with Hosted(here, "http", mode).client() as client:
        assert texts(await client.call_tool("toy_say", {"text": "on"})) == ["on"]


async def status_of(here: Here, raw: str) -> int | None:
    """Send bytes as they are; return the status of the answer, None when there is none."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port(here))
    writer.write(raw.encode())
    try:
        async with asyncio.timeout(LIMIT):
            line = await reader.readline()
    except ConnectionError:
        line = b""
    finally:
        writer.close()
    return int(line.split()[1]) if line else None


def head(here: Here, *more: str) -> str:
    lines = [
        "POST /mcp HTTP/1.1",
        f"Host: 127.0.0.1:{port(here)}",
        f"Authorization: Bearer {http_token()}",
        f"Accept: {ACCEPT}",
        "Content-Type: application/json",
        *more,
    ]
    return "\r\n".join(lines)


@pytest.mark.parametrize("sent", ["nothing", "half a head", "half a body", "a second half head"])
async def test_a_slow_client_is_cut_off_and_others_are_served(
    here: Here, monkeypatch: pytest.MonkeyPatch, sent: str
) -> None:
    monkeypatch.setattr(bounded, "REQUEST_SECONDS", 0.3)
    raw = {
        "nothing": "",
        "half a head": head(here),
        "half a body": head(here, "Content-Length: 1000", "", "{"),
        "a second half head": "GET /mcp HTTP/1.1\r\nHost: x\r\n\r\nGET /m",
    }[sent]
    reader, writer = await asyncio.open_connection("127.0.0.1", port(here))
    writer.write(raw.encode())
    async with Hosted(here, "http", "legacy").client() as client:
        assert texts(await client.call_tool("toy_say", {"text": "on"})) == ["on"]
    with suppress(ConnectionError):
        async with asyncio.timeout(LIMIT):
            while await reader.read(1 << 16):
                pass
    writer.close()


async def test_a_client_that_takes_no_answer_is_cut_off(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded, "SEND_SECONDS", 0.2)
    session = (await post(here, "legacy")).headers["mcp-session-id"]
    # more than all buffers between the two hold
    params = {"name": "toy_say", "arguments": {"text": FULL, "times": 200}}
    body = json.dumps({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": params})
    asked = head(here, f"Mcp-Session-Id: {session}", f"Content-Length: {len(body)}", "")
    with socket.create_connection(("127.0.0.1", port(here))) as raw:
        raw.sendall(f"{asked}\r\n{body}".encode())
        async with asyncio.timeout(LIMIT):
            while not here.bridge.door.calls:
                assert (await post(here, "auto")).status_code == 200
            while (await here.ask("status"))["data"]["clients"]:
                pass


async def test_strangers_beyond_the_limit_push_out_the_one_who_waited_longest(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded, "STRANGERS", 2)
    first = await asyncio.open_connection("127.0.0.1", port(here))
    others = [await asyncio.open_connection("127.0.0.1", port(here)) for _ in range(2)]
    with suppress(ConnectionError):
        async with asyncio.timeout(LIMIT):
            assert await first[0].read() == b""
    assert (await post(here, "auto")).status_code == 200
    for _, writer in (first, *others):
        writer.close()


async def test_sessions_are_bounded_and_an_ended_one_makes_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http, "MOST_SESSIONS", 1)
    async with run_here(OVER_HTTP) as here:
        first = await post(here, "legacy")
        assert (await post(here, "legacy")).status_code == 503
        assert (await post(here, "auto")).status_code == 200  # needs none
        async with httpx2.AsyncClient() as web:
            sent = {"Authorization": f"Bearer {http_token()}"}
            named = {"Mcp-Session-Id": first.headers["mcp-session-id"]}
            ended = await web.delete(url(here), headers={**sent, **named})
        assert ended.status_code == 200
        assert (await post(here, "legacy")).status_code == 200


# its life in the daemon


async def test_a_session_that_its_host_ends_gives_the_phone_back(here: Here) -> None:
    owners = here.bridge.door.owners
    async with Hosted(here, "http", "legacy").client() as client:
        await client.call_tool("toy_tap", {})
        assert owners.lease("toy") is not None
    assert owners.lease("toy") is None


BRIEF = OVER_HTTP.model_copy(update={"daemon": DaemonSettings(idle_seconds=1)})


async def free(here: Here) -> None:
    """Wait until nobody has the phone, a timer, or a permission."""
    async with asyncio.timeout(LIMIT):
        while (  # noqa: ASYNC110
            here.bridge.timers.every()
            or here.bridge.door.owners.lease("toy")
            or here.bridge.door.approvals._remembered
        ):
            await asyncio.sleep(0.01)  # nobody tells of it: it is what is waited for


def have_all(here: Here, party: str) -> None:
    """Have a party own what a party can."""
    here.bridge.timers.start(party, "a host", "tea", 3600)
    here.bridge.door.approvals._remember(("toy", party, "form-submission", "", "", ""))
    assert here.bridge.timers.running
    assert here.bridge.door.owners.lease("toy")


async def test_a_session_whose_host_vanished_ends_with_all_that_it_had() -> None:
    async with run_here(BRIEF) as here:
        session = (await post(here, "legacy")).headers["mcp-session-id"]
        sent = {"Accept": ACCEPT, "Authorization": f"Bearer {http_token()}"}
        tap = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "toy_tap"}}
        ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        async with httpx2.AsyncClient(headers={**sent, "Mcp-Session-Id": session}) as web:
            await web.post(url(here), json=ready)
            assert (await web.post(url(here), json=tap)).status_code == 200
            have_all(here, session)
            await free(here)
            assert (await web.post(url(here), json=tap)).status_code == 404


async def test_a_host_of_the_modern_era_that_is_silent_for_long_loses_all_that_it_had() -> None:
    async with run_here(BRIEF) as here, Hosted(here, "http", "auto").client() as client:
        await client.call_tool("toy_tap", {})
        have_all(here, here.bridge.door.calls[-1][2].party.key)
        await free(here)
        assert not (await client.call_tool("toy_tap", {})).is_error


async def test_a_host_of_the_modern_era_that_listens_is_there_however_silent() -> None:
    async with run_here(BRIEF) as here, called(here, "?as=ears") as ears:
        await ears.call_tool("toy_tap", {})
        listening = here.bridge.door.calls[-1][2].party.key
        async with ears.listen(tools_list_changed=True), called(here, "?as=other") as other:
            have_all(here, listening)
            await other.call_tool("toy_say", {"text": "x"})
            here.bridge.timers.start(here.bridge.door.calls[-1][2].party.key, "x", "y", 3600)
            async with asyncio.timeout(LIMIT):
                while len(here.bridge.timers.every()) > 1:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            assert [each["name"] for each in here.bridge.timers.every()] == ["tea"]
            assert here.bridge.door.owners.lease("toy")
        await free(here)


async def test_who_names_another_party_as_its_session_ends_nothing_of_it(here: Here) -> None:
    async with here.talk("call") as talk:
        await talk.say({"id": 1, "tool": "toy_tap", "args": {}})
        assert (await talk.hear())["ok"] is True
        have_all(here, "cli")
        named = {"Authorization": f"Bearer {http_token()}", "Mcp-Session-Id": "cli"}
        async with httpx2.AsyncClient(headers=named) as web:
            assert (await web.delete(url(here))).status_code == 404
            assert (await web.post(url(here), json=initialize())).status_code == 404
        assert here.bridge.timers.running
        assert here.bridge.door.owners.lease("toy")
        assert here.bridge.door.approvals._remembered


async def test_who_names_a_host_without_a_session_as_its_own_ends_nothing_of_it(
    here: Here,
) -> None:
    async with called(here, "?as=work") as work:
        await work.call_tool("toy_tap", {})
        party = here.bridge.door.calls[-1][2].party.key
        have_all(here, party)
        named = {"Authorization": f"Bearer {http_token()}", "Mcp-Session-Id": party}
        async with httpx2.AsyncClient(headers=named) as web:
            assert (await web.delete(url(here))).status_code == 404
        have_all(here, party)


@asynccontextmanager
async def called(here: Here, name: str) -> AsyncIterator[Client]:
    """Be a modern host whose address names it."""
    async with Client(to_address(f"{url(here)}{name}", http_token()), mode="auto") as client:
        yield client


async def test_hosts_of_one_name_are_one_unless_their_addresses_name_them(here: Here) -> None:
    async with called(here, "?as=work") as work, called(here, "?as=home") as home:
        assert not (await work.call_tool("toy_tap", {})).is_error
        (told,) = texts(await home.call_tool("toy_tap", {}))
        assert told.startswith("NOT_OWNER: mcp (work) has the phone")
        assert not (await work.call_tool("toy_tap", {})).is_error
    assert not any(caller.alike for *_, caller in here.bridge.door.calls)
    here.bridge.door.owners.left("mcp:mcp (work)")
    async with called(here, "") as one, called(here, "") as other:
        assert not (await one.call_tool("toy_tap", {})).is_error
        assert not (await other.call_tool("toy_tap", {})).is_error
    assert here.bridge.door.calls[-1][2].alike


async def test_a_name_in_the_address_that_is_none_is_refused(here: Here) -> None:
    assert (await post(here, "auto", path=f"{url(here)}?as=a b")).status_code == 400
    assert (await post(here, "auto", path=f"{url(here)}?as=a&as=b")).status_code == 400
    assert (await post(here, "auto", path=f"{url(here)}?as=a")).status_code == 200


async def test_of_two_sessions_only_one_has_the_phone(here: Here) -> None:
    hosted = Hosted(here, "http", "legacy")
    async with hosted.client() as client, hosted.client() as other:
        assert not (await client.call_tool("toy_tap", {})).is_error
        (told,) = texts(await other.call_tool("toy_tap", {}))
        assert told.startswith("NOT_OWNER: ")
        assert not (await client.call_tool("toy_tap", {})).is_error


@both
async def test_a_call_over_http_keeps_the_daemon_from_being_idle(mode: Mode) -> None:
    settings = OVER_HTTP.model_copy(update={"daemon": DaemonSettings(idle_seconds=2)})
    async with run_here(settings, foreground=False) as here:
        house = here.bridge.door.house
        async with (
            Hosted(here, "http", mode).client() as client,
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(client.call_tool, "toy_wait")
            await house.waiting.wait()
            status = (await here.ask("status"))["data"]
            assert ("http", 0) in {(c["want"], status["idle"]) for c in status["clients"]}
            tasks.cancel_scope.cancel()
        await here.ended()


@both
async def test_the_daemon_s_end_cancels_what_runs_and_leaves_no_port(mode: Mode) -> None:
    async with run_here(OVER_HTTP) as here:
        house = here.bridge.door.house
        ended = anyio.Event()
        async with Hosted(here, "http", mode).client() as client, anyio.create_task_group() as all_:

            async def wait() -> None:
                with suppress(Exception):
                    await client.call_tool("toy_wait")
                ended.set()

            all_.start_soon(wait)
            await house.waiting.wait()
            await here.ask("stop")
            await here.ended()
            assert house.cancelled.is_set()
            all_.cancel_scope.cancel()
        with pytest.raises(OSError, match=r"refused|Connect"):
            await asyncio.open_connection("127.0.0.1", port(here))


@both
async def test_nothing_of_the_token_or_of_what_was_said_is_logged(
    mode: Mode, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with run_here(OVER_HTTP) as here:
        token = http_token()
        async with Hosted(here, "http", mode).client() as client:
            await client.call_tool("toy_say", {"text": "my secret words"})
            await client.call_tool("toy_crash")
        await post(here, mode, authorization="Bearer nearly-the-token")
    said = "\n".join(
        record.getMessage() for record in caplog.records if record.name.startswith("bridge")
    )
    assert token not in caplog.text
    assert "nearly-the-token" not in caplog.text
    assert "my secret words" not in said
    assert wire.LATEST_PROTOCOL_VERSION not in said
