"""A viewer page on the virtual phone: its picture, and what a person does in it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bridge.app import Bridge
from bridge.errors import BridgeError
from bridge.page.screencast import jpeg_size
from bridge.places import state_folder
from bridge.serve.web import House
from bridge.settings import FAMILIES
from bridge.tools.call import Caller
from bridge.tools.spec import Result
from tests.serve.viewers import Page, opened, watching
from tests.tools._pages import Pages

AGENT = Caller("an agent", "mcp", "agent-1", families=frozenset(FAMILIES))
BOARD = """
<meta name=viewport content="width=device-width, initial-scale=1, minimum-scale=1">
<title>board</title>
<style>body{margin:0;height:3000px}#a,#b{position:absolute;left:0;width:50vw;height:25vh}
#b{left:50vw;top:25vh}#f{position:absolute;top:60vh;width:80vw}</style>
<button id=a>Alpha</button><button id=b>Beta</button><textarea id=f aria-label=Field></textarea>
<script>
const log = [];
const say = (what) => { log.push(what); document.title = log.join(" "); };
for (const each of document.querySelectorAll("button"))
  each.addEventListener("click", (e) => say(each.id + (e.isTrusted ? "" : "?")));
addEventListener("scroll", () => { if (scrollY > 100 && !log.includes("down")) say("down"); });
f.addEventListener("input", () => say("f=" + f.value.replaceAll("\\n", "/")));
f.addEventListener("keydown", (e) => { if (e.key.startsWith("Arrow")) say(e.key); });
addEventListener("touchmove", () => { if (!log.includes("moved")) say("moved"); });
addEventListener("touchcancel", () => say("cancelled"));
</script>
"""


async def act(bridge: Bridge, name: str, /, **args: Any) -> Result:
    return await bridge.door.call(name, args, AGENT)


@asynccontextmanager
async def on_board(bridge: Bridge, house: House, pages: Pages) -> AsyncIterator[Page]:
    """A page that looks at the board."""
    url = pages.put("/board", BOARD)
    await act(bridge, "page_navigate", url=url)
    async with watching(house) as page:
        await page.hears("page", url=url)
        yield page


async def titled(page: Page, wanted: str) -> None:
    """Wait until the page has that title: it is asked for until it is so."""
    async with asyncio.timeout(20):
        while True:
            await page.say("tabs")
            tabs = (await page.hears("tabs"))["tabs"]
            titles = [each["title"] for each in tabs if each["active"]]
            if any(wanted in title for title in titles):
                return
            await asyncio.sleep(0.05)


async def test_the_picture_is_the_phones(bridge: Bridge, house: House, phone: Any) -> None:
    await act(bridge, "page_navigate", url=phone.page("index.html"))
    async with opened(house) as page:
        assert (await page.hears("welcome"))["serial"] == phone.serial
        (row,) = (await page.hears("phones"))["phones"]
        assert row["serial"] == phone.serial
        assert row["ready"] is True
        await page.hears("state", state="live")
        shown = await page.hears("page", url=phone.page("index.html"))
        assert shown["blocked"] is False
        assert page.pictures == []  # nobody looks yet
        await page.say("watch")
        picture = await page.sees(0)
        assert jpeg_size(picture.jpeg) == (picture.head["width"], picture.head["height"])
        assert picture.head["scale"] == 1


async def test_a_tap_in_the_picture_taps_what_is_there(
    bridge: Bridge, house: House, pages: Pages
) -> None:
    async with on_board(bridge, house, pages) as page:
        await page.tap(0.25, 0.1)
        await titled(page, "a")
        await page.tap(0.75, 0.3)
        await titled(page, "a b")


async def test_a_tap_lands_where_the_person_has_zoomed_in(
    bridge: Bridge, house: House, pages: Pages
) -> None:
    async with on_board(bridge, house, pages) as page:
        await act(bridge, "page_pinch", scale=2)
        zoomed = await page.until(
            lambda: next((p for p in page.pictures if p.head["scale"] > 1.9), None)
        )
        await page.say("wheel", fx=0.5, fy=0.5, dx=-2000, dy=-4000, n=zoomed.n)
        await page.tap(0.9, 0.4)  # at twice the size, the first button fills this quarter
        await titled(page, "a")


async def test_text_keys_and_new_lines_come_into_the_field(
    bridge: Bridge, house: House, pages: Pages
) -> None:
    async with on_board(bridge, house, pages) as page:
        await page.tap(0.3, 0.62)
        await page.say("text", text="Hi\r\nyou")
        await titled(page, "f=Hi/you")
        await page.say("key", key="ArrowLeft")
        await titled(page, "ArrowLeft")
        await page.say("compose", text="日本")
        await titled(page, "f=Hi/yo日本u")
        await page.say("key", key="Backspace")
        await titled(page, "f=Hi/yo日u")


async def test_the_wheel_scrolls_and_a_finger_drags(
    bridge: Bridge, house: House, pages: Pages
) -> None:
    async with on_board(bridge, house, pages) as page:
        n = page.n
        for _ in range(10):
            await page.say("wheel", fx=0.5, fy=0.5, dx=0, dy=40, n=n)
        await titled(page, "down")
        await page.say("touch", kind="start", fx=0.5, fy=0.8, n=n)
        for step in range(20):
            await page.say("touch", kind="move", fx=0.5, fy=0.8 - step / 50, n=n)
        await page.say("touch", kind="end", fx=0, fy=0, n=n)
        await titled(page, "moved")


async def test_the_bar_goes_to_pages_and_back(
    bridge: Bridge, house: House, pages: Pages, phone: Any
) -> None:
    other = pages.put("/other", "<title>Other</title>")
    async with on_board(bridge, house, pages) as page:
        await page.say("go", url=other)
        shown = await page.hears("page", url=other, title="Other")
        assert (shown["back"], shown["forward"]) == (True, False)
        await page.say("back")
        assert (await page.hears("page", url=other.replace("other", "board")))["forward"] is True
        await page.say("forward")
        await page.hears("page", url=other)
        await page.say("reload")
        await page.say("go", url="http://nothing.invalid/")
        error = await page.hears("error")
        assert (error["code"], error["re"]) == ("NAVIGATION_FAILED", "go")


async def test_tabs_are_opened_switched_and_closed(
    bridge: Bridge, house: House, pages: Pages
) -> None:
    async with on_board(bridge, house, pages) as page:
        first = page.last("page")["tab"]
        await page.say("new")
        fresh = await page.hears("page", url="about:blank")
        assert fresh["tab"] != first
        await page.say("tabs")
        tabs = (await page.hears("tabs"))["tabs"]
        board = next(each["tab"] for each in tabs if each["url"].endswith("/board"))
        old = page.n
        await page.say("switch", tab=board)
        await page.hears("page", tab=board)
        assert board == first
        await page.sees(old)
        await page.say("close", tab=fresh["tab"])
        await page.until(lambda: len(page.last("tabs")["tabs"]) < len(tabs))
        await page.say("close", tab=99_999)
        assert (await page.hears("error"))["code"] == "TAB_NOT_FOUND"


async def test_the_picture_follows_a_tab_that_the_agent_switches_to(
    bridge: Bridge, house: House, pages: Pages
) -> None:
    async with on_board(bridge, house, pages) as page:
        other, old = pages.put("/agents", "<title>agents</title>"), page.n
        await act(bridge, "page_tabs", action="open", url=other)
        await page.hears("page", url=other)
        await page.sees(old)
        tabs = (await act(bridge, "page_tabs")).data["tabs"]
        mine = next(each["number"] for each in tabs if each["url"] == other)
        await act(bridge, "page_tabs", action="close", tab=mine)
        await page.until(lambda: not page.last("page")["url"].endswith("/agents"))


async def test_a_touch_on_a_picture_of_another_tab_touches_nothing(
    bridge: Bridge, house: House, pages: Pages
) -> None:
    async with on_board(bridge, house, pages) as page:
        old = page.n
        await page.say("new")
        fresh = await page.hears("page", url="about:blank")
        await page.sees(old)
        await page.say("touch", kind="start", fx=0.5, fy=0.5, n=old)
        assert (await page.hears("error", re="touch"))["code"] == "MOVED"
        await page.say("close", tab=fresh["tab"])
        await page.hears("page")


async def test_a_blocked_site_is_opened_for_the_person_who_is_sure(
    house: House, pages: Pages
) -> None:
    async with watching(house) as page:
        await page.say("sites", op="add", rule="bank.test")
        assert [each["rule"] for each in (await page.hears("sites"))["rules"]] == ["bank.test"]
        url = pages.put("/account", "<title>Account</title>", host="bank.test")
        await page.say("go", url=url)
        assert (await page.hears("warn"))["rule"] == "bank.test"
        await page.say("go", url=url, sure=True)
        assert (await page.hears("page", url=url))["blocked"] is True
        await page.say("back")
        await page.say("sites", op="test", rule=url)
        assert (await page.hears("sites"))["test"]["blocked"] is True
        await page.say("sites", op="remove", rule="bank.test")
        assert (await page.hears("sites"))["rules"] == []
        await page.say("sites", op="add", rule="two words")
        assert (await page.hears("error"))["code"] == "BAD_ARGUMENTS"


async def test_what_a_person_does_is_in_the_journal_without_what_they_typed(
    bridge: Bridge, house: House, pages: Pages, phone: Any
) -> None:
    async with on_board(bridge, house, pages) as page:
        await page.tap(0.3, 0.62)
        await page.say("text", text="my words")
        await titled(page, "f=my words")
    lines = (state_folder() / "journal.jsonl").read_text("utf-8").splitlines()
    mine = [json.loads(line) for line in lines if "person_" in line]
    assert [each["tool"] for each in mine] == ["person_touch", "person_text"]
    assert {(each["client"], each["serial"]) for each in mine} == {("the person", phone.serial)}
    assert "my words" not in "".join(lines)


@pytest.mark.parametrize(
    "asked",
    [
        ("confirm('Sure?')", "Enter", "", "true"),
        ("confirm('Sure?')", "Escape", "", "false"),
        ("prompt('Name?', 'Ada')", "Enter", "", "Ada"),
        ("prompt('Name?', 'Ada')", "Enter", "Bob", "Bob"),
        ("prompt('Name?', 'Ada')", "Escape", "", "null"),
    ],
)
async def test_a_dialog_of_the_page_is_told_and_answered_by_keys(
    bridge: Bridge, house: House, pages: Pages, asked: tuple[str, str, str, str]
) -> None:
    code, key, typed, answered = asked
    body = "<title>asking</title><button style='width:100vw;height:100vh'>ask</button>"
    script = f"<script>onclick = () => {{ document.title = 'said ' + {code}; }}</script>"
    url = pages.put("/asks", body + script)
    await act(bridge, "page_navigate", url=url)
    async with watching(house) as page:
        await page.tap(0.5, 0.3)
        told = await page.hears("dialog", open=True)
        assert code.startswith(told["kind"])
        assert told["text"] == code.partition("'")[2].partition("'")[0]
        if typed:
            await page.say("text", text=typed)
        await page.say("key", key=key)
        await page.hears("dialog", open=False)
        await titled(page, f"said {answered}")


async def test_while_the_person_is_at_a_blocked_site_the_agent_sees_nothing(
    bridge: Bridge, house: House, pages: Pages
) -> None:
    async with on_board(bridge, house, pages) as page:
        url = pages.put("/account", "<title>My account</title>my money", host="bank.test")
        await page.say("go", url=url)
        await page.hears("page", url=url, blocked=False)
        await page.say("sites", op="add", rule="bank.test")
        assert (await page.hears("page", url=url))["blocked"] is True
        with pytest.raises(BridgeError) as caught:
            await act(bridge, "page_text")
        assert caught.value.code == "SITE_BLOCKED"
        assert "money" not in str(caught.value)
        tabs = (await act(bridge, "page_tabs")).text
        assert "account" not in tabs
        await page.say("back")
        await page.hears(
            "page", url=url.replace("bank.test", "shop.test").replace("account", "board")
        )
    lines = (state_folder() / "journal.jsonl").read_text("utf-8")
    assert "bank.test" not in lines


async def test_while_an_agent_acts_a_blocked_site_stays_shut_and_the_person_is_told_why(
    bridge: Bridge, house: House, pages: Pages
) -> None:
    async with on_board(bridge, house, pages) as page:
        await page.say("sites", op="add", rule="bank.test")
        await page.hears("sites")
        await act(bridge, "page_tap", text="Alpha")
        url = pages.put("/account", "<title>My account</title>", host="bank.test")
        await page.say("go", url=url, sure=True)
        error = await page.hears("error", re="go")
        assert error["code"] == "NAVIGATION_FAILED"
        assert "ten seconds" in error["hint"]
