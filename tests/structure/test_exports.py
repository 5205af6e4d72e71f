"""The public surface: what `bridge` names is there, and nothing joins it by accident."""

import subprocess
import sys

import bridge

PUBLIC = {"__version__"}


def test_the_package_exports_exactly_what_is_pinned() -> None:
    assert set(bridge.__all__) == PUBLIC
    assert list(bridge.__all__) == sorted(bridge.__all__)


def test_every_exported_name_is_there() -> None:
    assert all(hasattr(bridge, name) for name in bridge.__all__)


def test_importing_the_package_loads_nothing_else() -> None:
    told = "import sys; old = set(sys.modules); import bridge; print(*set(sys.modules) - old)"
    run = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert set(run.stdout.split()) <= {"bridge", "__future__"}
