"""How a debugger comes to a page: our sentry first, then what the page shows, then its word."""

from typing import Any

import pytest

from tests.cdp._scripted import OTHER, PAGE, info, session_of
from tests.relay._rig import BANK, ROOT, SEAT, SHOP, rigged, tree

ATTACHED = "Target.attachedToTarget"


def met(seat: str, about: dict[str, Any], *, held: bool) -> dict[str, Any]:
    """What Chrome tells of a target at which a session of the debugger's stands."""
    return {"sessionId": seat, "targetInfo": about, "waitingForDebugger": held}


async def test_our_sentry_is_armed_before_the_debugger_says_anything() -> None:
    async with rigged() as rig:
        said = rig.debugger.post("Runtime.evaluate", session=SEAT)
        with pytest.raises(Exception, match="Session with given id"):
            await said
        await rig.tell(ATTACHED, **met(SEAT, info(PAGE, SHOP), held=False))
        await rig.debugger.until(ATTACHED)
        await rig.debugger.say("Runtime.evaluate", session=SEAT)
        order = [(c["method"], c.get("sessionId")) for c in rig.server.commands]
        ours = session_of(PAGE)
        armed, told_tree, spoken = (
            order.index(each)
            for each in (
                ("Fetch.enable", ours),
                ("Page.getFrameTree", SEAT),
                ("Runtime.evaluate", SEAT),
            )
        )
        assert armed < told_tree < spoken


async def test_a_page_that_does_not_say_what_it_shows_is_shut() -> None:
    async with rigged() as rig:
        rig.server.silent.add("Page.getFrameTree")
        await rig.attached()
        refused = await rig.debugger.refuse("Runtime.evaluate", session=SEAT)
        assert refused.code == "PAGE_UNREACHABLE"
        await rig.went(SHOP)
        await rig.debugger.say("Runtime.evaluate", session=SEAT)


async def test_a_page_at_which_no_sentry_stands_is_let_go() -> None:
    async with rigged() as rig:
        rig.server.silent.add("Target.attachToTarget")
        await rig.tell(ATTACHED, **met(SEAT, info(PAGE, SHOP), held=False))
        await rig.server.until("Target.detachFromTarget")
        refused = await rig.debugger.refuse("Runtime.evaluate", session=SEAT)
        assert refused.words == "Session with given id not found."
        assert rig.said(SEAT) == []


async def test_a_blocked_page_is_let_go_without_a_word() -> None:
    async with rigged(info(PAGE, BANK)) as rig:
        await rig.tell(ATTACHED, **met(SEAT, info(PAGE, BANK), held=False))
        await rig.server.until("Target.detachFromTarget")
        assert rig.said(SEAT) == []
        assert rig.heard() == []
        await rig.debugger.refuse("Runtime.evaluate", session=SEAT)


async def test_a_held_page_that_is_hidden_runs_under_guard() -> None:
    async with rigged(info(PAGE, BANK)) as rig:
        await rig.tell(ATTACHED, **met(SEAT, info(PAGE, BANK), held=True))
        await rig.server.until("Target.detachFromTarget")
        order = [(c["method"], c.get("sessionId")) for c in rig.server.commands]
        run = order.index(("Runtime.runIfWaitingForDebugger", SEAT))
        assert order.index(("Fetch.enable", session_of(PAGE))) < run
        assert rig.heard() == []


@pytest.mark.parametrize("kind", ["browser_ui", "service_worker", "shared_worker", "other"])
async def test_what_is_no_page_is_not_told_of(kind: str) -> None:
    async with rigged() as rig:
        about = info(OTHER, "chrome://x/", type=kind)
        await rig.tell(ATTACHED, **met(SEAT, about, held=True))
        await rig.server.until("Target.detachFromTarget")
        assert rig.said(SEAT) == ["Runtime.runIfWaitingForDebugger"]
        assert rig.heard() == []


async def test_a_frame_waits_for_its_own_sentry_and_shares_the_pages_sight() -> None:
    async with rigged() as rig:
        await rig.attached()
        frame, seat = "F" * 32, "2" * 32
        about = info(frame, SHOP, type="iframe")
        await rig.server.event(ATTACHED, met(seat, about, held=True), SEAT)
        await rig.debugger.until(ATTACHED, targetId=frame)
        said = rig.debugger.post("Runtime.evaluate", session=seat)
        await rig.settle()
        assert rig.said(seat) == []
        ours = met("ours-frame", about, held=True)
        await rig.server.event(ATTACHED, ours, session_of(PAGE))
        await said
        order = [(c["method"], c.get("sessionId")) for c in rig.server.commands]
        assert order.index(("Fetch.enable", "ours-frame")) < order.index(("Runtime.evaluate", seat))
        await rig.went(BANK, frame, seat)
        for each in (seat, SEAT):
            assert (await rig.debugger.refuse("Runtime.evaluate", session=each)).code
        assert (await rig.debugger.refuse("DOM.getDocument", session=SEAT)).code == "SITE_BLOCKED"


async def test_a_late_word_of_what_a_page_shows_opens_it() -> None:
    async with rigged() as rig:
        rig.server.silent.add("Page.getFrameTree")
        await rig.attached()
        command = await rig.server.until("Page.getFrameTree")
        await rig.server.send({"id": command["id"], "result": tree(SHOP), "sessionId": SEAT})
        await rig.settle()
        await rig.debugger.say("Runtime.evaluate", session=SEAT)
        assert ROOT not in rig.said(SEAT)


@pytest.mark.parametrize("held", [True, False])
async def test_a_blocked_frame_is_let_go_without_a_word_and_runs_under_guard(held: bool) -> None:
    async with rigged() as rig:
        await rig.attached()
        frame, seat = "F" * 32, "2" * 32
        about = info(frame, BANK, type="iframe")
        count = len(rig.heard())
        await rig.server.event(ATTACHED, met(seat, about, held=held), SEAT)
        await rig.settle()
        await rig.debugger.refuse("Runtime.evaluate", session=seat)
        assert "Runtime.runIfWaitingForDebugger" not in rig.said(seat)
        ours = met("ours-frame", about, held=held)
        await rig.server.event(ATTACHED, ours, session_of(PAGE))
        gone = await rig.server.until("Target.detachFromTarget")
        assert (gone["params"], gone["sessionId"]) == ({"sessionId": seat}, SEAT)
        order = [(c["method"], c.get("sessionId")) for c in rig.server.commands]
        if held:
            run = order.index(("Runtime.runIfWaitingForDebugger", seat))
            assert order.index(("Fetch.enable", "ours-frame")) < run
        assert rig.said(seat) == ["Runtime.runIfWaitingForDebugger"] * held
        assert rig.heard()[count:] == []
        assert frame not in rig.debugger.all()
