"""A shell of its own in front of the virtual phone, for tests of the whole."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

LIMIT = 60
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Shell:
    """A shell in which `tapbridge` reaches the virtual phone only."""

    env: dict[str, str]
    folder: Path

    @classmethod
    def of(cls, phone: Any, folder: Path, **more: str) -> Self:
        """Make one with a home below the folder, and more of environment."""
        usual = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "TAPBRIDGE_HOME": str(folder / "home"),
            "ANDROID_ADB_SERVER_PORT": str(phone.adb_port),
        }
        return cls({**usual, **more}, folder)

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "bridge", *words],
            env=self.env,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
