"""Questions about sizes and pictures: viewports, screenshots, screencast. None is kept."""

from __future__ import annotations

import asyncio
import base64
import io
import struct
from typing import Any

from PIL import Image

from bridge.cdp.connection import Session
from bridge.cdp.wire import CdpRefused
from bridge.errors import BridgeError, LateFault
from bridge.probe.ground import FRAMES, Ground
from bridge.probe.pages import document
from bridge.probe.question import Facts, NotSeen, Question

Raw = dict[str, Any]
BANDS = ("ff0000", "00ff00", "0000ff", "ffff00", "ff00ff", "00ffff", "000000", "ffffff")
BAND = 300
QUARTER = 0.25
CAST_SECONDS = 1.0
HIDDEN_SECONDS = 2.0
HIDE_TRIES, HIDE_PAUSE = 20, 0.1
_SIZES = (
    "({width: Math.round(visualViewport.width * 100) / 100,"
    " height: Math.round(visualViewport.height * 100) / 100,"
    " inner_width: innerWidth, inner_height: innerHeight,"
    " dpr: Math.round(devicePixelRatio * 1000) / 1000, screen_width: screen.width})"
)


def png_size(data: bytes) -> tuple[int, int]:
    """Return width and height of a PNG in px.

    Raises:
        ValueError: It is none.
    """
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("no PNG")
    width, height = struct.unpack(">II", data[16:24])
    return int(width), int(height)


async def _picture(ground: Ground, **params: Any) -> bytes:
    tab = await ground.tab()
    answer = await tab.call("Page.captureScreenshot", {"format": "png", **params})
    return base64.b64decode(answer["data"])


async def screenshot(ground: Ground) -> Facts:
    """Compare a picture's size with what the page says of itself."""
    await ground.page(document("<p>A picture"))
    sizes = await ground.value(_SIZES)
    width, height = png_size(await _picture(ground))
    return {
        "picture": f"{width}x{height}",
        "css": f"{sizes['width']:g}x{sizes['height']:g}",
        "dpr": sizes["dpr"],
        "off_width": round(abs(width - sizes["width"] * sizes["dpr"]), 1),
        "off_height": round(abs(height - sizes["height"] * sizes["dpr"]), 1),
    }


async def clip(ground: Ground) -> Facts:
    """Take a part of the page at half size, and see whether the page's own sizes stay."""
    await ground.page(document("<p>A part"))
    before = await ground.value(_SIZES)
    area = {"x": 10, "y": 10, "width": 100, "height": 60, "scale": 0.5}
    width, height = png_size(await _picture(ground, clip=area))
    after = await ground.value(_SIZES)
    return {
        "picture": f"{width}x{height}",
        "changed": sorted(name for name in before if before[name] != after[name]),
    }


async def long_picture(ground: Ground) -> Facts:
    """Picture a page of coloured bands beyond the viewport; see whether they are all there."""
    bands = "".join(f"<div style='height:{BAND}px;background:#{c}'></div>" for c in BANDS)
    await ground.page(document(f"<style>body{{margin:0}}</style>{bands}"))
    width = await ground.value("innerWidth")
    area = {"x": 0, "y": 0, "width": width, "height": BAND * len(BANDS), "scale": QUARTER}
    data = await _picture(ground, clip=area, captureBeyondViewport=True)
    with Image.open(io.BytesIO(data)) as picture:
        rows = [round((n + 0.5) * picture.height / len(BANDS)) for n in range(len(BANDS))]
        seen = [picture.convert("RGB").getpixel((picture.width // 2, row)) for row in rows]
    wanted = [tuple(bytes.fromhex(c)) for c in BANDS]
    return {
        "bands": len(BANDS),
        "right": sum(a == b for a, b in zip(seen, wanted, strict=True)),
        "different": len(set(seen)),
    }


async def hidden(ground: Ground) -> Facts:
    """Ask a tab of ours behind another for a picture and for an animation frame."""
    session = await ground.page(document("<p>Behind"))
    other = await ground.new_tab()
    for _ in range(HIDE_TRIES):
        if await ground.value("document.visibilityState", session=session) == "hidden":
            break
        await asyncio.sleep(HIDE_PAUSE)
    else:
        ground.spoil()
        raise NotSeen("a tab behind another does not count as hidden")
    # a picture may wake it: the frame is asked for first
    frame = await _came(session, "Runtime.evaluate", {"expression": FRAMES, "awaitPromise": True})
    picture = await _came(session, "Page.captureScreenshot", {"format": "png"})
    await ground.close_tab(str(other.target_id))
    ground.spoil()
    return {"picture": picture, "frame": frame}


async def _came(session: Session, method: str, params: Raw) -> bool:
    """Whether an answer comes in time, and is no refusal."""
    try:
        await session.call(method, params, seconds=HIDDEN_SECONDS)
    except (LateFault, CdpRefused):
        return False
    return True


async def shared_hidden(ground: Ground) -> Facts:
    """Ask it once."""
    return await ground.shared("hidden", lambda: hidden(ground))


async def wide_page(ground: Ground) -> Facts:
    """Show a page that is wider than the screen."""
    await ground.page(document("<div style='width:1200px;height:10px'></div>"))
    sizes: Raw = await ground.value(_SIZES)
    return {name: sizes[name] for name in ("inner_width", "inner_height", "width", "height")}


async def bar(ground: Ground) -> Facts:
    """Compare 100vh with the inner height."""
    await ground.page(document("<div id=d style='height:100vh;width:1px'></div>"))
    tall = await ground.value("Math.round(d.getBoundingClientRect().height)")
    return {"vh100": tall, "inner_height": await ground.value("innerHeight")}


async def cast(ground: Ground) -> Facts:
    """Have a moving page cast without acknowledging, and read where the picture begins."""
    session = await ground.page(
        document(
            "<p id=n>0<script>let k = 0; (function step() { n.textContent = k++;"
            " requestAnimationFrame(step) })()</script>"
        )
    )
    came: list[Raw] = []
    off = session.on("Page.screencastFrame", lambda e: came.append(dict(e.get("metadata", {}))))
    try:
        params = {"format": "jpeg", "quality": 10, "maxWidth": 120, "maxHeight": 240}
        await session.call("Page.startScreencast", params)
        await asyncio.sleep(CAST_SECONDS)
        await session.call("Page.stopScreencast")
    finally:
        off()
    first = came[0] if came else {}
    sizes = await ground.value(_SIZES)
    return {
        "frames_without_ack": len(came),
        "offset_top": first.get("offsetTop"),
        "device_height": first.get("deviceHeight"),
        "inner_height": sizes["inner_height"],
    }


async def shared_cast(ground: Ground) -> Facts:
    """Ask it once."""
    return await ground.shared("cast", lambda: cast(ground))


async def screencap(ground: Ground) -> Facts:
    """Take the screen by adb, and look only at where the picture begins and ends."""
    try:  # our own page is what it shows, where Chrome can be reached
        await ground.page(document("<p>The screen"))
        shows = "our tab"
    except (BridgeError, NotSeen):
        shows = "whatever is there"
    data = await ground.device.exec_out("screencap -p 2>/dev/null", seconds=8)
    if not data:
        raise NotSeen("screencap writes nothing")
    begins = data.find(b"\x89PNG\r\n\x1a\n")
    facts: Raw = {"png": begins >= 0, "bytes_before": max(begins, 0), "shows": shows}
    if begins >= 0:
        width, height = png_size(data[begins:])
        facts |= {"picture": f"{width}x{height}", "ends_whole": b"IEND" in data[-16:]}
    return facts


QUESTIONS = (
    Question("screencap", "NATIVE 2", "screencap writes a PNG and nothing before it", screencap),
    Question(
        "screenshot-size",
        "MEASURED 7",
        "a screenshot is the viewport times the device pixel ratio",
        screenshot,
    ),
    Question(
        "clip-resets-nothing",
        "MEASURED 7",
        "a clipped screenshot changes no size of the page",
        clip,
    ),
    Question("long-picture", "QUIRKS 34", "a long screenshot repeats nothing", long_picture),
    Question(
        "wide-page",
        "QUIRKS 22",
        "a page wider than the screen widens the layout viewport",
        wide_page,
    ),
    Question("bar-100vh", "QUIRKS 28", "100vh is more than the inner height: the URL bar", bar),
    Question(
        "cast-waits",
        "QUIRKS 35",
        "a screencast stops until its frames are acknowledged",
        shared_cast,
        ("frames_without_ack",),
    ),
    Question(
        "cast-offset",
        "MEASURED 3",
        "a screencast's offsetTop is the URL bar",
        shared_cast,
        ("offset_top", "device_height", "inner_height"),
    ),
    Question(
        "hidden-picture",
        "QUIRKS 33",
        "a tab that is not in front gives no picture",
        shared_hidden,
        ("picture",),
    ),
    Question(
        "hidden-frames",
        "QUIRKS [RUN]",
        "a tab that is not in front has no animation frame",
        shared_hidden,
        ("frame",),
    ),
)
