"""The browser as judge: every way to a site, and what the guard makes of it."""

from collections import Counter

import pytest

from bridge.sites import Rules
from tests.gate._lab import Lab, is_blocked
from tests.gate._site import Site
from tests.gate._table import Case, cases, rules

FAMILIES = sorted({case.family for case in cases(Site(port=1))})


def of(site: Site, family: str) -> list[Case]:
    return [case for case in cases(site) if case.family == family]


async def judged(lab: Lab, ways: list[Case]) -> list[str]:
    """Go each way without the guard and with it; return what is wrong."""
    wrongs: list[str] = []
    for case in ways:
        wrongs += await lab.go(case, await lab.unguarded.see(case))
        await lab.clear()
    return wrongs


@pytest.mark.parametrize("family", FAMILIES)
async def test_a_few_ways_of_every_family_end_as_chromium_itself_tells(
    lab: Lab, family: str
) -> None:
    ways = of(lab.site, family)
    few = [ways[0], ways[len(ways) // 2 + 1]]
    assert await judged(lab, few) == []


@pytest.mark.oracle
@pytest.mark.timeout(900)
@pytest.mark.parametrize("family", FAMILIES)
async def test_all_ways_of_every_family_end_as_chromium_itself_tells(lab: Lab, family: str) -> None:
    assert await judged(lab, of(lab.site, family)) == []


@pytest.mark.oracle
@pytest.mark.timeout(900)
async def test_of_all_ways_many_are_blocked_and_many_free(lab: Lab) -> None:
    guard = Rules.parse(rules(lab.site))
    some = cases(lab.site)[::3]
    blocked = sum([is_blocked(case, await lab.unguarded.see(case), guard) for case in some])
    assert 0.3 <= blocked / len(some) <= 0.7


def test_there_are_many_families_and_several_ways_in_each() -> None:
    every = cases(Site(port=1))
    assert len(every) >= 300
    assert len({(case.name, case.family) for case in every}) == len(every)
    assert len(FAMILIES) >= 25
    assert min(Counter(case.family for case in every).values()) >= 4
