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
    "page_frame": 1,
    "page_navigate": 2,
    "page_tabs": 1,
    "page_screenshot": 2,
    "page_dialog": 1,
    "page_drag": 2,
    "page_pinch": 3,
    "page_focus": 1,
    "page_select_text": 1,
    "page_submit": 2,
    "page_search": 2,
    "page_progress": 1,
    "page_upload": 2,
    "page_downloads": 0,
    # opened, asked what was picked, and its photo: box, picture, look. A person takes longer
    "page_pick": 5,
    "page_console": 1,
    "page_network": 1,
    "page_emulate": 2,
    "page_theme": 1,
    "page_contrast": 1,
    "page_apply_theme": 1,  # nothing is touched: the page script does it and says so
    "page_highlight": 1,  # the same
    "page_inject": 2,
    "page_run": 2,
    "timer_start": 0,
    "timer_status": 0,
    "timer_stop": 0,
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
        timed: A finger moves on its own clock, and answers come in meanwhile: what is counted are
            the questions before, between and after what it does.
        person: Where a person taps the page, again and again until the call has ended.
    """

    name: str
    page: str
    args: Mapping[str, Any]
    before: tuple[Call, ...] = ()
    after: tuple[Call, ...] = ()
    trips: int | None = None
    why: str = ""
    timed: bool = False
    person: tuple[float, float] | None = None

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
DARK: Call = ("page_apply_theme", {"mode": "dark"})
ALERT: Call = ("page_tap", {"text": "Show alert"})
OK: Call = ("page_dialog", {"accept": True})

INJECT: Call = ("page_inject", {"name": "sum", "code": "(n) => n + 1"})
TIMER: Call = ("timer_start", {"name": "tea", "seconds": 60})

BOARD = "gesture_board.html"
AT_ONCE = "no wheel is turned: the page script moves it there and looks, in one command"
JUDGED = "the history is read first, so that where it leads is judged before anything is sent"
LEAVE: Call = ("page_frame", {"to": "top"})
LEFT = "which frame was entered is known here"
BOXED = "the box to picture is asked for first"

FORMS = (
    Form("page_snapshot", "login.html", {}),
    Form("page_snapshot with boxes", "form.html", {"boxes": True}),
    Form("page_snapshot of a long page", "shop.html", {"max_bytes": 100_000}),
    Form("page_snapshot of a page with frames", "frames.html", {}),
    Form("page_snapshot in outline", "form.html", {"outline": True}),
    Form("page_snapshot since an unknown mark", "login.html", {"since": "none"}),
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
    Form("page_tap twice", "login.html", {**NAME, "count": 2}, timed=True),
    Form("page_tap held", "login.html", {**NAME, "hold_ms": 200}, timed=True),
    Form("page_drag", BOARD, {"css": "#card", "to_css": "#bin"}, timed=True),
    Form("page_drag to a point", BOARD, {"css": "#card", "to_x": 300, "to_y": 300}, timed=True),
    Form("page_pinch", BOARD, {"scale": 2}, after=(("page_pinch", {"scale": 0.5}),)),
    Form("page_focus", "login.html", NAME),
    Form("page_select_text", "login.html", {"search": "Welcome"}),
    Form("page_select_text of a field", "login.html", NAME, before=(FILLED,)),
    Form("page_submit", BOARD, {}),
    Form("page_fill", "login.html", {**NAME, "value": "Ada"}),
    Form("page_fill at the end", "login.html", {**NAME, "value": "!", "clear": False}),
    Form("page_fill with nothing", "login.html", {**NAME, "value": ""}, before=(FILLED,)),
    Form("page_fill the focused field", "login.html", {"value": "Ada"}, before=(FOCUS,)),
    Form("page_fill a date", "form.html", {"label": "Birthday", "value": "2001-02-03"}),
    Form("page_fill rich text", "form.html", {"label": "Notes", "value": "Hello"}),
    Form("page_fill and submit", "login.html", {**NAME, "value": "Ada", "submit": True}),
    Form("page_key", "login.html", {"key": "ArrowLeft"}, before=(FOCUS,)),
    Form("page_key held", "login.html", {"key": "a", "modifiers": ["ctrl"]}, before=(FOCUS,)),
    Form("page_key in an element", "login.html", {**NAME, "key": "ArrowLeft"}),
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
    Form("page_frame", "frames.html", {"css": "#same"}, after=(LEAVE,)),
    Form("page_frame left again", "frames.html", {}, trips=0, why=LEFT),
    Form("page_wait for an element", "login.html", {"text": "Sign in"}),
    Form("page_wait for page_text", "login.html", {"page_text": "Sign in"}),
    Form("page_wait for the url", "login.html", {"url": "login"}),
    Form("page_wait for a still page", "login.html", {"still": True}),
    # that the network is listened to no more is sent after it, and not waited for
    Form("page_wait for an idle network", "login.html", {"idle": True}, timed=True),
    Form(
        "page_wait for an idle network and an element",
        "login.html",
        {"idle": True, "text": "Sign in"},
        trips=2,
        why="the network is listened to first; the page is looked at once it is quiet",
    ),
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
    Form("page_search", "shop.html", {"query": "tea"}),
    Form("page_search without words", "shop.html", {}, trips=1, why="it only looks"),
    Form(
        "page_search by address",
        "search.html",
        {"query": "tea", "strategy": "url"},
        trips=3,
        why="the address is asked for first, then it is gone to",
    ),
    Form(
        "page_search where no field is seen",
        "search.html",
        {"query": "tea"},
        trips=5,
        why="a field is looked for, then in closed roots, then an address is asked for and gone to",
    ),
    Form("page_progress", "shop.html", {}),
    Form("page_pick", "login.html", {}, person=(200, 20)),
    Form("page_downloads", "transfer_board.html", {}),
    Form(
        "page_downloads fetch",
        "transfer_board.html",
        {"action": "fetch", "css": "#report"},
        trips=1,
        why="the list is known from events; a small file comes with the first answer",
    ),
    Form("page_upload", "transfer_board.html", {"css": "#one", "paths": ["small.txt"]}),
    Form(
        "page_upload of a large file",
        "transfer_board.html",
        {"css": "#one", "paths": ["large.bin"]},
        trips=4,
        why="it goes ahead in pieces of 1 MB, four at once: here 5 MB in two goes",
    ),
    Form(
        "page_upload by a button",
        "transfer_board.html",
        {"css": "#button", "paths": ["small.txt"]},
        trips=7,
        why="which field it is for is known once it was tapped and the page asked: the chooser is"
        " kept away, the tap takes its two, the field is handed over and looked at",
    ),
    Form(
        "page_upload from the phone",
        "transfer_board.html",
        {"css": "#one", "paths": ["phone:/sdcard/Download/lines.txt"]},
        trips=4,
        why="Chrome is given the field by the debugger, and the page is asked to read it",
    ),
    Form("page_console", "shop.html", {}),
    Form("page_network", "shop.html", {}, before=(("page_console", {}),)),
    Form(
        "page_emulate",
        "shop.html",
        {"color_scheme": "dark"},
        after=(("page_emulate", {"reset": True}),),
    ),
    Form(
        "page_emulate to look",
        "shop.html",
        {},
        trips=0,
        why="what is on is known here",
    ),
    Form("page_theme", "shop.html", {}),
    Form("page_contrast", "shop.html", {}),
    Form("page_contrast of an element", "shop.html", {"css": "main", "level": "AAA"}),
    Form("page_apply_theme", "shop.html", {"mode": "dark"}),
    Form("page_apply_theme taken off", "shop.html", {"mode": "revert"}, before=(DARK,)),
    Form("page_highlight", "form.html", {"label": "Photo", "duration_ms": 100}),
    Form("page_inject", "login.html", {"name": "sum", "code": "(n) => n + 1"}),
    Form("page_run", "login.html", {"name": "sum", "args": "1"}, before=(INJECT,)),
    Form("timer_start", "", {"name": "tea", "seconds": 60}),
    Form("timer_status", "", {}),
    Form("timer_stop", "", {"name": "tea"}, before=(TIMER,)),
    Form("device_list", "", {}),
    Form("doctor", "", {}),
)
