"""Pictures for an agent, and what their pixels mean."""

import io

import pytest
from PIL import Image

from bridge.errors import ScreenFault
from bridge.native.screen import Screen
from bridge.native.shot import screenshot
from tests.native._device import Device


def png(*, lit: bool) -> bytes:
    out = io.BytesIO()
    picture = Image.new("RGB", (400, 800), (0, 0, 0))
    if lit:
        picture.putpixel((399, 799), (1, 0, 0))
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
