"""Leases as values: who has the phone, from when on, and until when."""

from dataclasses import replace

import pytest

from bridge.errors import ScreenFault
from bridge.tools.lease import Lease, Party, begun, ended, named, taken

ADA, BOB = Party("a", "ada's agent"), Party("b", "bob's agent")


def take(lease: Lease | None, who: Party, now: float, *, force: bool = False) -> Lease:
    return taken(lease, who, now, 120, force=force)


def test_the_first_who_acts_has_the_phone_and_another_is_told_who() -> None:
    lease = take(None, ADA, 0)
    with pytest.raises(ScreenFault) as caught:
        take(lease, BOB, 30)
    assert caught.value.code == "NOT_OWNER"
    told = "ada's agent has the phone and used it 30 s ago; it is free in 90 s if it stays unused"
    assert caught.value.message == told


def test_it_stays_with_the_owner_however_often_it_acts() -> None:
    lease = take(None, ADA, 0)
    assert take(lease, ADA, 119) is lease


@pytest.mark.parametrize(("now", "free"), [(119.9, False), (120.0, True), (500.0, True)])
def test_it_is_free_after_the_idle_time(now: float, free: bool) -> None:
    lease = take(None, ADA, 0)
    assert lease.stands(now, 120) is not free
    if free:
        assert take(lease, BOB, now).owner is BOB


def test_a_call_that_runs_keeps_it_and_its_end_begins_the_idle_time() -> None:
    lease = begun(take(None, ADA, 0), ADA, 0)
    assert lease is not None
    assert lease.stands(1000, 120)
    with pytest.raises(ScreenFault, match="has the phone and uses it now"):
        take(lease, BOB, 1000)
    lease = ended(lease, ADA, 1000)
    assert lease is not None
    assert lease.stands(1119, 120)
    assert not lease.stands(1120, 120)


def test_calls_of_others_count_for_nothing() -> None:
    lease = take(None, ADA, 0)
    assert begun(lease, BOB, 50) is lease
    assert ended(lease, BOB, 50) is lease
    assert begun(None, BOB, 0) is ended(None, BOB, 0) is None


def test_more_ends_than_beginnings_do_not_go_below_none() -> None:
    lease = ended(take(None, ADA, 0), ADA, 5)
    assert lease is not None
    assert (lease.running, lease.used) == (0, 5)


def test_a_person_takes_it_by_force_even_from_a_call_that_runs() -> None:
    lease = begun(take(None, ADA, 0), ADA, 0)
    assert take(lease, BOB, 1, force=True) == Lease(BOB, 1, 1, earned=True)


def test_by_force_the_owner_keeps_its_own_lease() -> None:
    lease = take(None, ADA, 0)
    assert take(lease, ADA, 1, force=True) is lease


def test_a_lease_is_earned_by_one_act_and_stays_so() -> None:
    lease = ended(begun(take(None, ADA, 0), ADA, 0), ADA, 1)
    assert lease is not None
    assert not lease.earned
    for earned in (True, False):
        lease = ended(begun(lease, ADA, 2), ADA, 3, earned=earned)
        assert lease is not None
        assert lease.earned
    other = ended(replace(lease, earned=False), BOB, 4, earned=True)
    assert other is not None
    assert not other.earned


@pytest.mark.parametrize("said", ["", " x", 'say "x"', "http://a.test/", "a\nb", "x" * 65])
def test_a_name_that_is_none_is_not_passed_on(said: str) -> None:
    assert named("k", said).name == "another client"


def test_a_plain_name_is_passed_on() -> None:
    assert named("k", "claude-code 2.1 (x)").name == "claude-code 2.1 (x)"
