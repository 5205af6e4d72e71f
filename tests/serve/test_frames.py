"""The frames of protocol 23: what is read, what is refused, and how answers are written."""

import json
from typing import Any

import pytest

from bridge.errors import ScreenFault, UsageFault
from bridge.serve import frames


@pytest.mark.parametrize(
    "said",
    [
        {"t": "phoneOpen", "id": "1", "serial": "s"},
        {"t": "phoneLaunch", "id": "1", "serial": "s"},
        {"t": "phoneClose", "id": "", "serial": "s"},
        {"t": "phoneClose", "serial": "s"},
        {"t": "cdp", "id": "1", "serial": "s", "method": "Page.enable"},
        {
            **{"t": "cdp", "id": "1", "serial": "s", "method": "Page.navigate"},
            **{"params": {"url": "x"}, "sessionId": "S", "timeoutMs": 5},
        },
        {"t": "pong"},
    ],
    ids=lambda said: str(said["t"]),
)
def test_a_frame_is_read(said: Any) -> None:
    assert frames.read(said).t == said["t"]


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        {},
        {"t": "what"},
        {"t": "cdp", "id": "1", "serial": "s"},
        {"t": "cdp", "id": 1, "serial": "s", "method": "Page.enable"},
        {"t": "cdp", "id": "1", "serial": "s", "method": "Page.enable\n"},
        {"t": "cdp", "id": "1", "serial": "s", "method": "Page.enable", "params": "x"},
        {"t": "cdp", "id": "1", "serial": "s", "method": "Page.enable", "timeoutMs": 0},
        {"t": "phoneOpen", "id": "", "serial": "s"},
        {"t": "phoneOpen", "id": "x" * 65, "serial": "s"},
        {"t": "phoneOpen", "id": "1", "serial": ""},
    ],
    ids=str,
)
def test_what_is_no_frame_is_refused(said: Any) -> None:
    with pytest.raises(UsageFault) as told:
        frames.read(said)
    assert told.value.code == "BAD_ARGUMENTS"


def test_a_refusal_does_not_repeat_what_was_sent() -> None:
    with pytest.raises(UsageFault) as told:
        frames.read({"t": "cdp", "id": "1", "serial": "s", "method": "secret words"})
    assert "secret" not in str(told.value)


@pytest.mark.parametrize(
    ("said", "whom"),
    [
        ({"t": "cdp", "id": "7"}, ("cdpResult", "7")),
        ({"t": "phoneOpen", "id": "7"}, ("phoneOpened", "7")),
        ({"t": "phoneLaunch", "id": "7"}, ("androidInfo", "7")),
        ({"t": "phoneClose", "id": "7"}, None),
        ({"t": "cdp", "id": 7}, None),
        ({"t": "cdp", "id": "x" * 65}, None),
        ({"t": ["cdp"]}, None),
        ("cdp", None),
    ],
)
def test_whom_a_refusal_is_for(said: Any, whom: Any) -> None:
    assert frames.asked(said) == whom


def test_results_are_envelopes() -> None:
    told = json.loads(frames.done("cdpResult", 'a"b', '{"x":[1]}'))
    assert told == {"t": "cdpResult", "id": 'a"b', "result": {"ok": True, "data": {"x": [1]}}}
    told = json.loads(frames.failed("phoneOpened", "1", ScreenFault("NOT_OWNER", "another")))
    assert told["result"]["ok"] is False
    assert told["result"]["error"]["code"] == "NOT_OWNER"
    assert told["result"]["error"]["message"] == "another"


def test_an_event_is_wrapped_as_it_came() -> None:
    said = '{"method":"Page.x","params":{"a":1},"sessionId":"S"}'
    assert json.loads(frames.event("s", said)) == {
        **{"t": "cdpEvent", "serial": "s"},
        **json.loads(said),
    }
