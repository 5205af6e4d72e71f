"""Which addresses the person has blocked: the rules, their limits, and the verdict.

In: the text of the sites file, and addresses in any spelling. Out: a refusal, or none.
Addresses are read as Chrome reads them (WHATWG, by ada); what cannot be read counts as
blocked. `docs/blocked-sites.md` tells people the grammar. Pure: no I/O.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from ada_url import HostType
from typing_extensions import override

from bridge.addresses import (
    Address,
    App,
    Kind,
    Unparsable,
    decoded,
    inside,
    parse_url,
    plain_path,
    read,
    superset,
    unmapped,
)

__all__ = [
    "BadList",
    "BadRule",
    "Effect",
    "Line",
    "Refusal",
    "Rule",
    "Rules",
    "Unparsable",
    "effect_of",
    "inside",
    "line_of",
    "parse_rule",
    "parse_url",
]

MOST_RULES = 500
MOST_CHARS = 200
_MOST_PORT = 65535

_WEB_SCHEME = re.compile(r"(?:https?|\*)://", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_HOST_AND_PORT = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]+)(?::(.*))?")
_LABEL = re.compile(r"[a-z0-9_-]+")
_STARRED_LABEL = re.compile(r"[a-z0-9_*-]+")
_PACKAGE = re.compile(r"[A-Za-z]\w*(?:\.[A-Za-z]\w*)+", re.ASCII)
_AFTER_PATH = "/?&;"


class BadRule(ValueError):
    """The entry is no rule; the text is the reason, for people."""


class BadList(ValueError):
    """The list as a whole cannot be used; everything must be refused. Names no address."""


class Effect(StrEnum):
    """What a rule does with the pages, or the app, that it fits."""

    BLOCK = "block"
    ONLY = "only"
    APP = "app"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in its normal form; `str(rule)` is how the file spells it.

    Attributes:
        host: In punycode, perhaps with `*`; the package name of an app rule.
        port: Empty for any.
        path: Without a slash at the end; empty for every path.
        query: With its `?`; empty for any.
    """

    effect: Effect
    host: str
    port: str = ""
    path: str = ""
    query: str = ""

    @override
    def __str__(self) -> str:
        """Spell the rule as the file does."""
        effect = "" if self.effect is Effect.BLOCK else f"{self.effect}:"
        port = f":{self.port}" if self.port else ""
        path = self.path or ("/" if self.query else "")
        return f"{effect}{self.host}{port}{path}{self.query}"

    def fits(self, page: Address) -> bool:
        """Say whether the rule speaks of this page."""
        return (
            page.kind is Kind.WEB
            and self.effect is not Effect.APP
            and self.port in {"", page.port}
            and self._fits_host(page)
            and self._fits_path(page.path)
        )

    def _fits_host(self, page: Address) -> bool:
        if "*" not in self.host:
            is_below = not page.is_number and page.host.endswith("." + self.host)
            return is_below or page.host == self.host
        wanted, have = self.host.split("."), page.host.split(".")
        if wanted[-1] == "*" and self.effect is Effect.BLOCK:  # `bank.*` is any ending: bank.co.uk
            wanted.pop()
            starts = range(len(have) - len(wanted))
        else:
            start = len(have) - len(wanted)
            starts = range(start, start + 1)
        return any(
            all(_glob(w, h, "") for w, h in zip(wanted, have[start:], strict=False))
            for start in starts
            if start == 0 or (start > 0 and not page.is_number)
        )

    def _fits_path(self, path: str) -> bool:
        if not self.query:
            return not self.path or _glob(self.path.lower(), path, _AFTER_PATH)
        query = self.query.lower()
        spellings = (self.path.lower() + query, f"{self.path.lower()}/{query}")
        return any(_glob(spelling, path, _AFTER_PATH) for spelling in spellings)


def parse_rule(entry: str) -> Rule:
    """Read one entry: `host[:port][/path][?query]`, `only:` before it, or `app:package`.

    Raises:
        BadRule: It is none; the text says why.
    """
    text = entry.partition("#")[0].strip()
    effect, rest = effect_of(text)
    if not rest:
        raise BadRule("there is no site in it; write one, such as example.com")
    if len(rest) > MOST_CHARS:
        raise BadRule(f"it is longer than {MOST_CHARS} characters")
    if not rest.isprintable() or any(c.isspace() for c in rest):
        raise BadRule("a rule has no spaces or control characters in it")
    if effect is Effect.APP:
        if not _PACKAGE.fullmatch(rest):
            raise BadRule("that is no app; write its whole package, such as app:com.example.bank")
        return Rule(effect, rest)
    try:
        return _web_rule(effect, rest.replace("\\", "/"))
    except Unparsable as problem:
        raise BadRule("that is no site name, such as example.com or localhost:3000") from problem


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file that is neither empty nor a comment: a rule, or what is wrong with it."""

    number: int
    text: str
    rule: Rule | None
    problem: str = ""

    @property
    def is_allowing(self) -> bool:
        """Whether it makes the list an allow list; an `only:` line with a mistake does too."""
        return effect_of(self.text)[0] is Effect.ONLY


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an address is refused. `rule` is for people: an agent must not be told it.

    Attributes:
        why: `rule`: a rule fits. `only`: the list is an allow list and does not name it.
            `unparsable`: it cannot be read. `app`: a rule names it. `unseen`: nobody can tell.
        rule: The first rule that fits.
    """

    why: Literal["rule", "only", "unparsable", "app", "unseen"]
    rule: Rule | None = None


@dataclass(frozen=True)
class Rules:
    """All rules of a list, in the file's order."""

    lines: tuple[Line, ...] = ()
    _web: tuple[Rule, ...] = field(init=False, repr=False)
    _only: tuple[Rule, ...] = field(init=False, repr=False)
    _apps: tuple[Rule, ...] = field(init=False, repr=False)
    is_allow_list: bool = field(init=False)

    def __post_init__(self) -> None:
        """Sort the rules by what they do."""
        good = [line.rule for line in self.lines if line.rule is not None]
        sorts = (("_web", Effect.BLOCK), ("_only", Effect.ONLY), ("_apps", Effect.APP))
        for name, effect in sorts:
            object.__setattr__(self, name, tuple(r for r in good if r.effect is effect))
        object.__setattr__(self, "is_allow_list", any(line.is_allowing for line in self.lines))

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read the file's text. A line that is no rule is kept with its problem and skipped.

        Raises:
            BadList: It is over a limit, is not text, or has lines and not one rule among them.
        """
        if "\0" in text:
            raise BadList("it is not plain text in UTF-8")
        lines = tuple(
            line_of(number, line)
            for number, line in enumerate(text.splitlines(), start=1)
            if line.partition("#")[0].strip()
        )
        if len(lines) > MOST_RULES:
            raise BadList(f"it has {len(lines)} rules; {MOST_RULES} are the most")
        for line in lines:
            if line.rule is None and len(effect_of(line.text)[1]) > MOST_CHARS:
                raise BadList(f"line {line.number} is longer than {MOST_CHARS} characters")
        if lines and all(line.rule is None for line in lines):
            raise BadList(f"not one of its {len(lines)} lines is a rule")
        return cls(lines)

    def check(self, url: str) -> Refusal | None:
        """Judge an address; with no rule for web pages at all, nothing is refused."""
        if not self.speaks_of_pages:
            return None
        try:
            page = parse_url(url)
        except Unparsable:
            return Refusal("unparsable")
        for rule in self._web:
            if rule.fits(page):
                return Refusal("rule", rule)
        if not self.is_allow_list or page.kind is Kind.HOSTLESS:
            return None
        return None if any(rule.fits(page) for rule in self._only) else Refusal("only")

    def check_app(self, app: App) -> Refusal | None:
        """Judge the app in front. What nobody can tell is refused while there is any rule."""
        if not app.package:
            return Refusal("unseen") if self.stands else None
        fits = (rule for rule in self._apps if rule.host.casefold() == app.package.casefold())
        rule = next(fits, None)
        return Refusal("app", rule) if rule is not None else None

    @property
    def patterns(self) -> tuple[str, ...]:
        """Wildcards that every web address refused fits, and others too; none, nothing is."""
        return ("*",) if self.is_allow_list else superset(rule.host for rule in self._web)

    @property
    def stands(self) -> bool:
        """Whether there is any rule at all."""
        return self.speaks_of_pages or bool(self._apps)

    @property
    def speaks_of_pages(self) -> bool:
        """Whether any rule is about web pages."""
        return bool(self._web) or self.is_allow_list


def line_of(number: int, raw: str) -> Line:
    """Read one line of the file; a mistake is kept with its reason."""
    text = raw.partition("#")[0].strip()
    try:
        return Line(number, text, parse_rule(text))
    except BadRule as problem:
        return Line(number, text, None, str(problem))


def effect_of(text: str) -> tuple[Effect, str]:
    """Return what an entry does, and the rest of it."""
    head, colon, rest = text.partition(":")
    effect = {"only": Effect.ONLY, "app": Effect.APP}.get(head.strip().lower())
    return (effect, rest.strip()) if colon and effect else (Effect.BLOCK, text)


def _web_rule(effect: Effect, text: str) -> Rule:
    web = _WEB_SCHEME.match(text)
    if not web and _SCHEME.match(text):
        raise BadRule("only web pages (http and https) can be named")
    bare = text[web.end() :] if web else text
    cut = next((i for i, c in enumerate(bare) if c in "/?"), len(bare))
    authority, rest = bare[:cut], bare[cut:]
    if "@" in authority:
        raise BadRule("leave the user name out; name the site itself")
    parts = _HOST_AND_PORT.fullmatch(authority)
    if not parts:
        raise Unparsable(authority)
    host = _rule_host(parts[1])[0]
    port = parts[2] or ""
    if port and not (port.isascii() and port.isdigit() and int(port[:6]) <= _MOST_PORT):
        raise BadRule(f"the port is not a number up to {_MOST_PORT}")
    read_path = read(f"http://h{rest}")
    path = plain_path(read_path.pathname)
    path = path[:-1] if path.endswith("/") else path
    port = str(int(port)) if port else ""
    return Rule(
        effect, host, "" if port in {"80", "443"} else port, path, decoded(read_path.search)
    )


def _rule_host(raw: str) -> tuple[str, bool]:
    """Return the host in normal form, and whether it is an IP address."""
    host = raw.rstrip(".")
    if not host.strip("*."):
        raise BadRule("that would name every site")
    if host.startswith("*."):
        below, is_number = _rule_host(host[2:])
        if is_number:
            raise BadRule("an IP address has no subdomains; leave the *. out")
        return below, False
    if "*" in host:
        host, is_number = ".".join(_rule_label(label) for label in host.split(".")), False
    else:
        parsed = read(f"http://{host}/")
        host, is_number = (
            unmapped(parsed.hostname.rstrip(".")),
            parsed.host_type != HostType.DEFAULT,
        )
        if not host or "*" in host:
            raise Unparsable(raw)
    if host.startswith("www.") and "." in host[4:]:
        return _rule_host(host[4:])
    return host, is_number


def _rule_label(label: str) -> str:
    if "*" in label:
        if not _STARRED_LABEL.fullmatch(label.lower()):
            raise BadRule("a part of the name with * in it can hold only letters, digits, - and _")
        return label.lower()
    if _LABEL.fullmatch(label.lower()):
        return label.lower()
    ascii_label = read(f"http://{label}/").hostname
    if not _LABEL.fullmatch(ascii_label):
        raise Unparsable(label)
    return ascii_label


def _glob(pattern: str, text: str, after: str) -> bool:
    """Say whether text is the pattern (`*` is any run), or goes on with one of `after`.

    Leftmost search piece by piece: linear in the text, whatever the pattern.
    """
    first, *rest = pattern.split("*")
    if not text.startswith(first):
        return False
    at = len(first)
    if not rest:
        return at == len(text) or text[at] in after
    *middle, last = rest
    for piece in middle:
        found = text.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    if not last:
        return True
    while (found := text.find(last, at)) >= 0:
        end = found + len(last)
        if end == len(text) or text[end] in after:
            return True
        at = found + 1
    return False
