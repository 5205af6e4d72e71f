"""Commands and their answers on a debugger's sessions: each is answered once."""

import asyncio

import pytest

from bridge.errors import BridgeError
from bridge.relay.line import MOST_ASKED
from bridge.relay.seat import Seat
from tests.relay._line import PAGE, Heard, Wired

BANK, SHOP = "http://bank.test/", "http://shop.test/"


@pytest.fixture
async def wired() -> Wired:
    return Wired()


async def test_a_command_goes_out_on_its_session_and_its_answer_comes_back(wired: Wired) -> None:
    heard = Heard()
    wired.line.say(wired.seat, "Page.enable", {"a": 1}, heard)
    assert wired.link.sent == [
        {"id": 1, "method": "Page.enable", "params": {"a": 1}, "sessionId": PAGE}
    ]
    wired.answer(1, result={"b": 2})
    wired.answer(1, result={"b": 3})  # a second one is nobody's
    assert heard.told == [('{"b":2}', None)]


async def test_chromes_refusal_keeps_its_words(wired: Wired) -> None:
    said: list[BridgeError | None] = []
    wired.line.say(wired.seat, "Page.enable", {}, lambda _, error: said.append(error))
    wired.answer(1, error={"code": -32602, "message": "Invalid", "data": "params.a"})
    wired.line.say(wired.seat, "Page.enable", {}, lambda _, error: said.append(error))
    wired.answer(2, error={"code": "odd"})
    first, second = said
    assert (first.number, first.words) == (-32602, "Invalid (params.a)")  # type: ignore[union-attr]
    assert second.number == -32000  # type: ignore[union-attr]


async def test_what_a_page_answers_is_withheld_when_it_was_shut_meanwhile(wired: Wired) -> None:
    answered, back, free, leaves = Heard(), Heard(), Heard(), Heard()
    wired.line.say(wired.seat, "Runtime.evaluate", {}, answered)
    wired.line.say(wired.seat, "Page.captureScreenshot", {}, back)
    wired.line.say(wired.seat, "Runtime.runIfWaitingForDebugger", {}, free, free=True)
    wired.go(BANK)
    wired.answer(1, result={"secret": 1})
    wired.answer(3, result={})
    wired.go(SHOP)
    wired.answer(2, result={"secret": 1})
    wired.line.say(wired.seat, "Page.reload", {}, leaves)
    wired.answer(4, result={})
    assert answered.told == back.told == [(None, "SITE_BLOCKED")]
    assert free.told == leaves.told == [("{}", None)]


async def test_a_refusal_is_withheld_too(wired: Wired) -> None:
    heard = Heard()
    wired.line.say(wired.seat, "Runtime.evaluate", {}, heard)
    wired.go(BANK)
    wired.answer(1, error={"code": -1, "message": "the page's words"})
    assert heard.told == [(None, "SITE_BLOCKED")]


async def test_a_late_answer_is_told_of_and_dropped_when_it_comes(wired: Wired) -> None:
    heard, came = Heard(), asyncio.Event()

    def late(result: str | None, error: BridgeError | None) -> None:
        heard(result, error)
        came.set()

    wired.line.say(wired.seat, "Page.enable", {}, late, limit=0)
    async with asyncio.timeout(5):
        await came.wait()
    wired.answer(1, result={})
    assert heard.told == [(None, "TIMEOUT")]


async def test_a_session_that_ends_takes_its_children_and_its_commands_along(
    wired: Wired,
) -> None:
    child = Seat("2" * 32, "F", "iframe", wired.seat, wired.sight, ready=True)
    wired.line.seats[child.id] = child
    own, below, above = Heard(), Heard(), Heard()
    wired.line.say(wired.seat, "Page.enable", {}, own)
    wired.line.say(child, "Page.enable", {}, below)
    wired.line.say(wired.line.root, "Target.getTargets", {}, above)
    wired.line.leave(wired.seat)
    assert own.told == below.told == [(None, "TAB_CLOSED")]
    assert above.told == []
    assert list(wired.line.seats) == [wired.line.root.id]
    with pytest.raises(BridgeError, match="TAB_CLOSED"):
        wired.line.say(child, "Page.enable", {}, below)
    wired.line.post(child, "Page.enable", {})  # of which nobody hears


async def test_the_end_of_the_link_fails_all_that_is_under_way(wired: Wired) -> None:
    heard, waited = Heard(), []
    wired.line.check()
    wired.line.say(wired.seat, "Page.enable", {}, heard)
    wired.seat.ready = False
    wired.seat.waiting.append(lambda: waited.append(1))
    wired.line.end("the link broke")
    wired.line.end("again")
    assert heard.told == [(None, "PHONE_GONE")]
    assert waited == [1]
    with pytest.raises(BridgeError, match="the link broke"):
        wired.line.check()


async def test_the_browser_tells_of_a_session_that_it_does_not_know(wired: Wired) -> None:
    heard = Heard()
    wired.line.say(wired.seat, "Page.enable", {}, heard)
    gone = '{"id":1,"error":{"code":-32001,"message":"Session with given id not found."}}'
    assert wired.line.no_session(gone)
    assert not wired.line.no_session(gone)
    assert heard.told == [(None, "CDP_ERROR")]


async def test_it_is_full_at_some_point(wired: Wired) -> None:
    for _ in range(MOST_ASKED):
        assert not wired.line.is_full
        wired.line.say(wired.seat, "Page.enable", {}, Heard())
    assert wired.line.is_full


async def test_a_crash_fails_what_is_under_way_and_the_session_lives_on(wired: Wired) -> None:
    under_way, elsewhere, later = Heard(), Heard(), Heard()
    wired.line.say(wired.seat, "Runtime.evaluate", {}, under_way)
    wired.line.say(wired.line.root, "Browser.getVersion", {}, elsewhere)
    wired.line.crashed(wired.seat)
    assert under_way.told == [(None, "TAB_CRASHED")]
    assert elsewhere.told == []
    wired.line.say(wired.seat, "Page.reload", {}, later)
    wired.answer(3, result={})
    assert later.told == [("{}", None)]
