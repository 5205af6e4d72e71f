"""Timers tell time, each to the party that set it."""

from dataclasses import dataclass

import pytest

from bridge.errors import UsageFault
from bridge.timers import MOST, MOST_OF_ALL, Timers


@dataclass
class Clock:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timers(clock: Clock) -> Timers:
    return Timers(clock)


def test_a_timer_tells_what_elapsed_what_remains_and_whether_it_is_due(
    timers: Timers, clock: Clock
) -> None:
    timers.start("a", "Ada", "tea", 180, "steep")
    clock.now += 60
    (told,) = timers.status("a")
    assert told == {
        "name": "tea",
        "seconds": 180,
        "elapsed": 60,
        "remaining": 120,
        "fired": False,
        "note": "steep",
    }
    assert timers.running
    clock.now += 120
    (told,) = timers.status("a", "tea")
    assert (told["fired"], told["remaining"]) == (True, 0)
    assert not timers.running
    stopped = timers.stop("a", "tea")
    assert stopped is not None
    assert stopped["elapsed"] == 180
    assert timers.stop("a", "tea") is None


def test_a_name_begins_anew(timers: Timers, clock: Clock) -> None:
    timers.start("a", "Ada", "tea", 10)
    clock.now += 5
    timers.start("a", "Ada", "tea", 20)
    (told,) = timers.status("a")
    assert (told["elapsed"], told["seconds"]) == (0, 20)


def test_parties_do_not_see_one_anothers_timers_and_a_person_sees_all(timers: Timers) -> None:
    timers.start("a", "Ada", "tea", 10)
    timers.start("b", "Bob", "tea", 20)
    assert [t["seconds"] for t in timers.status("b")] == [20]
    assert timers.stop("c", "tea") is None
    assert [(t["owner"], t["name"]) for t in timers.every()] == [("Ada", "tea"), ("Bob", "tea")]
    timers.left("a")
    assert [t["owner"] for t in timers.every()] == ["Bob"]


def test_there_is_an_end_to_them_and_the_oldest_that_is_due_makes_room(
    timers: Timers, clock: Clock
) -> None:
    timers.start("a", "Ada", "short", 1)
    for number in range(MOST - 1):
        timers.start("a", "Ada", str(number), 1000)
    with pytest.raises(UsageFault):
        timers.start("a", "Ada", "more", 1000)
    clock.now += 2
    timers.start("a", "Ada", "more", 1000)
    assert "short" not in [t["name"] for t in timers.status("a")]
    assert len(timers.status("a")) == MOST


def test_all_parties_together_have_an_end_too(timers: Timers) -> None:
    for party in range(MOST_OF_ALL // MOST):
        for number in range(MOST):
            timers.start(str(party), "Ada", str(number), 1000)
    with pytest.raises(UsageFault):
        timers.start("new", "Bob", "tea", 10)
