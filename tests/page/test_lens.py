"""A pick as a viewer works it, in frames of other processes, and when the Bridge died."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest

from bridge.errors import BridgeError
from bridge.page import lens
from bridge.page.lens import Lens
from bridge.page.picked import Picked, pick
from bridge.page.read import ask, find
from bridge.page.seen import Aim
from bridge.page.tab import Tab
from tests.page._act import APART, Pages, Stage, chromium, staged

LIMIT = 10
HEARD = """<script>
  noticed = []
  for (const type of ['pointerdown', 'pointerup', 'touchstart', 'touchend', 'mousedown', 'click'])
    addEventListener(type, (event) => noticed.push(type), true)
</script>"""
BOARD = f"""{HEARD}<body style="margin:0"><main><form aria-label="Order">
<button style="display:block;width:200px;height:60px"><i>Buy</i> <b>now</b></button>
<p style="height:100px;margin:0">Plain words</p></form></main>"""
INNER = f"{HEARD}<body style='margin:0'><button style='width:200px;height:60px'>Deep</button>"
DRAWN = """new Promise((done) => {
  let left = 12;
  const next = () => (left-- ? requestAnimationFrame(next) : done());
  next();
})"""
FRAME = "<iframe src={} style='margin:30px;border:5px solid;height:300px'></iframe>"


@pytest.fixture(scope="module")
def apart_port() -> Iterator[int]:
    with chromium(*APART) as port:
        yield port


@pytest.fixture
async def stage(apart_port: int, act_pages: Pages) -> AsyncIterator[Stage]:
    async with staged(apart_port, act_pages) as opened:
        with opened.browser.work(acts=True):
            yield opened


async def touch(tab: Tab, x: float, y: float) -> None:
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        told = {"type": kind, "touchPoints": points}
        await tab.session.call("Input.dispatchTouchEvent", told)


async def opened(tab: Tab) -> Lens:
    async with asyncio.timeout(LIMIT):
        while True:
            found = lens.lens_of(tab)
            if found is not None and found.ready:
                return found
            await asyncio.sleep(0.02)


async def outcome(picked: Awaitable[Picked]) -> Picked | BridgeError:
    try:
        return await picked
    except BridgeError as fault:
        return fault


async def ended(tab: Tab, viewer: Callable[[Lens], Awaitable[object]]) -> Picked | BridgeError:
    """Open a pick and let a viewer, or a person's finger, do something; what came of it."""
    async with asyncio.TaskGroup() as group:
        call = group.create_task(outcome(pick(tab, seconds=LIMIT)))
        await viewer(await opened(tab))
    return call.result()


async def picking(tab: Tab, viewer: Callable[[Lens], Awaitable[object]]) -> Picked:
    told = await ended(tab, viewer)
    assert isinstance(told, Picked), told
    return told


async def broken_off(tab: Tab, viewer: Callable[[Lens], Awaitable[object]]) -> str:
    told = await ended(tab, viewer)
    assert isinstance(told, BridgeError), told
    return told.code


async def test_a_viewer_aims_and_picks_what_it_aimed_at(stage: Stage) -> None:
    tab = await stage.show(BOARD)

    async def viewer(at: Lens) -> None:
        aim = await at.aim(100, 30)
        assert (aim.element.sentence(), aim.element.box) == ('button "Buy now"', (0, 0, 200, 60))
        assert aim.count == 2
        await at.pick(104, 33)

    picked = await picking(tab, viewer)
    assert picked.aim.element.sentence() == 'button "Buy now"'
    assert [row.sentence() for row in picked.aim.around][:2] == ['form "Order"', "main"]
    assert picked.shot is not None
    assert (picked.shot.image.width, picked.shot.image.height) == (216, 76)
    assert await stage.run("noticed") == []


async def test_a_press_elsewhere_picks_what_is_there(stage: Stage) -> None:
    tab = await stage.show(BOARD)

    async def viewer(at: Lens) -> None:
        await at.aim(100, 30)
        await at.pick(100, 120)

    assert "paragraph" in (told := (await picking(tab, viewer)).sentence)
    assert ": Plain words" in told


async def test_wider_aims_at_what_is_around_it_until_there_is_nothing(stage: Stage) -> None:
    tab = await stage.show(BOARD)

    async def viewer(at: Lens) -> None:
        with pytest.raises(BridgeError) as caught:
            await at.wider()
        assert caught.value.code == "TARGET_NOT_FOUND"
        await at.aim(100, 30)
        wider = [(await at.wider()).element.sentence() for _ in range(6)]
        assert wider[0] == 'form "Order"'
        assert wider[-1] == wider[-2]
        await at.aim(100, 30)
        await at.wider()
        await at.pick(100, 30)

    assert (await picking(tab, viewer)).aim.element.sentence() == 'form "Order"'


async def test_a_viewer_breaks_it_off(stage: Stage) -> None:
    tab = await stage.show(BOARD)

    async def viewer(at: Lens) -> None:
        at.cancel()

    assert await broken_off(tab, viewer) == "PICK_CANCELLED"
    assert lens.lens_of(tab) is None


@pytest.mark.parametrize("by", ["finger", "viewer"])
async def test_frames_with_a_process_of_their_own_are_picked_in(stage: Stage, by: str) -> None:
    stage.pages.bodies["/in"] = f"<!doctype html>{INNER}"
    tab = await stage.show(FRAME.format(stage.pages.url("/in", "other.test")))
    await stage.run(DRAWN)

    async def person(at: Lens) -> None:
        await (touch(tab, 100, 60) if by == "finger" else at.pick(100, 60))

    picked = await picking(tab, person)
    assert picked.aim.element.sentence() == 'button "Deep"'
    assert picked.aim.element.box == (35, 35, 200, 60)
    assert picked.shot is not None


async def test_what_has_left_the_page_again_is_not_told(stage: Stage) -> None:
    tab = await stage.show(BOARD)
    ((session, world),) = tab.worlds(lambda _: True)
    told = {"expression": "__tapbridge.hold('mine', 60000)", "uniqueContextId": world}
    await session.call("Runtime.evaluate", told)
    await touch(tab, 100, 30)
    assert (await ask(tab, "lens_taken", {"token": "mine"}, Aim)).element.name == "Buy now"
    await stage.run("document.body.remove()")
    for token in ("mine", "another"):
        with pytest.raises(BridgeError) as caught:
            await ask(tab, "lens_taken", {"token": token}, Aim)
        assert caught.value.code == "MOVED"


async def test_a_page_whose_bridge_died_has_its_fingers_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lens, "_KEPT_SECONDS", 0.5)
    monkeypatch.setattr(lens, "_HOLD_SECONDS", 60)
    tab = await stage.show(BOARD)

    async def person(at: Lens) -> None:
        async with asyncio.timeout(LIMIT):
            while not await stage.run("window.noticed?.length"):
                await asyncio.sleep(0.6)
                await touch(tab, 100, 30)
        at.cancel()

    assert await broken_off(tab, person) == "PICK_CANCELLED"


async def test_a_frame_that_comes_later_is_held_too(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lens, "_HOLD_SECONDS", 0.1)
    tab = await stage.show("<body style='margin:0'>")
    stage.pages.bodies["/in"] = f"<!doctype html>{INNER}"
    url = stage.pages.url("/in", "other.test")

    async def person(at: Lens) -> None:
        await stage.run(f"document.body.innerHTML = `{FRAME.format(url)}`")
        async with asyncio.timeout(LIMIT):
            while True:
                if (await find(tab, {"text": "Deep"}, limit=1)).rows:
                    break
            # until Chrome has drawn the frame, it sends touches there to the page around it
            await stage.run(DRAWN)
            while lens.lens_of(tab) is at:
                await touch(tab, 100, 60)
                await asyncio.sleep(0.2)

    assert (await picking(tab, person)).aim.element.sentence() == 'button "Deep"'


async def test_a_page_that_took_our_listeners_away_is_told_of(stage: Stage) -> None:
    tab = await stage.show(BOARD)
    await stage.run(
        "document.open();"
        "addEventListener('pointerdown', (event) => event.stopImmediatePropagation(), true);"
        "document.write('<button style=\"width:200px;height:60px\">Late</button>')"
    )
    told = (await picking(tab, lambda at: at.pick(100, 30))).sentence
    assert 'button "Late"' in told
    assert "the page may have seen the finger too" in told
