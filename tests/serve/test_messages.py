"""What a viewer may say, and what is no message of a viewer's."""

from typing import Any

import pytest

from bridge.errors import UsageFault
from bridge.serve import messages

GOOD: list[dict[str, Any]] = [
    *({"t": each} for each in ("watch", "unwatch", "steer", "back", "forward", "reload", "tabs")),
    *({"t": each} for each in ("new", "pause", "resume", "open", "wake", "reconnect")),
    {"t": "ack", "n": 3},
    {"t": "phone", "serial": "emulator-5554"},
    {"t": "touch", "kind": "start", "fx": 0, "fy": 1, "n": 4},
    {"t": "wheel", "fx": 0.5, "fy": 0.5, "dx": 0, "dy": -120.5, "n": 4},
    {"t": "text", "text": "words"},
    {"t": "compose", "text": "日本"},
    {"t": "key", "key": "Enter"},
    {"t": "key", "key": "a", "modifiers": ["ctrl", "shift"]},
    {"t": "go", "url": "example.com", "sure": True},
    {"t": "switch", "tab": 2},
    {"t": "close", "tab": 2},
    {"t": "answer", "id": "7", "answer": "session"},
    {"t": "answer", "id": 7, "answer": "no"},
    {"t": "lens", "op": "aim", "fx": 0.2, "fy": 0.3, "n": 9},
    {"t": "lens", "op": "cancel"},
    {"t": "sites", "op": "list"},
    {"t": "sites", "op": "add", "rule": "bank.example"},
]


@pytest.mark.parametrize("said", GOOD, ids=lambda said: f"{said['t']}-{len(said)}")
def test_each_message_is_read_as_it_was_said(said: dict[str, Any]) -> None:
    read = messages.read(said)
    assert {name: getattr(read, name) for name in said} == said


def test_what_a_later_page_says_beside_it_does_no_harm() -> None:
    assert messages.read({"t": "ack", "n": 1, "later": True}) == messages.Ack(t="ack", n=1)


@pytest.mark.parametrize("said", [{"t": "touch", "kind": "start"}, {"t": "x"}, {}, [], None, "t"])
def test_what_is_none_is_refused(said: Any) -> None:
    with pytest.raises(UsageFault) as caught:
        messages.read(said)
    assert caught.value.code == "BAD_ARGUMENTS"


def test_a_refusal_names_the_field_and_not_what_was_in_it() -> None:
    with pytest.raises(UsageFault, match=r"text\.text") as caught:
        messages.read({"t": "text", "text": 12345})
    assert "12345" not in str(caught.value)


def test_a_hello_brings_a_token() -> None:
    hello = messages.read_hello({"t": "hello", "token": "abc", "serial": "s1"})
    assert hello == messages.Hello(t="hello", token="abc", serial="s1")
    odds: tuple[Any, ...] = (
        {"t": "hello"},
        {"t": "hello", "token": "x" * 600},
        {"t": "watch"},
        [],
        None,
    )
    for odd in odds:
        assert messages.read_hello(odd) is None
