"""The page under a tool turns blocked: whatever the moment, nothing of it comes out."""

import asyncio
import logging
from typing import Any

import pytest

from bridge.cdp.connection import Session
from tests.gate._lab import Lab
from tests.gate._turning import BODY, MOMENTS, PATH, TOOLS, WORD, Turning

CASES = [(turning, moment) for turning in TOOLS for moment in MOMENTS]
# of every tool two moments, of every moment several tools
FEW = [case for n, case in enumerate(CASES) if n % 5 in {(n // 5) % 5, (n // 5 + 2) % 5}]

PLAN_SECONDS = 0.15
"""For a plan to be made, of two frames; a page that turned sooner is refused as well."""


@pytest.fixture
async def page(lab: Lab) -> Any:
    """The page, in the agent's tab, and another client's session with it."""
    lab.block("")
    await lab.call("page_tabs", action="open", url=lab.site.url("turning.test", "/html", body=BODY))
    lab.block(f"turning.test{PATH}\n")
    tab = await (await lab.browser()).front()
    told = {"targetId": tab.target_id, "flatten": True}
    got = await lab.link.root.call("Target.attachToTarget", told)
    session = lab.link.session(got["sessionId"], tab.target_id)
    yield session
    await lab.clear()


async def script(session: Session, code: str) -> Any:
    answer = await session.call("Runtime.evaluate", {"expression": code, "returnByValue": True})
    return answer["result"].get("value")


class Moment:
    """One tool at one moment."""

    def __init__(self, lab: Lab, phone: Any, page: Session, turning: Turning) -> None:
        self.lab, self.phone, self.page, self.turning = lab, phone, page, turning

    async def said(self, moment: str) -> str:
        """Use the tool so that the page turns at the moment; return what it said."""
        await script(self.page, self.turning.before)
        self.lab.site.log.clear()
        try:
            if self.turning.tool == "page_dialog":
                return await self._dialog(moment)
            if self.turning.tool == "page_navigate" and moment == "between flights":
                # held back, it could not load at all: each of its documents waits for us
                await script(self.page, "name = 'turn at load'")
                return await self.lab.call(self.turning.tool, **self.turning.args)
            return await self._used(moment)
        finally:
            await self._release()

    async def _used(self, moment: str) -> str:
        lab, turning = self.lab, self.turning
        if moment == "before plan":
            await self._hold()
            self._turn()
            await self._noted("turn")
        else:
            wanted = turning.first if moment == "between flights" else turning.second
            await self._hold(on=wanted[0], nth=wanted[1])
        if moment == "before outcome" and turning.inputs:
            await self._run("atInput = turn")
        self.phone.count_from_here()
        async with asyncio.TaskGroup() as group:
            call = group.create_task(lab.call(turning.tool, **turning.args))
            if moment == "before plan":
                await self._passed(turning.first)
            elif moment == "between flights":
                await self._passed(turning.first)
                await asyncio.sleep(PLAN_SECONDS)
                self._turn()
            else:
                await self._second(moment)
            await self._noted("turn")
            await self._release()
        return call.result()

    async def _second(self, moment: str) -> None:
        await self._passed(self.turning.second)
        if self.turning.inputs and moment != "while it waits":
            await self._noted("input")
        if moment == "before outcome" and self.turning.inputs:
            return  # it turns by itself
        if moment == "after outcome":
            await asyncio.sleep(PLAN_SECONDS)
        self._turn()

    async def _dialog(self, moment: str) -> str:
        steps = [f"alert('{WORD}')", "turn()"]
        code = "; ".join(reversed(steps) if moment == "before plan" else steps)
        tab = await (await self.lab.browser()).front()
        await self._run(f"setTimeout(() => {{ {code} }})")
        assert await self.lab.until(lambda: tab.dialog is not None)
        await self._hold(on=self.turning.first[0])
        async with asyncio.TaskGroup() as group:
            call = group.create_task(self.lab.call(self.turning.tool, **self.turning.args))
            await self._noted("turn")
            await self._release()
        return call.result()

    async def _hold(self, **where: Any) -> None:
        await asyncio.to_thread(self.phone.ask, "/fault", {"name": "hold", **where})

    async def _release(self) -> None:
        await asyncio.to_thread(self.phone.ask, "/fault", {"name": "none"})

    async def _run(self, code: str) -> None:
        """Run a script whose answer may be held back."""
        self.page.post("Runtime.evaluate", {"expression": code})

    def _turn(self) -> None:
        self.page.post("Runtime.evaluate", {"expression": "turn()"})

    async def _passed(self, command: tuple[str, int]) -> None:
        """Wait until a command of the tool's is on its way to Chrome."""
        method, nth = command

        def met() -> bool:
            return bool(self.phone.ask("/trips")["commands"].count(method) >= nth)

        assert await self.lab.until(met), f"{method} was not sent"

    async def _noted(self, what: str) -> None:
        asked = self.lab.site.asked
        assert await self.lab.until(lambda: any(f"/noted-{what}" in url for url in asked()))


async def judge(
    lab: Lab,
    phone: Any,
    page: Session,
    case: tuple[Turning, str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    turning, moment = case
    lab.told.clear()
    with caplog.at_level(logging.DEBUG, logger="bridge"):
        said = await Moment(lab, phone, page, turning).said(moment)
    if turning.inputs and moment in {"before plan", "between flights"}:
        assert await script(page, "log.join()") == ""
    assert said.startswith("SITE_BLOCKED:"), said
    assert WORD not in said
    assert WORD not in caplog.text
    assert PATH not in caplog.text
    journal = "".join(path.read_text() for path in lab.sites.parent.rglob("journal*.jsonl"))
    assert turning.tool in journal
    assert WORD not in journal
    assert PATH not in journal


def name(case: object) -> str:
    return f"{case[0].tool} {case[1]}" if isinstance(case, tuple) else str(case)


@pytest.mark.parametrize("case", FEW, ids=name)
async def test_a_page_that_turns_blocked_under_a_tool_gives_nothing_away(
    lab: Lab, phone: Any, page: Session, case: Any, caplog: pytest.LogCaptureFixture
) -> None:
    await judge(lab, phone, page, case, caplog)


@pytest.mark.oracle
@pytest.mark.parametrize("case", CASES, ids=name)
async def test_at_every_moment_a_page_that_turns_blocked_gives_nothing_away(
    lab: Lab, phone: Any, page: Session, case: Any, caplog: pytest.LogCaptureFixture
) -> None:
    await judge(lab, phone, page, case, caplog)


async def test_a_tab_that_turned_is_not_listed(lab: Lab, page: Session) -> None:
    assert "turning.test" in await lab.call("page_tabs")
    await script(page, "turn()")
    said = await lab.call("page_tabs")
    assert "turning.test" not in said
    assert WORD not in said
    assert (await lab.call("page_tabs", action="switch", match="turning")).startswith(
        "TAB_NOT_FOUND"
    )
