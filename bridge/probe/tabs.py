"""Questions about tabs: how they attach, what they are called, who is in front.

Only tabs that we opened are sent anything. Auto-attach reaches the person's too: on a
link of its own, at whose end all of them are detached, unasked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from bridge.cdp.connection import Connection, Session, open_connection
from bridge.cdp.wire import CdpRefused
from bridge.errors import BridgeError
from bridge.probe.ground import SILENT_SECONDS, Ground, answers, nonce
from bridge.probe.question import Facts, NotSeen, Question
from bridge.probe.wire import http

Raw = dict[str, Any]
COME_SECONDS = 3.0
_LOOK_AGAIN = 0.1
_ONLY_PAGES = [{"type": "page"}, {"exclude": True}]
_ATTACH = {"waitForDebuggerOnStart": True, "flatten": True, "filter": _ONLY_PAGES}


async def infos(root: Session) -> list[Raw]:
    """Return Chrome's page targets, hex and decimal."""
    told = (await root.call("Target.getTargets")).get("targetInfos", [])
    return [info for info in told if info.get("type") == "page"]


def decimal(info: Raw) -> bool:
    """Whether a target has Android's number for its id."""
    return str(info.get("targetId", "")).isdecimal()


async def _until(met: Callable[[], Any], seconds: float = COME_SECONDS) -> Any:
    """Look again and again until something is there; None when it does not come."""
    for _ in range(round(seconds / _LOOK_AGAIN)):
        if found := met():
            return found
        await asyncio.sleep(_LOOK_AGAIN)
    return met() or None


async def _named(root: Session, mark: str, *, by_number: bool = False) -> str | None:
    """Find the tab whose address bears our mark, by hex id or by number."""
    for _ in range(round(COME_SECONDS / _LOOK_AGAIN)):
        for info in await infos(root):
            if mark in str(info.get("url")) and decimal(info) is by_number:
                return str(info["targetId"])
        await asyncio.sleep(_LOOK_AGAIN)
    return None


async def auto_attach(ground: Ground) -> Facts:
    """Attach to all pages at once, and see a tab and a popup of ours held before they run."""
    async with open_connection(await ground.port(), ground.limits) as link:
        root, seen = link.root, list[Raw]()

        def attached(event: Raw) -> None:
            seen.append(event)
            if event.get("waitingForDebugger"):  # whosever it is: nothing stays held
                session = link.session(event["sessionId"], event["targetInfo"]["targetId"])
                session.post("Runtime.runIfWaitingForDebugger")

        root.on("Target.attachedToTarget", attached)
        listed = await infos(root)
        facts: Raw = {"listed": sum(not decimal(info) for info in listed)}
        try:
            await root.call("Target.setAutoAttach", {"autoAttach": True, **_ATTACH})
        except CdpRefused as refused:
            return facts | {"answered": False, "number": refused.number}
        except BridgeError as problem:
            return facts | {"answered": False, "number": problem.code}
        there = [event["targetInfo"] for event in seen]
        facts |= {
            "answered": True,
            "attached": sum(not decimal(info) for info in there),
            "twins_attached": sum(decimal(info) for info in there),
        }
        try:
            return facts | await _held(ground, link, seen)
        finally:
            root.post("Target.setAutoAttach", {"autoAttach": False, **_ATTACH})
            await ground.close_others()


async def _held(ground: Ground, link: Connection, seen: list[Raw]) -> Raw:
    """Open a tab and a popup of ours while all are attached."""
    root, before, mark = link.root, len(seen), nonce()
    root.post("Target.createTarget", {"url": f"about:blank#{mark}"})
    own = await _named(root, mark)
    if own is None:
        return {"new_tab_held": None, "popup_held": None}
    ground.ours(own)
    mine = await _until(lambda: [e for e in seen[before:] if e["targetInfo"]["targetId"] == own])
    facts: Raw = {"new_tab_held": bool(mine and mine[0].get("waitingForDebugger"))}
    answer = await root.call("Target.attachToTarget", {"targetId": own, "flatten": True})
    session = link.session(str(answer["sessionId"]), own)
    before = len(seen)
    opening = f"window.open('about:blank#{mark}-popup') && 1"
    session.post("Runtime.evaluate", {"expression": opening, "userGesture": True})
    popup = await _until(
        lambda: [e for e in seen[before:] if e["targetInfo"].get("openerId") == own]
    )
    facts["popup_held"] = bool(popup and popup[0].get("waitingForDebugger"))
    if popup:
        ground.ours(popup[0]["targetInfo"]["targetId"])
    else:
        late = await _named(root, f"{mark}-popup")
        facts["popup_opened"] = late is not None
        if late is not None:
            ground.ours(late)
    return facts


async def twins_after_list(ground: Ground) -> Facts:
    """Ask for `/json/list`, whose body is thrown away, and count ids that are numbers."""
    root, port = await ground.root(), await ground.port()
    await ground.tab()
    before = await infos(root)
    status, body = await http(port, "/json/list")
    await asyncio.sleep(_LOOK_AGAIN)
    after = await infos(root)
    return {
        "status": status,
        "lists_type_tab": b'"type": "tab"' in body,
        "pages": sum(not decimal(info) for info in after),
        "numbers_before": sum(map(decimal, before)),
        "numbers_after": sum(map(decimal, after)),
    }


async def sleeping_tabs(ground: Ground) -> Facts:
    """Count tabs that are listed by number alone: those are not loaded. None is asked."""
    root, port = await ground.root(), await ground.port()
    await http(port, "/json/list")
    listed = await infos(root)
    numbers = sum(map(decimal, listed))
    alone = max(0, 2 * numbers - len(listed))
    raise NotSeen(f"{alone} tabs are listed by number alone; none is ours, so none was asked")


async def _created(ground: Ground) -> Facts:
    """Open a tab, asking for the background."""
    root, mark = await ground.root(), nonce()
    before = sum(map(decimal, await infos(root)))
    try:
        params = {"url": f"about:blank#{mark}", "background": True}
        answer = str((await root.call("Target.createTarget", params)).get("targetId"))
    except CdpRefused as refused:
        return {"refused": refused.words}
    own = await _named(root, mark)
    if own is None:
        return {"answer": "decimal" if answer.isdecimal() else "hex", "found": False}
    ground.ours(own)
    session = await (await ground.targets()).attach(own)
    facts = {
        "answer": "decimal" if answer.isdecimal() else "hex" if answer == own else "other",
        "numbers_came": sum(map(decimal, await infos(root))) - before,
        "in_front": await ground.value("document.visibilityState", session=session) == "visible",
    }
    await ground.close_tab(own)
    return facts


async def create_answer(ground: Ground) -> Facts:
    """See what kind of id createTarget answers with."""
    return await ground.shared("created", lambda: _created(ground))


async def twin_is_mute(ground: Ground) -> Facts:
    """Attach to the number of a tab of ours, and see whether the page answers."""
    root, port, mark = await ground.root(), await ground.port(), nonce()
    session = await ground.new_tab(f"about:blank#{mark}")
    await http(port, "/json/list")
    twin = await _named(root, mark, by_number=True)
    if twin is None:
        await ground.close_tab(str(session.target_id))
        raise NotSeen("our tab has no number")
    async with open_connection(port, ground.limits) as link:
        try:
            answer = await link.root.call(
                "Target.attachToTarget", {"targetId": twin, "flatten": True}, seconds=SILENT_SECONDS
            )
        except BridgeError as problem:
            facts: Raw = {"attached": False, "code": problem.code}
        else:
            deaf = link.session(str(answer["sessionId"]), twin)
            spoke = await answers(deaf, "Page.enable", {}, SILENT_SECONDS)
            facts = {"attached": True, "page_answers": spoke}
    await ground.close_tab(str(session.target_id))
    return facts


async def switch_is_silent(ground: Ground) -> Facts:
    """Bring the other of two tabs of ours to the front, and listen."""
    first = await ground.tab()
    second = await ground.new_tab()
    root, told = await ground.root(), list[str]()
    ids = (first.target_id, second.target_id)
    offs = [
        root.on(method, partial(_note, told, method, ids))
        for method in ("Target.targetInfoChanged", "Target.targetCreated", "Target.targetDestroyed")
    ]
    offs += [
        session.on(method, partial(_note, told, method, None))
        for session in (first, second)
        for method in ("Page.frameNavigated", "Page.frameResized", "Inspector.detached")
    ]
    began = asyncio.get_running_loop().time()
    await root.call("Target.activateTarget", {"targetId": first.target_id})
    came = False
    for _ in range(round(COME_SECONDS / _LOOK_AGAIN)):
        came = await ground.value("document.visibilityState", session=first) == "visible"
        if came:
            break
        await asyncio.sleep(_LOOK_AGAIN)
    took = asyncio.get_running_loop().time() - began
    await asyncio.sleep(_LOOK_AGAIN)
    for off in offs:
        off()
    hidden = await ground.value("document.visibilityState", session=second) == "hidden"
    await ground.close_tab(str(second.target_id))
    return {
        "came_to_front": came,
        "other_hidden": hidden,
        "ms": round(took * 1000),
        "events": sorted(set(told)),
    }


def _note(told: list[str], method: str, ids: tuple[str | None, ...] | None, event: Raw) -> None:
    """Note an event, when it is of one of these targets."""
    target = event.get("targetId") or event.get("targetInfo", {}).get("targetId")
    if ids is None or target in ids:
        told.append(method)


async def end_is_told(ground: Ground) -> Facts:
    """Close a tab of ours while a call to it waits."""
    await ground.tab()
    second = await ground.new_tab()
    root, told = await ground.root(), list[str]()
    offs = [
        root.on(method, partial(_note, told, method, (second.target_id,)))
        for method in ("Target.detachedFromTarget", "Target.targetDestroyed")
    ]
    waiting = second.post("Runtime.evaluate", {"expression": "new Promise(() => 0)"})
    await ground.close_tab(str(second.target_id))
    await asyncio.wait((waiting,), timeout=COME_SECONDS)
    await asyncio.sleep(_LOOK_AGAIN)
    for off in offs:
        off()
    return {"events": sorted(set(told)), "call_ended": waiting.done()}


async def _refusal(session: Session, method: str, params: Raw) -> Raw:
    try:
        answer = await session.call(method, params)
    except CdpRefused as refused:
        return {"refused": True, "number": refused.number, "words": refused.words}
    return {"refused": False, "answer": answer}


async def contexts(ground: Ground) -> Facts:
    """Ask for a browser context; one that comes is disposed of, empty."""
    root = await ground.root()
    facts = await _refusal(root, "Target.createBrowserContext", {})
    made = facts.pop("answer", {}).get("browserContextId")
    if made:
        await root.call("Target.disposeBrowserContext", {"browserContextId": made})
    return facts


async def downloads(ground: Ground) -> Facts:
    """Ask for what is so anyway: downloads by default."""
    facts = await _refusal(
        await ground.root(), "Browser.setDownloadBehavior", {"behavior": "default"}
    )
    facts.pop("answer", None)
    return facts


async def cookies(ground: Ground) -> Facts:
    """Set no cookies at all."""
    facts = await _refusal(await ground.root(), "Storage.setCookies", {"cookies": []})
    facts.pop("answer", None)
    return facts


async def windows(ground: Ground) -> Facts:
    """Ask for the window of our own tab."""
    tab = await ground.tab()
    facts = await _refusal(
        await ground.root(), "Browser.getWindowForTarget", {"targetId": tab.target_id}
    )
    facts.pop("answer", None)
    return facts


QUESTIONS = (
    Question(
        "auto-attach",
        "QUIRKS 15, 18; MEASURED 1",
        "auto-attach of the browser reaches all tabs, and holds new ones before they run",
        auto_attach,
    ),
    Question(
        "twins-after-list",
        "QUIRKS 15",
        "after /json/list every tab is listed a second time, under a number",
        twins_after_list,
    ),
    Question(
        "create-answer",
        "QUIRKS 16",
        "createTarget answers with the tab's number",
        create_answer,
        ("answer",),
    ),
    Question(
        "twins-after-create",
        "QUIRKS 15",
        "createTarget makes numbers appear",
        create_answer,
        ("numbers_came",),
    ),
    Question(
        "create-in-front",
        "QUIRKS 17",
        "a new tab opens in front although the background is asked for",
        create_answer,
        ("in_front",),
    ),
    Question(
        "twin-mute",
        "QUIRKS 16",
        "a session of a tab's number never answers for the page",
        twin_is_mute,
    ),
    Question(
        "sleeping-silent",
        "QUIRKS 18, 43",
        "a tab that is not loaded answers nothing until it is brought to the front",
        sleeping_tabs,
    ),
    Question("switch-silent", "DESIGN 6", "no event tells of a switch of tabs", switch_is_silent),
    Question("end-told", "QUIRKS [RUN]", "the end of a tab is told by an event", end_is_told),
    Question("contexts-refused", "QUIRKS 19", "browser contexts are refused", contexts),
    Question("downloads-refused", "QUIRKS 20", "setDownloadBehavior is refused", downloads),
    Question(
        "cookies-refused", "QUIRKS 20", "Storage.setCookies of the browser is refused", cookies
    ),
    Question("windows-unknown", "QUIRKS 38", "there are no commands for windows", windows),
)
