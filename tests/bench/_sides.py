"""The two that are measured: Tapbridge over MCP, as a host has it, and Playwright's library.

Both stand behind the same adb server, forward and delay line, on the same Chromium.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

from fixtures.stage import TAPBRIDGE, Stage

PEERS = Path(__file__).with_name("peers")
PEER_OPTIONS = tuple(
    f"--quirk=no-{name}" for name in ("contexts", "downloads", "twins", "decimal-create")
)
"""Without these Playwright cannot have a page that takes touches on an Android Chrome."""

_LEAVE_SECONDS = 20


@dataclass(frozen=True)
class Timed:
    """One call: how long it took, and how many bytes of text it gave."""

    ms: float
    bytes: int


class Side(Protocol):
    """Who is measured."""

    def do(self, what: str, args: Mapping[str, Any]) -> Timed:
        """Do one thing, such as `tap`, and time it."""


class _Lines:
    """A program that answers each line with a line."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in: IO[bytes] = process.stdin
        self._out: IO[bytes] = process.stdout

    def say(self, value: Mapping[str, Any]) -> None:
        self._in.write(json.dumps(value).encode() + b"\n")
        self._in.flush()

    def hear(self) -> dict[str, Any]:
        line = self._out.readline()
        if not line:
            raise RuntimeError("the program that is measured ended")
        told: dict[str, Any] = json.loads(line)
        return told


class Tapbridge:
    """`tapbridge mcp`, spoken to as an MCP host does, with nothing around it."""

    def __init__(self, lines: _Lines) -> None:
        self._lines = lines
        self._last = 0
        hello = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "bench", "version": "1"},
        }
        self._ask("initialize", hello)
        self._lines.say({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def do(self, what: str, args: Mapping[str, Any]) -> Timed:
        """Call the tool `page_` and what is to be done.

        Raises:
            RuntimeError: It failed.
        """
        began = time.perf_counter()
        result = self._ask("tools/call", {"name": f"page_{what}", "arguments": dict(args)})
        ms = (time.perf_counter() - began) * 1000
        text = "".join(part.get("text", "") for part in result["content"])
        if result.get("isError"):
            raise RuntimeError(f"{what} {dict(args)}: {text}")
        return Timed(ms, len(text.encode()))

    def _ask(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        self._last += 1
        self._lines.say({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
        while (answer := self._lines.hear()).get("id") != self._last:
            pass
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result


class Playwright:
    """Playwright's library in Node."""

    def __init__(self, lines: _Lines) -> None:
        self._lines = lines
        self._lines.hear()

    def do(self, what: str, args: Mapping[str, Any]) -> Timed:
        """Do one thing of `playwright.mjs`.

        Raises:
            RuntimeError: It failed.
        """
        self._lines.say({"do": what, "args": dict(args)})
        answer = self._lines.hear()
        if "error" in answer:
            raise RuntimeError(f"playwright {what}: {answer['error']}")
        return Timed(answer["ms"], answer["bytes"])


@contextlib.contextmanager
def tapbridge(on: Stage) -> Iterator[Tapbridge]:
    """An MCP session with the stage's Bridge."""
    with _running([str(TAPBRIDGE), "mcp"], on) as lines:
        yield Tapbridge(lines)


@contextlib.contextmanager
def playwright(on: Stage) -> Iterator[Playwright]:
    """Playwright on the stage's phone, through an adb forward of its own."""
    with forwarded(on) as port:
        command = ["node", str(PEERS / "playwright.mjs"), f"http://127.0.0.1:{port}"]
        with _running(command, on) as lines:
            yield Playwright(lines)


@contextlib.contextmanager
def forwarded(on: Stage) -> Iterator[int]:
    """A local port that leads to the phone's Chrome."""
    adb = ["adb", "-P", str(on.adb_port), "-s", on.serial]
    made = subprocess.run(
        [*adb, "forward", "tcp:0", "localabstract:chrome_devtools_remote"],
        capture_output=True,
        text=True,
        check=True,
    )
    port = int(made.stdout)
    try:
        yield port
    finally:
        subprocess.run([*adb, "forward", "--remove", f"tcp:{port}"], check=False)


def install_peers() -> str | None:
    """Install what `peers/package-lock.json` names; return why it cannot be done, or None."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return "Node and npm are not there"
    if peer_version() == _locked():
        return None
    done = subprocess.run(
        [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
        cwd=PEERS,
        check=False,
        stdout=subprocess.DEVNULL,
    )
    return None if done.returncode == 0 else "npm could not install it"


def peer_version() -> str:
    """Return the version of playwright-core that is installed; empty when none is."""
    about = PEERS / "node_modules" / "playwright-core" / "package.json"
    return str(json.loads(about.read_text())["version"]) if about.exists() else ""


def _locked() -> str:
    lock = json.loads((PEERS / "package-lock.json").read_text())
    return str(lock["packages"]["node_modules/playwright-core"]["version"])


@contextlib.contextmanager
def _running(command: list[str], on: Stage) -> Iterator[_Lines]:
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=on.environment
    ) as process:
        try:
            yield _Lines(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            try:
                process.wait(_LEAVE_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
