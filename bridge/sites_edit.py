"""The sites file's text with an entry put in or taken out, every other byte kept. Pure: no I/O."""

from __future__ import annotations

from bridge.sites import (
    MOST_CHARS,
    MOST_RULES,
    BadRule,
    Line,
    Rule,
    Rules,
    effect_of,
    line_of,
    parse_rule,
)


def add_rule(text: str, entry: str) -> tuple[str, Rule]:
    """Put a rule at the end of the file's text, in normal form; once is enough.

    Raises:
        BadRule: The entry is no rule, or the list is full.
        BadList: The text cannot be used as it is.
    """
    rule = parse_rule(entry)
    if len(effect_of(str(rule))[1]) > MOST_CHARS:
        raise BadRule(f"it is longer than {MOST_CHARS} characters once it is encoded")
    lines = Rules.parse(text).lines
    if any(line.rule == rule for line in lines):
        return text, rule
    if len(lines) >= MOST_RULES:
        raise BadRule(f"the list is full: {MOST_RULES} rules are the most")
    end = "\r\n" if "\r\n" in text else "\n"
    gap = end if text and not text.endswith(("\n", "\r")) else ""
    typed = entry.partition("#")[0].strip()
    note = "" if typed.isascii() else f"  # {typed}"
    return f"{text}{gap}{rule}{note}{end}", rule


def remove_rule(text: str, entry: str) -> tuple[str, tuple[Line, ...]]:
    """Take out every line that says the same as the entry, or reads exactly like it.

    Works on a text that cannot be used as a list too, so that it can be repaired.
    """
    wanted = line_of(0, entry)
    kept: list[str] = []
    gone: list[Line] = []
    for number, raw in enumerate(text.splitlines(keepends=True), start=1):
        line = line_of(number, raw)
        same = line.rule == wanted.rule if wanted.rule else line.text == wanted.text
        if same and line.text:
            gone.append(line)
        else:
            kept.append(raw)
    return "".join(kept), tuple(gone)
