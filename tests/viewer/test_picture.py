"""The picture: drawn as it comes, acknowledged when it is drawn, and only while somebody looks."""

import asyncio

from tests.fixtures._judges import Link
from tests.viewer._page import Person, person
from tests.viewer._scripted import Scripted, jpeg

CORNER = """(() => { const c = document.querySelector('#picture');
    const at = (x, y) => [...c.getContext('2d').getImageData(x, y, 1, 1).data].slice(0, 3);
    return [at(5, 5), at(c.width - 5, c.height - 5)] })()"""


def near(found: list[int], wanted: tuple[int, int, int]) -> bool:
    return all(abs(a - b) < 12 for a, b in zip(found, wanted, strict=True))


async def test_a_frame_is_on_the_canvas_when_it_is_acknowledged(
    me: Person, bridge: Scripted
) -> None:
    await bridge.shown(jpeg(colour="#ff0000"))
    upper, lower = await me.value(CORNER)
    assert near(upper, (255, 255, 255))
    assert near(lower, (255, 0, 0))


async def test_every_frame_is_acknowledged_and_the_newest_stays(
    me: Person, bridge: Scripted
) -> None:
    numbers = [await bridge.show(jpeg(colour=f"#{n:02x}0000")) for n in range(0, 250, 10)]
    for number in numbers:
        await bridge.hears("ack", n=number)
    assert await me.until(f"document.querySelector('#picture').dataset.frame === '{numbers[-1]}'")
    acked = [message["n"] for message in bridge.of("ack")]
    assert sorted(set(acked)) == sorted(acked), "none twice"


async def test_a_broken_picture_is_acknowledged_and_the_one_before_stays(
    me: Person, bridge: Scripted
) -> None:
    before = await me.value(CORNER)
    await bridge.shown(b"\xff\xd8 no picture")
    assert await me.value(CORNER) == before
    await bridge.shown(jpeg(colour="#00ff00"))
    assert near((await me.value(CORNER))[1], (0, 255, 0))


async def test_the_frame_of_the_phone_follows_a_rotation(me: Person, bridge: Scripted) -> None:
    async def shape() -> float:
        box = "document.querySelector('#picture').getBoundingClientRect()"
        ratio: float = await me.value(f"{box}.width / {box}.height")
        return ratio

    assert abs(await shape() - 360 / 780) < 0.01
    await bridge.shown(jpeg(780, 360))
    assert abs(await shape() - 780 / 360) < 0.02
    fits = """(() => { const p = document.querySelector('.phone').getBoundingClientRect(),
        s = document.querySelector('.well').getBoundingClientRect();
        return p.left >= s.left && p.right <= s.right && p.bottom <= s.bottom })()"""
    assert await me.value(fits)
    await me.size(700, 500)
    await me.until(fits)


async def test_a_hidden_page_stops_watching_and_lets_go(
    me: Person, windows: Link, bridge: Scripted
) -> None:
    x, y = await me.where("#picture")
    await me.mouse("mousePressed", x, y)
    await bridge.hears("touch", kind="start")
    bridge.heard.clear()
    hide = "Object.defineProperty(document, 'hidden', {configurable: true, get: () => %s});"
    told = "document.dispatchEvent(new Event('visibilitychange'))"
    await me.value(hide % "true" + told)
    await bridge.hears("unwatch")
    assert [m["t"] for m in bridge.heard] == ["touch", "unwatch"]
    assert bridge.heard[0]["kind"] == "cancel"
    await me.value(hide % "false" + told)
    await bridge.hears("watch")


async def test_no_picture_for_a_long_time_is_no_end(me: Person, bridge: Scripted) -> None:
    await asyncio.sleep(1)
    assert len(bridge.sockets) == 1
    assert not await me.sees("#overlay")


async def test_a_lost_bridge_is_said_and_found_again(me: Person, bridge: Scripted) -> None:
    bridge.heard.clear()
    await bridge.sockets[0].close(1012)
    await me.until_sees("#overlay")
    hello = await bridge.hears("hello")
    assert hello["token"]
    await me.until("!document.querySelector('#overlay').checkVisibility()")
    await bridge.shown(jpeg(colour="#00ff00"))


async def test_while_it_is_tried_again_the_same_is_said(me: Person, bridge: Scripted) -> None:
    await me.value(
        """(() => { window.states = []; new MutationObserver(() =>
        states.push(document.body.dataset.state)).observe(document.body,
        {attributes: true, attributeFilter: ['data-state']}) })()"""
    )
    bridge.shut = True
    await bridge.sockets[0].close(1012)
    await bridge.until(lambda: bridge.turned_away >= 2, "two tries")
    bridge.shut = False
    await me.until("document.body.dataset.state === 'live'")
    assert set(await me.value("states")) == {"lost", "connecting", "live"}
    assert (await me.value("states"))[0] == "lost"
    assert "trying" not in await me.value("states")


async def test_a_reload_needs_no_new_link(me: Person, bridge: Scripted) -> None:
    assert await me.value("location.hash") == ""
    bridge.heard.clear()
    await me.call("Page.reload")
    await bridge.hears("watch")
    await bridge.shown(jpeg())


async def test_a_link_lets_in_once(windows: Link, bridge: Scripted) -> None:
    link = bridge.link
    async with person(windows) as first:
        await first.go(link)
        await bridge.hears("watch")
    async with person(windows) as second:
        await second.go(link)
        await second.until_sees("#overlay")
        await second.until("document.querySelector('#overlay').innerText.includes('fresh link')")
        assert "tapbridge view" in await second.text("#overlay")
    assert len(bridge.of("hello")) == 1


async def test_a_token_that_is_not_known_any_more_is_not_tried_again(
    me: Person, bridge: Scripted
) -> None:
    bridge.heard.clear()
    await bridge.sockets[0].close(4401)
    await me.until("document.querySelector('#overlay').innerText.includes('fresh link')")
    await asyncio.sleep(0.5)  # it would have tried after 0.3 s
    assert bridge.of("hello") == []


async def test_another_phones_picture_does_not_stay(me: Person, bridge: Scripted) -> None:
    phones = [
        {"serial": serial, "model": model, "transport": way, "state": "device", "ready": True}
        for serial, model, way in (("one", "Pixel 7", "usb"), ("two", "Pixel 9", "wifi"))
    ]
    await bridge.tell("phones", phones=phones)
    tap = {"id": 1, "at": 1.7e9, "client": "Claude", "tool": "page_tap", "state": "done"}
    await bridge.tell("activity", **tap)
    await me.until_sees(".row")
    await me.until_sees("#phones")
    await me.value("document.querySelector('#phones').focus()")
    await me.value(
        """(() => { const s = document.querySelector('#phones'); s.value = 'two';
        s.dispatchEvent(new Event('change', {bubbles: true})) })()"""
    )
    await bridge.hears("phone", serial="two")
    assert not await me.sees(".row")
    assert (await me.value(CORNER))[0] == [0, 0, 0]
    assert "frame" not in await me.value("({...document.querySelector('#picture').dataset})")
    bridge.heard.clear()
    await me.call("Page.reload")
    assert (await bridge.hears("hello"))["serial"] == "two"
