"""The XML within what `uiautomator dump` printed, with what no XML parser takes mended.

Phones print warnings before it and words after it, write emoji as halves, and shells turn
all into UTF-16. Pure: no I/O.
"""

from __future__ import annotations

import re

_OPENING = re.compile(r"<(?:\?xml|hierarchy|displays)\b")
_CLOSING = re.compile(r"</(?:hierarchy|displays)\s*>|<hierarchy\b[^>]*/>")
_PAIR = re.compile(r"&#(x?)([0-9A-Fa-f]+);&#(x?)([0-9A-Fa-f]+);")
_REFERENCE = re.compile(r"&(?:#(x?)([0-9A-Fa-f]+);)?")
_NAMED = re.compile(r"&(?:amp|lt|gt|quot|apos);")
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_HIGH, _LOW, _BEYOND, _LAST = 0xD800, 0xDC00, 0xE000, 0x10FFFF


class NotATree(Exception):
    """What came is no tree; the text says of what sort it is, and nothing that is in it."""


def decode(raw: bytes) -> str:
    """Return the text of what came, whatever has been made of its encoding on the way."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return raw.decode("utf-16", "replace")
    if raw[1:2] == b"\0":
        return raw.decode("utf-16-le", "replace")
    return raw.decode("utf-8-sig", "replace")


def document(text: str) -> str:
    """Cut the document out of what came with it.

    Raises:
        NotATree: There is none, or it ends too soon.
    """
    if not text.strip():
        raise NotATree("nothing came")
    begins = _OPENING.search(text)
    if begins is None:
        raise NotATree(f"no XML in {len(text)} characters")
    ends = [found.end() for found in _CLOSING.finditer(text, begins.start())]
    if not ends:
        raise NotATree(f"the XML ends in the middle, after {len(text)} characters")
    return text[begins.start() : ends[-1]]


def mend(text: str) -> str:
    """Return the document with every reference and character such as XML allows."""
    text = _PAIR.sub(_joined, text)
    return _UNFIT.sub("\ufffd", _REFERENCE.sub(_reference, text))


def _joined(found: re.Match[str]) -> str:
    """Make one character of the two halves of it."""
    high, low = (int(found[at], 16 if found[at - 1] else 10) for at in (2, 4))
    if _HIGH <= high < _LOW <= low < _BEYOND:
        return chr(0x10000 + ((high - _HIGH) << 10) + (low - _LOW))
    return found[0]


def _reference(found: re.Match[str]) -> str:
    if found[2] is None:  # an ampersand: of a name that XML knows, or by itself
        return "&" if _NAMED.match(found.string, found.start()) else "&amp;"
    code = int(found[2], 16 if found[1] else 10) if len(found[2]) <= len("1114111") else -1
    fits = code in (9, 10, 13) or 0x20 <= code < _HIGH or _BEYOND <= code <= _LAST  # noqa: PLR2004
    return found[0] if fits and code not in (0xFFFE, 0xFFFF) else "\ufffd"
