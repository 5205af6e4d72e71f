"""The daemon's port: who is let in, what callers get, and what strangers cannot do."""

import asyncio
import base64
import json
import socket

import pytest

from bridge.serve import control
from bridge.serve.lines import HELLO_BYTES
from tests.serve.conftest import Here, Talk

# strangers


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 20\r\n\r\n" + b'{"want":"stop"}\n',
        b"\n",
        b"[]\n",
        b'"token"\n',
        b"{}\n",
        b'{"token": 5, "want": "ping"}\n',
        b'{"token": null, "want": "ping"}\n',
        b"\xff\xfe\n",
        b"[" * 5000 + b"\n",
        b"x" * (HELLO_BYTES + 1) + b"\n",
        b"x" * (HELLO_BYTES * 30),
    ],
    ids=lambda raw: raw[:12].decode(errors="replace"),
)
async def test_a_hello_that_makes_no_sense_is_refused_with_one_line(
    here: Here, said: bytes
) -> None:
    talk = Talk(*await here.connect())
    await talk.say(said)
    try:
        answer = await talk.hear()
    except ConnectionError:
        answer = None  # the rest of what was sent was still on its way: the refusal is lost
    if answer is not None:
        assert answer["ok"] is False
        assert answer["error"]["code"] == "BAD_ARGUMENTS"
    assert await talk.ended()
    talk.writer.close()
    assert (await here.ask("ping"))["ok"] is True


async def test_a_guests_name_that_is_half_a_character_spoils_no_answer(here: Here) -> None:
    async with here.talk("call", client="a\ud800"):
        assert "a?" in [each["client"] for each in (await here.ask("status"))["data"]["clients"]]


@pytest.mark.parametrize("token", ["", "wrong", "é" * 43, "\ud800"])
async def test_another_token_is_refused(here: Here, token: str) -> None:
    for want in ("ping", "status", "stop", "call", "mcp", "open"):
        answer = await here.ask(want, token=token)
        assert answer["error"]["code"] in {"DAEMON_FORBIDDEN", "BAD_ARGUMENTS"}
    assert here.bridge.door.calls == []
    assert (await here.ask("ping"))["ok"] is True


async def test_a_token_is_long_and_new_for_every_daemon(here: Here) -> None:
    assert len(base64.urlsafe_b64decode(here.known.token + "=")) >= 24


async def test_who_wants_something_unknown_is_refused(here: Here) -> None:
    assert (await here.ask("everything"))["error"]["code"] == "BAD_ARGUMENTS"
    assert (await here.ask(["ping"]))["error"]["code"] == "BAD_ARGUMENTS"


async def test_a_stranger_who_says_nothing_is_sent_away(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control, "HELLO_SECONDS", 0.05)
    talk = Talk(*await here.connect())
    await talk.say(b'{"token": "')
    assert await talk.ended()
    talk.writer.close()


async def test_two_hundred_silent_strangers_keep_nobody_out(here: Here) -> None:
    strangers = [await here.connect() for _ in range(200)]
    assert (await here.ask("ping"))["ok"] is True
    async with here.talk("call") as talk:
        await talk.say({"id": 1, "tool": "toy_say", "args": {"text": "in"}})
        assert (await talk.hear())["data"]["text"] == "in"
    oldest, newest = strangers[0], strangers[-1]
    assert await Talk(*oldest).ended()
    assert not newest[0].at_eof()
    for _, writer in strangers:
        writer.close()


async def test_a_connection_that_is_reset_at_once_harms_nobody(here: Here) -> None:
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", here.known.port)) as sock:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    assert (await here.ask("ping"))["ok"] is True


async def test_the_port_is_open_on_loopback_only(here: Here) -> None:
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.2", here.known.port)


# what else can be wanted


async def test_status_names_the_clients_that_work(here: Here) -> None:
    async with here.talk("mcp", client="one host"), here.talk("call", client="a shell"):
        data = (await here.ask("status"))["data"]
    assert [(c["client"], c["want"]) for c in data["clients"]] == [
        ("one host", "mcp"),
        ("a shell", "call"),
    ]
    assert data["adb_server"] == {"host": "127.0.0.1", "port": 5037}
    assert here.known.token not in json.dumps(data)


async def test_status_lists_timers_and_they_end_with_their_connection(here: Here) -> None:
    timers = here.bridge.timers
    timers.start("cli", "the command line", "eggs", 90)
    async with here.talk("call") as talk:
        await talk.say({"id": 1, "tool": "toy_say", "args": {"text": "in"}})
        await talk.hear()
        caller = here.bridge.door.calls[-1][2]
        timers.start(caller.connection, "a host", "tea", 90)
        data = (await here.ask("status"))["data"]
        assert [(t["owner"], t["name"]) for t in data["timers"]] == [
            ("the command line", "eggs"),
            ("a host", "tea"),
        ]
    async with asyncio.timeout(20):
        while (await here.ask("status"))["data"]["clients"]:
            pass
    assert [t["name"] for t in timers.every()] == ["eggs"]


async def test_open_starts_chrome_as_a_person(here: Here) -> None:
    answer = await here.ask("open", serial="s1", url="https://a.example/")
    assert answer["data"] == {"text": "opened https://a.example/ on s1"}
    refused = await here.ask("open", serial="none")
    assert refused["error"]["code"] == "NO_DEVICE"
    odd = await here.ask("open", serial=5, url=["x"])
    assert odd["error"]["code"] == "BAD_ARGUMENTS"


# versions and adb servers


async def test_a_newer_client_is_told_that_the_idle_daemon_leaves(here: Here) -> None:
    answer = await here.ask("call", version="99.0")
    assert answer == {"ok": False, "leaving": True}


async def test_a_newer_client_may_want_what_this_version_does_not_know(here: Here) -> None:
    answer = await here.ask("dance", version="99.0")
    assert answer == {"ok": False, "leaving": True}
    await here.ended()


async def test_a_busy_daemon_names_itself_to_a_newer_client_whatever_it_wants(here: Here) -> None:
    async with here.talk("mcp", client="Claude"):
        answer = await here.ask("dance", version="99.0")
    assert answer["error"]["code"] == "DAEMON_BUSY"


@pytest.mark.parametrize("version", ["0.0.1", "", "nonsense"])
async def test_an_older_client_is_served(here: Here, version: str) -> None:
    assert (await here.ask("call", version=version))["ok"] is True


async def test_a_newer_client_does_not_end_a_busy_daemon_and_learns_who_works(here: Here) -> None:
    async with here.talk("mcp", client="one host"):
        error = (await here.ask("call", version="99.0"))["error"]
        assert error["code"] == "DAEMON_BUSY"
        assert "one host" in error["message"]
        assert "99.0" in error["message"]
        assert (await here.ask("status", version="99.0"))["ok"] is True
    here.bridge.is_busy = True
    assert (await here.ask("call", version="99.0"))["error"]["code"] == "DAEMON_BUSY"


@pytest.mark.parametrize(
    ("named", "same"),
    [
        (None, True),
        ({"host": None, "port": 5037}, True),
        ({"host": "localhost", "port": None}, True),
        ({"host": "127.0.0.1", "port": 5037}, True),
        ({"host": None, "port": 5038}, False),
        ({"host": "10.0.0.9", "port": None}, False),
    ],
)
async def test_a_shell_that_names_another_adb_server_is_refused(
    here: Here, named: dict[str, object] | None, same: bool
) -> None:
    answer = await here.ask("call", adb_server=named)
    assert answer["ok"] is same
    if not same:
        assert answer["error"]["code"] == "OTHER_ADB_SERVER"
        assert "5037" in answer["error"]["message"]
    assert (await here.ask("status", adb_server=named))["ok"] is True
