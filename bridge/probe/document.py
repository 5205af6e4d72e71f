"""Questions about documents: script worlds, Fetch, the back-forward cache, frames, dialogs."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

from bridge.cdp.connection import Session
from bridge.cdp.wire import CdpRefused
from bridge.errors import LateFault
from bridge.probe.ground import SILENT_SECONDS, Ground, answers
from bridge.probe.pages import document
from bridge.probe.question import Facts, NotSeen, Question

Raw = dict[str, Any]
WORLD = "tapbridge-probe"
COME_SECONDS = 4.0
FRAME_SECONDS = 0.5


async def _context(session: Session, name: str) -> int:
    """Return our world in the top frame, made where it is not there."""
    tree = await session.call("Page.getFrameTree")
    frame = tree["frameTree"]["frame"]["id"]
    made = await session.call("Page.createIsolatedWorld", {"frameId": frame, "worldName": name})
    return int(made["executionContextId"])


async def world_at_start(ground: Ground) -> Facts:
    """Run a script of ours in its world before the page's first one."""
    session = await ground.tab()
    source = "globalThis.tapbridgeSaw = typeof document.documentElement?.dataset.page"
    added = await session.call(
        "Page.addScriptToEvaluateOnNewDocument", {"source": source, "worldName": WORLD}
    )
    try:
        await ground.page(
            document("", head="<script>document.documentElement.dataset.page = 1</script>")
        )
        context = await _context(session, WORLD)
        saw = await ground.value("globalThis.tapbridgeSaw ?? null", context=context)
        leaked = await ground.value("'tapbridgeSaw' in globalThis")
    finally:
        await session.call(
            "Page.removeScriptToEvaluateOnNewDocument", {"identifier": added["identifier"]}
        )
    return {"ran": saw is not None, "before_page": saw == "undefined", "page_sees_it": leaked}


async def frames(ground: Ground) -> Facts:
    """Show a page with a frame of another site; see its process, and what a world may read."""
    pages = await ground.pages()
    session = await ground.go(pages.url("/one"))
    came: asyncio.Future[Raw] = asyncio.get_running_loop().create_future()

    def attached(event: Raw) -> None:
        if event.get("targetInfo", {}).get("type") == "iframe" and not came.done():
            came.set_result(event)

    offs = [session.on("Target.attachedToTarget", attached)]
    params = {"waitForDebuggerOnStart": False, "flatten": True}
    await session.call("Target.setAutoAttach", {"autoAttach": True, **params})
    try:
        other = pages.url("/frame", "127.0.0.1")
        loaded = await ground.value(
            "new Promise(r => { const f = document.createElement('iframe');"
            f"f.src = {other!r}; f.onload = () => r(true); document.body.append(f) }})"
        )
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(came), FRAME_SECONDS)
        context = await _context(session, WORLD)
        reads = await ground.value(
            "(() => { try { return !!frames[0].document.body } catch { return false } })()",
            context=context,
        )
    finally:
        for off in offs:
            off()
        await session.call("Target.setAutoAttach", {"autoAttach": False, **params})
    return {"loaded": loaded, "own_process": came.done(), "world_reads_it": reads}


async def shared_frames(ground: Ground) -> Facts:
    """Ask about frames once."""
    return await ground.shared("frames", lambda: frames(ground))


async def binding(ground: Ground) -> Facts:
    """Call from our world to here, by a binding that the page does not have."""
    session = await ground.page(document(""))
    name, heard = "tapbridgeProbeHeard", asyncio.Event()
    off = session.on("Runtime.bindingCalled", lambda _: heard.set())
    await session.call("Runtime.addBinding", {"name": name, "executionContextName": WORLD})
    try:
        context = await _context(session, WORLD)
        there = await ground.value(f"typeof {name}", context=context)
        page = await ground.value(f"typeof {name}")
        if there == "function":
            await ground.value(f"{name}('x')", context=context)
        with suppress(TimeoutError):
            await asyncio.wait_for(heard.wait(), SILENT_SECONDS)
    finally:
        off()
        await session.call("Runtime.removeBinding", {"name": name})
    return {"in_world": there == "function", "delivered": heard.is_set(), "in_page": page}


async def reversed_page(ground: Ground) -> Facts:
    """Load a page of this computer's through `adb reverse`; compare clocks on the way."""
    pages = await ground.pages()
    await ground.go(pages.url("/one"))
    now = await ground.value("Date.now()")
    return {
        "loaded": await ground.value("document.body.textContent") == "One",
        "secure_context": await ground.value("isSecureContext"),
        "clock_off_seconds": round(now / 1000 - time.time()),
    }


async def shared_reversed_page(ground: Ground) -> Facts:
    """Ask it once."""
    return await ground.shared("reversed", lambda: reversed_page(ground))


async def fetch_stops(ground: Ground) -> Facts:
    """Stop a document by Fetch before it is asked for."""
    pages = await ground.pages()
    session = await ground.go(pages.url("/one"))
    paused = asyncio.Event()

    def stop(event: Raw) -> None:
        paused.set()
        params = {"requestId": event["requestId"], "errorReason": "Aborted"}
        session.post("Fetch.failRequest", params)

    off = session.on("Fetch.requestPaused", stop)
    pattern = {"urlPattern": "*/blocked*", "resourceType": "Document", "requestStage": "Request"}
    await session.call("Fetch.enable", {"patterns": [pattern]})
    try:
        answer = await session.call("Page.navigate", {"url": pages.url("/blocked")}, seconds=5)
    finally:
        off()
        await session.call("Fetch.disable")
    return {
        "paused": paused.is_set(),
        "fetched": "/blocked" in pages.fetched,
        "answer": answer.get("errorText"),
        "page_kept": await ground.value("location.pathname") == "/one",
    }


async def cache_never_pauses(ground: Ground) -> Facts:
    """Go back to a page while Fetch would pause it; see whether the cache gave it instead."""
    pages = await ground.pages()
    session = await ground.go(pages.url("/one"))
    await ground.go(pages.url("/two"))
    paused, came = list[str](), asyncio.Event()
    kind: list[str] = []

    def run(event: Raw) -> None:
        paused.append("request")
        session.post("Fetch.continueRequest", {"requestId": event["requestId"]})

    def navigated(event: Raw) -> None:
        if not event.get("frame", {}).get("parentId"):
            kind.append(str(event.get("type")))
            came.set()

    offs = [session.on("Fetch.requestPaused", run), session.on("Page.frameNavigated", navigated)]
    pattern = {"urlPattern": "*/one*", "resourceType": "Document", "requestStage": "Request"}
    await session.call("Fetch.enable", {"patterns": [pattern]})
    try:
        past = await session.call("Page.getNavigationHistory")
        entry = past["entries"][past["currentIndex"] - 1]["id"]
        await session.call("Page.navigateToHistoryEntry", {"entryId": entry})
        await asyncio.wait_for(came.wait(), COME_SECONDS)
    finally:
        for off in offs:
            off()
        await session.call("Fetch.disable")
    if kind[0] != "BackForwardCacheRestore":
        raise NotSeen("the page did not come from the back-forward cache")
    return {"from_cache": True, "paused": bool(paused)}


async def dialog(ground: Ground) -> Facts:
    """Open an alert by a touch; see what still answers, here and to who comes later."""
    html = document(
        "<button style='position:fixed;inset:0;width:100%;height:100%' onclick=alert(1)>x</button>"
    )
    session = await ground.page(html)
    opened = asyncio.Event()
    off = session.on("Page.javascriptDialogOpening", lambda _: opened.set())
    ground.spoil()
    session.post("Input.dispatchTouchEvent", _touch("touchStart", 100, 100))
    lifted = session.post("Input.dispatchTouchEvent", _touch("touchEnd"))
    try:
        await asyncio.wait_for(opened.wait(), COME_SECONDS)
        targets = await ground.targets()
        late = await targets.attach(str(session.target_id))
        told = asyncio.Event()
        late.on("Page.javascriptDialogOpening", lambda _: told.set())
        asked = await asyncio.gather(
            answers(session, "Runtime.evaluate", {"expression": "1"}, SILENT_SECONDS),
            answers(session, "Page.getNavigationHistory", {}, SILENT_SECONDS),
            answers(late, "Page.enable", {}, SILENT_SECONDS),
            asyncio.wait((lifted,), timeout=SILENT_SECONDS),
        )
        facts: Raw = {
            "touch_end_answered": lifted.done(),
            "evaluate_answered": asked[0],
            "history_answered": asked[1],
            "late_session_enabled": asked[2],
            "late_session_told": told.is_set(),
        }
        targets.release(late)
        await session.call("Page.handleJavaScriptDialog", {"accept": True})
        await asyncio.wait((lifted,), timeout=SILENT_SECONDS)
        facts["freed"] = lifted.done()
    except TimeoutError as none:
        raise NotSeen("the alert did not open") from none
    finally:
        off()
        with suppress(CdpRefused, LateFault):
            await session.call("Page.handleJavaScriptDialog", {"accept": True}, seconds=1)
    return facts


async def shared_dialog(ground: Ground) -> Facts:
    """Ask it once."""
    return await ground.shared("dialog", lambda: dialog(ground))


async def frozen(ground: Ground) -> Facts:
    """Freeze our tab as Chrome freezes those long unseen; see whether it answers."""
    session = await ground.page(document("<p>frozen"))
    ground.spoil()
    await session.call("Page.setWebLifecycleState", {"state": "frozen"})
    spoke = await answers(session, "Runtime.evaluate", {"expression": "1"}, SILENT_SECONDS)
    await session.call("Page.setWebLifecycleState", {"state": "active"})
    return {"answers": spoke}


def _touch(kind: str, x: float | None = None, y: float | None = None) -> Raw:
    points = [] if x is None else [{"x": x, "y": y}]
    return {"type": kind, "touchPoints": points}


QUESTIONS = (
    Question("frozen-mute", "QUIRKS 43", "a frozen tab answers nothing", frozen),
    Question(
        "world-at-start",
        "QUIRKS [RUN]",
        "a script of our world runs before the page's first, unseen by it",
        world_at_start,
    ),
    Question(
        "binding",
        "MEASURED 2",
        "a binding in our world is heard, and the page does not have it",
        binding,
    ),
    Question(
        "reversed-page",
        "QUIRKS 40",
        "a page of this computer loads through adb reverse",
        shared_reversed_page,
        ("loaded",),
    ),
    Question(
        "secure-context",
        "QUIRKS 40",
        "reversed to localhost it is a secure context",
        shared_reversed_page,
        ("secure_context",),
    ),
    Question(
        "clock",
        "QUIRKS 40",
        "the phone's clock agrees with this computer's, within 5 s",
        shared_reversed_page,
        ("clock_off_seconds",),
    ),
    Question(
        "frame-process",
        "QUIRKS 30",
        "a frame of another site shares the page's process",
        shared_frames,
        ("loaded", "own_process"),
    ),
    Question(
        "world-reach",
        "QUIRKS [RUN]",
        "our world cannot read a frame of another origin",
        shared_frames,
        ("loaded", "world_reads_it"),
    ),
    Question(
        "fetch-stops", "MEASURED 1", "Fetch stops a document before it is asked for", fetch_stops
    ),
    Question(
        "cache-never-pauses",
        "MEASURED 1",
        "a page from the back-forward cache never pauses in Fetch",
        cache_never_pauses,
    ),
    Question(
        "dialog-hangs",
        "QUIRKS 37",
        "an open alert holds up touchEnd and evaluate, not the history",
        shared_dialog,
        ("touch_end_answered", "evaluate_answered", "history_answered", "freed"),
    ),
    Question(
        "dialog-late",
        "QUIRKS 37",
        "who attaches to an open alert is not told, and Page.enable hangs",
        shared_dialog,
        ("late_session_enabled", "late_session_told"),
    ),
)
