import io
from typing import Any

import pytest
from PIL import Image

from bridge.errors import ScreenFault, SiteBlocked
from bridge.page import navigate
from bridge.page.browser import Browser
from bridge.page.capture import Shot, screenshot
from bridge.page.tab import Tab


async def shoot(tab: Tab, **wanted: Any) -> Shot:
    options: dict[str, Any] = {
        "target": {},
        "full": False,
        "kind": "jpeg",
        "quality": 80,
        "max_side": None,
    }
    return await screenshot(tab, **{**options, **wanted})


@pytest.mark.usefixtures("over_wifi")
async def test_one_pixel_of_the_picture_is_one_css_pixel_for_two_trips(
    phone: Any, tab: Tab
) -> None:
    await navigate.go(tab, phone.page("login.html"))
    phone.count_from_here()
    shot = await shoot(tab)
    assert phone.trips() == 2
    assert shot.image.width == 412
    assert shot.css_per_px == pytest.approx(1, abs=0.01)
    assert Image.open(io.BytesIO(shot.image.data)).size == (shot.image.width, shot.image.height)
    assert shot.image.mime == "image/jpeg"


async def test_the_whole_of_a_long_page_is_cut_after_eight_screens(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("shop.html"))
    shot = await shoot(tab, full=True)
    assert shot.image.height > 3 * shot.image.width
    assert "px" in shot.sentence


async def test_one_element_is_pictured_alone(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    shot = await shoot(tab, target={"role": "button", "text": "Sign in"}, kind="png")
    assert 20 < shot.image.height < 100
    assert shot.image.mime == "image/png"


async def test_a_smaller_side_says_its_scale(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    shot = await shoot(tab, max_side=300)
    assert max(shot.image.width, shot.image.height) == 300
    assert shot.css_per_px == pytest.approx(412 / shot.image.width, rel=0.02)


async def test_a_picture_of_a_page_that_turned_blocked_is_thrown_away(
    phone: Any, tab: Tab, judge: Any
) -> None:
    await navigate.go(tab, phone.page("login.html"))
    judge.hosts.add("shop.test")
    with pytest.raises(SiteBlocked):
        await shoot(tab)


async def test_a_hidden_page_is_refused_at_once_instead_of_drawn(
    phone: Any, browser: Browser, tab: Tab
) -> None:
    await navigate.go(tab, phone.page("login.html"))
    front = await browser.open_tab(phone.page("shop.html"))
    phone.count_from_here()
    for wanted in ({}, {"full": True}, {"target": {"css": "button"}}):
        with pytest.raises(ScreenFault) as caught:
            await shoot(tab, **wanted)
        assert caught.value.code == "TAB_HIDDEN"
    await browser.targets.close(front.target_id)


async def test_a_page_as_wide_as_tall_is_drawn_smaller_instead_of_refused(tab: Tab) -> None:
    page = "<div style='width:3000px;height:60000px;background:linear-gradient(red,blue)'>"
    await navigate.go(tab, f"data:text/html,{page}")
    shot = await shoot(tab, full=True)
    assert shot.truncated
    assert shot.image.height > shot.image.width > 100
