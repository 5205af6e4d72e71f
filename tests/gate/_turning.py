"""Every tool, at the moments at which the page under it turns into a blocked one.

The page turns by itself (an address set by script, as single-page applications do), so the
guard's only chance is to look. The moments are made by holding back what the phone tells.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

PATH = "/turned"
WORD = "open-sesame"
BODY = f"""
<h1>{WORD}</h1>
<label>Name <input id=name></label>
<label>Colour <select><option>green<option>red</select></label>
<button>Press</button>
<p style="height: 3000px">long</p>
<script>
  log = [];
  turn = () => {{
    history.pushState(null, "", "{PATH}");
    document.title = "{WORD} turned";
    navigator.sendBeacon("/noted-turn");
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
FOCUS = "document.getElementById('name').focus();"
TOOLS = (
    Turning("page_snapshot", {}, ASK, ASK),
    Turning("page_find", {"text": "Press"}, ASK, ASK),
    Turning("page_text", {}, ASK, ASK),
    Turning("page_wait", {"page_text": "never there", "timeout_ms": 500}, ASK, ASK),
    Turning("page_screenshot", {}, ("Page.captureScreenshot", 1), ("Runtime.evaluate", 2)),
    Turning("page_tap", {"text": "Press"}, ASK, ("Input.dispatchTouchEvent", 2), inputs=True),
    Turning(
        "page_fill",
        {"label": "Name", "value": "typed-word"},
        *(ASK, ("Input.insertText", 1)),
        inputs=True,
    ),
    Turning("page_key", {"key": "a"}, ASK, ("Input.dispatchKeyEvent", 2), FOCUS, inputs=True),
    Turning("page_select", {"label": "Colour", "option": "red"}, ASK, ASK),
    Turning(
        "page_scroll", {"direction": "down"}, ASK, ("Input.dispatchMouseEvent", 1), inputs=True
    ),
    Turning("page_navigate", {"action": "reload"}, ("Page.reload", 1), ASK),
    Turning("page_dialog", {"accept": True}, *(("Page.handleJavaScriptDialog", 1),) * 2),
)
MOMENTS = ("before plan", "between flights", "before outcome", "after outcome", "while it waits")
