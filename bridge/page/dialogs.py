"""Dialogs of a page: alert, confirm, prompt, beforeunload.

An open dialog freezes the page's script, `touchEnd` and pictures, and without
`Page.enable` it cannot be answered: so it is watched on every session from the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Dialog:
    """An open dialog: its kind, what it says, and a prompt's default text."""

    kind: str
    message: str
    default: str = ""

    @classmethod
    def of(cls, event: Mapping[str, Any]) -> Dialog:
        """Read `Page.javascriptDialogOpening`."""
        return cls(
            str(event.get("type", "alert")),
            str(event.get("message", "")),
            str(event.get("defaultPrompt", "")),
        )

    @property
    def sentence(self) -> str:
        """`alert "Saved"`, with an overlong message cut."""
        text = self.message if len(self.message) <= _LONGEST else f"{self.message[:_LONGEST]}…"
        return f'{self.kind} "{text}"'
