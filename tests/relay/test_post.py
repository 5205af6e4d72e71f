"""The gate of a relay: whom it takes, and when it lets pages run. Scripted, no Chromium."""

import asyncio
from typing import Any

import pytest

from bridge.relay import post as posts
from tests.cdp._scripted import PAGE, info, session_of
from tests.relay._rig import BANK, SHOP, Rig, rigged

NEW, FRAME = "D" * 32, "F" * 32
HOLD = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
RUN = "Runtime.runIfWaitingForDebugger"


async def handed(rig: Rig, target: str, *, waits: bool = True, **more: Any) -> str:
    """Chrome hands a session over to us."""
    told = {"sessionId": f"handed-{target[:1]}", "targetInfo": info(target, **more)}
    await rig.server.event("Target.attachedToTarget", {**told, "waitingForDebugger": waits})
    await rig.settle()
    return str(told["sessionId"])


async def test_every_new_page_is_armed_before_it_runs_opener_or_not() -> None:
    async with rigged() as rig:
        session = await handed(rig, NEW)
        await rig.server.until(RUN)
        assert rig.said(session)[-1] == RUN
        assert "Fetch.enable" in rig.said(session)
        assert rig.relay.post._sentries[NEW].session.id == session


async def test_a_page_that_was_there_is_let_go_until_the_debugger_reaches_it() -> None:
    async with rigged() as rig:
        session = await handed(rig, PAGE, waits=False)
        gone = await rig.server.until("Target.detachFromTarget")
        assert gone["params"] == {"sessionId": session}
        assert PAGE not in rig.relay.post._sentries
        await rig.relay.post.reach(PAGE)
        await rig.relay.post.reach(PAGE)
        assert rig.server.methods().count("Target.attachToTarget") == 1
        await rig.settle()
        assert "Fetch.enable" in rig.said(session_of(PAGE))


async def test_a_page_that_the_debugger_holds_runs_when_it_lets_it() -> None:
    async with rigged() as rig:
        await rig.debugger.say("Target.setAutoAttach", HOLD)
        session = await handed(rig, NEW)
        assert RUN not in rig.said(session)
        rig.relay.post.let_run(NEW)
        await rig.settle()
        assert rig.said(session).count(RUN) == 1


async def test_a_page_that_nobody_lets_run_runs_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(posts, "HOLD_SECONDS", 0)
    async with rigged() as rig:
        await rig.debugger.say("Target.setAutoAttach", HOLD)
        session = await handed(rig, NEW)
        await rig.server.until(RUN)
        assert RUN in rig.said(session)


async def test_nothing_is_the_persons_while_a_debugger_is_there() -> None:
    async with rigged() as rig:
        assert not rig.relay.post.is_persons()
        await rig.relay.post.reach(PAGE)
        paused = {"requestId": "r", "request": {"url": BANK}, "frameId": PAGE}
        await rig.server.event("Fetch.requestPaused", paused, session_of(PAGE))
        failed = await rig.server.until("Fetch.failRequest")
        assert failed["params"]["errorReason"] == "Aborted"


async def test_the_frames_of_a_page_are_known_and_judged() -> None:
    async with rigged() as rig:
        post = rig.relay.post
        await post.reach(PAGE)
        about = info(FRAME, SHOP, type="iframe")
        told = {"sessionId": "a-frame", "targetInfo": about, "waitingForDebugger": False}
        await rig.server.event("Target.attachedToTarget", told, session_of(PAGE))
        async with asyncio.timeout(5):
            await post.knows_frame(FRAME)
        assert post.frames_are_free(PAGE)
        changed = {"targetInfo": info(FRAME, BANK, type="iframe")}
        await rig.server.event("Target.targetInfoChanged", changed)
        await rig.settle()
        assert not post.frames_are_free(PAGE)
        assert post.frames_are_free(NEW)
        gone = {"sessionId": "a-frame"}
        await rig.server.event("Target.detachedFromTarget", gone, session_of(PAGE))
        await rig.settle()
        assert post.frames_are_free(PAGE)


async def test_sentries_stay_while_there_are_no_rules_and_are_armed_when_there_are() -> None:
    async with rigged() as rig:
        rig.judge.rules = ()
        rig.relay.post.see()
        await rig.relay.post.reach(PAGE)
        await rig.settle()
        assert "Fetch.enable" not in rig.said(session_of(PAGE))
        rig.judge.rules = ("*bank*",)
        rig.relay.post.see()
        await rig.settle()
        assert "Fetch.enable" in rig.said(session_of(PAGE))
