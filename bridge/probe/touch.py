"""Questions about input: what a touch, a key and a gesture do, in a page of our own."""

from __future__ import annotations

import asyncio
from typing import Any

from bridge.cdp.connection import Session
from bridge.cdp.wire import CdpRefused
from bridge.probe.ground import FRAMES, Ground
from bridge.probe.pages import VIEWPORT, document
from bridge.probe.question import Facts, NotSeen, Question
from bridge.probe.verdicts import SHRUNK

Raw = dict[str, Any]
X, Y = 120, 220
CLICK_MS = 900
HOLD_SECONDS = 0.65
SETTLE_SECONDS = 0.5
KEYBOARD_MS = 2500
_TYPES = (
    "pointerdown touchstart pointerup touchend pointercancel mousedown click contextmenu"
    " keydown beforeinput input submit"
)
_LISTEN = (
    "<script>window.seen = []; for (const type of '" + _TYPES + "'.split(' '))"
    " addEventListener(type, e => { const p = e.changedTouches?.[0] ?? e;"
    " if (type === 'submit') e.preventDefault();"
    " seen.push({type, x: p.clientX, y: p.clientY, at: performance.now(), on: e.target.id})"
    " }, true)</script>"
)
_COVER = "<div id=t style='position:fixed;inset:0'></div>"


async def touched(session: Session, kind: str, x: float | None = None, y: float = 0) -> None:
    """Send one touch event."""
    points = [] if x is None else [{"x": x, "y": y}]
    await session.call("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


async def tap(session: Session, x: float, y: float) -> None:
    """Touch and lift."""
    start = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    session.post("Input.dispatchTouchEvent", start)
    await touched(session, "touchEnd")


async def _seen(ground: Ground, kind: str) -> list[Raw]:
    rows: list[Raw] = await ground.value(f"seen.filter(e => e.type === '{kind}')")
    return rows


async def _clicked(ground: Ground) -> Raw | None:
    """Wait for the click; None when it does not come in time."""
    row: Raw | None = await ground.value(
        "new Promise(done => { const look = () => { const c = seen.find(e => e.type === 'click');"
        " if (c || performance.now() > window.until) done(c ?? null);"
        " else setTimeout(look, 10) };"
        f" window.until = performance.now() + {CLICK_MS}; look() }})"
    )
    return row


async def _delay(ground: Ground, head: str) -> Raw:
    session = await ground.page(document(_COVER + _LISTEN, head=head))
    facts: Raw = await ground.value(
        "({width: innerWidth, scale: Math.round(visualViewport.scale * 100) / 100})"
    )
    await tap(session, X, Y)
    click = await _clicked(ground)
    ends = await _seen(ground, "touchend")
    if click is None or not ends:
        return facts | {"ms": None, "off": None}
    off = max(abs(click["x"] - X), abs(click["y"] - Y))
    return facts | {"ms": round(click["at"] - ends[0]["at"]), "off": round(off, 1)}


async def _delays(ground: Ground) -> Facts:
    plain = await _delay(ground, VIEWPORT)
    bare = await _delay(ground, "")
    return {
        "ms": plain["ms"],
        "off_px": plain["off"],
        "bare_ms": bare["ms"],
        "bare_off_px": bare["off"],
        "bare_width": bare["width"],
        "bare_scale": bare["scale"],
    }


async def click_delay(ground: Ground) -> Facts:
    """Tap a page with and one without a viewport meta; measure from touchend to click."""
    return await ground.shared("delays", lambda: _delays(ground))


async def long_press(ground: Ground) -> Facts:
    """Hold for 650 ms."""
    session = await ground.page(document(_COVER + _LISTEN))
    await touched(session, "touchStart", X, Y)
    await asyncio.sleep(HOLD_SECONDS)
    await touched(session, "touchEnd")
    await asyncio.sleep(SETTLE_SECONDS)
    return {
        "click": bool(await _seen(ground, "click")),
        "contextmenu": bool(await _seen(ground, "contextmenu")),
        "pointercancel": bool(await _seen(ground, "pointercancel")),
    }


async def end_without_start(ground: Ground) -> Facts:
    """Lift a finger that is not down."""
    session = await ground.page(document(_COVER))
    try:
        await touched(session, "touchEnd")
    except CdpRefused as refused:
        return {"refused": True, "number": refused.number}
    return {"refused": False}


async def second_start(ground: Ground) -> Facts:
    """Start a touch twice; then cancel it."""
    session = await ground.page(document(_COVER + _LISTEN))
    await touched(session, "touchStart", X, Y)
    try:
        await touched(session, "touchStart", X, Y + 5)
        number = None
    except CdpRefused as refused:
        number = refused.number
    await touched(session, "touchCancel")
    return {"taken": number is None, "number": number}


async def off_screen(ground: Ground) -> Facts:
    """Touch far below the screen."""
    session = await ground.page(document(_COVER + _LISTEN))
    try:
        await tap(session, X, 5000)
    except CdpRefused as refused:
        ground.spoil()
        return {"refused": True, "number": refused.number}
    await asyncio.sleep(SETTLE_SECONDS)
    return {
        "refused": False,
        "pointerdown": bool(await _seen(ground, "pointerdown")),
        "click": bool(await _seen(ground, "click")),
    }


async def pinched(ground: Ground) -> tuple[Session, float]:
    """Show a page with a button, pinched to about twice its size; return the scale.

    Raises:
        NotSeen: The page did not grow.
    """
    button = "<button id=b style='position:absolute;left:150px;top:300px;width:90px;height:60px'>"
    session = await ground.page(
        document(f"<div style='height:3000px'></div>{button}b</button>" + _LISTEN)
    )
    ground.spoil()
    params = {"x": 200, "y": 330, "scaleFactor": 2, "relativeSpeed": 800}
    await session.call("Input.synthesizePinchGesture", params)
    await ground.value(FRAMES)
    scale = float(await ground.value("visualViewport.scale"))
    if scale < 1.2:  # noqa: PLR2004 - hardly grown at all
        raise NotSeen(f"a pinch made the scale {scale:g}")
    return session, scale


async def quads_agree(ground: Ground) -> Facts:
    """Find the button of a pinched page in two ways, and tap it."""
    session, scale = await pinched(ground)
    node = await session.call("Runtime.evaluate", {"expression": "document.querySelector('#b')"})
    quads = await session.call("DOM.getContentQuads", {"objectId": node["result"]["objectId"]})
    quad = quads["quads"][0]
    by_quad = (sum(quad[0::2]) / 4, sum(quad[1::2]) / 4)
    by_box = await ground.value(
        "(() => { const r = b.getBoundingClientRect(), v = visualViewport;"
        " return [r.x + r.width / 2 - v.offsetLeft, r.y + r.height / 2 - v.offsetTop] })()"
    )
    await tap(session, *by_box)
    click = await _clicked(ground)
    return {
        "scale": round(scale, 2),
        "apart_px": round(max(abs(a - b) for a, b in zip(by_quad, by_box, strict=True)), 1),
        "landed": bool(click and click["on"] == "b"),
    }


async def scroll_after_pinch(ground: Ground) -> Facts:
    """Scroll a pinched page by a gesture, then tap it."""
    session, _ = await pinched(ground)
    refused = None
    try:
        await session.call(
            "Input.synthesizeScrollGesture", {"x": 100, "y": 200, "yDistance": -60, "speed": 2000}
        )
    except CdpRefused as problem:
        refused = problem.words
    await ground.value("seen.length = 0")
    await tap(session, X, Y)
    await asyncio.sleep(SETTLE_SECONDS)
    return {
        "scroll_refused": refused,
        "pointerdown": bool(await _seen(ground, "pointerdown")),
        "touchstart": bool(await _seen(ground, "touchstart")),
    }


async def keys(ground: Ground) -> Facts:
    """Press Enter with its text, and insert text, in a form of ours."""
    session = await ground.page(document(f"<form id=f><input id=i></form>{_LISTEN}"))
    await ground.value("i.focus()")
    await session.call("Input.insertText", {"text": "ab"})
    inserted = [row["type"] for row in await ground.value("seen")]
    await ground.value("seen.length = 0")
    press = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}
    await session.call("Input.dispatchKeyEvent", {"type": "keyDown", **press})
    del press["text"]
    await session.call("Input.dispatchKeyEvent", {"type": "keyUp", **press})
    await asyncio.sleep(SETTLE_SECONDS)
    pressed = [row["type"] for row in await ground.value("seen")]
    await ground.value("i.blur()")
    return {
        "insert_gives_input": "input" in inserted,
        "insert_gives_keydown": "keydown" in inserted,
        "enter_keydown": "keydown" in pressed,
        "enter_submits": "submit" in pressed,
    }


async def shared_keys(ground: Ground) -> Facts:
    """Ask it once."""
    return await ground.shared("keys", lambda: keys(ground))


async def keyboard(ground: Ground) -> Facts:
    """Tap a field; see what the keyboard does to the two viewports."""
    session = await ground.page(
        document(
            "<input id=i style='position:absolute;left:20px;top:60px;width:250px;height:60px'>"
        )
    )
    ask = "[Math.round(visualViewport.height), innerHeight]"
    before = await ground.value(ask)
    await tap(session, 100, 90)
    after = await ground.value(
        "new Promise(done => { const until = performance.now() + "
        f"{KEYBOARD_MS}; const look = () => {{ const now = {ask};"
        f" if (now[0] < {before[0]} - {SHRUNK} || performance.now() > until) done(now);"
        " else setTimeout(look, 50) }; look() })"
    )
    focused = await ground.value("document.activeElement.id === 'i'")
    await ground.value("document.activeElement.blur()")
    ground.spoil()
    return {
        "focused": focused,
        "visual_before": before[0],
        "visual_after": after[0],
        "layout_before": before[1],
        "layout_after": after[1],
    }


QUESTIONS = (
    Question(
        "click-delay",
        "MEASURED 2",
        "the click follows touchend within 400 ms",
        click_delay,
        ("ms",),
    ),
    Question(
        "click-delay-bare",
        "MEASURED 2",
        "so it does on a page without a viewport meta",
        click_delay,
        ("bare_ms",),
    ),
    Question(
        "bare-page-taps",
        "QUIRKS 23",
        "taps in CSS px land on a page without a viewport meta",
        click_delay,
        ("bare_off_px", "bare_width", "bare_scale"),
    ),
    Question("tap-rounding", "QUIRKS 27", "a tap lands within a pixel", click_delay, ("off_px",)),
    Question("long-press", "MEASURED 2", "a touch of 650 ms still clicks", long_press),
    Question(
        "end-without-start",
        "QUIRKS 25",
        "touchEnd without a start is refused with -32602",
        end_without_start,
    ),
    Question("second-start", "QUIRKS 25", "a second touchStart is taken", second_start),
    Question(
        "off-screen",
        "QUIRKS 24",
        "a touch off the screen is sent to the page, without a click",
        off_screen,
    ),
    Question(
        "quads-agree",
        "QUIRKS 21",
        "on a pinched page box minus visual viewport equals getContentQuads, and a tap there lands",
        quads_agree,
    ),
    Question(
        "scroll-after-pinch",
        "QUIRKS 26",
        "a scroll gesture on a pinched page spoils no later tap",
        scroll_after_pinch,
    ),
    Question(
        "enter-key",
        "QUIRKS 31",
        "Enter with CR as its text submits a form",
        shared_keys,
        ("enter_keydown", "enter_submits"),
    ),
    Question(
        "insert-text",
        "QUIRKS 31",
        "insertText gives input events and no keydown",
        shared_keys,
        ("insert_gives_input", "insert_gives_keydown"),
    ),
    Question(
        "keyboard-shrinks",
        "DESIGN 3",
        "the keyboard shrinks the visual viewport, not the layout",
        keyboard,
    ),
)
