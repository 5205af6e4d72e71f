"""Scrolling and waiting on a scripted phone."""

import pytest
from typing_extensions import override

from bridge.errors import BridgeError, ScreenFault
from bridge.native.screen import Screen
from bridge.native.scroll import MOST_STROKES, scroll, wait
from bridge.native.spot import Spot
from tests.native._device import TREE, Device


def screen(device: Device) -> Screen:
    return Screen(device, tree_seconds=1)  # type: ignore[arg-type]  # a phone in name only


class Long(Device):
    """A list that goes on: after every stroke it shows another row."""

    @override
    def _section(self, section: str) -> str:
        if section == "tree":
            return TREE.replace("Save", f"Row {len(self.sent)}")
        return super()._section(section)


async def test_one_stroke_scrolls_and_a_list_may_be_named() -> None:
    device = Long()
    did = await scroll(screen(device), "down", inside=None, until=None)
    assert did.sentence == "scrolled down"
    await scroll(screen(device), "up", inside=Spot(text="Row"), until=None)
    assert device.sent == ["input swipe 50 140 50 56 400", "input swipe 20 26 20 34 400"]


async def test_it_goes_on_until_something_is_there() -> None:
    device = Long()
    did = await scroll(screen(device), "down", inside=None, until="Row 3")
    assert did.sentence == 'scrolled down 3 times: button "Row 3" [1] is there'
    there = await scroll(screen(device), "down", inside=None, until="Row")
    assert there.sentence == 'button "Row 3" is there already'
    assert len(device.sent) == 3


@pytest.mark.parametrize(
    ("device", "until", "code", "strokes"),
    [
        (Device(), None, "NOT_SCROLLED", 1),
        (Device(), "zzz", "TARGET_NOT_FOUND", 1),
        (Long(), "zzz", "TARGET_NOT_FOUND", MOST_STROKES),
    ],
)
async def test_the_end_is_told(device: Device, until: str | None, code: str, strokes: int) -> None:
    with pytest.raises(ScreenFault) as refused:
        await scroll(screen(device), "down", inside=None, until=until)
    assert refused.value.code == code
    assert len(device.sent) == strokes


async def test_a_screen_that_cannot_be_read_meanwhile_is_told() -> None:
    device = Device(changes={"said": "ERROR: could not get idle state.", "tree": ""})
    with pytest.raises(ScreenFault) as refused:
        await scroll(screen(device), "down", inside=None, until="zzz")
    assert refused.value.code == "TREE_NOT_IDLE"


async def test_it_is_waited_until_something_comes_or_goes() -> None:
    device = Long()
    assert (await wait(screen(device), "Row", gone=False, seconds=5)).elements[0].label == "Row 0"
    assert await wait(screen(device), "zzz", gone=True, seconds=5)
    for text, gone in (("zzz", False), ("Row", True)):
        with pytest.raises(BridgeError) as refused:
            await wait(screen(device), text, gone=gone, seconds=0.2)
        assert refused.value.code == "TIMEOUT"
        assert text in refused.value.message
