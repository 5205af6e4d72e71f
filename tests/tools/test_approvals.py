"""Questions on the board: who puts them, how they end, what is remembered."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from bridge.errors import BridgeError
from bridge.policy import Choice, Fact, Verdict
from bridge.settings import PolicySettings
from bridge.tools.approvals import (
    MOST_OF_ONE,
    MOST_OPEN,
    MOST_REMEMBERED,
    MOST_TOLD,
    Answer,
    Approvals,
    Petitioner,
    Question,
)
from bridge.tools.leave import Leave, Seen
from bridge.tools.wording import NoAnswerError

FORM = Verdict(Choice.CONFIRM, (Fact("form-submission", "send the form"),))
SEEN = Seen("tab", "https://shop.test/pay", 'e3 button "Pay"', 'button "Pay"')
SOON = PolicySettings(approval_seconds=0.01)


@dataclass
class Way:
    """A way to a person who says one thing, or nothing at all."""

    says: Answer | Exception | None
    present: bool = True
    asked: list[Question] = field(default_factory=list)
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        if isinstance(self.says, Exception):
            raise self.says
        if self.says is None:
            try:
                await asyncio.Event().wait()
            finally:
                self.cancelled.set()
        assert self.says is not None
        return self.says


async def ask(
    board: Approvals, host: Way | None = None, verdict: Verdict = FORM, key: str = "c1"
) -> Leave:
    leave = Leave()
    who = Petitioner(key, "an agent", host)
    await board.ask(verdict, leave, serial="s", who=who, tool="page_submit", seen=SEEN)
    return leave


async def refused(board: Approvals, host: Way | None = None) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await ask(board, host)
    return caught.value


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(5):
        while not true():  # noqa: ASYNC110 - a few turns of the loop, not a wait
            await asyncio.sleep(0)


def known(board: Approvals, verdict: Verdict = FORM, *, key: str = "c1", seen: Seen = SEEN) -> bool:
    return board.allowed(verdict, Leave(), "s", Petitioner(key, "an agent"), seen)


def wanting(rule: str, what: str, site: str = "", same: str = "") -> Verdict:
    return Verdict(Choice.CONFIRM, (Fact(rule, what, site, same),))


async def test_the_host_is_asked_when_nobody_else_is_there() -> None:
    host = Way(Answer.ONCE)
    leave = await ask(Approvals(), host)
    assert (leave.rules, leave.seen) == (frozenset({"form-submission"}), SEEN)
    assert leave.decision == "form-submission:once"
    (question,) = host.asked
    assert question.text == (
        'an agent wants to send the form in button "Pay" on shop.test.'
        " Asked because it sends a form."
    )
    assert (question.tool, question.site, question.rules) == (
        "page_submit",
        "shop.test",
        ("form-submission",),
    )


async def test_a_no_is_final_and_says_so() -> None:
    fault = await refused(Approvals(), Way(Answer.NO))
    assert fault.code == "DECLINED"
    assert "final" not in fault.message
    assert fault.hint.startswith("Do not try it again")


async def test_with_nobody_to_ask_it_is_a_no_at_once() -> None:
    for host in (None, Way(Answer.ONCE, present=False)):
        fault = await refused(Approvals(), host)
        assert fault.code == "DECLINED"
        assert "nobody is there" in fault.message
        assert "tapbridge approvals watch" in fault.hint


@pytest.mark.parametrize(
    ("problem", "told", "again"),
    [
        (RuntimeError("broken"), "the host failed to ask the person", True),
        (NoAnswerError("it came back empty"), "it came back empty", True),
        (NoAnswerError("it was closed", final=True), "it was closed", False),
    ],
)
async def test_a_host_that_brings_no_answer_is_no_yes_and_its_person_has_not_said_no(
    problem: Exception, told: str, *, again: bool
) -> None:
    fault = await refused(Approvals(), Way(problem))
    assert fault.code == "DECLINED"
    needs = "page_submit needs a person's permission (form-submission)"
    assert fault.message == f"{needs}, and {told}"
    assert ("approvals watch" in fault.hint) is again


async def test_a_question_without_an_answer_is_noted_as_such() -> None:
    leave, who = Leave(), Petitioner("c", "x", Way(RuntimeError("broken")))
    with pytest.raises(BridgeError, match="DECLINED"):
        await Approvals().ask(FORM, leave, serial="s", who=who, tool="page_submit", seen=SEEN)
    assert leave.decision == "form-submission:no answer"


async def test_nobody_answered_in_time() -> None:
    board, host = Approvals(SOON), Way(None)
    leave = Leave()
    with pytest.raises(BridgeError) as caught:
        await board.ask(
            FORM, leave, serial="s", who=Petitioner("c", "x", host), tool="page_submit", seen=SEEN
        )
    assert caught.value.code == "APPROVAL_TIMEOUT"
    assert caught.value.exit == 124
    assert leave.decision == "form-submission:timeout"
    await until(host.cancelled.is_set)
    assert board.open() == ()


async def test_a_viewer_comes_before_the_command_line_and_that_before_the_host() -> None:
    board, host, viewer = Approvals(), Way(Answer.NO), Way(Answer.ONCE)
    board.askers.append(viewer)
    assert await ask(board, host)
    assert (len(viewer.asked), len(host.asked)) == (1, 0)
    viewer.present = False
    with board.watch() as events:
        asking = asyncio.Task(ask(board, host))
        async with asyncio.timeout(5):
            question = await events.get()
        assert isinstance(question, Question)
        assert board.answer(question.id, Answer.ONCE)
        assert await asking
        assert await events.get() == question.id
    assert host.asked == []
    assert (await refused(board, host)).code == "DECLINED"
    assert len(host.asked) == 1


async def test_whoever_answers_first_answers() -> None:
    board, host = Approvals(), Way(None)
    asking = asyncio.Task(ask(board, host))
    await until(board.open)
    (question,) = board.open()
    assert question == host.asked[0] if host.asked else True
    assert board.answer(question.id, Answer.ONCE)
    assert not board.answer(question.id, Answer.NO)
    assert (await asking).decision == "form-submission:once"
    await until(host.cancelled.is_set)
    assert not board.answer(question.id, Answer.ONCE)


async def test_a_cancelled_call_takes_its_question_back() -> None:
    board, host = Approvals(), Way(None)
    with board.watch() as events:
        board.askers.append(host)
        asking = asyncio.Task(ask(board))
        await until(lambda: host.asked)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        question = await events.get()
        assert isinstance(question, Question)
        assert await events.get() == question.id
    await until(host.cancelled.is_set)
    assert board.open() == ()


async def test_so_many_questions_wait_and_one_more_is_not_asked() -> None:
    board, host = Approvals(), Way(None)
    asking = [
        asyncio.Task(ask(board, host, key=f"c{number // MOST_OF_ONE + 2}"))
        for number in range(MOST_OPEN)
    ]
    await until(lambda: len(host.asked) == MOST_OPEN)
    fault = await refused(board, host)
    assert fault.code == "DECLINED"
    assert f"{MOST_OPEN} questions of all agents wait" in fault.message
    assert len(host.asked) == MOST_OPEN
    for question in board.open():
        board.answer(question.id, Answer.ONCE)
    assert all([await each for each in asking])


async def test_one_party_s_questions_keep_no_other_s_from_being_asked() -> None:
    board, host = Approvals(), Way(None)
    asking = [asyncio.Task(ask(board, host)) for _ in range(MOST_OF_ONE)]
    await until(lambda: len(host.asked) == MOST_OF_ONE)
    fault = await refused(board, host)
    assert f"{MOST_OF_ONE} questions of yours wait" in fault.message
    assert await ask(board, Way(Answer.ONCE), key="c2")
    for question in board.open():
        board.answer(question.id, Answer.ONCE)
    assert all([await each for each in asking])
    assert await ask(board, Way(Answer.ONCE))


async def test_a_permission_for_the_session_is_for_that_rule_site_and_party() -> None:
    board = Approvals()
    await ask(board, Way(Answer.ONCE))
    assert not known(board)
    await ask(board, Way(Answer.SESSION))
    assert known(board)
    assert not known(board, seen=replace(SEEN, url="https://other.test/"))
    assert not known(board, key="c2")
    board.forget("other phone", "c1")
    board.left("c2")
    assert known(board)
    board.forget("s", "c1")
    assert not known(board)
    await ask(board, Way(Answer.SESSION))
    board.left("c1")
    assert not known(board)


@pytest.mark.parametrize(
    ("given", "other"),
    [
        (
            wanting("secret-release", 'fill in the secret "shop"', "https://shop.test"),
            wanting("secret-release", 'fill in the secret "bank"', "https://shop.test"),
        ),
        (
            wanting("form-submission", "type 3 characters", same="type"),
            wanting("form-submission", "send the form"),
        ),
        (
            wanting("file-upload", 'upload "a.txt"', same="/one/a.txt"),
            wanting("file-upload", 'upload "a.txt"', same="/two/a.txt"),
        ),
    ],
    ids=["another secret", "another kind of form", "another file of the name"],
)
async def test_a_permission_for_the_session_is_for_what_was_asked(
    given: Verdict, other: Verdict
) -> None:
    board = Approvals()
    await ask(board, Way(Answer.SESSION), given)
    assert known(board, given)
    assert not known(board, other)
    assert not known(board, Verdict(Choice.CONFIRM, (*given.facts, *other.facts)))


async def test_a_permission_for_the_session_is_for_the_element_that_was_named() -> None:
    board = Approvals()
    await ask(board, Way(Answer.SESSION))
    assert known(board, seen=replace(SEEN, element='e9 button "Pay"'))
    assert not known(board, seen=replace(SEEN, words='button "Delete"'))


async def test_the_number_of_letters_makes_it_no_other_question() -> None:
    board = Approvals()
    await ask(board, Way(Answer.SESSION), wanting("form-submission", "type 3 letters", same="type"))
    assert known(board, wanting("form-submission", "type 5 letters", same="type"))


async def test_hosts_that_nothing_tells_apart_are_said_to_be_one() -> None:
    host = Way(Answer.ONCE)
    who = Petitioner("mcp:ada", "ada", host, alike=True)
    await Approvals().ask(FORM, Leave(), serial="s", who=who, tool="page_submit", seen=SEEN)
    assert host.asked[0].text.endswith("All hosts that call themselves so over HTTP count as one.")


async def test_permissions_are_kept_in_a_bounded_number() -> None:
    board = Approvals()
    await ask(board, Way(Answer.SESSION))
    for number in range(MOST_REMEMBERED - 1):
        await ask(board, Way(Answer.SESSION), key=f"other {number}")
    assert known(board)
    await ask(board, Way(Answer.SESSION), key="one more")
    assert not known(board)


async def test_a_watcher_that_does_not_keep_up_is_told_so_and_counts_as_gone() -> None:
    board = Approvals()
    with board.watch() as events:
        for _ in range(MOST_TOLD // 2 + 1):
            asking = asyncio.Task(ask(board))
            await until(board.open)
            board.answer(board.open()[0].id, Answer.ONCE)
            await asking
        assert "nobody is there" in (await refused(board)).message
        heard = [events.get_nowait() for _ in range(MOST_TOLD)]
        assert heard[-1] is None


async def test_what_a_rule_denies_is_blocked_and_noted() -> None:
    board, leave = Approvals(PolicySettings(form_submission="deny")), Leave()
    with pytest.raises(BridgeError) as caught:
        board.judge("page_submit", {}, "s", leave)
    assert caught.value.code == "BLOCKED"
    assert caught.value.message == "it sends a form (rule form-submission)"
    assert leave.decision == "form-submission:denied"


async def test_a_destination_is_judged_by_the_scope_of_the_moment() -> None:
    scope: list[Callable[[str], bool] | None] = [None]
    board = Approvals(scope=lambda: scope[0])
    args = {"url": "https://e.test/"}
    assert board.judge("page_navigate", args, "s", Leave()).choice is Choice.ALLOW
    scope[0] = lambda url: False
    assert board.judge("page_navigate", args, "s", Leave()).choice is Choice.CONFIRM


async def test_a_pin_holds_for_its_phone_or_for_all() -> None:
    board, args = Approvals(), {"action": "close", "tab": 1}
    for pinned, choice in (
        ({"s"}, "confirm"),
        ({"t"}, "allow"),
        ({""}, "confirm"),
        (set(), "allow"),
    ):
        board.pinned = pinned
        assert board.judge("page_tabs", args, "s", Leave()).choice == choice


async def test_facts_that_others_know_are_judged_with_the_rest() -> None:
    more = (Fact("secret-in-url", "put a secret into an address", "e.test"),)
    with pytest.raises(BridgeError, match="secret-in-url"):
        Approvals().judge("page_tap", {}, "s", Leave(), more)
