"""Half of a character in an argument is refused in clear words by every way that there is."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e._shell import LIMIT, ROOT, Shell

HALF = "half of a character (a lone surrogate) is no text"


@pytest.fixture
def shell(phone: Any, tmp_path: Path) -> Iterator[Shell]:
    made = Shell.of(phone, tmp_path, TAPBRIDGE_SERIAL=phone.serial)
    yield made
    assert made.run("stop").returncode == 0


@pytest.mark.parametrize(
    "words",
    [
        ("page-tap", "--text", "a\udcff"),
        ("page-fill", "\udcff", "--css", "input"),
        ("page-navigate", "--url", "http://shop.test/\udcff"),
        ("page-wait", "--text", "\udcff"),
        ("page-key", "\udcff"),
        ("page-tabs", "--action", "switch", "--match", "\udcff"),
    ],
)
def test_a_byte_that_is_no_text_is_refused_on_the_command_line(
    shell: Shell, words: tuple[str, ...]
) -> None:
    said = shell.run(*words)
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.startswith("BAD_ARGUMENTS: ")
    assert HALF in said.stderr
    assert json.loads(shell.run(*words, "--json").stdout)["error"]["code"] == "BAD_ARGUMENTS"


def test_an_mcp_host_that_sends_one_hears_of_it_and_goes_on(shell: Shell) -> None:
    said: list[dict[str, Any]] = [
        {
            "id": 0,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "raw", "version": "1"},
            },
        },
        {"method": "notifications/initialized"},
        *(
            {"id": number, "method": "tools/call", "params": {"name": name, "arguments": args}}
            for number, (name, args) in enumerate(
                [("page_find", {"text": "a\ud800"}), ("page_tabs", {})], 1
            )
        ),
    ]
    lines = "".join(f"{json.dumps({'jsonrpc': '2.0', **each})}\n" for each in said)
    ran = subprocess.run(
        [sys.executable, "-m", "bridge", "mcp"],
        env=shell.env,
        cwd=ROOT,
        input=lines,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=True,
    )
    answers = {each.get("id"): each for each in map(json.loads, ran.stdout.splitlines())}
    assert answers[1]["error"]["message"] == f"BAD_ARGUMENTS: {HALF}"
    assert answers[2]["result"]["isError"] is False
