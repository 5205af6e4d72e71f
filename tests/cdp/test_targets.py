"""Which pages there are: real ones, and what Android makes of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bridge.cdp.connection import Connection, open_connection
from bridge.cdp.targets import Handed, Page, Targets
from bridge.errors import BridgeError, LateFault, PhoneGone, ScreenFault
from bridge.settings import LimitSettings
from tests.cdp._chromium import FLAGS, chromium, without
from tests.cdp._scripted import CONTEXT, OTHER, PAGE, Scripted, info, scripted, session_of

THIRD = "D" * 32
INCOGNITO = "E" * 32
NO_CONTEXTS = {"error": {"code": -32000, "message": "Not supported"}}


async def started(link: Connection, *, show_incognito: bool = False) -> Targets:
    targets = Targets(link, show_incognito=show_incognito)
    await targets.start()
    return targets


@asynccontextmanager
async def pages_of(
    *infos: dict[str, Any], script: Scripted | None = None, incognito: bool = False
) -> AsyncIterator[tuple[Targets, Scripted]]:
    """The targets of a scripted browser that has these."""
    script = script or Scripted()
    script.targets = list(infos)
    limits = LimitSettings(open_seconds=5, command_seconds=5)
    async with scripted(script) as server, open_connection(server.port, limits) as link:
        yield await started(link, show_incognito=incognito), server


def ids(targets: Targets) -> list[str]:
    return [page.id for page in targets.pages]


async def test_a_real_browser_shows_its_pages_and_nothing_else() -> None:
    with chromium([each for each in FLAGS if each != without()]) as port:
        async with open_connection(port, LimitSettings()) as link:
            listed = await link.root.call("Target.getTargets")
            other_kinds = {t["type"] for t in listed["targetInfos"]} - {"page"}
            assert other_kinds, "Chromium shows targets of its own interface too"
            targets = await started(link)
            assert ids(targets)
            assert all(page.url == "about:blank" for page in targets.pages)


async def test_a_real_page_is_opened_attached_and_closed(link: Connection) -> None:
    targets = await started(link)
    seen: list[tuple[str, str]] = []
    targets.on_change(lambda what, page: seen.append((what, page.id)))
    page = await targets.create("data:text/html,made")
    assert targets.page(page.id) is not None
    session = await targets.attach(page.id)
    answer = await session.call("Runtime.evaluate", {"expression": "6 * 7"})
    assert answer["result"]["value"] == 42
    await targets.close(page.id)
    assert targets.page(page.id) is None
    assert not session.alive
    assert (seen[0], seen[-1]) == (("added", page.id), ("removed", page.id))


async def test_a_real_title_that_changes_later_is_known_after_a_refresh(link: Connection) -> None:
    targets = await started(link)
    page = await targets.create("about:blank")
    session = await targets.attach(page.id)
    await session.call("Runtime.evaluate", {"expression": "document.title = 'renamed'"})
    seen: list[str] = []
    targets.on_change(lambda _, page: seen.append(page.title))
    await targets.refresh()
    told = targets.page(page.id)
    assert told is not None
    assert told.title == "renamed"
    assert "renamed" in seen
    await targets.close(page.id)


async def test_a_refresh_brings_no_page_back_and_hides_what_was_hidden(
    staged: Connection, server: Scripted
) -> None:
    server.targets = [info(PAGE), info(OTHER, browserContextId=INCOGNITO)]
    targets = await started(staged)
    await server.event("Target.targetDestroyed", {"targetId": PAGE})
    server.targets[0]["title"] = server.targets[1]["title"] = "new"
    seen: list[str] = []
    targets.on_change(lambda _, page: seen.append(page.id))
    await targets.refresh()
    assert (ids(targets), seen) == ([], [PAGE])  # only its end was told


async def test_a_real_popup_names_its_opener(link: Connection) -> None:
    targets = await started(link)
    page = await targets.create("about:blank")
    session = await targets.attach(page.id)
    came: asyncio.Future[Page] = asyncio.get_running_loop().create_future()
    targets.on_change(lambda what, page: came.set_result(page) if what == "added" else None)
    params = {"expression": "void window.open('about:blank')", "userGesture": True}
    await session.call("Runtime.evaluate", params)
    async with asyncio.timeout(5):
        popup = await came
    assert popup.opener_id == page.id
    for each in (popup, page):
        await targets.close(each.id)


async def test_a_real_page_that_is_gone_cannot_be_attached(link: Connection) -> None:
    targets = await started(link)
    with pytest.raises(ScreenFault) as gone:
        await targets.attach("0" * 32)
    assert gone.value.code == "TAB_CLOSED"


async def test_the_start_is_one_flight_and_touches_no_page() -> None:
    script = Scripted()
    script.silent = {"Target.setDiscoverTargets", "Target.getTargets", "Target.getBrowserContexts"}
    script.targets = [info(PAGE)]
    async with scripted(script) as server:
        limits = LimitSettings(open_seconds=5)
        async with open_connection(server.port, limits) as link, asyncio.TaskGroup() as tasks:
            starting = tasks.create_task(Targets(link).start())
            # all three are on the wire though none is answered
            await server.until("Target.getBrowserContexts")
            assert len(server.commands) == 3
            starting.cancel()
        assert set(server.methods()) == script.silent


async def test_a_start_that_is_not_answered_is_late() -> None:
    script = Scripted(silent={"Target.getTargets"})
    limits = LimitSettings(open_seconds=0.1)
    async with scripted(script) as server, open_connection(server.port, limits) as link:
        with pytest.raises(LateFault, match="the list of tabs"):
            await Targets(link).start()


@pytest.mark.parametrize(
    "no_page",
    [
        info("64"),
        info("1"),
        info(OTHER, type="browser_ui"),
        info(OTHER, type="service_worker"),
        info(OTHER, type="tab"),
        info(OTHER, subtype="prerender"),
        info("B" * 31),
        info("B" * 32 + "\n"),
        {},
    ],
)
async def test_what_is_no_page_of_a_person_is_left_out(no_page: dict[str, Any]) -> None:
    async with pages_of(info(PAGE), no_page) as (targets, server):
        await server.event("Target.targetCreated", {"targetInfo": no_page})
        await server.event("Target.targetInfoChanged", {"targetInfo": no_page})
        await server.event("Target.targetCreated", {})
        await targets._root.call("Browser.getVersion")
        assert ids(targets) == [PAGE]


async def test_pages_keep_their_order_and_follow_the_events() -> None:
    async with pages_of(info(OTHER), info(PAGE)) as (targets, server):
        seen: list[tuple[str, str, str]] = []
        off = targets.on_change(lambda what, page: seen.append((what, page.id, page.url)))
        await server.event(
            "Target.targetInfoChanged", {"targetInfo": info(OTHER, "http://o.test/")}
        )
        await server.event("Target.targetCreated", {"targetInfo": info(THIRD, openerId=PAGE)})
        await server.event("Target.targetDestroyed", {"targetId": PAGE})
        await server.event("Target.targetDestroyed", {"targetId": "64"})
        await targets._root.call("Browser.getVersion")
        off()
        off()
        await server.event("Target.targetDestroyed", {"targetId": THIRD})
        await targets._root.call("Browser.getVersion")
        assert targets.pages == (Page(OTHER, "http://o.test/", "title of B", context_id=CONTEXT),)
        assert seen == [
            ("changed", OTHER, "http://o.test/"),
            ("added", THIRD, "about:blank"),
            ("removed", PAGE, "about:blank"),
        ]


async def test_a_page_that_went_while_the_list_was_made_stays_gone() -> None:
    script = Scripted(silent={"Target.getBrowserContexts"}, targets=[info(PAGE), info(OTHER)])
    limits = LimitSettings()
    async with scripted(script) as server, open_connection(server.port, limits) as link:
        targets = Targets(link)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(targets.start())
            asked = await server.until("Target.getBrowserContexts")
            await server.event("Target.targetDestroyed", {"targetId": OTHER})
            await server.answer(asked, {"browserContextIds": []})
        assert ids(targets) == [PAGE]


async def test_incognito_is_hidden_when_chrome_tells_its_own_context() -> None:
    private = info(OTHER, browserContextId=INCOGNITO)
    async with pages_of(private, info(PAGE)) as (targets, server):
        seen: list[str] = []
        targets.on_change(lambda _, page: seen.append(page.id))
        await server.event("Target.targetInfoChanged", {"targetInfo": private})
        await targets._root.call("Browser.getVersion")
        assert ids(targets) == [PAGE]
        assert (targets.page(OTHER), targets.hidden, seen) == (None, 1, [])


async def test_incognito_is_shown_when_the_settings_opt_in() -> None:
    private = info(OTHER, browserContextId=INCOGNITO)
    async with pages_of(private, info(PAGE), incognito=True) as (targets, _):
        assert ids(targets) == [OTHER, PAGE]
        assert targets.hidden == 0


@pytest.mark.parametrize("contexts", [NO_CONTEXTS, {"browserContextIds": []}])
async def test_an_untold_context_is_the_only_one_there_is(contexts: dict[str, Any]) -> None:
    script = Scripted(replies={"Target.getBrowserContexts": contexts})
    private = info(OTHER, browserContextId=INCOGNITO)
    async with pages_of(info(PAGE), script=script) as (targets, server):
        await server.event("Target.targetCreated", {"targetInfo": private})
        await targets._root.call("Browser.getVersion")
        assert ids(targets) == [PAGE]
        await server.event("Target.targetDestroyed", {"targetId": PAGE})
        await targets._root.call("Browser.getVersion")
        assert ids(targets) == []


async def test_the_first_page_tells_an_untold_context_of_an_empty_browser() -> None:
    script = Scripted(replies={"Target.getBrowserContexts": NO_CONTEXTS})
    async with pages_of(script=script) as (targets, server):
        await server.event("Target.targetCreated", {"targetInfo": info(PAGE)})
        await targets._root.call("Browser.getVersion")
        assert ids(targets) == [PAGE]


async def test_among_several_untold_contexts_none_is_shown_until_we_open_a_page_ourselves() -> None:
    def create(command: dict[str, Any]) -> dict[str, Any]:
        return {"result": {"targetId": THIRD}}

    script = Scripted(
        replies={"Target.getBrowserContexts": NO_CONTEXTS, "Target.createTarget": create}
    )
    private = info(OTHER, browserContextId=INCOGNITO)
    old = info("F" * 32)
    del old["browserContextId"]
    async with pages_of(info(PAGE), private, old, script=script) as (targets, server):
        assert ids(targets) == ["F" * 32]
        async with asyncio.TaskGroup() as tasks:
            making = tasks.create_task(targets.create("about:blank"))
            await server.until("Target.createTarget")
            await server.event("Target.targetCreated", {"targetInfo": info(THIRD)})
        assert making.result().id == THIRD
        assert ids(targets) == [PAGE, "F" * 32, THIRD]


async def test_a_decimal_answer_is_mapped_to_the_new_page_without_opener_at_that_address() -> None:
    script = Scripted(replies={"Target.createTarget": {"targetId": "15"}})
    async with pages_of(info(PAGE), script=script) as (targets, server):
        async with asyncio.TaskGroup() as tasks:
            making = tasks.create_task(targets.create("about:blank"))
            await server.until("Target.createTarget")
            popup = info(OTHER, openerId=PAGE)
            persons = info("F" * 32, "chrome-native://newtab/")
            made = info(THIRD, "")
            for each in (info("15"), popup, persons, made):
                await server.event("Target.targetCreated", {"targetInfo": each})
            for each in (info("15"), made | {"url": "about:blank"}):
                await server.event("Target.targetInfoChanged", {"targetInfo": each})
        assert making.result().id == THIRD


async def test_a_page_that_chrome_never_shows_is_late(server: Scripted) -> None:
    server.replies["Target.createTarget"] = {"targetId": "15"}
    async with open_connection(server.port, LimitSettings(command_seconds=0.2)) as link:
        targets = await started(link)
        with pytest.raises(LateFault, match="the new tab did not come"):
            await targets.create("about:blank")


async def test_a_page_that_is_awaited_fails_at_once_when_the_link_ends() -> None:
    script = Scripted(replies={"Target.createTarget": {"targetId": "15"}})
    async with pages_of(info(PAGE), script=script) as (targets, server):

        async def create() -> None:
            with pytest.raises(PhoneGone):
                await targets.create("about:blank")

        async with asyncio.timeout(4), asyncio.TaskGroup() as tasks:
            tasks.create_task(create())
            await server.until("Target.createTarget")
            await targets._root.call("Browser.getVersion")  # the answer is in, the page is not
            server.cut()


async def test_closing_waits_until_the_page_is_gone() -> None:
    async with pages_of(info(PAGE), info(OTHER)) as (targets, _):
        await targets.close(OTHER)
        assert ids(targets) == [PAGE]


async def test_a_page_that_does_not_close_is_late(server: Scripted) -> None:
    server.replies["Target.closeTarget"] = {"success": True}
    async with open_connection(server.port, LimitSettings(command_seconds=0.2)) as link:
        targets = await started(link)
        with pytest.raises(LateFault, match="the tab's end did not come"):
            await targets.close(PAGE)


async def test_a_close_that_chrome_lost_is_asked_again(
    staged: Connection, server: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bridge.cdp.targets._CLOSE_AGAIN_SECONDS", 0.1)
    server.replies["Target.closeTarget"] = {"success": True}  # and nothing closes
    targets = await started(staged)
    async with asyncio.timeout(5), asyncio.TaskGroup() as tasks:
        tasks.create_task(targets.close(PAGE))
        await server.until("Target.closeTarget")
        del server.replies["Target.closeTarget"]
    assert PAGE not in ids(targets)


async def test_a_refused_close_counts_only_when_the_page_is_there(
    staged: Connection, server: Scripted
) -> None:
    server.replies["Target.closeTarget"] = {
        "error": {"code": -32602, "message": "No target with given id found"}
    }
    targets = await started(staged)
    await targets.close(OTHER)  # gone already: that is what was wanted
    with pytest.raises(BridgeError, match="No target"):
        await targets.close(PAGE)


async def test_activation_is_asked_of_chrome(staged: Connection, server: Scripted) -> None:
    targets = await started(staged)
    await targets.activate(PAGE)
    assert server.commands[-1]["params"] == {"targetId": PAGE}


async def test_another_refusal_of_an_attachment_keeps_chromes_words(
    staged: Connection, server: Scripted
) -> None:
    server.replies["Target.attachToTarget"] = {"error": {"code": -32000, "message": "Not allowed"}}
    targets = await started(staged)
    with pytest.raises(BridgeError, match="Not allowed"):
        await targets.attach(PAGE)


async def test_a_session_that_comes_after_its_caller_left_is_let_go(
    staged: Connection, server: Scripted
) -> None:
    server.silent = {"Target.attachToTarget"}
    targets = await started(staged)
    async with asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(targets.attach(PAGE))
        command = await server.until("Target.attachToTarget")
        waiting.cancel()
    told = {"sessionId": session_of(PAGE), "targetInfo": info(PAGE)}
    await server.event("Target.attachedToTarget", told)
    await server.answer(command, {"sessionId": session_of(PAGE)})
    detach = await server.until("Target.detachFromTarget")
    assert detach["params"] == {"sessionId": session_of(PAGE)}
    assert not staged.session(session_of(PAGE), PAGE).alive


async def test_a_released_session_is_detached(staged: Connection, server: Scripted) -> None:
    targets = await started(staged)
    session = await targets.attach(PAGE)
    assert session.alive
    targets.release(session)
    assert (await server.until("Target.detachFromTarget"))["params"]["sessionId"] == session.id


def handed(session: str, target: str = PAGE, *, waits: bool = False, **more: Any) -> dict[str, Any]:
    told = info(target, **more)
    return {"sessionId": session, "targetInfo": told, "waitingForDebugger": waits}


async def test_a_session_that_nobody_asked_for_is_let_go_and_its_page_runs_first(
    staged: Connection, server: Scripted
) -> None:
    await started(staged)
    await server.event("Target.attachedToTarget", handed("held", waits=True))
    run = await server.until("Runtime.runIfWaitingForDebugger")
    assert run["sessionId"] == "held"
    gone = await server.until("Target.detachFromTarget")
    assert gone["params"] == {"sessionId": "held"}
    await server.event("Target.attachedToTarget", handed("idle"))
    gone = await server.until("Target.detachFromTarget", 2)
    assert gone["params"] == {"sessionId": "idle"}
    assert server.methods().count("Runtime.runIfWaitingForDebugger") == 1


async def test_who_takes_sessions_gets_those_that_were_not_asked_for(
    staged: Connection, server: Scripted
) -> None:
    targets = await started(staged)
    taken: list[Handed] = []
    targets.on_handed(taken.append)
    server.silent = {"Target.attachToTarget"}
    async with asyncio.TaskGroup() as tasks:
        asked = tasks.create_task(targets.attach(PAGE))
        command = await server.until("Target.attachToTarget")
        # auto-attach speaks of the same page while our own session is on its way
        await server.event("Target.attachedToTarget", handed("auto"))
        await server.event("Target.attachedToTarget", handed("ours"))
        await server.event("Target.attachedToTarget", handed("held", waits=True))
        await server.answer(command, {"sessionId": "ours"})
    assert (await asked).id == "ours"
    await server.event("Target.attachedToTarget", handed("twin", "15"))
    await targets.refresh()
    told = [(each.session.id, each.page and each.page.id, each.waits) for each in taken]
    assert told == [("held", PAGE, True), ("auto", PAGE, False), ("twin", None, False)]
    assert "Target.detachFromTarget" not in server.methods()


async def test_pages_that_show_nothing_are_told_and_can_be_thawed(
    staged: Connection, server: Scripted
) -> None:
    server.targets = [info(PAGE), info(OTHER, "")]
    targets = await started(staged)
    assert targets.frozen == (OTHER,)
    targets.thaw(OTHER)
    run = await server.until("Runtime.runIfWaitingForDebugger")
    assert run["sessionId"] == session_of(OTHER)
    gone = await server.until("Target.detachFromTarget")
    assert gone["params"] == {"sessionId": session_of(OTHER)}
