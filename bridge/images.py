"""Pictures made small enough to hand to an agent.

In: the bytes of a PNG, JPEG or WebP. Out: a JPEG or PNG within a number of bytes and
pixels, without EXIF or other metadata. Pictures that would unpack to far more than their
bytes are refused before they are unpacked. Takes 10-500 ms of CPU: call it in a thread.
"""

from __future__ import annotations

import io
import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PIL import Image, ImageOps

from bridge.errors import ScreenFault

MOST_PIXELS = 60_000_000
"""Largest picture that is unpacked: a full page of 1080 by 55,000 pixels."""
_JPEG_SIDE = 65_500
_LEAST_QUALITY = 45
_LEAST_SIDE = 16
_DRAFT = 1.25  # what a JPEG is unpacked to is so much larger than wanted, for a clean picture
_QUALITIES = range(1, 101)
_FORMATS = ("PNG", "JPEG", "WEBP")
# what Chrome's own screenshots carry: format facts and the screen's colours, nothing of a person
_CLEAN = {
    "jfif",
    "jfif_version",
    "jfif_unit",
    "jfif_density",
    "dpi",
    "gamma",
    "srgb",
    "icc_profile",
}
_BROKEN = (OSError, ValueError, SyntaxError, EOFError, struct.error)


Box = tuple[float, float, float, float]
"""Left, top, right, bottom, as shares of a picture's width and height."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """A picture ready to send.

    Attributes:
        width: In pixels of this picture, which may be smaller than the one given.
        mime: `image/jpeg` or `image/png`.
    """

    data: bytes
    mime: str
    width: int
    height: int


def shrink(
    data: bytes,
    *,
    max_bytes: int,
    max_side: int | None = None,
    format: Literal["jpeg", "png"] = "jpeg",
    quality: int = 80,
    veils: Sequence[Box] = (),
) -> Encoded:
    """Bring a picture within its limits; one that is within them already stays as it is.

    Quality goes down first (to 45), then size.

    Args:
        data: PNG, JPEG or WebP.
        max_bytes: Largest number of bytes.
        max_side: Longest side in pixels; any when not given.
        format: What comes out.
        quality: Of the JPEG, 1 to 100.
        veils: What is painted over with grey first.

    Raises:
        ScreenFault: `CAPTURE_FAILED`: it is no picture, too large to unpack, or cannot be
            made so small.
        ValueError: A limit makes no sense.
    """
    if max_bytes <= 0 or (max_side is not None and max_side <= 0) or quality not in _QUALITIES:
        raise ValueError("limits of a picture are positive, quality is 1 to 100")
    side = min(max_side or _JPEG_SIDE, _JPEG_SIDE)
    picture, fits = _opened(data, side)
    if (
        picture.format == format.upper()
        and len(data) <= max_bytes
        and fits
        and _CLEAN.issuperset(picture.info)
        and not veils
    ):
        return Encoded(data, f"image/{format}", *picture.size)
    whole = _plain(picture, format)
    for veil in veils:
        _cover(whole, veil)
    while True:
        picture = whole.copy()
        picture.thumbnail((side, side), Image.Resampling.LANCZOS)
        encoded = _smallest(picture, max_bytes, format, quality)
        if len(encoded) <= max_bytes:
            return Encoded(encoded, f"image/{format}", *picture.size)
        share = math.sqrt(max_bytes / len(encoded)) * 0.95
        side = int(max(picture.size) * min(share, 0.9))
        if side < _LEAST_SIDE:
            raise ScreenFault("CAPTURE_FAILED", f"it cannot be made to fit {max_bytes} bytes")


def _opened(data: bytes, side: int) -> tuple[Image.Image, bool]:
    """Unpack a picture, its size checked by its header first; say whether that is within `side`.

    A JPEG that has to become much smaller is unpacked at a half, a quarter or an eighth of
    its size where that is enough: most of the time is saved.
    """
    try:
        picture = Image.open(io.BytesIO(data), formats=_FORMATS)
        if picture.width * picture.height <= MOST_PIXELS:
            share = side / max(picture.size)
            if share < 1:
                room = share * _DRAFT
                picture.draft("RGB", (round(picture.width * room), round(picture.height * room)))
            picture.load()
            return picture, share >= 1
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        pass  # Pillow's own limit, which is higher than ours
    except _BROKEN as problem:
        raise ScreenFault("CAPTURE_FAILED", "what came is no whole picture") from problem
    raise ScreenFault("CAPTURE_FAILED", "the picture is too large to unpack")


def _cover(picture: Image.Image, veil: Box) -> None:
    """Paint over a part of a picture, and the pixel around it: its edge is blended."""
    left, top, right, bottom = veil
    width, height = picture.size
    area = (
        max(0, math.floor(left * width) - 1),
        max(0, math.floor(top * height) - 1),
        min(width, math.ceil(right * width) + 1),
        min(height, math.ceil(bottom * height) + 1),
    )
    if area[0] < area[2] and area[1] < area[3]:
        picture.paste("grey", area)


def _plain(picture: Image.Image, format: str) -> Image.Image:
    """Turn it as its EXIF says, and leave nothing but its pixels."""
    turned = ImageOps.exif_transpose(picture)
    see_through = turned.mode in {"RGBA", "LA", "PA"} or "transparency" in turned.info
    if format == "png" and see_through:
        plain = turned.convert("RGBA")
    elif see_through:
        layer = turned.convert("RGBA")
        plain = Image.new("RGB", layer.size, "white")
        plain.paste(layer, mask=layer.getchannel("A"))
    else:
        plain = turned.convert("RGB")
    plain.info.clear()
    return plain


def _smallest(picture: Image.Image, max_bytes: int, format: str, quality: int) -> bytes:
    """Encode, at lower quality where that is what it takes to fit."""
    if format == "png":
        out = io.BytesIO()
        picture.save(out, "PNG")
        return out.getvalue()
    encoded = b""
    steps = {min(step, quality) for step in (100, (quality + _LEAST_QUALITY) // 2, _LEAST_QUALITY)}
    for step in sorted(steps, reverse=True):
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=step)
        encoded = out.getvalue()
        if len(encoded) <= max_bytes:
            break
    return encoded
