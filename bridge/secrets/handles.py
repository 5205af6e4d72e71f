"""What stands in a secret's place: `⟦kind:id@origin#tag⟧`, and the texts that hold one.

The tag is drawn once for each Bridge and is never shown to a page, so a page cannot write a
handle. Pure: no I/O.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from typing_extensions import override

from bridge.addresses import Kind, Unparsable, parse_url, read
from bridge.errors import ScreenFault

NOWHERE = "nowhere"
"""The origin of what no single page showed: it can be released nowhere."""

FORM = re.compile(r"⟦([a-z-]{1,20}):([^\s@#⟦⟧]{1,80})@([^\s#⟦⟧]{1,300})#([0-9a-f]{8})⟧")
_BRACKETS = str.maketrans("⟦⟧", "[]")


@dataclass(frozen=True, slots=True)
class Handle:
    """One handle, taken apart."""

    kind: str
    id: str
    origin: str
    tag: str

    @classmethod
    def of(cls, found: re.Match[str]) -> Handle:
        """Take the handle apart that `FORM` found."""
        return cls(*found.groups())

    @override
    def __str__(self) -> str:
        """Return it as it stands in a text."""
        return f"⟦{self.kind}:{self.id}@{self.origin}#{self.tag}⟧"


class Bound(str):
    """A text with handles in it, as a call holds it until the last hop.

    As a string it is what was asked for, handles and all; only `reveal` gives the values.

    Attributes:
        origin: The one origin whose documents may have it.
    """

    __slots__ = ("_open", "origin")
    origin: str
    _open: Callable[[], str]

    @classmethod
    def of(cls, text: str, origin: str, opened: Callable[[], str]) -> Bound:
        """Bind a text; `opened` returns it with the values in their places."""
        made = cls(text)
        made.origin, made._open = origin, opened
        return made

    def reveal(self, origin: str) -> str:
        """Return the text with the secrets in it, for a document of this origin.

        Raises:
            ScreenFault: `SECRET_NOT_RELEASABLE`: it is another origin than theirs.
                `SECRET_EXPIRED`: one of them went meanwhile.
        """
        if origin != self.origin:
            raise ScreenFault(
                "SECRET_NOT_RELEASABLE",
                "the field is in a document of another origin than the secret's",
            )
        return self._open()


def unbracketed(text: str) -> str:
    """Rewrite brackets that are none of ours."""
    return text.translate(_BRACKETS)


def pieces(text: str, tag: str) -> Iterator[tuple[str, bool]]:
    """Cut a text into what lies between our handles, and the handles (True)."""
    at = 0
    if "⟦" in text:
        for found in FORM.finditer(text):
            if found[4] == tag:
                yield text[at : found.start()], False
                yield found[0], True
                at = found.end()
    yield text[at:], False


def texts(value: Any) -> Iterator[str]:
    """Yield every text in JSON values, keys of objects too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner)


def origin_of(url: str) -> str:
    """Return a web page's origin as Chrome writes it; `nowhere` for any other address."""
    try:
        if parse_url(url).kind is not Kind.WEB:
            return NOWHERE
        return read(url).origin
    except Unparsable:
        return NOWHERE
