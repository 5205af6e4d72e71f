"""What one viewer is sent, in what order, and what becomes of one that is slow."""

import asyncio
import json
import struct
from typing import Any

from bridge.page.screencast import Frame
from bridge.serve.onlooker import MOST_MESSAGES, Onlooker, packed
from tests.page.test_screencast import frame


class Wire:
    """Takes what is sent, when it is let."""

    def __init__(self) -> None:
        self.texts: list[dict[str, Any]] = []
        self.frames: list[int] = []
        self.stirred = asyncio.Event()

    async def text(self, raw: str) -> None:
        self.texts.append(json.loads(raw))
        self.stirred.set()

    async def bytes(self, raw: bytes) -> None:
        (length,) = struct.unpack_from("<I", raw)
        self.frames.append(json.loads(raw[4 : 4 + length])["n"])
        self.stirred.set()

    async def until(self, texts: int, frames: int) -> None:
        async with asyncio.timeout(5):
            while (len(self.texts), len(self.frames)) != (texts, frames):
                self.stirred.clear()
                await self.stirred.wait()


async def test_messages_go_first_and_two_pictures_at_most_undrawn() -> None:
    me, wire = Onlooker(), Wire()
    async with asyncio.TaskGroup() as tasks:
        me.slot.put(frame(1))
        me.tell("page", url="u")
        pumping = tasks.create_task(me.pump(wire.text, wire.bytes))
        await wire.until(1, 1)
        me.slot.put(frame(2))
        await wire.until(1, 2)
        for n in (3, 4, 5):
            me.slot.put(frame(n))
        me.tell("page", url="v")
        await wire.until(2, 2)
        me.drawn(1)
        await wire.until(2, 3)
        assert wire.frames == [1, 2, 5]
        assert me.slot.missed == 2
        pumping.cancel()


async def test_who_looks_again_waits_for_nothing_that_was_on_the_way() -> None:
    me, wire = Onlooker(), Wire()
    async with asyncio.TaskGroup() as tasks:
        pumping = tasks.create_task(me.pump(wire.text, wire.bytes))
        for n in (1, 2):
            me.slot.put(frame(n))
            await wire.until(0, n)
        me.look(watching=False)
        me.slot.put(frame(3))
        me.look(watching=True)
        await wire.until(0, 3)
        pumping.cancel()


async def test_one_that_takes_nothing_is_given_up() -> None:
    me, wire = Onlooker(), Wire()
    for _ in range(MOST_MESSAGES):
        me.tell("agent", client=None)
    assert me.lost is False
    me.tell("agent", client=None)
    assert me.lost is True
    await me.pump(wire.text, wire.bytes)  # ends at once
    assert wire.texts == []


async def test_what_was_said_already_is_said_once() -> None:
    me, wire = Onlooker(), Wire()
    for client in ("a", "a", None, None, "a"):
        me.tell_if_new("agent", client=client)
    assert me.knows("agent", client="a")
    assert not me.knows("agent", client="b")
    assert not me.knows("lens", on=True)
    me.forget("agent")
    me.tell_if_new("agent", client="a")
    async with asyncio.TaskGroup() as tasks:
        pumping = tasks.create_task(me.pump(wire.text, wire.bytes))
        await wire.until(4, 0)
        assert [each["client"] for each in wire.texts] == ["a", None, "a", "a"]
        pumping.cancel()


def test_a_picture_is_packed_with_its_head_before_it() -> None:
    shot: Frame = frame(7)
    raw = packed(shot)
    (length,) = struct.unpack_from("<I", raw)
    head = json.loads(raw[4 : 4 + length])
    assert head == {"n": 7, "width": 720, "height": 1600, "scale": 2.0, "at": 1.5}
    assert raw[4 + length :] == shot.jpeg
