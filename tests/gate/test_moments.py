"""The page under a tool turns blocked: whatever the moment, nothing of it comes out."""

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bridge.cdp.connection import Session
from tests.gate._lab import Lab
from tests.gate._turning import (
    BODY,
    CANNOT,
    CASES,
    LOOKS,
    MOMENTS,
    PATH,
    TELLS,
    TOOLS,
    TURNED,
    WORD,
    Turning,
)

# of every tool two moments (or the one that it has of them), of every moment several tools
FEW = [
    (turning, moment)
    for turning, moment in CASES
    if (MOMENTS.index(moment) - TOOLS.index(turning)) % len(MOMENTS) in {0, 2}
]

DIALOGS = {
    "before plan": f"turn(); alert('{TURNED}')",
    "before outcome": f"alert('{WORD}'); turn()",
    "after outcome": f"alert('{WORD}'); navigator.sendBeacon('/noted-closed')",
    "while it waits": f"alert('{WORD}'); turn(); alert('{TURNED}')",
}
"""How the page raises the dialog that is answered."""

SOON_SECONDS = 0.15
"""A limit that passes while answers are held back."""


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
            await self.release()

    async def _used(self, moment: str) -> str:
        lab, turning = self.lab, self.turning
        if moment == "before plan":
            await self.hold()
            self._turn()
            await self.turned()
        else:
            wanted = turning.first if moment == "between flights" else turning.second
            await self.hold(on=wanted[0], nth=wanted[1])
        if moment == "before outcome" and turning.inputs:
            await self._run("atInput = turn")
        self.phone.count_from_here()
        async with asyncio.TaskGroup() as group:
            call = group.create_task(lab.call(turning.tool, **turning.args))
            if moment == "before plan":
                await self.passed(turning.first)
            elif moment == "between flights":
                await self.passed(turning.first)
                await self._answered()
                self._turn()
            else:
                await self._second(moment)
            await self.turned()
            await self.release()
        return call.result()

    async def _second(self, moment: str) -> None:
        await self.passed(self.turning.second)
        if self.turning.inputs and moment != "while it waits":
            await self._noted("input")
        if moment == "before outcome" and self.turning.inputs:
            return  # it turns by itself
        if moment == "after outcome":
            await self._answered()
        self._turn()

    async def _dialog(self, moment: str) -> str:
        tab = await (await self.lab.browser()).front()
        await self._run(f"setTimeout(() => {{ {DIALOGS[moment]} }})")
        assert await self.lab.until(lambda: tab.dialog is not None)
        await self.hold(on=self.turning.first[0])
        self.phone.count_from_here()
        async with asyncio.TaskGroup() as group:
            call = group.create_task(self.lab.call(self.turning.tool, **self.turning.args))
            if moment != "before plan":  # it is refused then, and nothing is sent
                await self.passed(self.turning.first)
            if moment == "after outcome":
                await self._noted("closed")
                self._turn()
            await self.turned()
            await self.release()
        return call.result()

    async def hold(self, **where: Any) -> None:
        await asyncio.to_thread(self.phone.ask, "/fault", {"name": "hold", **where})

    async def release(self) -> None:
        await asyncio.to_thread(self.phone.ask, "/fault", {"name": "none"})

    async def _run(self, code: str) -> None:
        """Run a script whose answer may be held back."""
        self.page.post("Runtime.evaluate", {"expression": code})

    def _turn(self) -> None:
        self.page.post("Runtime.evaluate", {"expression": "turn()"})

    async def passed(self, command: tuple[str, int]) -> None:
        """Wait until a command of the tool's is on its way to Chrome."""
        method, nth = command

        def met() -> bool:
            return bool(self.phone.ask("/trips")["commands"].count(method) >= nth)

        assert await self.lab.until(met), f"{method} was not sent"

    async def _answered(self) -> None:
        """Wait until the page has answered all that it was asked, though no answer is let out.

        Or until it cannot go on: a request of its own waits for the gate, which is told of none.
        """

        def met() -> bool:
            kept = self.phone.ask("/kept")
            return kept["unanswered"] == 0 or "Fetch.requestPaused" in kept["events"]

        assert await self.lab.until(met), "a command was not answered"

    async def _noted(self, what: str) -> None:
        asked = self.lab.site.asked
        assert await self.lab.until(lambda: any(f"/noted-{what}" in url for url in asked()))

    async def turned(self) -> None:
        """Wait until the page has turned, and the phone has heard of it.

        The page's own word for it comes by another way, and may be here first: let out then,
        an answer that was read before would be all that anybody could know.
        """
        await self._noted("turn")
        tab = await (await self.lab.browser()).front()

        def told() -> bool:
            return PATH in tab.url or TELLS in self.phone.ask("/kept")["events"]

        assert await self.lab.until(told)

    async def turned_and_back(self) -> None:
        """Have the page turn and turn back, of which the phone has heard and told nobody yet."""
        await self._run("turn(); turnBack()")
        assert await self.lab.until(lambda: self.phone.ask("/kept")["events"].count(TELLS) > 1)


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
    journal = "".join(path.read_text() for path in lab.sites.parent.rglob("journal*.jsonl"))
    assert turning.tool in journal
    for secret in (WORD, TURNED, PATH):
        assert secret not in said
        assert secret not in caplog.text
        assert secret not in journal


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


def test_every_tool_has_every_moment_or_a_reason_why_not() -> None:
    told = {(turning.tool, moment) for turning, moment in CASES}
    every = {(turning.tool, moment) for turning in TOOLS for moment in MOMENTS}
    assert told | set(CANNOT) == every
    assert not told & set(CANNOT)


async def test_no_script_of_a_page_runs_while_its_dialog_is_open(lab: Lab, page: Session) -> None:
    tab = await (await lab.browser()).front()
    code = """
      setTimeout(() => {
        setTimeout(() => { turnedAt = performance.now(); turn(); });
        alert("Stop");
        closedAt = performance.now();
      })"""
    page.post("Runtime.evaluate", {"expression": code})
    assert await lab.until(lambda: tab.dialog is not None)
    told = {"targetId": lab.home, "flatten": True}
    got = await lab.link.root.call("Target.attachToTarget", told)
    other = lab.link.session(got["sessionId"], lab.home)
    wait = {"expression": "new Promise((done) => setTimeout(done, 300))", "awaitPromise": True}
    await other.call("Runtime.evaluate", wait)  # any timer of the page's would have run by now
    assert PATH not in tab.url
    await lab.call("page_dialog", accept=True)
    assert await lab.until(lambda: PATH in tab.url)
    assert await script(page, "turnedAt > closedAt") is True


@pytest.fixture
async def unheard(phone: Any) -> AsyncIterator[None]:
    """The phone never tells that the page has turned."""
    await asyncio.to_thread(phone.ask, "/fault", {"name": "hush", "on": TELLS})
    yield
    await asyncio.to_thread(phone.ask, "/fault", {"name": "none"})


@pytest.mark.usefixtures("unheard")
@pytest.mark.parametrize(
    "turning", [each for each in TOOLS if each.tool != "page_dialog"], ids=lambda each: each.tool
)
async def test_a_page_that_turned_unheard_is_refused_by_what_it_answers(
    lab: Lab, page: Session, turning: Turning
) -> None:
    tab = await (await lab.browser()).front()
    await script(page, f"{turning.before} turn()")
    said = await lab.call(turning.tool, **turning.args)
    assert said.startswith("SITE_BLOCKED:"), said
    assert WORD not in said
    assert TURNED not in said
    assert PATH not in tab.url
    if turning.inputs:
        assert await script(page, "log.join()") == ""


@pytest.mark.usefixtures("unheard")
async def test_a_page_that_turns_unheard_as_it_loads_is_refused_by_what_it_answers(
    lab: Lab, page: Session
) -> None:
    await script(page, "name = 'turn at load'")
    said = await lab.call("page_navigate", action="reload")
    assert said.startswith("SITE_BLOCKED:"), said
    assert WORD not in said


@pytest.mark.usefixtures("unheard")
async def test_a_page_that_turns_unheard_while_it_is_asked_is_refused_by_what_it_answers(
    lab: Lab, phone: Any, page: Session
) -> None:
    moment = Moment(lab, phone, page, TOOLS[0])
    phone.count_from_here()
    async with asyncio.TaskGroup() as group:
        call = group.create_task(lab.call("page_wait", page_text=TURNED))
        await moment.passed(("Runtime.evaluate", 1))
        await script(page, "setTimeout(turn, 50)")
    assert call.result().startswith("SITE_BLOCKED:"), call.result()


@pytest.mark.usefixtures("unheard")
async def test_what_is_read_of_a_page_that_turns_and_turns_back_unheard_was_free(
    lab: Lab, page: Session
) -> None:
    flip = f"""
      left = 60;
      step = () => {{
        if (location.pathname === "{PATH}") turnBack(); else turn();
        if (--left) setTimeout(step, 40);
      }};
      step()"""  # Chrome takes 200 addresses in ten seconds
    await script(page, flip)
    said = []
    while await script(page, "left"):
        said += [
            await lab.call("page_text"),
            await lab.call("page_snapshot"),
            await lab.call("page_find", css="#turned, h1"),
            await lab.call("page_wait", page_text=TURNED, timeout_ms=20),
        ]
    refused = [each for each in said if each.startswith("SITE_BLOCKED:")]
    assert refused
    assert any(WORD in each for each in said)
    assert not [each for each in said if TURNED in each and not each.startswith("TIMEOUT:")]


@pytest.mark.parametrize(
    "turning", [each for each in TOOLS if each.tool in LOOKS], ids=lambda each: each.tool
)
async def test_what_was_seen_while_the_page_turned_and_turned_back_is_refused(
    lab: Lab, phone: Any, page: Session, turning: Turning
) -> None:
    moment = Moment(lab, phone, page, turning)
    await script(page, turning.before)
    lab.site.log.clear()
    phone.count_from_here()
    # what is read in one trip is answered after the page was back: had it been answered before
    # the page turned, the answer could be here before the news, and would be of a free page
    at_once = turning.first == turning.second
    try:
        if at_once:
            await moment.hold()
            await moment.turned_and_back()
            phone.count_from_here()
        else:
            await moment.hold(on=turning.first[0], nth=turning.first[1])
        async with asyncio.TaskGroup() as group:
            call = group.create_task(lab.call(turning.tool, **turning.args))
            await moment.passed(turning.first)
            if not at_once:
                await moment.turned_and_back()
            await moment.release()
    finally:
        await moment.release()
    said = call.result()
    assert said.startswith("SITE_BLOCKED:"), said
    assert WORD not in said
    assert (await lab.call("page_find", text="Press")).count("button") == 1


async def test_a_dialog_inside_of_a_blocked_frame_keeps_its_words_to_itself(
    lab: Lab, page: Session
) -> None:
    tab = await (await lab.browser()).front()
    code = f"""
      frame = document.createElement("iframe");
      frame.src = "/within";
      frame.onload = () => {{
        frame.contentWindow.history.pushState(null, "", "{PATH}");
        const inner = frame.contentDocument.createElement("iframe");
        inner.srcdoc = "<script>alert('{TURNED}')<" + "/script>";
        frame.contentDocument.body.append(inner);
      }};
      document.body.append(frame)"""
    page.post("Runtime.evaluate", {"expression": code})
    assert await lab.until(lambda: tab.dialog is not None)
    lab.told.clear()
    assert "DIALOG_OPEN" in await lab.call("page_snapshot")
    await lab.call("page_text")
    await lab.call("page_tap", text="Press")
    assert "accepted alert of a blocked site" in await lab.call("page_dialog", accept=True)
    assert TURNED not in "\n".join(lab.told)
    assert "Press" in await lab.call("page_snapshot")


@pytest.mark.parametrize("ends", ["cancelled", "too late"])
@pytest.mark.parametrize("name", ["page_text", "page_screenshot", "page_tap"])
async def test_a_call_that_ends_early_on_a_page_that_turned_gives_nothing_away(
    lab: Lab,
    phone: Any,
    page: Session,
    *,
    name: str,
    ends: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (turning, *_) = [each for each in TOOLS if each.tool == name]
    moment = Moment(lab, phone, page, turning)
    door = lab.bridge.door
    if ends == "too late":
        soon = replace(door.catalogue[name], seconds=SOON_SECONDS)
        monkeypatch.setattr(door, "catalogue", {**door.catalogue, name: soon})
    lab.site.log.clear()
    phone.count_from_here()
    await moment.hold(on=turning.first[0])
    said: list[str] = []
    with caplog.at_level(logging.DEBUG, logger="bridge"):
        try:
            async with asyncio.TaskGroup() as group:
                call = group.create_task(lab.call(name, **turning.args))
                call.add_done_callback(lambda done: said.append(ending(done)))
                await moment.passed(turning.first)
                page.post("Runtime.evaluate", {"expression": "turn()"})
                await moment.turned()
                if ends == "cancelled":
                    call.cancel()
                    await moment.release()
        finally:
            await moment.release()
        assert said[0].startswith(("CANCELLED", "SITE_BLOCKED", "TIMEOUT", "UNKNOWN_OUTCOME"))
        tab = await (await lab.browser()).front()
        assert await lab.until(lambda: PATH in tab.url)
        said.append(await lab.call(name, **turning.args))
    assert said[1].startswith("SITE_BLOCKED")
    journal = "".join(path.read_text() for path in lab.sites.parent.rglob("journal*.jsonl"))
    for secret in (WORD, TURNED, PATH):
        assert secret not in "".join((*said, caplog.text, journal))
    assert await script(page, "log.join()") == ""


def ending(call: asyncio.Task[str]) -> str:
    return "CANCELLED" if call.cancelled() else call.result()


@pytest.mark.parametrize(
    ("args", "way", "told"),
    [
        ({}, f"go('{PATH}'); go('/within')", "came and went"),
        ({}, f"go('{PATH}'); frame.remove()", "came and went"),
        ({"full": True}, f"go('{PATH}')", "only the visible part"),
    ],
)
async def test_a_picture_is_kept_when_a_frame_in_it_was_blocked_as_it_was_taken(
    lab: Lab, phone: Any, page: Session, *, args: dict[str, Any], way: str, told: str
) -> None:
    code = """new Promise((done) => {
      frame = document.createElement("iframe");
      frame.src = "/within";
      frame.onload = done;
      document.body.prepend(frame);
      go = (to) => frame.contentWindow.history.pushState(null, "", to);
    }).then(() => 0)"""
    await page.call("Runtime.evaluate", {"expression": code, "awaitPromise": True})
    capture = ("Page.captureScreenshot", 1)
    moment = Moment(lab, phone, page, TOOLS[0])
    phone.count_from_here()
    await moment.hold(on=capture[0])
    try:
        async with asyncio.TaskGroup() as group:
            call = group.create_task(lab.call("page_screenshot", **args))
            await moment.passed(capture)
            page.post("Runtime.evaluate", {"expression": way})
            last = "Page.frameDetached" if "remove" in way else TELLS
            count = way.count("go(") if last == TELLS else 1
            assert await lab.until(lambda: phone.ask("/kept")["events"].count(last) >= count)
            await moment.release()
    finally:
        await moment.release()
    assert call.result().startswith("CAPTURE_FAILED:"), call.result()
    assert told in call.result()
