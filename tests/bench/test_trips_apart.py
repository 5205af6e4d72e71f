"""Round trips for what lies in a frame with a process of its own: no more than for the rest."""

from typing import Any

import pytest

from bridge.app import open_bridge
from bridge.settings import load
from bridge.tools.call import Caller

CALLER = Caller("bench", "cli")

TURNS: list[tuple[str, dict[str, Any], int]] = [
    ("page_snapshot", {}, 1),
    ("page_find", {"text": "Button in cross"}, 1),
    ("page_tap", {"text": "Button in cross"}, 2),
    ("page_fill", {"label": "Frame field", "nth": 1, "value": "Ada"}, 2),
    ("page_key", {"key": "x"}, 2),
]
"""A tool, its arguments, and its trips: the frames' scripts talk to one another, not to us."""


async def test_a_frame_apart_costs_no_further_round_trips(start: Any, tmp_path: Any) -> None:
    with (
        start("--quirk", "oopif", "--rtt-ms", "20") as phone,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("TAPBRIDGE_HOME", str(tmp_path))
        settings = load(flags={"adb": {"port": phone.adb_port}, "serial": phone.serial})
        async with open_bridge(settings) as bridge:
            await bridge.door.call("page_navigate", {"url": phone.page("frames.html")}, CALLER)
            wanted = {"text": "Button in cross", "state": "visible"}
            await bridge.door.call("page_wait", wanted, CALLER)
            told = []
            for tool, args, _ in TURNS:
                phone.count_from_here()
                result = await bridge.door.call(tool, args, CALLER)
                told.append((tool, args, phone.trips()))
                assert "cross" in result.text or tool in {"page_fill", "page_key"}
            assert told == TURNS
