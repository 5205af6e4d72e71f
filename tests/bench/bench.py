"""`make bench`: round trips and median milliseconds of the tools, at 0, 20 and 200 ms.

Through the daemon, as a verb of the command line calls it, on the virtual phone with a
delay line in its cable. One call of each goes before those that are counted.
"""

import os
import statistics
import sys
import time
from itertools import cycle, islice

from bridge.serve.client import Link, connect
from fixtures.stage import Stage, stage
from tests.bench._cases import CASES, Case

DELAYS_MS = (0, 20, 200)
ROUNDS = {0: 21, 20: 21, 200: 7}


def call(link: Link, on: Stage, case: Case, rounds: int) -> tuple[set[int], float]:
    """Return the round trips seen, and the median of the calls in milliseconds."""
    trips: set[int] = set()
    spent: list[float] = []
    for turn, args in enumerate(islice(cycle(case.turns), rounds + 1)):
        on.count_from_here()
        began = time.perf_counter()
        link.call(case.tool, args)
        elapsed = (time.perf_counter() - began) * 1000
        if turn:
            trips.add(on.trips())
            spent.append(elapsed)
    return trips, statistics.median(spent)


def measure(link: Link, on: Stage) -> dict[str, tuple[set[int], list[float]]]:
    """Measure every case at every delay."""
    found: dict[str, tuple[set[int], list[float]]] = {case.name: (set(), []) for case in CASES}
    for delay in DELAYS_MS:
        on.ask("/rtt", {"ms": delay})
        page = ""
        for case in CASES:
            if case.page != page:
                page = case.page
                link.call("page_navigate", {"url": on.page(page)})
            trips, median = call(link, on, case, ROUNDS[delay])
            if delay:  # with none, a reply overtakes the second half of a flight
                found[case.name][0].update(trips)
            found[case.name][1].append(median)
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def main() -> int:
    """Print the table; the exit status is 1 when a tool took other trips than it may."""
    with stage() as on:
        os.environ.update(on.environment)
        with connect("call", client="bench") as link:
            found = measure(link, on)
    heads = "".join(f"{f'{delay} ms':>10}" for delay in DELAYS_MS)
    print(f"{'tool':<14}{'round trips':>12}{heads}    (median of a call at this round trip time)")
    for case in CASES:
        trips, medians = found[case.name]
        counted = "/".join(map(str, sorted(trips)))
        mark = "" if trips == {case.trips} else f"    expected {case.trips}"
        print(f"{case.name:<14}{counted:>12}{''.join(f'{ms:>7.0f} ms' for ms in medians)}{mark}")
    return 0 if all(found[case.name][0] == {case.trips} for case in CASES) else 1


if __name__ == "__main__":
    sys.exit(main())
