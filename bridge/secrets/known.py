"""Where a text shows a value that is known to be secret, as it is or written otherwise.

Looked for: the value itself in any case, split by white space, by characters that nobody
sees or by rows of text, or cut off; escaped for an address, for HTML or JSON; in base64,
alone or within more. Pure: no I/O.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html.entities import codepoint2name

from typing_extensions import override

from bridge.codes import CODES
from bridge.secrets.plain import folded, lowered, places, squeezed

SHORTEST = 6
"""Shorter values are looked for only as a field's whole value: they would tear texts apart."""

_SPLIT_SHORTEST = 8
_CUT = 24
"""Characters of a longer value that are told apart from chance when the rest is cut off."""
_EDGE = 5
_DOTS = "…"
"""Where answers cut what is overlong; what an escape has left before it."""
_HALF = re.compile(rf"(?:[&%\\][\w#%&;\\]{{0,12}})?{_DOTS}")
_SHORTEST_CODED = 8
_WORD = re.compile(r"[a-z]+|[0-9]+")
_REF = re.compile(r"e[0-9]+")
_FIELD = r"^ *- [a-z]+ \"[^\"\n]*+\"(?: \[[^\]\n]*+\])* ?(?:\([^)\n]*+\))?: "
_CODED = re.compile(r"[A-Za-z0-9+/_-]{8,}+")
_PLAIN = re.compile(r"[a-zA-Z0-9]+")
_SHORT = {"\n": "n", "\r": "r", "\t": "t"}

_WORDS = """
alert article banner button cell checkbox columnheader combobox complementary confirm
contentinfo dialog document figure generic gridcell group heading iframe image listbox listitem
main menu menubar menuitem meter navigation option paragraph password prompt progressbar radio
region rowheader scrollbar search searchbox secret section separator slider spinbutton status
switch tablist tabpanel textbox toolbar tooltip treeitem checked collapsed current disabled
expanded filled focused invalid pressed readonly required selected passwd passcode passphrase
username email address submit cancel login signin sign-in account welcome token viewport
page_fill page_tap page_text page_find page_key page_wait page_tabs page_select page_scroll
page_dialog
"""

USUAL = frozenset(code.lower() for code in CODES) | frozenset(_WORDS.split())
"""Words that pages and answers are made of: as a value they are treated like short ones."""

Hit = tuple[int, int]


@dataclass(frozen=True, repr=False)
class Value:
    """A secret value, and the forms that it is looked for in."""

    value: str

    @override
    def __repr__(self) -> str:
        """Never show it."""
        return "Value(…)"

    @cached_property
    def squeezed(self) -> str:
        """It in small letters with one kind of quote, without gaps."""
        return squeezed(self.value)

    @cached_property
    def is_short(self) -> bool:
        """Whether it is looked for as a field's whole value only."""
        return (
            len(self.squeezed) < SHORTEST
            or self.squeezed in USUAL
            or _REF.fullmatch(self.squeezed) is not None
        )

    @cached_property
    def is_word(self) -> bool:
        """Whether it is found as a whole word only: it is all letters, or all digits."""
        return _WORD.fullmatch(self.squeezed) is not None

    @cached_property
    def literal(self) -> str:
        """The longest run in it that nothing escapes, in small letters."""
        return _literal(self.value)

    @cached_property
    def escaped(self) -> re.Pattern[str]:
        """Its beginning as addresses, HTML, JSON and scripts write it, also one in another."""
        return re.compile("".join(map(_writings, self.value[:_CUT])), re.IGNORECASE)

    @cached_property
    def begun(self) -> re.Pattern[str]:
        """Its first characters, written in the same ways."""
        return re.compile("".join(map(_writings, self.value[:_EDGE])), re.IGNORECASE)

    @cached_property
    def coded(self) -> frozenset[str]:
        """What of its base64 does not depend on what stands around it."""
        raw, forms = self.value.encode("utf-8", "replace"), set()
        for shift in range(3):
            coded = base64.b64encode(b"\0" * shift + raw).decode()
            first, last = -(-shift * 8 // 6), (shift + len(raw)) * 8 // 6
            forms |= {coded[first:last], coded[first:last].replace("+", "-").replace("/", "_")}
        return frozenset(form for form in forms if len(form) >= _SHORTEST_CODED)


class Look:
    """One text, looked through for many values.

    Args:
        text: The text.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._bare = squeezed(text)
        self._places: list[int] | None = None
        self._runs: str | None = None
        self._low = lowered(text)
        self._is_escaped = any(sign in text for sign in "%&\\+")

    def hits(self, value: Value) -> Iterator[Hit]:
        """Yield where the text shows the value."""
        if value.is_short:
            yield from self._whole_value(value)
            return
        yield from self._shown(value)
        if self._is_escaped and value.literal in self._low:
            yield from self._escaped(value)
        if _DOTS in self._text:
            yield from self._cut_off(value)
        if self._runs is None:
            self._runs = " ".join(_CODED.findall(self._text))
        for form in value.coded:
            if form in self._runs:
                for start, end in _all(self._text, form):
                    yield _grown(self._text, start, end)

    def _shown(self, value: Value) -> Iterator[Hit]:
        needle = value.squeezed
        head = needle[:_CUT]
        at = self._bare.find(head)
        while at >= 0:
            size = len(head)
            while size < len(needle) and self._bare[at + size : at + size + 1] == needle[size]:
                size += 1
            if self._places is None:
                self._places = places(self._text)
            start, end = self._places[at], self._places[at + size - 1] + 1
            split = end - start > max(size, len(value.value))
            if not (split and size < _SPLIT_SHORTEST) and not (
                value.is_word and self._in_word(start, end)
            ):
                yield start, end
            at = self._bare.find(head, at + size)

    def _escaped(self, value: Value) -> Iterator[Hit]:
        for found in value.escaped.finditer(self._text):
            _, end = self._reach(value.value[_CUT:], found.end())
            if not (value.is_word and self._in_word(found.start(), end)):
                yield found.start(), end

    def _cut_off(self, value: Value) -> Iterator[Hit]:
        """What stands of it before the dots of a text that is cut within it."""
        needle, head = value.squeezed, value.squeezed[:_EDGE]
        at = self._bare.find(head)
        while at >= 0:
            size = len(head)
            while size < len(needle) and self._bare[at + size : at + size + 1] == needle[size]:
                size += 1
            if self._bare[at + size : at + size + 1] == _DOTS:
                if self._places is None:
                    self._places = places(self._text)
                yield self._places[at], self._places[at + size - 1] + 1
            at = self._bare.find(head, at + 1)
        if not self._is_escaped or _literal(value.value[:_EDGE]) not in self._low:
            return
        for found in value.begun.finditer(self._text):
            last, end = self._reach(value.value[_EDGE:], found.end())
            # an escape that is cut begins like a sign that stands for itself
            if half := _HALF.match(self._text, end) or _HALF.match(self._text, last):
                yield found.start(), half.end() - len(_DOTS)

    def _reach(self, rest: str, at: int) -> Hit:
        """Follow the rest of a value: where its last character that is there begins and ends."""
        last = at
        for character in rest:
            more = _one(character).match(self._text, at)
            if more is None:
                break
            last, at = at, more.end()
        return last, at

    def _in_word(self, start: int, end: int) -> bool:
        before, after = self._text[start - 1 : start], self._text[end : end + 1]
        return _is_part(before) or _is_part(after)

    def _whole_value(self, value: Value) -> Iterator[Hit]:
        """A short one: only at the end of a snapshot's row of a field."""
        if not value.squeezed or value.value not in self._text:
            return
        row = rf"{_FIELD}({re.escape(value.value)})$"
        for found in re.finditer(row, self._text, re.MULTILINE):
            yield found.span(1)

    def edges(self, value: Value) -> Iterator[Hit]:
        """Yield where the text begins or ends in the midst of the value."""
        if value.is_short or len(value.value) <= _EDGE:
            return
        text, whole = folded(self._text), folded(value.value)
        for size in range(min(len(whole) - 1, len(text)), _EDGE - 1, -1):
            if text.endswith(whole[:size]):
                yield len(text) - size, len(text)
                break
        for size in range(min(len(whole) - 1, len(text)), _EDGE - 1, -1):
            if text.startswith(whole[-size:]):
                yield 0, size
                break


def _literal(text: str) -> str:
    return max(_PLAIN.findall(lowered(text)), key=len, default="")


def _writings(character: str) -> str:
    """Return a pattern of how one character may be written."""
    if _PLAIN.fullmatch(character):
        return character
    code, name = ord(character), codepoint2name.get(ord(character))
    raw = character.encode("utf-8", "replace")
    ways = [
        "".join(f"%(?:25)*{byte:02x}" for byte in raw),
        f"&(?:amp;)*#(?:0*{code}|x0*{code:x});",
        *([f"&(?:amp;)*{name};"] if name else []),
        "".join(rf"\\+u{unit:04x}" for unit in _units(character)),
        rf"\\+x{code:02x}",
        *([rf"\\+{re.escape(character)}"] if character in "\"'/\\<>&" else []),
        *([rf"\\+{_SHORT[character]}"] if character in _SHORT else []),
        *([r"\+", r"\s"] if character == " " else []),
        *(["&(?:amp;)*apos;"] if character == "'" else []),
        *([r"\\*'"] if character == '"' else []),
        re.escape(character),  # last: what escapes a sign begins with that sign
    ]
    return f"(?:{'|'.join(ways)})"


@lru_cache(maxsize=256)
def _one(character: str) -> re.Pattern[str]:
    return re.compile(_writings(character), re.IGNORECASE)


def _units(character: str) -> list[int]:
    """Return a character's UTF-16 units."""
    raw = character.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(raw[at : at + 2]) for at in range(0, len(raw), 2)]


def _is_part(character: str) -> bool:
    return bool(character) and (character.isalnum() or character == "_")


def _all(text: str, form: str) -> Iterator[Hit]:
    at = text.find(form)
    while at >= 0:
        yield at, at + len(form)
        at = text.find(form, at + len(form))


def _grown(text: str, start: int, end: int) -> Hit:
    """Take the characters at either end along, which hold a part of the value too."""
    first = start - 1 if _CODED_ONE.fullmatch(text[start - 1 : start]) else start
    tail = _CODED_TAIL.match(text, end)
    return first, tail.end() if tail else end


_CODED_ONE = re.compile(r"[A-Za-z0-9+/_-]")
_CODED_TAIL = re.compile(r"[A-Za-z0-9+/_-]?={0,2}")
