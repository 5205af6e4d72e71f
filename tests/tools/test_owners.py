"""Owners and pauses with calls under way."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from bridge.errors import BridgeError, ScreenFault
from bridge.tools.lease import Party
from bridge.tools.owners import Owners, Run

ADA, BOB = Party("a", "ada"), Party("b", "bob")
LIMIT = 5


@dataclass
class Clock:
    now: float = 0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def owners(clock: Clock) -> Owners:
    return Owners(120, clock=clock)


async def act(owners: Owners, who: Party, *, serial: str = "one", take: bool = False) -> None:
    async with owners.call(serial, who, acts=True, take=take):
        pass


async def read(owners: Owners, who: Party) -> None:
    async with owners.call("one", who, acts=False):
        pass


async def test_others_read_and_their_acts_are_refused(owners: Owners) -> None:
    await read(owners, BOB)
    await act(owners, ADA)
    await read(owners, BOB)
    with pytest.raises(ScreenFault, match="NOT_OWNER: ada has the phone"):
        await act(owners, BOB)
    await act(owners, BOB, serial="two")


async def test_the_owners_reads_keep_the_lease_and_others_reads_do_not(
    owners: Owners, clock: Clock
) -> None:
    await act(owners, ADA)
    clock.now = 100
    await read(owners, ADA)
    clock.now = 200
    await read(owners, BOB)
    with pytest.raises(ScreenFault, match="NOT_OWNER"):
        await act(owners, BOB)
    clock.now = 220
    await act(owners, BOB)


async def test_a_lease_ends_when_its_party_leaves_and_only_then(owners: Owners) -> None:
    await act(owners, ADA)
    owners.left("b")
    with pytest.raises(ScreenFault, match="NOT_OWNER"):
        await act(owners, BOB)
    owners.left("a")
    await act(owners, BOB)


async def test_a_lease_taken_by_force_belongs_to_the_taker(owners: Owners) -> None:
    await act(owners, ADA)
    await act(owners, BOB, take=True)
    with pytest.raises(ScreenFault, match="NOT_OWNER: bob"):
        await act(owners, ADA)


async def test_the_chosen_tab_goes_with_the_lease_and_is_told_once(
    owners: Owners, clock: Clock
) -> None:
    await read(owners, ADA)
    await act(owners, ADA)
    assert not owners.choice_ended("one")
    owners.left("a")
    assert owners.choice_ended("one")
    assert not owners.choice_ended("one")
    await act(owners, ADA)
    await act(owners, BOB, take=True)
    assert owners.choice_ended("one")
    clock.now = 120
    await read(owners, ADA)
    assert owners.choice_ended("one")


async def test_a_tab_that_a_reader_saw_long_ago_is_not_kept(owners: Owners, clock: Clock) -> None:
    await read(owners, ADA)
    clock.now = 119
    await read(owners, ADA)
    assert not owners.choice_ended("one")
    clock.now = 119 + 120
    await read(owners, BOB)
    assert owners.choice_ended("one")


async def test_status_names_the_owner_and_the_pauses(owners: Owners, clock: Clock) -> None:
    assert owners.status() == {"paused": [], "owners": []}
    await act(owners, ADA)
    clock.now = 7
    owners.pauses.pause("two")
    row = {"serial": "one", "owner": "ada", "acting": False, "idle": 7}
    assert owners.status() == {"paused": ["two"], "owners": [row]}
    clock.now = 120
    owners.pauses.pause(None)
    assert owners.status() == {"paused": "all", "owners": []}


@dataclass
class Called:
    """A call that waits in the middle of its work."""

    task: asyncio.Task[None]
    lifted: list[str]

    async def told(self) -> str:
        async with asyncio.timeout(LIMIT):
            await asyncio.wait((self.task,))
        problem = self.task.exception()
        assert isinstance(problem, BridgeError)
        return problem.code


Begin = Callable[..., Awaitable[Called]]


@pytest.fixture
async def begin(owners: Owners) -> Begin:
    async def one(serial: str = "one", *, acting: bool = True) -> Called:
        inside, lifted = asyncio.Event(), list[str]()

        async def work() -> None:
            async with owners.call(serial, ADA, acts=True) as run:
                assert isinstance(run, Run)
                run.acting = acting
                inside.set()
                try:
                    await asyncio.Event().wait()
                finally:
                    lifted.append("lifted")

        task = asyncio.get_running_loop().create_task(work())
        async with asyncio.timeout(LIMIT):
            await inside.wait()
        return Called(task, lifted)

    return one


async def test_a_pause_ends_an_act_in_the_middle_once_it_has_let_go(
    owners: Owners, begin: Begin
) -> None:
    acting = await begin()
    assert await owners.pause(None) == 1
    assert acting.lifted == ["lifted"]
    assert await acting.told() == "UNKNOWN_OUTCOME"
    with pytest.raises(ScreenFault, match="PAUSED_BY_PERSON"):
        await act(owners, ADA)
    with pytest.raises(ScreenFault, match="PAUSED_BY_PERSON"):
        await read(owners, BOB)
    assert owners.resume(None)
    await act(owners, ADA)


async def test_an_act_that_had_not_begun_was_only_paused(owners: Owners, begin: Begin) -> None:
    waiting = await begin(acting=False)
    await owners.pause("one")
    assert await waiting.told() == "PAUSED_BY_PERSON"


async def test_a_pause_of_another_phone_ends_nothing(owners: Owners, begin: Begin) -> None:
    acting = await begin()
    assert await owners.pause("two") == 0
    assert not acting.task.done()
    assert await owners.pause("one") == 1
    assert await owners.pause("one") == 0
    assert await acting.told() == "UNKNOWN_OUTCOME"


async def test_a_pause_is_no_end_of_the_callers_own_limits(owners: Owners) -> None:
    with pytest.raises(TimeoutError):
        async with owners.call("one", ADA, acts=True):
            raise TimeoutError
    acting = asyncio.Event()

    async def work() -> None:
        async with owners.call("one", ADA, acts=True):
            acting.set()
            await asyncio.Event().wait()

    task = asyncio.get_running_loop().create_task(work())
    await acting.wait()
    task.cancel()
    await asyncio.wait((task,), timeout=LIMIT)
    assert task.cancelled()
