"""Handles: how they read, where they are recognised, what they open."""

import pytest

from bridge.errors import ScreenFault
from bridge.secrets.handles import (
    FORM,
    NOWHERE,
    Bound,
    Handle,
    origin_of,
    pieces,
    texts,
    unbracketed,
)

TAG = "0a1b2c3d"


def test_a_handle_reads_as_it_is_written() -> None:
    text = str(Handle("card", "3~4242", "https://shop.test:8443", TAG))
    assert text == "⟦card:3~4242@https://shop.test:8443#0a1b2c3d⟧"
    found = FORM.fullmatch(text)
    assert found is not None
    assert str(Handle.of(found)) == text


def test_only_handles_with_our_tag_are_ours() -> None:
    ours, theirs = "⟦card:1@https://a.test#0a1b2c3d⟧", "⟦card:1@https://a.test#deadbeef⟧"
    cut = list(pieces(f"x{ours}{theirs}y", TAG))
    assert cut == [("x", False), (ours, True), (f"{theirs}y", False)]
    assert unbracketed(theirs) == "[card:1@https://a.test#deadbeef]"


def test_a_bound_text_opens_for_its_origin_alone_and_never_shows_itself() -> None:
    bound = Bound.of("⟦…⟧", "https://shop.test", lambda: "hunter2")
    assert bound.reveal("https://shop.test") == "hunter2"
    assert "hunter2" not in f"{bound} {bound!r} {vars(Bound)}"
    for other in ("https://shop.test.evil.test", "http://shop.test", "null", ""):
        with pytest.raises(ScreenFault) as caught:
            bound.reveal(other)
        assert caught.value.code == "SECRET_NOT_RELEASABLE"


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Shop.Test:443/a?b#c", "https://shop.test"),
        ("http://shop.test:8080", "http://shop.test:8080"),
        ("https://user:pw@shop.test/", "https://shop.test"),
        ("https://bücher.example/", "https://xn--bcher-kva.example"),
        *(
            (url, NOWHERE)
            for url in ("about:blank", "data:text/html,x", "", "shop.test", "file:///x")
        ),
    ],
)
def test_an_origin_is_spelled_as_chrome_does(url: str, origin: str) -> None:
    assert origin_of(url) == origin


def test_every_text_of_json_is_seen_keys_too() -> None:
    assert list(texts({"a": ["b", ("c", 1, None)], "d": {"e": True}})) == ["a", "b", "c", "d", "e"]
