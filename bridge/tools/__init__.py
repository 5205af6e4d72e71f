"""The catalogue of tools, and the allowlist that names them.

A tool that nobody has named in `ALLOWED` stays off: add its name together with its test.
"""

from __future__ import annotations

from bridge.tools import act, device, see, tabs
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
        "device_list",
        "doctor",
    }
)

CATALOGUE: dict[str, Tool] = {
    each.name: each for each in (*see.TOOLS, *act.TOOLS, *tabs.TOOLS, *device.TOOLS)
}
