"""When the gate closes and opens, and whose pages it takes: scripted, no Chromium."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest

from bridge.cdp.connection import Connection, open_connection
from bridge.cdp.targets import Targets
from bridge.page import gate
from bridge.page.gate import PERSON_SECONDS, WORK_SECONDS, Gate
from bridge.page.scope import Refs
from bridge.page.tab import Tab
from bridge.settings import LimitSettings, Settings
from tests.cdp._scripted import OTHER, PAGE, Scripted, info, scripted, session_of

POPUP = "D" * 32
SHOP, BANK = "http://shop.test/", "http://bank.test/"


@dataclass
class Judge:
    """Blocks the bank; `rules` are its wildcards."""

    rules: tuple[str, ...] = ("*bank*",)

    def check(self, *urls: str) -> None:
        assert all(map(self.allows, urls))

    def check_destination(self, url: str) -> None:
        self.check(url)

    def allows(self, url: str) -> bool:
        return "//bank" not in url

    def patterns(self) -> tuple[str, ...]:
        return self.rules


@dataclass
class House:
    """A gate at a scripted browser, and a clock that is turned by hand."""

    server: Scripted
    link: Connection
    targets: Targets
    judge: Judge
    gate: Gate
    ahead: float = 0.0
    _sessions: int = 0

    async def tab(self, target: str = PAGE) -> Tab:
        session = await self.targets.attach(target)
        tab = Tab(session, target, Settings(), self.judge, Refs())
        self.gate.watch(tab)
        return tab

    async def handed(self, target: str, *, waits: bool = True, **more: Any) -> str:
        """Chrome hands a session over; returns its id."""
        self._sessions += 1
        session = f"handed-{self._sessions}"
        told = {"sessionId": session, "targetInfo": info(target, **more)}
        await self.server.event("Target.attachedToTarget", told | {"waitingForDebugger": waits})
        return session

    async def of(self, session: str) -> list[str]:
        """What was sent to a session, once all that was told was heard."""
        await self.link.root.call("Browser.getVersion")
        await self.link.root.call("Browser.getVersion")
        return [c["method"] for c in self.server.commands if c.get("sessionId") == session]

    async def roots(self) -> list[tuple[str, Any]]:
        await self.link.root.call("Browser.getVersion")
        held = [c for c in self.server.commands if c["method"] == "Target.setAutoAttach"]
        return [("hold", c["params"]["autoAttach"]) for c in held if "sessionId" not in c]


@pytest.fixture
async def house(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    script = Scripted(targets=[info(PAGE, SHOP), info(OTHER, SHOP)])
    async with (
        scripted(script) as server,
        open_connection(server.port, LimitSettings(command_seconds=5)) as link,
    ):
        targets, judge = Targets(link), Judge()
        gate = Gate(link, targets, judge)
        await targets.start()
        house = House(server, link, targets, judge, gate)
        real = asyncio.get_running_loop().time
        monkeypatch.setattr(gate, "_now", lambda: real() + house.ahead)
        yield house
        await gate.close()


async def test_with_no_rules_only_frames_apart_are_heard_of_and_nobody_is_started(
    house: House,
) -> None:
    house.judge.rules = ()
    tab = await house.tab()
    for _ in range(3):
        with house.gate.work(acts=True):
            await tab.session.call("Runtime.evaluate")
    sent = house.server.methods()
    assert not [m for m in sent if m.startswith("Fetch.")]
    assert sent.count("Target.setAutoAttach") == 1
    asked = await house.server.until("Target.setAutoAttach")
    assert asked["sessionId"] == tab.session.id
    assert asked["params"]["filter"] == [{"type": "iframe"}, {"exclude": True}]
    assert house.gate.warden is None


async def test_a_call_closes_the_gate_in_the_flight_of_its_first_command(house: House) -> None:
    tab = await house.tab()
    house.server.commands.clear()
    with house.gate.work(acts=False):
        await tab.session.call("Runtime.evaluate")
    assert house.server.methods()[:4] == [
        "Target.setAutoAttach",
        "Fetch.enable",
        "Target.setAutoAttach",
        "Runtime.evaluate",
    ]
    house.server.commands.clear()
    with house.gate.work(acts=True):
        await tab.session.call("Runtime.evaluate")
    assert house.server.methods() == ["Runtime.evaluate"]


async def test_it_opens_a_while_after_the_last_call(house: House) -> None:
    tab = await house.tab()
    with house.gate.work(acts=True):
        house.ahead += WORK_SECONDS * 2
        house.gate.see()
        assert house.gate.patterns, "a call is still running"
    house.ahead += WORK_SECONDS - 1
    house.gate.see()
    assert house.gate.patterns
    house.ahead += 2
    house.gate.see()
    assert await house.of(str(tab.session.id)) == [
        *("Fetch.enable", "Target.setAutoAttach", "Fetch.disable", "Target.setAutoAttach")
    ]
    assert await house.roots() == [("hold", True), ("hold", False)]
    with house.gate.work(acts=False):
        assert await house.roots() == [("hold", True), ("hold", False), ("hold", True)]


async def test_edited_rules_are_sent_again_while_an_agent_works(house: House) -> None:
    await house.tab()
    with house.gate.work(acts=True):
        house.judge.rules = ("*bank*", "*casino*")
        told = (await house.server.until("Fetch.enable", 2))["params"]["patterns"]
        assert [each["urlPattern"] for each in told] == ["*bank*", "*casino*"]
        house.judge.rules = ()
        await house.server.until("Fetch.disable")
    assert await house.roots() == [("hold", True), ("hold", False)]


async def test_after_a_while_without_an_act_what_happens_is_the_persons_doing(
    house: House,
) -> None:
    assert house.gate.is_persons()
    with house.gate.work(acts=False):
        assert house.gate.is_persons()
    with house.gate.work(acts=True):
        house.ahead += PERSON_SECONDS * 2
        assert not house.gate.is_persons()
    house.ahead += PERSON_SECONDS - 1
    assert not house.gate.is_persons()
    house.ahead += 2
    assert house.gate.is_persons()


async def test_what_a_tab_of_ours_opens_is_armed_before_it_runs(house: House) -> None:
    await house.tab()
    with house.gate.work(acts=True):
        popup = await house.handed(POPUP, url="", openerId=PAGE)
        armed = ["Fetch.enable", "Target.setAutoAttach", "Page.enable"]
        assert await house.of(popup) == [*armed, "Runtime.runIfWaitingForDebugger"]
        # and what that opens in turn
        second = await house.handed("E" * 32, url="", openerId=POPUP)
        assert (await house.of(second))[0] == "Fetch.enable"


@pytest.mark.parametrize(
    ("target", "waits", "more"),
    [
        (OTHER, False, {}),
        (POPUP, True, {}),
        (POPUP, True, {"openerId": OTHER}),
        ("15", False, {}),
        ("15", False, {"openerId": PAGE}),
        (PAGE, False, {}),
        (POPUP, True, {"openerId": PAGE, "type": "service_worker"}),
    ],
)
async def test_pages_of_the_person_and_twins_run_and_are_let_go_untouched(
    house: House, target: str, waits: bool, more: dict[str, Any]
) -> None:
    tab = await house.tab()
    with house.gate.work(acts=True):
        session = await house.handed(target, waits=waits, **more)
        assert await house.of(session) == ["Runtime.runIfWaitingForDebugger"] * waits
        gone = await house.server.until("Target.detachFromTarget")
        assert gone["params"] == {"sessionId": session}
    assert tab.alive


async def test_a_popup_held_after_the_gate_opened_runs(house: House) -> None:
    await house.tab()
    popup = await house.handed(POPUP, url="", openerId=PAGE)
    assert await house.of(popup) == ["Runtime.runIfWaitingForDebugger"]


async def test_a_popup_whose_first_document_is_stopped_is_closed_and_its_opener_told(
    house: House,
) -> None:
    tab = await house.tab()
    with house.gate.work(acts=True), tab.watch() as watch:
        popup = await house.handed(POPUP, url="", openerId=PAGE)
        paused = {"requestId": "1", "request": {"url": BANK}, "frameId": POPUP}
        await house.server.event("Fetch.requestPaused", paused, popup)
        closed = await house.server.until("Target.closeTarget")
        assert closed["params"] == {"targetId": POPUP}
        assert watch.stopped


async def test_a_popup_that_becomes_a_tab_is_guarded_by_one_session(house: House) -> None:
    await house.tab()
    with house.gate.work(acts=True):
        popup = await house.handed(POPUP, url="", openerId=PAGE)
        await house.of(popup)
        tab = await house.tab(POPUP)
        assert await house.of(str(tab.session.id)) == ["Fetch.enable", "Target.setAutoAttach"]
        gone = await house.server.until("Target.detachFromTarget")
        assert gone["params"] == {"sessionId": popup}


async def test_popups_that_are_no_tabs_are_let_go_as_the_gate_opens(house: House) -> None:
    await house.tab()
    with house.gate.work(acts=True):
        popup = await house.handed(POPUP, url="", openerId=PAGE)
        await house.of(popup)
        house.judge.rules = ()
        gone = await house.server.until("Target.detachFromTarget")
    assert gone["params"] == {"sessionId": popup}


async def test_where_chrome_holds_no_pages_popups_are_reached_as_soon_as_may_be(
    house: House,
) -> None:
    house.server.replies["Target.setAutoAttach"] = {"error": {"code": -32000, "message": "no"}}
    await house.tab()
    with house.gate.work(acts=True):
        await house.of("")
        told = {"targetInfo": info(POPUP, "", openerId=PAGE)}
        await house.server.event("Target.targetCreated", told)
        await house.server.until("Runtime.runIfWaitingForDebugger")
        assert (await house.of(session_of(POPUP)))[0] == "Fetch.enable"
        told = {"targetInfo": info("E" * 32, "", openerId=OTHER)}
        await house.server.event("Target.targetCreated", told)
        await house.of("")
        assert house.server.methods().count("Target.attachToTarget") == 2


async def test_pages_that_a_client_before_us_left_frozen_are_run(house: House) -> None:
    await house.server.event("Target.targetCreated", {"targetInfo": info(POPUP, "")})
    await house.of("")
    house.gate.thaw()
    assert (await house.server.until("Runtime.runIfWaitingForDebugger"))["sessionId"] == session_of(
        POPUP
    )


async def test_a_tab_knows_whose_page_an_empty_address_is(house: House) -> None:
    tab = await house.tab()
    frame = {"id": PAGE, "url": BANK}
    await house.server.event("Page.frameNavigated", {"frame": frame}, tab.session.id)
    frame = {"id": PAGE, "url": "about:blank"}
    await house.server.event("Page.frameNavigated", {"frame": frame}, tab.session.id)
    changed = {"targetInfo": info(PAGE, SHOP)}  # the browser's own news come later
    await house.server.event("Target.targetInfoChanged", changed)
    await house.of("")
    assert tab.places == ("about:blank", BANK)


async def test_the_warden_watches_only_while_the_gate_is_closed_and_goes_with_it(
    house: House,
) -> None:
    with house.gate.work(acts=True):
        warden = house.gate.warden
        assert warden is not None
        os.kill(warden.pid, 0)
    await house.gate.close()
    with pytest.raises(ProcessLookupError):
        os.kill(warden.pid, 0)
    assert await house.roots() == [("hold", True), ("hold", False)]


async def test_a_warden_stands_by_too_while_frames_may_be_held_without_any_rule(
    house: House,
) -> None:
    house.judge.rules = ()
    tab = await house.tab()
    frame = {"id": "F" * 32, "parentId": PAGE, "url": SHOP}
    house.server.replies["Page.getFrameTree"] = {"frameTree": {"frame": frame}}
    target = {"targetId": "F" * 32, "type": "iframe", "url": SHOP}
    told = {"sessionId": "frame", "targetInfo": target, "waitingForDebugger": True}
    with house.gate.work(acts=False):
        assert house.gate.warden is None
        await house.server.event("Target.attachedToTarget", told, tab.session.id)
        assert "Runtime.runIfWaitingForDebugger" in await house.of("frame")
        assert house.gate.warden is not None


async def test_closing_lets_pages_run_that_chrome_holds_at_that_very_moment(
    house: House,
) -> None:
    with house.gate.work(acts=True):
        await house.server.event("Target.targetCreated", {"targetInfo": info(POPUP, "")})
        await house.of("")
    await house.gate.close()
    assert "Runtime.runIfWaitingForDebugger" in await house.of(session_of(POPUP))


async def test_a_chrome_that_lets_nobody_reach_its_frozen_pages_does_not_hold_the_bridge_up(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "_LEAVE_ALL_SECONDS", 0.05)
    monkeypatch.setattr(sys, "platform", "win32")  # no warden, which would cut the link
    with house.gate.work(acts=True):
        await house.server.event("Target.targetCreated", {"targetInfo": info(POPUP, "")})
        await house.of("")
    assert house.gate.warden is None
    house.server.silent.add("Target.attachToTarget")
    async with asyncio.timeout(LimitSettings().open_seconds / 2):  # reaching one page may take all
        await house.gate.close()


async def test_a_gate_whose_link_broke_closes_without_a_word(house: House) -> None:
    with house.gate.work(acts=True):
        await house.of("")
        house.server.cut()
        await house.link.wait_ended()
        house.gate.see()
    assert house.gate.patterns == ()


async def test_whose_a_popup_is_that_was_there_before_is_learned_at_the_start() -> None:
    script = Scripted(
        targets=[
            info(POPUP, "about:blank", openerId=OTHER),
            info(OTHER, "about:blank", openerId=PAGE),
            info(PAGE, BANK),
        ]
    )
    async with scripted(script) as server, open_connection(server.port, LimitSettings()) as link:
        targets = Targets(link)
        gate = Gate(link, targets, Judge())
        await targets.start()
        gate.learn()
        assert gate.lineage.behind(POPUP) == gate.lineage.behind(OTHER) == (BANK,)
        assert gate.lineage.behind(PAGE) == ()
