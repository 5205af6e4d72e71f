"""A debugger on real Chromium in the virtual phone, through the relay."""

from typing import Any

import pytest

from bridge.relay import line as lines
from bridge.relay.relays import Held
from tests.cdp._scripted import PAGE, info
from tests.gate._site import Site
from tests.relay._debugger import Debugger, Refused
from tests.relay._rig import BANK, ROOT, SEAT, SHOP, rigged


async def test_a_debugger_opens_a_page_and_steers_it(
    held: Held, debugger: Debugger, site: Site
) -> None:
    target, session = await debugger.open(site.url("shop.test"))
    assert target in {each["targetId"] for each in held.relay.targets()}
    assert await debugger.run(session, "location.hostname") == "shop.test"
    assert len((await debugger.say("Page.captureScreenshot", session=session))["data"]) > 1000


SESSION_ONLY, ROOT_ONLY = ("Runtime.evaluate", "Fetch.enable"), ("Target.getTargets",)


async def test_a_method_is_said_where_it_belongs() -> None:
    async with rigged() as rig:
        await rig.attached()
        for method in SESSION_ONLY:
            assert "is not said to the browser" in (await rig.debugger.refuse(method)).words
        for method in ROOT_ONLY:
            refused = await rig.debugger.refuse(method, session=SEAT)
            assert "is not said to a session" in refused.words
        assert (await rig.debugger.refuse("Tracing.start")).code == "UNSUPPORTED"


async def test_a_tab_target_is_only_attached_through() -> None:
    async with rigged() as rig:
        tab, seat = "9" * 32, "5" * 32
        about = info(tab, SHOP, type="tab")
        told: dict[str, Any] = {"sessionId": seat, "targetInfo": about}
        await rig.tell("Target.attachedToTarget", **told, waitingForDebugger=False)
        await rig.settle()
        await rig.debugger.say("Target.setAutoAttach", {"flatten": True}, seat)
        refused = await rig.debugger.refuse("Page.captureScreenshot", session=seat)
        assert refused.words == "Session with given id not found."


async def test_a_new_page_is_named_by_its_true_id() -> None:
    async with rigged() as rig:
        rig.server.replies["Target.createTarget"] = {"targetId": "7"}
        rig.server.silent.add("Target.createTarget")
        new = "D" * 32
        asked = rig.debugger.post("Target.createTarget", {"url": SHOP})
        command = await rig.server.until("Target.createTarget")
        await rig.server.event("Target.targetCreated", {"targetInfo": info(new, SHOP)})
        answer = {"id": command["id"], "result": {"targetId": "7"}, "sessionId": ROOT}
        await rig.server.send(answer)
        assert await asked == {"targetId": new}
        assert (await rig.debugger.refuse("Target.createTarget", {"hidden": True})).code


async def test_an_answer_that_cannot_be_read_ends_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with rigged() as rig:
        rig.server.replies["Target.getTargets"] = {"targetInfos": 7}
        assert (await rig.debugger.refuse("Target.getTargets")).code == "INTERNAL"
        await rig.tell("Target.targetCreated", targetInfo=None)
        await rig.settle()
        assert rig.link.root.alive
        assert "a relay failed" in caplog.text
        await rig.debugger.say("Browser.getVersion")


async def test_more_commands_than_are_taken_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MOST_ASKED", 2)
    async with rigged() as rig:
        await rig.attached()
        hangs = [
            rig.debugger.post("Runtime.evaluate", {"expression": "hang"}, SEAT) for _ in range(2)
        ]
        assert (await rig.debugger.refuse("Browser.getVersion")).code == "PHONE_GONE"
        assert not any(each.done() for each in hangs)
        for each in hangs:
            each.cancel()


async def test_the_end_of_the_link_is_told_to_all_who_wait() -> None:
    async with rigged() as rig:
        await rig.attached()
        hangs = rig.debugger.post("Runtime.evaluate", {"expression": "hang"}, SEAT)
        await rig.server.until("Runtime.evaluate")
        rig.server.cut()
        with pytest.raises(Refused, match="PHONE_GONE"):
            await hangs
        assert (await rig.debugger.refuse("Browser.getVersion")).code == "PHONE_GONE"


async def test_a_page_with_an_open_dialog_is_helped_out_of_it() -> None:
    async with rigged() as rig:
        rig.server.silent.add("Page.getFrameTree")
        await rig.attached()
        await rig.debugger.say("Page.handleJavaScriptDialog", {"accept": True}, SEAT)
        await rig.debugger.say("Page.bringToFront", session=SEAT)
        changed = {"targetInfo": info(PAGE, BANK)}
        await rig.server.event("Target.targetInfoChanged", changed)
        await rig.settle()
        refused = await rig.debugger.refuse("Page.bringToFront", session=SEAT)
        assert refused.code == "PAGE_UNREACHABLE"


@pytest.mark.parametrize("then", [SHOP, BANK])
async def test_a_picture_asked_for_as_a_page_reopens_is_taken_when_none_can_be_older(
    then: str,
) -> None:
    async with rigged() as rig:
        await rig.attached()
        await rig.went(BANK)
        await rig.went(SHOP)
        asked = rig.debugger.post("Page.captureScreenshot", session=SEAT)
        await rig.settle()
        assert "Page.captureScreenshot" not in rig.said(SEAT)
        await rig.went(then)
        if then == BANK:
            with pytest.raises(Refused, match="SITE_BLOCKED"):
                await asked
        else:
            await asked
        assert rig.said(SEAT).count("Page.captureScreenshot") == (then == SHOP)


async def test_what_a_command_came_to_in_a_pause_is_not_told() -> None:
    async with rigged() as rig:
        await rig.attached()
        rig.server.silent.add("Runtime.evaluate")
        asked = rig.debugger.post("Runtime.evaluate", session=SEAT)
        command = await rig.server.until("Runtime.evaluate")
        rig.paused = True
        answer = {"id": command["id"], "result": {"a": 1}, "sessionId": SEAT}
        await rig.server.send(answer)
        with pytest.raises(Refused, match="UNKNOWN_OUTCOME"):
            await asked
