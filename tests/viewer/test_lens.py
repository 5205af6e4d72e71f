"""The lens: an agent asks to be shown something, and nothing of the pointing reaches the page."""

from tests.viewer._page import Person
from tests.viewer._scripted import Scripted


async def lit(me: Person, bridge: Scripted) -> None:
    await bridge.tell("lens", on=True)
    await me.until_sees("#lens")


async def test_hovering_aims_and_the_answer_is_drawn(me: Person, bridge: Scripted) -> None:
    await lit(me, bridge)
    await me.hover("#picture", 0.4, 0.6)
    aimed = await bridge.hears("lens", op="aim")
    assert abs(aimed["fx"] - 0.4) < 0.01
    assert abs(aimed["fy"] - 0.6) < 0.01
    await bridge.tell("lens", on=True, name='button "Buy"', box=[0.25, 0.5, 0.5, 0.1], path=2)
    await me.until_sees("#aim")
    assert await me.text("#aim-name") == 'button "Buy"'
    assert 'button "Buy"' in await me.text("#lens")
    inside = await me.value(
        """(() => { const a = document.querySelector('#aim').getBoundingClientRect(),
        p = document.querySelector('#picture').getBoundingClientRect();
        return [(a.x - p.x) / p.width, (a.y - p.y) / p.height, a.width / p.width,
        a.height / p.height] })()"""
    )
    for found, wanted in zip(inside, (0.25, 0.5, 0.5, 0.1), strict=True):
        assert abs(found - wanted) < 0.01


async def test_a_press_picks_and_touches_nothing(me: Person, bridge: Scripted) -> None:
    await lit(me, bridge)
    x, y = await me.where("#picture")
    await me.mouse("mousePressed", x, y)
    await me.mouse("mouseMoved", x + 4, y + 3)
    await me.mouse("mouseReleased", x + 4, y + 3)
    await bridge.hears("lens", op="pick")
    assert bridge.of("touch") == []


async def test_a_press_that_strays_drags_the_page_and_picks_nothing(
    me: Person, bridge: Scripted
) -> None:
    await lit(me, bridge)
    await me.drag("#picture", (0.5, 0.7), (0.5, 0.5), (0.5, 0.3))
    await bridge.hears("touch", kind="end")
    start = bridge.of("touch")[0]
    assert start["kind"] == "start"
    assert abs(start["fy"] - 0.7) < 0.01
    assert [m for m in bridge.of("lens") if m["op"] == "pick"] == []


async def test_arrow_up_goes_wider_and_escape_cancels_without_reaching_the_phone(
    me: Person, bridge: Scripted
) -> None:
    await me.click("#picture")
    await bridge.hears("touch", kind="end")
    await lit(me, bridge)
    await me.key("ArrowUp")
    await bridge.hears("lens", op="wider")
    await me.key("Escape")
    await bridge.hears("lens", op="cancel")
    await bridge.tell("lens", on=False)
    await me.until("!document.querySelector('#lens').checkVisibility()")
    assert bridge.of("key") == []
    await me.key("ArrowUp")
    await bridge.hears("key", key="ArrowUp")


async def test_a_hand_that_trembles_does_not_undo_wider(me: Person, bridge: Scripted) -> None:
    await lit(me, bridge)
    x, y = await me.where("#picture")
    await me.mouse("mouseMoved", x, y, button="none", buttons=0)
    await bridge.hears("lens", op="aim")
    await me.key("ArrowUp")
    await bridge.hears("lens", op="wider")
    bridge.heard.clear()
    await me.mouse("mouseMoved", x + 3, y + 2, button="none", buttons=0)
    await me.mouse("mousePressed", x + 3, y + 2)
    await me.mouse("mouseReleased", x + 3, y + 2)
    await bridge.hears("lens", op="pick")
    assert [m["op"] for m in bridge.of("lens")] == ["pick"]
    await me.mouse("mouseMoved", x + 30, y, button="none", buttons=0)
    await bridge.hears("lens", op="aim")


async def test_the_same_is_done_with_buttons(me: Person, bridge: Scripted) -> None:
    await lit(me, bridge)
    await me.click("#lens-wider")
    await bridge.hears("lens", op="wider")
    await me.click("#lens-cancel")
    await bridge.hears("lens", op="cancel")


async def test_who_only_watches_does_not_point(me: Person, bridge: Scripted) -> None:
    await bridge.tell("steering", you=False, count=2)
    await lit(me, bridge)
    await me.hover("#picture", 0.4, 0.6)
    await me.click("#picture")
    await me.key("Escape")
    assert not await me.sees("#lens-cancel")
    await me.click("#pause")
    await bridge.hears("pause")
    assert bridge.of("lens", "touch", "key") == []
