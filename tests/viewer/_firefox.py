"""A page in a real Firefox, over WebDriver BiDi: as much of it as a smoke test needs."""

import asyncio
import itertools
import json
import os
import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.cdp._chromium import running

PROGRAM = shutil.which("firefox-esr")
SECONDS = 30
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://[^\s]+)")
QUIET = """user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("app.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
"""


@contextmanager
def firefox() -> Iterator[str]:
    """Start one with a fresh profile, yield where it is driven, and take it down."""
    profile = Path(tempfile.mkdtemp(prefix="tapbridge-test-"))
    (profile / "user.js").write_text(QUIET, encoding="ascii")
    given = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(profile)]
    env = {**os.environ, "HOME": str(profile), "MOZ_HEADLESS_WIDTH": "1180"}
    with running([str(PROGRAM), *given, "about:blank"], profile, LISTENING, env) as where:
        yield where


class Window:
    """One browser tab."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._context = ""

    async def ask(self, method: str, **params: Any) -> Any:
        number = next(self._ids)
        message = {"id": number, "method": method, "params": params}
        async with asyncio.timeout(SECONDS):
            await self._socket.send(json.dumps(message))
            while True:
                answer = json.loads(await self._socket.recv())
                if answer.get("id") == number:
                    assert answer["type"] == "success", answer
                    return answer["result"]

    async def begin(self) -> None:
        await self.ask("session.new", capabilities={})
        tree = await self.ask("browsingContext.getTree")
        self._context = tree["contexts"][0]["context"]

    async def go(self, url: str) -> None:
        await self.ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    async def value(self, expression: str) -> Any:
        """What an expression gives, as JSON."""
        told = await self.ask(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then((it) => JSON.stringify(it ?? null))",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    async def until(self, expression: str) -> None:
        met = await self.value(
            f"""new Promise((done) => {{ const end = Date.now() + {SECONDS - 5}000;
            const look = () => {{ if ({expression}) done(true);
                else if (Date.now() > end) done(false); else setTimeout(look, 20) }};
            look() }})"""
        )
        assert met, f"never so: {expression}"

    async def click(self, css: str, fx: float = 0.5, fy: float = 0.5) -> None:
        box = f"document.querySelector({json.dumps(css)}).getBoundingClientRect()"
        x, y, wide, high = await self.value(
            f"(({{x, y, width, height}}) => [x,y,width,height])({box})"
        )
        at = {"x": int(x + fx * wide), "y": int(y + fy * high)}
        steps = [
            {"type": "pointerMove", **at},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        await self._perform({"type": "pointer", "id": "mouse", "actions": steps})

    async def write(self, text: str) -> None:
        steps = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        await self._perform({"type": "key", "id": "keyboard", "actions": steps})

    async def _perform(self, source: dict[str, Any]) -> None:
        await self.ask("input.performActions", context=self._context, actions=[source])


@asynccontextmanager
async def window(address: str) -> AsyncIterator[Window]:
    """Drive the browser that listens there."""
    async with connect(f"{address}/session", max_size=None, compression=None) as socket:
        opened = Window(socket)
        await opened.begin()
        yield opened
