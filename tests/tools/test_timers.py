"""Timers through the door: no phone is asked, and each caller has its own."""

from dataclasses import replace
from typing import Any

from bridge.app import open_bridge
from bridge.settings import Settings
from tests.tools.conftest import EVERYBODY


async def test_a_timer_is_set_read_and_stopped_without_a_phone() -> None:
    async with open_bridge(Settings.model_validate({"adb": {"enabled": False}})) as bridge:

        async def call(name: str, /, who: str = "", **args: Any) -> Any:
            caller = replace(EVERYBODY, kind="mcp", connection=who or "one")
            return await bridge.door.call(name, args, caller)

        assert (await call("timer_status")).text == "no timer"
        told = await call("timer_start", name="tea", seconds=3600, note="steep it")
        assert told.text == "tea is due in 3600 s"
        told = await call("timer_status", name="tea")
        assert told.data["timers"][0]["fired"] is False
        assert told.text.startswith("tea: ")
        assert "of 3600 s" in told.text
        assert "(steep it)" in told.text
        assert (await call("timer_status", "two")).text == "no timer"
        assert bridge.busy()
        assert [t["name"] for t in bridge.door.timers.every()] == ["tea"]
        told = await call("timer_stop", name="tea")
        assert told.text.startswith("stopped tea: ")
        assert not bridge.busy()


async def test_one_that_is_due_says_so_and_one_that_is_not_there_is_none(refuse: Any) -> None:
    async with open_bridge(Settings.model_validate({"adb": {"enabled": False}})) as bridge:
        await bridge.door.call("timer_start", {"name": "now", "seconds": 1e-9}, EVERYBODY)
        told = await bridge.door.call("timer_status", {}, EVERYBODY)
        assert told.text.startswith("now: due since ")
    for tool in ("timer_status", "timer_stop"):
        assert (await refuse(tool, name="none")).code == "BAD_ARGUMENTS"
    assert (await refuse("timer_start", name="x\ny", seconds=1)).code == "BAD_ARGUMENTS"
