"""What is measured: each tool in its usual forms, and how many round trips each may take.

`USUAL` is what the design counts on; a form that takes another number says why. `{pages}` in
an argument stands for the address of the test pages.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Call = tuple[str, Mapping[str, Any]]

USUAL = {
    "page_snapshot": 1,
    "page_find": 1,
    "page_text": 1,
    "page_tap": 2,
    "page_fill": 2,
    "page_key": 2,
    "page_select": 1,
    "page_scroll": 2,
    "page_wait": 1,
    "page_navigate": 2,
    "page_tabs": 1,
    "page_screenshot": 2,
    "page_dialog": 1,
    "device_list": 0,
    "doctor": 0,
}
"""Serial DevTools round trips of a call, by the phone's own count."""


@dataclass(frozen=True)
class Form:
    """One way to use a tool.

    Attributes:
        name: The tool, and in which way.
        page: Where it is used; empty for one that needs none.
        args: Its arguments.
        before: Calls that go before, uncounted.
        after: Calls that go after, uncounted: they leave things as the next form needs them.
        trips: Round trips, where they are not the usual number; then `why` says why.
    """

    name: str
    page: str
    args: Mapping[str, Any]
    before: tuple[Call, ...] = ()
    after: tuple[Call, ...] = ()
    trips: int | None = None
    why: str = ""

    @property
    def tool(self) -> str:
        return self.name.partition(" ")[0]

    @property
    def allowed(self) -> int:
        """How many round trips it takes."""
        return USUAL[self.tool] if self.trips is None else self.trips


def spelled(args: Mapping[str, Any], pages: str) -> dict[str, Any]:
    """Put the address of the test pages into arguments."""
    return {
        key: value.replace("{pages}", pages) if isinstance(value, str) else value
        for key, value in args.items()
    }


NAME = {"label": "Name"}
FOCUS: Call = ("page_tap", NAME)
FILLED: Call = ("page_fill", {**NAME, "value": "Ada"})
END: Call = ("page_scroll", {"direction": "bottom"})
SHOP: Call = ("page_navigate", {"url": "{pages}/shop.html"})
OPEN: Call = ("page_tabs", {"action": "open", "url": "{pages}/shop.html"})
CLOSE: Call = ("page_tabs", {"action": "close", "match": "shop.html"})
ALERT: Call = ("page_tap", {"text": "Show alert"})
OK: Call = ("page_dialog", {"accept": True})

AT_ONCE = "no wheel is turned: the page script moves it there and looks, in one command"
JUDGED = "the history is read first, so that where it leads is judged before anything is sent"
BOXED = "the box to picture is asked for first"

FORMS = (
    Form("page_snapshot", "login.html", {}),
    Form("page_snapshot with boxes", "form.html", {"boxes": True}),
    Form("page_snapshot of a long page", "shop.html", {"max_bytes": 100_000}),
    Form("page_snapshot of a page with frames", "frames.html", {}),
    Form("page_find by text", "login.html", {"text": "Sign in"}),
    Form("page_find by css", "login.html", {"css": "input", "limit": 50}),
    Form("page_text", "shop.html", {}),
    Form("page_text of an element", "login.html", {"css": "main"}),
    Form("page_text cut short", "shop.html", {"max_chars": 100}),
    Form("page_tap a field", "login.html", NAME),
    Form("page_tap a checkbox", "form.html", {"label": "Send me the newsletter"}),
    Form("page_tap what lies below the screen", "form.html", {"css": "#submit"}),
    Form("page_tap a link", "login.html", {"role": "link", "nth": 0}),
    Form("page_tap that opens a dialog", "dialog.html", {"text": "Show alert"}, after=(OK,)),
    Form("page_fill", "login.html", {**NAME, "value": "Ada"}),
    Form("page_fill at the end", "login.html", {**NAME, "value": "!", "clear": False}),
    Form("page_fill with nothing", "login.html", {**NAME, "value": ""}, before=(FILLED,)),
    Form("page_fill the focused field", "login.html", {"value": "Ada"}, before=(FOCUS,)),
    Form("page_fill a date", "form.html", {"label": "Birthday", "value": "2001-02-03"}),
    Form("page_fill rich text", "form.html", {"label": "Notes", "value": "Hello"}),
    Form("page_fill and submit", "login.html", {**NAME, "value": "Ada", "submit": True}),
    Form("page_key", "login.html", {"key": "ArrowLeft"}, before=(FOCUS,)),
    Form("page_key held", "login.html", {"key": "a", "modifiers": ["ctrl"]}, before=(FOCUS,)),
    Form("page_key that moves the focus", "login.html", {"key": "Tab"}, before=(FOCUS,)),
    Form("page_select by option", "form.html", {"label": "Country", "option": "France"}),
    Form("page_select by value", "form.html", {"label": "Country", "value": "at"}),
    Form("page_select by index", "form.html", {"label": "Country", "index": 2}),
    Form("page_scroll down", "shop.html", {"direction": "down"}),
    Form("page_scroll up", "shop.html", {"direction": "up"}, before=(END,)),
    Form("page_scroll in a box", "scroll.html", {"direction": "down", "css": "#inner"}),
    Form("page_scroll to an end", "shop.html", {"direction": "bottom"}, trips=1, why=AT_ONCE),
    Form("page_scroll to an element", "form.html", {"label": "Photo"}, trips=1, why=AT_ONCE),
    Form("page_scroll to a place", "shop.html", {"x": 0, "y": 300}, trips=1, why=AT_ONCE),
    Form("page_wait for an element", "login.html", {"text": "Sign in"}),
    Form("page_wait for page_text", "login.html", {"page_text": "Sign in"}),
    Form("page_wait for the url", "login.html", {"url": "login"}),
    Form("page_wait for what is gone", "login.html", {"css": "#nothing", "state": "detached"}),
    Form("page_navigate", "login.html", {"url": "{pages}/shop.html"}),
    Form("page_navigate within the page", "login.html", {"url": "{pages}/login.html#part"}),
    Form("page_navigate reload", "login.html", {"action": "reload"}),
    Form("page_navigate back", "login.html", {"action": "back"}, trips=3, why=JUDGED),
    Form(
        "page_navigate forward",
        "login.html",
        {"action": "forward"},
        before=(SHOP, ("page_navigate", {"action": "back"})),
        trips=3,
        why=JUDGED,
    ),
    Form("page_tabs", "login.html", {}),
    Form(
        "page_tabs open",
        "login.html",
        {"action": "open", "url": "{pages}/shop.html"},
        after=(CLOSE,),
        trips=6,
        why="made empty, attached, armed, sent to its address, asked for its title, listed",
    ),
    Form(
        "page_tabs open behind",
        "login.html",
        {"action": "open", "url": "{pages}/shop.html", "active": False},
        after=(CLOSE,),
        trips=8,
        why="a phone opens it in front: the other tab is brought back, and seen to be in front",
    ),
    Form(
        "page_tabs switch",
        "login.html",
        {"action": "switch", "match": "login.html"},
        before=(OPEN,),
        after=(CLOSE,),
        trips=3,
        why="titles of now to choose by, brought to the front, seen to be there",
    ),
    Form(
        "page_tabs close",
        "login.html",
        {"action": "close", "match": "shop.html"},
        before=(OPEN,),
        trips=2,
        why="titles of now to choose by, closed",
    ),
    Form("page_screenshot", "shop.html", {}),
    Form("page_screenshot as png", "shop.html", {"format": "png"}),
    Form("page_screenshot of an element", "login.html", {"css": "button"}, trips=3, why=BOXED),
    Form("page_screenshot of the full page", "shop.html", {"full": True}, trips=3, why=BOXED),
    Form("page_dialog", "dialog.html", {"accept": True}, before=(ALERT,)),
    Form("device_list", "", {}),
    Form("doctor", "", {}),
)
