"""Texts that leave by a file are sealed by the running call's door, or not written."""

import pytest

from bridge.secrets.heard import listening
from bridge.secrets.outlet import sealed, sealing, shortened


def test_a_text_is_sealed_with_the_origin_it_came_from() -> None:
    with sealing(lambda text, origin, *, cut: f"{text}@{origin} {cut}"):
        assert sealed("word", "http://shop.test/a?b") == "word@http://shop.test False"
        assert sealed("w", "http://shop.test/", cut=True) == "w@http://shop.test True"


def test_outside_of_a_call_nothing_is_sealed_and_so_nothing_written() -> None:
    with pytest.raises(LookupError):
        sealed("word", "http://shop.test/")


def parted(text: str, longest: int) -> str:
    """Cut a text as within a call, with the secret `hunter2-hunter2` in it."""
    handle = "⟦password:1@https://shop.test#0a0b0c0d⟧"
    with sealing(lambda text, _, *, cut: text.replace("hunter2-hunter2", handle)):
        return shortened(text, longest)


@pytest.mark.parametrize("before", [0, 3, 10, 19, 20, 21])
def test_a_secret_at_a_cut_is_sealed_whole_and_its_handle_is_not_parted(before: int) -> None:
    told = parted(f"{'x' * before}hunter2-hunter2{'y' * 20}", 20)
    assert "hunter" not in told
    assert told.count("⟦") == told.count("⟧")
    assert told.endswith("…")


def test_a_text_that_fits_or_has_no_door_is_only_cut() -> None:
    assert shortened("x" * 20, 20) == "x" * 20
    assert shortened("x" * 21, 20) == f"{'x' * 20}…"
    assert parted("hunter2-hunter2", 20) == "hunter2-hunter2"  # the door seals all that leaves
    with sealing(lambda _text, _origin, *, cut: f"short {cut}"):
        assert shortened("x" * 21, 20) == "short False"


def test_a_cut_text_is_sealed_for_the_one_site_that_was_heard() -> None:
    with sealing(lambda text, origin, *, cut: f"{origin} {text}"), listening(heard := set()):
        assert shortened("x" * 9, 7) == "nowhere…"
        heard.add("http://shop.test/a")
        assert shortened("x" * 17, 16) == "http://shop.test…"


def test_of_a_text_without_end_only_what_is_near_the_cut_is_looked_through() -> None:
    looked: list[int] = []

    def seal(text: str, origin: str, *, cut: bool) -> str:
        looked.append(len(text))
        return text if text.startswith("x") else "short"

    with sealing(seal):
        assert shortened("x" * 1_000_000, 20) == f"{'x' * 20}…"
        assert shortened("y" * 1_000_000, 20) == "short…"
    assert max(looked) < 5_000
