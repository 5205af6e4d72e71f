"""Agents, shells and the person as processes of their own, on the virtual phone."""

import json
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.e2e._shell import LIMIT, ROOT, Shell


class Agent:
    """An MCP host with its pipe, as bytes on stdin and stdout."""

    def __init__(self, process: "subprocess.Popen[str]", name: str) -> None:
        self._process = process
        self._number = 0
        client = {"name": name, "version": "1"}
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
        self.ask("initialize", hello)
        self._say({"method": "notifications/initialized"})

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        self._say({"id": self._number, "method": method, "params": params})
        assert self._process.stdout is not None
        while True:
            said = json.loads(self._process.stdout.readline())
            if said.get("id") == self._number:
                answer: dict[str, Any] = said["result"]
                return answer

    def call(self, tool: str, **args: Any) -> str:
        answer = self.ask("tools/call", {"name": tool, "arguments": args})
        text: str = answer["content"][0]["text"]
        return text

    def _say(self, line: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **line}) + "\n")
        self._process.stdin.flush()


class Hosting(Shell):
    """One that agents are started from too."""

    @contextmanager
    def agent(self, name: str) -> Iterator[Agent]:
        with subprocess.Popen(
            [sys.executable, "-m", "bridge", "mcp"],
            env=self.env,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdin is not None
            try:
                yield Agent(process, name)
            finally:
                process.stdin.close()


@pytest.fixture
def shell(phone: Any, tmp_path: Path) -> Iterator[Hosting]:
    made = Hosting.of(phone, tmp_path, TAPBRIDGE_DAEMON__START_SECONDS="60")
    yield made
    made.run("resume")
    made.run("page-tabs", "--action", "close", "--match", "Sign in", "--take")
    assert made.run("stop").returncode == 0


def test_two_agents_a_shell_and_a_person_on_one_phone(phone: Any, shell: Hosting) -> None:
    with shell.agent("ada") as ada, shell.agent("bob") as bob:
        assert "opened" in ada.call("page_tabs", action="open", url=phone.page("login.html"))
        refused = bob.call("page_fill", label="Name", value="x")
        assert refused.startswith("NOT_OWNER: ada has the phone and used it ")
        assert 'textbox "Name"' in bob.call("page_snapshot")
        assert f"{phone.serial}: ada has it" in shell.run("status").stdout
        typed = shell.run("page-fill", "--label", "Name", "Person")
        assert (typed.returncode, typed.stderr[:10]) == (4, "NOT_OWNER:")
        assert shell.run("page-fill", "--label", "Name", "Person", "--take").returncode == 0
        assert ada.call("page_key", key="Tab").startswith("NOT_OWNER: the command line has ")
        assert shell.run("pause").returncode == 0
        assert ada.call("page_snapshot").startswith("PAUSED_BY_PERSON: ")
        assert shell.run("page-text").returncode == 4
        assert shell.run("resume").returncode == 0
        assert "Person" in ada.call("page_snapshot")


def test_an_agent_that_leaves_leaves_its_phone(phone: Any, shell: Hosting) -> None:
    with shell.agent("bob") as bob:
        with shell.agent("ada") as ada:
            ada.call("page_tabs", action="open", url=phone.page("login.html"))
            assert bob.call("page_key", key="Tab").startswith("NOT_OWNER: ada ")
        while "NOT_OWNER" in (said := bob.call("page_fill", label="Name", value="Bob")):
            pass  # the daemon hears of it in a moment
        assert 'filled textbox "Name"' in said


def test_after_a_kill_the_next_bridge_puts_the_screen_back_and_still_pauses(
    phone: Any, shell: Hosting
) -> None:
    def setting() -> str:
        said = subprocess.run(
            ["adb", "-P", str(phone.adb_port), "-s", phone.serial, "shell", "settings", "get",
             "global", "stay_on_while_plugged_in"],
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=True,
        )  # fmt: skip
        return said.stdout.strip()

    before = setting()
    assert shell.run("keep-awake", "on").returncode == 0
    assert shell.run("pause").returncode == 0
    assert (before, setting()) == ("0", "7")
    pid = json.loads(shell.run("status", "--json").stdout)["data"]["pid"]
    os.kill(pid, signal.SIGKILL)
    assert shell.run("page-text").stderr.startswith("PAUSED_BY_PERSON: ")
    for _ in range(200):
        if setting() == before:
            break
    assert setting() == before
    assert shell.run("stop").returncode == 0
    with subprocess.Popen(
        [sys.executable, "-m", "bridge", "serve", "--keep-awake"],
        env=shell.env,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as serving:
        assert serving.stdout is not None
        assert "Ctrl-C ends it." in serving.stdout.readline()
        for _ in range(200):
            if setting() == "7":
                break
        assert setting() == "7"
        serving.send_signal(signal.SIGINT)
        assert serving.stdout.read() == "Tapbridge has ended.\n"
    assert setting() == before


def test_a_report_of_a_busy_day_holds_no_canary(phone: Any, shell: Hosting) -> None:
    canaries = ["CanaryTyped", "CanaryQuery", "shop.test", "Corner Shop", phone.serial]
    url = phone.page("login.html") + "?q=CanaryQuery"
    assert shell.run("page-tabs", "--action", "open", "--url", url).returncode == 0
    assert shell.run("page-fill", "--label", "Name", "CanaryTyped").returncode == 0
    assert shell.run("page-fill", "--label", "Canary field", "CanaryTyped").returncode == 4
    assert shell.run("page-tap", "--text", "CanaryTyped").returncode == 4
    assert "CanaryTyped" in shell.run("page-snapshot").stdout
    token = json.loads((shell.folder / "home" / "daemon.json").read_text())["token"]
    target = shell.folder / "report.zip"
    made = shell.run("doctor", "--report", str(target))
    assert made.returncode == 0, made.stderr
    with zipfile.ZipFile(target) as archive:
        text = "\n".join(archive.read(name).decode() for name in archive.namelist())
    assert [each for each in [*canaries, token, str(shell.folder)] if each in text] == []
    assert '"tool": "page_fill"' in text
    assert "session open" in text
    assert '"phone": "phone-1"' in text
