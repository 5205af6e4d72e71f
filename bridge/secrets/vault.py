"""The secrets that are known, in memory only: those that were seen, and those a person gave.

Seen ones are at most `MOST`, and go after `SECONDS` without being seen or used; when there is
no room, the one that was so for longest goes. A person's own have room of their own.
Pure: no I/O; the clock is handed in.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from typing_extensions import override

from bridge.errors import ScreenFault, UsageFault
from bridge.secrets.handles import FORM, NOWHERE, Bound, Handle, origin_of
from bridge.secrets.known import Value
from bridge.secrets.labels import looks_drawn

MOST = 64
MOST_NAMED = 64
SECONDS = 2 * 60 * 60
LONGEST = 4096
NAME = re.compile(r"[a-z][a-z0-9._-]{0,39}")


@dataclass(slots=True, repr=False)
class Entry:
    """One secret bound to one origin.

    Attributes:
        id: In its handle; a person's own has its name there.
        seen: When it was last seen or used.
        lasting: It does not go with time: a person keeps it.
        named: A person gave it.
        sought: Whether other texts are looked through for it.
    """

    value: Value
    kind: str
    id: str
    origin: str
    seen: float
    named: bool = False
    lasting: bool = False
    sought: bool = True

    @override
    def __repr__(self) -> str:
        """Name it, and never show it."""
        return f"Entry({self.kind}:{self.id}@{self.origin})"


@dataclass(repr=False)
class Vault:
    """Keeps secrets and gives handles for them.

    Attributes:
        tag: Drawn once for each Bridge; part of every handle.
    """

    clock: Callable[[], float] = time.monotonic
    tag: str = field(default_factory=lambda: secrets.token_hex(4))
    _seen: dict[str, Entry] = field(default_factory=dict)
    _named: dict[str, Entry] = field(default_factory=dict)
    _count: int = 0

    @override
    def __repr__(self) -> str:
        """Say how many there are."""
        return f"Vault({len(self._seen)} seen, {len(self._named)} named)"

    def entries(self) -> Iterator[Entry]:
        """Yield what is there now, a person's own first."""
        self._forget()
        yield from tuple(self._named.values())
        yield from tuple(self._seen.values())

    def sought(self) -> dict[Value, list[Entry]]:
        """Return the values that every text is looked through for, with their entries."""
        found: dict[Value, list[Entry]] = {}
        for entry in self.entries():
            if entry.sought:
                found.setdefault(entry.value, []).append(entry)
        return found

    def add(self, name: str, value: str, origin: str, *, lasting: bool = False) -> str:
        """Keep a person's own secret, instead of one of that name; return its handle.

        Args:
            name: Letters, digits, `.`, `_`, `-`; the handle shows it.
            value: The secret.
            origin: The site that it is for, as an address.
            lasting: Whether it stays for good.

        Raises:
            UsageFault: `BAD_ARGUMENTS`, which never tells the value.
        """
        if not NAME.fullmatch(name):
            raise UsageFault(
                "BAD_ARGUMENTS", "a name is a letter and up to 39 of a-z, 0-9, dot, _ and -"
            )
        bound = origin_of(origin)
        if bound == NOWHERE:
            raise UsageFault("BAD_ARGUMENTS", "origin: an address such as https://shop.example")
        if not value.strip() or len(value) > LONGEST:
            raise UsageFault("BAD_ARGUMENTS", f"a secret has 1 to {LONGEST} characters")
        self._forget()
        if name not in self._named and len(self._named) >= MOST_NAMED:
            raise UsageFault(
                "BAD_ARGUMENTS",
                f"there are {MOST_NAMED} secrets already",
                hint="Remove one: `tapbridge secret remove NAME`.",
            )
        entry = Entry(
            Value(value), "secret", name, bound, self.clock(), named=True, lasting=lasting
        )
        self._named[name] = entry
        return self.handle(entry)

    def remove(self, name: str) -> bool:
        """Forget a person's secret; say whether there was one."""
        return self._named.pop(name, None) is not None

    def named(self) -> tuple[Entry, ...]:
        """Return a person's own."""
        return tuple(entry for entry in self.entries() if entry.named)

    def handle(self, entry: Entry) -> str:
        """Return what stands in the secret's place."""
        return str(Handle(entry.kind, entry.id, entry.origin, self.tag))

    def keep(self, value: str, kind: str, shown: str, origin: str) -> Entry:
        """Return the entry of a secret that a text of this origin shows, new or known."""
        known = Value(value)
        entry = self.entry_for(
            [each for each in self.entries() if each.value == known], kind, shown, origin
        )
        return entry or self._mint(known, kind, shown, origin)

    def entry_for(self, entries: list[Entry], kind: str, shown: str, origin: str) -> Entry | None:
        """Choose among the entries of one value: a person's own, else this origin's.

        None when there are none. A value that is bound elsewhere gets an entry of this origin too:
        who shows it has it already.
        """
        if not entries:
            return None
        for entry in entries:
            if entry.named or origin in (entry.origin, NOWHERE):
                entry.seen = self.clock()
                return entry
        return self._mint(entries[0].value, kind, shown, origin)

    def _mint(self, value: Value, kind: str, shown: str, origin: str) -> Entry:
        self._count += 1
        name = f"{self._count}~{shown}" if shown else f"{self._count}"
        while len(self._seen) >= MOST:
            oldest = min(self._seen.values(), key=lambda each: each.seen)
            del self._seen[oldest.id]
        sought = bool(shown) or kind in ("jwt", "private-key") or looks_drawn(value.value)
        entry = Entry(value, kind, name, origin, self.clock(), sought=sought)
        self._seen[name] = entry
        return entry

    def bind(self, text: str) -> Bound:
        """Return a text with handles, bound to their origin; nothing is released yet.

        Raises:
            ScreenFault: `SECRET_EXPIRED`: one is not known (any more).
                `SECRET_NOT_RELEASABLE`: they are of several origins, or of none.
        """
        origins = {self._entry(Handle.of(found)).origin for found in FORM.finditer(text)}
        if len(origins) != 1 or NOWHERE in origins:
            raise ScreenFault(
                "SECRET_NOT_RELEASABLE",
                "it is not known to be one site's own",
                hint="Read it again alone, by page_text with its ref; or ask the person to add"
                " it: `tapbridge secret add`.",
            )
        return Bound.of(text, origins.pop(), lambda: self._opened(text))

    def _opened(self, text: str) -> str:
        def value_of(found: re.Match[str]) -> str:
            entry = self._entry(Handle.of(found))
            entry.seen, entry.sought = self.clock(), True
            return entry.value.value

        return FORM.sub(value_of, text)

    def _entry(self, handle: Handle) -> Entry:
        self._forget()
        entry = self._named.get(handle.id) or self._seen.get(handle.id)
        fits = entry and (entry.kind, entry.origin, self.tag) == (
            handle.kind,
            handle.origin,
            handle.tag,
        )
        if entry is None or not fits:
            raise ScreenFault("SECRET_EXPIRED", "no secret of this handle is known (any more)")
        return entry

    def _forget(self) -> None:
        limit = self.clock() - SECONDS
        for kept in (self._seen, self._named):
            for name, entry in tuple(kept.items()):
                if entry.seen < limit and not entry.lasting:
                    del kept[name]
