"""Code that agents bring along for pages: where a person allows it, and what they keep of it.

Off everywhere until a person names a site; a blocked site always wins, and so does one of which
only a part is blocked, for code of a page reaches all of its site. No tool can change any of it.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from bridge.addresses import Kind, Unparsable, parse_url
from bridge.errors import ScreenFault, SiteBlocked, UsageFault
from bridge.files import put, rows
from bridge.sites import Effect, Rules
from bridge.sites_file import SitesFile

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}")
MOST_CODE = 50_000
"""Bytes of one function."""
MOST_NAMES = 16
"""Functions of one document; the oldest goes."""
MOST_DOCUMENTS = 32
"""Documents whose functions are known, once for each party; the one that was longest without
a call goes."""
MOST_KEPT = 100

Place = tuple[str, str, str]
"""A tab's id, the random id of the document in it, and the key of the party that calls."""


@dataclass(frozen=True, slots=True)
class Code:
    """A named function, as an agent brought it.

    Attributes:
        code: A JavaScript expression that gives a function.
        origin: The site that it is for, such as `https://shop.example`.
    """

    name: str
    code: str
    origin: str

    @property
    def digest(self) -> str:
        """SHA-256 of the code, in hex."""
        return sha256(self.code.encode("utf-8", "surrogatepass")).hexdigest()


class Injected:
    """The functions of each document that is open and of each party, newest last.

    A navigation drops them. No party runs, sees or replaces what another one brought.
    """

    def __init__(self) -> None:
        self._places: OrderedDict[Place, OrderedDict[str, Code]] = OrderedDict()

    def put(self, place: Place, code: Code) -> None:
        """Take one in, instead of one of that name."""
        found = self._places.setdefault(place, OrderedDict())
        found.pop(code.name, None)
        found[code.name] = code
        self._places.move_to_end(place)
        if len(found) > MOST_NAMES:
            found.popitem(last=False)
        if len(self._places) > MOST_DOCUMENTS:
            self._places.popitem(last=False)

    def get(self, place: Place, name: str) -> Code | None:
        """Return one, if this party brought it to this very document."""
        found = self._places.get(place)
        if found is None:
            return None
        self._places.move_to_end(place)
        return found.get(name)

    def names(self, place: Place) -> tuple[str, ...]:
        """Return which this party brought to this document."""
        return tuple(self._places.get(place, ()))

    def was(self, place: Place, name: str) -> bool:
        """Say whether this party brought one of that name to a document before, in this tab."""
        tab, _, party = place
        return any(
            name in found
            for (its_tab, _, its_party), found in self._places.items()
            if (its_tab, its_party) == (tab, party)
        )

    def newest(self, name: str) -> Code | None:
        """Return the one of that name in the document that was used last, for a person."""
        held = (each.get(name) for each in reversed(self._places.values()))
        return next((code for code in held if code is not None), None)


class Live:
    """What a person allows and keeps. Its files are read anew at every use.

    Args:
        allowed: Sites where code may be run.
        blocked: The person's list of blocked sites.
        kept: The functions that the person keeps; for this user alone.
    """

    def __init__(self, allowed: Path, blocked: Path, kept: Path) -> None:
        self.allowed = SitesFile(allowed)
        self._blocked = SitesFile(blocked)
        self._kept = kept
        self.injected = Injected()

    def check(self, origin: str) -> None:
        """Refuse unless a person allows code on this site, and no part of it is blocked.

        Args:
            origin: Of the document, as Chrome tells it: `https://shop.example`.

        Raises:
            SiteBlocked: All of it or a part of it is blocked.
            ScreenFault: `LIVE_OFF`.
            SetupFault: `SITES_INVALID`: one of the lists cannot be used.
        """
        if not _has_host(origin):
            raise ScreenFault("LIVE_OFF", "a page without a site of its own takes no code")
        if blocked_in_part(self._blocked.rules(), origin):
            raise SiteBlocked("a part of this site is on the blocked-sites list")
        found = self.allowed.rules().check(origin)
        if found is None or found.why != "rule":
            site = origin.partition("//")[2]
            raise ScreenFault(
                "LIVE_OFF",
                f"no person has allowed code on {site}",
                hint=f"Only a person can, by typing `tapbridge live allow {site}`. Do without.",
            )

    def kept(self) -> tuple[Code, ...]:
        """Return what the person keeps. What is not as it was kept is left out."""
        found = [_read(row) for row in rows(self._kept)[:MOST_KEPT]]
        return tuple(code for code in found if code is not None)

    def find(self, name: str, origin: str | None = None) -> Code | None:
        """Return a kept one by name and site; without a site, the one that was kept last."""
        fits = [c for c in self.kept() if c.name == name and origin in {None, c.origin}]
        return fits[-1] if fits else None

    def keep(self, code: Code) -> None:
        """Keep one, instead of one of that name for that site.

        Raises:
            UsageFault: `BAD_ARGUMENTS`: there are too many, or it cannot be written.
        """
        others = [c for c in self.kept() if (c.name, c.origin) != (code.name, code.origin)]
        if len(others) >= MOST_KEPT:
            raise UsageFault("BAD_ARGUMENTS", f"{MOST_KEPT} are kept already; remove one first")
        self._save([*others, code])

    def remove(self, name: str) -> int:
        """Forget all of a name; say how many there were.

        Raises:
            UsageFault: `BAD_ARGUMENTS`: the file cannot be written.
        """
        before = self.kept()
        left = [code for code in before if code.name != name]
        if len(left) < len(before):
            self._save(left)
        return len(before) - len(left)

    def _save(self, codes: list[Code]) -> None:
        told = [
            {"name": c.name, "origin": c.origin, "sha256": c.digest, "code": c.code} for c in codes
        ]
        try:
            put(self._kept, json.dumps(told, indent=1) + "\n", lasting=True)
        except OSError as problem:
            raise UsageFault(
                "BAD_ARGUMENTS", f"{self._kept.name} cannot be written: {problem.strerror}"
            ) from problem


def blocked_in_part(rules: Rules, origin: str) -> bool:
    """Say whether any address of a site is refused: its code would reach that too."""
    page = parse_url(origin)
    whole = [line.rule for line in rules.lines if line.rule is not None]
    bare = [replace(rule, path="", query="") for rule in whole if rule.effect is Effect.BLOCK]
    if any(rule.fits(page) for rule in bare):
        return True
    # of an allow list, only a rule for all of the site lets all of it be read
    named = [r for r in whole if r.effect is Effect.ONLY and not r.path and not r.query]
    return rules.is_allow_list and not any(rule.fits(page) for rule in named)


def _has_host(origin: str) -> bool:
    try:
        return parse_url(origin).kind is Kind.WEB
    except Unparsable:
        return False


def _read(row: dict[str, Any]) -> Code | None:
    name, origin, code = (row.get(key) for key in ("name", "origin", "code"))
    if not (isinstance(name, str) and isinstance(origin, str) and isinstance(code, str)):
        return None
    read = Code(name, code, origin)
    whole = NAME.fullmatch(name) and row.get("sha256") == read.digest
    return read if whole and len(code.encode("utf-8", "surrogatepass")) <= MOST_CODE else None
