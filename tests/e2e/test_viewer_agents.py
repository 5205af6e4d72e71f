"""A viewer page beside an agent: what it is told of calls, and how a person steps in."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bridge.app import Bridge, open_bridge
from bridge.errors import BridgeError
from bridge.serve.web import House
from bridge.settings import FAMILIES, Settings
from bridge.tools import owners
from bridge.tools.call import Caller
from bridge.tools.spec import Result
from tests.serve.viewers import LIMIT, Page, watching
from tests.tools._pages import Pages

AGENT = Caller("an agent", "mcp", "agent-1", families=frozenset(FAMILIES))
BOARD = """
<meta name=viewport content="width=device-width, initial-scale=1"><title>board</title>
<style>body{margin:0}button{display:block;width:50vw;height:25vh}</style>
<button>Alpha</button><input aria-label=Name>
"""


@pytest.fixture
async def bridge(phone: Any) -> AsyncIterator[Bridge]:
    given = {
        "adb": {"port": phone.adb_port},
        "serial": phone.serial,
        "policy": {"leaves_pinned_tab": "confirm"},
    }
    async with open_bridge(Settings.model_validate(given)) as opened_bridge:
        yield opened_bridge


async def act(bridge: Bridge, name: str, /, **args: Any) -> Result:
    return await bridge.door.call(name, args, AGENT)


@asynccontextmanager
async def on_board(bridge: Bridge, house: House, pages: Pages) -> AsyncIterator[Page]:
    await act(bridge, "page_navigate", url=pages.put("/board", BOARD))
    async with watching(house) as page:
        yield page


async def test_each_call_is_told_with_what_it_touches_and_where(
    bridge: Bridge, house: House, pages: Pages
) -> None:
    async with on_board(bridge, house, pages) as page:
        before = next(each for each in page.all if each["t"] == "activity")
        assert (before["client"], before["tool"]) == ("an agent", "page_navigate")
        await act(bridge, "page_tap", text="Alpha")
        aimed = await page.hears("activity", tool="page_tap", target='button "Alpha"')
        assert aimed["state"] == "running"
        assert aimed["fx"] == pytest.approx(0.25, abs=0.01)
        assert aimed["fy"] == pytest.approx(0.125, abs=0.02)
        ended = await page.hears("activity", id=aimed["id"], state="done")
        assert ended["code"] == "OK"
        assert ended["ms"] >= 0
        with pytest.raises(BridgeError):
            await act(bridge, "page_tap", text="Nothing of the kind")
        failed = await page.hears("activity", tool="page_tap", state="failed")
        assert failed["code"] == "TARGET_NOT_FOUND"


async def test_what_an_agent_types_is_not_told(bridge: Bridge, house: House, pages: Pages) -> None:
    async with on_board(bridge, house, pages) as page:
        await act(bridge, "page_fill", label="Name", value="Ada Lovelace")
        await page.hears("activity", tool="page_fill", state="done")
        assert "Lovelace" not in str(page.all)


async def test_the_badge_names_who_has_the_phone(
    bridge: Bridge, house: House, pages: Pages
) -> None:
    async with on_board(bridge, house, pages) as page:
        await page.until(lambda: page.last("agent").get("client") == "an agent")
        bridge.door.owners.left(AGENT.party.key)
        await page.hears("agent", client=None)


async def test_a_person_pauses_the_agent_and_lets_it_go_on(
    bridge: Bridge, house: House, pages: Pages
) -> None:
    async with on_board(bridge, house, pages) as page:
        assert page.last("paused")["on"] is False
        await page.say("pause")
        await page.hears("paused", on=True)
        with pytest.raises(BridgeError, match="PAUSED_BY_PERSON"):
            await act(bridge, "page_snapshot")
        await page.say("resume")
        await page.hears("paused", on=False)
        await act(bridge, "page_snapshot")
        await bridge.door.owners.pause(None)  # from a shell
        await page.hears("paused", on=True)
        await page.say("resume")
        await page.hears("paused", on=False)


async def test_a_person_answers_an_agents_question(
    bridge: Bridge, house: House, pages: Pages, phone: Any
) -> None:
    bridge.door.approvals.pinned.add(phone.serial)
    async with on_board(bridge, house, pages) as page, asyncio.TaskGroup() as tasks:
        other = pages.put("/other", "<title>other</title>")
        wanted = {"action": "open", "url": other}
        opening = tasks.create_task(act(bridge, "page_tabs", **wanted))
        question = await page.hears("question", tool="page_tabs")
        assert question["client"] == "an agent"
        assert question["ends"] == pytest.approx(question["asked"] + 120)
        await page.say("answer", id=question["id"], answer="once")
        await page.hears("answered", id=question["id"])
        await opening

        refused = tasks.create_task(refusal(bridge, "page_tabs", **wanted))
        question = await page.hears("question")
        await page.say("answer", id=question["id"], answer="no")
        assert (await refused).code == "DECLINED"
        await page.say("answer", id=question["id"], answer="once")
        await page.hears("answered", id=question["id"])
        await page.say("answer", id="nonsense", answer="once")
        await page.hears("answered", id="nonsense")


async def refusal(bridge: Bridge, name: str, /, **args: Any) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await act(bridge, name, **args)
    return caught.value


async def test_a_page_that_nobody_looks_at_is_nobody_to_ask(
    bridge: Bridge, house: House, pages: Pages, phone: Any
) -> None:
    bridge.door.approvals.pinned.add(phone.serial)
    async with on_board(bridge, house, pages) as page:
        await page.say("unwatch")
        await page.heeded()
        told = await refusal(bridge, "page_tabs", action="open", url=pages.put("/x", "x"))
        assert told.code == "DECLINED"
        assert "nobody is there" in told.message


async def test_an_act_waits_until_the_persons_hand_has_left(
    bridge: Bridge, house: House, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owners, "HANDS_SECONDS", 0.3)
    async with on_board(bridge, house, pages) as page:
        await page.say("touch", kind="start", fx=0.8, fy=0.8, n=page.n)
        await page.heeded()
        await act(bridge, "page_snapshot")  # who only looks waits for nobody
        told = await refusal(bridge, "page_tap", text="Alpha")
        assert told.code == "PAUSED_BY_PERSON"
        monkeypatch.setattr(owners, "PERSON_SECONDS", 0.1)
        await page.say("touch", kind="end", fx=0.8, fy=0.8, n=page.n)
        async with asyncio.timeout(LIMIT):
            await act(bridge, "page_tap", text="Alpha")


async def test_a_person_points_at_something_for_the_agent(
    bridge: Bridge, house: House, pages: Pages
) -> None:
    async with on_board(bridge, house, pages) as page:
        await page.say("lens", op="aim", fx=0.2, fy=0.1)
        assert (await page.hears("error", re="lens"))["code"] == "PICK_CANCELLED"
        async with asyncio.TaskGroup() as tasks:
            picking = tasks.create_task(act(bridge, "page_pick"))
            await page.hears("lens", on=True)
            await page.say("lens", op="aim", fx=0.2, fy=0.1, n=page.n)
            aimed = await page.hears("lens", name='button "Alpha"')
            assert aimed["box"] == pytest.approx([0, 0, 0.5, 0.25], abs=0.02)
            await page.say("lens", op="wider")
            await page.until(lambda: page.last("lens").get("name") != 'button "Alpha"')
            await page.say("lens", op="pick", fx=0.3, fy=0.1, n=page.n)
            assert 'button "Alpha"' in (await picking).text
            await page.hears("lens", on=False)
            broken_off = tasks.create_task(refusal(bridge, "page_pick"))
            await page.hears("lens", on=True)
            await page.say("lens", op="cancel")
            assert (await broken_off).code == "PICK_CANCELLED"
