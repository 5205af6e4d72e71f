"""Pictures within limits, made from real encoded bytes."""

import io
import random
import struct
import zlib
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat, PngImagePlugin

from bridge.errors import ScreenFault
from bridge.images import MOST_PIXELS, shrink

PLENTY = 5_000_000


def noise(width: int, height: int) -> Image.Image:
    return Image.frombytes("RGB", (width, height), random.Random(7).randbytes(width * height * 3))


def page(width: int, height: int) -> Image.Image:
    picture = Image.new("RGB", (width, height), "white")
    for y in range(0, height, 40):
        picture.paste((20, 60, 120), (10, y, width - 10, y + 20))
    return picture


def encoded(picture: Image.Image, format: str, **how: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, format, **how)
    return out.getvalue()


def opened(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture


@pytest.mark.parametrize(("given", "wanted"), [("PNG", "png"), ("JPEG", "jpeg")])
def test_a_picture_within_its_limits_stays_byte_for_byte(given: str, wanted: Any) -> None:
    data = encoded(page(300, 200), given, icc_profile=b"as Chrome writes into its JPEGs")
    kept = shrink(data, max_bytes=PLENTY, max_side=300, format=wanted)
    assert (kept.data, kept.mime, kept.width, kept.height) == (data, f"image/{wanted}", 300, 200)


@pytest.mark.parametrize("given", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("wanted", ["png", "jpeg"])
@pytest.mark.parametrize("max_bytes", [400_000, 60_000, 9_000])
def test_the_worst_picture_fits_its_bytes_and_keeps_its_shape(
    given: str, wanted: Any, max_bytes: int
) -> None:
    small = shrink(encoded(noise(400, 800), given), max_bytes=max_bytes, format=wanted)
    shown = opened(small.data)
    assert len(small.data) <= max_bytes
    assert shown.format == wanted.upper()
    assert shown.size == (small.width, small.height)
    assert abs(small.height / small.width - 2) < 0.1


@pytest.mark.parametrize(
    ("size", "max_side", "wanted"),
    [((400, 800), 200, (100, 200)), ((800, 400), 200, (200, 100)), ((100, 50), 200, (100, 50))],
)
def test_the_longest_side_is_held_and_nothing_is_made_larger(
    size: tuple[int, int], max_side: int, wanted: Any
) -> None:
    small = shrink(encoded(page(*size), "PNG"), max_bytes=PLENTY, max_side=max_side)
    assert (small.width, small.height) == wanted


@pytest.mark.parametrize("max_side", [1202, 1201, 915, 600])
def test_a_jpeg_made_much_smaller_shows_what_a_png_shows(max_side: int) -> None:
    shown = [
        opened(shrink(data, max_bytes=PLENTY, max_side=max_side, format="png").data)
        for data in (
            encoded(page(1082, 2402), "PNG"),
            encoded(page(1082, 2402), "JPEG", quality=100, subsampling=0),
        )
    ]
    assert shown[0].size == shown[1].size
    assert max(shown[0].size) == max_side
    apart = ImageStat.Stat(ImageChops.difference(*shown)).mean
    assert max(apart) < 4  # of 255


def test_a_jpeg_of_twice_the_side_is_made_smaller() -> None:
    small = shrink(encoded(page(400, 800), "JPEG"), max_bytes=PLENTY, max_side=400)
    assert opened(small.data).size == (small.width, small.height) == (200, 400)


def test_quality_goes_before_size() -> None:
    data = encoded(noise(300, 300), "JPEG", quality=95)
    small = shrink(data, max_bytes=len(data) // 2, quality=95)
    assert (small.width, small.height) == (300, 300)


def test_exif_comments_profiles_and_text_are_gone_and_the_picture_stands_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turn by 90 degrees
    exif[0x010F] = "SECRET-CAMERA"
    data = encoded(
        page(300, 100), "JPEG", exif=exif, comment=b"SECRET-COMMENT", icc_profile=b"SECRET-ICC"
    )
    small = shrink(data, max_bytes=PLENTY)
    assert b"SECRET" in data
    assert b"SECRET" not in small.data
    assert not opened(small.data).getexif()
    assert (small.width, small.height) == (100, 300)


@pytest.mark.parametrize("wanted", ["png", "jpeg"])
def test_a_pngs_text_and_exif_are_gone(wanted: Any) -> None:
    exif = Image.Exif()
    exif[0x010F] = "SECRET-CAMERA"
    text = PngImagePlugin.PngInfo()
    text.add_text("Title", "SECRET-TITLE")
    data = encoded(page(50, 50), "PNG", exif=exif, pnginfo=text)
    assert b"SECRET" in data
    assert b"SECRET" not in shrink(data, max_bytes=PLENTY, format=wanted).data


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16"])
@pytest.mark.parametrize("wanted", ["png", "jpeg"])
def test_every_kind_of_pixel_can_be_shown(mode: str, wanted: Any) -> None:
    given = "JPEG" if mode == "CMYK" else "PNG"
    data = encoded(Image.new(mode, (40, 40)), given)
    assert opened(shrink(data, max_bytes=PLENTY, max_side=30, format=wanted).data).size == (30, 30)


def test_what_is_see_through_becomes_white_in_a_jpeg_and_stays_see_through_in_a_png() -> None:
    data = encoded(Image.new("RGBA", (40, 40), (255, 0, 0, 0)), "PNG")
    assert opened(shrink(data, max_bytes=PLENTY).data).getpixel((5, 5)) == (255, 255, 255)
    png = shrink(data, max_bytes=PLENTY, max_side=20, format="png")
    assert opened(png.data).getchannel("A").getpixel((5, 5)) == 0


def bomb(width: int, height: int) -> bytes:
    """A PNG that says it is huge, with hardly any data."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        )

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + head
        + chunk(b"IDAT", zlib.compress(bytes(100)))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("side", [8_000, 10_000, 13_000, 60_000])
def test_a_picture_that_would_unpack_too_large_is_refused_by_its_header(side: int) -> None:
    assert side * side > MOST_PIXELS
    with pytest.raises(ScreenFault, match="CAPTURE_FAILED: the picture is too large"):
        shrink(bomb(side, side), max_bytes=PLENTY)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no picture",
        encoded(noise(100, 100), "PNG")[:-2000],
        encoded(noise(100, 100), "JPEG")[:200],
        encoded(page(20, 20), "GIF"),
        encoded(page(20, 20), "BMP"),
        bomb(100, 100),
    ],
    ids=["nothing", "text", "cut png", "cut jpeg", "gif", "bmp", "png with too little in it"],
)
def test_what_is_no_whole_picture_is_refused(data: bytes) -> None:
    with pytest.raises(ScreenFault, match="CAPTURE_FAILED"):
        shrink(data, max_bytes=PLENTY)


def test_a_limit_that_no_picture_fits_is_refused() -> None:
    with pytest.raises(ScreenFault, match="cannot be made to fit 20 bytes"):
        shrink(encoded(noise(300, 300), "PNG"), max_bytes=20)


@pytest.mark.parametrize(
    "how", [{"max_bytes": 0}, {"max_side": 0}, {"quality": 0}, {"quality": 101}]
)
def test_limits_that_make_no_sense_are_a_defect(how: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="limits"):
        shrink(encoded(page(20, 20), "PNG"), **{"max_bytes": PLENTY, **how})  # type: ignore[arg-type] # of several types


def test_a_page_longer_than_a_jpeg_can_be_is_scaled_down() -> None:
    small = shrink(encoded(Image.new("L", (20, 66_000)), "PNG"), max_bytes=PLENTY)
    assert small.height <= 65_500


def test_what_must_not_be_seen_is_painted_over_also_in_a_picture_within_its_limits() -> None:
    data = encoded(Image.new("RGB", (100, 200), (255, 0, 255)), "PNG")
    veils = [(0.25, 0.5, 0.75, 0.6), (-1.0, 0.9, 0.1, 9.0), (2.0, 2.0, 3.0, 3.0)]
    shown = opened(shrink(data, max_bytes=PLENTY, format="png", veils=veils).data).convert("RGB")
    grey = [shown.getpixel(at) for at in ((25, 100), (74, 119), (0, 199), (9, 180))]
    assert grey == [(128, 128, 128)] * 4
    assert shown.getpixel((50, 90)) == (255, 0, 255)
