"""What an instruction asks for: its clauses, in order, and the words they are about.

Knows English as such instructions are written: verbs, quotes, ordinals, kinds of things. It
knows no page and no task. Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

VERBS = (
    *("buy", "check", "choose", "click", "close", "copy", "enter", "expand", "find", "focus"),
    *("guess", "hit", "mark", "paste", "pick", "press", "scroll", "search", "select", "set"),
    *("solve", "submit", "switch", "tap", "type", "use"),
)

_QUOTED = re.compile(r'"([^"]*)"')
_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b", re.IGNORECASE)
_CUT = re.compile(
    rf"(?:,? (?:and )?then |,? and |, |\. )(?=(?:{'|'.join(VERBS)})\b(?!\s+if))", re.IGNORECASE
)
_KINDS = {
    "button": ("button", "submit button"),
    "link": ("link",),
    "tab": ("tab",),
    "textbox": ("textbox", "text box", "text field", "text input", "input textbox", "input"),
    "textarea": ("textarea", "text area"),
    "checkbox": ("checkbox",),
    "radio": ("radio", "radio button"),
    "combobox": ("dropdown", "list", "scroll list", "select"),
    "spinbutton": ("spinner",),
    "slider": ("slider", "sliders"),
    "result": ("search result", "result"),
    "item": ("item", "icon", "folder or file", "folder", "file", "section", "widget"),
}
KIND = {word: kind for kind, words in _KINDS.items() for word in words}


@dataclass(frozen=True)
class Clause:
    """One thing to do.

    Attributes:
        verb: What is done, in lower case.
        rest: The words after it.
    """

    verb: str
    rest: str

    @property
    def quoted(self) -> list[str]:
        """What stands in quotes."""
        return _QUOTED.findall(self.rest)

    @property
    def ordinal(self) -> int | None:
        """Which of several, from 0: "3rd" is 2."""
        found = _ORDINAL.search(_QUOTED.sub("", self.rest))
        return int(found[1]) - 1 if found else None

    @property
    def kind(self) -> str:
        """What sort of thing it is about, the last one that is named outside of quotes; or ""."""
        bare = _QUOTED.sub(" ", self.rest).lower()
        quoted = "".join(self.quoted).lower()
        if re.search(r"widget", bare) and quoted in KIND:
            return KIND[quoted]
        words = sorted(KIND, key=len, reverse=True)
        found = re.findall(rf"\b({'|'.join(words)})(?:e?s)?\b", bare)
        return KIND[found[-1]] if found else ""


def clauses(utterance: str) -> list[Clause]:
    """Cut an instruction into what is to be done, in order."""
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\x00{len(kept) - 1}\x00"

    # what stands in quotes is never cut
    bare = _QUOTED.sub(keep, utterance.strip().rstrip("."))
    bare = re.sub(r"\bfind and (?=click)", "", bare, flags=re.IGNORECASE)
    parts = [
        re.sub(r"\x00(\d+)\x00", lambda found: kept[int(found[1])], part).strip(" .,")
        for part in _CUT.split(bare)
    ]
    return [_clause(part) for part in parts if part]


def _clause(part: str) -> Clause:
    first, _, rest = part.partition(" ")
    if first.lower() in VERBS:
        return Clause(first.lower(), rest)
    return Clause("", part)


def listed(words: str) -> list[str]:
    """Return the things of "a, b, c" and of "a and b"."""
    return [each for each in re.split(r",\s*| and ", words) if each]


def day_of(words: str) -> tuple[int, int, int] | None:
    """Return year, month and day of "09/10/2012"."""
    found = re.search(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b", words)
    return (int(found[3]), int(found[1]), int(found[2])) if found else None


def time_of(words: str) -> tuple[int, int] | None:
    """Return hour and minute of "8:22 PM"."""
    found = re.search(r"\b(\d{1,2}):(\d{2})\s*([AP])M\b", words, re.IGNORECASE)
    if not found:
        return None
    return int(found[1]) % 12 + (12 if found[3].upper() == "P" else 0), int(found[2])


def solved(words: str) -> str | None:
    """Return the answer of a sum such as "2 x 4 =", or of "7 - x = 3" solved for x."""
    sum_ = re.search(r"(-?\d+) ([-+x]) (-?\d+) =", words)
    if sum_:
        a, sign, b = int(sum_[1]), sum_[2], int(sum_[3])
        return str({"+": a + b, "-": a - b, "x": a * b}[sign])
    first = re.search(r"x ([-+]) (\d+) = (-?\d+)", words)
    if first:
        b, total = int(first[2]), int(first[3])
        return str(total - b if first[1] == "+" else total + b)
    last = re.search(r"(\d+) ([-+]) x = (-?\d+)", words)
    if last:
        a, total = int(last[1]), int(last[3])
        return str(total - a if last[2] == "+" else a - total)
    return None
