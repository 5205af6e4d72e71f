"""What a handler works on, beside tabs: the phone's screen, once more after a lost link."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bridge.errors import BridgeError, LateFault, PhoneGone, SiteBlocked, UnknownOutcome
from bridge.guard import Guard
from bridge.native.screen import Screen
from bridge.tools.ground import Ground, within
from bridge.tools.owners import Owners, Run
from bridge.tools.spec import Args, Effect, Result, Surface, Tool, tool
from tests.native._device import Device


class Nothing(Args):
    pass


@dataclass
class Phone:
    """A phone without a Chrome."""

    device: Device = field(default_factory=Device)
    serial: str = "one"
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    opened: int = 0

    def __post_init__(self) -> None:
        self.screen = Screen(self.device, tree_seconds=1)  # type: ignore[arg-type]  # in name only

    async def browser(self) -> Any:
        self.opened += 1
        raise PhoneGone("no Chrome")

    async def explain(self, problem: BridgeError) -> BridgeError:
        return problem


def looking(failures: int, effect: Effect = Effect.READ) -> tuple[Tool, list[object]]:
    """A tool that fails so often for want of a link."""
    runs: list[object] = []

    @tool(Surface.PHONE, effect)
    async def phone_probe(screen: Screen, args: Nothing) -> Result:
        """Look."""
        runs.append(screen)
        if len(runs) <= failures:
            raise PhoneGone("gone")
        return Result("seen")

    return phone_probe, runs


@pytest.fixture
async def run() -> Any:
    async with asyncio.timeout(30) as cut:
        yield Run("one", cut)


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    (tmp_path / "sites.txt").write_text("app:com.a\n")
    return Ground(Guard(tmp_path / "sites.txt", 2), Owners())


@pytest.mark.parametrize(
    ("effect", "failures", "runs"), [("read", 0, 1), ("read", 1, 2), ("read", 2, 2), ("act", 1, 1)]
)
async def test_a_read_runs_once_more_over_a_new_link_and_an_act_never(
    run: Run, tmp_path: Path, effect: str, failures: int, runs: int
) -> None:
    ground = Ground(Guard(tmp_path / "sites.txt", 2), Owners())
    probe, seen = looking(failures, Effect(effect))
    phone = Phone()
    if failures < runs:
        assert (await ground.run(probe, Nothing(), phone, run)).text == "seen"
    else:
        with pytest.raises(PhoneGone):
            await ground.run(probe, Nothing(), phone, run)
    assert seen == [phone.screen] * runs
    assert phone.opened == 0


@pytest.mark.parametrize(("effect", "runs"), [(Effect.READ, 1), (Effect.ACT, 0)])
async def test_a_blocked_app_in_front_is_refused_before_an_act_and_after_a_look(
    ground: Ground, run: Run, effect: Effect, runs: int
) -> None:
    probe, seen = looking(0, effect)
    with pytest.raises(SiteBlocked):
        await ground.run(probe, Nothing(), Phone(), run)
    assert len(seen) == runs


@pytest.mark.parametrize(
    ("effect", "acted", "raises"),
    [
        (Effect.READ, False, LateFault),
        (Effect.ACT, False, LateFault),
        (Effect.ACT, True, UnknownOutcome),
    ],
)
async def test_a_handler_ends_within_its_limit_and_its_caller_hears_what_may_have_happened(
    run: Run, effect: Effect, acted: bool, raises: type[BridgeError]
) -> None:
    @tool(Surface.PHONE, effect, seconds=0.05)
    async def phone_sleep(screen: Screen, args: Nothing) -> Result:
        """Sleep."""
        run.outgo.acted = acted
        await asyncio.sleep(5)
        return Result("")

    with pytest.raises(raises):
        await within(phone_sleep, Nothing(), None, run.outgo)
