"""The command line against the toy's daemon, in this process."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from bridge.cli.tree import run
from bridge.serve import client
from bridge.serve.daemon import serve
from bridge.settings import Settings
from tests.serve.conftest import LIMIT, Apart, apart  # noqa: F401 - the fixture of the room below
from tests.serve.toy import CATALOGUE, open_toy


@dataclass(frozen=True)
class Said:
    """What a command line said and ended with."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        (line,) = self.out.splitlines()
        value: dict[str, Any] = json.loads(line)
        return value


Tapbridge = Callable[..., Said]


@pytest.fixture
def tapbridge(capsys: pytest.CaptureFixture[str]) -> Tapbridge:
    """Run one command line, with the toy's tools as verbs."""

    def one(*words: str) -> Said:
        capsys.readouterr()
        code = run(words, CATALOGUE)
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return one


@pytest.fixture
def daemon(apart: Apart) -> Iterator[Apart]:  # noqa: F811 - the fixture, used
    """The toy's daemon, running in a thread of this process."""
    ready = threading.Event()
    running = threading.Thread(
        target=lambda: asyncio.run(
            serve(Settings(), open_bridge=open_toy, foreground=True, ready=lambda _: ready.set())
        )
    )
    running.start()
    assert ready.wait(LIMIT)
    yield apart
    client.stop()
    running.join(LIMIT)
    assert not running.is_alive()
