"""Code that an agent brings along, on sites that are blocked, in part or meanwhile."""

import asyncio
import logging
from typing import Any

import pytest

from bridge.cdp.connection import Session
from tests.gate._lab import Lab
from tests.gate._turning import PATH, TURNED, WORD, Turning
from tests.gate.test_moments import Moment, page, script

__all__ = ["page"]

RUN = {"name": "f", "args": "null"}
INJECT = {"name": "f", "code": "() => { window.ran = 1; return document.body.textContent }"}
ASKS = "Runtime.evaluate"


@pytest.fixture
async def free(lab: Lab, page: Session) -> Session:
    """The page, with code allowed on its site, none of it blocked, and a function in it."""
    lab.bridge.live.allowed.path.write_text("turning.test\n", encoding="utf-8")
    lab.block("")
    assert "is there until" in await lab.call("page_inject", **INJECT)
    lab.told.clear()
    return page


@pytest.mark.parametrize(("tool", "args"), [("page_inject", INJECT), ("page_run", RUN)])
async def test_a_page_of_a_site_that_is_blocked_in_part_is_looked_at_and_sent_nothing(
    lab: Lab, phone: Any, free: Session, tool: str, args: Any
) -> None:
    lab.block(f"turning.test{PATH}\n")
    phone.count_from_here()
    said = await lab.call(tool, **args)
    assert said.startswith("SITE_BLOCKED:"), said
    sent = phone.ask("/trips")["commands"]
    assert (sent.count(ASKS), sent.count("Runtime.compileScript")) == (1, 0)
    assert await script(free, "typeof ran") == "undefined"
    await script(free, "turn()")
    said = await lab.call(tool, **args)
    assert said.startswith("SITE_BLOCKED:"), said
    assert PATH not in said


@pytest.mark.parametrize("nth", [1, 2, 3])
async def test_a_site_that_is_blocked_while_code_is_on_its_way_gives_nothing_away(
    lab: Lab, phone: Any, free: Session, nth: int, caplog: pytest.LogCaptureFixture
) -> None:
    moment = Moment(lab, phone, free, Turning("page_run", RUN, (ASKS, 1), (ASKS, nth)))
    phone.count_from_here()
    await moment.hold(on=ASKS, nth=nth)
    with caplog.at_level(logging.DEBUG, logger="bridge"):
        try:
            async with asyncio.TaskGroup() as group:
                call = group.create_task(lab.call("page_run", **RUN))
                await moment.passed((ASKS, nth))
                lab.block("turning.test\n")
                await moment.release()
        finally:
            await moment.release()
    said = call.result()
    assert said.startswith("SITE_BLOCKED:"), said
    journal = "".join(path.read_text() for path in lab.sites.parent.rglob("journal*.jsonl"))
    for secret in (WORD, TURNED, "turning.test", "textContent"):
        assert secret not in said
        assert secret not in journal
        assert secret not in caplog.text
    # what was asked first, and refused, has sent nothing more
    assert await script(free, "typeof ran") == ("undefined" if nth == 1 else "number")
