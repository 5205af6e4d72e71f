"""What a debugger is told by itself, and what not."""

import json
from typing import Any

import pytest

from bridge.relay.hearing import MOST_UNSENT
from tests.cdp._scripted import OTHER, PAGE, info
from tests.relay._rig import BANK, ROOT, SEAT, SHOP, Rig, rigged


async def told(rig: Rig, method: str, session: str = SEAT, **params: Any) -> bool:
    """Let Chrome tell something; say whether the debugger heard it."""
    since = len(rig.debugger.events)
    await rig.tell(method, session, **params)
    await rig.settle()
    return any(each["method"] == method for each in rig.debugger.events[since:])


async def test_events_pass_as_they_came_while_the_page_may_be_seen() -> None:
    async with rigged() as rig:
        await rig.attached()
        assert await told(rig, "Runtime.consoleAPICalled", type="log", args=["ä\ud800"])
        await rig.went(BANK)
        assert not await told(rig, "Runtime.consoleAPICalled", type="log")
        assert await told(rig, "Inspector.targetCrashed")
        await rig.went(SHOP)
        assert await told(rig, "Runtime.consoleAPICalled", type="log")
        assert BANK not in rig.debugger.all()


async def test_events_of_page_come_only_when_they_were_asked_for() -> None:
    async with rigged() as rig:
        await rig.attached()
        assert not await told(rig, "Page.loadEventFired", timestamp=1)
        assert await told(rig, "Page.lifecycleEvent", name="load")
        await rig.debugger.say("Page.enable", session=SEAT)
        assert await told(rig, "Page.loadEventFired", timestamp=1)
        count = rig.said(SEAT).count("Page.disable")
        await rig.debugger.say("Page.disable", session=SEAT)
        assert not await told(rig, "Page.loadEventFired", timestamp=1)
        assert rig.said(SEAT).count("Page.disable") == count == 0


@pytest.mark.parametrize("why", ["slow", "shut", "just opened"])
async def test_pictures_that_are_dropped_are_acknowledged(why: str) -> None:
    async with rigged() as rig:
        await rig.attached()
        picture: dict[str, Any] = {"data": "AAAA", "metadata": {}, "sessionId": 7}
        assert await told(rig, "Page.screencastFrame", **picture)
        if why == "slow":
            rig.debugger.unsent = MOST_UNSENT + 1
        else:
            await rig.went(BANK)
        if why == "just opened":
            await rig.went(SHOP)
        assert not await told(rig, "Page.screencastFrame", **picture)
        ack = await rig.server.until("Page.screencastFrameAck")
        assert (ack["params"], ack["sessionId"]) == ({"sessionId": 7}, SEAT)
        if why == "slow":
            assert await told(rig, "Runtime.consoleAPICalled", type="log")
            rig.debugger.unsent = MOST_UNSENT
            assert await told(rig, "Page.screencastFrame", **picture)


async def test_a_frame_that_leaves_a_blocked_site_makes_pictures_of_the_whole_page_stale() -> None:
    async with rigged() as rig:
        await rig.attached()
        frame, seat = "F" * 32, "2" * 32
        about = {"sessionId": seat, "targetInfo": info(frame, SHOP, type="iframe")}
        await rig.tell("Target.attachedToTarget", SEAT, **about, waitingForDebugger=False)
        await rig.settle()
        picture: dict[str, Any] = {"data": "AAAA", "metadata": {}, "sessionId": 7}
        assert await told(rig, "Page.screencastFrame", **picture)
        await rig.went(BANK, frame, seat)
        await rig.went(SHOP, frame, seat)
        assert not await told(rig, "Page.screencastFrame", **picture)


async def test_requests_are_followed_by_where_they_go() -> None:
    async with rigged() as rig:
        await rig.attached()
        will, more = "Network.requestWillBeSent", "Network.requestWillBeSentExtraInfo"
        back = "Network.responseReceivedExtraInfo"
        assert not await told(rig, more, requestId="1", headers={"Host": "shop.test"})
        assert await told(rig, will, requestId="1", request={"url": SHOP})
        assert rig.heard()[-1] == more  # it came too early
        assert await told(rig, back, requestId="1", headers={})
        assert await told(rig, "Network.dataReceived", requestId="1")
        # it is led on to a blocked place
        assert not await told(rig, will, requestId="1", request={"url": BANK})
        assert not await told(rig, more, requestId="1", headers={"Host": "bank.test"})
        assert not await told(rig, back, requestId="1", headers={})
        assert not await told(rig, "Network.dataReceived", requestId="1")
        assert not await told(rig, "Network.responseReceived", requestId="2")
        assert not await told(rig, "Network.policyUpdated")
        rig.judge.rules = ()
        rig.relay.post.see()
        assert await told(rig, "Network.responseReceived", requestId="2")


async def test_a_held_request_of_which_nothing_is_told_goes_on() -> None:
    async with rigged() as rig:
        await rig.attached()
        paused: dict[str, Any] = {"requestId": "i.1", "request": {"url": BANK}}
        assert not await told(rig, "Fetch.requestPaused", **paused)
        assert (await rig.server.until("Fetch.continueRequest"))["params"] == {"requestId": "i.1"}
        assert not await told(rig, "Fetch.authRequired", **paused)
        answer = await rig.server.until("Fetch.continueWithAuth")
        assert answer["params"]["authChallengeResponse"] == {"response": "Default"}
        free: dict[str, Any] = {"requestId": "i.2", "request": {"url": SHOP}}
        assert await told(rig, "Fetch.requestPaused", **free)
        assert await told(rig, "Fetch.authRequired", **free)
        await rig.went(BANK)
        assert not await told(rig, "Fetch.requestPaused", **free)
        await rig.server.until("Fetch.continueRequest", 2)


async def test_a_shut_page_that_stops_at_a_breakpoint_goes_on() -> None:
    async with rigged() as rig:
        await rig.attached()
        assert await told(rig, "Debugger.paused", reason="other")
        await rig.went(BANK)
        assert not await told(rig, "Debugger.paused", reason="other")
        await rig.server.until("Debugger.resume")


@pytest.mark.parametrize("method", ["Page.windowOpen", "Log.entryAdded", "Audits.issueAdded"])
async def test_events_that_name_a_blocked_place_are_dropped(method: str) -> None:
    async with rigged() as rig:
        await rig.attached()
        await rig.debugger.say("Page.enable", session=SEAT)
        assert not await told(rig, method, entry={"text": f"could not load {BANK}x"})
        assert await told(rig, method, entry={"text": f"could not load {SHOP}x"})


async def test_targets_are_told_of_while_they_may_be_seen() -> None:
    async with rigged(info(PAGE, SHOP), info(OTHER, BANK)) as rig:
        await rig.settle()
        for each in (PAGE, OTHER):
            url = SHOP if each == PAGE else BANK
            await rig.tell("Target.targetCreated", targetInfo=info(each, url))
        await rig.tell("Target.targetCreated", targetInfo=info("12", SHOP))
        await rig.tell("Target.targetCreated", targetInfo=info("9" * 32, SHOP, type="worker"))
        await rig.settle()
        assert [each["params"]["targetInfo"]["targetId"] for each in rig.debugger.events] == [PAGE]
        # it leaves the blocked site: the debugger hears of it as of a new one
        await rig.server.event("Target.targetInfoChanged", {"targetInfo": info(OTHER, SHOP)})
        await rig.tell("Target.targetInfoChanged", targetInfo=info(OTHER, SHOP))
        await rig.settle()
        assert rig.heard()[-1] == "Target.targetCreated"
        await rig.tell("Target.targetInfoChanged", targetInfo=info(OTHER, BANK))
        await rig.tell("Target.targetDestroyed", targetId=OTHER)
        await rig.tell("Target.targetDestroyed", targetId="9" * 32)
        await rig.settle()
        assert rig.heard()[2:] == ["Target.targetDestroyed"]
        assert BANK not in json.dumps(rig.debugger.events)


async def test_a_session_that_ends_is_told_of() -> None:
    async with rigged() as rig:
        await rig.attached()
        hangs = rig.debugger.post("Runtime.evaluate", {"expression": "hang"}, SEAT)
        await rig.tell("Target.detachedFromTarget", sessionId=SEAT, targetId=PAGE)
        with pytest.raises(Exception, match="TAB_CLOSED"):
            await hangs
        assert rig.heard()[-1] == "Target.detachedFromTarget"
        await rig.debugger.refuse("Runtime.evaluate", session=SEAT)


async def test_in_a_pause_nothing_of_pages_is_told_and_nothing_held() -> None:
    async with rigged() as rig:
        await rig.attached()
        await rig.debugger.say("Page.enable", session=SEAT)
        will, request = "Network.requestWillBeSent", {"url": SHOP}
        assert await told(rig, will, requestId="1", request=request)
        rig.paused = True
        picture: dict[str, Any] = {"data": "AAAA", "metadata": {}, "sessionId": 7}
        assert not await told(rig, "Page.screencastFrame", **picture)
        await rig.server.until("Page.screencastFrameAck")
        assert not await told(rig, "Fetch.requestPaused", requestId="i.1", request=request)
        assert (await rig.server.until("Fetch.continueRequest"))["params"] == {"requestId": "i.1"}
        assert not await told(rig, "Debugger.paused", reason="other")
        await rig.server.until("Debugger.resume")
        assert not await told(rig, "Runtime.consoleAPICalled", type="log")
        assert not await told(rig, "Browser.downloadWillBegin", ROOT, url=SHOP)
        assert not await told(rig, will, requestId="1", request={"url": BANK})
        worker: dict[str, Any] = {
            "sessionId": "3" * 32,
            "targetInfo": info(OTHER, SHOP, type="worker"),
        }
        assert not await told(rig, "Target.attachedToTarget", **worker, waitingForDebugger=True)
        await rig.server.until("Runtime.runIfWaitingForDebugger")
        assert not await told(rig, "Page.frameStartedLoading", frameId=PAGE)
        rig.paused = False
        since = len(rig.debugger.events)
        assert not await told(rig, "Network.dataReceived", requestId="1")
        await rig.debugger.say("Runtime.evaluate", session=SEAT)
        assert rig.heard()[since:] == ["Target.attachedToTarget", "Page.frameStartedLoading"]
        assert await told(rig, "Page.screencastFrame", **picture)


async def test_a_page_that_shows_a_blocked_site_in_a_pause_is_shut_then_too() -> None:
    async with rigged() as rig:
        await rig.attached()
        await rig.debugger.say("Page.enable", session=SEAT)
        rig.paused = True
        await rig.went(BANK)
        rig.paused = False
        assert (await rig.debugger.refuse("DOM.getDocument", session=SEAT)).code == "SITE_BLOCKED"
        assert BANK not in rig.debugger.all()
