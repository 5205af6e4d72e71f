"""Where a touch lands: zoomed, wide, framed, scrolled and covered pages that people met."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases._pages import BUTTON, LOUD, TALL, Show, Titles
from tests.tools._pages import Pages


def fixed(style: str) -> str:
    return f"<div style='position:fixed;{style}'>{BUTTON}</div>"


# --- the visual viewport beside the layout's ---


@pytest.mark.parametrize(
    "page",
    [TALL + BUTTON + TALL, TALL + fixed("bottom:0;right:0"), fixed("top:0;right:0") + TALL],
    ids=["far down", "fixed below", "fixed above"],
)
async def test_a_zoomed_page_is_hit_wherever_it_was_panned_to(
    call: Any, show: Show, title: Titles, page: str
) -> None:
    await show(LOUD + page)
    await call("page_pinch", scale=2)
    await call("page_scroll", direction="down")
    await call("page_tap", text="Target")
    assert await title() == "hit t"


@pytest.mark.parametrize("corner", ["bottom:0", "top:0;right:0"])
async def test_a_fixed_control_outside_of_the_visual_viewport_is_hit(
    call: Any, show: Show, title: Titles, corner: str
) -> None:
    await show(f"{LOUD}<div style='width:1200px;height:2600px'></div>{fixed(corner)}")
    await call("page_tap", text="Target")
    assert await title() == "hit t"


@pytest.mark.parametrize(
    "meta",
    ["", "<meta name=viewport content='width=400,initial-scale=2'>"],
    ids=["no meta", "larger from the start"],
)
async def test_a_page_that_is_not_as_wide_as_the_phone_is_hit(
    call: Any, pages: Pages, title: Titles, meta: str
) -> None:
    far = f"<div style='height:2500px;width:1900px'></div><p style='margin-left:1500px'>{BUTTON}"
    await call("page_navigate", url=pages.put("/wide", meta + LOUD + far))
    await call("page_tap", text="Target")
    assert await title() == "hit t"


@pytest.mark.parametrize(
    "around",
    [
        "<div style='zoom:1.7;padding:30px'>{}</div>",
        "<div style='transform:scale(.4) rotate(30deg);width:300px;height:100px'>{}</div>",
        "<div style='writing-mode:vertical-rl;height:300px'>{}</div>",
        "<div style='transform:translateY(40px);height:2000px'>"
        "<div style='position:fixed;bottom:0'>{}</div></div>",
    ],
    ids=["css zoom", "turned and small", "upright writing", "fixed in what is moved"],
)
async def test_a_button_in_odd_surroundings_is_found_by_its_words_and_hit(
    call: Any, show: Show, title: Titles, around: str
) -> None:
    await show(LOUD + around.format(BUTTON))
    await call("page_tap", text="Target")
    assert await title() == "hit t"


# --- frames ---


FRAME = "<iframe style='position:absolute;left:{0}px;top:{0}px;width:250px;{1}' src='{2}'></iframe>"


@pytest.mark.parametrize("host", ["shop.test", "other.test"], ids=["same site", "another site"])
@pytest.mark.parametrize("style", ["", "border:9px solid;padding:7px", "cursor:pointer"])
async def test_a_button_in_a_frame_at_300_300_is_read_and_hit(
    call: Any, show: Show, pages: Pages, host: str, style: str
) -> None:
    inner = pages.put(
        "/inner", "<button onclick=\"this.textContent='Pressed'\">In it</button>", host
    )
    await show(FRAME.format(300, style, inner))
    assert '- button "In it"' in (await call("page_snapshot")).text
    await call("page_tap", text="In it")
    assert '- button "Pressed"' in (await call("page_snapshot")).text


@pytest.mark.parametrize("host", ["shop.test", "other.test"], ids=["same site", "another site"])
@pytest.mark.parametrize(
    "over",
    [
        "<div style='position:absolute;inset:0'></div>",
        "<iframe style='position:fixed;inset:0;width:100%;height:100%;opacity:0'></iframe>",
        "<dialog style='width:100%;height:100%;max-width:none;border:0'></dialog>"
        "<script>document.querySelector('dialog').showModal()</script>",
    ],
    ids=["div", "clear frame", "modal"],
)
async def test_what_lies_over_a_frame_covers_what_is_in_it(
    refuse: Any, show: Show, pages: Pages, host: str, over: str
) -> None:
    inner = pages.put("/inner", "<button onclick='parent.postMessage(1)'>In it</button>", host)
    await show(FRAME.format(20, "", inner) + over)
    assert (await refuse("page_tap", css="iframe")).code == "COVERED"
    assert (await refuse("page_tap", text="In it")).code in ("COVERED", "TARGET_NOT_FOUND")


# --- bars over what is scrolled in ---


LINKS = "".join(
    f"<p><a href='#{n}' onclick=\"document.title='link {n}'\">Link {n}</a></p>" for n in range(60)
)


@pytest.mark.parametrize(
    "bar",
    [
        "<nav style='position:sticky;top:0;height:100px;background:#eee'>bar</nav>",
        "<nav style='position:fixed;inset:0 0 auto;height:40vh;background:#eee'>bar</nav>"
        "<nav style='position:fixed;inset:auto 0 0;height:40vh;background:#eee'>bar</nav>",
        "<nav id=n style='position:fixed;inset:-120px 0 auto;height:120px'>bar</nav>"
        "<script>let y=0;addEventListener('scroll',()=>{n.style.top=scrollY<y?0:'-120px';"
        "y=scrollY})</script>",
    ],
    ids=["sticky", "above and below", "comes when scrolled up"],
)
async def test_every_link_of_a_list_under_a_bar_is_hit(
    call: Any, show: Show, title: Titles, bar: str
) -> None:
    await show(f"{bar}<div style='padding:50vh 0'>{LINKS}</div>")
    for number in (59, 30, 2, 31, 58):
        await call("page_tap", text=f"Link {number}")
        assert await title() == f"link {number}"


@pytest.mark.parametrize(
    "style",
    [
        "html{scroll-behavior:smooth}",
        "html{scroll-snap-type:y mandatory}p{scroll-snap-align:start}",
    ],
    ids=["smooth", "snapping"],
)
async def test_a_page_that_scrolls_in_its_own_way_is_hit(
    call: Any, show: Show, title: Titles, style: str
) -> None:
    await show(f"<style>{style}</style>{LINKS}")
    await call("page_tap", text="Link 57")
    assert await title() == "link 57"
