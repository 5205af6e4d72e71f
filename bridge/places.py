"""Where the Bridge keeps its files, for this user.

Used by the thin clients too, so it imports nothing heavy. `TAPBRIDGE_HOME` puts
everything under one folder (tests and several Bridges side by side use it).
"""

from __future__ import annotations

import os
from pathlib import Path


def _home() -> Path | None:
    home = os.environ.get("TAPBRIDGE_HOME")
    return Path(home) if home else None


def state_folder() -> Path:
    """Return the folder of the state file, the log and the journal (may not exist yet)."""
    if home := _home():
        return home
    from platformdirs import user_state_path  # noqa: PLC0415 - not needed when the home is named

    return user_state_path("tapbridge", appauthor=False)


def config_folder() -> Path:
    """Return the folder of `settings.toml` and `sites.txt` (may not exist yet)."""
    if home := _home():
        return home
    from platformdirs import user_config_path  # noqa: PLC0415 - not needed when the home is named

    return user_config_path("tapbridge", appauthor=False)


def sites_file() -> Path:
    """Return the person's list of blocked sites (may not exist)."""
    return config_folder() / "sites.txt"


def live_sites_file() -> Path:
    """Return the person's list of sites where agents may run code (may not exist)."""
    return config_folder() / "live.txt"


def live_kept_file() -> Path:
    """Return the functions that the person keeps (may not exist)."""
    return config_folder() / "live.json"


def scope_file() -> Path:
    """Return the person's list of sites that an agent's work is about (may not exist)."""
    return config_folder() / "scope.txt"
