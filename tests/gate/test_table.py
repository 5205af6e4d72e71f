"""The browser as judge: every way to a site, and what the guard makes of it."""

from typing import Any

import pytest

from bridge.sites import Rules
from tests.gate._lab import Lab, is_blocked
from tests.gate._site import Site
from tests.gate._table import Case, cases, rules

FAMILIES = sorted({case.family for case in cases(Site(port=1))})


def of(site: Site, family: str) -> list[Case]:
    return [case for case in cases(site) if case.family == family]


async def judged(lab: Lab, family: list[Case]) -> tuple[list[str], list[bool]]:
    wrongs: list[str] = []
    verdicts: list[bool] = []
    guard = Rules.parse(rules(lab.site))
    for case in family:
        seen = await lab.unguarded.see(case)
        verdicts.append(is_blocked(case, seen, guard))
        wrongs += await lab.go(case, seen)
        await lab.clear()
    return wrongs, verdicts


@pytest.mark.parametrize("family", FAMILIES)
async def test_a_few_ways_of_every_family_end_as_chromium_itself_tells(
    lab: Lab, family: str
) -> None:
    ways = of(lab.site, family)
    few = [ways[0], ways[len(ways) // 2 + 1]]
    wrongs, _ = await judged(lab, few)
    assert wrongs == []


@pytest.mark.oracle
@pytest.mark.timeout(900)
@pytest.mark.parametrize("family", FAMILIES)
async def test_all_ways_of_every_family_end_as_chromium_itself_tells(
    lab: Lab, family: str, record_property: Any
) -> None:
    wrongs, verdicts = await judged(lab, of(lab.site, family))
    record_property("blocked", sum(verdicts))
    assert wrongs == []
