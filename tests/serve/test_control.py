"""The daemon's port: who is let in, what callers get, and what strangers cannot do."""

import asyncio
import base64
import json
import socket

import pytest

from bridge.serve import control
from bridge.serve.lines import HELLO_BYTES, LINE_BYTES
from tests.serve.conftest import Here, Talk
from tests.serve.toy import JPEG

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


# calls


async def test_a_call_is_answered_with_text_facts_and_pictures(here: Here) -> None:
    async with here.talk("call") as talk:
        await talk.say({"id": 7, "tool": "toy_say", "args": {"text": "hé"}, "serial": "s1"})
        answer = await talk.hear()
        assert answer == {
            "id": 7,
            "ok": True,
            "data": {"text": "hé", "facts": {"said": "hé"}, "pictures": []},
        }
        await talk.say({"id": 8, "tool": "toy_screenshot"})
        (picture,) = (await talk.hear())["data"]["pictures"]
        assert picture["mime"] == "image/jpeg"
        assert base64.b64decode(picture["data"]) == JPEG
    name, args, caller = here.bridge.door.calls[0]
    assert (name, args) == ("toy_say", {"text": "hé", "serial": "s1"})
    assert (caller.client, caller.kind) == ("a test", "cli")


@pytest.mark.parametrize(
    ("tool", "code"),
    [
        ("toy_refuse", "SITE_BLOCKED"),
        ("toy_gone", "NO_DEVICE"),
        ("toy_nothing", "UNKNOWN_TOOL"),
        ("toy_say", "BAD_ARGUMENTS"),
        ("toy_crash", "INTERNAL"),
    ],
)
async def test_a_call_that_fails_is_answered_with_its_code(
    here: Here, tool: str, code: str
) -> None:
    async with here.talk("call") as talk:
        await talk.say({"id": "x", "tool": tool, "args": {}})
        answer = await talk.hear()
    assert (answer["id"], answer["ok"], answer["error"]["code"]) == ("x", False, code)
    assert "secret" not in json.dumps(answer)


@pytest.mark.parametrize(
    "said",
    [b"nonsense\n", b"[]\n", b'{"id": 1}\n', b'{"tool": 5}\n', b'{"tool": "t", "args": [1]}\n'],
)
async def test_a_line_that_is_no_call_is_answered_and_the_next_one_too(
    here: Here, said: bytes
) -> None:
    async with here.talk("call") as talk:
        await talk.say(said)
        assert (await talk.hear())["error"]["code"] == "BAD_ARGUMENTS"
        await talk.say({"id": 2, "tool": "toy_say", "args": {"text": "on"}})
        assert (await talk.hear())["data"]["text"] == "on"


async def test_a_call_over_the_limit_ends_the_conversation_with_a_word(here: Here) -> None:
    async with here.talk("call") as talk:
        await talk.say(b"x" * (LINE_BYTES + 1) + b"\n")
        assert (await talk.hear())["error"]["code"] == "BAD_ARGUMENTS"
        assert await talk.ended()


async def test_calls_run_side_by_side_and_are_told_apart(here: Here) -> None:
    async with here.talk("call") as talk:
        await talk.say({"id": "long", "tool": "toy_wait"})
        await talk.say({"id": "short", "tool": "toy_say", "args": {"text": "x"}})
        assert (await talk.hear())["id"] == "short"


async def test_a_caller_who_goes_away_cancels_the_call(here: Here) -> None:
    house = here.bridge.door.house
    async with here.talk("call") as talk:
        await talk.say({"id": 1, "tool": "toy_wait"})
        await house.waiting.wait()
        assert not house.cancelled.is_set()
    async with asyncio.timeout(20):
        await house.cancelled.wait()


async def test_more_calls_than_the_limit_wait_and_none_is_lost(here: Here) -> None:
    many = control.CALLS_AT_ONCE * 3
    async with here.talk("call") as talk:
        for n in range(many):
            await talk.say({"id": n, "tool": "toy_say", "args": {"text": "x"}})
        assert sorted([(await talk.hear())["id"] for _ in range(many)]) == list(range(many))


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
