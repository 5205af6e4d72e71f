"""Commands with which a person keeps the phones."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bridge.serve import client, state
from tests.cli.conftest import Tapbridge
from tests.serve.conftest import Apart


@contextmanager
def agent() -> Iterator[client.Link]:
    """An MCP host that has acted; the answer of its act is the next line."""
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "an agent", "version": "1"},
    }
    act = {"name": "toy_tap", "arguments": {}}
    with client.connect("mcp", client="mcp") as link:
        for line in (
            {"id": 1, "method": "initialize", "params": hello},
            {"method": "notifications/initialized"},
            {"id": 2, "method": "tools/call", "params": act},
        ):
            link.sock.sendall(json.dumps({"jsonrpc": "2.0", **line}).encode() + b"\n")
        assert b"serverInfo" in link.reader.readline()
        yield link


def test_a_pause_stops_shells_and_agents_until_it_is_taken_back(
    tapbridge: Tapbridge, daemon: Apart
) -> None:
    assert tapbridge("pause").out.startswith("Every phone is paused. ")
    refused = tapbridge("toy-which")
    assert refused.code == 4
    assert refused.err.startswith("PAUSED_BY_PERSON: ")
    assert "paused: every phone" in tapbridge("status").out
    assert tapbridge("resume").out == "Every phone goes on.\n"
    assert tapbridge("resume").out == "No phone was paused.\n"
    assert tapbridge("toy-which").code == 0


def test_one_phone_can_be_paused(tapbridge: Tapbridge, daemon: Apart) -> None:
    assert tapbridge("pause", "--serial", "s1", "--json").json["data"]["stopped"] == 0
    assert tapbridge("toy-which", "--serial", "s1").code == 4
    assert tapbridge("toy-which", "--serial", "s2").code == 0
    assert "paused: s1;" in tapbridge("status").out
    assert tapbridge("resume", "--serial", "s1").out == "s1 goes on.\n"


def test_the_usual_serial_of_a_shell_does_not_narrow_a_pause(
    tapbridge: Tapbridge, daemon: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAPBRIDGE_SERIAL", "s1")
    tapbridge("pause")
    assert tapbridge("toy-which", "--serial", "s2").code == 4
    tapbridge("resume")


def test_a_pause_is_heard_from_a_shell_that_names_another_adb_server(
    tapbridge: Tapbridge, daemon: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "5999")
    assert tapbridge("pause").code == 0
    assert tapbridge("keep-awake", "on").code == 2


def test_keeping_awake_and_leading_a_port_here(tapbridge: Tapbridge, daemon: Apart) -> None:
    assert tapbridge("keep-awake", "on").out == "awake None True\n"
    assert tapbridge("keep-awake", "off", "--serial", "s1").out == "awake s1 False\n"
    assert tapbridge("reverse", "8080").out == "reverse None 8080 8080 True\n"
    other = tapbridge("reverse", "8080", "--phone-port", "9000", "--off", "--serial", "s")
    assert other.out == "reverse s 9000 8080 False\n"


@pytest.mark.parametrize("words", [("reverse", "0"), ("reverse", "http"), ("keep-awake", "maybe")])
def test_what_makes_no_sense_reaches_no_daemon(tapbridge: Tapbridge, words: list[str]) -> None:
    assert tapbridge(*words).code == 1
    assert not state.alive(state.folder())


def test_take_takes_the_phone_from_an_agent(tapbridge: Tapbridge, daemon: Apart) -> None:
    with agent() as link:
        assert b"tapped" in link.reader.readline()
        refused = tapbridge("toy-tap")
        assert refused.code == 4
        assert refused.err.startswith("NOT_OWNER: an agent has the phone and used it ")
        assert "toy: an agent has it, idle for " in tapbridge("status").out
        assert tapbridge("toy-tap", "--take").code == 0
        assert "toy: the command line has it, idle for " in tapbridge("status").out


def test_a_verb_that_only_reads_takes_nothing(tapbridge: Tapbridge) -> None:
    assert "--take" not in tapbridge("toy-which", "--help").out
    assert "--take" in tapbridge("toy-tap", "--help").out
