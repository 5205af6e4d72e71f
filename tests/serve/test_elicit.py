"""Questions to a person through the calling host: the official client, in both protocol eras."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import anyio
import anyio.lowlevel
import mcp.types as wire
import pytest
from mcp import Client, MCPError
from mcp.client import ClientRequestContext
from mcp.client.session import ElicitationFnT

from bridge.policy import Choice, Fact, Verdict
from bridge.secrets.seal import Sealer
from bridge.secrets.vault import Vault
from bridge.serve.elicit import MOST_HELD, Desk, answer_of
from bridge.serve.mcp_server import build
from bridge.settings import PolicySettings
from bridge.tools.approvals import Answer, Approvals, Petitioner
from bridge.tools.call import Caller
from bridge.tools.leave import Leave, Seen
from bridge.tools.owners import Owners
from bridge.tools.spec import Result, Tool
from bridge.tools.wording import NoAnswerError
from tests.serve.hosts import texts
from tests.serve.toy import toy_say, toy_tap

MODES = ["auto", "legacy"]
BUY = Verdict(Choice.CONFIRM, (Fact("form-submission", "send the form"),))
GIVE = Verdict(Choice.CONFIRM, (Fact("secret-release", "fill in a secret"),))
SEEN = Seen("tab", "https://shop.test/")

Says = ElicitationFnT
NONE_OF_THEM = "the host's answer is none of those that it was given. Ask the person"


@dataclass
class Till:
    """A door whose only tool takes a person's permission, twice when it is told so."""

    approvals: Approvals = field(default_factory=Approvals)
    owners: Owners = field(default_factory=Owners)
    sealer: Sealer = field(default_factory=lambda: Sealer(Vault()))
    sold: list[str] = field(default_factory=list)
    asking: list[Verdict] = field(default_factory=lambda: [BUY])
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)

    def visible(self, families: frozenset[str] = frozenset()) -> tuple[Tool, ...]:
        return (toy_say, toy_tap)

    async def call(self, name: str, raw: Mapping[str, Any], caller: Caller) -> Result:
        who = Petitioner(caller.party.key, caller.party.name, caller.host)
        try:
            for verdict in self.asking:
                await self.approvals.ask(
                    verdict, Leave(), serial="s", who=who, tool=name, seen=SEEN
                )
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        self.sold.append(str(raw.get("text")))
        return Result("sold")


@dataclass
class Shop:
    """A server in this process, and hosts of one era."""

    till: Till
    mode: str
    desk: Desk

    @asynccontextmanager
    async def host(self, says: Says | None = None) -> AsyncIterator[Client]:
        server = build(
            self.till, client="x", connection="c1", several=lambda: False, desk=self.desk
        )
        mode = cast("Any", self.mode)
        async with Client(server, mode=mode, elicitation_callback=says) as client:
            yield client


@pytest.fixture(params=MODES)
async def shop(request: pytest.FixtureRequest) -> AsyncIterator[Shop]:
    async with asyncio.TaskGroup() as tasks:
        desk = Desk(tasks)
        yield Shop(Till(), request.param, desk)
        desk.close()


def saying(action: str, **content: Any) -> Says:
    async def says(context: ClientRequestContext, params: wire.ElicitRequestParams) -> Any:
        return wire.ElicitResult(action=cast("Any", action), content=content or None)

    return says


async def bought(client: Client) -> str:
    with anyio.fail_after(10):
        (text,) = texts(await client.call_tool("toy_say", {"text": "shoes"}))
    return text


async def test_the_person_is_shown_what_is_asked_and_may_allow_it(shop: Shop) -> None:
    shown: list[Any] = []

    async def says(context: ClientRequestContext, params: Any) -> wire.ElicitResult:
        shown.append(params)
        return wire.ElicitResult(action="accept", content={"answer": "once"})

    async with shop.host(says) as client:
        assert await bought(client) == "sold"
        assert await bought(client) == "sold"
    assert shop.till.sold == ["shoes", "shoes"]
    assert "wants to send the form on shop.test." in shown[0].message
    assert shown[0].requested_schema["properties"]["answer"]["enum"] == ["once", "session", "no"]
    assert len(shown) == 2


async def test_a_permission_for_the_session_is_understood(shop: Shop) -> None:
    async with shop.host(saying("accept", answer="session")) as client:
        assert await bought(client) == "sold"
    (key,) = shop.till.approvals._remembered
    assert key == ("s", "c1", "form-submission", "shop.test", "send the form", "")


@pytest.mark.parametrize(
    "says",
    [
        saying("decline"),
        saying("accept", answer="no"),
        saying("decline", answer="once"),
    ],
    ids=["declines", "no", "both"],
)
async def test_a_person_s_no_is_told_as_theirs(shop: Shop, says: Says) -> None:
    async with shop.host(says) as client:
        assert (await bought(client)).startswith("DECLINED: the person said no to toy_say.")
    assert shop.till.sold == []


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (saying("cancel"), "the question was closed without an answer. Do not try it again"),
        (saying("accept"), NONE_OF_THEM),
        (saying("accept", answer="maybe"), NONE_OF_THEM),
        (saying("accept", answer=True), NONE_OF_THEM),
        (saying("accept", other="once"), NONE_OF_THEM),
    ],
    ids=["cancels", "empty", "unknown", "flag", "other field"],
)
async def test_all_else_that_is_no_clear_yes_is_none_and_is_no_person_s_no(
    shop: Shop, says: Says, told: str
) -> None:
    async with shop.host(says) as client:
        needs = "toy_say needs a person's permission (form-submission)"
        assert (await bought(client)).startswith(f"DECLINED: {needs}, and {told}")
    assert shop.till.sold == []


async def test_a_host_that_answers_rubbish_gets_no_yes(shop: Shop) -> None:
    shop.till.approvals = Approvals(PolicySettings(approval_seconds=0.3))

    async def says(context: ClientRequestContext, params: Any) -> wire.ErrorData:
        return wire.ErrorData(code=-32000, message="once")

    async with shop.host(says) as client:
        try:
            assert "and the host failed to ask the person. Ask the person" in await bought(client)
        except MCPError:
            assert shop.mode == "auto"  # the client gives the call up itself
    assert shop.till.sold == []


async def test_a_host_that_hangs_ends_with_the_limit(shop: Shop) -> None:
    shop.till.approvals = Approvals(PolicySettings(approval_seconds=0.05))
    late = asyncio.Event()

    async def says(context: ClientRequestContext, params: Any) -> wire.ElicitResult:
        # in the modern era the host comes back on its own, however late
        if shop.mode == "auto":
            while shop.till.approvals.open():  # noqa: ASYNC110
                await anyio.sleep(0.01)
        else:
            await late.wait()
        return wire.ElicitResult(action="accept", content={"answer": "once"})

    async with shop.host(says) as client:
        assert (await bought(client)).startswith("APPROVAL_TIMEOUT: ")
        late.set()
    assert shop.till.sold == []


async def test_a_host_without_the_capability_is_not_asked(shop: Shop) -> None:
    async with shop.host() as client:
        text = await bought(client)
    assert text.startswith("DECLINED: toy_say needs a person's permission (form-submission)")
    assert "tapbridge approvals watch" in text


async def test_the_person_may_answer_elsewhere_while_the_host_still_asks(shop: Shop) -> None:
    async def says(context: ClientRequestContext, params: Any) -> wire.ElicitResult:
        (question,) = shop.till.approvals.open()
        shop.till.approvals.answer(question.id, Answer.ONCE)
        return wire.ElicitResult(action="decline")

    async with shop.host(says) as client:
        assert await bought(client) == "sold"


async def test_a_call_that_asks_twice_takes_two_answers(shop: Shop) -> None:
    shop.till.asking = [BUY, GIVE]
    answers = ["once", "no"]

    async def says(context: ClientRequestContext, params: Any) -> wire.ElicitResult:
        return wire.ElicitResult(action="accept", content={"answer": answers.pop(0)})

    async with shop.host(says) as client:
        assert (await bought(client)).startswith("DECLINED: ")
    assert (answers, shop.till.sold) == ([], [])


async def test_a_call_that_its_host_cancels_takes_its_question_back(shop: Shop) -> None:
    asked = asyncio.Event()

    async def says(context: ClientRequestContext, params: Any) -> wire.ElicitResult:
        asked.set()
        await asyncio.Event().wait()
        return wire.ElicitResult(action="accept", content={"answer": "once"})

    async with shop.host(says) as client, anyio.create_task_group() as group:
        group.start_soon(client.call_tool, "toy_say", {"text": "shoes"})
        with anyio.fail_after(5):
            await asked.wait()
        group.cancel_scope.cancel()
    shop.desk.leave("c1")  # the modern era's call is known by its connection alone
    with anyio.fail_after(5):
        await shop.till.cancelled.wait()
    assert shop.till.approvals.open() == ()
    assert shop.till.sold == []


async def waiting(client: Client) -> wire.InputRequiredResult:
    """Make a call and stop at its question, as a host that drives the rounds itself does."""
    said = await client.session.call_tool("toy_say", {"text": "shoes"}, allow_input_required=True)
    assert isinstance(said, wire.InputRequiredResult)
    return said


@pytest.fixture
async def modern() -> AsyncIterator[Shop]:
    async with asyncio.TaskGroup() as tasks:
        desk = Desk(tasks)
        yield Shop(Till(), "auto", desk)
        desk.close()


YES: Any = {"approval": wire.ElicitResult(action="accept", content={"answer": "once"})}


@pytest.mark.parametrize(
    ("args", "code"),
    [({"text": "a yacht"}, "BAD_ARGUMENTS"), ({"text": "shoes", "times": 9}, "BAD_ARGUMENTS")],
)
async def test_an_answer_is_for_the_call_that_asked_and_no_other(
    modern: Shop, args: dict[str, Any], code: str
) -> None:
    async with modern.host(saying("decline")) as client:
        state = (await waiting(client)).request_state
        with pytest.raises(MCPError, match=code):
            await client.session.call_tool(
                "toy_say", args, input_responses=YES, request_state=state
            )
        with pytest.raises(MCPError, match="APPROVAL_TIMEOUT"):
            await client.session.call_tool(
                "toy_say", {"text": "shoes"}, input_responses=YES, request_state=state
            )
    assert modern.till.cancelled.is_set()
    assert modern.till.sold == []


async def test_an_answer_counts_once_and_a_made_up_state_for_nothing(modern: Shop) -> None:
    async with modern.host(saying("decline")) as client:
        state = (await waiting(client)).request_state
        again = {"input_responses": YES, "request_state": state}
        said = await client.session.call_tool("toy_say", {"text": "shoes"}, **again)
        assert texts(cast("Any", said)) == ["sold"]
        for stale in (state, "made up"):
            with pytest.raises(MCPError, match="APPROVAL_TIMEOUT"):
                await client.session.call_tool(
                    "toy_say", {"text": "shoes"}, input_responses=YES, request_state=stale
                )
    assert modern.till.sold == ["shoes"]


async def test_a_host_that_comes_back_without_an_answer_is_told_so(modern: Shop) -> None:
    async with modern.host(saying("decline")) as client:
        state = (await waiting(client)).request_state
        said = await client.session.call_tool("toy_say", {"text": "shoes"}, request_state=state)
        assert "and the host came back without an answer." in texts(cast("Any", said))[0]


async def test_an_answer_that_comes_late_is_none_to_the_next_question(modern: Shop) -> None:
    modern.till.asking = [BUY, GIVE]
    board = modern.till.approvals
    async with modern.host(saying("decline")) as client:
        state = (await waiting(client)).request_state
        (first,) = board.open()
        board.answer(first.id, Answer.ONCE)  # elsewhere, while the host still asks
        with anyio.fail_after(5):
            while board.open() in ((), (first,)):
                await anyio.lowlevel.checkpoint()
        said = await client.session.call_tool(
            "toy_say",
            {"text": "shoes"},
            input_responses=YES,
            request_state=state,
            allow_input_required=True,
        )
        assert isinstance(said, wire.InputRequiredResult)
        assert [each.rules for each in board.open()] == [("secret-release",)]
        assert said.input_requests is not None
        (asked,) = said.input_requests.values()
        assert isinstance(asked, wire.ElicitRequest)
        assert "fill in a secret" in asked.params.message
    assert modern.till.sold == []


async def test_so_many_calls_wait_for_their_hosts_and_the_oldest_is_given_up(modern: Shop) -> None:
    async with modern.host(saying("decline")) as client:
        for _ in range(MOST_HELD + 1):
            await waiting(client)
            for question in modern.till.approvals.open():
                modern.till.approvals._open[question.id].answered.cancel()  # frees the board only
        assert len(modern.desk._held) == MOST_HELD


def test_what_a_host_came_back_with_is_read_with_care() -> None:
    number = wire.ElicitResult(action="accept", content={"answer": 1})
    odd: list[object] = [None, {}, "accept", number]
    for each in odd:
        with pytest.raises(NoAnswerError):
            answer_of(each)
