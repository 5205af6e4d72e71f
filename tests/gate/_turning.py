"""Every tool, at the moments at which the page under it turns into a blocked one.

The page turns by itself (an address set by script, as single-page applications do), so the
guard's only chance is to look. The moments are made by holding back what the phone tells.
What stands on the page from then on (`TURNED`) must not come out, nor what stood there before.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

PATH = "/turned"
WORD = "open-sesame"
TURNED = "word-of-the-turned"
TELLS = "Page.navigatedWithinDocument"
"""The event that tells of it."""
BODY = f"""
<h1>{WORD}</h1>
<p id=turned></p>
<label>Name <input id=name></label>
<label>Colour <select><option>green<option>red</select></label>
<button>Press</button>
<iframe srcdoc="framed"></iframe>
<p style="height: 3000px">long</p>
<script>
  log = [];
  turn = () => {{
    history.pushState(null, "", "{PATH}");
    document.title = "{WORD} turned";
    document.getElementById("turned").textContent = "{TURNED}";
    navigator.sendBeacon("/noted-turn");
  }};
  const free = location.href;
  turnBack = () => {{
    history.pushState(null, "", free);
    document.title = "free";
    document.getElementById("turned").textContent = "";
    navigator.sendBeacon("/noted-back");
  }};
  const hear = (event) => {{
    log.push(event.type);
    navigator.sendBeacon("/noted-input");
    atInput();
  }};
  const seen = ["pointerdown", "keydown", "beforeinput", "wheel", "change"];
  for (const type of seen) addEventListener(type, hear, {{ capture: true, passive: true }});
  atInput = () => {{}};
  if (name === "turn at load") turn();
</script>
"""


@dataclass(frozen=True)
class Turning:
    """A tool in use.

    Attributes:
        first, second: DevTools commands whose answers are held back, with their number: the
            one before the tool's input or answer, and the last one.
        before: Script that readies the page.
        inputs: The tool sends input, which must not arrive once the page has turned.
    """

    tool: str
    args: Mapping[str, Any]
    first: tuple[str, int]
    second: tuple[str, int]
    before: str = ""
    inputs: bool = False


ASK = ("Runtime.evaluate", 1)
WHERE = ("Page.getNavigationHistory", 1)
FOCUS = "document.getElementById('name').focus();"
FORM = (
    "document.body.insertAdjacentHTML('beforeend', '<form onsubmit=\"event.preventDefault()\">"
    "<button>Send</button></form>');"
)
FIELD = "document.body.insertAdjacentHTML('beforeend', '<label>File <input type=file></label>');"
LINK = "document.body.insertAdjacentHTML('beforeend', '<a href=\"/html\">Get</a>');"
TOOLS = (
    Turning("page_snapshot", {}, ASK, ASK),
    Turning("page_snapshot", {"outline": True}, ASK, ASK),
    Turning("page_find", {"text": "Press"}, ASK, ASK),
    Turning("page_progress", {}, ASK, ASK),
    Turning("page_theme", {}, ASK, ASK),
    Turning("page_contrast", {}, ASK, ASK),
    Turning("page_apply_theme", {"mode": "dark", "transition_ms": 0}, ASK, ASK),
    Turning("page_highlight", {"text": "Press", "note": "here"}, ASK, ASK),
    Turning("page_text", {}, ASK, ASK),
    Turning("page_console", {}, WHERE, WHERE),
    Turning("page_network", {}, WHERE, WHERE),
    Turning("page_emulate", {"color_scheme": "dark"}, WHERE, ("Page.getNavigationHistory", 2)),
    Turning("page_frame", {"css": "iframe"}, ASK, ASK),
    Turning("page_wait", {"page_text": "never there", "timeout_ms": 500}, ASK, ASK),
    Turning("page_wait", {"still": True, "timeout_ms": 500}, ASK, ASK),
    Turning(
        "page_wait",
        {"idle": True, "timeout_ms": 500},
        *(("Network.enable", 1), ("Page.setLifecycleEventsEnabled", 1)),
    ),
    Turning("page_screenshot", {}, ("Page.captureScreenshot", 1), ("Runtime.evaluate", 2)),
    Turning("page_tap", {"text": "Press"}, ASK, ("Input.dispatchTouchEvent", 2), inputs=True),
    Turning(
        "page_fill",
        {"label": "Name", "value": "typed-word"},
        *(ASK, ("Input.insertText", 1)),
        inputs=True,
    ),
    Turning(
        "page_search",
        {"label": "Name", "query": "typed-word"},
        *(ASK, ("Input.insertText", 1)),
        inputs=True,
    ),
    Turning("page_key", {"key": "a"}, ASK, ("Input.dispatchKeyEvent", 2), FOCUS, inputs=True),
    Turning("page_select", {"label": "Colour", "option": "red"}, ASK, ASK),
    Turning(
        "page_scroll", {"direction": "down"}, ASK, ("Input.dispatchMouseEvent", 1), inputs=True
    ),
    Turning(
        "page_drag",
        {"text": "Press", "to_css": "h1"},
        *(ASK, ("Input.dispatchTouchEvent", 2)),
        inputs=True,
    ),
    Turning("page_pinch", {"scale": 2}, ASK, ("Input.synthesizePinchGesture", 1)),
    Turning("page_focus", {"label": "Name"}, ASK, ASK),
    Turning("page_select_text", {"css": "h1"}, ASK, ASK),
    Turning("page_pick", {"timeout_ms": 5000}, ASK, ASK),
    Turning("page_submit", {}, ASK, ("Runtime.evaluate", 2), FORM),
    Turning(
        "page_upload",
        {"label": "File", "paths": ["_turning.py"]},
        *(ASK, ("Runtime.evaluate", 2)),
        FIELD,
    ),
    Turning("page_downloads", {"action": "fetch", "text": "Get"}, ASK, ASK, LINK),
    Turning("page_navigate", {"action": "reload"}, ("Page.reload", 1), ASK),
    Turning("page_dialog", {"accept": True}, *(("Page.handleJavaScriptDialog", 1),) * 2),
)
MOMENTS = ("before plan", "between flights", "before outcome", "after outcome", "while it waits")

CANNOT: Mapping[tuple[str, str], str] = {
    ("page_dialog", "between flights"): (
        "it has one flight, and while a dialog is open no script of its page runs"
    ),
}
"""Moments that a tool does not have, and why not."""

CASES = tuple(
    (turning, moment)
    for turning in TOOLS
    for moment in MOMENTS
    if (turning.tool, moment) not in CANNOT
)
LOOKS = (
    *("page_snapshot", "page_find", "page_progress", "page_text", "page_wait", "page_screenshot"),
    *("page_theme", "page_contrast"),
)
"""Tools that only look: what was blocked meanwhile may be in what they saw."""
