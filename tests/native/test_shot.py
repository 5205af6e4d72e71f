"""Pictures for an agent, and what their pixels mean."""

import io

import pytest
from PIL import Image
from typing_extensions import override

from bridge.adb.device import Ran
from bridge.errors import ScreenFault
from bridge.native.screen import Screen
from bridge.native.shot import screenshot
from tests.native._device import Device


def png(*, lit: bool) -> bytes:
    out = io.BytesIO()
    picture = Image.new("RGB", (400, 800), (0, 0, 0))
    if lit:
        picture.putpixel((399, 799), (99, 0, 0))
    picture.save(out, "PNG")
    return out.getvalue()


def screen(device: Device) -> Screen:
    return Screen(device, tree_seconds=1)  # type: ignore[arg-type]  # a phone in name only


async def test_a_picture_is_made_small_and_its_pixels_can_be_pointed_at() -> None:
    mine = screen(Device(picture=png(lit=True)))
    shot = await screenshot(mine, kind="png", max_side=200, max_bytes=700_000)
    assert (shot.image.width, shot.image.height, shot.shown.scale) == (100, 200, 4.0)
    assert "1 image px = 4 device px" in shot.sentence
    assert mine.device_point((10, 20)) == (42, 82)
    full = await screenshot(mine, kind="jpeg", max_side=None, max_bytes=700_000)
    assert "1 image px = 1 device px" in full.sentence


async def test_a_window_that_withholds_its_pixels_is_told() -> None:
    with pytest.raises(ScreenFault) as refused:
        await screenshot(
            screen(Device(picture=png(lit=False))), kind="png", max_side=None, max_bytes=700_000
        )
    assert refused.value.code == "SECURE_WINDOW"


@pytest.mark.parametrize(("viewports", "takes"), [("", False), ("isActive=true", True)])
async def test_of_several_displays_the_one_that_takes_input_is_pictured(
    viewports: str, takes: bool
) -> None:
    class Two(Device):
        @override
        async def exec_out(self, command: str, *, seconds: float) -> bytes:
            whole = await super().exec_out(command, seconds=seconds)
            return whole if " -d 46" in command else b"[Warning] Multiple displays\n" + whole

        @override
        async def shell(self, command: str, *, seconds: float) -> Ran:
            told = f"DisplayViewport{{{viewports}, displayId=0, uniqueId='local:46'}}"
            return Ran(told.encode() if viewports else b"", b"", 0)

    mine = screen(Two(picture=png(lit=True)))
    if takes:
        assert await screenshot(mine, kind="png", max_side=None, max_bytes=700_000)
        return
    with pytest.raises(ScreenFault) as refused:
        await screenshot(mine, kind="png", max_side=None, max_bytes=700_000)
    assert refused.value.code == "DISPLAY_AMBIGUOUS"
