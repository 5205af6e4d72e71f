"""What a phone's shell is found to say."""

from typing import Any

import pytest

from bridge.probe import native
from tests.conftest import VirtualPhone

EXPECTED = {question.id: "holds" for question in native.QUESTIONS} | {
    "displays": "not seen",
    "hid-access": "differs",
    "input-words": "not seen",
    "keyboard-words": "holds",
    "uiautomator-dump": "holds",
}


@pytest.fixture(scope="module")
def rows(phone: VirtualPhone, ask: Any) -> Any:
    return ask(phone, native.QUESTIONS)


@pytest.mark.parametrize(("name", "verdict"), EXPECTED.items())
def test_the_virtual_phone_is_found_as_it_is(rows: Any, name: str, verdict: str) -> None:
    assert rows[name]["verdict"] == verdict, rows[name]


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("null", "null"),
        ("Window{2785a60 u0 com.android.chrome/com.google.android.apps.chrome.Main}", "component"),
        ("Window{1651cd4 u0 NotificationShade}", "title"),
        ("Window{1651cd4 u0 Application Error: com.example.private}", "title"),
        ("something else", "other"),
    ],
)
def test_of_a_focus_line_only_the_form_is_told(line: str, form: str) -> None:
    assert native._focus_form(line) == form


def test_other_sockets_are_told_without_their_apps_and_numbers() -> None:
    assert native._plain("webview_devtools_remote_4711") == "webview_devtools_remote_N"
    assert native._plain("com.example.private_devtools_remote") == "other_devtools_remote"


async def test_another_override_of_the_size_is_seen(ground: Any, phone: VirtualPhone) -> None:
    phone.ask("/state", {"size_override": [1080, 2220]})
    try:
        facts = await native.size(ground)
    finally:
        phone.ask("/state", {"size_override": None})
    assert (facts["physical"], facts["override"]) == ("1082x2402", "1080x2220")
    assert set(ground.said) == {"wm size", "wm density"}
