"""An outside debugger on a relay, as a test plays it: text in, text out, nothing shared."""

import asyncio
import itertools
import json
from dataclasses import dataclass, field
from typing import Any

from bridge.cdp.wire import CdpRefused
from bridge.errors import BridgeError
from bridge.relay import envelope
from bridge.relay.relay import Relay

LIMIT = 20.0


class Refused(Exception):
    """The relay, or Chrome, said no."""

    def __init__(self, error: BridgeError) -> None:
        super().__init__(str(error))
        self.code = error.code
        self.words = error.words if isinstance(error, CdpRefused) else error.message


@dataclass
class Debugger:
    """Attributes: `events`: all that was told; `unsent`: how much is not read yet."""

    events: list[dict[str, Any]] = field(default_factory=list)
    unsent: int = 0
    relay: Relay | None = None
    _numbers: Any = field(default_factory=lambda: itertools.count(1))
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, text: str) -> None:
        self.events.append(json.loads(text))
        self._news.set()

    def post(
        self, method: str, params: Any = None, session: str | None = None, **more: Any
    ) -> asyncio.Future[dict[str, Any]]:
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        said = {"id": next(self._numbers), "method": method, "params": params or {}}
        if session is not None:
            said["sessionId"] = session

        def heard(result: str | None, error: BridgeError | None) -> None:
            if answer.done():
                return
            if error is not None:
                answer.set_exception(Refused(error))
            else:
                answer.set_result(json.loads(result or "{}"))

        assert self.relay is not None
        self.relay.command(envelope.read(json.dumps(said)), heard, **more)
        return answer

    async def say(
        self, method: str, params: Any = None, session: str | None = None, **more: Any
    ) -> dict[str, Any]:
        answer = self.post(method, params, session, **more)
        await asyncio.sleep(0)  # a refusal is there at once: whoever asks again lets others work
        async with asyncio.timeout(LIMIT):
            return await answer

    async def refuse(self, method: str, params: Any = None, session: str | None = None) -> Refused:
        try:
            told = await self.say(method, params, session)
        except Refused as refused:
            return refused
        raise AssertionError(f"{method} was let through: {told}")

    async def until(self, method: str, **fits: Any) -> dict[str, Any]:
        """Wait for an event whose parameters (or target's info) hold these."""

        def found() -> dict[str, Any] | None:
            for each in self.events:
                told = {**each.get("params", {}), **each.get("params", {}).get("targetInfo", {})}
                if each["method"] == method and fits.items() <= told.items():
                    return each
            return None

        async with asyncio.timeout(LIMIT):
            while (event := found()) is None:
                self._news.clear()
                await self._news.wait()
        return event

    async def attach(self, target: str) -> str:
        told = await self.say("Target.attachToTarget", {"targetId": target, "flatten": True})
        return str(told["sessionId"])

    async def open(self, url: str) -> tuple[str, str]:
        """Open a page; return its target and a session on it, once it is loaded."""
        target = (await self.say("Target.createTarget", {"url": "about:blank"}))["targetId"]
        session = await self.attach(target)
        await self.go(session, url)
        return str(target), session

    async def go(self, session: str, url: str) -> dict[str, Any]:
        await self.say("Page.enable", session=session)
        since = len(self.events)
        told = await self.say("Page.navigate", {"url": url}, session)
        if not told.get("errorText"):
            await self.loaded(session, since)
        return told

    async def loaded(self, session: str, since: int) -> None:
        async with asyncio.timeout(LIMIT):
            while not any(
                each["method"] == "Page.loadEventFired" and each.get("sessionId") == session
                for each in self.events[since:]
            ):
                self._news.clear()
                await self._news.wait()

    async def run(self, session: str, code: str, **more: Any) -> Any:
        told = await self.say(
            "Runtime.evaluate",
            {"expression": code, "returnByValue": True, "awaitPromise": True, **more},
            session,
        )
        return told["result"].get("value")

    def all(self) -> str:
        """All that was ever told, as text."""
        return json.dumps(self.events)
