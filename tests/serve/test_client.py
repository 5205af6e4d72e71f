"""Thin clients: finding the daemon, starting it, replacing it, asking it."""

import json
import os
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bridge.errors import BridgeError, PhoneGone, SetupFault, SiteBlocked, UnknownOutcome
from bridge.places import config_folder
from bridge.serve import client, state
from bridge.settings import DaemonSettings
from tests.serve.conftest import Apart, wait_until

CONNECT = (
    "import sys; from bridge.serve import client\n"
    "with client.connect('call', client='one of many', command=sys.argv[1:]) as link:\n"
    "    print(link.answer['pid'], link.call('toy_say', {'text': 'hi'})['text'])"
)


def test_a_client_imports_nothing_heavy() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import sys, bridge.serve.client; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert not loaded & {"mcp", "aiohttp", "websockets", "pydantic", "asyncio", "click"}


def test_the_first_client_starts_the_daemon_and_the_next_one_finds_it(apart: Apart) -> None:
    with client.connect("call", client="test", command=apart.command) as one:
        assert one.call("toy_say", {"text": "hé"}, serial="s")["text"] == "hé"
    with client.connect("call", client="test", command=apart.command) as two:
        assert two.answer["pid"] == one.answer["pid"]
    assert len(apart.events("opened")) == 1


def test_twenty_clients_that_start_at_once_get_one_daemon(apart: Apart) -> None:
    clients = [
        subprocess.Popen(
            [sys.executable, "-c", CONNECT, *apart.command],
            env=apart.environment(TAPBRIDGE_DAEMON__START_SECONDS="60"),
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(20)
    ]
    said = [each.communicate(timeout=100)[0].strip() for each in clients]
    (pid,) = apart.events("opened")
    assert said == [f"{pid} hi"] * 20


def test_the_daemon_has_a_session_of_its_own(apart: Apart) -> None:
    with client.connect("call", client="test", command=apart.command) as link:
        assert os.getsid(link.answer["pid"]) == link.answer["pid"]


def test_a_killed_daemon_is_started_again(apart: Apart) -> None:
    with client.connect("call", client="test", command=apart.command) as link:
        os.kill(link.answer["pid"], signal.SIGKILL)
        with pytest.raises(PhoneGone):
            link.call("toy_say", {"text": "x"}, reads=True)
        with pytest.raises(UnknownOutcome):
            link.call("toy_tap", {})
    with client.connect("call", client="test", command=apart.command) as again:
        assert again.answer["pid"] != link.answer["pid"]
    Path(os.environ["TOY_LOG"]).write_text(f"opened {again.answer['pid']}\n")


def test_a_strangers_port_in_a_stale_state_file_gets_no_word(apart: Apart) -> None:
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        port = stranger.getsockname()[1]
        state.write(state.folder(), state.State(os.getpid(), port, "secret", "0.1.0", 0))
        client.connect("call", client="test", command=apart.command).close()
        stranger.setblocking(False)
        with pytest.raises(BlockingIOError):
            stranger.accept()


def test_what_kept_the_daemon_from_starting_is_told(apart: Apart) -> None:
    os.environ["TOY_FAILS"] = "1"
    try:
        with pytest.raises(SetupFault, match="ADB_BROKEN: the toy has no adb"):
            client.connect("call", client="test", command=apart.command)
    finally:
        del os.environ["TOY_FAILS"]
    words = [sys.executable, "-c", "raise SystemExit('no such luck')"]
    with pytest.raises(SetupFault, match=r"DAEMON_FAILED.*no such luck"):
        client.connect("call", client="test", command=words)
    with pytest.raises(SetupFault, match=r"DAEMON_FAILED.*/no/such"):
        client.connect("call", client="test", command=["/no/such"])


def test_a_daemon_that_never_answers_is_waited_for_within_the_limit(
    apart: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAPBRIDGE_DAEMON__START_SECONDS", "0.2")
    with pytest.raises(SetupFault, match=r"DAEMON_FAILED.*does not answer"):
        client.connect("call", client="test", command=["sleep", "1"])


def test_an_idle_older_daemon_is_replaced(apart: Apart) -> None:
    old = subprocess.Popen(apart.command, env=apart.environment(TOY_VERSION="0.0.1"))
    wait_until(lambda: state.read(state.folder()) is not None)
    with client.connect("call", client="test", command=apart.command) as link:
        assert link.answer["version"] != "0.0.1"
        assert link.answer["pid"] != old.pid
    assert old.wait(20) == 0
    assert apart.events("closed") == [old.pid]


def test_a_busy_older_daemon_stays_and_is_named(
    apart: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = subprocess.Popen(apart.command, env=apart.environment(TOY_VERSION="0.0.1"))
    wait_until(lambda: state.read(state.folder()) is not None)
    with monkeypatch.context() as before:
        before.setattr(client, "__version__", "0.0.1")
        link = client.connect("mcp", client="an old host", command=apart.command)
    with link, pytest.raises(SetupFault, match=r"DAEMON_BUSY.*0\.0\.1.*an old host"):
        client.connect("call", client="test", command=apart.command)
    assert old.poll() is None
    client.stop()
    assert old.wait(20) == 0


def test_another_adb_server_in_the_environment_is_refused(
    apart: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.connect("call", client="test", command=apart.command).close()
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "5999")
    with pytest.raises(SetupFault, match=r"OTHER_ADB_SERVER.*5999"):
        client.connect("call", client="test", command=apart.command)


def test_errors_of_tools_come_as_ours(apart: Apart) -> None:
    with client.connect("call", client="test", command=apart.command) as link:
        with pytest.raises(SiteBlocked):
            link.call("toy_refuse", {})
        with pytest.raises(BridgeError, match="INTERNAL") as crash:
            link.call("toy_crash", {})
    assert "secret" not in str(crash.value)


def test_stop_ends_the_daemon_and_says_which(apart: Apart) -> None:
    assert client.stop() is None
    with client.connect("call", client="test", command=apart.command) as link:
        pass
    stopped = client.stop()
    assert stopped is not None
    assert stopped.pid == link.answer["pid"]
    assert not state.alive(state.folder())
    assert apart.events("closed") == [stopped.pid]


def test_stop_ends_a_daemon_that_refuses_our_token(apart: Apart) -> None:
    client.connect("call", client="test", command=apart.command).close()
    path = state.folder() / state.STATE
    path.write_text(json.dumps({**json.loads(path.read_text()), "token": "wrong"}))
    with pytest.raises(SetupFault, match="DAEMON_FORBIDDEN"):
        client.connect("call", client="test", command=apart.command)
    assert client.stop() is not None
    assert not state.alive(state.folder())


def test_clients_in_threads_share_one_daemon_too(apart: Apart) -> None:
    def ask(_: int) -> int:
        with client.connect("call", client="test", command=apart.command) as link:
            pid: int = link.answer["pid"]
            return pid

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(ask, range(8)))) == 1


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({}, None),
        ({"ANDROID_ADB_SERVER_PORT": "5999"}, {"host": None, "port": 5999}),
        ({"TAPBRIDGE_ADB__HOST": "h"}, {"host": "h", "port": None}),
        (
            {"TAPBRIDGE_ADB__PORT": "1", "ANDROID_ADB_SERVER_PORT": "2"},
            {"host": None, "port": 1},
        ),
        ({"ANDROID_ADB_SERVER_PORT": "x"}, {"host": None, "port": None}),
        ({"ANDROID_ADB_SERVER_PORT": "²"}, {"host": None, "port": None}),
    ],
)
def test_the_adb_server_of_a_shell_is_read_as_the_settings_read_it(
    environment: dict[str, str], named: dict[str, object] | None
) -> None:
    assert client.named_adb_server(environment) == named


def test_a_folder_that_was_removed_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    assert client.own_folder() == str(gone)
    gone.rmdir()
    assert client.own_folder() is None


def test_a_folder_too_deep_for_a_hello_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "cwd", lambda: tmp_path / ("ü/" * 1500))
    assert client.own_folder() is None


def test_the_limit_of_a_start_is_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = DaemonSettings().start_seconds
    assert client.start_seconds() == client.START_SECONDS == usual
    config_folder().mkdir(parents=True)
    (config_folder() / "settings.toml").write_text("[daemon]\nstart_seconds = 3\n")
    assert client.start_seconds() == 3
    (config_folder() / "settings.toml").write_text("daemon = [")
    assert client.start_seconds() == client.START_SECONDS
    monkeypatch.setenv("TAPBRIDGE_DAEMON__START_SECONDS", "4.5")
    assert client.start_seconds() == 4.5


@pytest.mark.parametrize(("reads", "kind"), [(True, SetupFault), (False, UnknownOutcome)])
def test_a_daemon_that_stops_in_the_middle_of_a_call_holds_nobody_up(
    apart: Apart, monkeypatch: pytest.MonkeyPatch, reads: bool, kind: type[BridgeError]
) -> None:
    with client.connect("call", client="test", command=apart.command) as link:
        monkeypatch.setattr(client, "ANSWER_SECONDS", 0.3)
        pid = link.answer["pid"]
        os.kill(pid, signal.SIGSTOP)
        try:
            with pytest.raises(kind, match="does not answer"):
                link.call("toy_wait", {}, reads=reads)
        finally:
            os.kill(pid, signal.SIGCONT)


def test_a_call_that_takes_long_is_waited_for_while_the_daemon_answers_others(
    apart: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client.connect("call", client="test", command=apart.command) as link:
        asked: list[str] = []
        ping = client.attempt

        def counted(want: str, **more: Any) -> client.Link | None:
            asked.append(want)
            if len(asked) == 3:
                os.kill(link.answer["pid"], signal.SIGKILL)
            return ping(want, **more)

        monkeypatch.setattr(client, "attempt", counted)
        monkeypatch.setattr(client, "ANSWER_SECONDS", 0.3)
        with pytest.raises(UnknownOutcome, match="ended"):
            link.call("toy_wait", {})
        assert asked == ["ping"] * 3


def test_stop_ends_a_daemon_that_hangs(apart: Apart, monkeypatch: pytest.MonkeyPatch) -> None:
    with client.connect("call", client="test", command=apart.command) as link:
        pid = link.answer["pid"]
    os.kill(pid, signal.SIGSTOP)
    monkeypatch.setattr(client, "ANSWER_SECONDS", 0.3)
    monkeypatch.setattr(client, "SIGNAL_SECONDS", 0.3)
    stopped = client.stop()
    assert stopped is not None
    assert stopped.pid == pid
    assert not state.alive(state.folder())


@pytest.mark.parametrize(
    "moment",
    ["opening", "before its state is written", "after its state is written"],
)
def test_a_daemon_killed_while_it_starts_keeps_the_next_client_out_of_nothing(
    apart: Apart, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOY_DIES", moment)
    with pytest.raises(SetupFault, match="DAEMON_FAILED"):
        client.connect("call", client="test", command=apart.command)
    monkeypatch.delenv("TOY_DIES")
    with client.connect("call", client="test", command=apart.command) as link:
        assert link.call("toy_say", {"text": "hi"})["text"] == "hi"
    assert apart.events("killed") != [link.answer["pid"]]


def test_a_daemon_killed_while_it_leaves_is_started_again(
    apart: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOY_DIES", "leaving")
    with client.connect("call", client="test", command=apart.command) as link:
        pid = link.answer["pid"]
    assert client.stop() is not None
    assert apart.events("killed") == [pid]
    monkeypatch.delenv("TOY_DIES")
    with client.connect("call", client="test", command=apart.command) as again:
        assert again.call("toy_say", {"text": "hi"})["text"] == "hi"


def test_a_client_killed_while_it_starts_the_daemon_keeps_nobody_out(apart: Apart) -> None:
    starter = subprocess.Popen(
        [sys.executable, "-c", CONNECT, *apart.command],
        env=apart.environment(),
        stdout=subprocess.PIPE,
    )
    wait_until(lambda: starter.poll() is not None or state.alive(state.folder()))
    starter.kill()
    starter.communicate()
    with client.connect("call", client="test", command=apart.command) as link:
        assert link.call("toy_say", {"text": "hi"})["text"] == "hi"
    assert set(apart.events("opened")) == {link.answer["pid"]}
