"""The extension in a real browser: paired, a phone in a tab, and a worker that is killed."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import pytest

from bridge.app import Bridge
from bridge.places import state_folder
from bridge.serve.paired import Paired
from bridge.serve.web import House, serve_web
from tests.conftest import free_port
from tests.extension._browser import LIMIT, Browser, until
from tests.extension.conftest import live, pair, write
from tests.tools._pages import Pages
from tests.viewer._page import Person

BOARD = """
<meta name=viewport content="width=device-width, initial-scale=1, minimum-scale=1">
<title>board</title>
<style>html{background:#0c0}body{margin:0;height:3000px}#a,#b{position:absolute;left:0;width:50vw;height:25vh}
#b{left:50vw;top:25vh}#f{position:absolute;top:60vh;width:80vw}</style>
<button id=a>Alpha</button><button id=b>Beta</button><textarea id=f></textarea>
<script>
const log = [];
const say = (what) => {
  log.push(what); document.title = log.join(" "); history.replaceState(0, "", "#" + log.length);
};
for (const each of document.querySelectorAll("button"))
  each.addEventListener("click", (e) => say(each.id + (e.isTrusted ? "" : "?")));
addEventListener("scroll", () => { if (scrollY > 100 && !log.includes("down")) say("down"); });
f.addEventListener("input", () => say("f=" + f.value.replaceAll("\\n", "/")));
</script>
"""


async def go(me: Person, url: str) -> None:
    """Type an address into the bar."""
    await write(me, "#address", url)
    await me.key("Enter")


async def titled(me: Person, title: str) -> None:
    """Wait until the phone's page is called so."""
    said = json.dumps(f"Picture of the phone: {title}")
    await me.until(f"document.querySelector('#picture').ariaLabel === {said}")


async def told(me: Person, words: str) -> None:
    """Wait until the page says so."""
    await me.until(f"document.querySelector('#notes').innerText.includes({json.dumps(words)})")


async def on_board(me: Person, pages: Pages) -> None:
    # the test before may have left a board as well: see that this one is another
    await go(me, pages.put("/red", "<title>red</title><style>html{background:#c00}"))
    await titled(me, "red")
    await shown(me, 0)
    await go(me, pages.put("/board", BOARD))
    await titled(me, "board")
    await shown(me, 1)


@asynccontextmanager
async def unanswered() -> AsyncIterator[tuple[str, asyncio.Event]]:
    """A page that is never answered, and the moment when it was asked for."""
    asked = asyncio.Event()
    writers: list[asyncio.StreamWriter] = []

    async def arrived(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)  # Chrome also opens connections on which it asks nothing
        if await reader.read(1):
            asked.set()

    try:
        async with await asyncio.start_server(arrived, "127.0.0.1", 0) as server:
            yield f"http://shop.test:{server.sockets[0].getsockname()[1]}/never", asked
    finally:
        for writer in writers:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()


async def shown(me: Person, colour: int) -> None:
    """Wait until the picture is of a page whose ground is red (0), green (1) or blue (2)."""
    await me.until(
        f"""(() => {{ const canvas = document.querySelector('#picture');
        const [x, y] = [canvas.width - 9, canvas.height - 9];
        const {{ data }} = canvas.getContext('2d').getImageData(x, y, 1, 1);
        return [0, 1, 2].every((each) => (data[each] > 90) === (each === {colour})) }})()"""
    )


async def test_it_pairs_lists_opens_and_navigates(me: Person, pages: Pages) -> None:
    await on_board(me, pages)
    assert await me.complaints() == []


async def test_a_hand_on_the_picture_reaches_the_page(me: Person, pages: Pages) -> None:
    await on_board(me, pages)
    await me.click("#picture", 0.25, 0.1)
    await titled(me, "a")
    await me.click("#picture", 0.75, 0.35)
    await titled(me, "a b")
    await me.click("#picture", 0.2, 0.61)
    await me.write("hi")
    await me.key("Backspace")
    await titled(me, "a b f=h f=hi f=h")
    await me.roll("#picture", 0, 600)
    await titled(me, "a b f=h f=hi f=h down")


async def test_tabs_are_opened_switched_and_closed(me: Person, pages: Pages) -> None:
    await on_board(me, pages)
    await me.click("#tabs-button")
    await me.click("#tab-new")
    await titled(me, "about:blank")
    await go(me, pages.put("/two", "<title>two</title>"))
    await titled(me, "two")
    await me.click("#tabs-button")
    await me.click("#tabs-rows li:first-child button.tab")
    await titled(me, "board")
    await me.click("#tabs-button")
    await me.until("document.querySelectorAll('#tabs-rows li').length === 2")
    await me.click("#tabs-rows li:last-child button.plain")
    await me.until("document.querySelector('#tabs-count').textContent === '1'")


async def test_back_forward_and_reload(me: Person, pages: Pages) -> None:
    await on_board(me, pages)
    await go(me, pages.put("/two", "<title>two</title>"))
    await titled(me, "two")
    await me.until("!document.querySelector('#back').disabled")
    await me.click("#back")
    await titled(me, "board")
    await me.until("!document.querySelector('#forward').disabled")
    await me.click("#forward")
    await titled(me, "two")
    pages.put("/two", "<title>three</title>")
    await me.click("#reload")
    await titled(me, "three")


async def test_a_dialog_of_the_page_is_shown_and_answered(me: Person, pages: Pages) -> None:
    button = "<button style='position:fixed;inset:0;background:#c00'>ask"
    script = "<script>onclick = () => { location.hash = document.title = prompt('Who?', 'me') }"
    await go(me, pages.put("/ask", f"<title>ask</title>{button}{script}</script>"))
    await titled(me, "ask")
    await shown(me, 0)
    await me.click("#picture")
    await me.until("document.querySelector('#asked-text')?.innerText === 'Who?'")
    await write(me, "#asked-answer", "somebody")
    await me.click("#asked-yes")
    await titled(me, "somebody")
    await me.until("document.querySelector('#asked').hidden")


async def test_the_extensions_own_list_stops_what_it_sends(
    me: Person, pages: Pages, caplog: pytest.LogCaptureFixture
) -> None:
    await on_board(me, pages)
    host = pages.put("/x", "").split("/")[2].split(":")[0]
    await write(me, "#site-add", "elsewhere.test")
    await me.click("#site-add-form button")
    await me.until("document.querySelector('#sites-rows').innerText.includes('elsewhere.test')")
    with caplog.at_level("INFO", "bridge.relay"):
        caplog.clear()
        await go(me, pages.put("/x", "").replace(host, "elsewhere.test"))
        await told(me, "elsewhere.test")
    assert not any("Page.navigate" in each.getMessage() for each in caplog.records)
    await me.click("#picture", 0.25, 0.1)
    await titled(me, "a")  # and the page that was there is there still


async def test_a_page_that_becomes_a_blocked_one_is_not_shown(me: Person, pages: Pages) -> None:
    there = pages.put("/blocked", "<title>hidden words</title>")
    host = there.split("/")[2].split(":")[0]
    away = there.replace(host, "elsewhere.test")
    link = f"<a href='{away}' style='position:fixed;inset:0;background:#00c'>away</a>"
    await go(me, pages.put("/way", f"<title>way</title>{link}"))
    await titled(me, "way")
    await shown(me, 2)
    await write(me, "#site-add", "elsewhere.test")
    await me.click("#site-add-form button")
    await me.until("document.querySelector('#sites-rows').innerText.includes('elsewhere.test')")
    await me.click("#picture")
    await me.until("!document.querySelector('#blocked').hidden")
    assert "this browser's list" in await me.text("#blocked")
    assert "This browser" in await me.text(".lead")
    await me.until("document.querySelector('#picture').dataset.frame === '0'")
    assert "hidden words" not in await me.value("document.documentElement.outerHTML")
    await me.click("#picture")
    await told(me, "on the extension's list")
    await on_board(me, pages)  # and it can be left by the address bar
    await me.until("document.querySelector('#blocked').hidden")


async def test_the_bridges_list_stands_beside_it(me: Person, pages: Pages) -> None:
    await go(me, "http://bank.test/")
    await told(me, "blocked-sites list")


@pytest.mark.timeout(400)
async def test_a_worker_that_is_killed_in_the_middle_recovers_twenty_times(
    paired: Browser, me: Person, pages: Pages
) -> None:
    await on_board(me, pages)
    for time in range(20):
        async with unanswered() as (url, asked):
            await go(me, url)
            async with asyncio.timeout(LIMIT):
                await asked.wait()
            await paired.kill()
            await told(me, "was stopped in the middle")
        await me.value("document.querySelector('#notes').replaceChildren()")
        await live(me)
        await go(me, pages.put(f"/again{time}", f"<title>again {time}</title>"))
        await titled(me, f"again {time}")


async def test_it_comes_back_when_the_bridge_does(
    fresh: Browser, bridge: Bridge, phone: Any, pages: Pages
) -> None:
    port = free_port()
    guest = SimpleNamespace(id="guest")
    async with serve_web(bridge, (port,), lambda *_: nullcontext(guest)) as house:
        options = await fresh.open("options.html")
        await pair(options, house, house.codes.fresh())
        await options.until("document.body.dataset.how === 'connected'")
        me = await fresh.open(f"phone.html?serial={quote(phone.serial)}")
        await live(me)
    await me.until("document.body.dataset.state !== 'live'")
    await options.until("document.body.dataset.how === 'connecting'")
    async with serve_web(bridge, (port,), lambda *_: nullcontext(guest)):
        await live(me)
        await on_board(me, pages)


async def test_a_phone_that_is_open_is_shown_again_and_not_twice(
    paired: Browser, me: Person
) -> None:
    popup = await paired.open("popup.html")
    await popup.until("document.querySelector('#phones button:enabled')")
    await popup.click("#phones button")
    await me.until("document.visibilityState === 'visible'")
    assert len([t for t in await paired.targets() if "phone.html" in t["url"]]) == 1


async def test_a_phone_that_its_page_leaves_is_free(
    bridge: Bridge, paired: Browser, me: Person, phone: Any
) -> None:
    assert bridge.relays.held(phone.serial) is not None
    await paired.link.call("Target.closeTarget", {"targetId": me.target})

    async def free() -> bool:
        return bridge.relays.held(phone.serial) is None

    await until(free)


async def test_a_wrong_code_is_told_and_the_right_one_still_pairs(
    fresh: Browser, house: House
) -> None:
    code = house.codes.fresh()
    options = await fresh.open("options.html")
    await pair(options, house, "AAAAAAAA")
    await options.until("document.querySelector('#status').innerText.includes('wrong code')")
    await pair(options, house, code)
    await options.until("document.body.dataset.how === 'connected'")


async def test_one_that_is_forgotten_is_let_in_no_more(paired: Browser, house: House) -> None:
    options = await paired.open("options.html")
    await options.until("document.body.dataset.how === 'connected'")
    (install,) = house.extensions()
    Paired(state_folder()).forget(install)
    house.drop_extension(install)
    await options.until("document.querySelector('#status').innerText.includes('not paired')")
    await options.click("#unpair")
    await options.until("document.body.dataset.how === 'unpaired'")


async def test_an_alarm_each_minute_brings_a_dead_worker_back(fresh: Browser) -> None:
    options = await fresh.open("options.html")
    told = await options.value("chrome.alarms.getAll()")
    assert [(each["name"], each["periodInMinutes"]) for each in told] == [("link", 1)]


async def test_the_options_keep_sites_and_say_which_are_none(fresh: Browser) -> None:
    options = await fresh.open("options.html")
    await write(options, "#rules", "https://Bank.Example/\nnot a site")
    await options.click("#sites button")
    await options.until("document.querySelector('#sites-said').innerText.includes('not a site')")
    await write(options, "#rules", "https://Bank.Example/\nshop.*/admin")
    await options.click("#sites button")
    await options.until("document.querySelector('#sites-said').innerText === 'Saved.'")
    again = await fresh.open("options.html")
    await again.until("document.querySelector('#rules').value === 'bank.example\\nshop.*/admin'")
    assert await again.complaints() == []
