"""What a person's hand sends: in order, the newest move, wheels together, and never left down."""

import asyncio
from typing import Any

import pytest

from bridge.errors import LateFault, UsageFault
from bridge.page import hand as room
from bridge.page.hand import MOST_WAITING, Hand


class Page:
    """A session that notes what it is sent, and answers when it is told to."""

    def __init__(self) -> None:
        self.alive = True
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.unanswered: list[asyncio.Future[dict[str, Any]]] = []
        self.came = asyncio.Event()

    def post(self, method: str, params: dict[str, Any]) -> asyncio.Future[dict[str, Any]]:
        self.sent.append((method, params))
        self.came.set()
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.unanswered.append(answer)
        return answer

    async def answer(self, count: int) -> None:
        """Answer the next so many commands, as they come."""
        for _ in range(count):
            async with asyncio.timeout(5):
                while not self.unanswered:
                    self.came.clear()
                    await self.came.wait()
            self.unanswered.pop(0).set_result({})

    def touches(self) -> list[str]:
        return [
            f"{each['type']} {each['touchPoints'][0]['x']:g}"
            if each["touchPoints"]
            else each["type"]
            for method, each in self.sent
            if method == "Input.dispatchTouchEvent"
        ]


async def test_moves_that_follow_one_another_become_the_last() -> None:
    page = Page()
    hand = Hand(page)  # type: ignore[arg-type]
    async with asyncio.TaskGroup() as tasks:
        hand.touch("start", 1, 1)
        for x in (2, 3, 4):
            hand.touch("move", x, 1)
        working = tasks.create_task(hand.run())
        await page.answer(1)
        await page.answer(1)
        for x in (5, 6):
            hand.touch("move", x, 1)
        hand.touch("end", 0, 0)
        await page.answer(2)
        assert page.touches() == ["touchStart 1", "touchMove 4", "touchMove 6", "touchEnd"]
        working.cancel()
    assert page.touches()[-1] == "touchEnd"


async def test_turns_of_the_wheel_add_up() -> None:
    page = Page()
    hand = Hand(page)  # type: ignore[arg-type]
    async with asyncio.TaskGroup() as tasks:
        for dy in (40, 40, -10):
            hand.wheel(5, 6, 1, dy)
        working = tasks.create_task(hand.run())
        await page.answer(1)
        ((method, sent),) = page.sent
        assert method == "Input.dispatchMouseEvent"
        assert (sent["deltaX"], sent["deltaY"], sent["x"]) == (3, 70, 5)
        working.cancel()


async def test_a_finger_that_is_down_is_lifted_when_the_hand_goes() -> None:
    page = Page()
    hand = Hand(page)  # type: ignore[arg-type]
    async with asyncio.TaskGroup() as tasks:
        hand.touch("start", 1, 1)
        working = tasks.create_task(hand.run())
        await page.answer(1)
        assert hand.down
        working.cancel()
    assert page.touches() == ["touchStart 1", "touchCancel"]
    assert not hand.down


async def test_a_lift_that_waits_when_the_hand_goes_is_done_all_the_same() -> None:
    page = Page()
    hand = Hand(page)  # type: ignore[arg-type]
    async with asyncio.TaskGroup() as tasks:
        hand.touch("start", 1, 1)
        hand.touch("end", 1, 1)
        working = tasks.create_task(hand.run())
        async with asyncio.timeout(5):
            await page.came.wait()  # the phone does not answer yet: the end waits behind it
        working.cancel()
    assert page.touches() == ["touchStart 1", "touchCancel"]


async def test_a_finger_is_lifted_however_much_waits() -> None:
    page = Page()
    hand = Hand(page)  # type: ignore[arg-type]
    hand.touch("start", 1, 1)
    for _ in range(MOST_WAITING // 2):
        hand.key("Enter")
    hand.touch("end", 1, 1)
    with pytest.raises(LateFault):
        hand.touch("start", 2, 2)
    assert not hand.down
    async with asyncio.TaskGroup() as tasks:
        working = tasks.create_task(hand.run())
        await page.answer(MOST_WAITING + 2)
        assert page.touches() == ["touchStart 1", "touchEnd"]
        working.cancel()


async def test_a_second_finger_takes_the_first_back_and_a_lone_move_is_nothing() -> None:
    page = Page()
    hand = Hand(page)  # type: ignore[arg-type]
    async with asyncio.TaskGroup() as tasks:
        hand.touch("move", 9, 9)
        hand.touch("end", 9, 9)
        hand.touch("start", 1, 1)
        hand.touch("start", 2, 2)
        hand.touch("end", 0, 0)
        working = tasks.create_task(hand.run())
        await page.answer(4)
        assert page.touches() == ["touchStart 1", "touchCancel", "touchStart 2", "touchEnd"]
        working.cancel()


async def test_text_goes_in_pieces_and_new_lines_are_the_enter_key() -> None:
    page = Page()
    hand = Hand(page)  # type: ignore[arg-type]
    async with asyncio.TaskGroup() as tasks:
        hand.text("a" * 65 + "\r\nb")
        working = tasks.create_task(hand.run())
        await page.answer(5)
        told = [(method, sent.get("text") or sent.get("key")) for method, sent in page.sent]
        assert told == [
            ("Input.insertText", "a" * 64),
            ("Input.insertText", "a"),
            ("Input.dispatchKeyEvent", "\r"),
            ("Input.dispatchKeyEvent", "Enter"),
            ("Input.insertText", "b"),
        ]
        working.cancel()


async def test_keys_carry_their_modifiers_and_odd_ones_are_refused() -> None:
    page = Page()
    hand = Hand(page)  # type: ignore[arg-type]
    with pytest.raises(UsageFault, match="no key"):
        hand.key("Nonsense")
    async with asyncio.TaskGroup() as tasks:
        hand.key("a", ["ctrl", "shift"])
        working = tasks.create_task(hand.run())
        await page.answer(2)
        assert [each["modifiers"] for _, each in page.sent] == [10, 10]
        assert [each["type"] for _, each in page.sent] == ["rawKeyDown", "keyUp"]
        working.cancel()


async def test_a_page_that_does_not_answer_holds_nothing_up_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room, "STEP_SECONDS", 0.01)
    page = Page()
    hand = Hand(page)  # type: ignore[arg-type]
    async with asyncio.TaskGroup() as tasks:
        hand.text("a")
        hand.key("Enter")
        working = tasks.create_task(hand.run())
        async with asyncio.timeout(5):
            while len(page.sent) < 3:
                page.came.clear()
                await page.came.wait()
        working.cancel()


async def test_what_a_phone_cannot_keep_up_with_is_refused() -> None:
    hand = Hand(Page())  # type: ignore[arg-type]
    for _ in range(MOST_WAITING // 2):
        hand.key("Enter")
    with pytest.raises(LateFault, match="keep up"):
        hand.text("x")
