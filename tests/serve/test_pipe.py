"""`tapbridge mcp`, as an MCP host runs it: a real process, a real daemon, the official client."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Literal

import pytest
from mcp import Client, StdioServerParameters

from bridge.serve import client
from tests.serve.conftest import ROOT, Apart, wait_until
from tests.serve.hosts import texts
from tests.serve.test_stream import INITIALIZE, INITIALIZED, call

Mode = Literal["auto", "legacy"]
STARTS_TOY = "import sys; from bridge.serve import pipe; sys.exit(pipe.main(sys.argv[1:]))"


def carrier(apart: Apart) -> list[str]:
    """Return the command of a pipe that starts the toy's daemon."""
    return [sys.executable, "-c", STARTS_TOY, *apart.command]


@asynccontextmanager
async def host(command: list[str], apart: Apart, mode: Mode) -> AsyncIterator[Client]:
    run = StdioServerParameters(command=command[0], args=command[1:], env=apart.environment())
    async with Client(run, mode=mode) as made:
        yield made


@pytest.fixture
def running(apart: Apart) -> Iterator[int]:
    """A daemon of the toy; its pid."""
    with client.connect("ping", client="test", command=apart.command) as link:
        yield link.answer["pid"]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_host_lists_and_calls_through_the_pipe(
    apart: Apart, running: int, mode: Mode
) -> None:
    async with host([sys.executable, "-m", "bridge", "mcp"], apart, mode) as made:
        assert (await made.list_tools()).tools
        long = "é" * 700_000
        assert texts(await made.call_tool("toy_say", {"text": long})) == [long]
        refused = await made.call_tool("toy_refuse", {})
        assert refused.is_error
    assert apart.events("opened") == [running]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_pipe_starts_the_daemon(apart: Apart, mode: Mode) -> None:
    async with host(carrier(apart), apart, mode) as made:
        assert texts(await made.call_tool("toy_say", {"text": "x"})) == ["x"]
    assert len(apart.events("opened")) == 1


def test_it_imports_nothing_heavy(apart: Apart, running: int) -> None:
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from bridge.cli import main; main(['mcp'])\n"
            "print(*sys.modules, file=sys.stderr)",
        ],
        input=b"",
        capture_output=True,
        check=True,
        env=apart.environment(),
    )
    loaded = {name.partition(".")[0] for name in run.stderr.decode().split()}
    heavy = {"mcp", "aiohttp", "websockets", "pydantic", "asyncio", "click", "anyio"}
    assert not loaded & heavy
    assert "socket" in loaded


def test_what_a_script_sends_before_it_ends_is_answered_in_full(apart: Apart, running: int) -> None:
    long = "x" * 1_500_000
    said = [INITIALIZE, INITIALIZED, call(1, "toy_say", text=long)]
    run = subprocess.run(
        [sys.executable, "-m", "bridge", "mcp"],
        input="".join(json.dumps(value) + "\n" for value in said).encode(),
        capture_output=True,
        check=False,
        timeout=60,
        env=apart.environment(),
        cwd=ROOT,
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [a["id"] for a in answers] == [0, 1]
    assert answers[1]["result"]["content"][0]["text"] == long
    assert (run.returncode, run.stderr) == (0, b"")


def test_it_ends_with_a_word_when_the_daemon_ends(apart: Apart, running: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bridge", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=apart.environment(),
        cwd=ROOT,
    ) as pipe:
        wait_until(lambda: "mcp" in wants())
        os.kill(running, signal.SIGTERM)
        assert pipe.stderr is not None
        assert pipe.stderr.read().startswith(b"DAEMON_FAILED: ")
        assert pipe.wait(20) == 2


def test_it_ends_when_the_host_no_longer_reads(apart: Apart, running: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bridge", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=apart.environment(),
        cwd=ROOT,
    ) as pipe:
        assert pipe.stdout is not None
        assert pipe.stdin is not None
        pipe.stdout.close()
        pipe.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        pipe.stdin.flush()
        assert pipe.wait(20) == 0
    wait_until(lambda: "mcp" not in wants())


def test_a_killed_pipe_cancels_what_it_carried(apart: Apart, running: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bridge", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=apart.environment(),
        cwd=ROOT,
    ) as pipe:
        assert pipe.stdin is not None
        for value in (INITIALIZE, INITIALIZED, call(1, "toy_wait")):
            pipe.stdin.write(json.dumps(value).encode() + b"\n")
        pipe.stdin.flush()
        wait_until(lambda: apart.events("waiting") != [])
        pipe.kill()
    wait_until(lambda: apart.events("cancelled") == [running])


def test_why_no_daemon_could_be_started_is_said_on_stderr(apart: Apart) -> None:
    run = subprocess.run(
        carrier(apart),
        input=b"",
        capture_output=True,
        check=False,
        env=apart.environment(TOY_FAILS="1"),
    )
    assert run.returncode == 2
    assert run.stdout == b""
    assert run.stderr.startswith(b"ADB_BROKEN: the toy has no adb. ")


def wants() -> list[str]:
    """Return what the connected clients want."""
    link = client.attempt("status", client="test")
    assert link is not None
    with link:
        return [each["want"] for each in link.answer["data"]["clients"]]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_host_gets_the_families_of_tools_that_its_command_names(
    apart: Apart, running: int, mode: Mode
) -> None:
    names = {}
    for words in ([], ["--tools", "more,debug"], ["--tools=more"]):
        command = [sys.executable, "-m", "bridge", "mcp", *words]
        async with host(command, apart, mode) as made:
            names[tuple(words)] = {each.name for each in (await made.list_tools()).tools}
    core = names.pop(())
    assert "toy_extra" not in core
    assert list(names.values()) == [core | {"toy_extra"}] * 2


def test_a_family_that_does_not_exist_is_told_before_anything_is_carried(
    apart: Apart, running: int
) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "bridge", "mcp", "--tools", "mroe"],
        input=b"",
        capture_output=True,
        check=False,
        env=apart.environment(),
    )
    assert run.returncode == 1
    assert b"no family of tools named 'mroe'" in run.stderr
    assert b"more, debug, live, native, host" in run.stderr
