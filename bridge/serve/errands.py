"""What a person asks of the Bridge beside tools: pause, resume, approve, pin, open and others.

Each is one word of a hello with its fields, answered with one line; no agent's connection
can say them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from bridge.errors import UsageFault
from bridge.live import Live
from bridge.secrets_file import SecretsFile
from bridge.serve import attending, keeping
from bridge.tools.approvals import Answer, Approvals
from bridge.tools.owners import Owners

_TOLD = {"approvals", "pin", "live_injected"}
ERRANDS = keeping.ERRANDS | _TOLD | {"open", "pause", "resume", "keep_awake", "reverse"}
_PORTS = range(1, 65_536)


class Door(Protocol):
    """The one way to the tools, as errands see it."""

    @property
    def owners(self) -> Owners:
        """Who has which phone, and what is paused."""

    @property
    def approvals(self) -> Approvals:
        """What waits for a person's answer."""


class Bridge(Protocol):
    """The Bridge as errands see it."""

    @property
    def door(self) -> Door:
        """The one way to the tools."""

    @property
    def secrets(self) -> SecretsFile:
        """The person's own."""

    @property
    def live(self) -> Live:
        """Code that agents brought along."""

    async def open_chrome(self, serial: str | None, url: str | None) -> str:
        """Start Chrome on the phone, as a person asked; return what happened."""

    async def keep_awake(self, serial: str | None, *, on: bool) -> str:
        """Keep a phone's screen on, or give it back; return what was done."""

    async def reverse(self, serial: str | None, phone_port: int, port: int, *, on: bool) -> str:
        """Lead a port of the phone here, or take it back; return what was done."""


async def run(bridge: Bridge, want: str, hello: Mapping[str, Any]) -> dict[str, Any]:
    """Do one errand and return its data; `text` is for the person.

    Args:
        bridge: The Bridge.
        want: One of `ERRANDS`.
        hello: The fields that came with it.

    Raises:
        UsageFault: A field is of another form.
        BridgeError: What the errand met.
    """
    serial = _text(hello, "serial")
    owners = bridge.door.owners
    match want:
        case "pause":
            stopped = await owners.pause(serial)
            return {"text": _paused(serial, stopped), "stopped": stopped}
        case "resume":
            was = owners.resume(serial)
            return {"text": _resumed(serial, was=was), "was_paused": was}
        case _ if want in keeping.ERRANDS:
            return keeping.run(bridge.secrets, want, hello)
        case _ if want in _TOLD:
            return _tell(bridge, want, serial, hello)
        case _:
            return {"text": await _lend(bridge, want, serial, hello)}


def _tell(
    bridge: Bridge, want: str, serial: str | None, hello: Mapping[str, Any]
) -> dict[str, Any]:
    match want:
        case "approvals":
            return _approvals(bridge.door.approvals, hello)
        case "live_injected":
            return _injected(bridge.live, _text(hello, "name") or "")
        case _:
            return _pin(bridge.door.approvals, serial, on=_flag(hello))


async def _lend(bridge: Bridge, want: str, serial: str | None, hello: Mapping[str, Any]) -> str:
    match want:
        case "keep_awake":
            return await bridge.keep_awake(serial, on=_flag(hello))
        case "reverse":
            phone_port, port = _port(hello, "phone_port"), _port(hello, "port")
            return await bridge.reverse(serial, phone_port, port, on=_flag(hello))
        case _:
            return await bridge.open_chrome(serial, _text(hello, "url"))


def _paused(serial: str | None, stopped: int) -> str:
    what = f"{serial} is paused" if serial else "Every phone is paused"
    calls = "1 call was" if stopped == 1 else f"{stopped} calls were"
    ended = f"; {calls} ended" if stopped else ""
    return f"{what}{ended}. `tapbridge resume` lets the agents go on."


def _resumed(serial: str | None, *, was: bool) -> str:
    if not was:
        return f"{serial} was not paused." if serial else "No phone was paused."
    return f"{serial} goes on." if serial else "Every phone goes on."


def _approvals(approvals: Approvals, hello: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a question, or list those that wait."""
    if "id" not in hello:
        waiting = approvals.open()
        rows = [f"{each.id}  {each.text}" for each in waiting]
        text = "\n".join(rows) or "No question waits."
        return {"text": text, "questions": [each.as_json() for each in waiting]}
    number, answer = attending.read(hello)
    if not approvals.answer(number, answer):
        raise UsageFault(
            "BAD_ARGUMENTS",
            f"no question {number} waits for an answer",
            hint="See `tapbridge approvals list`.",
        )
    said = {Answer.ONCE: "Allowed once", Answer.SESSION: "Allowed for this session"}
    return {"text": f"{said.get(answer, 'Not allowed')}.", "answer": answer.value}


def _injected(live: Live, name: str) -> dict[str, Any]:
    """Hand the person a function that an agent injected."""
    code = live.injected.newest(name)
    if code is None:
        raise UsageFault(
            "BAD_ARGUMENTS",
            f"no agent has injected {name[:40]!r} since the Bridge started",
            hint="What is kept already is listed by `tapbridge live list`.",
        )
    return {"text": code.code, "name": code.name, "code": code.code, "origin": code.origin}


def _pin(approvals: Approvals, serial: str | None, *, on: bool) -> dict[str, Any]:
    """Keep the agent in its tab, or let it change tabs again."""
    was = bool(approvals.pinned if serial is None else approvals.pinned & {serial})
    if on:
        approvals.pinned.add(serial or "")
        told = "The agent stays in its tab: to open, switch or close one it has to ask."
    else:
        approvals.pinned.clear() if serial is None else approvals.pinned.discard(serial)
        told = "The agent may change tabs." if was else "No tab was pinned."
        if "" in approvals.pinned:
            told = "All phones' tabs are pinned still: unpin without a serial lets them go."
    return {"text": told, "pinned": sorted(approvals.pinned)}


def _text(hello: Mapping[str, Any], name: str) -> str | None:
    given = hello.get(name)
    if given is not None and not isinstance(given, str):
        raise UsageFault("BAD_ARGUMENTS", f"{name}: a text")
    return given


def _flag(hello: Mapping[str, Any]) -> bool:
    given = hello.get("on")
    if not isinstance(given, bool):
        raise UsageFault("BAD_ARGUMENTS", "on: true or false")
    return given


def _port(hello: Mapping[str, Any], name: str) -> int:
    given = hello.get(name)
    if type(given) is not int or given not in _PORTS:
        raise UsageFault("BAD_ARGUMENTS", f"{name}: a port, 1 to 65535")
    return given
