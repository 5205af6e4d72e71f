"""What `--help` and docs/tools.md say of a tool's arguments, by field or by `tool.field`.

Told here and not in the schemas: an agent pays for every word of those. Pure: no I/O.
"""

from __future__ import annotations

import re
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
    "uid": "The element, by its number in the last tree.",
    "observe": "Show the screen afterwards.",
    "phone_tree.grep": "Only lines that hold this.",
    "phone_tree.full": "Layout and the system's bars too.",
    "phone_find.text": "What it says, or a part of it.",
    "phone_tap.text": "The element, by what it says or a part of it.",
    "phone_tap.x": "The point, in pixels of the last picture; with --y.",
    "phone_tap.y": "The point, in pixels of the last picture; with --x.",
    "phone_tap.hold_ms": "Keep the finger down so long: a long press from about 500 on.",
    "phone_tap.count": "2 for a double tap.",
    "phone_swipe.direction": "Show what lies there.",
    "phone_swipe.from_x": "Where the finger begins, in pixels of the last picture.",
    "phone_swipe.from_y": "Where the finger begins.",
    "phone_swipe.to_x": "Where it ends.",
    "phone_swipe.to_y": "Where it ends.",
    "phone_swipe.duration_ms": "How long it takes: short ones fling.",
    "phone_scroll.text": "The list to scroll, by what it says; the whole screen if not given.",
    "phone_scroll.direction": "Show what lies there.",
    "phone_scroll.until": "Go on until an element says this, at most fifteen times.",
    "phone_wait.text": "What it says, or a part of it.",
    "phone_wait.state": "Wait until it is there, or is gone.",
    "phone_wait.timeout_ms": "How long to wait.",
    "phone_app.action": "What to do; relaunch ends it first.",
    "phone_app.package": "The app, by its package.",
    "phone_measure.text": "The element, by what it says; all that is off if none is named.",
    "phone_intent.action": "What is to be done, in Android's words.",
    "phone_intent.data_uri": "With what: an address of any kind but files and scripts.",
    "phone_intent.component": "By which activity; Android chooses if not given.",
    "phone_key.keys": "A key's name, or several with commas; or Android's numbers.",
    "phone_key.repeat": "How often.",
    "phone_type.text": "The text: what a US keyboard types.",
    "phone_type.submit": "Press Enter afterwards.",
    "phone_screenshot.format": "Form of the picture.",
    "phone_screenshot.max_side": "Longest side of the picture in px; 1280 if not given.",
    "page_snapshot.since": "Only what changed since the snapshot that gave this mark.",
    "page_snapshot.outline": "Only the page's regions, headings and forms, and how much it has.",
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
    "page_wait.idle": "Wait until no request of the page has been open for half a second.",
    "page_wait.still": "Wait until nothing moves in the page; what moves all the time is let be.",
    "page_wait.timeout_ms": "How long to wait.",
    "page_tap.x": "The point, from the left of the visible part in CSS px; with --y.",
    "page_tap.y": "The point, from its top; with --x.",
    "page_tap.hold_ms": "Keep the finger down so long: a long press from about 500 on.",
    "page_tap.count": "2 for a double tap.",
    "page_drag.x": "Begin at this point, from the left of the visible part in CSS px; with --y.",
    "page_drag.y": "Begin at this point, from its top; with --x.",
    "page_drag.to_ref": "Where it goes: an element, by its ref.",
    "page_drag.to_text": "Where it goes, by visible text.",
    "page_drag.to_role": "Where it goes, by role.",
    "page_drag.to_label": "Where it goes, by label.",
    "page_drag.to_placeholder": "Where it goes, by placeholder.",
    "page_drag.to_testid": "Where it goes, by data-testid.",
    "page_drag.to_css": "Where it goes, by a CSS selector.",
    "page_drag.to_nth": "Which of several, from 0.",
    "page_drag.to_x": "Where it goes: a point, from the left of the visible part; with --to-y.",
    "page_drag.to_y": "Where it goes: a point, from its top; with --to-x.",
    "page_drag.hold_start_ms": "Rest so long before moving: a long-press drag from about 500 on.",
    "page_drag.hold_end_ms": "Rest so long before letting go: with 0 a scroll is flung on.",
    "page_pinch.scale": "How much larger; below 1 smaller.",
    "page_focus.caret": "Where the caret goes in a field; all selects what is there.",
    "page_select_text.search": "The words to select, where they stand on the page or in a field.",
    "page_select_text.occurrence": "Which of several, from 0.",
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
    "page_search.query": "The words to search for; none to see how the site can be searched.",
    "page_search.strategy": "By its search field, by an address, or whichever there is.",
    "page_search.max_per_kind": "How many fields, buttons and addresses to list without a query.",
    "page_pick.timeout_ms": "How long to wait for the person; cut to 170000.",
    "page_progress.max_candidates": "How many to list.",
    "page_console.level": "This and graver ones.",
    "page_console.grep": "Only those with these words in them.",
    "page_console.since": "Only those after this number.",
    "page_console.entry": "One of them, whole, with its stack.",
    "page_console.limit": "How many of the newest to list.",
    "page_network.grep": "Only those with these words in their line.",
    "page_network.type": "Only this sort: document, script, image, fetch, xhr, websocket.",
    "page_network.failed": "Only those that failed, or were answered by an error.",
    "page_network.since": "Only those after this number.",
    "page_network.entry": "One of them, with its headers and timing.",
    "page_network.body": "Its body: shown when it is a short text, else put into a file.",
    "page_network.limit": "How many of the newest to list.",
    "page_emulate.network": "No network, or a slow one; online takes that back.",
    "page_emulate.latitude": "Where the phone is; with --longitude.",
    "page_emulate.longitude": "Where the phone is; with --latitude.",
    "page_emulate.accuracy": "Of the place, in metres.",
    "page_emulate.color_scheme": "What the page is told that the person prefers.",
    "page_emulate.reduced_motion": "Tell the page that the person wants less motion, or not.",
    "page_emulate.reset": "Take everything back.",
    "page_theme.max_scan": "How many elements to look at.",
    "page_theme.max_per_group": "How many colours of each kind, and fonts, to name.",
    "page_theme.max_tokens": "How many custom properties to name, colours first.",
    "page_theme.max_surfaces": "How many painted boxes to name, the largest first.",
    "page_contrast.level": "What is asked: 4.5 to 1 and 3 to 1 for large text, or 7 and 4.5.",
    "page_contrast.max_samples": "How many texts to look at.",
    "page_contrast.max_failures": "How many kinds of failure to name, the worst first.",
    "page_apply_theme.mode": "Which side its colours go to; keep: they stay on theirs.",
    "page_apply_theme.target_luminance": "How light its ground shall be, as WCAG counts it.",
    "page_apply_theme.background": "Colour of its ground.",
    "page_apply_theme.text": "Colour of text that is grey, black or white now.",
    "page_apply_theme.accent": "Colour of links and buttons that are colourful now.",
    "page_apply_theme.tokens": "Custom properties of the page: '--brand: navy'; several times.",
    "page_apply_theme.saturation": "How colourful: 0 is grey, 1 as it is.",
    "page_apply_theme.contrast": "What text must reach; WCAG AA if not given.",
    "page_apply_theme.transition_ms": "In what time the colours come in.",
    "page_highlight.duration_ms": "How long it stays.",
    "page_highlight.note": "Words beside it. The page cannot read them.",
    "page_upload.paths": "Files of this computer, below the current folder; or phone:/sdcard/….",
    "page_upload.drop": "Drop them on the element instead: for a drop zone without a field.",
    "page_downloads.action": "List them, or save one on this computer.",
    "page_downloads.number": "Which of those listed.",
    "page_frame.to": "Out of the frame that was entered last, or of all.",
    "page_inject.name": "What page_run calls it by.",
    "page_inject.code": "The function, such as (args) => args.a + args.b; none for a kept one.",
    "page_run.name": "The function.",
    "page_run.args": "Its argument, as JSON.",
    "timer_start.name": "What it is called.",
    "timer_start.seconds": "Until it is due.",
    "timer_start.note": "What it is for.",
    "timer_status.name": "Only this one.",
    "timer_stop.name": "Which one.",
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

_GIVEN = re.compile(r"\b([a-z_]+)=(\w+)")
"""`entry=5`, as agents are told."""
_NAMED = re.compile(r"(?<![\w.-])[a-z]+_(?:[a-z_]+\b|…)")
"""A tool or an argument whose name has several words, or the beginning of such."""


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
    if (above := schema.get("exclusiveMinimum")) is not None:
        notes.append(f"above {above}")
    if high is not None:
        notes.append(f"up to {high}" if low is None else f"{low} to {high}")
    if schema.get("default") not in {None, ""}:
        default = schema["default"]
        shown = ("yes" if default else "no") if isinstance(default, bool) else default
        notes.append(f"default: {shown}")
    return f"{told}  [{'; '.join(notes)}]".strip() if notes else str(told)


def typed(told: str, fields: Mapping[str, Mapping[str, Any]]) -> str:
    """Return words that are told to agents as a person at a shell has to type what they name.

    Args:
        told: A description of a tool, or the help of an argument.
        fields: The JSON Schemas of the tool's arguments.
    """

    def given(found: re.Match[str]) -> str:
        field, value = found[1], found[2]
        if field not in fields:
            return found[0]
        if fields[field].get("type") == "boolean":
            return f"--{'no-' if value == 'false' else ''}{field}".replace("_", "-")
        return f"--{field.replace('_', '-')} {value}"

    def named(found: re.Match[str]) -> str:
        known = found[0] in fields or found[0].endswith("…")
        return ("--" if known else "") + found[0].replace("_", "-")

    return _NAMED.sub(named, _GIVEN.sub(given, told))
