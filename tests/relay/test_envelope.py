"""Envelopes, as text in and out."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.relay import envelope
from bridge.relay.envelope import BadCommand, Command

SESSION = "0123456789ABCDEF0123456789ABCDEF"
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def test_a_command_is_read() -> None:
    text = '{"id":7,"method":"Page.enable","params":{"a":1},"sessionId":"S","more":1}'
    assert envelope.read(text) == Command(7, "Page.enable", {"a": 1}, "S")
    assert envelope.read('{"id":0,"method":"Page.enable"}') == Command(0, "Page.enable")


def test_a_name_that_is_given_twice_means_what_chrome_is_told() -> None:
    # it is written anew from this, so no reader of Chrome's sees the other one
    text = '{"id":1,"method":"Page.enable","method":"Page.disable"}'
    assert envelope.read(text).method == "Page.disable"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", None),
        ("[]", None),
        ("{", None),
        ("[" * 100_000, None),
        ('{"method":"Page.enable"}', None),
        ('{"id":true,"method":"Page.enable"}', None),
        ('{"id":-1,"method":"Page.enable"}', None),
        ('{"id":1.5,"method":"Page.enable"}', None),
        (f'{{"id":{2**40},"method":"Page.enable"}}', None),
        ('{"id":3}', 3),
        ('{"id":3,"method":7}', 3),
        ('{"id":3,"method":"Page"}', 3),
        ('{"id":3,"method":"Page.enable\\n"}', 3),
        ('{"id":3,"method":"Page.enable","params":[]}', 3),
        ('{"id":3,"method":"Page.enable","sessionId":4}', 3),
    ],
)
def test_what_is_no_command_is_told_so(text: str, number: int | None) -> None:
    with pytest.raises(BadCommand) as caught:
        envelope.read(text)
    assert caught.value.id == number


def written(**message: object) -> str:
    return json.dumps({**message, "sessionId": SESSION}, separators=(",", ":"))


@given(VALUES)
def test_chromes_messages_are_cut_whatever_is_in_them(value: object) -> None:
    heard = envelope.cut(written(method="Page.told", params={"a": value, "sessionId": "X" * 32}))
    assert heard is not None
    assert (heard.session, heard.number, heard.method) == (SESSION, None, "Page.told")
    assert json.loads(heard.bare) == {
        "method": "Page.told",
        "params": {"a": value, "sessionId": "X" * 32},
    }
    answer = envelope.cut(written(id=5, result={"a": value}))
    assert answer is not None
    assert (answer.session, answer.number, answer.method) == (SESSION, 5, "")
    assert json.loads(answer.result or "") == {"a": value}
    assert answer.parsed() == {"a": value}


def test_a_text_that_looks_like_an_end_is_none() -> None:
    """A page's text at the very end of a message of the browser's own."""
    said = f',"sessionId":"{SESSION}"' + "}"
    for message in (
        {"method": "Page.told", "params": {"text": said}},
        {"method": "Page.told", "params": {"sessionId": SESSION}},
        {"method": "Target.attachedToTarget", "params": {"a": 1, "sessionId": SESSION}},
        {"id": 4, "result": {"sessionId": SESSION}},
        {"id": 4, "result": {"a": 1, "sessionId": SESSION}},
    ):
        assert envelope.cut(json.dumps(message, separators=(",", ":"))) is None


def test_a_message_of_another_form_is_put_right() -> None:
    text = json.dumps({"sessionId": SESSION, "params": {"a": 1}, "method": "Page.told"})
    heard = envelope.cut(text)
    assert heard is not None
    assert (heard.session, heard.method, heard.parsed()) == (SESSION, "Page.told", {"a": 1})
    assert envelope.cut('{"method":"a","sessionId":') is None


def test_a_refusal_has_no_result() -> None:
    heard = envelope.cut(written(id=5, error={"code": -32000, "message": "no"}))
    assert heard is not None
    assert heard.result is None
    assert heard.parsed() == {"code": -32000, "message": "no"}


def test_an_unknown_session_is_told_by_the_browser_itself() -> None:
    gone = '{"id":7,"error":{"code":-32001,"message":"Session with given id not found."}}'
    assert envelope.unknown_session(gone) == 7
    assert envelope.unknown_session('{"id":7,"error":{"code":-32000,"message":"no"}}') is None
    assert envelope.unknown_session('{"id":7,"result":{}}') is None


def test_answers_refusals_and_events_are_written() -> None:
    assert json.loads(envelope.answer(1, '{"a":1}', None)) == {"id": 1, "result": {"a": 1}}
    assert json.loads(envelope.answer(1, "{}", "S"))["sessionId"] == "S"
    assert json.loads(envelope.refusal(2, -1, 'the "word"', "S")) == {
        "id": 2,
        "error": {"code": -1, "message": 'the "word"'},
        "sessionId": "S",
    }
    assert "id" not in json.loads(envelope.refusal(None, -1, "no", None))
    assert json.loads(envelope.event("A.b", {"c": 1}, None)) == {
        "method": "A.b",
        "params": {"c": 1},
    }
