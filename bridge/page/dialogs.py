"""Dialogs of a page: alert, confirm, prompt, beforeunload.

An open dialog freezes the page's script, `touchEnd` and pictures, and without
`Page.enable` it cannot be answered: so it is watched on every session from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bridge.page.snapshot import one_line
from bridge.secrets.outlet import shortened

_LONGEST = 300
_LONGEST_KEPT = 9_999


@dataclass(frozen=True, slots=True)
class Dialog:
    """An open dialog: its kind, what it says, and a prompt's default text.

    Attributes:
        blocked: A blocked site raised it: its words are not here.
    """

    kind: str
    message: str
    default: str = ""
    blocked: bool = False

    @classmethod
    def of(cls, event: Mapping[str, Any], allows: Callable[[str], bool]) -> Dialog:
        """Read `Page.javascriptDialogOpening`.

        Args:
            event: Its parameters.
            allows: Says whether an address is free to be read.
        """
        kind = str(event.get("type", "alert"))
        if not allows(str(event.get("url", "")) or "about:blank"):
            return cls(kind, "", blocked=True)
        return cls(
            kind,
            shortened(str(event.get("message", "")), _LONGEST_KEPT),
            shortened(str(event.get("defaultPrompt", "")), _LONGEST_KEPT),
        )

    @property
    def sentence(self) -> str:
        """`alert "Saved"`, in one line, with an overlong message cut."""
        if self.blocked:
            return f"{self.kind} of a blocked site"
        said = one_line(self.message, _LONGEST)
        return f'{self.kind} "{said}"' if said else self.kind

    @property
    def question(self) -> str:
        """The sentence, with what a prompt's field holds: `prompt "Name?" holding "Ada"`."""
        held = one_line(self.default, _LONGEST)
        return f'{self.sentence} holding "{held}"' if held else self.sentence
