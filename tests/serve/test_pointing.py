"""A hand that moves fast asks no more than the page can answer."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bridge.errors import ScreenFault
from bridge.page.screencast import Measure
from bridge.page.seen import Aim
from bridge.page.snapshot import Row
from bridge.serve import messages, pointing
from bridge.serve.onlooker import Onlooker
from bridge.serve.pointing import Pointing


class Lens:
    """A pick whose page answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[float, float]] = []
        self.turn = asyncio.Event()
        self.missing = False

    async def aim(self, x: float, y: float) -> Aim:
        self.asked.append((x, y))
        await self.turn.wait()
        if self.missing:
            raise ScreenFault("TARGET_NOT_FOUND", "nothing is there")
        return Aim(element=Row(role="button", name="Go", box=(0, 0, 100, 50)))


def stage(scale: float = 1) -> Any:
    measure = Measure(400, 2)
    return SimpleNamespace(
        measure=lambda _: measure, frame=SimpleNamespace(scale=scale, measure=measure)
    )


def aim(fx: float) -> messages.Lens:
    return messages.Lens(t="lens", op="aim", fx=fx, fy=0.5, n=1)


@pytest.fixture
def lens(monkeypatch: pytest.MonkeyPatch) -> Lens:
    made = Lens()
    monkeypatch.setattr(pointing, "open_lens", lambda _: made)
    return made


async def test_while_the_page_is_asked_only_the_newest_aim_waits(lens: Lens) -> None:
    me = Onlooker()
    point = Pointing(me)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(point.do(stage(), aim(0.1)))
        await asyncio.sleep(0)
        for fx in (0.2, 0.3, 0.4):
            await point.do(stage(), aim(fx))
        lens.turn.set()
    assert [x for x, _ in lens.asked] == [40, 160]
    assert me.knows("lens", on=True, name='button "Go"', box=[0, 0, 0.25, 0.0625])


async def test_where_nothing_is_the_box_goes(lens: Lens) -> None:
    me = Onlooker()
    lens.turn.set()
    await Pointing(me).do(stage(), aim(0.1))
    lens.missing = True
    await Pointing(me).do(stage(), aim(0.2))
    assert me.knows("lens", on=True)
    assert not me.knows("lens", name='button "Go"')


async def test_zoomed_in_no_box_is_drawn_at_a_wrong_place(lens: Lens) -> None:
    me = Onlooker()
    lens.turn.set()
    await Pointing(me).do(stage(2), aim(0.1))
    assert me.knows("lens", on=True, name='button "Go"')
    assert not me.knows("lens", box=[0, 0, 0.25, 0.0625])


async def test_without_a_pick_there_is_nothing_to_point_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pointing, "open_lens", lambda _: None)
    with pytest.raises(ScreenFault, match="no agent asks"):
        await Pointing(Onlooker()).do(stage(), aim(0.1))
