"""What a tab's page said and asked for, and what is emulated there, on real Chromium."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from bridge.errors import SiteBlocked
from bridge.page.emulate import NOTHING, Emulation, Place
from bridge.page.tab import Tab
from tests.page._act import APART, Pages, Stage, chromium, staged

EVERY = Emulation("offline", scheme="dark", motion=True)
BELIEVES = """[
  matchMedia("(prefers-color-scheme: dark)").matches,
  matchMedia("(prefers-reduced-motion: reduce)").matches,
  navigator.onLine,
].join()"""
PLAIN, CHANGED = "false,false,true", "true,true,false"
FRAMED = """<script>
  addEventListener("message", (event) => {
    console.log("word of " + location.hostname);
    fetch("/asked-by-" + location.hostname).finally(() => parent.postMessage("done", "*"));
  });
</script>"""
FRAME = "<iframe src={}></iframe>"
ASK_FRAMES = """new Promise((done) => {
  let left = frames.length;
  onmessage = () => --left || done();
  for (let i = 0; i < frames.length; i++) frames[i].postMessage("", "*");
})"""


@pytest.fixture(scope="module")
def apart_port() -> Iterator[int]:
    with chromium(*APART) as port:
        yield port


@pytest.fixture(params=["together", "apart"])
async def stage(
    request: pytest.FixtureRequest, act_port: int, apart_port: int, act_pages: Pages
) -> AsyncIterator[Stage]:
    """A tab whose frames share its process, or have their own."""
    async with staged(apart_port if request.param == "apart" else act_port, act_pages) as opened:
        with opened.browser.work(acts=True):
            yield opened


def texts(tab: Tab) -> list[str]:
    return [entry.text for entry in tab.debug.said.free(lambda _: True)]


def asked(tab: Tab) -> list[str]:
    every = tab.debug.asked.ring.free(lambda _: True)
    paths = [each.last.url.partition("test:")[2].partition("/")[2] for each in every]
    return [each for each in paths if each != "favicon.ico"]  # when Chrome likes to


async def until(stage: Stage, wanted: str) -> None:
    async with asyncio.timeout(5):
        while await stage.run(BELIEVES) != wanted:
            pass


async def again(stage: Stage) -> Tab:
    """Attach to the same page anew, as the next session does; the one before is let go."""
    stage.tab = await stage.browser._attached(stage.tab.target_id)
    return stage.tab


async def test_what_was_said_before_we_came_is_told(act_stage: Stage) -> None:
    await act_stage.show("<script>console.log('early', {a: 1}); console.error('late')</script>")
    later = await again(act_stage)
    assert texts(later) == []
    assert await later.debug.look() is False
    assert texts(later) == ["early Object", "late"]
    assert await later.debug.look() is True
    assert texts(later) == ["early Object", "late"]
    assert {each.url for each in later.debug.said.entries} == {act_stage.pages.url("/")}


async def test_what_was_said_before_we_came_stays_unsaid_where_the_tab_was_at_a_blocked_site(
    act_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = act_stage.pages
    await act_stage.show("<script>console.log('of the first address')</script>", path="/secret")
    await act_stage.run("history.pushState(null, '', '/free'); console.log('of the second')")
    judge = act_stage.browser.judge
    monkeypatch.setattr(judge, "allows", lambda url: "/secret" not in url, raising=False)
    later = await again(act_stage)
    await later.debug.look()
    assert texts(later) == []
    await act_stage.run("console.log('of now')")
    await later.debug.look()
    assert texts(later) == ["of now"]
    assert pages.asked


async def test_what_scripts_of_ours_say_is_not_the_pages(act_stage: Stage) -> None:
    tab = await act_stage.show("plain")
    context = tab._frames.context
    script = "console.log('ours'); setTimeout(() => { throw Error('ours') })"
    await tab.session.call(
        "Runtime.evaluate", {"expression": script, "uniqueContextId": context or ""}
    )
    await act_stage.run("new Promise((done) => setTimeout(done, 20))")
    await act_stage.run("console.log('theirs')")
    await tab.debug.look()
    assert texts(tab) == ["theirs"]


async def test_frames_are_heard_but_for_blocked_ones_which_are_not_counted(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = stage.pages
    pages.bodies["/framed"] = f"<!doctype html>{FRAMED}"
    free, shut = (pages.url("/framed", host) for host in ("other.test", "blocked.test"))
    # the gate would not let it in: it is the judge that changes, as when a person adds a rule
    judge = stage.browser.judge
    monkeypatch.setattr(judge, "allows", lambda _: True, raising=False)
    monkeypatch.setattr(judge, "patterns", tuple, raising=False)
    stage.browser.gate.see()
    tab = await stage.show(FRAME.format(free) + FRAME.format(shut))
    await tab.debug.look()
    monkeypatch.undo()
    await stage.run(ASK_FRAMES)
    await stage.run("console.log('word of the page'); fetch('/asked-by-page').then(() => 0)")
    await tab.debug.look()
    assert sorted(texts(tab)) == ["word of other.test", "word of the page"]
    assert sorted(asked(tab)) == ["asked-by-other.test", "asked-by-page"]
    assert [each.number for each in tab.debug.said.entries] == [1, 2]


async def test_a_frame_is_emulated_like_its_page_and_both_are_let_go(stage: Stage) -> None:
    stage.pages.bodies["/in"] = (
        f"<!doctype html><script>onmessage = () => parent.postMessage({BELIEVES}, '*')</script>"
    )
    framed = FRAME.format(stage.pages.url("/in", "other.test"))
    told = """new Promise((done) => {
      onmessage = (event) => done(event.data); frames[0].postMessage("", "*");
    })"""
    tab = await stage.show(framed)
    await tab.debug.emulate(Emulation(scheme="dark", motion=True, network="offline"))
    assert await stage.run(BELIEVES) == CHANGED
    assert await stage.run(told) == CHANGED
    tab.debug.undo()
    assert tab.debug.emulated == NOTHING
    await until(stage, PLAIN)
    async with asyncio.timeout(5):
        while await stage.run(told) != PLAIN:
            pass


async def test_a_frame_that_comes_later_is_emulated_too(stage: Stage) -> None:
    stage.pages.bodies["/in"] = (
        f"<!doctype html><script>parent.postMessage({BELIEVES}, '*')</script>"
    )
    tab = await stage.show("<p>")
    await tab.debug.emulate(Emulation(scheme="dark", motion=True))
    frame = FRAME.format(stage.pages.url("/in", "other.test"))
    told = await stage.run(
        "new Promise((done) => { onmessage = (event) => done(event.data);"
        f" document.body.innerHTML = {frame!r} }})"
    )
    assert told == "true,true,true"


async def test_an_end_of_the_session_takes_everything_back(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>")
    await tab.debug.emulate(EVERY)
    assert await act_stage.run(BELIEVES) == CHANGED
    await again(act_stage)
    assert not tab.alive
    await until(act_stage, PLAIN)


async def test_a_place_is_told_to_pages_that_may_ask(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>")
    root = act_stage.browser._connection.root
    origin = act_stage.pages.url("").rstrip("/").replace("http://shop.test", "http://localhost")
    await root.call("Browser.grantPermissions", {"origin": origin, "permissions": ["geolocation"]})
    act_stage.pages.bodies["/place"] = "<!doctype html>here"
    await tab.session.call("Page.navigate", {"url": f"{origin}/place"})
    await tab.debug.emulate(Emulation(place=Place(48.2, 16.37, 5)))
    told = await act_stage.run(
        "new Promise((done, no) => navigator.geolocation.getCurrentPosition("
        "({coords: c}) => done([c.latitude, c.longitude, c.accuracy].join()), no))"
    )
    assert told == "48.2,16.37,5"


async def test_a_page_that_hangs_or_holds_a_dialog_is_read_all_the_same(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>")
    await tab.debug.look()
    tab.session.post("Runtime.evaluate", {"expression": "console.log('before'); alert('Stop')"})
    async with asyncio.timeout(5):
        while tab.dialog is None:
            await tab.debug.look()
    assert texts(tab) == ["before"]
    await tab.answer_dialog(accept=True, prompt=None)
    busy = tab.session.post(
        "Runtime.evaluate",
        {
            "expression": "console.log('busy');"
            "for (const end = Date.now() + 800; Date.now() < end;);"
        },
    )
    async with asyncio.timeout(5):
        while texts(tab) != ["before", "busy"]:
            await tab.debug.look()
    assert not busy.done()
    await busy


async def test_what_was_let_go_is_forgotten_and_heard_again_from_the_next_call(
    act_stage: Stage,
) -> None:
    tab = await act_stage.show("<script>console.log('one')</script>")
    await tab.debug.look()
    await tab.debug.emulate(EVERY)
    tab.debug.rest(1_000)
    assert (tab.debug.emulated, texts(tab), tab.debug.recording) == (NOTHING, ["one"], True)
    tab.debug.rest(0)
    assert (texts(tab), tab.debug.recording) == ([], False)
    refused = "fetch('http://nothing.invalid').catch(() => 0)"  # which Chrome itself reports
    await act_stage.run(f"console.log('two'); fetch('/two').then(() => {refused})")
    assert (texts(tab), asked(tab)) == ([], [])
    tab.debug.begin()
    await act_stage.run("console.log('three')")
    await tab.debug.look()
    await act_stage.run("fetch('/four').then(() => 0)")
    assert (texts(tab), asked(tab)) == (["three"], ["four"])


async def test_a_page_that_is_not_free_is_neither_read_nor_made_to_believe(
    act_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = await act_stage.show("<p>")

    def check(*urls: str) -> None:
        if any("//shop.test" in url for url in urls):
            raise SiteBlocked

    monkeypatch.setattr(act_stage.browser.judge, "check", check, raising=False)
    for refused in (tab.debug.look(), tab.debug.emulate(EVERY)):
        with pytest.raises(SiteBlocked):
            await refused
    assert await act_stage.run(BELIEVES) == PLAIN


async def test_what_a_page_says_endlessly_is_bounded(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>")
    await act_stage.run(
        "for (let i = 0; i < 800; i++) console.log(i); console.log('x'.repeat(1e6))"
    )
    await tab.debug.look()
    assert len(tab.debug.said.entries) == 500
    assert tab.debug.said.lost == 301
    assert len(texts(tab)[-1]) <= 4_000


async def test_a_frame_is_judged_by_its_own_address_whatever_script_it_runs(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = stage.pages
    pages.bodies["/shared.js"] = (
        "addEventListener('message', () => { console.log('word of ' + location.pathname);"
        " fetch('/asked').finally(() => parent.postMessage('done', '*')); });"
    )
    script = f"<script src={pages.url('/shared.js')}></script>"
    pages.bodies["/shut"] = pages.bodies["/free"] = f"<!doctype html>{script}"
    monkeypatch.setattr(stage.browser.judge, "allows", lambda url: "/shut" not in url)
    frames = "".join(FRAME.format(pages.url(path, "other.test")) for path in ("/shut", "/free"))
    tab = await stage.show(frames)
    await tab.debug.look()
    await stage.run(ASK_FRAMES)
    await tab.debug.look()
    assert texts(tab) == ["word of /free"]
    assert asked(tab) == ["asked"]


@pytest.mark.parametrize("is_shut", [False, True])
async def test_what_may_be_of_a_blocked_frame_is_not_kept(
    act_stage: Stage, *, is_shut: bool
) -> None:
    frame = FRAME.format(act_stage.pages.url("/in", "blocked.test" if is_shut else "other.test"))
    act_stage.browser.judge.patterns = tuple  # type: ignore[method-assign] # let it come in
    act_stage.browser.gate.see()
    tab = await act_stage.show(frame)
    await tab.debug.look()
    call = {"type": "log", "args": [{"type": "string", "value": "said"}], "executionContextId": 999}
    tab.session.hear("Runtime.consoleAPICalled", call)
    thrown = {"text": "thrown", "executionContextId": 999}
    tab.session.hear("Runtime.exceptionThrown", {"exceptionDetails": thrown})
    tab.session.hear("Log.entryAdded", {"entry": {"level": "error", "text": "reported"}})
    request = {"url": act_stage.pages.url("/asked"), "headers": {}}
    event = {"requestId": "r1", "frameId": "unknown", "request": request}
    tab.session.hear("Network.requestWillBeSent", event)
    about = {"level": "error", "text": "about it", "networkRequestId": "r1"}
    tab.session.hear("Log.entryAdded", {"entry": about})
    if is_shut:
        assert (texts(tab), asked(tab)) == ([], [])
    else:
        assert texts(tab) == ["said", "thrown", "reported", "about it"]
        assert asked(tab) == ["asked"]
