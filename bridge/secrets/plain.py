"""A text as secrets are looked for in it: small letters, and nothing that can split a value.

Pure: no I/O.
"""

from __future__ import annotations

import re

_SMALL = {ord(c): c.lower() for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}

_UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160"
    r"\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f"
    r"\ufeff\uffa0\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U00013438\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
GAPS = re.compile(rf"[\s{_UNSEEN}]+(?:- (?:text|generic|paragraph): )?")
"""White space, what nobody sees, and the border between two rows of text of a snapshot."""


def lowered(text: str) -> str:
    """Return a text in small letters, as long as it was."""
    low = text.lower()
    return low if len(low) == len(text) else text.translate(_SMALL)


def folded(text: str) -> str:
    """Return a text in small letters with one kind of quote: answers write `"` as `'` in theirs."""
    return lowered(text).replace('"', "'")


def squeezed(text: str) -> str:
    """Return a text folded, without gaps."""
    return folded(GAPS.sub("", text))


def places(text: str) -> list[int]:
    """Return where each character of the squeezed text stands in the text."""
    kept: list[int] = []
    at = 0
    for gap in GAPS.finditer(text):
        kept.extend(range(at, gap.start()))
        at = gap.end()
    kept.extend(range(at, len(text)))
    return kept
