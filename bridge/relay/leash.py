"""Code that a debugger leaves for documents to come: it runs in none of a blocked site.

Three kinds of loads never stop at the gate; before such a page is left again, code that was
left would have run in it. So each piece begins with a look at where it is, and ends there.
Pure: text in, text out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from bridge.errors import UsageFault

_NOTHING = re.compile(r"(?:\s|//[^\r\n\u2028\u2029]*+)*+")
"""White space and comments, as JavaScript ends its lines; nothing in it is gone back over."""
_EVERYWHERE = "*"


def is_nothing(code: str) -> bool:
    """Say whether a piece does nothing: tools leave such to have a world of their own made."""
    return _NOTHING.fullmatch(code) is not None


def leashed(code: str, patterns: Sequence[str]) -> str | None:
    """Return code that ends at once where one of the wildcards fits the page's address.

    It is thrown out of before its first statement, so its own names stay as they were. A
    page's scripts have not run yet, and none of the debugger's before it has either.

    Args:
        code: JavaScript, a script or an expression.
        patterns: Wildcards of what is blocked, a superset; none, nothing is.

    Returns:
        None when no address can be told from a blocked one: the list is one of allowed sites.
    """
    if not patterns or is_nothing(code):
        return code
    if _EVERYWHERE in patterns:
        return None
    fits = "|".join(map(_expression, patterns))
    places = "[location.href,self.origin,...(location.ancestorOrigins||[])].join(' ')"
    return f"/{fits}/i.test({places})&&(()=>{{throw 0}})();\n{code}"


def tied(method: str, code: str, patterns: Sequence[str]) -> str:
    """Return code on its leash, for a command that leaves it.

    Raises:
        UsageFault: `UNSUPPORTED`: nothing may be left while only named sites are allowed.
    """
    text = leashed(code, patterns)
    if text is None:
        told = "while only named sites are allowed, no code is left for pages to come"
        raise UsageFault("UNSUPPORTED", f"{method}: {told}")
    return text


def _expression(pattern: str) -> str:
    """Write one wildcard as the middle of a regular expression literal."""
    pieces = [re.escape(each).replace("/", r"\/") for each in pattern.strip("*").split("*")]
    written = ".*".join(pieces)
    return json.dumps(written)[1:-1].replace("\\\\", "\\")
