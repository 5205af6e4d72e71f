"""What `screencap` gave, checked: a whole PNG, of one display, with something on it. Pure.

It takes some 100 ms of CPU: call it in a thread.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image

from bridge.errors import BridgeError, ScreenFault

_MAGIC = b"\x89PNG\r\n\x1a\n"
_AS_TEXT = b"\x89PNG\r\r\n\x1a\r\n"
_END = b"IEND\xaeB`\x82"
_MOST_PIXELS = 60_000_000
_DARK = 4
"""Of 255: a colour that nobody sees."""


@dataclass(frozen=True, slots=True)
class Capture:
    """A picture of the screen in device pixels.

    Attributes:
        png: Its bytes, without what came before and after.
        black: Whether not one pixel of it is lit: a window that withholds its pixels is.
    """

    png: bytes
    width: int
    height: int
    black: bool


def capture(raw: bytes) -> Capture:
    """Check a capture.

    Raises:
        ScreenFault: `DISPLAY_AMBIGUOUS`: the phone has several displays. `CAPTURE_FAILED`:
            nothing came, or no whole picture.
    """
    if not raw:
        raise ScreenFault("CAPTURE_FAILED", "the phone gave no picture", hint="Wake the phone.")
    data = raw.replace(b"\r\n", b"\n") if _AS_TEXT in raw[:4096] else raw
    begins = data.find(_MAGIC, 0, 65_536)
    if b"Multiple displays" in data[: begins if begins >= 0 else 4096]:
        raise ScreenFault("DISPLAY_AMBIGUOUS", "the phone did not know which display to picture")
    if begins < 0:
        raise _no_picture(raw)
    ends = data.rfind(_END)
    if ends < begins:
        told = f"the picture ends in the middle, after {len(data) - begins} bytes"
        raise ScreenFault("CAPTURE_FAILED", told, hint="Call again; check the cable or Wi-Fi.")
    png = data[begins : ends + len(_END)]
    try:
        with Image.open(io.BytesIO(png), formats=("PNG",)) as picture:
            if picture.width * picture.height > _MOST_PIXELS:
                raise ScreenFault("CAPTURE_FAILED", "the picture is too large to unpack")
            lit = any(high > _DARK for _, high in _lights(picture))
            return Capture(png, *picture.size, black=not lit)
    except (OSError, SyntaxError, ValueError) as problem:
        raise ScreenFault("CAPTURE_FAILED", "what came is no whole picture") from problem


def _lights(picture: Image.Image) -> tuple[tuple[int, int], ...]:
    """Return the least and most of each colour."""
    found = picture.convert("RGB").getextrema()
    return tuple((int(low), int(high)) for low, high in found)  # type: ignore[misc]  # of three bands


def _no_picture(raw: bytes) -> BridgeError:
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        told = "the picture was turned into text on its way"
    elif len(raw) > 16 and raw[:2] != b"<?" and b"\0" in raw[:16]:  # noqa: PLR2004 - a raw frame's head
        told = "the phone gave raw pixels"
    else:
        told = "the phone gave words in the place of a picture"
    return ScreenFault("CAPTURE_FAILED", told, hint="Call again; restart the phone if it stays.")
