"""The run as a whole: its limits, what fails, and that a record has nothing of the person's."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from bridge.adb.device import Device
from bridge.errors import PhoneGone
from bridge.probe import native, runner, tabs, wire
from bridge.probe.ground import Ground
from bridge.probe.question import Facts, NotSeen, Question, Row
from bridge.probe.table import QUESTIONS
from tests.conftest import VirtualPhone

CANARY = "canaryword"


def asking(name: str, ask: Callable[[Ground], Any]) -> Question:
    return Question(name, "QUIRKS 1", "it is so", ask)


async def run(
    device: Device, monkeypatch: pytest.MonkeyPatch, *questions: Question, **limits: Any
) -> list[Row]:
    rows: list[Row] = []

    async def tell(row: Row) -> None:
        rows.append(row)

    monkeypatch.setattr(runner, "QUESTIONS", questions)
    monkeypatch.setattr(runner, "judge", lambda _, facts: "holds" if facts else "not seen")
    await runner.probe(device, tell=tell, **limits)
    return rows


async def good(_: Ground) -> Facts:
    return {"so": True}


async def test_a_question_that_fails_stops_none_of_the_others(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems = [
        (NotSeen("there is none"), "there is none"),
        (PhoneGone("the secret words"), "could not be asked: PHONE_GONE"),
        (ConnectionResetError("x"), "the link broke: ConnectionResetError"),
        (KeyError("x"), "the answer was not understood; see `tapbridge logs`"),
    ]

    def failing(problem: Exception) -> Callable[[Ground], Any]:
        async def ask(_: Ground) -> Facts:
            raise problem

        return ask

    questions = [asking(f"q{n}", failing(p)) for n, (p, _) in enumerate(problems)]
    *failed, last = await run(device, monkeypatch, *questions, asking("good", good))
    assert [row.observed for row in failed] == [words for _, words in problems]
    assert {row.verdict for row in failed} == {"not seen"}
    assert (last.verdict, last.observed) == ("holds", "so yes")


async def test_a_question_that_hangs_ends_at_its_limit(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang(_: Ground) -> Facts:
        await asyncio.Event().wait()
        return {}

    first, second = await run(
        device, monkeypatch, asking("hangs", hang), asking("good", good), question_seconds=0.1
    )
    assert first.observed == "no answer within 0.1 s"
    assert second.verdict == "holds"


async def test_what_is_left_when_the_time_is_over_is_not_seen(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = await run(device, monkeypatch, asking("good", good), whole_seconds=0)
    assert [(row.verdict, row.observed) for row in rows] == [
        ("not seen", "no time was left for it")
    ]


@pytest.fixture(scope="module")
def crowded(start: Any) -> Any:
    """A phone of a person: a page of theirs is open, and the phone has a serial number."""
    with start("--quirk", "sleeping") as phone:
        phone.ask("/state", {"serialno": f"R58{CANARY}"})
        phone.ask("/tab", {"url": phone.page(f"echo?{CANARY}=secret", f"{CANARY}.test")})
        yield phone


def test_a_record_has_nothing_of_the_persons(crowded: VirtualPhone, record: Any) -> None:
    questions = (*tabs.QUESTIONS, *wire.QUESTIONS, *native.QUESTIONS)
    made = record(crowded, {question.id for question in questions})
    text = json.dumps(made)
    assert CANARY not in text
    assert crowded.serial not in text
    assert "shop.test" not in text
    assert made["phone"]["model"] == "Pixel 7"
    assert made["adb"]["server"] >= 39
    assert len(made["rows"]) == len(questions)


def test_the_persons_pages_stay_as_they_are(crowded: VirtualPhone) -> None:
    left = [(tab["url"], tab["asleep"]) for tab in crowded.ask("/tabs")["tabs"]]
    assert [asleep for _, asleep in left] == [False, True, False]
    assert CANARY in left[2][0]


def test_without_chrome_the_shell_is_asked_all_the_same(start: Any, record: Any) -> None:
    ids = {"auto-attach", "browser-path", "wm-size", "socket-name"}
    with start("--chrome", "closed") as phone:
        made = record(phone, ids)
    rows = {row["id"]: row for row in made["rows"]}
    assert {name: row["verdict"] for name, row in rows.items()} == {
        "auto-attach": "not seen",
        "browser-path": "not seen",
        "socket-name": "differs",
        "wm-size": "holds",
    }
    assert rows["auto-attach"]["observed"] == "Chrome is not open on the phone"


def test_the_order_is_the_tables_whatever_is_asked_for(phone: VirtualPhone, record: Any) -> None:
    rows = record(phone, {"wm-size", "current-user"})["rows"]
    order = [question.id for question in QUESTIONS]
    assert [row["id"] for row in rows] == sorted((row["id"] for row in rows), key=order.index)


async def test_a_probe_that_is_broken_off_leaves_nothing_behind(
    device: Device, phone: VirtualPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = asyncio.Event()

    async def stay(ground: Ground) -> Facts:
        pages = await ground.pages()
        await ground.go(pages.url("/one"))
        there.set()
        await asyncio.Event().wait()
        return {}

    before = await asyncio.to_thread(phone.ask, "/tabs")
    forwards = await device.server.list_forwards()
    async with asyncio.TaskGroup() as group:
        running = group.create_task(run(device, monkeypatch, asking("stays", stay)))
        await there.wait()
        assert len((await asyncio.to_thread(phone.ask, "/tabs"))["tabs"]) > len(before["tabs"])
        running.cancel()
        await asyncio.wait((running,))
    assert await asyncio.to_thread(phone.ask, "/tabs") == before
    assert await device.server.list_reverses(device.serial) == ()
    assert await device.server.list_forwards() == forwards
