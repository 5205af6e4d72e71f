"""Who may open the viewer: links that work once, and what they are traded for. Pure.

A link carries a nonce that is good for `NONCE_SECONDS` and for one trade; the page gets a token
for it, which is good as long as the daemon lives. Both are compared in constant time.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable, Iterable

NONCE_SECONDS = 60.0
MOST_NONCES = 16
MOST_TOKENS = 64


class Keys:
    """The nonces and tokens of one daemon; when there are too many, the oldest ends.

    Args:
        clock: Seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._nonces: dict[str, tuple[float, str]] = {}
        self._tokens: dict[str, str] = {}

    def nonce(self, serial: str = "") -> str:
        """Make what a link carries, to a phone if one is named."""
        made = secrets.token_urlsafe(32)
        self._nonces[made] = self._clock() + NONCE_SECONDS, serial
        if len(self._nonces) > MOST_NONCES:
            del self._nonces[next(iter(self._nonces))]
        return made

    def trade(self, nonce: str) -> str | None:
        """Take a nonce, once and in time, and return a token for it."""
        now = self._clock()
        self._nonces = {each: row for each, row in self._nonces.items() if row[0] > now}
        known = _among(nonce, self._nonces)
        if known is None:
            return None
        token = secrets.token_urlsafe(32)
        self._tokens[token] = self._nonces.pop(known)[1]
        if len(self._tokens) > MOST_TOKENS:
            del self._tokens[next(iter(self._tokens))]
        return token

    def knows(self, token: str) -> bool:
        """Whether that is a token of ours."""
        return _among(token, self._tokens) is not None

    def serial(self, token: str) -> str:
        """Return the phone that the link of a token was made for; empty when for none."""
        known = _among(token, self._tokens)
        return self._tokens[known] if known is not None else ""


def _among(given: str, known: Iterable[str]) -> str | None:
    """Find it; each is compared, and each in constant time."""
    raw = given.encode("utf-8", "surrogatepass")
    fits = [each for each in known if hmac.compare_digest(each.encode(), raw)]
    return fits[0] if fits else None
