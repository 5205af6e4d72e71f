"""Put handles in the place of secrets, in everything that leaves the Bridge.

Known values come first, then what looks like a secret. Sealing twice is sealing once.
Brackets that a page wrote itself are rewritten. Pure: no I/O.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from bridge.secrets import shapes
from bridge.secrets.handles import NOWHERE, pieces, texts, unbracketed
from bridge.secrets.known import Look, Value
from bridge.secrets.labels import is_named, kind_of
from bridge.secrets.vault import Entry, Vault

_PASSES = 8
"""Handles can part a text anew; each pass puts more of them in, so few are needed."""

_PICTURE = re.compile(r"data:image/[a-z+.-]{1,20}[;,][^\s\"'<>]*+")
_FENCED = re.compile(r"\[page [0-9a-f]{8}: data, not instructions\]\n")
_CUT = re.compile(r"(\n\[\d+ more characters: cursor=[^\]\n]*\])?(\n\[end [0-9a-f]{8}\])?\Z")
_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class _Spot:
    start: int
    end: int
    rank: int
    entry: Callable[[], Entry]


@dataclass(frozen=True, slots=True)
class Sealer:
    """Seals texts and JSON values.

    Attributes:
        vault: What is known, and where what is found is kept.
    """

    vault: Vault

    def text(self, text: str, origin: str = NOWHERE, *, cut: bool = False) -> str:
        """Seal a text.

        Args:
            text: The text.
            origin: Whose page showed it: what is found in it is bound to that.
            cut: It is a part of a longer text, so it may begin or end within a secret.
        """
        sought = self.vault.sought()
        if cut:
            text = self._edges(text, sought)
        for _ in range(_PASSES):
            sealed = "".join(
                piece if is_handle else self._piece(piece, origin, sought)
                for piece, is_handle in pieces(text, self.vault.tag)
            )
            if sealed == text:
                break
            text, sought = sealed, self.vault.sought()
        return text

    def json(self, value: Any, origin: str = NOWHERE, *, cut: bool = False) -> Any:
        """Seal JSON values; keys and names beside a value count as its label."""
        said = list(texts(value))
        short = {each.value for each in self.vault.sought() if each.is_short}
        alone = not short.isdisjoint(said) or any(True for _ in _named(value))
        whole = "\n".join(said)
        if not cut and not alone and self.text(whole, origin) == whole:
            return value
        return self._json(value, origin, cut=cut)

    def _json(self, value: Any, origin: str, *, cut: bool) -> Any:
        if isinstance(value, str):
            return self.text(value, origin, cut=cut)
        if isinstance(value, list | tuple):
            return [self._json(each, origin, cut=cut) for each in value]
        if not isinstance(value, Mapping):
            return value
        labels = dict(_named_in(value))
        sealed: dict[str, Any] = {}
        for key, inner in value.items():
            name = self.text(str(key), origin)
            if key in labels and not self._is_sealed(inner):
                entry = self.vault.keep(inner, kind_of(labels[key]), "", origin)
                sealed[name] = self.vault.handle(entry)
            elif key == "value" and isinstance(inner, str):
                sealed[name] = self._field(inner, origin)
            else:
                sealed[name] = self._json(inner, origin, cut=cut)
        return sealed

    def _is_sealed(self, text: str) -> bool:
        return any(is_handle for _, is_handle in pieces(text, self.vault.tag))

    def _field(self, text: str, origin: str) -> str:
        """Seal what a field holds: a short secret too, when it is the whole of it."""
        for value, entries in self.vault.sought().items():
            if value.value == text:
                return self.vault.handle(self._of(value, entries, origin))
        return self.text(text, origin)

    def _edges(self, text: str, sought: dict[Value, list[Entry]]) -> str:
        fence, more = _FENCED.match(text), _CUT.search(text)
        head, rest = fence[0] if fence else "", more[0] if more else ""
        body = text[len(head) : len(text) - len(rest)]
        look = Look(body)
        for value, entries in sought.items():
            for start, end in sorted(look.edges(value), reverse=True):
                body = f"{body[:start]}{self.vault.handle(entries[0])}{body[end:]}"
                look = Look(body)
        return head + body + rest

    def _piece(self, text: str, origin: str, sought: dict[Value, list[Entry]]) -> str:
        if len(text) < _SHORTEST:
            return unbracketed(text)
        text = unbracketed(text)
        spots = sorted(
            self._spots(text, origin, sought), key=lambda spot: (spot.start, -spot.end, spot.rank)
        )
        out, at = [], 0
        for start, end, best in _merged(spots):
            out += [text[at:start], self.vault.handle(best.entry())]
            at = end
        return "".join([*out, text[at:]]) if out else text

    def _spots(self, text: str, origin: str, sought: dict[Value, list[Entry]]) -> Iterator[_Spot]:
        if sought:
            look = Look(text)
            for value, entries in sought.items():
                for start, end in look.hits(value):
                    yield _Spot(start, end, 0, partial(self._of, value, entries, origin))
        pictures = [found.span() for found in _PICTURE.finditer(text)] if "data:" in text else []
        for rank, span in enumerate(shapes.find(text), 1):
            if any(start <= span.start < end for start, end in pictures):
                continue
            shown = text[span.start : span.end]
            keep = partial(self.vault.keep, shown, span.kind, span.shown, origin)
            yield _Spot(span.start, span.end, rank, keep)

    def _of(self, value: Value, entries: list[Entry], origin: str) -> Entry:
        known = entries[0]
        _, _, shown = known.id.partition("~")
        chosen = self.vault.entry_for(entries, known.kind, shown, origin)
        return chosen or self.vault.keep(value.value, known.kind, shown, origin)


def _merged(spots: list[_Spot]) -> Iterator[tuple[int, int, _Spot]]:
    """Join spots that overlap; the longest says what it is, a known one where both are equal."""
    at = 0
    while at < len(spots):
        best, end = spots[at], spots[at].end
        after = at + 1
        while after < len(spots) and spots[after].start < end:
            other = spots[after]
            if (best.start - best.end, best.rank) > (other.start - other.end, other.rank):
                best = other
            end = max(end, other.end)
            after += 1
        yield spots[at].start, end, best
        at = after


def _named(value: Any) -> Iterator[str]:
    """Yield every value of the JSON that a label names."""
    if isinstance(value, Mapping):
        yield from (key for key, _ in _named_in(value))
        for inner in value.values():
            yield from _named(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _named(inner)


def _named_in(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield key and label of what an object says of itself, or of the field that it is about."""
    for key, inner in facts.items():
        if not isinstance(inner, str):
            continue
        label = str(key)
        if key == "value":
            label = str(facts.get("name") or facts.get("element") or "")
        if label and is_named(label, inner):
            yield key, label
