"""Who has a phone by a relay, how it begins, and how it ends."""

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import pytest

from bridge.adb.server import AdbServer
from bridge.app import Bridge, open_bridge
from bridge.errors import BridgeError
from bridge.relay.relays import CHROME_EXITED, UNPLUGGED
from bridge.settings import Settings
from bridge.tools.call import Caller
from bridge.tools.lease import Party
from tests.gate._site import Site
from tests.relay._debugger import Debugger, Refused
from tests.relay._person import Person
from tests.relay.conftest import PARTY, opened

AGENT = Caller("an agent", "mcp", "connection")
SHELL = Caller("cli", "cli", take=True)


async def refused(bridge: Bridge, *, take: bool = False, party: Party = PARTY) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        async with bridge.relays.open(None, party, Debugger(), take=take):
            pass
    return caught.value


async def test_nobody_else_has_the_phone_while_a_relay_has_it(
    bridge: Bridge, debugger: Debugger, site: Site
) -> None:
    async with opened(bridge, debugger):
        for tool, args in (("page_text", {}), ("page_navigate", {"url": site.url("shop.test")})):
            with pytest.raises(BridgeError, match=r"NOT_OWNER.*a debugger"):
                await bridge.door.call(tool, args, AGENT)
        assert (await refused(bridge, party=Party("other", "another"))).code == "NOT_OWNER"
        assert (await refused(bridge)).code == "NOT_OWNER"
        (row,) = bridge.door.owners.status()["owners"]
        assert (row["owner"], row["acting"]) == ("a debugger", True)
    await bridge.door.call("page_tabs", {"action": "open", "url": site.url("shop.test")}, AGENT)
    assert (await refused(bridge)).code == "NOT_OWNER"
    async with opened(bridge, debugger, take=True):
        with pytest.raises(BridgeError, match="NOT_OWNER"):
            await bridge.door.call("page_navigate", {"url": site.url("shop.test")}, AGENT)


async def test_a_person_who_takes_the_phone_ends_the_relay(
    bridge: Bridge, debugger: Debugger, site: Site
) -> None:
    async with opened(bridge, debugger) as held:
        await bridge.door.call("page_tabs", {"action": "open", "url": site.url("shop.test")}, SHELL)
        async with asyncio.timeout(10):
            assert await held.ended == "taken"
        assert (await debugger.refuse("Target.getTargets")).code == "NOT_OWNER"


async def test_a_pause_stops_the_debugger_and_lifts_what_it_holds(
    bridge: Bridge, debugger: Debugger, site: Site
) -> None:
    async with opened(bridge, debugger):
        _, session = await debugger.open(site.url("shop.test"))
        await debugger.run(
            session,
            "window.seen = []; for (const name of ['touchstart', 'touchcancel', 'touchend'])"
            " addEventListener(name, () => seen.push(name)); 1",
        )
        touch = {"type": "touchStart", "touchPoints": [{"x": 50, "y": 60}]}
        await debugger.say("Input.dispatchTouchEvent", touch, session)
        await bridge.door.owners.pause(None)
        assert (await debugger.refuse("Page.enable", session=session)).code == "PAUSED_BY_PERSON"
        assert (await refused(bridge, party=Party("o", "other"))).code == "PAUSED_BY_PERSON"
        bridge.door.owners.resume(None)
        seen = "new Promise((done) => setTimeout(() => done(seen.join()), 200))"
        assert await debugger.run(session, seen) == "touchstart,touchcancel"


async def forwards(phone: Any) -> int:
    server = AdbServer("127.0.0.1", phone.adb_port, call_seconds=5)
    return len(await server.list_forwards())


async def test_its_forward_comes_with_it_and_goes_with_it(
    bridge: Bridge, debugger: Debugger, phone: Any
) -> None:
    before = await forwards(phone)
    async with opened(bridge, debugger) as held:
        assert await forwards(phone) == before + 1
        told = held.opened({"serial": phone.serial})
        assert told["browserVersion"].startswith("Chrome/")
        assert told["device"] == {"serial": phone.serial}
        for each in told["targets"]:
            assert set(each) == {"targetId", "url", "title"}
            assert len(each["targetId"]) == 32
    assert await forwards(phone) == before
    with pytest.raises(RuntimeError, match="of the test"):
        async with opened(bridge, debugger):
            raise RuntimeError("of the test")
    assert await forwards(phone) == before


async def test_a_debugger_hears_of_a_phone_that_goes(start: Any, debugger: Debugger) -> None:
    with start() as own:
        settings = Settings.model_validate({"adb": {"port": own.adb_port}, "serial": own.serial})
        async with open_bridge(settings) as bridge:
            async with opened(bridge, debugger) as held:
                target = held.relay.targets()[0]["targetId"]
                session = await debugger.attach(target)
                await debugger.run(session, "1")
                hangs = debugger.post(
                    "Runtime.evaluate",
                    {"expression": "new Promise(() => {})", "awaitPromise": True},
                    session,
                )
                own.ask("/chrome", {"state": "closed"})
                async with asyncio.timeout(20):
                    assert await held.ended == CHROME_EXITED
                with pytest.raises(Refused, match="PHONE_GONE"):
                    await hangs
                assert (await debugger.refuse("Target.getTargets")).code == "PHONE_GONE"
            assert await forwards(own) == 0
            assert (await refused(bridge)).code == "CHROME_NOT_RUNNING"
            own.ask("/chrome", {"state": "open"})
            async with opened(bridge, debugger) as held:
                own.ask("/quirk", {"name": "unauthorized", "on": True})
                async with asyncio.timeout(20):
                    assert await held.ended == UNPLUGGED
            assert (await refused(bridge)).code == "DEVICE_UNAUTHORIZED"


async def test_a_command_has_a_limit_and_a_log_line_without_what_it_said(
    bridge: Bridge, debugger: Debugger, site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(bridge, debugger):
        _, session = await debugger.open(site.url("shop.test"))
        caplog.set_level(logging.INFO, "bridge.relay")
        never = {"expression": "new Promise(() => {}) // of the test", "awaitPromise": True}
        with pytest.raises(Refused, match=r"TIMEOUT.*Runtime\.evaluate.*within 0\.3 s"):
            await debugger.say("Runtime.evaluate", never, session, seconds=0.3)
        await debugger.say("Page.screencastFrameAck", {"sessionId": 1}, session)
        moves = {"type": "mouseMoved", "x": 1, "y": 1}
        await debugger.say("Input.dispatchMouseEvent", moves, session)
        with pytest.raises(Refused):
            await debugger.say("Made.upByTheTest", session=session)
        lines = [r.getMessage() for r in caplog.records if r.name.startswith("bridge.relay")]
        assert any("Runtime.evaluate TIMEOUT" in line for line in lines)
        assert any("(unknown) CDP_ERROR" in line for line in lines)
        told = "\n".join(lines)
        for hidden in ("of the test", "screencastFrameAck", "dispatchMouse", "upByTheTest"):
            assert hidden not in told


async def test_pictures_give_way_to_a_slow_debugger_and_go_on_when_it_reads(
    bridge: Bridge, debugger: Debugger, site: Site
) -> None:
    def pictures() -> int:
        return sum(each["method"] == "Page.screencastFrame" for each in debugger.events)

    async with opened(bridge, debugger):
        _, session = await debugger.open(site.url("shop.test"))
        await debugger.say("Runtime.enable", session=session)
        code = "setInterval(() => { document.body.append('.'); console.log('tick'); }, 20); 1"
        await debugger.run(session, code)
        debugger.unsent = 5 * 2**20
        cast = {"format": "jpeg", "quality": 30, "maxWidth": 200, "everyNthFrame": 1}
        await debugger.say("Page.startScreencast", cast, session)
        since = len(debugger.events)
        async with asyncio.timeout(20):  # the page goes on, and all else is told
            while sum("consoleAPICalled" in json.dumps(e) for e in debugger.events[since:]) < 40:
                await debugger.run(session, "new Promise((done) => setTimeout(done, 100))")
        assert pictures() == 0
        debugger.unsent = 0
        frame = await debugger.until("Page.screencastFrame")  # more come: they were acknowledged
        assert frame["params"]["data"]


async def test_a_paused_debugger_sees_nothing_and_goes_on_afterwards(
    bridge: Bridge, debugger: Debugger, person: Person, site: Site
) -> None:
    owners = bridge.door.owners
    async with opened(bridge, debugger):
        target, session = await debugger.open(site.url("shop.test"))
        own = await person.targets.attach(target)
        await own.call("Page.enable")
        await debugger.say("Runtime.enable", session=session)
        await debugger.say("Page.startScreencast", {"format": "jpeg"}, session)
        await debugger.say("Fetch.enable", {}, session)
        await debugger.until("Page.screencastFrame")
        await owners.pause(None)
        since = len(debugger.events)
        # the person goes on, and is held up by nothing that the debugger would have to answer
        await person.go(own, site.url("shop.test", "/html", body="<p>in the pause"))
        code = "console.log('a secret'); new Promise((done) => requestAnimationFrame(done))"
        asked = {"expression": code, "awaitPromise": True}
        await own.call("Runtime.evaluate", asked)
        assert debugger.events[since:] == []
        refused = await debugger.refuse("Runtime.evaluate", {"expression": "1"}, session)
        assert refused.code == "PAUSED_BY_PERSON"
        owners.resume(None)
        await debugger.say("Fetch.disable", session=session)
        text = await debugger.run(session, "document.body.textContent")
        assert text == "in the pause"
        later = [each["method"] for each in debugger.events[since:]]
        assert later.index("Page.frameNavigated") < later.index("Page.loadEventFired")
        assert "a secret" not in debugger.all()
        await debugger.run(session, "document.body.append('more'), 1")
        async with asyncio.timeout(20):  # they were acknowledged, so more come
            while "Page.screencastFrame" not in [e["method"] for e in debugger.events[since:]]:
                await debugger.run(session, "document.body.append('.'), 1")


@pytest.mark.parametrize("rules", ["", "bank.test\n"])
async def test_a_page_that_a_debugger_holds_runs_when_it_leaves(
    bridge: Bridge, debugger: Debugger, person: Person, site: Site, sites: Path, *, rules: str
) -> None:
    sites.write_text(rules)
    target, own = await person.open(site.url("shop.test"))
    async with bridge.relays.open(None, PARTY, debugger) as held:
        debugger.relay = held.relay
        session = await debugger.attach(target)
        on = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
        await debugger.say("Target.setAutoAttach", on)
        address = json.dumps(site.url("shop.test", f"/held-{len(rules)}"))
        open_it = {"expression": f"void window.open({address})", "userGesture": True}
        debugger.post("Runtime.evaluate", open_it, session).cancel()
        await debugger.until("Target.attachedToTarget", waitingForDebugger=True)
    with site.heard:
        assert site.heard.wait_for(
            lambda: any(f"/held-{len(rules)}" in url for url in site.asked()), timeout=10
        )
    told = await own.call("Runtime.evaluate", {"expression": "1 + 1"})  # nor is its opener stuck
    assert told["result"]["value"] == 2


async def test_a_call_under_way_is_waited_for_only_so_long(phone: Any, debugger: Debugger) -> None:
    limits = {"open_seconds": 0.2}
    settings = Settings.model_validate(
        {"adb": {"port": phone.adb_port}, "serial": phone.serial, "limits": limits}
    )
    async with open_bridge(settings) as bridge:
        async with (await bridge.fleet.phone(None)).lock:
            assert (await refused(bridge)).code == "TIMEOUT"
        assert bridge.relays.held(phone.serial) is None


async def test_a_warden_stands_by_while_a_debugger_holds_pages(
    bridge: Bridge, debugger: Debugger
) -> None:
    async with opened(bridge, debugger) as held:
        assert held.relay.post.warden is None  # there are no rules
        on = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
        await debugger.say("Target.setAutoAttach", on)
        assert held.relay.post.warden is not None
    assert held.relay.post.warden is None


async def test_it_tells_what_the_browser_says_of_itself(bridge: Bridge, phone: Any) -> None:
    told = await bridge.relays.version(phone.serial)
    assert told["Browser"].startswith("Chrome/")
    with pytest.raises(BridgeError, match="NO_DEVICE"):
        await bridge.relays.version("none")
