"""`tapbridge view`: a link, and the browser that opens it."""

import re
import webbrowser

import pytest
from typing_extensions import override

from tests.cli.conftest import Tapbridge
from tests.serve.conftest import Apart

LINK = re.compile(r"http://127\.0\.0\.1:\d+/#[\w-]{43}")


class Windows(webbrowser.BackgroundBrowser):
    """A browser with windows that notes what it is to open."""

    def __init__(self) -> None:
        super().__init__("nothing")
        self.opened: list[str] = []

    @override
    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        self.opened.append(url)
        return True


@pytest.fixture(autouse=True)
def _any_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPBRIDGE_WEB__PORTS", "[0]")


def test_the_link_is_printed_and_opened(
    tapbridge: Tapbridge, daemon: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = Windows()
    monkeypatch.setattr(webbrowser, "get", lambda: windows)
    said = tapbridge("view").out.splitlines()
    assert LINK.fullmatch(said[0])
    assert windows.opened == [said[0]]
    assert "works once" in said[1]


def test_it_opens_no_browser_unasked(
    tapbridge: Tapbridge, daemon: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = Windows()
    monkeypatch.setattr(webbrowser, "get", lambda: windows)
    assert LINK.fullmatch(tapbridge("view", "--no-open").out.strip())
    assert LINK.fullmatch(tapbridge("view", "--json").json["data"]["link"])
    assert windows.opened == []


def test_a_browser_of_the_terminal_is_not_one(
    tapbridge: Tapbridge, daemon: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("false"))
    assert LINK.fullmatch(tapbridge("view").out.strip())

    def none() -> None:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    assert LINK.fullmatch(tapbridge("view").out.strip())


def test_status_tells_where_it_is(tapbridge: Tapbridge, daemon: Apart) -> None:
    assert "viewer:" not in tapbridge("status").out
    link = tapbridge("view", "--no-open").out
    assert f"viewer: {link.partition('/#')[0]} " in tapbridge("status").out
