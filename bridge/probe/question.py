"""What a question to a phone is, and what comes of one. Pure: no I/O, no clock.

Asking gives facts (JSON values that name nobody); a rule of `verdicts` judges them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from bridge.probe.ground import Ground

Verdict = Literal["holds", "differs", "not seen"]
Facts = Mapping[str, Any]
Ask = Callable[["Ground"], Awaitable[Facts]]


class NotSeen(Exception):
    """The question cannot be asked on this phone now; the text says why, and names nobody."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question.

    Attributes:
        id: Its name, which a record and its replay keep.
        source: Where the assumption stands: `QUIRKS 16`, `NATIVE 4.4`, `MEASURED 2`.
        says: What the Bridge assumes.
        ask: Asks the phone.
        shows: Names of the facts that concern it, where others share the asking.
    """

    id: str
    source: str
    says: str
    ask: Ask
    shows: tuple[str, ...] = ()

    def concerned(self, facts: Facts) -> Facts:
        """Return the facts that concern it."""
        return {name: facts[name] for name in self.shows or facts if name in facts}


@dataclass(frozen=True, slots=True)
class Row:
    """What came of a question.

    Attributes:
        observed: The facts in words, or why there are none.
        facts: As asked; empty when it was not seen.
    """

    id: str
    source: str
    says: str
    observed: str
    verdict: Verdict
    facts: Facts

    def as_json(self) -> dict[str, Any]:
        """Return it as a record and the daemon's line carry it."""
        return {
            "id": self.id,
            "source": self.source,
            "assumption": self.says,
            "observed": self.observed,
            "verdict": self.verdict,
            "facts": dict(self.facts),
        }


def in_words(facts: Facts) -> str:
    """Say facts as `name value, name value`; yes and no for booleans."""
    said = (f"{name.replace('_', ' ')} {_word(value)}" for name, value in facts.items())
    return ", ".join(said) or "nothing"


def _word(value: Any) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case list() | tuple():
            return " ".join(map(_word, value)) or "none"
        case _:
            return str(value)
