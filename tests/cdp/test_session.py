"""Sessions as their users see them, over real sockets."""

import asyncio
import gc
import logging
from typing import Any

import pytest

from bridge.cdp.connection import Connection, open_connection
from bridge.cdp.session import Ending, flight
from bridge.cdp.wire import METHOD_UNKNOWN, CdpRefused
from bridge.errors import LateFault, PhoneFault, PhoneGone
from bridge.settings import LimitSettings
from tests.cdp._scripted import PAGE, Scripted, scripted


async def test_a_call_returns_what_chrome_answers(link: Connection) -> None:
    version = await link.root.call("Browser.getVersion")
    assert version["product"] == link.version["Browser"]


async def test_a_command_chrome_does_not_know_is_refused_with_its_number(
    link: Connection,
) -> None:
    with pytest.raises(CdpRefused) as refused:
        await link.root.call("Nope.nope")
    assert refused.value.number == METHOD_UNKNOWN
    assert refused.value.code == "CDP_ERROR"
    assert "Nope.nope" in refused.value.message


async def test_commands_posted_together_go_out_in_order(
    staged: Connection, server: Scripted
) -> None:
    flying = [staged.root.post("Page.navigate", {"n": n}) for n in range(200)]
    await flight(flying, 5, "all")
    assert [command["params"]["n"] for command in server.commands] == list(range(200))
    numbers = [command["id"] for command in server.commands]
    assert numbers == sorted(set(numbers))


async def test_posts_need_nobody_who_waits(staged: Connection, server: Scripted) -> None:
    staged.root.post("Page.enable")
    assert (await server.until("Page.enable"))["params"] == {}


@pytest.mark.parametrize("method", ["Page.enable", "Page.captureScreenshot"])
async def test_a_call_without_an_answer_ends_at_its_limit_with_method_and_seconds(
    server: Scripted, method: str
) -> None:
    server.silent = {method}
    limits = LimitSettings(command_seconds=0.05, capture_seconds=0.06)
    seconds = "0.06" if method == "Page.captureScreenshot" else "0.05"
    async with open_connection(server.port, limits) as link:
        with pytest.raises(LateFault) as late:
            await link.root.call(method)
        assert late.value.message == f"{method} was not answered within {seconds} s"
        with pytest.raises(LateFault, match=r"within 0\.01 s"):
            await link.root.call(method, seconds=0.01)
        assert link.root.alive


async def test_an_answer_that_comes_too_late_is_dropped_with_a_debug_line(
    staged: Connection, server: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bridge.cdp.connection")
    server.silent = {"Page.enable"}
    with pytest.raises(LateFault):
        await staged.root.call("Page.enable", {"text": "private"}, seconds=0.01)
    command = await server.until("Page.enable")
    await server.answer(command, {"v": "private"})
    assert await staged.root.call("Page.disable") == {}
    assert [r.getMessage() for r in caplog.records] == [f"dropped the late answer {command['id']}"]


async def test_a_cancelled_call_leaves_nothing_behind(staged: Connection, server: Scripted) -> None:
    server.silent = {"Page.enable"}
    async with asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(staged.root.call("Page.enable"))
        command = await server.until("Page.enable")
        waiting.cancel()
    assert staged._pending == {}
    await server.answer(command, {})
    await server.send({"id": command["id"], "error": {"code": -32000, "message": "late too"}})
    assert await staged.root.call("Page.disable") == {}


async def test_a_command_cancelled_before_it_was_sent_is_not_sent(
    staged: Connection, server: Scripted
) -> None:
    kept, dropped = staged.root.post("A.a"), staged.root.post("B.b")
    dropped.cancel()
    await kept
    await staged.root.call("C.c")
    assert server.methods() == ["A.a", "C.c"]


async def test_handlers_run_in_wire_order_and_before_the_answer_is_seen(
    staged: Connection, server: Scripted
) -> None:
    heard: list[Any] = []
    staged.root.on("A.event", lambda e: heard.append(e["n"]))
    staged.root.on("B.event", lambda e: heard.append(e["n"]))
    server.silent = {"Page.enable"}
    answer = staged.root.post("Page.enable")
    command = await server.until("Page.enable")
    for n in range(10):
        await server.event("A.event" if n % 3 else "B.event", {"n": n})
    await server.answer(command, {})
    await answer
    assert heard == list(range(10))


async def test_a_handler_may_post_and_may_take_itself_off(
    staged: Connection, server: Scripted
) -> None:
    heard: list[int] = []

    def once(event: dict[str, Any]) -> None:
        off()
        off()  # nothing more
        heard.append(event["n"])
        staged.root.post("Fetch.continueRequest", {"n": event["n"]})

    off = staged.root.on("Fetch.requestPaused", once)
    staged.root.on("Fetch.requestPaused", once)()
    await server.event("Fetch.requestPaused", {"n": 1})
    await server.event("Fetch.requestPaused", {"n": 2})
    assert (await server.until("Fetch.continueRequest"))["params"] == {"n": 1}
    await staged.root.call("Page.enable")
    assert heard == [1]


async def test_a_handler_that_raises_is_logged_and_the_others_still_hear(
    staged: Connection, server: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[int] = []

    def broken(event: dict[str, Any]) -> None:
        raise ValueError(f"cannot read {event['words']}")

    staged.root.on("A.event", broken)
    staged.root.on("A.event", lambda e: heard.append(e["n"]))
    await server.event("A.event", {"n": 1, "words": "of-the-page"})
    await server.event("A.event", {"n": 2, "words": "of-the-page"})
    await staged.root.call("Page.enable")
    assert heard == [1, 2]
    failed = [r for r in caplog.records if r.levelno == logging.ERROR]
    told = [r.getMessage().splitlines()[0] for r in failed]
    assert told == ["a handler of A.event failed: ValueError"] * 2
    assert all("in broken" in r.getMessage() for r in failed)
    assert "of-the-page" not in caplog.text


async def test_the_end_of_a_session_is_heard_once_and_afterwards_at_once(
    staged: Connection, server: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Ending] = []

    def broken(ending: Ending) -> None:
        raise KeyError(ending.code)

    staged.root.on_end(broken)
    staged.root.on_end(heard.append)
    staged.root.on_end(lambda _: heard.clear())()  # taken off again
    server.cut()
    await staged.wait_ended()
    staged.root.on_end(heard.append)()
    assert [ending.code for ending in heard] == ["PHONE_GONE", "PHONE_GONE"]
    assert "a handler of a session's end failed" in caplog.messages


async def test_an_ended_session_fails_every_further_call_at_once(
    staged: Connection, server: Scripted
) -> None:
    session = staged.session("S1", PAGE)
    assert (session.alive, session.reason, session.root) == (True, None, staged.root)
    await server.event("Inspector.targetCrashed", {}, "S1")
    await staged.root.call("Page.enable")
    assert (session.alive, session.reason) == (False, "the page crashed")
    with pytest.raises(PhoneFault) as crashed:
        await session.call("Page.reload")
    assert crashed.value.code == "TAB_CRASHED"
    assert "Page.reload" not in server.methods()


async def test_a_flight_that_is_late_names_itself_and_is_forgotten(
    staged: Connection, server: Scripted
) -> None:
    server.silent = {"B.b"}
    with pytest.raises(LateFault, match=r"the pair was not answered within 0\.05 s"):
        await flight((staged.root.post("A.a"), staged.root.post("B.b")), 0.05, "the pair")
    await staged.root.call("C.c")
    assert staged._pending == {}


async def test_a_flight_leaves_each_refusal_to_its_own_answer(
    staged: Connection, server: Scripted
) -> None:
    server.replies["B.b"] = {"error": {"code": -32000, "message": "no"}}
    good, bad = await flight((staged.root.post("A.a"), staged.root.post("B.b")), 5, "the pair")
    assert good.result() == {}
    with pytest.raises(CdpRefused, match=r"Chrome refused B\.b: no"):
        bad.result()


async def test_a_command_that_cannot_be_sent_says_so(limits: LimitSettings) -> None:
    async with scripted() as deaf, open_connection(deaf.port, limits) as link:
        await link.root.call("Page.enable")
        deaf.deafen()
        link.root.post("Big.one", {"text": "x" * 32_000_000})
        with pytest.raises(LateFault, match="the phone takes no data"):
            await link.root.call("Page.disable", seconds=0.05)


async def test_a_failure_nobody_reads_is_no_event_loop_warning(
    limits: LimitSettings,
) -> None:
    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    async with scripted() as server, open_connection(server.port, limits) as link:
        server.replies["A.a"] = {"error": {"code": -32000, "message": "no"}}
        server.silent = {"B.b"}
        link.root.post("A.a")
        link.root.post("B.b")
        await server.until("B.b")
        server.cut()
        await link.wait_ended()
        link.root.post("C.c")
        with pytest.raises(PhoneGone):
            await link.root.call("C.c")
    gc.collect()
    asyncio.get_running_loop().set_exception_handler(None)
    assert told == []
