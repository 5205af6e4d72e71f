"""The catalogue of tools, and the allowlist that names them.

A tool that nobody has named in `ALLOWED` stays off: add its name together with its test.
"""

from __future__ import annotations

from bridge.tools import (
    act,
    debug,
    device,
    field,
    frame,
    gesture,
    live,
    looks,
    native,
    pick,
    search,
    see,
    tabs,
    timers,
    transfer,
)
from bridge.tools.spec import Tool

__all__ = ["ALLOWED", "CATALOGUE"]

ALLOWED = frozenset(
    {
        "page_snapshot",
        "page_find",
        "page_text",
        "page_tap",
        "page_fill",
        "page_key",
        "page_select",
        "page_scroll",
        "page_wait",
        "page_navigate",
        "page_tabs",
        "page_screenshot",
        "page_dialog",
        "page_frame",
        "page_drag",
        "page_pinch",
        "page_focus",
        "page_select_text",
        "page_submit",
        "page_search",
        "page_progress",
        "page_theme",
        "page_contrast",
        "page_apply_theme",
        "page_highlight",
        "page_pick",
        "page_console",
        "page_network",
        "page_emulate",
        "page_upload",
        "page_downloads",
        "page_inject",
        "page_run",
        "phone_tree",
        "phone_find",
        "phone_tap",
        "phone_swipe",
        "phone_scroll",
        "phone_wait",
        "phone_app",
        "phone_intent",
        "phone_info",
        "phone_measure",
        "phone_back",
        "phone_key",
        "phone_type",
        "phone_screenshot",
        "timer_start",
        "timer_status",
        "timer_stop",
        "device_list",
        "doctor",
    }
)

CATALOGUE: dict[str, Tool] = {
    each.name: each
    for each in (
        *see.TOOLS,
        *act.TOOLS,
        *gesture.TOOLS,
        *field.TOOLS,
        *frame.TOOLS,
        *tabs.TOOLS,
        *search.TOOLS,
        *looks.TOOLS,
        *pick.TOOLS,
        *transfer.TOOLS,
        *live.TOOLS,
        *timers.TOOLS,
        *debug.TOOLS,
        *native.TOOLS,
        *device.TOOLS,
    )
}
