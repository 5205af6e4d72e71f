"""Where a text holds a secret, by how it looks: vendors' shapes, a label before it, entropy.

In: a text. Out: spans, each with a kind and what of it may be told (a vendor's public
prefix, a card's last four). Every pattern runs through a text once, however hostile it
is: runs are possessive, and what is not is bounded. Pure: no I/O.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from bridge.secrets.labels import labelled

KINDS = ("api-key", "token", "jwt", "password", "cookie", "private-key", "card", "secret")

ENTROPY_LENGTH = 32
ENTROPY_BITS = 4.3
ENTROPY_FLIPS = 0.5


@dataclass(frozen=True, slots=True)
class Span:
    """Where a secret stands in a text.

    Attributes:
        shown: What of it may be told.
    """

    start: int
    end: int
    kind: str
    shown: str = ""


def find(text: str) -> list[Span]:
    """Return the secrets in a text, those that are surest first; they may overlap."""
    spans = [*_keys(text), *_vendors(text), *_basic_auth(text), *_cards(text)]
    spans += _vendors_cut(text)
    spans += [Span(start, end, kind) for start, end, kind in labelled(text)]
    return [*spans, *_entropy(text)]


_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_BODY = re.compile(r"[A-Za-z0-9+/=\s\\:,-]*+")


def _keys(text: str) -> Iterator[Span]:
    """Private keys in PEM, whole or cut off."""
    at = 0
    while begin := _BEGIN.search(text, at):
        body = _BODY.match(text, begin.end())
        at = body.end() if body else begin.end()
        end = _END.search(text, begin.end(), at + 100)
        at = end.end() if end else at
        yield Span(begin.start(), at, "private-key")


def _has_digit(value: str) -> bool:
    return any(c.isdigit() for c in value)


@dataclass(frozen=True, slots=True)
class _Vendor:
    kind: str
    shown: str
    hint: str
    """Stands in every text that the pattern can be found in."""
    form: re.Pattern[str]
    is_one: Callable[[str], bool] = lambda _: True


def _vendor(
    kind: str, shown: str, hint: str, form: str, is_one: Callable[[str], bool] = lambda _: True
) -> _Vendor:
    return _Vendor(kind, shown, hint, re.compile(rf"(?<![A-Za-z0-9]){form}"), is_one)


_VENDORS = (
    _vendor("jwt", "", "eyJ", r"eyJ[A-Za-z0-9_-]{6,}+\.[A-Za-z0-9_-]{6,}+\.[A-Za-z0-9_-]*+"),
    _vendor("api-key", "sk-ant-", "sk-ant-", r"sk-ant-[A-Za-z0-9_-]{16,}+"),
    _vendor("api-key", "sk-", "sk-", r"sk-(?!ant-)[A-Za-z0-9_-]{20,}+", _has_digit),
    _vendor("api-key", "AIza", "AIza", r"AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"),
    *(
        _vendor("api-key", name, name, rf"{name}[A-Z0-9]{{16}}(?![A-Za-z0-9])")
        for name in ("AKIA", "ASIA", "ABIA", "ACCA", "AGPA", "AIDA", "AROA", "ANPA")
    ),
    _vendor("token", "github_pat_", "github_pat_", r"github_pat_[A-Za-z0-9_]{22,}+"),
    *(
        _vendor("token", f"gh{kind}_", f"gh{kind}_", rf"gh{kind}_[A-Za-z0-9]{{36,}}+")
        for kind in "pousr"
    ),
    *(
        _vendor("token", f"xox{k}-", f"xox{k}-", rf"xox{k}-[A-Za-z0-9-]{{10,}}+", _has_digit)
        for k in "abceoprs"
    ),
    *(
        _vendor("api-key", name, name, rf"{name}[A-Za-z0-9]{{10,}}+")
        for name in ("sk_live_", "sk_test_", "rk_live_", "rk_test_")
    ),
    _vendor("token", "npm_", "npm_", r"npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])"),
    _vendor("token", "glpat-", "glpat-", r"glpat-[A-Za-z0-9_-]{20,}+"),
    _vendor("api-key", "SG.", "SG.", r"SG\.[A-Za-z0-9_-]{16,}+\.[A-Za-z0-9_-]{16,}+"),
)


def _vendors(text: str) -> Iterator[Span]:
    for vendor in _VENDORS:
        if vendor.hint in text:
            for found in vendor.form.finditer(text):
                if vendor.is_one(found[0]):
                    yield Span(found.start(), found.end(), vendor.kind, vendor.shown)


_CUT = re.compile(
    r"(?<![A-Za-z0-9])(?P<name>sk-ant-|sk-|AIza|A[KSB]IA|ACCA|AGPA|AIDA|AROA|ANPA|github_pat_"
    r"|gh[pousr]_|xox[abceoprs]-|[sr]k_(?:live|test)_|npm_|glpat-|SG\.|(?P<jwt>eyJ))"
    r"[A-Za-z0-9_.-]{6,}+"
)


def _vendors_cut(text: str) -> Iterator[Span]:
    """Those that end in the dots of a text that is cut, too early for their own form."""
    if "…" not in text:
        return
    for found in _CUT.finditer(text):
        # asked here, not in the pattern, which would try each key in a row of them to its end
        if text.startswith("…", found.end()) and _has_digit(found[0]):
            kinds = (vendor.kind for vendor in _VENDORS if found["name"] == vendor.shown)
            shown = "" if found["jwt"] else found["name"]
            yield Span(found.start(), found.end(), "jwt" if found["jwt"] else next(kinds), shown)


_LOGIN = re.compile(r"://[^\s/:@\"'<>]{0,256}+:([^\s/@\"'<>⟦⟧]{1,256}+)@")


def _basic_auth(text: str) -> Iterator[Span]:
    """The password of an address such as `https://user:password@host`."""
    if "://" in text and "@" in text:
        for found in _LOGIN.finditer(text):
            yield Span(found.start(1), found.end(1), "password")


_DIGITS = re.compile(r"(?<![\w.,+#/=%-])[3-6](?:[ -]?[0-9]){13,18}(?![\w%-])")
_ISSUERS = (
    (re.compile(r"4"), (16, 19)),
    (re.compile(r"5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)"), (16,)),
    (re.compile(r"3[47]"), (15,)),
    (re.compile(r"3(?:0[0-5]|6|8)"), (14,)),
    (re.compile(r"35(?:2[89]|[3-8])"), (16, 17, 18, 19)),
    (re.compile(r"6(?:011|4[4-9]|5)"), (16, 17, 18, 19)),
    (re.compile(r"62"), (16, 17, 18, 19)),
)


def _cards(text: str) -> Iterator[Span]:
    for found in _DIGITS.finditer(text):
        number = found[0].replace(" ", "").replace("-", "")
        if _is_card(number):
            yield Span(found.start(), found.end(), "card", number[-4:])


def _is_card(number: str) -> bool:
    issued = any(form.match(number) and len(number) in sizes for form, sizes in _ISSUERS)
    return issued and len(set(number)) > 1 and _luhn(number)


def _luhn(number: str) -> bool:
    doubled = (2 * int(digit) for digit in number[-2::-2])
    return (sum(map(int, number[-1::-2])) + sum(n - 9 * (n > 9) for n in doubled)) % 10 == 0  # noqa: PLR2004


_RUN = re.compile(rf"(?<![A-Za-z0-9_+/.%~=-])[A-Za-z0-9_+/-]{{{ENTROPY_LENGTH},}}+={{0,2}}")
_ADDRESS = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]{0,20}://|data:|blob:|www\.)[^\s\"'<>]*+")
_HEX = re.compile(r"(?:0[xX])?[0-9A-Fa-f-]+")
_HASH = re.compile(r"sha(?:1|256|384|512)-")
_MOST_SLASHES = 16
"""A run with more slashes than one in so many characters is a path."""


def _entropy(text: str) -> Iterator[Span]:
    """Runs that look drawn at random, outside of addresses."""
    runs = [run for run in _RUN.finditer(text) if _is_random(run[0])]
    if not runs:
        return
    places = [found.span() for found in _ADDRESS.finditer(text)]
    for run in runs:
        if not any(start <= run.start() < end for start, end in places):
            yield Span(run.start(), run.end(), "secret")


def _is_random(run: str) -> bool:
    if run.startswith("/") or _HEX.fullmatch(run) or _HASH.match(run):
        return False
    if run.count("/") * _MOST_SLASHES > len(run):
        return False
    return entropy(run) >= ENTROPY_BITS and flips(run) >= ENTROPY_FLIPS


def entropy(run: str) -> float:
    """Return Shannon's bits per character."""
    size = len(run)
    return -sum(n / size * math.log2(n / size) for n in Counter(run).values())


def flips(run: str) -> float:
    """Return changes between upper case, lower case and digits, per letter."""
    sorts = ["u" if c.isupper() else "l" if c.islower() else "d" for c in run if c.isalnum()]
    letters = len(sorts) - sorts.count("d")
    changes = sum(a != b for a, b in pairwise(sorts))
    return changes / letters if letters else 0.0
