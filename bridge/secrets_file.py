"""A person's own secrets: in the Bridge's memory, and on disk only those that they keep.

The file is for this user alone (mode 0600) and is read when the Bridge starts. No tool reaches
it.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from typing_extensions import override

from bridge.errors import UsageFault
from bridge.files import put, rows
from bridge.secrets.vault import Vault

NAME = "secrets.json"


class SecretsFile:
    """The person's secrets in a vault, and those of them that outlast it.

    Args:
        path: The file; it is made when something is kept, and goes with the last.
        vault: Where they are used.
    """

    def __init__(self, path: Path, vault: Vault) -> None:
        self._path = path
        self.vault = vault
        for row in rows(path):
            # somebody may have changed it
            with suppress(UsageFault, KeyError, TypeError, AttributeError):
                vault.add(row["name"], row["value"], row["origin"], lasting=True)

    @override
    def __repr__(self) -> str:
        """Show no value."""
        return f"SecretsFile({self._path})"

    @property
    def passing(self) -> bool:
        """Whether there are some that would be gone with this process."""
        return any(not entry.lasting for entry in self.vault.named())

    def add(self, name: str, value: str, origin: str, *, keep: bool) -> str:
        """Take a secret in, instead of one of that name; return its handle.

        Raises:
            UsageFault: `BAD_ARGUMENTS`: it is none, or cannot be kept; the one before stays.
        """
        before = next((entry for entry in self.vault.named() if entry.id == name), None)
        handle = self.vault.add(name, value, origin, lasting=keep)
        try:
            self._save()
        except OSError as problem:
            self.vault.remove(name)
            if before is not None:
                old = before.value.value
                self.vault.add(name, old, before.origin, lasting=before.lasting)
            raise UsageFault(
                "BAD_ARGUMENTS",
                f"it cannot be kept on disk: {problem.strerror}",
                hint="Add it without --keep: then the Bridge has it in memory.",
            ) from problem
        return handle

    def remove(self, name: str) -> bool:
        """Forget a secret; say whether there was one.

        Raises:
            UsageFault: `BAD_ARGUMENTS`: the file cannot be changed.
        """
        was = self.vault.remove(name)
        try:
            self._save()
        except OSError as problem:
            raise UsageFault(
                "BAD_ARGUMENTS", f"{self._path} cannot be changed: {problem.strerror}"
            ) from problem
        return was

    def told(self) -> list[dict[str, Any]]:
        """Return what there is, without values."""
        return [
            {
                "name": entry.id,
                "origin": entry.origin,
                "handle": self.vault.handle(entry),
                "kept": entry.lasting,
            }
            for entry in self.vault.named()
        ]

    def _save(self) -> None:
        kept = [
            {"name": entry.id, "origin": entry.origin, "value": entry.value.value}
            for entry in self.vault.named()
            if entry.lasting
        ]
        if kept:
            put(self._path, json.dumps(kept) + "\n", lasting=True)
        else:
            self._path.unlink(missing_ok=True)
