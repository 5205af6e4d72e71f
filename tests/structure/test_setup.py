"""The setup script: what it finds, what it would install, and what it says where it cannot."""

import subprocess
import sys
from pathlib import Path

import pytest

from scripts import setup

ROOT = Path(__file__).parents[2]


def program(folder: Path, name: str, text: str = "#!/bin/sh\necho 1\n") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def empty_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with nothing on it, and a checkout without .venv; returns the PATH's folder."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(setup, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(setup, "VENV_BIN", tmp_path / ".venv/bin")
    monkeypatch.setattr(setup, "STAMP", tmp_path / ".venv/stamp")
    return folder


def test_a_chromium_on_the_path_is_taken_as_it_is(empty_machine: Path) -> None:
    program(empty_machine, "chromium")
    program(empty_machine, "adb")
    plan = setup.Plan()
    setup.plan_phone(plan, "")
    assert (plan.packages, plan.steps) == ({}, [])


def test_another_name_of_chrome_is_linked_into_the_venv(empty_machine: Path) -> None:
    chrome = program(empty_machine, "google-chrome")
    program(empty_machine, "adb")
    setup.VENV_BIN.mkdir(parents=True)
    plan = setup.Plan()
    setup.plan_phone(plan, "")
    plan.carry_out()
    assert (setup.VENV_BIN / "chromium").readlink() == chrome


def test_the_stub_of_the_snap_is_no_chromium(empty_machine: Path) -> None:
    program(empty_machine, "chromium-browser", "#!/bin/sh\nexec /snap/bin/chromium\n")
    assert setup.find_chromium() is None


def test_debian_brings_chromium_from_its_packages(
    empty_machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(empty_machine, "adb")
    monkeypatch.setattr(setup, "distribution", lambda: "debian")
    plan = setup.Plan()
    setup.plan_phone(plan, "")
    plan.tell()
    assert "apt-get install: chromium" in capsys.readouterr().out


def test_firefox_is_brought_where_it_is_a_plain_package(
    empty_machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = setup.Plan()
    monkeypatch.setattr(setup, "distribution", lambda: "ubuntu")
    setup.plan_firefox(plan)
    assert plan.packages == {}
    monkeypatch.setattr(setup, "distribution", lambda: "debian")
    setup.plan_firefox(plan)
    assert set(plan.packages) == {"firefox-esr"}
    program(empty_machine, "firefox-esr")
    plan = setup.Plan()
    setup.plan_firefox(plan)
    assert plan.packages == {}


def test_ubuntu_is_told_how_to_get_a_chrome(
    empty_machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del empty_machine
    monkeypatch.setattr(setup, "distribution", lambda: "ubuntu")
    with pytest.raises(setup.CannotSetUpError, match="make CHROMIUM="):
        setup.plan_phone(setup.Plan(), "")


def test_a_named_chromium_that_is_not_there_is_refused(empty_machine: Path) -> None:
    del empty_machine
    with pytest.raises(setup.CannotSetUpError, match="CHROMIUM=/no/such is no program"):
        setup.plan_phone(setup.Plan(), "/no/such")


def test_a_machine_without_apt_is_told_what_to_install(empty_machine: Path) -> None:
    del empty_machine
    plan = setup.Plan(packages={"chromium": "the browser"})
    with pytest.raises(setup.CannotSetUpError, match=r"Install these by hand.*: chromium"):
        plan.carry_out()


def test_an_old_node_is_told_so(empty_machine: Path) -> None:
    program(empty_machine, "node", "#!/bin/sh\necho v12.22.9\n")
    program(empty_machine, "npm")
    with pytest.raises(setup.CannotSetUpError, match=r"Node is v12\.22\.9"):
        setup.plan_node(setup.Plan())


def test_what_is_stamped_is_not_installed_again(empty_machine: Path) -> None:
    del empty_machine
    setup.VENV_BIN.mkdir(parents=True)
    (setup.VENV_BIN / "python").symlink_to(sys.executable)
    wanted = setup.fingerprint(
        ROOT / "requirements.lock", ROOT / "pyproject.toml", salt=str(setup.ROOT)
    )
    setup.STAMP.write_text(wanted, encoding="ascii")
    plan = setup.Plan()
    setup.plan_python(plan)
    assert plan.steps == []
    setup.STAMP.write_text("of an older lock", encoding="ascii")
    setup.plan_python(plan)
    assert [says for says, _ in plan.steps if "requirements.lock" in says]


def test_the_lock_holds_hashes_and_no_address() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in lock
    names = [line for line in lock.splitlines() if line and not line.startswith((" ", "#"))]
    assert all("==" in line and line.endswith("\\") for line in names)


def test_make_lists_every_target_that_the_readme_names() -> None:
    make = ["make", "-s", "help"]
    listed = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True)
    for target in ("demo", "play", "test", "check", "bench", "docs", "bundle", "format", "clean"):
        assert f"make {target} " in listed.stdout
