"""Pages that a debugger opens, at a scripted browser; in Chromium by `test_attacks`."""

import json

import pytest

from tests.cdp._scripted import info, session_of
from tests.relay._debugger import Refused
from tests.relay._rig import ROOT, SHOP, Rig, rigged

NEW = "D" * 32
HOLD = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}


async def opened(rig: Rig, named: str = NEW) -> str:
    """Answer that a page was opened; return the address that Chrome was told."""
    command = await rig.server.until("Target.createTarget")
    await rig.server.event("Target.targetCreated", {"targetInfo": info(NEW)})
    answer = {"id": command["id"], "result": {"targetId": named}, "sessionId": ROOT}
    await rig.server.send(answer)
    return str(command["params"]["url"])


@pytest.mark.parametrize("named", [NEW, "7"])
async def test_a_page_is_opened_empty_and_led_on_under_guard(named: str) -> None:
    async with rigged() as rig:
        await rig.settle()
        rig.server.silent.add("Target.createTarget")
        asked = rig.debugger.post("Target.createTarget", {"url": SHOP})
        assert await opened(rig, named) == "about:blank"
        assert await asked == {"targetId": NEW}
        await rig.server.until("Page.navigate")
        said = rig.said(session_of(NEW))
        assert said.index("Fetch.enable") < said.index("Page.navigate")


async def test_a_page_that_the_debugger_holds_goes_on_when_it_lets_it() -> None:
    async with rigged() as rig:
        rig.server.silent.add("Target.createTarget")
        await rig.debugger.say("Target.setAutoAttach", HOLD)
        asked = rig.debugger.post("Target.createTarget", {"url": SHOP})
        await rig.server.until("Target.createTarget")
        ours = {"sessionId": "ours", "targetInfo": info(NEW), "waitingForDebugger": True}
        await rig.server.event("Target.attachedToTarget", ours)
        await opened(rig)
        await asked
        await rig.settle()
        assert "Page.navigate" not in rig.said("ours")
        rig.relay.post.let_run(NEW)
        await rig.server.until("Page.navigate")
        assert rig.said("ours")[-2:] == ["Runtime.runIfWaitingForDebugger", "Page.navigate"]


async def test_without_rules_chrome_opens_it_itself() -> None:
    async with rigged() as rig:
        rig.judge.rules = ()
        rig.relay.post.see()
        rig.server.silent.add("Target.createTarget")
        asked = rig.debugger.post("Target.createTarget", {"url": SHOP})
        assert await opened(rig) == SHOP
        assert await asked == {"targetId": NEW}
        assert "Page.navigate" not in rig.server.methods()


async def test_one_at_which_no_sentry_comes_to_stand_is_closed_again() -> None:
    async with rigged() as rig:
        rig.server.silent |= {"Target.createTarget", "Target.attachToTarget"}
        asked = rig.debugger.post("Target.createTarget", {"url": SHOP})
        await opened(rig)
        with pytest.raises(Refused, match="could not be guarded"):
            await asked
        closed = await rig.server.until("Target.closeTarget")
        assert closed["params"] == {"targetId": NEW}


async def test_hidden_pages_and_refusals() -> None:
    async with rigged() as rig:
        told = await rig.debugger.refuse("Target.createTarget", {"url": SHOP, "hidden": True})
        assert told.code == "UNSUPPORTED"
        rig.server.replies["Target.createTarget"] = {"error": {"code": -1, "message": "no"}}
        told = await rig.debugger.refuse("Target.createTarget", {"url": SHOP})
        assert told.words == "no"
        rig.server.replies["Target.createTarget"] = {"targetId": "8"}
        told = await rig.debugger.refuse("Target.createTarget", {"url": SHOP})
        assert json.dumps(told.code) == '"TIMEOUT"'
