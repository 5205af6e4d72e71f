"""Which page is in front, asked of real pages and of pages that do not answer."""

import asyncio
from typing import Any

import pytest

from bridge.cdp.connection import Connection
from bridge.cdp.targets import Targets
from bridge.cdp.visibility import is_visible, look
from bridge.errors import BridgeError, PhoneGone
from tests.cdp._scripted import OTHER, PAGE, Scripted, info, session_of

THIRD = "D" * 32


def says(**by_session: str) -> Any:
    """A reply to `Runtime.evaluate` that depends on the session; none for others."""

    def reply(command: dict[str, Any]) -> dict[str, Any] | None:
        state = by_session.get(command["sessionId"].replace("-", "_"))
        if state is None:
            return None
        return {"result": {"result": {"type": "string", "value": state}}}

    return reply


async def three(link: Connection, server: Scripted, **states: str) -> Targets:
    server.targets = [info(PAGE), info(OTHER), info(THIRD)]
    server.replies["Runtime.evaluate"] = says(**states)
    targets = Targets(link)
    await targets.start()
    return targets


async def test_the_real_page_in_front_is_found_and_changes_with_activation(
    link: Connection,
) -> None:
    targets = Targets(link)
    await targets.start()
    first = await targets.create("data:text/html,1")
    second = await targets.create("data:text/html,2")
    assert (await look(targets, {}, 5)).visible == second.id
    await targets.activate(first.id)
    known = {first.id: await targets.attach(first.id)}
    async with asyncio.timeout(5):
        while not await is_visible(known[first.id], 2):
            pass
    assert (await look(targets, known, 5)).visible == first.id
    assert known[first.id].alive
    for page in (first, second):
        await targets.close(page.id)


async def test_the_look_ends_with_the_first_visible_page_and_lets_go_of_all(
    staged: Connection, server: Scripted
) -> None:
    targets = await three(staged, server, session_BB="visible")  # the others sleep
    async with asyncio.timeout(5):
        found = await look(targets, {}, 60)
    assert (found.visible, found.crashed) == (OTHER, [])
    await server.until("Target.detachFromTarget", 3)


async def test_a_session_that_stands_is_used_and_kept(staged: Connection, server: Scripted) -> None:
    targets = await three(staged, server, session_AA="visible")
    session = await targets.attach(PAGE)
    assert (await look(targets, {PAGE: session}, 5)).visible == PAGE
    assert session.alive


async def test_sleeping_pages_are_counted_when_none_is_visible(
    staged: Connection, server: Scripted
) -> None:
    targets = await three(staged, server, session_AA="hidden")
    found = await look(targets, {}, 0.2)
    assert (found.visible, found.silent) == (None, 2)
    await server.until("Target.detachFromTarget", 3)


async def test_a_page_that_cannot_even_be_attached_costs_the_limit_only(
    staged: Connection, server: Scripted
) -> None:
    targets = await three(staged, server)
    server.silent = {"Target.attachToTarget"}
    found = await look(targets, {}, 0.1)
    assert (found.visible, found.silent) == (None, 3)


async def test_a_crashed_page_is_told_at_once(staged: Connection, server: Scripted) -> None:
    targets = await three(staged, server, session_BB="hidden", session_DD="hidden")
    server.silent_sessions = {session_of(PAGE)}
    async with asyncio.timeout(5), asyncio.TaskGroup() as tasks:
        looking = tasks.create_task(look(targets, {}, 60))
        await server.until("Inspector.enable", 3)
        await server.event("Inspector.targetCrashed", {}, session_of(PAGE))
    assert (looking.result().visible, looking.result().crashed) == (None, [PAGE])


async def test_pages_that_go_away_meanwhile_are_passed_over(
    staged: Connection, server: Scripted
) -> None:
    targets = await three(staged, server, session_BB="visible")
    server.replies["Target.attachToTarget"] = lambda command: (
        {"error": {"code": -32602, "message": "No target with given id found"}}
        if command["params"]["targetId"] != OTHER
        else {"result": {"sessionId": session_of(OTHER)}}
    )
    assert (await look(targets, {}, 5)).visible == OTHER


async def test_the_look_fails_at_once_when_the_link_ends(
    staged: Connection, server: Scripted
) -> None:
    targets = await three(staged, server)

    async def looks() -> None:
        with pytest.raises(PhoneGone):
            await look(targets, {}, 60)

    async with asyncio.timeout(5), asyncio.TaskGroup() as tasks:
        tasks.create_task(looks())
        await server.until("Runtime.evaluate", 3)
        server.cut()


async def test_a_page_that_does_not_answer_is_not_visible(
    staged: Connection, server: Scripted
) -> None:
    targets = await three(staged, server)
    session = await targets.attach(PAGE)
    assert not await is_visible(session, 0.05)


async def test_asking_a_closed_page_says_that_it_closed(
    staged: Connection, server: Scripted
) -> None:
    targets = await three(staged, server)
    session = await targets.attach(PAGE)
    await server.event("Target.targetDestroyed", {"targetId": PAGE})
    with pytest.raises(BridgeError) as closed:
        await is_visible(session, 5)
    assert closed.value.code == "TAB_CLOSED"
