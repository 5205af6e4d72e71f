"""The envelopes, without any socket."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.cdp.wire import Answer, CdpRefused, Event, Refusal, Unreadable, decode, encode

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
values = st.recursive(
    scalars | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
objects = st.dictionaries(st.text(), values, max_size=4)
ids = st.integers(min_value=1, max_value=2**53)
sessions = st.none() | st.text(alphabet="0123456789ABCDEF", min_size=32, max_size=32)


@given(ids, st.text(min_size=1), objects, sessions)
def test_a_command_reads_back_as_it_was_meant(
    id_: int, method: str, params: dict[str, object], session: str | None
) -> None:
    text = encode(id_, method, params, session)
    assert text.isascii()
    expected = {"id": id_, "method": method, "params": params}
    if session is not None:
        expected["sessionId"] = session
    assert json.loads(text) == expected


@given(ids, objects)
def test_an_answer_keeps_its_id_and_result(id_: int, result: dict[str, object]) -> None:
    assert decode(json.dumps({"id": id_, "result": result})) == Answer(id_, result)
    assert decode(json.dumps({"result": result, "id": id_}).encode()) == Answer(id_, result)


@given(st.text(min_size=1), objects, sessions)
def test_an_event_keeps_method_params_and_session(
    method: str, params: dict[str, object], session: str | None
) -> None:
    envelope = {"method": method, "params": params}
    if session is not None:
        envelope["sessionId"] = session
    assert decode(json.dumps(envelope)) == Event(method, params, session)


@given(ids, st.integers(-40000, 0), st.text())
def test_a_refusal_keeps_its_number_and_words(id_: int, number: int, words: str) -> None:
    text = json.dumps({"id": id_, "error": {"code": number, "message": words}})
    assert decode(text) == Refusal(id_, number, words)


@given(st.binary() | st.text() | values.map(json.dumps))
def test_anything_at_all_is_read_without_an_exception(text: str | bytes) -> None:
    assert isinstance(decode(text), Answer | Refusal | Event | Unreadable)


@given(st.text(alphabet=st.characters(categories=["Cs", "Lu", "So"])))
def test_what_is_read_can_always_be_written_again(text: str) -> None:
    got = decode(json.dumps({"id": 1, "result": {text: [text]}}))
    assert isinstance(got, Answer)
    json.dumps(got.result, ensure_ascii=False).encode("utf-8")


def test_a_lone_surrogate_is_replaced_and_a_pair_is_kept() -> None:
    got = decode('{"id":1,"result":{"v":"a\\ud800b \\ud83d\\ude00 \\\\ud800"}}')
    assert got == Answer(1, {"v": "a\ufffdb 😀 \\ud800"})


def test_details_of_a_refusal_are_told_too() -> None:
    text = '{"id":1,"error":{"code":-32602,"message":"Invalid parameters","data":"url: missing"}}'
    assert decode(text) == Refusal(1, -32602, "Invalid parameters (url: missing)")


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("", None),
        ("[]", None),
        ("null", None),
        ("{}", None),
        ('{"id":7,"result":{"cut', 7),
        ('{"id":7,"result":[]}', 7),
        ('{"id":7,"error":"no"}', 7),
        ('{"id":true,"result":{}}', None),
        ('{"id":"7","result":{}}', None),
        ('{"method":"A.b","params":[]}', None),
        ('{"method":3}', None),
        ('{"method":"A.b","sessionId":3}', None),
        ('{"id":9,"result":{"v":' + "[" * 100_000 + "]" * 100_000 + "}}", 9),
        ('{"id":9,"result":{"v":' + "9" * 5_000 + "}}", 9),
    ],
)
def test_what_is_no_envelope_tells_whose_answer_it_was_when_that_can_be_seen(
    text: str, id_: int | None
) -> None:
    got = decode(text)
    assert isinstance(got, Unreadable)
    assert got.id == id_


def test_an_answer_without_a_result_is_an_empty_one() -> None:
    assert decode('{"id":1}') == Answer(1, {})


def test_an_error_that_says_nothing_is_still_a_refusal() -> None:
    assert decode('{"id":1,"error":{}}') == Refusal(1, -32000, "it did not say why")


def test_a_number_that_is_not_finite_is_not_written() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        encode(1, "Page.enable", {"x": float("inf")})


@pytest.mark.parametrize(
    ("number", "words", "true"),
    [
        (-32000, "Inspected target navigated or closed", {"navigated"}),
        (-32000, "Execution context was destroyed.", {"navigated"}),
        (-32000, "Cannot find context with specified id", {"context_gone"}),
        (-32000, "uniqueContextId not found", {"context_gone"}),
        (-32000, "invalid uniqueContextId", {"context_gone"}),
        (-32001, "Session with given id not found.", {"session_gone"}),
        (-32601, "'Nope.nope' wasn't found", set()),
        (-32602, "Invalid parameters", set()),
    ],
)
def test_what_chromes_words_mean(number: int, words: str, true: set[str]) -> None:
    refused = CdpRefused("Page.enable", number, words)
    named = ("navigated", "context_gone", "session_gone")
    assert {name for name in named if getattr(refused, name)} == true
    assert (refused.code, refused.number, refused.words) == ("CDP_ERROR", number, words)
    assert refused.message == f"Chrome refused Page.enable: {words}"
