import asyncio
import re
from pathlib import Path

import pytest

from bridge.cdp.connection import Connection
from bridge.cdp.outgo import LOOKS, Outgo, counted, looking, note

ROOMS = [Path(__file__).parents[2] / "bridge" / room for room in ("cdp", "page")]
CHANGES = {
    "Input.dispatchKeyEvent",
    "Input.dispatchMouseEvent",
    "Input.dispatchTouchEvent",
    "Input.insertText",
    "Input.synthesizePinchGesture",
    "Page.handleJavaScriptDialog",
    "Page.navigate",
    "Page.navigateToHistoryEntry",
    "Page.reload",
    "Page.stopLoading",
    "Runtime.evaluate",
    "Target.activateTarget",
    "Target.closeTarget",
    "Target.createTarget",
}


@pytest.mark.parametrize("method", [*sorted(CHANGES), "Page.notYetInvented"])
def test_what_changes_something_or_is_not_known_counts_as_sent(method: str) -> None:
    outgo = Outgo()
    with counted(outgo):
        note("Page.getFrameTree")
        assert not outgo.acted
        note(method)
    assert outgo.acted


def test_a_command_counts_for_its_own_call_and_not_when_its_sender_only_looks() -> None:
    first, second = Outgo(), Outgo()
    with counted(first):
        with looking():
            note("Runtime.evaluate")
        with counted(second):
            note("Input.insertText")
    note("Input.insertText")
    assert (first.acted, second.acted) == (False, True)


async def test_what_a_task_of_the_call_sends_counts_for_it() -> None:
    outgo = Outgo()

    async def press() -> None:
        note("Input.dispatchKeyEvent")

    with counted(outgo):
        async with asyncio.TaskGroup() as group:
            group.create_task(press())
    assert outgo.acted


def test_no_command_that_only_looks_is_one_that_changes_and_each_is_in_use() -> None:
    sources = "\n".join(path.read_text("utf-8") for room in ROOMS for path in room.glob("*.py"))
    assert not CHANGES & LOOKS
    assert {each for each in CHANGES if f'"{each}"' not in sources} == set()
    for method in LOOKS:
        assert len(re.findall(rf'"{method}"', sources)) > 1, f"nobody sends {method}"


async def test_every_way_of_sending_is_counted(link: Connection) -> None:
    for send in (link.root.call, link.root.post):
        outgo = Outgo()
        with counted(outgo):
            await link.root.call("Target.getTargets")
            assert not outgo.acted
            assert (await send("Target.createTarget", {"url": "about:blank"}))["targetId"]
        assert outgo.acted
