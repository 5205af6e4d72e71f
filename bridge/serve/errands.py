"""What a person asks of the Bridge beside tools: pause, resume, keep awake, reverse, open.

Each is one word of a hello with its fields, answered with one line; no agent's connection
can say them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from bridge.errors import UsageFault
from bridge.tools.owners import Owners

ERRANDS = frozenset({"open", "pause", "resume", "keep_awake", "reverse"})
_PORTS = range(1, 65_536)


class Door(Protocol):
    """The one way to the tools, as errands see it."""

    @property
    def owners(self) -> Owners:
        """Who has which phone, and what is paused."""


class Bridge(Protocol):
    """The Bridge as errands see it."""

    @property
    def door(self) -> Door:
        """The one way to the tools."""

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
        case "keep_awake":
            return {"text": await bridge.keep_awake(serial, on=_flag(hello))}
        case "reverse":
            phone_port, port = _port(hello, "phone_port"), _port(hello, "port")
            done = await bridge.reverse(serial, phone_port, port, on=_flag(hello))
            return {"text": done}
        case _:
            return {"text": await bridge.open_chrome(serial, _text(hello, "url"))}


def _paused(serial: str | None, stopped: int) -> str:
    what = f"{serial} is paused" if serial else "Every phone is paused"
    calls = "1 call was" if stopped == 1 else f"{stopped} calls were"
    ended = f"; {calls} ended" if stopped else ""
    return f"{what}{ended}. `tapbridge resume` lets the agents go on."


def _resumed(serial: str | None, *, was: bool) -> str:
    if not was:
        return f"{serial} was not paused." if serial else "No phone was paused."
    return f"{serial} goes on." if serial else "Every phone goes on."


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
