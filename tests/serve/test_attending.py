"""A person who waits for questions on the daemon's port, and answers them there."""

import asyncio
from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.policy import Choice, Fact, Verdict
from bridge.serve.attending import read
from bridge.tools.approvals import Answer, Petitioner
from bridge.tools.leave import Leave, Seen
from tests.serve.conftest import LIMIT, Here

FORM = Verdict(Choice.CONFIRM, (Fact("form-submission", "send the form"),))
SEEN = Seen("tab", "https://shop.test/")


async def asked(here: Here) -> str:
    """Ask a question as a call would; return what came of it."""
    leave, who = Leave(), Petitioner("c", "an agent")
    try:
        async with asyncio.timeout(LIMIT):
            await here.bridge.door.approvals.ask(
                FORM, leave, serial="s", who=who, tool="toy_tap", seen=SEEN
            )
    except BridgeError as fault:
        return fault.code
    return leave.decision


@pytest.mark.parametrize(
    ("answer", "came"),
    [
        ("once", "form-submission:once"),
        ("session", "form-submission:session"),
        ("no", "DECLINED"),
    ],
)
async def test_a_question_comes_is_answered_and_is_over(here: Here, answer: str, came: str) -> None:
    async with here.talk("attend") as person:
        asking = asyncio.Task(asked(here))
        question = (await person.hear())["question"]
        assert question["text"].startswith("an agent wants to send the form on shop.test.")
        assert (question["tool"], question["rules"]) == ("toy_tap", ["form-submission"])
        await person.say({"id": question["id"], "answer": answer})
        assert await person.hear() == {"over": question["id"]}
        assert await asking == came


async def test_what_is_no_answer_leaves_the_question_standing(here: Here) -> None:
    async with here.talk("attend") as person:
        asking = asyncio.Task(asked(here))
        number = (await person.hear())["question"]["id"]
        for odd in (
            b"once\n",
            b"[" * 2000 + b"\n",
            7,
            {"id": number},
            {"id": 99, "answer": "once"},
        ):
            await person.say(odd)
        await person.say({"id": number, "answer": "ONCE"})
        await person.say({"id": number, "answer": "once"})
        assert await asking == "form-submission:once"


async def test_with_the_person_gone_nobody_is_there(here: Here) -> None:
    async with here.talk("attend"):
        assert here.bridge.door.approvals._watchers
        assert len((await here.ask("status"))["data"]["clients"]) >= 1
    async with asyncio.timeout(LIMIT):
        while here.bridge.door.approvals._watchers:  # noqa: ASYNC110 - the daemon sees it soon
            await asyncio.sleep(0)
    assert await asked(here) == "DECLINED"


async def test_one_who_comes_later_hears_what_waits_and_an_errand_answers_it_too(
    here: Here,
) -> None:
    async with here.talk("attend") as first:
        asking = asyncio.Task(asked(here))
        number = (await first.hear())["question"]["id"]
        async with here.talk("attend") as second:
            assert (await second.hear())["question"]["id"] == number
            listed = (await here.ask("approvals"))["data"]
            assert [each["id"] for each in listed["questions"]] == [number]
            assert listed["text"].startswith(f"{number}  an agent wants to send the form")
            done = await here.ask("approvals", id=number, answer="once")
            assert done["data"]["text"] == "Allowed once."
            assert await second.hear() == {"over": number}
        assert await asking == "form-submission:once"
    again = await here.ask("approvals", id=number, answer="once")
    assert again["error"]["code"] == "BAD_ARGUMENTS"
    assert (await here.ask("approvals"))["data"]["text"] == "No question waits."


async def test_the_daemon_stays_while_somebody_waits_for_questions_and_stops_when_told(
    here: Here,
) -> None:
    async with here.talk("attend") as person:
        await here.ask("stop")
        assert await person.ended()
        await here.ended()


@pytest.mark.parametrize(
    "said", [None, [], {"id": True, "answer": "once"}, {"id": 1, "answer": "yes"}, {"id": "1"}]
)
def test_only_a_number_and_a_known_word_are_an_answer(said: Any) -> None:
    with pytest.raises(BridgeError, match="BAD_ARGUMENTS"):
        read(said)
    assert read({"id": 1, "answer": "session"}) == (1, Answer.SESSION)
