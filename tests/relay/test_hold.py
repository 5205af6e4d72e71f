"""What a debugger holds down, and how it is lifted."""

from typing import Any

import pytest

from bridge.relay.hold import MOST_HELD, Hold
from bridge.relay.seat import Seat
from tests.relay._line import Wired

POINT = {"x": 1, "y": 2}
FRAME = "2" * 32


@pytest.fixture
async def wired() -> Wired:
    return Wired()


async def test_fingers_buttons_and_keys_are_lifted(wired: Wired) -> None:
    hold = Hold(wired.line)
    said: list[tuple[str, dict[str, Any]]] = [
        ("TouchEvent", {"type": "touchStart", "touchPoints": [POINT]}),
        ("MouseEvent", {"type": "mouseMoved", **POINT}),
        ("MouseEvent", {"type": "mousePressed", "button": "left", **POINT}),
        ("KeyEvent", {"type": "rawKeyDown", "code": "ShiftLeft", "key": "Shift"}),
        ("KeyEvent", {"type": "keyDown", "code": "KeyA", "key": "a"}),
        ("KeyEvent", {"type": "keyUp", "code": "KeyA", "key": "a"}),
    ]
    for name, params in said:
        hold.note(wired.seat, f"Input.dispatch{name}", params)
    hold.note(wired.seat, "Input.insertText", {"text": "a"})
    hold.lift()
    hold.lift()
    assert [each["params"] for each in wired.link.sent] == [
        {"type": "touchCancel", "touchPoints": []},
        {"type": "mouseReleased", "button": "left", **POINT},
        {"type": "keyUp", "code": "ShiftLeft", "key": "Shift"},
    ]


async def test_a_character_lifts_no_key_and_keys_without_a_code_are_told_apart(
    wired: Wired,
) -> None:
    hold = Hold(wired.line)
    for kind, key in (("rawKeyDown", "a"), ("char", "a"), ("rawKeyDown", "b"), ("keyUp", "b")):
        hold.note(wired.seat, "Input.dispatchKeyEvent", {"type": kind, "key": key})
    hold.lift()
    assert [each["params"] for each in wired.link.sent] == [{"type": "keyUp", "key": "a"}]


async def test_what_came_up_by_itself_stays_up(wired: Wired) -> None:
    hold = Hold(wired.line)
    for kind in ("touchStart", "touchMove", "touchEnd"):
        hold.note(wired.seat, "Input.dispatchTouchEvent", {"type": kind})
    for kind in ("mousePressed", "mouseReleased"):
        hold.note(wired.seat, "Input.dispatchMouseEvent", {"type": kind, "button": "left"})
    hold.lift()
    assert wired.link.sent == []


async def test_it_remembers_so_many(wired: Wired) -> None:
    hold = Hold(wired.line)
    for number in range(MOST_HELD + 1):
        key = {"type": "keyDown", "code": str(number)}
        hold.note(wired.seat, "Input.dispatchKeyEvent", key)
    hold.lift()
    assert len(wired.link.sent) == MOST_HELD


async def test_of_some_sessions_only_and_word_is_given_once_all_was_carried_out(
    wired: Wired,
) -> None:
    hold, over = Hold(wired.line), []
    frame = Seat(FRAME, "F", "iframe", wired.seat, ready=True)
    wired.line.seats[FRAME] = frame
    for seat in (wired.seat, frame):
        hold.note(seat, "Input.dispatchTouchEvent", {"type": "touchStart"})
        hold.note(seat, "Input.dispatchKeyEvent", {"type": "keyDown", "code": "KeyA"})
    hold.lift(lambda: over.append("none"), of=lambda seat: seat is wired.line.root)
    assert over == ["none"]
    hold.lift(lambda: over.append("the frame's"), of=lambda seat: seat.is_within(frame))
    assert [each["sessionId"] for each in wired.link.sent] == [FRAME, FRAME]
    wired.answer(1, FRAME, result={})
    assert over == ["none"]
    wired.answer(2, FRAME, error={"code": 1, "message": "odd"})
    assert over == ["none", "the frame's"]
    hold.lift(lambda: over.append("the page's"))
    wired.line.end("the link ended")
    assert over == ["none", "the frame's", "the page's"]


async def test_what_cannot_be_lifted_any_more_keeps_nobody_waiting(wired: Wired) -> None:
    hold, over = Hold(wired.line), []
    hold.note(wired.seat, "Input.dispatchTouchEvent", {"type": "touchStart"})
    wired.line.leave(wired.seat)
    hold.lift(lambda: over.append("over"))
    assert over == ["over"]
