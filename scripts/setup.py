#!/usr/bin/env python3
"""Set a checkout up: .venv, Chromium, adb, Firefox, Node. What is there already is left alone.

Says what it will install before it installs it, and what to do where it cannot. Needs
nothing but Python's own library, and runs on older Pythons only to say that they are.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_BIN = VENV / "bin"
STAMP = VENV / "tapbridge-setup.sha256"
BUNDLE = ROOT / "page_bundle"
NODE_FOLDERS = {
    BUNDLE: "esbuild, TypeScript and biome into page_bundle/node_modules (130 MB)",
    ROOT / "tests/fixtures/judge": "playwright-core, a judge of the virtual phone (13 MB)",
    ROOT / "tests/oracle/judges": "two tools that judge the relay (29 MB)",
}
OLDEST_PYTHON = (3, 11)
OLDEST_NODE = 18
CHROMIUM_NAMES = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser")

UBUNTU_CHROMIUM = """\
Ubuntu's own chromium package is only a stub for the snap, whose sandbox cannot use the
throw-away profile of the virtual phone. Install Google Chrome instead: download
google-chrome-stable_current_amd64.deb from https://www.google.com/chrome/, then

    sudo apt install ./google-chrome-stable_current_amd64.deb

or name any Chromium that you have:  make CHROMIUM=/path/to/chrome ..."""


class CannotSetUpError(Exception):
    """Something is missing that this script cannot bring; the text says what to do."""


@dataclass
class Plan:
    """What is missing: packages of the system first, then the steps in their order."""

    packages: dict[str, str] = field(default_factory=dict)  # name -> what it is for
    steps: list[tuple[str, Callable[[], None]]] = field(default_factory=list)

    def tell(self) -> None:
        """Print what will be installed."""
        print("Tapbridge sets this checkout up. It will install:")
        if self.packages:
            names = " ".join(self.packages)
            sudo = "" if os.geteuid() == 0 else "sudo "
            print(f"  - from the system's packages, by {sudo}apt-get install: {names}")
            for name, why in self.packages.items():
                print(f"      {name}: {why}")
        for says, _ in self.steps:
            print(f"  - {says}")
        print("This can take a minute or two.", flush=True)

    def carry_out(self) -> None:
        """Install it.

        Raises:
            CannotSetUpError: A step failed; its own output stands above.
        """
        if self.packages:
            _apt_install(list(self.packages))
        for _, step in self.steps:
            step()


def run(
    command: Sequence[str | Path], *, cwd: Path = ROOT, otherwise: str, quiet: bool = False
) -> None:
    """Run a command with its output in view, and say `otherwise` when it fails.

    Args:
        command: The program and its words.
        cwd: Folder it runs in.
        otherwise: What to do when it fails.
        quiet: Whether its standard output is dropped; its errors are always in view.
    """
    try:
        out = subprocess.DEVNULL if quiet else None
        subprocess.run([str(word) for word in command], cwd=cwd, check=True, stdout=out)
    except (OSError, subprocess.CalledProcessError) as problem:
        raise CannotSetUpError(f"{problem}\n{otherwise}") from problem


def fingerprint(*files: Path, salt: str = "") -> str:
    """Return a digest of the files' contents; it changes when one of them does."""
    digest = hashlib.sha256(salt.encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def stamped(stamp: Path, wanted: str) -> bool:
    """Say whether the last setup was made from the same files."""
    return stamp.is_file() and stamp.read_text(encoding="ascii") == wanted


# --- packages of the system -------------------------------------------------------------


def _as_root() -> list[str]:
    if os.geteuid() == 0:
        return ["env", "DEBIAN_FRONTEND=noninteractive"]
    sudo = ["sudo", "-n"] if os.environ.get("CI") == "true" else ["sudo"]
    return [*sudo, "env", "DEBIAN_FRONTEND=noninteractive"]


def _apt_install(names: list[str]) -> None:
    by_hand = f"Install these by hand, then run this again: {' '.join(names)}"
    if not shutil.which("apt-get"):
        raise CannotSetUpError(f"This system has no apt-get. {by_hand}")
    if os.geteuid() != 0 and not shutil.which("sudo"):
        raise CannotSetUpError(f"This needs root, and there is no sudo. {by_hand}")
    apt = [*_as_root(), "apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
    lists = f"apt-get could not read its package lists. {by_hand}"
    run([*apt, "update"], otherwise=lists, quiet=True)
    run(
        [*apt, "install", "-y", "--no-install-recommends", *names],
        otherwise=f"apt-get could not install them. {by_hand}",
        quiet=True,
    )


def distribution() -> str:
    """Return the ID of /etc/os-release ("debian", "ubuntu", …), empty when there is none."""
    try:
        lines = Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    return next((line[3:].strip('"') for line in lines if line.startswith("ID=")), "")


# --- Python -----------------------------------------------------------------------------


def plan_python(plan: Plan) -> None:
    """Plan .venv, the locked packages, and the project itself in editable form."""
    lock, project = ROOT / "requirements.lock", ROOT / "pyproject.toml"
    fresh = not (VENV_BIN / "python").exists()
    if fresh:
        python = _python()
        ask = (
            "import sys; print('%d.%d' % sys.version_info[:2], flush=True); import ensurepip, venv"
        )
        told = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False)
        if told.returncode:
            plan.packages[f"python{told.stdout.strip()}-venv"] = "Python's own way to make .venv"
        plan.steps.append((f".venv, made by {python}", lambda: _make_venv(python)))
    wanted = fingerprint(lock, project, salt=str(ROOT))
    if fresh or not stamped(STAMP, wanted):
        count = sum("==" in line for line in lock.read_text(encoding="utf-8").splitlines())
        says = f"{count} Python packages of requirements.lock, checked by hash, into .venv (250 MB)"
        plan.steps.append((says, lambda: _install_python(lock, wanted)))


def _python() -> str:
    if sys.version_info >= OLDEST_PYTHON:
        return sys.executable
    for minor in (14, 13, 12, 11):
        if found := shutil.which(f"python3.{minor}"):
            return found
    raise CannotSetUpError(
        f"Tapbridge needs Python 3.11 or newer; this is {sys.version.split()[0]}. "
        "Install one (Debian 12+, Ubuntu 24.04+ have it) and name it: make PYTHON=python3.12 ..."
    )


def _make_venv(python: str) -> None:
    run(
        [python, "-m", "venv", "--clear", VENV],
        otherwise="Python could not make .venv. Remove the folder and run this again.",
    )


def _install_python(lock: Path, wanted: str) -> None:
    STAMP.unlink(missing_ok=True)
    pip: list[str | Path] = [
        VENV_BIN / "python",
        "-m",
        "pip",
        "-q",
        "--disable-pip-version-check",
        "install",
    ]
    run(
        [*pip, "--no-deps", "--require-hashes", "-r", lock],
        otherwise="pip could not install the packages. Check the network, then run this again.",
    )
    run(
        [*pip, "--no-deps", "--no-build-isolation", "-e", ROOT],
        otherwise="pip could not install the checkout itself.",
    )
    STAMP.write_text(wanted, encoding="ascii")


# --- the virtual phone: Chromium and adb ------------------------------------------------


def plan_phone(plan: Plan, chromium: str) -> None:
    """Plan Chromium and adb. Whatever is found is known as `chromium` and `adb` in .venv/bin.

    Raises:
        CannotSetUpError: There is no Chromium, and the system's packages hold no usable one.
    """
    found = _named_chromium(chromium) if chromium else find_chromium()
    if found is None:
        if distribution() == "ubuntu":
            raise CannotSetUpError(UBUNTU_CHROMIUM)
        plan.packages["chromium"] = "the browser of the virtual phone (about 120 MB to download)"
    elif chromium or found.name != "chromium":
        _plan_link(plan, found, "chromium")
    if not _on_path("adb") and not (VENV_BIN / "adb").exists():
        plan.steps.append(("adb, the one that the adbutils package carries", _link_adb))


def plan_system_adb(plan: Plan) -> None:
    """Plan the system's own adb: an older one, beside the newer one that adbutils carries."""
    if not _on_path("adb"):
        plan.packages["adb"] = "a second, older adb server to test against"


def plan_firefox(plan: Plan) -> None:
    """Plan Firefox where it is a plain package; elsewhere its test is left out."""
    if not _on_path("firefox-esr") and distribution() == "debian":
        plan.packages["firefox-esr"] = "a second browser for the viewer's page (about 70 MB)"


def find_chromium() -> Path | None:
    """Return the first Chromium or Chrome on PATH that is not a snap."""
    for name in CHROMIUM_NAMES:
        path = _on_path(name)
        if path and not _is_snap(path):
            return path
    linked = VENV_BIN / "chromium"
    return linked.resolve() if linked.exists() else None


def _named_chromium(name: str) -> Path:
    path = shutil.which(name)
    if path is None:
        raise CannotSetUpError(f"CHROMIUM={name} is no program that can be run.")
    return Path(path).absolute()


def _on_path(name: str) -> Path | None:
    """Find a program on PATH outside .venv, where this script puts links of its own."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    path = shutil.which(name, path=os.pathsep.join(f for f in folders if Path(f) != VENV_BIN))
    return Path(path).absolute() if path else None


def _is_snap(path: Path) -> bool:
    real = path.resolve()
    if real.name == "snap" or "snap" in real.parts:
        return True
    with real.open("rb") as program:
        head = program.read(4096)
    return head.startswith(b"#!") and b"/snap/bin/chromium" in head


def _plan_link(plan: Plan, program: Path, name: str) -> None:
    link = VENV_BIN / name
    if link.is_symlink() and link.readlink() == program:
        return
    plan.steps.append((f".venv/bin/{name}, a link to {program}", lambda: _link(program, name)))


def _link(program: Path, name: str) -> None:
    link = VENV_BIN / name
    link.unlink(missing_ok=True)
    link.symlink_to(program)


def _link_adb() -> None:
    carried = next(VENV.glob("lib/python3*/site-packages/adbutils/binaries/adb"), None)
    if carried is not None:
        told = subprocess.run([carried, "version"], capture_output=True, check=False)
        if told.returncode == 0:
            _link(carried, "adb")
            return
    print("The adbutils package carries no adb for this machine; installing the system's: adb")
    _apt_install(["adb"])


# --- the page bundle: Node --------------------------------------------------------------


def plan_node(plan: Plan) -> None:
    """Plan Node, npm, and the packages that build and check the page bundle."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
        if int(told.stdout.lstrip("v").partition(".")[0] or 0) < OLDEST_NODE:
            raise CannotSetUpError(
                f"Node is {told.stdout.strip()}; the page bundle needs {OLDEST_NODE} or newer. "
                "Install a newer one and put it first on PATH."
            )
    else:
        plan.packages["nodejs"] = "builds and checks the page bundle"
        plan.packages["npm"] = "brings the packages that do"
    for folder, says in NODE_FOLDERS.items():
        wanted, stamp = fingerprint(folder / "package-lock.json"), _node_stamp(folder)
        if not stamped(stamp, wanted):
            plan.steps.append((says, partial(_install_node, folder, wanted)))


def _node_stamp(folder: Path) -> Path:
    return folder / "node_modules" / STAMP.name


def _install_node(folder: Path, wanted: str) -> None:
    run(
        ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"],
        cwd=folder,
        otherwise="npm could not install the packages. Check the network, then run this again.",
    )
    _node_stamp(folder).write_text(wanted, encoding="ascii")


def main(words: Sequence[str] | None = None) -> int:
    """Set up the named parts and return the exit status: 0 done, 2 cannot."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="+", choices=("python", "phone", "adb", "firefox", "node"))
    parser.add_argument("--chromium", default="", metavar="PATH", help="a Chromium of your own")
    asked = parser.parse_args(words)
    try:
        plan = Plan()
        if "python" in asked.parts:
            plan_python(plan)
        if "phone" in asked.parts:
            plan_phone(plan, asked.chromium)
        if "adb" in asked.parts:
            plan_system_adb(plan)
        if "firefox" in asked.parts:
            plan_firefox(plan)
        if "node" in asked.parts:
            plan_node(plan)
        if plan.packages or plan.steps:
            plan.tell()
            plan.carry_out()
            print("Setup is complete.\n", flush=True)
    except CannotSetUpError as problem:
        print(f"\nSetup stopped: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
