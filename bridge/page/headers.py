"""What of a request's headers and address stays unsaid: who somebody is, not what is asked.

Pure: no I/O.
"""

from __future__ import annotations

import re

UNSAID = "[redacted]"

_HEADERS = re.compile(
    r"authori[sz]ation|cookie|api-?key|token|secret|passw|credential|session|csrf|xsrf"
    r"|signature|(^|[-_])(auth|jwt|sid|key|otp)([-_]|$)|authenticat",
    re.IGNORECASE,
)
_FIELDS = re.compile(
    r"token|secret|passw|pwd|api_?-?key|credential|session|csrf|xsrf|signature|ticket|assertion"
    r"|(^|[-_.])(auth|code|jwt|sid|sig|key|otp|pin|state|nonce|access|refresh)([-_.]|$)"
    r"|x-amz-|x-goog-",
    re.IGNORECASE,
)
_USER = re.compile(r"(?<=://)[^/?#@]*@")
_ADDRESSES = frozenset({"location", "referer", "content-location", "refresh", "link", ":path"})


def hidden(name: str, value: str, *, redact: bool) -> str:
    """Return a header's value, or that it is not told.

    Args:
        name: The header's.
        value: Its value.
        redact: Whether to leave anything out.
    """
    if not redact:
        return value
    if name.lower() in _ADDRESSES:
        return hidden_url(value, redact=True)
    return UNSAID if _HEADERS.search(name) else value


def hidden_url(url: str, *, redact: bool) -> str:
    """Return an address without passwords, and without the values of fields that are keys."""
    if not redact:
        return url
    head, mark, fragment = _USER.sub("", url).partition("#")
    head, sign, query = head.partition("?")
    return f"{head}{sign}{_fields(query)}{mark}{_fields(fragment)}"


def _fields(text: str) -> str:
    """Redact `name=value` fields of a query, or of a fragment that is written like one."""
    before, sign, rest = text.rpartition("?")  # a fragment may hold a path and a query
    parts = re.split("([&;])", rest)
    return before + sign + "".join(map(_field, parts))


def _field(part: str) -> str:
    name, sign, value = part.partition("=")
    return f"{name}={UNSAID}" if sign and value and _FIELDS.search(name) else part
