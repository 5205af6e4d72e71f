"""An act that a person pauses, or that runs into its limit: was anything sent or not?

The link to the phone is stalled at a named DevTools command. Before the act's own command
the caller is told that nothing happened, after it that it may have.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bridge.app import Bridge, open_bridge
from bridge.errors import BridgeError
from bridge.settings import Settings
from bridge.tools import CATALOGUE
from bridge.tools.call import Caller

LIMIT = 20
AGENT = Caller("agent", "mcp", "c1", families=frozenset({"more"}))
TOUCH, KEY, TEXT = "Input.dispatchTouchEvent", "Input.dispatchKeyEvent", "Input.insertText"
ASK, HISTORY, LIST = "Runtime.evaluate", "Page.getNavigationHistory", "Target.getTargets"
OTHER_PAGE = "__other page__"

# tool, arguments, a command after which nothing was sent, the act's own command
ACTS: list[tuple[str, dict[str, Any], str | None, str | None]] = [
    ("page_tap", {"text": "Press me"}, ASK, TOUCH),
    ("page_fill", {"label": "Field", "value": "x"}, ASK, TEXT),
    ("page_key", {"key": "Tab"}, ASK, KEY),
    ("page_scroll", {"direction": "down"}, ASK, "Input.dispatchMouseEvent"),
    ("page_scroll", {"direction": "bottom"}, None, ASK),
    ("page_select", {"label": "Choice", "index": 0}, None, ASK),
    ("page_drag", {"text": "Press me", "to_label": "Field"}, ASK, TOUCH),
    ("page_pinch", {"scale": 2}, ASK, "Input.synthesizePinchGesture"),
    ("page_focus", {"label": "Field"}, None, ASK),
    ("page_select_text", {"label": "Field"}, None, ASK),
    ("page_submit", {}, ASK, None),
    ("page_navigate", {"url": OTHER_PAGE}, None, "Page.navigate"),
    ("page_navigate", {"action": "reload"}, None, "Page.reload"),
    ("page_navigate", {"action": "back"}, HISTORY, "Page.navigateToHistoryEntry"),
    ("page_tabs", {"action": "open", "url": OTHER_PAGE}, None, "Target.createTarget"),
    ("page_tabs", {"action": "switch", "match": "mcp_touch"}, LIST, "Target.activateTarget"),
    ("page_tabs", {"action": "close", "match": "mcp_touch"}, LIST, "Target.closeTarget"),
]
CASES = [(tool, args, at, "PAUSED_BY_PERSON") for tool, args, at, _ in ACTS if at] + [
    (tool, args, at, "UNKNOWN_OUTCOME") for tool, args, _, at in ACTS if at
]


@dataclass
class Stage:
    bridge: Bridge
    phone: Any

    async def told(self, tool: str, **args: Any) -> str:
        try:
            await self.bridge.door.call(tool, args, AGENT)
        except BridgeError as fault:
            return fault.code
        return "OK"

    def stall(self, method: str) -> None:
        self.phone.count_from_here()
        self.phone.ask("/fault", {"name": "stall", "on": method})

    async def stalled(self, method: str) -> None:
        async with asyncio.timeout(LIMIT):
            while method not in (await asyncio.to_thread(self.phone.ask, "/trips"))["commands"]:
                pass


@pytest.fixture
async def stage(phone: Any) -> AsyncIterator[Stage]:
    settings = Settings.model_validate({"adb": {"port": phone.adb_port}, "serial": phone.serial})
    async with open_bridge(settings) as bridge:
        made = Stage(bridge, phone)
        assert await made.told("page_tabs", action="open", url=phone.page("index.html")) == "OK"
        assert await made.told("page_navigate", url=phone.page("mcp_touch.html")) == "OK"
        tabs = await (await bridge.fleet.phone(None)).browser()
        before = {page.id for page in tabs.targets.pages}
        yield made
        phone.ask("/fault", {"name": "none"})
        bridge.door.owners.resume(None)
        tabs = await (await bridge.fleet.phone(None)).browser()
        ours = [page.id for page in tabs.targets.pages if page.id not in before]
        mine = (await tabs.front()).target_id
        for target in {mine, *ours}:
            if len(tabs.targets.pages) > 1:
                await tabs.targets.close(target)


@pytest.mark.parametrize(("tool", "args", "at", "code"), CASES)
async def test_a_paused_act_may_have_happened_only_once_something_was_sent(
    stage: Stage, tool: str, args: dict[str, Any], at: str, code: str
) -> None:
    args = {k: stage.phone.page("form.html") if v == OTHER_PAGE else v for k, v in args.items()}
    stage.stall(at)
    async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as group:
        acting = group.create_task(stage.told(tool, **args))
        await stage.stalled(at)
        assert await stage.bridge.door.owners.pause(None) == 1
    assert acting.result() == code


@pytest.mark.parametrize(("at", "code"), [(ASK, "TIMEOUT"), (TOUCH, "UNKNOWN_OUTCOME")])
async def test_an_act_over_its_limit_may_have_happened_only_once_something_was_sent(
    stage: Stage, at: str, code: str
) -> None:
    short = replace(CATALOGUE["page_tap"], seconds=0.3)
    stage.bridge.door.catalogue = {**CATALOGUE, "page_tap": short}
    stage.stall(at)
    assert await stage.told("page_tap", text="Press me") == code


async def test_a_dialog_s_answer_that_was_sent_may_have_happened(stage: Stage) -> None:
    assert await stage.told("page_navigate", url=stage.phone.page("dialog.html")) == "OK"
    assert await stage.told("page_tap", text="Delete order") == "OK"
    at = "Page.handleJavaScriptDialog"
    stage.stall(at)
    async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as group:
        acting = group.create_task(stage.told("page_dialog", accept=True))
        await stage.stalled(at)
        await stage.bridge.door.owners.pause(None)
    assert acting.result() == "UNKNOWN_OUTCOME"
