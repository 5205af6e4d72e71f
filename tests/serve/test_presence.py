"""Which hosts over HTTP are still there."""

import asyncio

import pytest

from bridge.serve import presence
from bridge.serve.presence import Presence

NEVER = 3600.0


class Gone:
    """Notes who is gone."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.told = asyncio.Event()

    def __call__(self, key: str) -> None:
        self.keys.append(key)
        self.told.set()

    async def heard(self) -> None:
        async with asyncio.timeout(5):
            await self.told.wait()


async def test_a_party_that_is_silent_for_long_enough_is_gone_and_that_is_told_once() -> None:
    gone = Gone()
    there = Presence(0.01, gone)
    with there.during("a"):
        pass
    await gone.heard()
    assert gone.keys == ["a"]
    assert not there._silent


async def test_who_has_a_request_under_way_is_there_and_only_the_last_one_ends_it() -> None:
    gone = Gone()
    there = Presence(0, gone)
    with there.during("a"):
        with there.during("a"), there.during("b"):
            pass
        await gone.heard()
        assert gone.keys == ["b"]
        gone.told.clear()
    await gone.heard()
    assert gone.keys == ["b", "a"]


async def test_a_new_request_starts_the_time_anew() -> None:
    gone = Gone()
    there = Presence(NEVER, gone)
    with there.during("a"):
        pass
    (first,) = there._silent.values()
    with there.during("a"):
        assert first.cancelled()
        assert not there._silent
    assert list(there._silent) == ["a"]
    there.close()
    assert not there._silent
    assert gone.keys == []


async def test_who_says_that_it_leaves_is_gone_at_once_and_not_brought_back() -> None:
    gone = Gone()
    there = Presence(NEVER, gone)
    with there.during("a"):
        there.over("a")
        assert gone.keys == ["a"]
    assert not there._silent
    with there.during("b"):
        pass
    there.over("b")
    assert (gone.keys, list(there._silent)) == (["a", "b"], [])


async def test_who_came_is_waited_for_and_only_such_are_known() -> None:
    gone = Gone()
    there = Presence(NEVER, gone)
    assert not there.knows("a")
    there.came("a")
    assert there.knows("a")
    (timer,) = there._silent.values()
    there.came("a")
    assert list(there._silent.values()) == [timer]
    with there.during("a"):
        there.came("a")
        assert there.knows("a")
        assert not there._silent
    there.over("a")
    assert not there.knows("a")


async def test_too_many_make_the_one_go_that_was_silent_longest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(presence, "MOST", 2)
    gone = Gone()
    there = Presence(NEVER, gone)
    for key in "abac":
        with there.during(key):
            pass
    assert gone.keys == ["b"]
    there.close()
