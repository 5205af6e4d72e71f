"""Secrets that a label names: `password: …`, `api_key=…`, `"token": "…"`, `the code is …`.

A word beside a label is mostly prose ("Password: required"), so a value has to look like one:
by a digit or sign in it, or by being quoted or assigned. Pure: no I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from bridge.secrets.plain import lowered

_LABEL = re.compile(
    r"pass(?:word|wd|phrase|code)|pwd|otp(?![a-z])|one[ _-]?time[ _-]?(?:pass)?code|key(?![a-z])"
    r"|secret|connection[ _-]?string|token|authorization|bearer|session[ _-]?id|credentials?"
    r"|cookie"
)
"""In lower case. What stands before it decides of `key` and `secret`."""
_OF_A_KEY = re.compile(r"(?:api|access|secret|signing|private|session)[ _-]?$")
_OF_A_CLIENT = re.compile(r"client[ _-]?$")
_BEFORE = 9

_BARE = r"[^\s\"'`<>,;&()\[\]{}|⟦⟧]{4,512}+"
_QUOTED = r"\"(?P<double>[^\"\n⟦⟧]{1,512}+)\"|'(?P<single>[^'\n⟦⟧]{1,512}+)'"
_INLINE = re.compile(
    rf"(?P<shut>[\"'`]?)\s{{0,2}}(?P<sign>[:=]>?)\s{{0,3}}"
    rf"(?P<scheme>(?:bearer|basic|digest|token)\s{{1,2}})?(?:{_QUOTED}|(?P<bare>{_BARE}))",
    re.IGNORECASE,
)
_PROSE = re.compile(
    rf"\s{{1,2}}(?:is|was|will be)\s{{0,2}}:?\s{{1,2}}(?:{_QUOTED}|(?P<bare>{_BARE}))",
    re.IGNORECASE,
)
_SCHEME = re.compile(rf"\s{{1,2}}(?P<bare>{_BARE})")
_ROW = re.compile(
    r"^ *- textbox \"(?P<name>[^\"\n]*+)\"(?: \[[^\]\n]*+\])*(?: \([^)\n]*+\))?: (?P<value>.+)$",
    re.MULTILINE,
)
_COOKIES = re.compile(r":[ \t]{0,4}(?P<value>[^\s=;,]{1,128}+=[^\r\n⟦⟧]{4,8192}+)")
_PLACEHOLDER = re.compile(
    r"[*•·●.xX_-]+|…|null|nil|none|undefined|true|false|n/?a|your[ _-].*|<.*>|\{.*|\$.*|%.*"
    r"|example.*|change[ _-]?me|redacted|required|optional|hidden|incorrect|invalid|wrong"
    r"|missing|expired|forgotten|string|text|password|secret|token",
    re.IGNORECASE,
)
_CODE = re.compile(r"\d{4,10}")
_MEASURE = re.compile(r"\d+[a-zA-Z]{1,4}")
_SPACE, _LETTER = re.compile(r"\s"), re.compile(r"[^\W\d_]")
_SIGN = re.compile(r"[\d!@#$%^*+~\\]")
_TRAILING = ".,:;?…"
_LEAST = 4
_LEAST_DRAWN = 6

Found = tuple[int, int, str]
"""Where a value begins and ends, and its kind."""


def labelled(text: str) -> Iterator[Found]:
    """Yield the values that a label names."""
    low = lowered(text)
    header = 0  # where the last cookie header ended
    for found in _LABEL.finditer(low):
        label = _whole(found, low)
        if label is None:
            continue
        if after := _INLINE.match(text, found.end()):
            group = after.lastgroup or "bare"
            sure = _is_strong(label) and (
                after["sign"].startswith("=") or (group != "bare" and after["shut"] != "")
            )
            sure |= label == "authorization" and after["scheme"] is not None
            yield from _value(after, group, label, sure=sure)
        elif after := _PROSE.match(text, found.end()):
            yield from _value(after, after.lastgroup or "bare", label, sure=False)
        elif label == "bearer" and (after := _SCHEME.match(text, found.end())):
            yield from _value(after, "bare", label, sure=False)
        if found.start() < header or label != "cookie":
            continue
        if after := _COOKIES.match(text, found.end()):
            header = after.end()
            first = after["value"].partition("=")[2].partition(";")[0]
            if looks_drawn(first):
                yield after.start("value"), after.end("value"), "cookie"
    if '- textbox "' in text:
        for row in _ROW.finditer(text):
            if is_named(row["name"], row["value"]):
                yield row.start("value"), row.end("value"), kind_of(row["name"])


def is_named(name: str, value: str) -> bool:
    """Say whether a field or key of this name makes a secret of its value."""
    label = _label_in(name)
    if label is None or len(value) < _LEAST or _PLACEHOLDER.fullmatch(value):
        return False
    return _is_strong(label) or looks_drawn(value)


def kind_of(name: str) -> str:
    """Return the kind of secret that a label names."""
    label = _label_in(name) or ""
    if label.startswith(("pass", "pwd")):
        return "password"
    if label.endswith("key"):
        return "api-key" if not label.startswith("session") else "token"
    if label == "cookie":
        return "cookie"
    return "secret" if re.search("secret|string|credential", label) else "token"


def looks_drawn(value: str) -> bool:
    """Say whether a value looks like a credential and not like a word, date or number."""
    if len(value) < _LEAST_DRAWN or _PLACEHOLDER.fullmatch(value) or "://" in value:
        return False
    if _MEASURE.fullmatch(value) or _SPACE.search(value):
        return False
    return _LETTER.search(value) is not None and _SIGN.search(value) is not None


@lru_cache(maxsize=512)
def _label_in(name: str) -> str | None:
    low, last = lowered(name), None
    for found in _LABEL.finditer(low):
        if (label := _whole(found, low)) is not None and not low[found.end() :][:1].isalpha():
            last = label
    return last


def _whole(found: re.Match[str], low: str) -> str | None:
    """Return the label with what makes one of it; None for a key that opens doors."""
    label, before = found[0], low[max(0, found.start() - _BEFORE) : found.start()]
    if label == "key":
        of = _OF_A_KEY.search(before)
        return f"{of[0]}key" if of else None
    if label == "secret" and _OF_A_CLIENT.search(before):
        return "client secret"
    return label


def _is_strong(label: str) -> bool:
    """Say whether a label names secrets alone, and never things that people talk of."""
    return label.startswith(("pass", "pwd", "otp", "one", "client", "connection")) or (
        label.endswith("key")
    )


def _value(found: re.Match[str], group: str, label: str, *, sure: bool) -> Iterator[Found]:
    value, start = found[group], found.start(group)
    if group == "bare":
        value = value.rstrip(_TRAILING)
    code = label.startswith(("passcode", "otp", "one")) and _CODE.fullmatch(value)
    fits = len(value) >= _LEAST and not _PLACEHOLDER.fullmatch(value)
    if code or (fits and (sure or looks_drawn(value))):
        yield start, start + len(value), kind_of(label)
