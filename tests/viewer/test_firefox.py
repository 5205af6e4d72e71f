"""The same page in Firefox: it connects, draws, points, types, opens what pops up, and films."""

import time

import pytest

from tests.viewer._firefox import PROGRAM, firefox, window
from tests.viewer._scripted import Scripted, jpeg

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(PROGRAM is None, reason="there is no Firefox: apt install firefox-esr"),
]
ENTER, BACKSPACE = "\ue007", "\ue003"
CATCH = """(() => { window.blobs = []; const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => { blobs.push(blob); return make.call(URL, blob) };
    HTMLAnchorElement.prototype.click = () => {} })()"""


async def test_the_viewer_works_in_firefox(bridge: Scripted) -> None:
    with firefox() as address:
        async with window(address) as me:
            await me.go(bridge.link)
            await bridge.hears("watch")
            await bridge.shown(jpeg(colour="#ff0000"), time.time())
            pixel = """[...document.querySelector('#picture').getContext('2d')
                .getImageData(350, 770, 1, 1).data].slice(0, 3)"""
            red, green, blue = await me.value(pixel)
            assert red > 240
            assert max(green, blue) < 15

            await me.click("#picture", 0.25, 0.8)
            end = await bridge.hears("touch", kind="end")
            assert abs(end["fx"] - 0.25) < 0.02
            assert abs(end["fy"] - 0.8) < 0.02
            await me.write(f"Ada{BACKSPACE}{ENTER}")
            await bridge.hears("key", key="Enter")
            assert [m["text"] for m in bridge.of("text")] == list("Ada")

            tabs = [{"tab": 1, "title": "One", "url": "http://one.test/", "active": True}]
            await bridge.tell("tabs", tabs=tabs)
            await me.click("#tabs-button")
            await me.until("document.querySelector('#tabs').matches(':popover-open')")
            await me.click("#tab-new")
            await bridge.hears("new")

            now = time.time()
            asked = {"client": "Claude", "tool": "page_submit", "site": "", "text": "Buy?"}
            stands = {"rules": ["submit"], "asked": now, "ends": now + 60}
            await bridge.tell("question", id="1", **asked, **stands)
            await me.until("document.querySelector('.card:not([data-fresh])')?.checkVisibility()")
            await me.click(".card button.strong")
            await bridge.hears("answer", answer="once")

            await bridge.tell("warn", url="https://bank.test/", rule="bank.test")
            await me.until("document.querySelector('#warn').open")
            await me.click("#warn button[value=go]")
            await bridge.hears("go", sure=True)

            await me.value(CATCH)
            if await me.value("document.querySelector('#minute').checkVisibility()"):
                await me.click("#minute")
                await me.until("blobs.length === 1 && blobs[0].size > 500")
            await me.click("#record")
            await me.until("document.querySelector('#record').ariaPressed === 'true'")
            await bridge.shown(jpeg(colour="#00ff00"), time.time())
            await me.value("new Promise((done) => setTimeout(done, 600))")
            before = await me.value("blobs.length")
            await me.click("#record")
            await me.until(f"blobs.length > {before}")
