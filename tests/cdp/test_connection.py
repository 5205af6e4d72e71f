"""The link: how it opens, what it carries, and that nothing waits once it has ended."""

import asyncio
import json
import logging
import os
import socket
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from bridge.cdp.connection import QUICK_ACK, Connection, open_connection
from bridge.cdp.session import Session
from bridge.cdp.wire import CdpRefused
from bridge.errors import BridgeError, LateFault, PhoneGone
from bridge.settings import LimitSettings
from tests.cdp._scripted import OTHER, PAGE, Scripted, scripted


async def outcome(answer: asyncio.Future[dict[str, Any]]) -> str:
    """The code with which a pending call ended; it must end by itself."""
    async with asyncio.timeout(5):
        try:
            await answer
        except BridgeError as fault:
            return fault.code
    return "ok"


async def attach(link: Connection, url: str) -> Session:
    """A real page of its own."""
    made = await link.root.call("Target.createTarget", {"url": url})
    params = {"targetId": made["targetId"], "flatten": True}
    answer = await link.root.call("Target.attachToTarget", params)
    return link.session(answer["sessionId"], made["targetId"])


def stuck(session: Session) -> asyncio.Future[dict[str, Any]]:
    """A command that a real page never answers by itself."""
    params = {"expression": "new Promise(() => {})", "awaitPromise": True}
    return session.post("Runtime.evaluate", params)


async def test_an_answer_of_six_megabytes_passes(link: Connection) -> None:
    session = await attach(link, "about:blank")
    params = {"expression": "'x'.repeat(6_000_000)", "returnByValue": True}
    answer = await session.call("Runtime.evaluate", params)
    assert len(answer["result"]["value"]) == 6_000_000
    await link.root.call("Target.closeTarget", {"targetId": session.target_id})


async def test_what_chrome_says_is_acknowledged_at_once(link: Connection) -> None:
    # adb's server holds the next answer back until this one is acknowledged
    session = await attach(link, "about:blank")
    for _ in range(3):
        await session.call("Runtime.evaluate", {"expression": "1"})
        with socket.socket(fileno=os.dup(link.descriptor)) as wire:
            assert QUICK_ACK is None or wire.getsockopt(socket.IPPROTO_TCP, QUICK_ACK) == 1
    await link.root.call("Target.closeTarget", {"targetId": session.target_id})


async def test_closing_a_real_tab_fails_its_pending_calls_and_no_others(link: Connection) -> None:
    session, other = await attach(link, "about:blank"), await attach(link, "about:blank")
    pending, kept = stuck(session), stuck(other)
    await link.root.call("Target.closeTarget", {"targetId": session.target_id})
    assert await outcome(pending) == "TAB_CLOSED"
    assert not session.alive
    assert other.alive
    assert not kept.done()
    await link.root.call("Target.closeTarget", {"targetId": other.target_id})
    assert await outcome(kept) == "TAB_CLOSED"


async def test_a_real_crash_fails_the_pending_calls_of_the_tab(link: Connection) -> None:
    session = await attach(link, "data:text/html,crash")
    pending = stuck(session)
    session.post("Page.crash")
    assert await outcome(pending) == "TAB_CRASHED"
    assert session.reason == "the page crashed"
    await link.root.call("Target.closeTarget", {"targetId": session.target_id})


async def test_detaching_a_real_tab_fails_its_pending_calls(link: Connection) -> None:
    session = await attach(link, "about:blank")
    pending = stuck(session)
    await link.root.call("Target.detachFromTarget", {"sessionId": session.id})
    assert await outcome(pending) == "TAB_CLOSED"
    await link.root.call("Target.closeTarget", {"targetId": session.target_id})


async def test_a_session_that_real_chromium_does_not_know_ends_at_its_first_call(
    link: Connection,
) -> None:
    session = link.session("F" * 32, PAGE)
    with pytest.raises(CdpRefused) as refused:
        await session.call("Page.enable")
    assert refused.value.session_gone
    assert not session.alive


async def test_events_of_a_real_page_reach_its_session_alone(link: Connection) -> None:
    session, other = await attach(link, "about:blank"), await attach(link, "about:blank")
    loaded, heard = asyncio.Event(), list[str]()
    session.on("Page.loadEventFired", lambda _: loaded.set())
    other.on("Page.loadEventFired", lambda _: heard.append("other"))
    link.root.on("Page.loadEventFired", lambda _: heard.append("root"))
    await session.call("Page.enable")
    await session.call("Page.navigate", {"url": "data:text/html,hello"})
    async with asyncio.timeout(5):
        await loaded.wait()
    assert heard == []
    for each in (session, other):
        await link.root.call("Target.closeTarget", {"targetId": each.target_id})


async def test_the_opening_sends_no_origin_and_asks_for_the_version_only(
    staged: Connection, server: Scripted
) -> None:
    await staged.root.call("Browser.getVersion")
    assert [path for path, _ in server.asked] == ["/json/version", "/devtools/browser"]
    for _, headers in server.asked:
        assert "origin" not in headers
        assert headers["host"] == f"127.0.0.1:{server.port}"
    assert "sec-websocket-extensions" not in server.asked[1][1]


async def test_real_chromium_would_have_refused_an_origin(port: int) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        await connect(f"ws://127.0.0.1:{port}/devtools/browser", origin=Origin("http://localhost"))


async def test_the_path_that_chrome_names_is_dialled_on_our_own_port(
    limits: LimitSettings,
) -> None:
    script = Scripted(path="/devtools/browser/5f-a")
    async with scripted(script) as server, open_connection(server.port, limits):
        assert server.asked[-1][0] == "/devtools/browser/5f-a"


async def test_no_proxy_of_the_environment_is_used(
    server: Scripted, limits: LimitSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "ws_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    async with open_connection(server.port, limits) as link:
        assert await link.root.call("Page.enable") == {}


async def test_pings_are_not_sent_so_that_old_chromes_keep_the_link(
    staged: Connection,
) -> None:
    assert staged._socket.ping_interval is None


async def test_a_browser_that_refuses_the_socket_is_told_with_its_status(
    limits: LimitSettings,
) -> None:
    async with scripted(Scripted(shut=True)) as server:
        with pytest.raises(PhoneGone, match="HTTP 403"):
            async with open_connection(server.port, limits):
                pass


async def test_a_redirect_to_elsewhere_is_not_followed(limits: LimitSettings) -> None:
    async with scripted() as elsewhere:
        script = Scripted(moved_to=f"ws://127.0.0.1:{elsewhere.port}/devtools/browser")
        async with scripted(script) as server:
            with pytest.raises(PhoneGone):
                async with open_connection(server.port, limits):
                    pass
        assert elsewhere.asked == []


async def test_a_message_beyond_the_limit_ends_the_link_and_says_so(
    server: Scripted, limits: LimitSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bridge.cdp.connection.MOST_MESSAGE_BYTES", 2**20)
    async with open_connection(server.port, limits) as link:
        server.replies["Page.captureScreenshot"] = {"data": "x" * 2**20}
        with pytest.raises(PhoneGone, match="more than 1 MiB in one message"):
            await link.root.call("Page.captureScreenshot")


async def test_a_browser_that_never_answers_is_gone_after_the_limit() -> None:
    async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async with await asyncio.start_server(mute, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        with pytest.raises(PhoneGone, match=r"within 0\.1 s"):
            async with open_connection(port, LimitSettings(open_seconds=0.1)):
                pass


@pytest.mark.parametrize(
    ("how", "told"),
    [("cut", "the link to Chrome broke"), ("goodbye", "Chrome closed the DevTools connection")],
)
async def test_when_the_link_ends_every_pending_call_fails_at_once(
    staged: Connection, server: Scripted, how: str, told: str
) -> None:
    server.silent = {"Page.enable"}
    session = staged.session("S1", PAGE)
    pending = [each.post("Page.enable") for each in (staged.root, session, session)]
    await server.until("Page.enable", 3)
    async with asyncio.TaskGroup() as tasks:
        ended = tasks.create_task(staged.wait_ended())
        if how == "cut":
            server.cut()
        else:
            await server.goodbye()
    assert ended.result() == told
    assert [await outcome(each) for each in pending] == ["PHONE_GONE"] * 3
    assert (session.alive, session.reason) == (False, told)
    assert await outcome(staged.root.post("Page.enable")) == "PHONE_GONE"
    assert not staged.session("S2", PAGE).alive


async def test_leaving_the_block_fails_what_is_pending_and_closes_the_link(
    server: Scripted, limits: LimitSettings
) -> None:
    server.silent = {"Page.enable"}
    async with open_connection(server.port, limits) as link:
        pending = link.root.post("Page.enable")
        await server.until("Page.enable")
    assert await outcome(pending) == "PHONE_GONE"
    assert link.root.reason == "the Bridge closed the DevTools session"
    assert server._socket is not None
    async with asyncio.timeout(5):
        await server._socket.wait_closed()


async def test_what_the_block_raises_comes_out_as_it_is(
    server: Scripted, limits: LimitSettings
) -> None:
    with pytest.raises(KeyError, match="mine"):
        async with open_connection(server.port, limits):
            raise KeyError("mine")


async def test_a_cancelled_block_takes_the_link_down(
    server: Scripted, limits: LimitSettings
) -> None:
    opened: asyncio.Future[Connection] = asyncio.get_running_loop().create_future()

    async def hold() -> None:
        async with open_connection(server.port, limits) as link:
            opened.set_result(link)
            await link.wait_ended()

    async with asyncio.TaskGroup() as tasks:
        holder = tasks.create_task(hold())
        link = await opened
        holder.cancel()
    assert holder.cancelled()
    assert not link.root.alive


def end_by_detach(session: str) -> tuple[str, dict[str, Any], str | None]:
    return "Target.detachedFromTarget", {"sessionId": session, "targetId": PAGE}, None


ENDS = [
    (end_by_detach("S1"), "TAB_CLOSED"),
    (("Target.targetDestroyed", {"targetId": PAGE}, None), "TAB_CLOSED"),
    (("Inspector.targetCrashed", {}, "S1"), "TAB_CRASHED"),
    (("Target.targetCrashed", {"targetId": PAGE, "status": "oom"}, None), "TAB_CRASHED"),
]


@pytest.mark.parametrize(("event", "code"), ENDS)
async def test_each_way_a_target_ends_fails_its_pending_calls_with_the_truth(
    staged: Connection,
    server: Scripted,
    event: tuple[str, dict[str, Any], str | None],
    code: str,
) -> None:
    method, _, session_id = event
    server.silent = {"Page.enable"}
    session, other = staged.session("S1", PAGE), staged.session("S2", OTHER)
    pending, kept = session.post("Page.enable"), other.post("Page.enable")
    heard: list[str] = []
    (session if session_id else staged.root).on(method, lambda _: heard.append(method))
    await server.until("Page.enable", 2)
    await server.event(*event)
    assert await outcome(pending) == code
    assert not session.alive
    assert staged.session("S1", PAGE) is session
    assert other.alive
    assert not kept.done()
    assert heard == [method]
    if code == "TAB_CRASHED":  # Chrome still holds it: it is let go
        detach = await server.until("Target.detachFromTarget")
        assert detach["params"] == {"sessionId": "S1"}


@pytest.mark.parametrize(("event", "code"), ENDS[2:])
async def test_a_link_that_keeps_crashed_sessions_fails_their_pending_calls_alone(
    server: Scripted,
    limits: LimitSettings,
    event: tuple[str, dict[str, Any], str | None],
    code: str,
) -> None:
    server.silent = {"Page.enable"}
    async with open_connection(server.port, limits, keeps_crashed=True) as link:
        session, other = link.session("S1", PAGE), link.session("S2", OTHER)
        pending, kept = session.post("Page.enable"), other.post("Page.enable")
        root = link.root.post("Page.enable")
        await server.until("Page.enable", 3)
        await server.event("Inspector.targetCrashed", {})
        await server.event(*event)
        assert await outcome(pending) == code
        assert session.alive
        assert await session.call("Fetch.enable") == {}
        assert not kept.done()
        assert not root.done()
        assert "Target.detachFromTarget" not in [each["method"] for each in server.commands]


async def test_sessions_attached_through_an_ended_one_end_with_it(
    staged: Connection, server: Scripted
) -> None:
    page = staged.session("S1", PAGE)
    told = {"sessionId": "S2", "targetInfo": {"targetId": OTHER, "type": "iframe"}}
    await server.event("Target.attachedToTarget", told, "S1")
    await staged.root.call("Page.enable")
    frame = staged.session("S2", OTHER)
    assert (frame.parent, frame.root) == (page, staged.root)
    await server.event(*end_by_detach("S1"))
    await staged.root.call("Page.enable")
    assert (page.alive, frame.alive) == (False, False)


async def test_a_session_is_there_before_the_first_event_that_follows_its_attachment(
    staged: Connection, server: Scripted
) -> None:
    heard: list[str] = []

    def attached(event: dict[str, Any]) -> None:
        session = staged.session(event["sessionId"], PAGE)
        session.on("Page.lifecycleEvent", lambda e: heard.append(e["name"]))

    staged.root.on("Target.attachedToTarget", attached)
    await server.event("Target.attachedToTarget", {"sessionId": "S1", "targetInfo": {}})
    await server.event("Page.lifecycleEvent", {"name": "init"}, "S1")
    await staged.root.call("Page.enable")
    assert heard == ["init"]


async def test_an_event_of_an_unknown_session_is_dropped(
    staged: Connection, server: Scripted
) -> None:
    heard: list[str] = []
    staged.root.on("Page.loadEventFired", lambda _: heard.append("root"))
    await server.event("Page.loadEventFired", {}, "S9")
    await server.event(*end_by_detach("S9"))
    await server.event("Inspector.targetCrashed", {})
    assert await staged.root.call("Page.enable") == {}
    assert heard == []


async def test_a_released_session_ends_and_chrome_is_told(
    staged: Connection, server: Scripted
) -> None:
    server.silent = {"Page.enable"}
    session = staged.session("S1", PAGE)
    pending = session.post("Page.enable")
    staged.release(session)
    staged.release(session)
    staged.release(staged.root)
    assert await outcome(pending) == "TAB_CLOSED"
    await staged.root.call("A.a")
    assert server.methods() == ["Target.detachFromTarget", "A.a"]
    assert staged.root.alive


async def test_only_the_latest_ended_sessions_are_remembered(
    staged: Connection, server: Scripted
) -> None:
    for n in range(70):
        staged.release(staged.session(f"S{n}", PAGE))
    assert len(staged._past) == 64
    assert not staged.session("S69", PAGE).alive


async def test_a_command_that_does_not_fit_into_the_queue_fails_and_the_rest_go_out(
    server: Scripted, limits: LimitSettings
) -> None:
    async with open_connection(server.port, limits, most_unsent=4) as link:
        posted = [link.root.post("A.a") for _ in range(5)]
        with pytest.raises(PhoneGone, match=r"A\.a was not sent: 4 commands wait before it"):
            await posted[4]
        assert [await outcome(each) for each in posted[:4]] == ["ok"] * 4
        assert await link.root.call("B.b") == {}
        assert server.methods() == ["A.a"] * 4 + ["B.b"]


async def test_a_link_that_takes_no_data_is_hung_up_on_at_the_end(limits: LimitSettings) -> None:
    async with scripted() as deaf:
        async with asyncio.timeout(10), open_connection(deaf.port, limits) as link:
            await link.root.call("A.a")
            deaf.deafen()
            big = link.root.post("Big.one", {"text": "x" * 32_000_000})
            with pytest.raises(LateFault):
                await link.root.call("B.b", seconds=0.05)
        assert await outcome(big) == "PHONE_GONE"


async def test_an_answer_that_cannot_be_read_fails_its_call_and_the_link_lives(
    staged: Connection, server: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    server.silent = {"Page.enable"}
    pending = staged.root.post("Page.enable")
    command = await server.until("Page.enable")
    await server.send(f'{{"id":{command["id"]},"result":{{"v":"cut')
    with pytest.raises(CdpRefused, match="the answer cannot be read"):
        await pending
    await server.send("private words")
    await server.send(json.dumps({"id": 999, "result": []}))
    assert await staged.root.call("Page.disable") == {}
    warned = [r.getMessage() for r in caplog.records if r.levelno == logging.WARNING]
    assert len(warned) == 2
    assert "private" not in "".join(warned)


async def test_params_and_results_are_never_logged(
    staged: Connection, server: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bridge")
    server.replies["Input.insertText"] = {"error": {"code": -32000, "message": "secret words"}}
    with pytest.raises(CdpRefused):
        await staged.root.call("Input.insertText", {"text": "secret"})
    await server.event("Runtime.consoleAPICalled", {"text": "secret"}, "S9")
    await staged.root.call("Page.enable")
    assert "secret" not in caplog.text
