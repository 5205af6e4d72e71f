"""What `screencap` gave, whole and broken."""

import io

import pytest
from PIL import Image

from bridge.errors import ScreenFault
from bridge.native.picture import capture


def png(colour: tuple[int, int, int] = (9, 200, 30)) -> bytes:
    out = io.BytesIO()
    Image.effect_noise((40, 60), 50).convert("RGB").save(out, "PNG")
    if colour == (0, 0, 0):
        out = io.BytesIO()
        Image.new("RGB", (40, 60)).save(out, "PNG")
    return out.getvalue()


def test_a_whole_picture_is_taken_as_it_is() -> None:
    whole = png()
    taken = capture(whole)
    assert (taken.width, taken.height, taken.black) == (40, 60, False)
    assert taken.png == whole


def test_words_around_it_are_cut_off() -> None:
    whole = png()
    assert capture(b"WARNING: linker\n" + whole + b"\nbye").png == whole


def test_one_that_a_terminal_translated_is_put_right() -> None:
    whole = png()
    assert capture(whole.replace(b"\n", b"\r\n")).png == whole


def test_one_on_which_nothing_is_lit_is_told() -> None:
    assert capture(png((0, 0, 0))).black


@pytest.mark.parametrize(
    ("raw", "code", "words"),
    [
        (b"", "CAPTURE_FAILED", "no picture"),
        (b"[Warning] Multiple displays were found\n" + png(), "DISPLAY_AMBIGUOUS", "which display"),
        (b"[Warning] Multiple displays were found\n", "DISPLAY_AMBIGUOUS", "which display"),
        (png()[:-20], "CAPTURE_FAILED", "in the middle"),
        (b"\xff\xfe" + b"\x89\0P\0", "CAPTURE_FAILED", "into text"),
        (b"\x10\0\0\0\x10\0\0\0\x01\0\0\0" + b"\1" * 99, "CAPTURE_FAILED", "raw pixels"),
        (b"screencap: not found", "CAPTURE_FAILED", "words"),
        (png()[:33] + b"x" * 40 + png()[-60:], "CAPTURE_FAILED", "no whole picture"),
    ],
)
def test_what_is_no_picture_is_refused_by_its_sort(raw: bytes, code: str, words: str) -> None:
    with pytest.raises(ScreenFault, match=words) as refused:
        capture(raw)
    assert refused.value.code == code
