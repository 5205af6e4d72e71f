"""What a viewer is told of the tab that it shows: its address, the tabs beside it, a dialog.

Blocked tabs are among them, and marked: it is the person who looks.
"""

from __future__ import annotations

from typing import Any

from bridge.page.dialogs import Dialog
from bridge.serve.onlooker import Onlooker
from bridge.serve.shown import Shown

MOST_WORDS = 2000


def tell(onlooker: Onlooker, shown: Shown) -> None:
    """Tell what is new to a viewer."""
    browser, tab = shown.browser, shown.tab
    page = browser.targets.page(tab.target_id)
    onlooker.tell_if_new(
        "page",
        tab=browser.numbered(tab.target_id),
        url=tab.url,
        title=tab.title or (page.title if page is not None else ""),
        back=tab.back,
        forward=tab.forward,
        blocked=not browser.judge.allows(tab.url),
    )
    onlooker.tell_if_new("tabs", tabs=rows(shown))
    onlooker.tell_if_new("dialog", **_asked(tab.dialog))


def _asked(dialog: Dialog | None) -> dict[str, Any]:
    """Return what a dialog of the page says: it is in no picture."""
    if dialog is None:
        return {"open": False}
    text = dialog.message[:MOST_WORDS]
    return {"open": True, "kind": dialog.kind, "text": text, "default": dialog.default}


def rows(shown: Shown) -> list[dict[str, Any]]:
    """Return the open tabs."""
    browser = shown.browser
    return [
        {
            "tab": browser.numbered(page.id),
            "title": page.title,
            "url": page.url,
            "active": page.id == shown.tab.target_id,
            "asleep": False,
        }
        for page in browser.targets.pages
    ]
