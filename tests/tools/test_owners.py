"""Owners and pauses with calls under way."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

import pytest

from bridge.errors import BridgeError, ScreenFault, UnknownOutcome
from bridge.tools import owners as room
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


async def failing(owners: Owners, who: Party, *, sent: bool = False, take: bool = False) -> None:
    with suppress(ScreenFault):
        async with owners.call("one", who, acts=True, take=take) as run:
            run.outgo.acted = sent
            raise ScreenFault("STALE_REF", "it is not there")


async def test_an_act_that_sent_nothing_gives_the_phone_back_and_one_that_did_keeps_it(
    owners: Owners,
) -> None:
    await failing(owners, ADA)
    assert owners.lease("one") is None
    await act(owners, BOB)
    await failing(owners, BOB)
    with pytest.raises(ScreenFault, match="NOT_OWNER: bob"):
        await act(owners, ADA)
    owners.left("b")
    await failing(owners, ADA, sent=True)
    with pytest.raises(ScreenFault, match="NOT_OWNER: ada"):
        await act(owners, BOB)


async def test_an_act_whose_outcome_is_not_known_keeps_the_phone(owners: Owners) -> None:
    with pytest.raises(UnknownOutcome):
        async with owners.call("one", ADA, acts=True):
            raise UnknownOutcome("it may have happened")
    assert owners.lease("one") is not None


async def test_an_act_that_sent_nothing_takes_no_phone_from_one_beside_it(owners: Owners) -> None:
    async with owners.call("one", ADA, acts=True):
        await failing(owners, ADA)
        assert owners.lease("one") is not None
    assert owners.lease("one") is not None


async def test_what_a_person_took_by_force_stays_theirs(owners: Owners) -> None:
    await act(owners, ADA)
    await failing(owners, BOB, take=True)
    with pytest.raises(ScreenFault, match="NOT_OWNER: bob"):
        await act(owners, ADA)


async def test_a_phone_given_back_keeps_the_tab_that_was_looked_at(owners: Owners) -> None:
    ends: list[str] = []
    owners.on_end(lambda serial, key: ends.append(key))
    await read(owners, ADA)
    await failing(owners, ADA)
    assert not owners.choice_ended("one")
    assert ends == []


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
                run.outgo.acted = acting
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


async def test_who_waits_for_a_person_takes_no_lease_and_keeps_none_from_ending() -> None:
    now = [0.0]
    owners = Owners(120, clock=lambda: now[0])
    async with owners.waiting("s", ADA, acts=True):
        assert owners.lease("s") is None
    async with owners.call("s", ADA, acts=True):
        pass
    async with owners.waiting("s", ADA, acts=True):
        now[0] = 121
        assert owners.lease("s") is None


async def test_who_may_not_act_does_not_wait_for_a_person_either() -> None:
    owners = Owners()
    async with owners.call("s", ADA, acts=True):
        pass
    with pytest.raises(ScreenFault, match="NOT_OWNER"):
        async with owners.waiting("s", BOB, acts=True):
            pass
    async with owners.waiting("s", BOB, acts=False):
        pass
    async with owners.waiting("s", BOB, acts=True, take=True):
        lease = owners.lease("s")
        assert lease is not None
        assert lease.owner == ADA


async def test_a_pause_ends_who_waits_for_a_person() -> None:
    owners = Owners()
    waits = asyncio.Event()

    async def wait() -> None:
        async with owners.waiting("s", ADA, acts=True):
            waits.set()
            await asyncio.Event().wait()

    waiting = asyncio.Task(wait())
    await waits.wait()
    assert await owners.pause("s") == 1
    with pytest.raises(ScreenFault, match="PAUSED_BY_PERSON"):
        await waiting


async def test_the_end_of_a_lease_is_told_with_its_owner() -> None:
    now = [0.0]
    owners = Owners(120, clock=lambda: now[0])
    ends: list[tuple[str, str]] = []
    owners.on_end(lambda serial, key: ends.append((serial, key)))
    for who, force in ((ADA, False), (BOB, True)):
        async with owners.call("s", who, acts=True, take=force):
            pass
    assert ends == [("s", ADA.key)]
    owners.left(BOB.key)
    async with owners.call("s", ADA, acts=True):
        pass
    now[0] = 200
    async with owners.call("s", BOB, acts=False):
        pass
    assert ends == [("s", ADA.key), ("s", BOB.key), ("s", ADA.key)]


# a person's hand beside the phone


async def test_who_has_touched_nothing_holds_nobody_up(owners: Owners) -> None:
    await owners.hands_off("one")
    owners.touched("another")
    await owners.hands_off("one")


async def test_an_act_waits_until_the_hand_has_left(
    owners: Owners, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "PERSON_SECONDS", 0.01)
    owners.touched("one")
    async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(owners.hands_off("one"))
        for _ in range(5):  # the clock stands still
            await asyncio.sleep(0.01)
        assert not waiting.done()
        clock.now = 0.02


async def test_a_hand_that_stays_makes_it_a_pause(
    owners: Owners, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "PERSON_SECONDS", 0.01)

    async def go_on() -> None:
        while True:
            await asyncio.sleep(0)
            clock.now += 0.005
            owners.touched("one")

    owners.touched("one")
    async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as tasks:
        touching = tasks.create_task(go_on())
        with pytest.raises(ScreenFault) as caught:
            await owners.hands_off("one")
        touching.cancel()
    assert caught.value.code == "PAUSED_BY_PERSON"
    assert "using the phone" in caught.value.message


async def test_who_has_a_phone_alone_is_not_even_looked_over(owners: Owners) -> None:
    with owners.alone("one", ADA):
        for work in (read(owners, BOB), act(owners, BOB)):
            with pytest.raises(ScreenFault, match="NOT_OWNER: ada has the phone and uses it now"):
                await work
        with pytest.raises(ScreenFault, match="NOT_OWNER"):
            async with owners.waiting("one", BOB, acts=False):
                pass
        for who in (ADA, BOB):
            with pytest.raises(ScreenFault, match="NOT_OWNER"), owners.alone("one", who):
                pass
        await act(owners, BOB, serial="two")
        await read(owners, ADA)
    await act(owners, BOB)
    with pytest.raises(ScreenFault, match="NOT_OWNER: bob"), owners.alone("one", ADA):
        pass
    with owners.alone("one", ADA, take=True):
        assert owners.status()["owners"][-1] == {
            "serial": "two",
            "owner": "bob",
            "acting": False,
            "idle": 0,
        }
    await read(owners, BOB)


async def test_whoever_takes_it_by_force_ends_that(owners: Owners) -> None:
    over: list[tuple[str, str]] = []
    owners.on_end(lambda serial, key: over.append((serial, key)))
    with owners.alone("one", ADA):
        with pytest.raises(ScreenFault, match="NOT_OWNER"):
            async with owners.call("one", BOB, acts=False, take=True):
                pass  # to look takes nothing
        await act(owners, BOB, take=True)
        assert over == [("one", ADA.key)]
        await read(owners, BOB)
    await act(owners, BOB)
    lease = owners.lease("one")
    assert lease is not None
    assert lease.owner == BOB


async def test_a_phone_that_is_paused_is_had_by_nobody_alone_and_a_pause_is_told(
    owners: Owners,
) -> None:
    told: list[str | None] = []
    owners.on_pause(told.append)
    with owners.alone("one", ADA):
        await owners.pause("one")
        await owners.pause(None)
    assert told == ["one", None]
    with pytest.raises(ScreenFault, match="PAUSED_BY_PERSON"), owners.alone("one", ADA):
        pass
