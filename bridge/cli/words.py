"""What `--help` and docs/tools.md say of a tool's arguments, by field or by `tool.field`.

Told here and not in the schemas: an agent pays for every word of those. Pure: no I/O.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SAYS: dict[str, str] = {
    "ref": "The element, by its ref from a snapshot (e12).",
    "text": "The element, by its visible text.",
    "role": "The element, by its role; with --text, role and name.",
    "label": "The field, by its label.",
    "placeholder": "The field, by its placeholder.",
    "testid": "The element, by its data-testid.",
    "css": "The element, by a CSS selector.",
    "nth": "Which of several, from 0.",
    "page_snapshot.boxes": "Say where each line lies: (x,y WIDTHxHEIGHT) in CSS px.",
    "page_snapshot.max_bytes": "Size of the text; the setting limits.snapshot_bytes if not given.",
    "page_find.limit": "How many to list.",
    "page_text.cursor": "Go on reading: the cursor of the answer before.",
    "page_text.max_chars": "How much to read at once.",
    "page_screenshot.full": "The whole page.",
    "page_screenshot.format": "Form of the picture.",
    "page_screenshot.quality": "Of a JPEG.",
    "page_screenshot.max_side": "Longest side of the picture in px; it is made smaller.",
    "page_wait.state": "Of the element; visible if not given.",
    "page_wait.page_text": "Wait until the page shows this text.",
    "page_wait.url": "Wait until the address has this in it.",
    "page_wait.timeout_ms": "How long to wait.",
    "page_tap.x": "The point, from the left of the visible part in CSS px; with --y.",
    "page_tap.y": "The point, from its top; with --x.",
    "page_fill.value": "The text.",
    "page_fill.clear": "Replace what is there, or put the text behind it.",
    "page_fill.submit": "Press Enter afterwards.",
    "page_key.key": "One character, Enter, Tab, Escape, Space, Backspace, Delete, Insert, Home,"
    " End, PageUp, PageDown, ArrowLeft (Right, Up, Down), or F1 to F12.",
    "page_key.modifiers": "Held meanwhile; may be given several times.",
    "page_select.option": "The option, by its visible text.",
    "page_select.value": "The option, by its value.",
    "page_select.index": "The option, by its place, from 0.",
    "page_scroll.direction": "By a screen, or to an end.",
    "page_scroll.x": "To this place of the page, in CSS px.",
    "page_scroll.y": "To this place of the page, in CSS px.",
    "page_dialog.accept": "OK or Leave, or else Cancel or Stay.",
    "page_dialog.prompt": "The text for a prompt.",
    "page_navigate.url": "The address to open, whole: https://example.com.",
    "page_navigate.action": "Instead of an address.",
    "page_tabs.action": "What to do.",
    "page_tabs.url": "The address to open; with --action open.",
    "page_tabs.tab": "The tab, by its number; to switch to or close.",
    "page_tabs.match": "The tab, by a part of its title or address.",
    "page_tabs.active": "Open it in front, or behind.",
}


def says(tool: str, field: str, schema: Mapping[str, Any]) -> str:
    """Return the help of one argument: what it is, its bounds, its default.

    Args:
        tool: The tool's name.
        field: The argument's name.
        schema: Its JSON Schema; a description there wins.
    """
    told = schema.get("description") or _SAYS.get(f"{tool}.{field}") or _SAYS.get(field, "")
    low, high = schema.get("minimum"), schema.get("maximum")
    notes: list[str] = []
    if high is not None:
        notes.append(f"up to {high}" if low is None else f"{low} to {high}")
    if schema.get("default") is not None:
        default = schema["default"]
        shown = ("yes" if default else "no") if isinstance(default, bool) else default
        notes.append(f"default: {shown}")
    return f"{told}  [{'; '.join(notes)}]".strip() if notes else str(told)
