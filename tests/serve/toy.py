"""A toy Bridge: a real door protocol over a handful of tools, no phone.

`python tests/serve/toy.py` is a daemon of it. Its environment may say: TOY_LOG (a file that
gets a line per event), TOY_VERSION (the version it claims), TOY_FAILS (it cannot open),
TOY_DIES (when it is killed).
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from bridge import __version__
from bridge.adb.parse import Chrome, Facts, Screen
from bridge.errors import PhoneFault, SetupFault, SiteBlocked, UsageFault, fault
from bridge.live import Live
from bridge.places import state_folder
from bridge.secrets.seal import Sealer
from bridge.secrets.vault import Vault
from bridge.secrets_file import SecretsFile
from bridge.serve import control, daemon, state
from bridge.serve.probing import Tell
from bridge.settings import Settings
from bridge.timers import Timers
from bridge.tools.approvals import Approvals
from bridge.tools.call import Caller, persons_live
from bridge.tools.owners import Owners
from bridge.tools.reference import schema
from bridge.tools.spec import Args, Effect, Picture, Result, Surface, Tool, tool

COMMAND = (sys.executable, str(Path(__file__).resolve()))
JPEG = b"\xff\xd8\xff\xe0 a picture \x00\xff\xd9"
PIXEL = Facts(
    booted=True,
    model="Pixel 7",
    manufacturer="Google",
    android="14",
    sdk=34,
    screen=Screen(width=1080, height=2400, density=420, awake=True, locked=False),
    chrome=Chrome(installed=True, version="125.0.6422.53", running=True, enabled=True),
    sockets=None,
    user=0,
)


@dataclass
class ToyHouse:
    """What the toy tools work on, and what tests look at."""

    waiting: asyncio.Event = field(default_factory=asyncio.Event)
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    freed: asyncio.Event = field(default_factory=asyncio.Event)
    picture: bytes = JPEG


class SayArgs(Args):
    text: str
    title: str | None = None
    times: int = 1


@tool(Surface.HOST, Effect.READ)
async def toy_say(house: ToyHouse, args: SayArgs) -> Result:
    """Say a text. It is said as often as wished."""
    return Result(args.text * args.times, data={"said": args.text})


class TapArgs(Args):
    ref: str | None = None
    way: Literal["long", "short"] | None = None
    firm: bool = True
    keys: list[str] = Field(default_factory=list)


@tool(Surface.TAB, Effect.ACT)
async def toy_tap(house: ToyHouse, args: TapArgs) -> Result:
    """Tap."""
    return Result(f"tapped {args.ref} {args.way} {args.firm} {args.keys}")


class RaiseArgs(Args):
    code: str
    loud: bool


@tool(Surface.HOST, Effect.ACT)
async def toy_raise(house: ToyHouse, args: RaiseArgs) -> Result:
    """Raise the error of a code."""
    raise fault(args.code, "it was raised")


class NoArgs(Args):
    pass


@tool(Surface.TAB, Effect.READ)
async def toy_which(house: ToyHouse, args: NoArgs) -> Result:
    """Say which phone was named."""
    return Result("")


@tool(Surface.TAB, Effect.READ)
async def toy_screenshot(house: ToyHouse, args: NoArgs) -> Result:
    """Take a picture."""
    return Result("412 x 915", pictures=(Picture(house.picture, "image/jpeg"),))


@tool(Surface.TAB, Effect.ACT)
async def toy_refuse(house: ToyHouse, args: NoArgs) -> Result:
    """Be refused."""
    raise SiteBlocked


@tool(Surface.TAB, Effect.READ)
async def toy_gone(house: ToyHouse, args: NoArgs) -> Result:
    """Find no phone."""
    raise PhoneFault("NO_DEVICE", "adb lists no phone")


@tool(Surface.TAB, Effect.ACT)
async def toy_crash(house: ToyHouse, args: NoArgs) -> Result:
    """Crash."""
    raise RuntimeError("the secret words")


@tool(Surface.TAB, Effect.ACT)
async def toy_wait(house: ToyHouse, args: NoArgs) -> Result:
    """Wait until cancelled."""
    house.waiting.set()
    note("waiting")
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        note("cancelled")
        house.cancelled.set()
        raise
    return Result("never")


class HoldArgs(Args):
    timeout_ms: int | None = None


@tool(Surface.TAB, Effect.READ)
async def toy_hold(house: ToyHouse, args: HoldArgs) -> Result:
    """Wait until the house is freed."""
    house.waiting.set()
    await house.freed.wait()
    return Result("freed")


@tool(Surface.HOST, Effect.READ, family="more")
async def toy_extra(house: ToyHouse, args: NoArgs) -> Result:
    """Be there for who switched it on."""
    return Result("extra")


TOOLS = {
    t.name: t
    for t in (
        toy_say,
        toy_tap,
        toy_raise,
        toy_which,
        toy_screenshot,
        toy_refuse,
        toy_gone,
        toy_crash,
        toy_wait,
        toy_hold,
        toy_extra,
    )
}
CATALOGUE: dict[str, Any] = {
    "tools": [
        {
            "name": t.name,
            "description": t.description,
            "group": "see" if t.effect is Effect.READ else "act",
            "effect": t.effect.value,
            "schema": schema(t),
        }
        for t in TOOLS.values()
    ]
}
"""The toy's tools in the form of `bridge/tools/catalogue.json`."""


@dataclass
class ToyDoor:
    house: ToyHouse = field(default_factory=ToyHouse)
    sealer: Sealer = field(default_factory=lambda: Sealer(Vault()))
    calls: list[tuple[str, dict[str, Any], Caller]] = field(default_factory=list)
    owners: Owners = field(default_factory=Owners)
    approvals: Approvals = field(default_factory=Approvals)

    def visible(self, families: frozenset[str] = frozenset()) -> tuple[Tool, ...]:
        on = {"core", *families}
        return tuple(each for each in TOOLS.values() if each.family in on)

    async def call(self, name: str, raw: Mapping[str, Any], caller: Caller) -> Result:
        self.calls.append((name, dict(raw), caller))
        if name not in TOOLS:
            raise UsageFault("UNKNOWN_TOOL", f"there is no tool named {name!r}")
        given = {k: v for k, v in raw.items() if k != "serial"}
        try:
            args = TOOLS[name].args.model_validate(given)
        except ValidationError as problem:
            raise UsageFault("BAD_ARGUMENTS", "an argument is wrong") from problem
        tool = TOOLS[name]
        async with self.owners.call(
            str(raw.get("serial", "toy")),
            caller.party,
            acts=tool.acts(args) and tool.surface is Surface.TAB,
            take=caller.take,
        ) as run:
            run.outgo.acted = tool.acts(args)
            if name == "toy_which":
                return Result(str(raw.get("serial")))
            return await tool.handler(self.house, args)


class ToyRelays:
    async def version(self, serial: str | None) -> dict[str, str]:
        raise PhoneFault("NO_DEVICE", f"adb lists no phone {serial!r}")


@dataclass
class ToyBridge:
    door: ToyDoor = field(default_factory=ToyDoor)
    is_busy: bool = False
    phones: int = 1
    secrets: SecretsFile = field(init=False)
    live: Live = field(default_factory=persons_live)
    timers: Timers = field(default_factory=Timers)
    relays: ToyRelays = field(default_factory=ToyRelays)
    facts: dict[str, Facts] = field(default_factory=dict)
    """What is known without asking."""
    shy: dict[str, Facts] = field(default_factory=dict)
    """What is learned only by asking."""
    probe_ended: asyncio.Event = field(default_factory=asyncio.Event)
    hearing: set[Callable[[], None]] = field(default_factory=set)
    """Who wants to hear of changes of the list of phones."""

    def __post_init__(self) -> None:
        self.secrets = SecretsFile(state_folder() / "secrets.json", self.door.sealer.vault)

    def busy(self) -> bool:
        return self.is_busy

    def several(self) -> bool:
        return self.phones > 1

    def follow(self, heard: Callable[[], None]) -> None:
        self.hearing.add(heard)

    def known(self) -> dict[str, Facts]:
        return self.facts

    async def meet(self) -> dict[str, Facts]:
        self.facts |= self.shy
        return self.facts

    def borrowed(self) -> list[dict[str, str]]:
        return []

    async def keep_awake(self, serial: str | None, *, on: bool) -> str:
        return f"awake {serial} {on}"

    async def reverse(self, serial: str | None, phone_port: int, port: int, *, on: bool) -> str:
        return f"reverse {serial} {phone_port} {port} {on}"

    async def probe(self, serial: str | None, tell: Tell, *, take: bool) -> dict[str, Any]:
        if serial == "none":
            raise PhoneFault("NO_DEVICE", "adb lists no phone 'none'")
        for number, verdict in enumerate(("holds", "differs", "not seen")):
            row = {"id": f"row-{number}", "verdict": verdict, "assumption": "it is so"}
            await tell({**row, "observed": "yes", "source": "TOY 1", "facts": {}})
        if serial == "endless":
            note("probing")
            try:
                await asyncio.Event().wait()
            finally:
                note("probe ended")
                self.probe_ended.set()
        return {"kind": "tapbridge-probe", "rows": [], "taken": take}

    async def named(self, serial: str | None) -> str:
        if serial == "none":
            raise PhoneFault("NO_DEVICE", "adb lists no phone 'none'")
        return serial or "toy"

    async def open_chrome(self, serial: str | None, url: str | None) -> str:
        if serial == "none":
            raise PhoneFault("NO_DEVICE", "adb lists no phone 'none'")
        return f"opened {url} on {serial}"


def note(event: str) -> None:
    """Write an event where another process can see it."""
    if path := os.environ.get("TOY_LOG"):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(f"{event} {os.getpid()}\n")


def dies(moment: str) -> None:
    """Be killed, when the environment says so."""
    if os.environ.get("TOY_DIES") == moment:
        note("killed")
        os.kill(os.getpid(), signal.SIGKILL)


def writes_state(place: Path, known: state.State) -> None:
    """Write the state file, with a moment to be killed at on either side."""
    dies("before its state is written")
    write_state(place, known)
    dies("after its state is written")


write_state = state.write


@asynccontextmanager
async def open_toy(settings: Settings) -> AsyncIterator[ToyBridge]:
    if os.environ.get("TOY_FAILS"):
        raise SetupFault("ADB_BROKEN", "the toy has no adb")
    note("opened")
    dies("opening")
    try:
        yield ToyBridge()
    finally:
        dies("leaving")
        note("closed")


if __name__ == "__main__":
    vars(state)["write"] = writes_state
    vars(control)["__version__"] = os.environ.get("TOY_VERSION", __version__)
    sys.exit(daemon.main(open_toy))
