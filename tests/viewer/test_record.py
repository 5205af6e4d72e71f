"""What can be kept: a recording from a press to the next, and the last minute afterwards."""

import asyncio
import base64
import time
from typing import Any

from tests.viewer._page import Person
from tests.viewer._scripted import Scripted, jpeg

CATCH = """window.kept = []; window.names = []; window.blobs = [];
const make = URL.createObjectURL;
URL.createObjectURL = (blob) => { blobs.push(blob); return make.call(URL, blob) };
HTMLAnchorElement.prototype.click = function () {
    names.push(this.download); kept.push(this.href) }"""
PLAYED = """(async () => {
    const video = document.createElement('video');
    video.muted = true; video.src = kept.at(-1);
    await new Promise((done, fail) => { video.onloadeddata = done; video.onerror = () =>
        fail(new Error(video.error.message)) });
    const seen = []; const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
    const context = canvas.getContext('2d');
    for (const at of %s) {
        video.currentTime = at;
        await new Promise((done) => { video.onseeked = done });
        context.drawImage(video, 0, 0);
        seen.push([...context.getImageData(canvas.width - 20, canvas.height - 20, 1, 1).data]
            .slice(0, 3));
    }
    return {width: video.videoWidth, height: video.videoHeight, seconds: video.duration, seen};
})()"""


def alike(found: list[int], wanted: tuple[int, int, int]) -> bool:
    return all(abs(a - b) < 40 for a, b in zip(found, wanted, strict=True))


async def played(me: Person, *at: float) -> Any:
    """Play what was kept, and look at its lower right corner at some moments."""
    return await me.value(PLAYED % list(at))


async def test_a_recording_is_a_film_of_the_canvas(me: Person, bridge: Scripted) -> None:
    await me.value(CATCH)
    await me.click("#record")
    await me.until_sees("#record-time")
    assert await me.value("document.querySelector('#record').ariaPressed") == "true"
    for _ in range(4):
        await bridge.shown(jpeg(colour="#0000ff"))
        await asyncio.sleep(0.3)
    await me.click("#record")
    await me.until("kept.length === 1")
    assert (await me.value("names[0]")).startswith("tapbridge-recording-")
    film = await played(me, 0.5)
    assert (film["width"], film["height"]) == (360, 780)
    assert alike(film["seen"][0], (0, 0, 255))
    assert not await me.sees("#record-time")


async def test_the_last_minute_is_saved_with_its_true_times(me: Person, bridge: Scripted) -> None:
    await me.value(CATCH)
    now = time.time()
    for ago, colour in ((50, "#ff0000"), (30, "#00ff00"), (10, "#0000ff")):
        await bridge.shown(jpeg(colour=colour), now - ago)
    await me.click("#minute")
    await me.until("kept.length === 1")
    assert (await me.value("names[0]")).startswith("tapbridge-last-minute-")
    film = await played(me, 5, 20, 40, 55)
    assert 59.5 < film["seconds"] < 61
    first = (0x3B, 0x6E, 0xA5)  # what was to be seen when the minute began
    wanted = (first, (255, 0, 0), (0, 255, 0), (0, 0, 255))
    for seen, rgb in zip(film["seen"], wanted, strict=True):
        assert alike(seen, rgb)


async def test_before_there_is_a_picture_nothing_is_saved(me: Person, bridge: Scripted) -> None:
    bridge.heard.clear()
    await me.call("Page.reload")
    await bridge.hears("watch")
    await me.click("#minute")
    await me.until_sees(".note")
    assert "no picture" in await me.text(".note")


async def test_the_kept_minute_is_bounded_in_time_and_in_size(me: Person, bridge: Scripted) -> None:
    told = await me.value(
        """(async () => {
        const { lastMinute } = await import('/static/keep.js');
        const kept = lastMinute(), now = Date.now(), out = [];
        for (let n = 0; n < 4000; n++) kept.take(now - 80_000 + n * 20, new Blob(['x']));
        out.push(kept.size());
        for (let n = 0; n < 30; n++)
            kept.take(now + n * 1000, new Blob([new Uint8Array(4 * 2 ** 20)]));
        out.push(kept.size());
        return out })()"""
    )
    small, large = told
    assert small["pictures"] <= 60_000 / 120 + 2
    assert large["bytes"] <= 64 * 2**20


async def test_a_film_is_read_by_another_program(me: Person, bridge: Scripted) -> None:
    await me.value(CATCH)
    await bridge.shown(jpeg(colour="#ff0000"), time.time() - 5)
    await me.click("#minute")
    await me.until("kept.length === 1")
    text = await me.value(
        """blobs[0].arrayBuffer().then((b) => btoa(String.fromCharCode(...new Uint8Array(b))))"""
    )
    data = base64.b64decode(text)
    assert data.startswith(b"\x1a\x45\xdf\xa3")
    elements = list(read(data))
    assert [name for name, _ in elements] == [0x1A45DFA3, 0x18538067]
    inside = [name for name, _ in read(elements[1][1])]
    assert inside[:2] == [0x1549A966, 0x1654AE6B]
    assert inside[-1] == 0x1C53BB6B
    assert set(inside[2:-1]) == {0x1F43B675}


def read(data: bytes) -> Any:
    """Take EBML apart, one level: the ids and what is in them."""
    at = 0
    while at < len(data):
        length = 8 - data[at].bit_length() + 1
        name = int.from_bytes(data[at : at + length])
        at += length
        wide = 8 - data[at].bit_length() + 1
        size = int.from_bytes(data[at : at + wide]) & ((1 << (7 * wide)) - 1)
        at += wide
        assert at + size <= len(data)
        yield name, data[at : at + size]
        at += size
