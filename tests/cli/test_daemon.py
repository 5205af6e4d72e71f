"""Commands about the Bridge itself."""

import os
import re
import signal
import subprocess
import sys

import pytest

from bridge.cli.daemon import _on_phones
from bridge.errors import UsageFault
from bridge.serve import client, state
from tests.cli.conftest import Tapbridge
from tests.serve.conftest import ROOT, Apart, wait_until


def test_status_and_stop_start_nothing(tapbridge: Tapbridge) -> None:
    assert tapbridge("status").out == "The Bridge does not run; the next call starts it.\n"
    assert tapbridge("status", "--json").json == {"ok": True, "data": {"running": False}}
    assert tapbridge("stop").out == "The Bridge does not run.\n"
    assert not state.alive(state.folder())


def test_status_says_who_is_connected_and_for_how_long(tapbridge: Tapbridge, daemon: Apart) -> None:
    with client.connect("mcp", client="a host") as link:
        said = tapbridge("status")
        assert f"pid {link.answer['pid']}" in said.out
        assert "connected: a host (mcp), for " in said.out
        assert "adb server: 127.0.0.1:5037" in said.out
        data = tapbridge("status", "--json").json["data"]
    assert data["running"] is True
    assert data["pid"] == link.answer["pid"]


def test_stop_ends_the_daemon(tapbridge: Tapbridge, daemon: Apart) -> None:
    (pid,) = daemon.events("opened")
    assert tapbridge("stop").out == f"The Bridge (pid {pid}) has ended.\n"
    assert daemon.events("closed") == [pid]
    assert tapbridge("stop", "--json").json["data"] == {"stopped": False}


def test_open_starts_chrome_on_the_phone(tapbridge: Tapbridge, daemon: Apart) -> None:
    said = tapbridge("open", "https://a.example/", "--serial", "s1")
    assert said.out == "opened https://a.example/ on s1\n"
    assert tapbridge("open").out == "opened None on None\n"
    assert tapbridge("open", "--serial", "none").code == 3


def test_logs_show_the_end_of_the_log(tapbridge: Tapbridge, apart: Apart) -> None:
    client.connect("call", client="test", command=apart.command).close()
    assert "answers on port" in tapbridge("logs").out
    assert len(tapbridge("logs", "-n", "1").out.splitlines()) == 1
    assert len(tapbridge("logs", "-n", "1", "--json").json["data"]["lines"]) == 1


def test_logs_of_a_bridge_that_never_ran_are_no_error(tapbridge: Tapbridge) -> None:
    said = tapbridge("logs")
    assert said.code == 0
    assert "no log yet" in said.out


def test_another_adb_server_is_refused_with_exit_2(
    tapbridge: Tapbridge, daemon: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "5999")
    said = tapbridge("toy-say", "x")
    assert said.code == 2
    assert said.err.startswith("OTHER_ADB_SERVER: ")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_runs_in_the_foreground_until_a_signal(apart: Apart, number: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bridge", "serve"],
        cwd=ROOT,
        env=apart.environment(TAPBRIDGE_DAEMON__IDLE_SECONDS="0.01"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert f"(pid {process.pid}). Ctrl-C ends it." in process.stdout.readline()
        link = client.attempt("ping", client="test")
        assert link is not None
        link.close()
        os.kill(process.pid, number)
        assert process.stdout.read() == "Tapbridge has ended.\n"
        assert "answers on port" in process.stderr.read()
    assert process.returncode == 0


@pytest.mark.parametrize("words", [["--http", "0"], ["--http"]])
def test_serve_http_says_where_and_which_file_holds_the_token(
    apart: Apart, tapbridge: Tapbridge, words: list[str]
) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bridge", "serve", *words],
        cwd=ROOT,
        env=apart.environment(TAPBRIDGE_HTTP__PORT="0"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert "Ctrl-C ends it." in process.stdout.readline()
        address, holder = process.stdout.readline().strip(), process.stdout.readline().strip()
        assert re.fullmatch(r"MCP over HTTP: http://127\.0\.0\.1:\d+/mcp", address)
        path = state.folder() / state.HTTP_TOKEN
        assert holder == f"its token is in {path}"
        said = tapbridge("status")
        assert address in said.out.splitlines()
        assert holder in said.out.splitlines()
        data = tapbridge("status", "--json").json["data"]
        assert (data["http"], data["token_file"]) == (address.split(": ")[1], str(path))
        os.kill(process.pid, signal.SIGTERM)
        shown = process.stdout.read() + process.stderr.read() + said.out
    assert process.returncode == 0
    assert path.read_text("ascii").strip() not in shown


def test_serve_names_the_families_that_there_are(tapbridge: Tapbridge) -> None:
    said = tapbridge("serve", "--tools", "more,nonsense")
    assert said.code == 1
    assert said.err == (
        "BAD_ARGUMENTS: there is no family of tools named 'nonsense'."
        " There are: more, debug, live, native, host.\n"
    )


def test_serve_beside_a_running_bridge_is_refused_at_once(
    tapbridge: Tapbridge, daemon: Apart
) -> None:
    said = tapbridge("serve")
    assert said.code == 2
    assert said.err.startswith(f"DAEMON_FAILED: the Bridge already runs (pid {os.getpid()}). ")


def test_the_real_daemon_is_started_by_a_verb_and_answers(apart: Apart) -> None:
    try:
        link = client.connect("call", client="test")
        with link, pytest.raises(UsageFault, match="UNKNOWN_TOOL"):
            link.call("no_such_tool", {})
    finally:
        client.stop()
    wait_until(lambda: not state.alive(state.folder()))


def test_what_a_phone_that_is_away_lent_is_told_as_such() -> None:
    port = {"kind": "reverse", "serial": "one", "phone": "tcp:80", "here": "tcp:8080"}
    awake = {"kind": "awake", "serial": "two", "state": "away"}
    assert _on_phones({"borrowed": [port, awake]}) == [
        "one: tcp:80 leads to tcp:8080 here",
        "two: kept awake, once it is back",
    ]
