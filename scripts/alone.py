"""What failed beside other tests is run once more, alone: CI has two cores for several browsers.

A test that passes only alone is named as flaky, which is a defect to be mended. What needs no
browser stands at once, and so do many failures.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST = 5
FINAL = ("tests/structure/", "tests/test_")
"""Where a test that fails once has failed."""


def again(failed: Iterable[str]) -> list[str]:
    """Return the tests to be run alone; none where what failed stands.

    Args:
        failed: Node ids, as pytest keeps them.
    """
    tests = sorted(failed)
    if len(tests) > MOST or any(each.startswith(FINAL) for each in tests):
        return []
    return tests


def main() -> int:
    """Run them, and say which were flaky. The exit code is pytest's, or 1."""
    kept = ROOT / ".pytest_cache/v/cache/lastfailed"
    tests = again(json.loads(kept.read_text("utf-8"))) if kept.exists() else []
    if not tests:
        print("nothing is run again: what failed stands")
        return 1
    print("failed beside others, run alone now:", *tests, sep="\n  ", flush=True)
    code = subprocess.call([sys.executable, "-m", "pytest", *tests], cwd=ROOT)
    if code == 0:
        print("FLAKY, to be mended:", *tests, sep="\n  ")
    return code


if __name__ == "__main__":
    sys.exit(main())
