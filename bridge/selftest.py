"""`doctor --selftest`: whether this installation is whole. Needs no phone and touches none.

Each check is one line. The daemon is tried on a home of its own, through the very command
that an MCP host runs, so the person's own daemon is left alone.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from bridge import __version__
from bridge.adb import binary
from bridge.errors import BridgeError, SetupFault
from bridge.page.bundle import bundle
from bridge.places import config_folder, sites_file, state_folder
from bridge.settings import Settings, load
from bridge.sites_file import SitesFile
from bridge.tools import ALLOWED, reference

DAEMON_SECONDS = 60.0
_BROKEN = (OSError, ValueError, KeyError, TypeError, RuntimeError, subprocess.SubprocessError)
_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "tapbridge selftest", "version": __version__},
    },
}
_READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
_LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}


@dataclass(frozen=True, slots=True)
class Check:
    """One line: what was checked, whether it is well, what was seen or what is wrong."""

    name: str
    passed: bool
    told: str


def run(command: tuple[str, ...] = (sys.executable, "-m", "bridge")) -> tuple[Check, ...]:
    """Do every check; one that fails keeps none of the others from being done.

    Args:
        command: How `tapbridge` is run here.
    """
    usual: list[tuple[str, Callable[[], str]]] = [
        ("settings", _settings),
        ("folders", _folders),
        ("blocked sites", _sites),
        ("adb", _adb),
        ("page script", _page_script),
        ("catalogue", _catalogue),
    ]
    checks = [_checked(name, look) for name, look in usual]
    with tempfile.TemporaryDirectory(prefix="tapbridge-selftest-") as home:
        # the person's settings were checked above; here they could name a port that is in use
        plain = {k: v for k, v in os.environ.items() if not k.startswith("TAPBRIDGE_")}
        around = {**plain, "TAPBRIDGE_HOME": home}
        checks.append(_checked("Bridge and MCP", lambda: _mcp(command, around)))
        checks.append(_checked("Bridge ends", lambda: _stop(command, around)))
    return tuple(checks)


def _checked(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, passed=True, told=look())
    except BridgeError as problem:
        return Check(name, passed=False, told=problem.sentence())
    except _BROKEN as problem:
        return Check(name, passed=False, told=f"{type(problem).__name__}: {problem}"[:300])


def _settings() -> str:
    settings = load(start=Path.cwd())
    changed = [
        name
        for name, field in Settings.model_fields.items()
        if getattr(settings, name) != field.get_default()
    ]
    return f"changed: {', '.join(changed)}" if changed else "all as usual"


def _folders() -> str:
    for folder in {state_folder(), config_folder()}:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x")
    return f"can be written ({state_folder()})"


def _lines(count: int) -> str:
    return "1 line is" if count == 1 else f"{count} lines are"


def _sites() -> str:
    lines = SitesFile(sites_file()).lines()
    wrong = sum(line.rule is None for line in lines)
    if wrong:
        raise SetupFault(
            "SITES_INVALID",
            f"{_lines(wrong)} no rule and without effect",
            hint="See `tapbridge sites list`.",
        )
    return f"{len(lines)} rule{'' if len(lines) == 1 else 's'}"


def _adb() -> str:
    settings = load(start=Path.cwd())
    found = binary.find(settings.adb.path)
    if found is None:
        named = f" at {settings.adb.path}" if settings.adb.path else ""
        raise SetupFault("ADB_MISSING", f"no adb program was found{named}")
    release = asyncio.run(binary.version(found, seconds=settings.adb.call_seconds))
    return f"{release} ({found})"


def _page_script() -> str:
    world = bundle().world
    sources = Path(__file__).parents[1] / "page_bundle"
    if (sources / "src").is_dir() and not world.endswith(_digest(sources)):
        raise SetupFault(
            "DAEMON_FAILED",
            "the page script is not built from the sources beside it",
            hint="Run `make bundle`.",
        )
    return world


def _digest(sources: Path) -> str:
    """Return the hash that `page_bundle/build.mjs` writes into the first line."""
    digest = hashlib.sha256()
    scripts = sorted((sources / "src").glob("*.js"), key=lambda path: path.name)
    named = [("../package.json", sources / "package.json"), *((s.name, s) for s in scripts)]
    for name, path in named:
        digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:8]


def _catalogue() -> str:
    packaged = (files("bridge") / "tools" / "catalogue.json").read_text(encoding="utf-8")
    if packaged != reference.catalogue_json():
        raise SetupFault(
            "DAEMON_FAILED",
            "the catalogue of the command line is not that of the tools",
            hint="Install Tapbridge anew, or run `make docs` in a checkout.",
        )
    return f"{len(ALLOWED)} tools"


def _mcp(command: tuple[str, ...], around: Mapping[str, str]) -> str:
    """Start the Bridge through the pipe, shake hands, and list the tools."""
    said = "".join(json.dumps(each) + "\n" for each in (_HELLO, _READY, _LIST))
    ran = _ran((*command, "mcp"), around, said)
    answers: dict[Any, Any] = {}
    for line in ran.stdout.splitlines():
        answer = json.loads(line)
        answers[answer.get("id")] = answer.get("result")
    if answers.get(1) is None or answers.get(2) is None:
        told = ran.stderr.strip().splitlines()[-1:] or ["it did not answer"]
        raise SetupFault("DAEMON_FAILED", told[0][:300])
    server, tools = answers[1]["serverInfo"], answers[2]["tools"]
    return f"{server['name']} {server['version']} answers with {len(tools)} tools"


def _stop(command: tuple[str, ...], around: Mapping[str, str]) -> str:
    ran = _ran((*command, "stop", "--json"), around, "")
    if not json.loads(ran.stdout)["data"]["stopped"]:
        raise SetupFault("DAEMON_FAILED", "it had ended by itself; its log was private and is gone")
    return "when asked"


def _ran(
    words: tuple[str, ...], around: Mapping[str, str], said: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own interpreter and module
        words,
        input=said,
        env=dict(around),
        capture_output=True,
        text=True,
        timeout=DAEMON_SECONDS,
        check=False,
    )
