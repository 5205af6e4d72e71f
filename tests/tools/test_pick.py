"""A person shows an agent what they mean, on the virtual phone, through the door."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bridge.app import Bridge, open_bridge
from bridge.errors import BridgeError, SiteBlocked
from bridge.page import lens, picked
from bridge.page.picked import Picked
from bridge.page.seen import Aim
from bridge.page.snapshot import Row
from bridge.page.tab import Tab
from bridge.places import config_folder
from bridge.settings import FAMILIES, Settings
from bridge.timers import Timers
from bridge.tools.call import Caller, persons_live
from bridge.tools.desk import Desk, at
from bridge.tools.pick import PickArgs, page_pick
from bridge.tools.spec import Result
from tests.tools._pages import Pages, serving

ME = Caller("test", "mcp", "one", families=frozenset(FAMILIES))
OTHER = Caller("other", "mcp", "two", families=frozenset(FAMILIES))
TAKER = Caller("person", "cli", take=True, families=frozenset(FAMILIES))
LIMIT = 10


@dataclass
class Board:
    """A page that notices whatever it can of a finger, the agent, and the person's finger."""

    bridge: Bridge
    phone: Any
    tab: Tab
    sites: Path

    async def call(self, name: str, caller: Caller = ME, **args: Any) -> Result:
        return await self.bridge.door.call(name, args, caller)

    async def refused(self, name: str, **args: Any) -> str:
        with pytest.raises(BridgeError) as caught:
            await self.call(name, **args)
        return caught.value.code

    async def touch(self, *path: tuple[float, float]) -> None:
        await self.fingers(*[[point] for point in path])

    async def fingers(self, *path: list[tuple[float, float]]) -> None:
        await asyncio.to_thread(self.phone.ask, "/touch", {"path": path})

    async def send(self, kind: str, *points: tuple[float, float]) -> None:
        told = {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        await self.tab.session.call("Input.dispatchTouchEvent", told)

    async def run(self, code: str) -> Any:
        told = {"expression": code, "returnByValue": True, "awaitPromise": True}
        return (await self.tab.session.call("Runtime.evaluate", told))["result"].get("value")

    async def noticed(self) -> list[str]:
        """What the page has noticed, two drawn frames and a double tap's time later."""
        told: list[str] = await self.run("new Promise((r) => setTimeout(() => r(noticed), 400))")
        return told

    async def until(self, met: Callable[[], Awaitable[bool]]) -> None:
        async with asyncio.timeout(LIMIT):
            while True:
                if await met():
                    return
                await asyncio.sleep(0.02)

    async def touched(self) -> bool:
        return "pointerdown" in await self.run("noticed")

    async def opened(self) -> None:
        """Wait until a pick is open."""

        async def ready() -> bool:
            found = lens.lens_of(self.tab)
            return found is not None and found.ready

        await self.until(ready)

    async def ended(self, person: Callable[[], Awaitable[Any]]) -> Result | BridgeError:
        """Let the person do something while a pick is open; what the pick came to."""

        async def outcome() -> Result | BridgeError:
            try:
                return await self.call("page_pick", timeout_ms=LIMIT * 1000)
            except BridgeError as fault:
                return fault

        async with asyncio.TaskGroup() as group:
            call = group.create_task(outcome())
            await self.opened()
            await person()
        return call.result()

    async def picking(self, person: Callable[[], Awaitable[Any]]) -> Result:
        told = await self.ended(person)
        assert isinstance(told, Result), told
        return told

    async def broken_off(self, person: Callable[[], Awaitable[Any]]) -> BridgeError:
        told = await self.ended(person)
        assert isinstance(told, BridgeError), told
        return told


@pytest.fixture(scope="module")
async def opened(
    phone: Any, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[Bridge, Path]]:
    """One Bridge for all tests of this file, and its sites file."""
    settings = Settings.model_validate({"adb": {"port": phone.adb_port}, "serial": phone.serial})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAPBRIDGE_HOME", str(tmp_path_factory.mktemp("home")))
        sites = config_folder() / "sites.txt"
        sites.parent.mkdir(parents=True, exist_ok=True)
        async with open_bridge(settings) as bridge:
            yield bridge, sites


@pytest.fixture
async def board(opened: tuple[Bridge, Path], phone: Any) -> AsyncIterator[Board]:
    bridge, sites = opened
    url = phone.page("pick_board.html")
    await bridge.door.call("page_tabs", {"action": "open", "url": url}, ME)
    browser = await (await bridge.fleet.phone(None)).browser()
    made = Board(bridge, phone, await browser.front(), sites)
    yield made
    bridge.door.owners.left(OTHER.party.key)
    await made.call("page_tabs", action="close", match="pick")


SPOTS = {
    'button "Buy"': (100, 40),
    'button "Sold out"': (100, 100),
    'link "Terms"': (100, 160),
    'button "Under"': (100, 220),
    'checkbox "Tick"': (40, 280),
    'combobox "Size"': (130, 280),
    'button "Inside"': (100, 340),
    'button "Shut in"': (100, 420),
    "paragraph [e": (60, 490),
}


@pytest.mark.parametrize("spot", SPOTS)
async def test_what_a_finger_touches_is_picked_and_the_page_notices_nothing(
    board: Board, spot: str
) -> None:
    before = await board.run("[location.href, scrollY, tick.checked]")
    told = await board.picking(lambda: board.touch(SPOTS[spot]))
    assert f"picked {spot}" in told.text
    assert await board.noticed() == []
    assert await board.run("[location.href, scrollY, tick.checked]") == before
    assert ("Plain words" in told.text) == ("paragraph" in spot)
    (photo,) = told.pictures
    assert photo.mime == "image/jpeg"
    ref = told.data["element"]["ref"]
    found = await board.call("page_find", ref=ref)
    # what has no name is found by its words
    assert found.data["rows"][0]["name"] == told.data["element"].get("name", "Plain words")


async def test_the_answer_says_where_it_is_and_what_it_is_in(board: Board) -> None:
    told = await board.picking(lambda: board.touch((100, 40)))
    assert '(20,20 160x40), in form "Order", main "Board"' in told.text
    # 16 px around it, drawn one to one
    assert told.data["photo"] == {"width": 192, "height": 72}


async def test_a_finger_that_moves_scrolls_and_picks_nothing(board: Board) -> None:
    async def person() -> None:
        await board.touch((300, 700), (300, 640), (300, 500), (300, 300))

        async def scrolled() -> bool:
            at = "new Promise((r) => { const y = scrollY; setTimeout(() => r(scrollY - y), 200) })"
            return bool(await board.run("scrollY > 50")) and await board.run(at) == 0

        await board.until(scrolled)
        assert lens.lens_of(board.tab) is not None
        await board.run("scrollTo(0, 0)")
        await board.touch((100, 40), (103, 43))

    assert 'picked button "Buy"' in (await board.picking(person)).text
    assert await board.noticed() == []


async def test_a_tap_of_two_fingers_breaks_it_off(board: Board) -> None:
    problem = await board.broken_off(lambda: board.fingers([(100, 40)], [(100, 40), (200, 300)]))
    assert problem.code == "PICK_CANCELLED"
    assert await board.noticed() == []


async def test_after_a_pick_the_page_has_its_fingers_again(board: Board) -> None:
    await board.picking(lambda: board.touch((100, 160)))
    await board.touch((40, 280))
    assert "click" in await board.noticed()
    assert await board.run("tick.checked") is True


async def test_nothing_acts_while_a_person_points_and_everything_may_look(board: Board) -> None:
    async def person() -> None:
        for name, args in (
            ("page_tap", {"text": "Buy"}),
            ("page_key", {"key": "a"}),
            ("page_scroll", {"direction": "down"}),
            ("page_navigate", {"action": "reload"}),
            ("page_pick", {}),
        ):
            assert (name, await board.refused(name, **args)) == (name, "PICK_OPEN")
        assert "Buy" in (await board.call("page_snapshot")).text
        assert "Buy" in (await board.call("page_snapshot", OTHER)).text
        await board.touch((100, 40))

    assert 'picked button "Buy"' in (await board.picking(person)).text
    assert "tapped" in (await board.call("page_tap", text="Inside")).text


async def test_a_pick_waits_for_the_act_before_it(board: Board) -> None:
    async with asyncio.TaskGroup() as group:
        act = group.create_task(board.call("page_tap", css="#tick", hold_ms=1000))
        await board.until(board.touched)
        call = group.create_task(board.call("page_pick", timeout_ms=10_000))
        await board.opened()
        assert act.done()
        await board.touch((100, 40))
    assert "it is now checked" in act.result().text
    assert 'picked button "Buy"' in call.result().text


async def test_it_ends_when_somebody_takes_the_phone(board: Board) -> None:
    async def taker() -> None:
        assert "tapped" in (await board.call("page_tap", TAKER, css="#tick")).text

    try:
        problem = await board.broken_off(taker)
    finally:
        board.bridge.door.owners.left(TAKER.party.key)
    assert problem.code == "PICK_CANCELLED"
    assert await board.run("tick.checked") is True


async def test_it_ends_when_the_page_goes_elsewhere(board: Board) -> None:
    problem = await board.broken_off(lambda: board.run("void (location.href = '/login.html')"))
    assert problem.code == "PICK_CANCELLED"
    await board.call("page_navigate", action="back")


async def test_it_ends_when_another_tab_comes_to_the_front(board: Board) -> None:
    url = board.phone.page("login.html") + "?beside"
    problem = await board.broken_off(
        lambda: asyncio.to_thread(board.phone.ask, "/tab", {"url": url})
    )
    assert problem.code == "PICK_CANCELLED"
    await board.call("page_tabs", action="close", match="beside")
    await board.call("page_tabs", action="switch", match="pick")


async def test_it_begins_in_no_tab_that_is_hidden(board: Board) -> None:
    url = board.phone.page("login.html") + "?beside"
    await asyncio.to_thread(board.phone.ask, "/tab", {"url": url})
    assert await board.refused("page_pick") == "TAB_HIDDEN"
    await board.call("page_tabs", action="close", match="beside")
    await board.call("page_tabs", action="switch", match="pick")


async def test_it_goes_on_behind_a_dialog(board: Board) -> None:
    async def raised() -> bool:
        return board.tab.dialog is not None

    async def person() -> None:
        await board.run("void setTimeout(() => alert('Well?'))")
        await board.until(raised)
        assert await board.refused("page_pick") == "PICK_OPEN"
        await board.call("page_dialog", accept=True)
        await board.touch((100, 40))

    assert 'picked button "Buy"' in (await board.picking(person)).text


async def test_it_goes_on_when_the_page_gives_itself_another_address(board: Board) -> None:
    async def person() -> None:
        await board.run("history.pushState(null, '', '/elsewhere')")
        await board.touch((100, 40))

    assert 'picked button "Buy"' in (await board.picking(person)).text
    assert await board.noticed() == []


async def test_a_pause_ends_it_and_the_page_has_its_fingers_again(board: Board) -> None:
    problem = await board.broken_off(lambda: board.bridge.door.owners.pause(None))
    board.bridge.door.owners.resume(None)
    assert problem.code == "PAUSED_BY_PERSON"
    await board.touch((40, 280))
    assert "click" in await board.noticed()


async def test_a_finger_that_lies_on_it_when_it_ends_is_not_the_pages(board: Board) -> None:
    async with asyncio.TaskGroup() as group:
        call = group.create_task(board.call("page_pick"))
        await board.opened()
        await board.send("touchStart", (40, 280))
        call.cancel()
    # the end is on the wire before this
    assert await board.run("1") == 1
    await board.send("touchEnd")
    assert await board.noticed() == []
    await board.touch((40, 280))
    assert "click" in await board.noticed()


async def test_a_caller_that_goes_away_ends_it(board: Board) -> None:
    async with asyncio.TaskGroup() as group:
        call = group.create_task(board.call("page_pick"))
        await board.opened()
        call.cancel()
    assert lens.lens_of(board.tab) is None
    await board.touch((40, 280))
    assert "click" in await board.noticed()


async def test_a_page_that_is_blocked_meanwhile_tells_nothing(board: Board) -> None:
    async def person() -> None:
        board.sites.write_text("shop.test\n", encoding="utf-8")
        await board.touch((100, 40))

    try:
        problem = await board.broken_off(person)
    finally:
        board.sites.write_text("", encoding="utf-8")
    assert isinstance(problem, SiteBlocked)
    assert "Buy" not in problem.sentence()


@pytest.fixture
def pages() -> Iterator[Pages]:
    with serving() as served:
        yield served


VIEW = "<meta name=viewport content='width=device-width'>"
TELLS = """<script>
  for (const type of ['pointerdown', 'pointerup', 'touchstart', 'touchend', 'mousedown', 'click'])
    addEventListener(type, () => parent.postMessage(type, '*'), true)
</script>"""
TOLD = "<script>told = []; addEventListener('message', ({ data }) => told.push(data))</script>"


@pytest.mark.parametrize("host", ["shop.test", "other.test"])
async def test_frames_give_what_is_in_them_and_notice_nothing(
    board: Board, pages: Pages, host: str
) -> None:
    body = f"{TELLS}<body style='margin:0'><button style='width:200px;height:60px'>Deep</button>"
    frame = f"<iframe src={pages.put('/inner', body, host)} style='margin:30px;border:5px solid'>"
    await board.call("page_navigate", url=pages.put("/pick", f"{VIEW}{TOLD}{frame}</iframe>"))
    await board.call("page_wait", text="Deep")
    told = await board.picking(lambda: board.touch((100, 60)))
    assert 'picked button "Deep"' in told.text
    assert told.data["element"]["box"][2:] == [200, 60]
    wait = "new Promise((r) => setTimeout(() => r(told), 400))"
    assert [each for each in await board.run(wait) if isinstance(each, str)] == []
    ref = told.data["element"]["ref"]
    assert "tapped" in (await board.call("page_tap", ref=ref)).text
    assert "click" in await board.run(wait)


async def test_a_blocked_frame_is_neither_picked_nor_pictured(board: Board, pages: Pages) -> None:
    inner = pages.put("/inner", "<body style='margin:0'><button>Secret</button>", "bad.test")
    frame = f"<iframe src={inner} style='display:block;margin:60px 0'></iframe>"
    await board.call("page_navigate", url=pages.put("/pick", f"{VIEW}<button>Free</button>{frame}"))
    board.sites.write_text("bad.test\n", encoding="utf-8")

    async def person() -> None:
        await board.touch((60, 120))
        await board.touch((20, 20))

    try:
        told = await board.picking(person)
    finally:
        board.sites.write_text("", encoding="utf-8")
    assert 'picked button "Free"' in told.text
    assert "no photo: a frame of a blocked site is on the page" in told.text
    assert (told.pictures, told.data["photo"]) == ((), None)


async def test_the_longest_wait_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def pick(tab: object, *, seconds: float, owner: str) -> Picked:
        asked.append((seconds, owner))
        return Picked(Aim(element=Row(role="button", name="Buy", ref="e1")), None, "none")

    monkeypatch.setattr(picked, "pick", pick)
    with at(Desk(persons_live(), Timers(), ME.party)):
        for given in (5_000, 170_000, 300_000):
            await page_pick.handler(object(), PickArgs(timeout_ms=given))
    assert asked == [(each, ME.party.key) for each in (5, 170, 170)]


async def test_a_pick_that_nobody_makes_is_late(board: Board) -> None:
    with pytest.raises(BridgeError) as caught:
        await picked.pick(board.tab, seconds=0.3)
    assert caught.value.code == "TIMEOUT"
    assert lens.lens_of(board.tab) is None
