"""The wheel installs one top-level name, `bridge`, with everything it needs inside."""

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = {
    "bridge/py.typed",
    "bridge/page/bundle.js",
    "bridge/serve/static/index.html",
    "bridge/serve/static/main.js",
    "bridge/tools/catalogue.json",
    "bridge/extension_stub/manifest.json",
    "bridge/extension_stub/static/app.js",
    "bridge/extension_stub/static/index.html",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    folder = tmp_path_factory.mktemp("wheel")
    # hatchling is in .venv, so nothing is fetched
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    subprocess.run([*build, str(folder)], cwd=ROOT, check=True, capture_output=True)
    with zipfile.ZipFile(next(folder.glob("tapbridge-*.whl"))) as opened:
        yield opened


def test_the_wheel_installs_one_name(wheel: zipfile.ZipFile) -> None:
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"bridge"}


def test_the_wheel_carries_what_the_code_reads(wheel: zipfile.ZipFile) -> None:
    assert set(wheel.namelist()) >= NEEDED


def test_the_wheel_carries_the_licence_and_the_command(wheel: zipfile.ZipFile) -> None:
    info = {n.partition("/")[2]: n for n in wheel.namelist() if ".dist-info/" in n}
    assert "licenses/LICENSE" in info
    assert "tapbridge = bridge.cli:main" in wheel.read(info["entry_points.txt"]).decode()


def test_every_module_of_the_checkout_is_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    modules = {p.relative_to(ROOT).as_posix() for p in (ROOT / "bridge").rglob("*.py")}
    assert modules <= set(wheel.namelist())
