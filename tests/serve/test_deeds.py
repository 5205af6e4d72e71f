"""What a person types into the address bar, and that what steers needs the wheel."""

from typing import Any

import pytest

from bridge.serve.deeds import address
from bridge.serve.web import House
from tests.serve.viewers import opened


@pytest.mark.parametrize(
    ("typed", "opened_at"),
    [
        ("https://shop.example/a b", "https://shop.example/a b"),
        ("HTTP://shop.example", "HTTP://shop.example"),
        ("chrome://version", "chrome://version"),
        ("about:blank", "about:blank"),
        ("data:text/html,x", "data:text/html,x"),
        (" shop.example ", "https://shop.example"),
        ("shop.example/path?q=1#x", "https://shop.example/path?q=1#x"),
        ("shop.example:8080/x", "https://shop.example:8080/x"),
        ("bücher.example", "https://bücher.example"),
        ("localhost", "https://localhost"),
        ("localhost:3000/x", "https://localhost:3000/x"),
        ("127.0.0.1:80", "https://127.0.0.1:80"),
        ("[::1]:80/x", "https://[::1]:80/x"),
        ("shoes", "https://www.google.com/search?q=shoes"),
        ("red shoes & socks", "https://www.google.com/search?q=red+shoes+%26+socks"),
        ("what is shop.example", "https://www.google.com/search?q=what+is+shop.example"),
        ("ada@shop.example", "https://www.google.com/search?q=ada%40shop.example"),
        ("javascript:alert(1)", "https://www.google.com/search?q=javascript%3Aalert%281%29"),
        ("time: now", "https://www.google.com/search?q=time%3A+now"),
    ],
)
def test_what_is_typed_is_an_address_a_host_or_words(typed: str, opened_at: str) -> None:
    assert address(typed) == opened_at


async def test_who_does_not_steer_may_look_pause_and_answer_only(house: House) -> None:
    steering: dict[str, dict[str, Any]] = {
        "touch": {"kind": "start", "fx": 0, "fy": 0, "n": 1},
        "wheel": {"fx": 0, "fy": 0, "dx": 0, "dy": 1, "n": 1},
        "text": {"text": "x"},
        "compose": {"text": "x"},
        "key": {"key": "Enter"},
        "go": {"url": "x.example"},
        "switch": {"tab": 1},
        "close": {"tab": 1},
        "lens": {"op": "cancel"},
        **{each: {} for each in ("back", "forward", "reload", "new", "open", "wake")},
    }
    async with opened(house) as first, opened(house) as second:
        await second.hears("steering", you=False)
        for t, fields in steering.items():
            await second.say(t, **fields)
            assert (await second.hears("error", re=t))["code"] == "NOT_OWNER"
        for t in ("watch", "tabs", "pause", "resume", "reconnect", "unwatch"):
            await second.say(t)
        await second.say("sites", op="list")
        await second.say("answer", id="1", answer="no")
        await second.hears("answered", id="1")
        await second.heeded()
        assert [each for each in second.all if each["t"] == "error" and each["re"] in steering][
            len(steering) :
        ] == []
        await first.say("back")
        assert (await first.hears("error", re="back"))["code"] == "PHONE_GONE"
