"""`python -m bridge`."""

import subprocess
import sys
from pathlib import Path

from bridge import __version__

ROOT = Path(__file__).parents[1]


def test_the_whole_program_runs_as_a_module_of_python() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "bridge", "version"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == f"tapbridge {__version__}\n"
