"""A phone's Chrome and its tabs: on real Chromium, and on a scripted one for what that won't do."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bridge.cdp.connection import Connection, open_connection
from bridge.cdp.targets import Page
from bridge.errors import BridgeError, LateFault, PhoneGone, ScreenFault, SiteBlocked
from bridge.page.browser import Browser
from bridge.page.wake import ACTIVATE_TRIES
from bridge.settings import ChromeSettings, LimitSettings, Settings
from tests.cdp._chromium import chromium
from tests.cdp._scripted import OTHER, PAGE, Scripted, info, scripted, session_of

SETTINGS = Settings(limits=LimitSettings(open_seconds=10, command_seconds=10))
HIDDEN = {"result": {"type": "string", "value": "hidden"}}
VISIBLE = {"result": {"type": "string", "value": "visible"}}


class Phone:
    """Forwards to a port of this machine, and remembers what was asked."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.log: list[str] = []

    @asynccontextmanager
    async def forwarded(self, remote: str) -> AsyncIterator[int]:
        self.log.append(f"+ {remote}")
        try:
            yield self.port
        finally:
            self.log.append(f"- {remote}")


class Judge:
    """Blocks every address that holds the word "blocked"."""

    def allows(self, url: str) -> bool:
        return "blocked" not in url

    def patterns(self) -> tuple[str, ...]:
        return ("*blocked*",)

    def check(self, *urls: str) -> None:
        if not all(map(self.allows, urls)):
            raise SiteBlocked

    def check_destination(self, url: str) -> None:
        self.check(url)


def page(title: str) -> str:
    return f"data:text/html,<title>{title}</title><p>{title}"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with chromium() as port:
        yield port


@pytest.fixture
async def browser(port: int) -> AsyncIterator[Browser]:
    """The real one, left with one empty tab."""
    async with Browser.open(Phone(port), "chrome_devtools_remote", SETTINGS, Judge()) as browser:
        yield browser
        spare = await browser.targets.create("about:blank")
        for each in browser.targets.pages:
            if each.id != spare.id:
                await browser.targets.close(each.id)


@pytest.fixture
async def person(port: int) -> AsyncIterator[Connection]:
    """Another client, to do what a person does on the phone."""
    async with open_connection(port, SETTINGS.limits) as connection:
        yield connection


def phone_script(*infos: dict[str, Any], visibility: Any = None) -> Scripted:
    """A browser that has these tabs and lets itself be armed."""
    script = Scripted(targets=list(infos))
    script.replies["Runtime.evaluate"] = visibility or HIDDEN
    script.replies["Page.getFrameTree"] = {
        "frameTree": {"frame": {"id": PAGE, "url": "about:blank", "loaderId": "L"}}
    }
    return script


@asynccontextmanager
async def staged(
    script: Scripted, settings: Settings = SETTINGS
) -> AsyncIterator[tuple[Browser, Scripted]]:
    async with (
        scripted(script) as server,
        Browser.open(Phone(server.port), "name", settings, Judge()) as browser,
    ):
        yield browser, server


async def seen(browser: Browser, title: str) -> str:
    """Wait until a page of that title is known, and return its id."""
    async with asyncio.timeout(5):
        while True:
            await browser.refresh()
            for each in browser.targets.pages:
                if each.title == title:
                    return each.id


async def open_by_hand(person: Connection, browser: Browser, title: str) -> str:
    made = await person.root.call("Target.createTarget", {"url": page(title)})
    assert await seen(browser, title) == made["targetId"]
    return str(made["targetId"])


def titles(browser: Browser) -> list[str]:
    return [row.title for row in browser.tabs()]


async def test_the_forward_is_fresh_and_goes_with_the_session(port: int) -> None:
    phone = Phone(port)
    async with Browser.open(phone, "chrome_devtools_remote", SETTINGS, Judge()) as browser:
        assert browser.package is None
        assert (browser.alive, browser.reason) == (True, None)
        assert phone.log == ["+ localabstract:chrome_devtools_remote"]
    assert phone.log[1:] == ["- localabstract:chrome_devtools_remote"]
    assert not browser.alive


async def test_the_forward_goes_too_when_chrome_does_not_answer() -> None:
    async with scripted(Scripted(shut=True)) as server:
        phone = Phone(server.port)
        with pytest.raises(PhoneGone):
            async with Browser.open(phone, "name", SETTINGS, Judge()):
                pass
    assert phone.log == ["+ localabstract:name", "- localabstract:name"]


async def test_the_app_behind_the_socket_is_told() -> None:
    script = phone_script(info(PAGE))
    script.version = {"Browser": "Chrome/149.0.1.2", "Android-Package": "com.chrome.beta"}
    async with staged(script) as (browser, _):
        assert browser.package == "com.chrome.beta"


async def test_when_the_link_ends_the_browser_says_why(port: int) -> None:
    async with staged(phone_script(info(PAGE))) as (browser, server):
        server.cut()
        async with asyncio.timeout(5):
            assert await browser.wait_ended() == "the link to Chrome broke"
        assert (browser.alive, browser.reason) == (False, "the link to Chrome broke")
        with pytest.raises(PhoneGone):
            await browser.front()


async def test_the_only_tab_is_in_front_without_asking() -> None:
    async with staged(phone_script(info(PAGE))) as (browser, server):
        tab = await browser.front()
        assert (tab.target_id, tab.title, tab.alive) == (PAGE, "title of A", True)
        assert "Runtime.evaluate" not in server.methods()
        assert browser.tabs()[0].active


async def test_a_tab_is_attached_once_however_many_ask_at_once() -> None:
    async with staged(phone_script(info(PAGE))) as (browser, server):
        async with asyncio.TaskGroup() as tasks:
            asking = [tasks.create_task(browser.front()) for _ in range(3)]
        assert len({id(each.result()) for each in asking}) == 1
        assert server.methods().count("Target.attachToTarget") == 1


async def test_among_several_tabs_the_visible_one_is_in_front_and_stays_chosen(
    browser: Browser, person: Connection
) -> None:
    first = await open_by_hand(person, browser, "first")
    second = await open_by_hand(person, browser, "second")
    assert not any(row.active for row in browser.tabs())
    assert (await browser.front()).target_id == second
    await person.root.call("Target.activateTarget", {"targetId": first})
    assert (await browser.front()).target_id == second, "the person's switch moves no agent"
    browser.release()
    await browser.switch("first")
    browser.release()
    assert (await browser.front()).target_id == first


async def test_what_the_phone_shows_is_seen_and_not_chosen(
    browser: Browser, person: Connection
) -> None:
    await open_by_hand(person, browser, "first")
    chosen = await browser.open_tab(page("second"))
    third = await open_by_hand(person, browser, "third")
    seen = await browser.seen()
    assert seen is not None
    assert seen.target_id == third
    assert (await browser.front()).target_id == chosen.target_id


@pytest.mark.parametrize("state", ["visible", "hidden"])
async def test_the_only_tab_is_not_seen_while_chrome_shows_something_else(state: str) -> None:
    async with staged(phone_script(info(PAGE))) as (browser, server):
        server.replies["Runtime.evaluate"] = {"result": {"type": "string", "value": state}}
        assert (await browser.seen() is not None) is (state == "visible")


async def test_when_the_chosen_tab_closes_the_visible_one_is_next(
    browser: Browser, person: Connection
) -> None:
    await open_by_hand(person, browser, "first")
    tab = await browser.open_tab(page("second"))
    await browser.close("second")
    assert not tab.alive
    assert (await browser.front()).title == "first"


async def test_with_no_tab_visible_the_answer_says_so_and_counts_the_silent() -> None:
    settings = Settings(limits=LimitSettings(open_seconds=5))
    script = phone_script(info(PAGE), info(OTHER))
    script.silent_sessions = {session_of(OTHER)}
    async with staged(script, settings) as (browser, _):
        with pytest.raises(ScreenFault, match="none of Chrome's 2 tabs is visible; 1 did not"):
            await browser.front()


@pytest.mark.parametrize(
    ("infos", "told"),
    [((), "has no tab"), ((info(PAGE, browserContextId="E" * 32),), "may be incognito")],
)
async def test_with_no_tab_to_show_the_answer_says_so(
    infos: tuple[dict[str, Any], ...], told: str
) -> None:
    async with staged(phone_script(*infos)) as (browser, _):
        with pytest.raises(ScreenFault, match=told) as none:
            await browser.front()
        assert none.value.code == "TAB_NOT_FOUND"
        assert browser.tabs() == ()


async def test_incognito_tabs_are_listed_when_the_settings_say_so() -> None:
    settings = Settings(chrome=ChromeSettings(show_incognito=True))
    async with staged(phone_script(info(PAGE, browserContextId="E" * 32)), settings) as (b, _):
        assert len(b.tabs()) == 1


async def test_numbers_stay_with_their_tabs_and_are_never_given_again(
    browser: Browser, person: Connection
) -> None:
    assert [row.number for row in browser.tabs()] == [1]
    await open_by_hand(person, browser, "two")
    await open_by_hand(person, browser, "three")
    assert [(row.number, row.title) for row in browser.tabs()][1:] == [(2, "two"), (3, "three")]
    closed = await browser.close(2)
    assert (closed.number, closed.title) == (2, "two")
    await open_by_hand(person, browser, "four")
    assert [row.number for row in browser.tabs()] == [1, 3, 4]
    tab = await browser.switch(4)
    assert browser.number(tab) == 4


async def test_listing_touches_no_tab() -> None:
    async with staged(phone_script(info(PAGE), info(OTHER))) as (browser, server):
        before = len(server.commands)
        assert [row.sentence for row in browser.tabs()] == [
            '1 "title of A" about:blank',
            '2 "title of B" about:blank',
        ]
        await browser._connection.root.call("Browser.getVersion")
        assert len(server.commands) == before + 1


async def test_tabs_on_blocked_sites_are_not_listed_matched_or_named() -> None:
    blocked = info(OTHER, "https://blocked.test/secret", title="Secret title")
    async with staged(phone_script(blocked, info(PAGE))) as (browser, _):
        assert [(row.number, row.url) for row in browser.tabs()] == [(1, "about:blank")]
        for which in ("secret", 2, "blocked"):
            for act in (browser.switch, browser.close):
                with pytest.raises(ScreenFault) as none:
                    await act(which)
                assert none.value.code == "TAB_NOT_FOUND"
                told = none.value.message.partition("; open are: ")[2]
                assert told == '1 "title of A" about:blank'


async def test_a_tab_that_went_to_a_blocked_site_disappears_and_comes_back_as_itself() -> None:
    async with staged(phone_script(info(PAGE), info(OTHER))) as (browser, server):
        assert len(browser.tabs()) == 2
        for url, numbers in (("https://blocked.test/", [2]), ("https://free.test/", [1, 2])):
            await server.event("Target.targetInfoChanged", {"targetInfo": info(PAGE, url)})
            await browser._connection.root.call("Browser.getVersion")
            assert [row.number for row in browser.tabs()] == numbers


async def test_a_title_is_not_told_under_the_address_that_its_page_is_going_to(
    browser: Browser, person: Connection
) -> None:
    await browser.open_tab(page("Mine"))
    made = await person.root.call("Target.createTarget", {"url": page("Secret") + "<i>blocked"})
    target = made["targetId"]
    await seen(browser, "Secret")
    told = {"targetId": target, "flatten": True}
    got = await person.root.call("Target.attachToTarget", told)
    session = person.session(got["sessionId"], target)
    asked = asyncio.Event()

    async def never(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        await silence.wait()
        writer.close()

    titles: dict[str, str] = {}
    told_of, silence = asyncio.Event(), asyncio.Event()

    def hear(_: object, changed: Page) -> None:
        titles[changed.url] = changed.title
        told_of.set()

    browser.targets.on_change(hear)
    async with await asyncio.start_server(never, "127.0.0.1", 0) as slow, asyncio.timeout(10):
        url = f"http://127.0.0.1:{slow.sockets[0].getsockname()[1]}/"
        session.post("Page.navigate", {"url": url})
        await asked.wait()
        person.release(session)  # Chrome tells of a page anew when somebody attaches or leaves
        while url not in titles:
            await told_of.wait()
            told_of.clear()
        assert titles[url] == "Secret"
        (row,) = [row for row in browser.tabs() if row.url == url]
        assert row.title == ""
        with pytest.raises(ScreenFault) as caught:
            await browser.switch("Secret")
        assert caught.value.code == "TAB_NOT_FOUND"
        assert "no tab fits 'Secret'; open are:" in caught.value.message
        assert caught.value.message.count("Secret") == 1
        silence.set()


async def test_switching_brings_a_real_tab_to_the_front(
    browser: Browser, person: Connection
) -> None:
    await open_by_hand(person, browser, "Morning News")
    await open_by_hand(person, browser, "Weather")
    tab = await browser.switch("morning NEWS")
    answer = await tab.session.call(
        "Runtime.evaluate", {"expression": "document.title + ' ' + document.visibilityState"}
    )
    assert answer["result"]["value"] == "Morning News visible"
    assert [row.title for row in browser.tabs() if row.active] == ["Morning News"]
    assert await browser.front() is tab


async def test_a_match_that_fits_several_tabs_is_refused_with_the_candidates(
    browser: Browser, person: Connection
) -> None:
    for title in ("News one", "News two"):
        await open_by_hand(person, browser, title)
    with pytest.raises(ScreenFault) as several:
        await browser.switch("news")
    assert several.value.code == "TAB_AMBIGUOUS"
    assert "News one" in several.value.message
    assert "News two" in several.value.message


async def test_an_early_activation_that_chrome_ignores_is_repeated() -> None:
    answers = iter((HIDDEN, VISIBLE))
    script = phone_script(info(PAGE), info(OTHER), visibility=lambda _: {"result": next(answers)})
    async with staged(script) as (browser, server):
        tab = await browser.switch(2)
        assert tab.target_id == OTHER
        assert server.methods().count("Target.activateTarget") == 2


async def test_a_tab_that_never_comes_to_the_front_is_told_hidden_and_not_chosen() -> None:
    async with staged(phone_script(info(PAGE), info(OTHER))) as (browser, server):
        with pytest.raises(ScreenFault) as hidden:
            await browser.switch(2)
        assert hidden.value.code == "TAB_HIDDEN"
        assert server.methods().count("Target.activateTarget") == ACTIVATE_TRIES
        assert not any(row.active for row in browser.tabs())


async def test_a_switch_fails_at_once_when_the_link_ends() -> None:
    script = phone_script(info(PAGE), info(OTHER))
    script.silent = {"Target.activateTarget"}
    async with staged(script) as (browser, server):

        async def switch() -> None:
            with pytest.raises(PhoneGone):
                await browser.switch(2)

        async with asyncio.timeout(5), asyncio.TaskGroup() as tasks:
            tasks.create_task(switch())
            await server.until("Target.activateTarget")
            server.cut()


async def test_a_sleeping_tab_is_woken_before_it_is_asked_anything() -> None:
    script = phone_script(info(PAGE), info(OTHER), visibility=VISIBLE)
    async with staged(script) as (browser, server):
        await browser.switch(2)
        methods = server.methods()
        assert methods.index("Target.activateTarget") < methods.index("Target.attachToTarget")


async def test_a_tab_that_does_not_answer_is_told_by_its_number_and_let_go() -> None:
    script = phone_script(info(PAGE))
    script.silent_sessions = {session_of(PAGE)}
    settings = Settings(limits=LimitSettings(open_seconds=0.2))
    async with staged(script, settings) as (browser, server):
        with pytest.raises(LateFault, match="tab 1 does not answer; it may sleep") as told:
            await browser.front()
        assert "action=open" in told.value.hint  # a script without an end may keep the tab for good
        await server.until("Target.detachFromTarget")


async def test_a_held_up_tab_on_a_blocked_site_is_not_taken_away_from_its_page() -> None:
    script = phone_script(info(PAGE, "https://blocked.test/x"))
    script.silent = {"Page.enable"}
    settings = Settings(limits=LimitSettings(open_seconds=0.2))
    async with staged(script, settings) as (browser, server):
        with pytest.raises(SiteBlocked):
            await browser.front(revive=True)
        assert "Page.navigate" not in server.methods()


async def test_a_tab_that_sleeps_holds_up_no_other() -> None:
    script = phone_script(info(PAGE), info(OTHER), visibility=VISIBLE)
    script.silent_sessions = {session_of(OTHER)}
    async with staged(script) as (browser, server), asyncio.TaskGroup() as group:
        waking = group.create_task(browser.switch(2))
        await server.until("Page.enable")
        assert (await browser.switch(1)).target_id == PAGE
        assert [row.number for row in browser.tabs()] == [1, 2]
        assert not waking.done()
        waking.cancel()


async def test_a_dialog_that_is_open_lets_a_tab_come_to_the_front_unasked() -> None:
    async with staged(phone_script(info(PAGE), info(OTHER), visibility=VISIBLE)) as (b, server):
        await b.switch(2)
        opening = {"type": "alert", "message": "Stop", "url": "", "hasBrowserHandler": False}
        await server.event("Page.javascriptDialogOpening", opening, session_of(OTHER))
        asked = server.methods().count("Runtime.evaluate")
        await b.switch(1)
        await b.switch(2)
        assert server.methods().count("Runtime.evaluate") == asked + 1  # of tab 1 only


async def test_the_last_tab_is_not_closed(browser: Browser) -> None:
    with pytest.raises(ScreenFault) as last:
        await browser.close(1)
    assert last.value.code == "LAST_TAB"
    assert len(browser.tabs()) == 1


async def test_a_new_tab_is_opened_in_front_and_chosen(browser: Browser) -> None:
    before = len(browser.tabs())
    tab = await browser.open_tab(page("fresh"))
    assert await browser.front() is tab
    await seen(browser, "fresh")
    assert len(browser.tabs()) == before + 1
    answer = await tab.session.call(
        "Runtime.evaluate", {"expression": "document.title + ' ' + document.visibilityState"}
    )
    assert answer["result"]["value"] == "fresh visible"


async def test_a_tab_opened_behind_leaves_the_one_in_front_where_it_was(
    browser: Browser,
) -> None:
    front = await browser.open_tab(page("front"))
    behind = await browser.open_tab(page("behind"), active=False)
    assert await browser.front() is front
    states = [
        (await tab.session.call("Runtime.evaluate", {"expression": "document.visibilityState"}))
        for tab in (front, behind)
    ]
    assert [state["result"]["value"] for state in states] == ["visible", "hidden"]


async def test_an_address_that_cannot_be_loaded_leaves_the_new_tab_open(
    browser: Browser,
) -> None:
    before = len(browser.tabs())
    with pytest.raises(ScreenFault) as failed:
        await browser.open_tab("http://127.0.0.1:1/")
    assert failed.value.code == "NAVIGATION_FAILED"
    assert len(browser.tabs()) == before + 1


async def test_a_popup_is_a_new_tab_that_names_its_opener(browser: Browser) -> None:
    tab = await browser.open_tab(page("opener"))
    with tab.watch() as watch:
        params = {"expression": "void window.open('about:blank')", "userGesture": True}
        await tab.session.call("Runtime.evaluate", params)
        async with asyncio.timeout(5):
            await watch.until(lambda w: bool(w.opened))
    popup = browser.tabs()[-1]
    assert popup.opener == browser.number(tab)
    assert await browser.front() is tab


async def test_a_blocked_popup_is_heard_of_without_its_address() -> None:
    async with staged(phone_script(info(PAGE))) as (browser, server):
        tab = await browser.front()
        with tab.watch() as watch:
            for id_, url in ((OTHER, "https://blocked.test/x"), ("D" * 32, "https://free.test/")):
                told = {"targetInfo": info(id_, url, openerId=PAGE)}
                await server.event("Target.targetCreated", told)
            await browser._connection.root.call("Browser.getVersion")
        assert watch.opened == ["", "https://free.test/"]


async def test_a_popup_on_its_way_to_its_first_page_is_not_told_silent() -> None:
    async with staged(phone_script(info(PAGE), info("D" * 32, ""))) as (browser, server):
        assert [row.silent for row in browser.tabs()] == [False, True]
        for event, url, silent in (
            ("Target.targetCreated", "", False),
            ("Target.targetInfoChanged", "https://slow.test/", False),
            ("Target.targetInfoChanged", "", True),  # it cannot be left
        ):
            await server.event(event, {"targetInfo": info(OTHER, url, openerId=PAGE)})
            await browser._connection.root.call("Browser.getVersion")
            assert browser.tabs()[-1].silent is silent


async def test_the_title_of_an_attached_tab_follows_the_page() -> None:
    async with staged(phone_script(info(PAGE))) as (browser, server):
        tab = await browser.front()
        told = {"targetInfo": info(PAGE, title="Renamed")}
        await server.event("Target.targetInfoChanged", told)
        await browser._connection.root.call("Browser.getVersion")
        assert tab.title == "Renamed"


async def test_a_real_crash_is_told_until_the_tab_is_reloaded(browser: Browser) -> None:
    tab = await browser.open_tab(page("fragile"))
    with pytest.raises(BridgeError, match="TAB_CRASHED"):
        await tab.session.call("Page.crash")
    with pytest.raises(BridgeError, match="TAB_CRASHED"):
        await browser.front()
    with pytest.raises(BridgeError, match="TAB_CRASHED"):
        await browser.switch("fragile")
    again = await browser.front(revive=True)
    assert again is not tab
    assert again.target_id == tab.target_id
    answer = await again.session.call("Runtime.evaluate", {"expression": "6 * 7"})
    assert answer["result"]["value"] == 42
    assert await browser.front() is again


async def test_a_tab_that_is_well_is_not_loaded_again_to_revive_it(browser: Browser) -> None:
    tab = await browser.open_tab(page("well"))
    await tab.session.call("Runtime.evaluate", {"expression": "window.kept = 42"})
    browser._connection.release(tab.session)
    again = await browser.front(revive=True)
    answer = await again.session.call("Runtime.evaluate", {"expression": "window.kept"})
    assert answer["result"].get("value") == 42


async def test_the_link_is_asked_whether_it_still_carries_anything() -> None:
    async with staged(phone_script(info(PAGE))) as (browser, server):
        assert await browser.answers(5)
        server.silent.add("Browser.getVersion")
        assert not await browser.answers(0.05)


async def test_a_crashed_tab_is_the_one_in_front_when_no_other_is_visible(
    browser: Browser, person: Connection
) -> None:
    await open_by_hand(person, browser, "behind")
    tab = await browser.open_tab(page("fragile"))
    with pytest.raises(BridgeError, match="TAB_CRASHED"):
        await tab.session.call("Page.crash")
    browser.release()
    with pytest.raises(BridgeError, match="TAB_CRASHED"):
        await browser.front()


async def test_a_session_that_chrome_let_go_of_is_made_anew() -> None:
    async with staged(phone_script(info(PAGE))) as (browser, server):
        tab = await browser.front()
        told = {"sessionId": session_of(PAGE), "targetId": PAGE}
        server.replies["Target.attachToTarget"] = {"sessionId": "another"}
        await server.event("Target.detachedFromTarget", told)
        await browser._connection.root.call("Browser.getVersion")
        assert not tab.alive
        again = await browser.front()
        assert (again.target_id, again.alive) == (PAGE, True)
