"""What a viewer is told of the tab it shows."""

from types import SimpleNamespace
from typing import Any

from typing_extensions import override

from bridge.cdp.targets import Page
from bridge.page.dialogs import Dialog
from bridge.serve.caption import rows, tell
from bridge.serve.onlooker import Onlooker
from tests.conftest import HostJudge


class Told(Onlooker):
    """A viewer that notes what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[str, dict[str, Any]]] = []

    @override
    def tell(self, t: str, **fields: Any) -> None:
        self.said.append((t, fields))


def shown() -> Any:
    pages = (
        Page("A", "http://bank.test/", "My account"),
        Page("B", "http://shop.test/", "Shop"),
    )
    targets = SimpleNamespace(
        pages=pages, page=lambda id_: next(each for each in pages if each.id == id_)
    )
    browser = SimpleNamespace(
        targets=targets, judge=HostJudge({"bank.test"}), numbered=lambda id_: "AB".index(id_) + 1
    )
    tab = SimpleNamespace(
        target_id="A", url="http://bank.test/", title="", back=True, forward=False, dialog=None
    )
    return SimpleNamespace(browser=browser, tab=tab)


def test_the_page_is_told_once_and_marked_when_it_is_blocked() -> None:
    me, seen = Told(), shown()
    tell(me, seen)
    tell(me, seen)
    assert [t for t, _ in me.said] == ["page", "tabs", "dialog"]
    assert me.said[0][1] == {
        "tab": 1,
        "url": "http://bank.test/",
        "title": "My account",
        "back": True,
        "forward": False,
        "blocked": True,
    }
    seen.tab.url = "http://shop.test/"
    tell(me, seen)
    assert me.said[-1][1]["blocked"] is False


def test_every_tab_is_in_the_persons_list() -> None:
    assert [(each["tab"], each["active"]) for each in rows(shown())] == [(1, True), (2, False)]


def test_each_dialog_is_told_once() -> None:
    me, seen = Told(), shown()
    for dialog in (Dialog("alert", "one"), None, Dialog("alert", "two")):
        seen.tab.dialog = dialog
        tell(me, seen)
        tell(me, seen)
    told = [(fields["open"], fields.get("text")) for t, fields in me.said if t == "dialog"]
    assert told == [(True, "one"), (False, None), (True, "two")]
