"""Bodies of requests and answers, put into files of the Bridge's, for this user alone.

A text is sealed first, like everything that leaves. Only the newest few are kept.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from pathlib import Path

from bridge.errors import ScreenFault
from bridge.files import put
from bridge.places import state_folder
from bridge.secrets.outlet import sealed

FOLDER = "bodies"
MOST_BYTES = 10_000_000
MOST_FILES = 20
SHOWN_CHARS = 4_000
"""A text up to this is shown in the answer, and put into no file."""

_ENDINGS = {
    "application/json": "json",
    "text/html": "html",
    "text/css": "css",
    "text/plain": "txt",
    "text/javascript": "js",
    "application/javascript": "js",
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/webp": "webp",
    "image/gif": "gif",
    "image/svg+xml": "svg",
    "application/pdf": "pdf",
    "application/xml": "xml",
    "text/xml": "xml",
}
_OURS = re.compile(r"\d{6}-(request|response)\.[a-z]{2,5}")


@dataclass(frozen=True, slots=True)
class Body:
    """A body: a text, or bytes."""

    text: str | None
    data: bytes

    @property
    def shown(self) -> bool:
        """Whether it goes into the answer itself."""
        return self.text is not None and len(self.text) <= SHOWN_CHARS


def read(told: str, *, is_base64: bool) -> Body:
    """Read a body as Chrome tells it.

    Raises:
        ScreenFault: `NO_BODY`: too large, or of another form.
    """
    try:
        data = base64.b64decode(told, validate=True) if is_base64 else told.encode(errors="replace")
    except (binascii.Error, ValueError) as problem:
        raise ScreenFault("NO_BODY", "Chrome told it in another form") from problem
    if len(data) > MOST_BYTES:
        raise ScreenFault("NO_BODY", f"it has {len(data)} bytes: at most {MOST_BYTES} are told")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return Body(None, data)
    return Body(None if "\0" in text else text, data)


def save(body: Body, side: str, mime: str, url: str) -> Path:
    """Put a body into a file and return its path. Blocks: for a thread.

    Args:
        body: The body.
        side: `request` or `response`.
        mime: Its media type, which gives the file its ending.
        url: Where it came from.

    Raises:
        ScreenFault: `NO_BODY`: the disk does not take it.
    """
    folder = state_folder() / FOLDER
    data = body.data if body.text is None else sealed(body.text, url).encode(errors="replace")
    usual = "bin" if body.text is None else "txt"
    ending = _ENDINGS.get(mime.partition(";")[0].strip().lower(), usual)
    try:
        before = _ours(folder)
        number = int(before[-1].name[:6]) + 1 if before else 1
        path = folder / f"{number % 1_000_000:06}-{side}.{ending}"
        put(path, data)
        for old in before[: max(0, len(before) + 1 - MOST_FILES)]:
            old.unlink(missing_ok=True)
    except OSError as problem:
        raise ScreenFault("NO_BODY", f"it cannot be written: {problem.strerror}") from problem
    return path


def _ours(folder: Path) -> list[Path]:
    """Return the files that are there, oldest first."""
    if not folder.is_dir():
        return []
    return sorted(each for each in folder.iterdir() if _OURS.fullmatch(each.name))
