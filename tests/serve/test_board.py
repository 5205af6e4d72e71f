"""What viewers are told beside the picture, where no phone is needed to see it."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bridge.app import Bridge, open_bridge
from bridge.policy import Choice, Fact, Verdict
from bridge.serve.web import House
from bridge.settings import Settings
from bridge.tools.approvals import Answer, Petitioner
from bridge.tools.leave import Leave, Seen
from tests.serve.viewers import housed, opened

WHO = Petitioner("agent-1", "an agent")
VERDICT = Verdict(Choice.CONFIRM, (Fact("file-upload", "send a file", "shop.example"),))


@pytest.fixture
async def bridge() -> AsyncIterator[Bridge]:
    async with open_bridge(Settings.model_validate({"adb": {"enabled": False}})) as made:
        yield made


@pytest.fixture
async def house(bridge: Bridge) -> AsyncIterator[House]:
    async with housed(bridge) as served:
        yield served


async def ask(bridge: Bridge) -> None:
    seen = Seen("", "", "")
    await bridge.door.approvals.ask(
        VERDICT, Leave(), serial="s", who=WHO, tool="page_upload", seen=seen
    )


async def test_a_question_is_put_to_all_who_look_and_taken_off_where_it_was_answered(
    bridge: Bridge, house: House
) -> None:
    async with opened(house) as first, opened(house) as second, asyncio.TaskGroup() as tasks:
        for page in (first, second):
            await page.say("watch")
            await page.heeded()
        asking = tasks.create_task(ask(bridge))
        question = await first.hears("question")
        assert question["rules"] == ["file-upload"]
        await second.hears("question", id=question["id"])
        await second.say("answer", id=question["id"], answer="once")
        await first.hears("answered", id=question["id"])
        await asking


async def test_who_looks_away_finds_what_is_still_open_and_not_what_was_answered(
    bridge: Bridge, house: House
) -> None:
    async with opened(house) as page, asyncio.TaskGroup() as tasks:
        await page.say("watch")
        await page.heeded()
        early = tasks.create_task(ask(bridge))
        first = await page.hears("question")
        late = tasks.create_task(ask(bridge))
        second = await page.hears("question")
        await page.say("unwatch")
        await page.heeded()
        bridge.door.approvals.answer(int(first["id"]), Answer.ONCE)
        await early
        await page.say("watch")
        await page.hears("answered", id=first["id"])
        await page.say("answer", id=second["id"], answer="once")
        await late
        asked = [each["id"] for each in page.all if each["t"] == "question"]
        assert asked == [first["id"], second["id"]]


async def test_a_pause_from_elsewhere_is_seen(bridge: Bridge, house: House) -> None:
    async with opened(house) as page:
        await page.hears("paused", on=False)
        await bridge.door.owners.pause(None)
        await page.hears("paused", on=True)
        bridge.door.owners.resume(None)
        await page.hears("paused", on=False)


async def test_calls_without_a_phone_are_told_too_and_kept_for_who_comes_later(
    bridge: Bridge, house: House
) -> None:
    async with opened(house) as page:
        await page.hears("welcome")
        bridge.door.activity.begin("an agent", "doctor").end("OK", 3)
        await page.hears("activity", tool="doctor", state="done", ms=3)
    async with opened(house) as page:
        await page.hears("activity", tool="doctor")
