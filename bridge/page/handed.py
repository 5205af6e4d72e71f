"""What the page script answers about files that go to a page or come from it, as models.

One model per command (`HANDED`), as in `snapshot`. Pure: no I/O.
"""

from __future__ import annotations

from bridge.page.snapshot import Loose, Row


class UploadPlan(Loose):
    """Value of `upload_plan`: the field; or, without one, what has to be tapped to get at it."""

    element: Row
    token: str
    field: bool


class Given(Loose):
    """A file as the page sees it."""

    name: str
    size: int
    type: str = ""


class Uploaded(Loose):
    """Value of `upload` and `uploaded`: what the field held a while later.

    Attributes:
        there: The field is still on the page.
        dropped: The files were dropped on the element, which is no field.
        unreadable: Why the page cannot read one of them; the field was emptied again.
    """

    files: tuple[Given, ...]
    there: bool = True
    element: Row | None = None
    dropped: bool = False
    unreadable: str | None = None


class Piece(Loose):
    """Value of `download_part`.

    Attributes:
        data: Base64.
        done: There is no more.
    """

    data: str
    done: bool


class Begun(Piece):
    """Value of `download_begin`: what was found, and the first piece.

    Attributes:
        url: Where it came from in the end, redirects followed.
        disposition: The header of that name, where the page may read it.
        name: What the link calls it.
        size: In bytes, where the server says so.
    """

    token: str
    url: str
    type: str = ""
    disposition: str = ""
    name: str = ""
    size: int | None = None


class Nothing(Loose):
    """Value of a command that has nothing to say."""


HANDED: dict[str, type[Loose]] = {
    "upload_plan": UploadPlan,
    "upload_part": Nothing,
    "upload": Uploaded,
    "uploaded": Uploaded,
    "download_begin": Begun,
    "download_part": Piece,
    "download_end": Nothing,
}
