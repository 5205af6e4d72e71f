"""Intents as agents may ask for them."""

import shlex
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.errors import UsageFault
from bridge.native.intent import Intent, intent

WIFI = "android.settings.WIFI_SETTINGS"
VIEW = "android.intent.action.VIEW"


def test_it_is_written_as_one_command() -> None:
    made = intent(VIEW, "geo:1,2?q=x", "com.a/.Map")
    assert made.command == f"am start --user current -a '{VIEW}' -d 'geo:1,2?q=x' -n 'com.a/.Map'"
    assert intent(WIFI).command == f"am start --user current -a '{WIFI}'"
    assert (made.package, made.is_web, made.words) == ("com.a", False, f"{VIEW} com.a")
    assert intent(VIEW, "HTTPS://a.test/").is_web
    assert intent(VIEW, "spotify:track:1", "com.music/.Main").data


@pytest.mark.parametrize(
    ("given_", "code"),
    [
        ((WIFI + " x",), "BAD_ARGUMENTS"),
        (("",), "BAD_ARGUMENTS"),
        (("-n",), "BAD_ARGUMENTS"),
        ((VIEW, "tel:1;reboot"), "BAD_ARGUMENTS"),
        ((VIEW, "tel:$(id)"), "BAD_ARGUMENTS"),
        ((VIEW, "tel:\u0661"), "BAD_ARGUMENTS"),
        ((VIEW, "no-address"), "BAD_ARGUMENTS"),
        ((VIEW, "tel:" + "1" * 3000), "BAD_ARGUMENTS"),
        ((VIEW, "", "com.a"), "BAD_ARGUMENTS"),
        ((VIEW, "", "-n/x"), "BAD_ARGUMENTS"),
        ((VIEW, "file:///sdcard/x"), "UNSUPPORTED"),
        ((VIEW, "INTENT://x#Intent.end"), "UNSUPPORTED"),
        ((VIEW, "content://x"), "UNSUPPORTED"),
        ((VIEW, "googlechrome://navigate?url=https://bank.test"), "UNSUPPORTED"),
        ((VIEW, "view-source:https://bank.test"), "UNSUPPORTED"),
        ((VIEW, "javascript:1"), "UNSUPPORTED"),
    ],
)
def test_what_is_none_or_reaches_too_far_is_refused(given_: tuple[str, ...], code: str) -> None:
    with pytest.raises(UsageFault) as refused:
        intent(*given_)
    assert refused.value.code == code


@given(st.text(string.printable, max_size=30), st.text(string.printable, max_size=30))
def test_whatever_is_let_through_is_the_words_that_were_given(action: str, data: str) -> None:
    try:
        made = intent(action, data)
    except UsageFault:
        return
    assert made == Intent(action, data)
    words = shlex.split(made.command)
    assert words == [
        "am",
        "start",
        "--user",
        "current",
        "-a",
        action,
        *(["-d", data] if data else []),
    ]
