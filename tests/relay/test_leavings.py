"""What is left for pages to come, and left anew when the rules change."""

import pytest

from bridge.errors import BridgeError
from bridge.relay.leavings import MOST_LEFT, Leavings
from tests.relay._line import Heard, Wired

ADD, REMOVE = "Page.addScriptToEvaluateOnNewDocument", "Page.removeScriptToEvaluateOnNewDocument"
STOP = "Debugger.setBreakpointByUrl"


@pytest.fixture
async def wired() -> Wired:
    return Wired()


async def test_it_is_tied_and_tied_anew_and_goes_by_the_name_that_it_had(wired: Wired) -> None:
    rules: list[str] = ["*bank.test*"]
    leavings, heard = Leavings(wired.line, lambda: rules), Heard()
    leavings.leave(wired.seat, ADD, {"source": "a()", "worldName": "w"}, heard, 5)
    (sent,) = wired.link.sent
    assert sent["params"]["worldName"] == "w"
    assert sent["params"]["source"].endswith("\na()")
    assert "bank" in sent["params"]["source"]
    wired.answer(1, result={"identifier": "1"})
    assert heard.told == [('{"identifier":"1"}', None)]
    leavings.again()
    assert len(wired.link.sent) == 1  # the rules are as they were
    rules.append("*news.test*")
    leavings.again()
    assert wired.methods()[1:] == [REMOVE, ADD]
    assert wired.link.sent[1]["params"] == {"identifier": "1"}
    assert "news" in wired.link.sent[2]["params"]["source"]
    wired.answer(3, result={"identifier": "2"})
    leavings.remove(wired.seat, REMOVE, {"identifier": "1"}, Heard(), 5)
    assert wired.link.sent[3]["params"] == {"identifier": "2"}
    leavings.remove(wired.seat, REMOVE, {"identifier": "1"}, Heard(), 5)
    assert wired.link.sent[4]["params"] == {"identifier": "1"}


async def test_a_breakpoints_condition_is_tied(wired: Wired) -> None:
    leavings = Leavings(wired.line, lambda: ("*bank.test*",))
    leavings.leave(wired.seat, STOP, {"lineNumber": 0, "condition": "a()"}, Heard(), 5)
    leavings.leave(wired.seat, STOP, {"lineNumber": 0}, Heard(), 5)
    tied, bare = (each["params"] for each in wired.link.sent)
    assert tied["condition"].endswith("\na()")
    assert bare == {"lineNumber": 0}


async def test_an_allow_list_lets_nothing_be_left_and_takes_away_what_was(wired: Wired) -> None:
    rules: list[str] = []
    leavings = Leavings(wired.line, lambda: rules)
    leavings.leave(wired.seat, ADD, {"source": "a()"}, Heard(), 5)
    wired.answer(1, result={"identifier": "1"})
    assert wired.link.sent[0]["params"] == {"source": "a()"}
    rules.append("*")
    leavings.again()
    assert wired.methods() == [ADD, REMOVE]
    with pytest.raises(BridgeError, match=r"UNSUPPORTED.*only named sites"):
        leavings.leave(wired.seat, ADD, {"source": "a()"}, Heard(), 5)
    leavings.leave(wired.seat, ADD, {"source": "", "worldName": "w"}, Heard(), 5)
    assert wired.methods()[2:] == [ADD]


async def test_what_was_left_on_a_session_goes_with_it(wired: Wired) -> None:
    rules: list[str] = []
    leavings = Leavings(wired.line, lambda: rules)
    leavings.leave(wired.seat, ADD, {"source": "a()"}, Heard(), 5)
    wired.answer(1, result={"identifier": "1"})
    wired.line.leave(wired.seat)
    rules.append("*bank*")
    leavings.again()
    assert wired.methods() == [ADD]


async def test_so_many_pieces_may_be_left(wired: Wired) -> None:
    leavings = Leavings(wired.line, tuple)
    for number in range(MOST_LEFT):
        leavings.leave(wired.seat, ADD, {"source": "a()"}, Heard(), 5)
        wired.answer(number + 1, result={"identifier": str(number)})
    with pytest.raises(BridgeError, match="too much"):
        leavings.leave(wired.seat, ADD, {"source": "a()"}, Heard(), 5)
