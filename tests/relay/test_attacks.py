"""Ways for a debugger to get at a blocked site, each tried on real Chromium: none gets there."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bridge.app import Bridge, open_bridge
from bridge.cdp.session import Session
from bridge.page.sentry import Sentry
from bridge.places import config_folder
from bridge.relay.methods import REFUSED
from bridge.relay.relays import Held
from bridge.settings import Settings
from tests.gate._site import SECRET, Site
from tests.relay._debugger import Debugger, Refused
from tests.relay._person import Person
from tests.relay.conftest import PARTY, opened, using

BANK = "bank.test"


async def fence(debugger: Debugger, session: str) -> None:
    """Wait until what was begun on a page has gone its way."""
    await debugger.run(session, "new Promise((done) => setTimeout(done, 300))")


@pytest.fixture
def stops(caplog: pytest.LogCaptureFixture) -> Callable[[], int]:
    """How many documents the gate has stopped."""
    caplog.set_level("INFO", "bridge.page.sentry")
    return lambda: sum("the gate stopped" in each.getMessage() for each in caplog.records)


async def stopped(debugger: Debugger, session: str, stops: Callable[[], int], count: int) -> None:
    """Wait until the gate has stopped something more than `count`, and a while."""
    async with asyncio.timeout(20):
        while stops() <= count:
            await fence(debugger, session)
    await fence(debugger, session)


def told_nothing(debugger: Debugger, site: Site, since: int = 0) -> None:
    assert not [each.url for each in site.log[since:] if each.host == BANK]
    assert SECRET + BANK not in debugger.all()


async def test_a_refused_or_unknown_method_never_reaches_chrome(
    held: Held, debugger: Debugger, site: Site
) -> None:
    _, session = await debugger.open(site.url("shop.test"))
    for method in (*REFUSED, "Page.unheardOf", "Cast.enable", "Nothing.atAll"):
        for where in (None, session):
            refused = await debugger.refuse(method, {"flatten": True}, where)
            assert refused.code in {"UNSUPPORTED", "CDP_ERROR"}
            assert "let through" in str(refused) or "let it through" in str(refused)


async def test_wrapped_sessions_are_refused(held: Held, debugger: Debugger) -> None:
    target = held.relay.targets()[0]["targetId"]
    for how in ({}, {"flatten": False}):
        told = await debugger.refuse("Target.attachToTarget", {"targetId": target, **how})
        assert told.code == "UNSUPPORTED"
        on = {"autoAttach": True, "waitForDebuggerOnStart": False}
        assert (await debugger.refuse("Target.setAutoAttach", {**on, **how})).code == "UNSUPPORTED"


async def test_addresses_are_judged_before_chrome_sees_them(
    held: Held, debugger: Debugger, site: Site
) -> None:
    since = len(site.log)
    _, session = await debugger.open(site.url("shop.test"))
    blocked = site.url(BANK)
    on_page = {
        "Page.navigate": {"url": blocked},
        "Fetch.continueRequest": {"requestId": "interception-job-1.0", "url": blocked},
        "Network.setCookie": {"name": "a", "value": "b", "url": blocked},
        "Network.setCookies": {"cookies": [{"name": "a", "value": "b", "domain": f".{BANK}"}]},
        "Network.deleteCookies": {"name": "a", "domain": BANK},
        "Network.getCookies": {"urls": [blocked]},
        "Network.getCertificate": {"origin": blocked},
        "Storage.clearDataForOrigin": {"origin": blocked, "storageTypes": "all"},
        "Storage.clearDataForStorageKey": {"storageKey": blocked, "storageTypes": "all"},
        "IndexedDB.requestDatabaseNames": {"securityOrigin": blocked},
        "DOMStorage.getDOMStorageItems": {
            "storageId": {"securityOrigin": blocked, "isLocalStorage": True}
        },
    }
    for method, params in on_page.items():
        refused = await debugger.refuse(method, params, session)
        assert refused.code in {"SITE_BLOCKED", "CDP_ERROR"}, method
    assert (await debugger.refuse("Target.createTarget", {"url": blocked})).code == "SITE_BLOCKED"
    hop = site.url("shop.test", "/hop", to=blocked)
    with suppress(Refused):  # it may be closed before it is named
        await debugger.say("Target.createTarget", {"url": hop})
    await fence(debugger, session)
    for url in ("chrome://version", "file:///etc/passwd", "javascript:1", f"view-source:{blocked}"):
        assert await debugger.refuse("Page.navigate", {"url": url}, session)
    told_nothing(debugger, site, since)


WAYS = {
    "location": "location.href = URL",
    "a hop": "location.href = HOP",
    "a link": "Object.assign(document.createElement('a'), {href: URL}).click()",
    "a frame": "document.body.append(Object.assign(document.createElement('iframe'), {src: URL}))",
    "a frame by a hop": (
        "document.body.append(Object.assign(document.createElement('iframe'), {src: HOP}))"
    ),
    "a popup": "void window.open(URL)",
    "a popup by a hop": "void window.open(HOP)",
    "a popup that moves": "void (window.w = window.open('about:blank'), w.location = URL)",
    "a popup of its own": "void window.open(URL, '_blank', 'noopener')",
}
UNDOINGS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "as it is": [],
    "its own Fetch": [("Fetch.enable", {"patterns": []}), ("Fetch.disable", {})],
    "no auto-attach": [
        (
            "Target.setAutoAttach",
            {"autoAttach": False, "waitForDebuggerOnStart": False, "flatten": True},
        )
    ],
    "no Page": [("Page.disable", {})],
    "a network of its own": [
        ("Network.enable", {}),
        ("Network.setBypassServiceWorker", {"bypass": False}),
        ("Network.disable", {}),
    ],
}


@pytest.mark.parametrize("undoing", UNDOINGS)
async def test_a_page_goes_to_no_blocked_site_whatever_the_debugger_switches_off(
    held: Held, debugger: Debugger, site: Site, stops: Callable[[], int], undoing: str
) -> None:
    since = len(site.log)
    target, session = await debugger.open(site.url("shop.test"))
    for method, params in UNDOINGS[undoing]:
        await debugger.say(method, params, session)
    if undoing == "no auto-attach":
        await debugger.say(*UNDOINGS[undoing][0])
    url, hop = site.url(BANK), site.url("shop.test", "/hop", to=site.url(BANK))
    for name, code in WAYS.items():
        goes = code.replace("URL", json.dumps(url)).replace("HOP", json.dumps(hop))
        count = stops()
        await debugger.say(
            "Runtime.evaluate", {"expression": f"{goes}; 1", "userGesture": True}, session
        )
        await stopped(debugger, session, stops, count)
        assert await debugger.run(session, "location.hostname") == "shop.test", name
        told_nothing(debugger, site, since)
    assert all(BANK not in each["url"] for each in held.relay.targets())
    assert target in {each["targetId"] for each in held.relay.targets()}


@pytest.mark.parametrize("hold", [True, False])
async def test_new_pages_are_armed_before_they_run_whoever_holds_them(
    held: Held, debugger: Debugger, site: Site, stops: Callable[[], int], hold: bool
) -> None:
    since = len(site.log)
    on = {"autoAttach": True, "waitForDebuggerOnStart": hold, "flatten": True}
    _, session = await debugger.open(site.url("shop.test"))
    await debugger.say("Target.setAutoAttach", on)
    hop = site.url("shop.test", "/hop", to=site.url(BANK))
    for url in (site.url(BANK), hop):
        count, before = len(debugger.events), stops()
        await debugger.say(
            "Runtime.evaluate",
            {"expression": f"void window.open({json.dumps(url)})", "userGesture": True},
            session,
        )
        if hold:
            async with asyncio.timeout(20):
                while not (
                    new := [
                        each["params"]["sessionId"]
                        for each in debugger.events[count:]
                        if each["method"] == "Target.attachedToTarget"
                        and each["params"]["waitingForDebugger"]
                    ]
                ):
                    await fence(debugger, session)
            with suppress(Refused):
                await debugger.say("Runtime.runIfWaitingForDebugger", session=new[0])
        await stopped(debugger, session, stops, before)
        told_nothing(debugger, site, since)


async def test_a_paused_request_can_be_led_to_no_blocked_site(
    held: Held, debugger: Debugger, site: Site
) -> None:
    since = len(site.log)
    _, session = await debugger.open(site.url("shop.test"))
    await debugger.say("Fetch.enable", {"patterns": [{"urlPattern": "*"}]}, session)
    await debugger.run(session, f"location.href = {json.dumps(site.url('shop.test', '/next'))}; 1")
    paused = (await debugger.until("Fetch.requestPaused"))["params"]
    request = {"requestId": paused["requestId"]}
    led = {**request, "url": site.url(BANK)}
    assert (await debugger.refuse("Fetch.continueRequest", led, session)).code == "SITE_BLOCKED"
    moved = [{"name": "Location", "value": site.url(BANK)}]
    answer = {**request, "responseCode": 302, "responseHeaders": moved}
    await debugger.say("Fetch.fulfillRequest", answer, session)
    await fence(debugger, session)
    told_nothing(debugger, site, since)
    names = [each for each in debugger.events if each["method"] == "Fetch.requestPaused"]
    assert BANK not in json.dumps(names)


async def test_a_request_to_a_blocked_site_is_not_the_debuggers_to_answer(
    held: Held, debugger: Debugger, site: Site
) -> None:
    _, session = await debugger.open(site.url("shop.test"))
    await debugger.say("Network.enable", session=session)
    await debugger.say("Fetch.enable", {"patterns": [{"urlPattern": "*"}]}, session)
    await debugger.run(
        session, f"fetch({json.dumps(site.url(BANK, '/data'))}, {{mode: 'no-cors'}}).then(() => 1)"
    )
    await debugger.run(session, f"location.href = {json.dumps(site.url(BANK))}; 1")
    await fence(debugger, session)
    assert BANK not in debugger.all()
    for number in range(1, 12):
        guess = {"requestId": f"interception-job-{number}.0"}
        for method in ("Fetch.fulfillRequest", "Fetch.getResponseBody", "Fetch.failRequest"):
            more = {"responseCode": 200, "errorReason": "Failed"}
            refused = await debugger.refuse(method, {**guess, **more}, session)
            assert refused.words == "No resource with given identifier found"


async def test_requests_are_told_but_those_to_blocked_sites_and_their_bodies(
    held: Held, debugger: Debugger, site: Site
) -> None:
    _, session = await debugger.open(site.url("shop.test"))
    await debugger.say("Network.enable", session=session)
    hop = site.url("shop.test", "/hop", to=site.url(BANK, "/data"))
    for url in (site.url(BANK, "/data"), hop):
        code = f"fetch({json.dumps(url)}, {{mode: 'no-cors'}}).then(() => 1)"
        await debugger.run(session, code)
    await debugger.run(session, "fetch('/mine').then((a) => a.text())")
    for sign in (f"//{BANK}", f'"{BANK}'):
        assert sign not in debugger.all()
    begun = [e["params"] for e in debugger.events if e["method"] == "Network.requestWillBeSent"]
    own = next(each for each in begun if each["request"]["url"].endswith("/mine"))
    body = await debugger.say("Network.getResponseBody", {"requestId": own["requestId"]}, session)
    assert "the-secret-of-shop.test" in body["body"]
    led = next(each for each in begun if "/hop" in each["request"]["url"])
    for each in (led["requestId"], "1000.1"):
        told = await debugger.refuse("Network.getResponseBody", {"requestId": each}, session)
        assert told.words == "No resource with given identifier found"


async def test_a_blocked_tab_that_is_open_does_not_exist(
    bridge: Bridge, sites: Path, debugger: Debugger, person: Person, site: Site
) -> None:
    target, _ = await person.open(site.url(BANK))
    async with bridge.relays.open(None, PARTY, debugger) as held:
        debugger.relay = held.relay
        await debugger.say("Target.setDiscoverTargets", {"discover": True, "filter": [{}]})
        on = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
        await debugger.say("Target.setAutoAttach", on)
        listed = await debugger.say("Target.getTargets", {"filter": [{}]})
        assert held.relay.targets()
        for told in (json.dumps(listed), json.dumps(held.relay.targets()), debugger.all()):
            assert BANK not in told
            assert target not in told
        for method in ("attachToTarget", "activateTarget", "closeTarget", "getTargetInfo"):
            refused = await debugger.refuse(
                f"Target.{method}", {"targetId": target, "flatten": True}
            )
            assert refused.words == "No target with given id found"
        refused = await debugger.refuse("Browser.getWindowForTarget", {"targetId": target})
        assert refused.words == "No target with given id found"
    assert BANK in await person.where(target)


async def test_a_page_whose_site_is_blocked_meanwhile_is_shut_at_once(
    held: Held, debugger: Debugger, site: Site, sites: Path
) -> None:
    _, session = await debugger.open(site.url("news.test"))
    await debugger.say("Runtime.enable", session=session)
    pending = debugger.post(
        "Runtime.evaluate",
        {
            "expression": "new Promise((done) => { window.tell = done; })",
            "awaitPromise": True,
        },
        session,
    )
    await debugger.run(session, "setInterval(() => console.log('said by news'), 50); 1")
    sites.write_text("bank.test\nnews.test\n")

    async def until_refused() -> None:
        while True:
            await debugger.run(session, "1")

    with pytest.raises(Refused, match="SITE_BLOCKED"):
        async with asyncio.timeout(20):
            await until_refused()
    said = len(debugger.events)
    for method in ("Page.captureScreenshot", "DOM.getDocument", "Page.getFrameTree"):
        assert (await debugger.refuse(method, {}, session)).code == "SITE_BLOCKED"
    touch = {"type": "touchStart", "touchPoints": [{"x": 1, "y": 1}]}
    assert (await debugger.refuse("Input.dispatchTouchEvent", touch, session)).code
    told = await debugger.refuse("Page.navigate", {"url": site.url("shop.test")}, session)
    assert told.code == "SITE_BLOCKED"
    assert not [e for e in debugger.events[said:] if e["method"].startswith("Runtime.")]
    assert not pending.done()
    sites.write_text("bank.test\n")
    async with asyncio.timeout(20):
        while True:
            with suppress(Refused):
                await debugger.run(session, "tell('the answer'), 1")
                break
    with pytest.raises(Refused, match="SITE_BLOCKED"):
        await pending


async def test_a_page_with_a_blocked_frame_is_shut_until_it_is_loaded_anew(
    bridge: Bridge, sites: Path, debugger: Debugger, person: Person, site: Site
) -> None:
    body = f"<p id=mine>mine<iframe src='{site.url(BANK)}'></iframe>"
    target, _ = await person.open(site.url("shop.test", "/html", body=body))
    async with bridge.relays.open(None, PARTY, debugger) as held:
        debugger.relay = held.relay
        session = await debugger.attach(target)
        refused = await debugger.refuse("DOM.getDocument", {"depth": -1, "pierce": True}, session)
        assert refused.code == "SITE_BLOCKED"
        assert "frame" in refused.words
        await debugger.say("Page.reload", session=session)
        async with asyncio.timeout(20):
            while True:
                with suppress(Refused):
                    document = await debugger.say(
                        "DOM.getDocument", {"depth": -1, "pierce": True}, session
                    )
                    if "mine" in json.dumps(document):
                        break
        assert SECRET not in json.dumps(document)
        assert SECRET not in debugger.all()


async def test_the_history_leads_to_no_blocked_site_and_names_none(
    bridge: Bridge, sites: Path, debugger: Debugger, person: Person, site: Site
) -> None:
    target, session = await person.open(site.url(BANK, "/unkept"))
    await person.go(session, site.url("shop.test"))
    past = (await session.call("Page.getNavigationHistory"))["entries"]
    entry = next(each["id"] for each in past if BANK in each["url"])
    since = len(site.log)
    async with bridge.relays.open(None, PARTY, debugger) as held:
        debugger.relay = held.relay
        own = await debugger.attach(target)
        told = await debugger.say("Page.getNavigationHistory", session=own)
        assert BANK not in json.dumps(told)
        assert "shop.test" in told["entries"][told["currentIndex"]]["url"]
        refused = await debugger.refuse("Page.navigateToHistoryEntry", {"entryId": entry}, own)
        assert refused.code == "SITE_BLOCKED"
        await debugger.run(own, "history.back()")
        await fence(debugger, own)
        assert await debugger.run(own, "location.hostname") == "shop.test"
        told_nothing(debugger, site, since)


async def test_cookies_of_blocked_sites_are_left_out(
    held: Held, debugger: Debugger, person: Person, site: Site
) -> None:
    _, session = await person.open(site.url("shop.test"))
    for host in ("shop.test", BANK, f".{BANK}"):
        cookie = {"name": "session", "value": f"value-of-{host}", "domain": host, "path": "/"}
        await session.call("Network.setCookie", cookie)
    _, own = await debugger.open(site.url("shop.test"))
    for told in (
        await debugger.say("Storage.getCookies"),
        await debugger.say("Storage.getCookies", session=own),
        await debugger.say("Network.getAllCookies", session=own),
        await debugger.say("Network.getCookies", session=own),
    ):
        assert "value-of-shop.test" in json.dumps(told)
        assert BANK not in json.dumps(told)


async def test_no_session_but_the_debuggers_own_is_spoken_to(
    held: Held, debugger: Debugger, site: Site
) -> None:
    target, session = await debugger.open(site.url("shop.test"))
    ours = held.relay.post._sentries[target].session.id
    assert ours != session
    for each in (ours, held.relay._line.root.id, "0" * 32):
        refused = await debugger.refuse("Runtime.evaluate", {"expression": "1"}, each)
        assert refused.words == "Session with given id not found."
        assert await debugger.refuse("Target.detachFromTarget", {"sessionId": each})
    await debugger.say("Target.detachFromTarget", {"sessionId": session})
    assert (await debugger.refuse("Page.enable", session=session)).words.startswith("Session")


async def test_code_left_for_pages_to_come_runs_in_none_of_a_blocked_site(
    held: Held,
    debugger: Debugger,
    person: Person,
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    target, session = await debugger.open(site.url("shop.test"))
    marks = "fetch('/mark-' + location.hostname)"
    left = {"source": f"const own = 1; {marks}"}
    told = await debugger.say("Page.addScriptToEvaluateOnNewDocument", left, session)
    world = {"source": "", "worldName": "a world"}
    await debugger.say("Page.addScriptToEvaluateOnNewDocument", world, session)
    await debugger.say("Debugger.enable", session=session)
    stop = {"urlRegex": ".*", "lineNumber": 0, "condition": f"{marks}, false"}
    await debugger.say("Debugger.setBreakpointByUrl", stop, session)

    def marked(host: str) -> bool:
        return any(f"/mark-{host}" in url for url in site.asked())

    await debugger.go(session, site.url("shop.test", "/next"))
    await fence(debugger, session)
    assert marked("shop.test")
    (config_folder() / "sites.txt").write_text(
        "bank.test\nnews.test\n"
    )  # what was left is left anew, under these
    await fence(debugger, session)
    await fence(debugger, session)
    await fence(debugger, session)
    # a load that the gate never sees, and does not hear of in time
    monkeypatch.setattr(Sentry, "_is_forbidden", lambda *_: False)
    await held.relay.post._sentries[target].session.call("Fetch.disable")
    past = await person.targets.attach(target)
    await past.call("Page.enable")
    await person.go(past, site.url("news.test"))
    assert (await debugger.refuse("DOM.getDocument", session=session)).code == "SITE_BLOCKED"
    await person.go(past, site.url("mail.test"))
    await fence(debugger, session)
    assert marked("mail.test")
    assert not marked("news.test")
    assert "news.test" not in debugger.all()
    await debugger.say(
        "Page.removeScriptToEvaluateOnNewDocument", {"identifier": told["identifier"]}, session
    )


async def test_frames_in_processes_of_their_own_are_guarded_too(
    start: Any, sites: Path, debugger: Debugger, site: Site
) -> None:
    with start("--quirk", "oopif") as own:
        settings = Settings.model_validate({"adb": {"port": own.adb_port}, "serial": own.serial})
        async with open_bridge(settings) as bridge, opened(bridge, debugger) as held:
            since = len(site.log)
            target, session = await debugger.open(
                site.url("shop.test", "/html", body=f"<iframe src='{site.url('news.test')}'>")
            )
            on = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
            await debugger.say("Target.setAutoAttach", on, session)
            frame = (await debugger.until("Target.attachedToTarget", type="iframe"))["params"]
            inside = frame["sessionId"]
            if frame["waitingForDebugger"]:
                await debugger.say("Runtime.runIfWaitingForDebugger", session=inside)
            assert await debugger.run(inside, "location.hostname") == "news.test"
            for code in (
                f"location.href = {json.dumps(site.url(BANK))}",
                f"document.body.append(Object.assign(document.createElement('iframe'),"
                f" {{src: {json.dumps(site.url(BANK))}}}))",
            ):
                await debugger.run(inside, f"{code}; 1")
                await fence(debugger, inside)
                assert await debugger.run(inside, "location.hostname") == "news.test"
            told_nothing(debugger, site, since)
            # where a frame comes from a blocked site all the same, the whole tab is shut
            held.relay.post._framed[frame["targetInfo"]["targetId"]] = (target, site.url(BANK))
            for each in (session, inside):
                refused = await debugger.refuse("Page.captureScreenshot", session=each)
                assert refused.code == "SITE_BLOCKED"


async def test_incognito_is_not_told_of(phone: Any, held: Held, debugger: Debugger) -> None:
    phone.ask("/quirk", {"name": "incognito", "on": True})
    try:
        await debugger.say("Target.setDiscoverTargets", {"discover": True, "filter": [{}]})
        listed = await debugger.say("Target.getTargets", {"filter": [{}]})
        contexts = await debugger.say("Target.getBrowserContexts")
        assert contexts["browserContextIds"] == []
        own = {each["browserContextId"] for each in listed["targetInfos"]}
        assert len(own) == 1
        assert "login" not in json.dumps(listed) + debugger.all()
        for method in ("Storage.getCookies", "Target.createTarget"):
            about = {"browserContextId": "D" * 32, "url": "about:blank"}
            assert "context" in (await debugger.refuse(method, about)).words
    finally:
        phone.ask("/quirk", {"name": "incognito", "on": False})


async def crash(debugger: Debugger, person: Person, target: str) -> None:
    """Let the renderer of a page crash, as the person's own session asks."""
    past = await person.targets.attach(target)
    past.post("Page.crash")
    await debugger.until("Inspector.targetCrashed")


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize("again", ["Page.reload", "Page.navigate"])
async def test_a_page_that_crashed_and_is_loaded_anew_is_guarded_as_before(
    debugger: Debugger,
    person: Person,
    site: Site,
    stops: Callable[[], int],
    again: str,
) -> None:
    target, session = await debugger.open(site.url("shop.test"))
    since, count = len(site.log), stops()
    await crash(debugger, person, target)
    assert (await debugger.refuse("DOM.getDocument", session=session)).code == "TAB_CRASHED"
    told = len(debugger.events)
    params = {"url": site.url("news.test")} if again == "Page.navigate" else {}
    await debugger.say(again, params, session)
    await debugger.loaded(session, told)
    host = "news.test" if again == "Page.navigate" else "shop.test"
    assert await debugger.run(session, "location.hostname") == host
    hop = json.dumps(site.url("shop.test", "/hop", to=site.url(BANK)))
    frame = WAYS["a frame by a hop"].replace("HOP", hop)
    for code in (f"location.href = {hop}", frame, f"void window.open({hop})"):
        count = stops()
        await debugger.say(
            "Runtime.evaluate", {"expression": f"{code}; 1", "userGesture": True}, session
        )
        await stopped(debugger, session, stops, count)
        told_nothing(debugger, site, since)


@pytest.mark.usefixtures("held")
async def test_a_popup_that_crashed_and_is_loaded_anew_is_guarded_as_before(
    debugger: Debugger, person: Person, site: Site, stops: Callable[[], int]
) -> None:
    _, session = await debugger.open(site.url("shop.test"))
    url = json.dumps(site.url("mail.test"))
    opens = {"expression": f"void window.open({url}, '_blank', 'noopener')", "userGesture": True}
    on = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
    await debugger.say("Target.setAutoAttach", on)
    await debugger.say("Runtime.evaluate", opens, session)
    met = await debugger.until("Target.attachedToTarget", waitingForDebugger=True)
    popup, target = met["params"]["sessionId"], met["params"]["targetInfo"]["targetId"]
    enabled = debugger.post("Page.enable", session=popup)  # answered once it runs
    told = len(debugger.events)
    await debugger.say("Runtime.runIfWaitingForDebugger", session=popup)
    await enabled
    await debugger.loaded(popup, told)
    await crash(debugger, person, target)
    since, told = len(site.log), len(debugger.events)
    await debugger.say("Page.reload", session=popup)
    await debugger.loaded(popup, told)
    hop = json.dumps(site.url("mail.test", "/hop", to=site.url(BANK)))
    count = stops()
    await debugger.run(popup, f"location.href = {hop}; 1")
    await stopped(debugger, popup, stops, count)
    assert await debugger.run(popup, "location.hostname") == "mail.test"
    told_nothing(debugger, site, since)


async def test_a_page_that_crashed_is_led_to_no_blocked_site_as_it_is_loaded_anew(
    held: Held, debugger: Debugger, person: Person, site: Site, stops: Callable[[], int]
) -> None:
    target, session = await debugger.open(site.url("shop.test"))
    since, count = len(site.log), stops()
    await crash(debugger, person, target)
    hop = site.url("shop.test", "/hop", to=site.url(BANK))
    with suppress(Refused):
        await debugger.say("Page.navigate", {"url": hop}, session)
    async with asyncio.timeout(20):
        while stops() <= count:
            await person.targets.refresh()
    told_nothing(debugger, site, since)


async def test_a_blocked_frame_in_a_process_of_its_own_is_not_told_of(
    start: Any, sites: Path, debugger: Debugger, site: Site
) -> None:
    with start("--quirk", "oopif") as own:
        settings = Settings.model_validate({"adb": {"port": own.adb_port}, "serial": own.serial})
        async with using(own) as person, open_bridge(settings) as bridge:
            body = f"<p>mine<iframe src='{site.url(BANK)}'></iframe>"
            target, _ = await person.open(site.url("shop.test", "/html", body=body))
            async with bridge.relays.open(None, PARTY, debugger) as held:
                debugger.relay = held.relay
                session = await debugger.attach(target)
                await debugger.refuse("DOM.getDocument", session=session)  # its sentry is there
                on = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
                await debugger.say("Target.setAutoAttach", on, session)
                (frame,) = held.relay.post._framed
                assert held.relay.post._framed[frame] == (target, site.url(BANK))
                refused = await debugger.refuse("DOM.getDocument", session=session)
                assert refused.code == "SITE_BLOCKED"
                for method in ("attachToTarget", "getTargetInfo"):
                    about = {"targetId": frame, "flatten": True}
                    refused = await debugger.refuse(f"Target.{method}", about)
                    assert refused.words == "No target with given id found"
                for sign in (site.url(BANK), frame):
                    assert sign not in debugger.all()
                seats = held.relay._line.seats.values()
                assert not [each for each in seats if each.kind == "iframe" and not each.hidden]


HEARS = """
window.heard = [];
for (const name of ["touchstart", "touchcancel", "touchend", "mousedown", "mouseup", "keydown",
  "keyup"]) addEventListener(name, () => heard.push(name), true);
1
"""
DOWN: dict[str, tuple[str, dict[str, Any], str]] = {
    "a finger": (
        "Input.dispatchTouchEvent",
        {"type": "touchStart", "touchPoints": [{"x": 20, "y": 20}]},
        "touchcancel",
    ),
    "a button": (
        "Input.dispatchMouseEvent",
        {"type": "mousePressed", "x": 20, "y": 20, "button": "left", "clickCount": 1},
        "mouseup",
    ),
    "a key": ("Input.dispatchKeyEvent", {"type": "keyDown", "code": "KeyA", "key": "a"}, "keyup"),
}


async def until_lifted(page: Session, up: str) -> None:
    async with asyncio.timeout(10):
        while True:
            asked = {"expression": "heard", "returnByValue": True}
            told = await page.call("Runtime.evaluate", asked)
            if up in told["result"]["value"]:
                return


@pytest.mark.parametrize(
    "what",
    [
        "a finger as the relay ends",
        "a finger as the session is let go",
        "a button as the session is let go",
        "a key as the session is let go",
        "a finger as a person pauses",
    ],
)
async def test_what_is_held_down_is_lifted_on_the_page(
    bridge: Bridge, debugger: Debugger, site: Site, person: Person, what: str
) -> None:
    # nothing is blocked: then nothing else is waited for at the end
    target, page = await person.open(site.url("shop.test"))
    await page.call("Runtime.evaluate", {"expression": HEARS})
    held_down, end = what.split(" as ")
    method, params, up = DOWN[held_down]
    async with bridge.relays.open(None, PARTY, debugger) as held:
        debugger.relay = held.relay
        session = await debugger.attach(target)
        await debugger.say(method, params, session)
        if end == "the session is let go":
            await debugger.say("Target.detachFromTarget", {"sessionId": session})
            await until_lifted(page, up)
        if end == "a person pauses":
            await bridge.door.owners.pause(None)
            await until_lifted(page, up)
            bridge.door.owners.resume(None)
    await until_lifted(page, up)
