"""The Bridge at work on one case: an agent that goes the way, and all that it may see of it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bridge.app import Bridge
from bridge.cdp.connection import Connection
from bridge.errors import BridgeError
from bridge.page.browser import Browser
from bridge.settings import FAMILIES
from bridge.sites import Rules
from bridge.tools.call import Caller
from tests.gate._see import Seen, Unguarded
from tests.gate._site import SECRET, Site
from tests.gate._table import Case, rules

ME = Caller("test", "cli", families=frozenset(FAMILIES), folders=(str(Path(__file__).parent),))


@dataclass
class Lab:
    """Everything a test of the gate needs.

    Attributes:
        link: Another client of the same Chrome, which does what a person does.
        home: Id of the tab that stays.
    """

    bridge: Bridge
    sites: Path
    site: Site
    unguarded: Unguarded
    link: Connection
    home: str
    told: list[str] = field(default_factory=list)

    async def call(self, name: str, /, **args: Any) -> str:
        """Call a tool; the text, or the error's sentence."""
        try:
            text = (await self.bridge.door.call(name, args, ME)).text
        except BridgeError as fault:
            text = fault.sentence()
        self.told.append(text)
        return text

    async def browser(self) -> Browser:
        return await (await self.bridge.fleet.phone(None)).browser()

    def block(self, text: str) -> None:
        self.sites.write_text(text, encoding="utf-8")

    async def clear(self) -> None:
        """Close every tab but the one that was there before."""
        browser = await self.browser()
        async with asyncio.TaskGroup() as closing:
            for page in browser.targets.pages:
                if page.id != self.home:
                    closing.create_task(browser.targets.close(page.id))
        browser.release()
        await self.site.rest()

    async def until(self, met: Callable[[], bool], seconds: float = 5) -> bool:
        """Look until it is so, within a limit."""
        end = asyncio.get_running_loop().time() + seconds
        while not met():
            if asyncio.get_running_loop().time() > end:
                return False
            await asyncio.sleep(0.01)
        return True

    async def go(self, case: Case, seen: Seen) -> list[str]:
        """Let an agent go a way, and return what is wrong with how the guard took it."""
        guard = Rules.parse(rules(self.site))
        blocked = is_blocked(case, seen, guard)
        await self._arrive(case)
        browser = await self.browser()
        tab = await browser.front()
        standing = tab.standing
        before = standing.stops + standing.frame_stops
        self.site.log.clear()
        self.told.clear()
        if case.target:
            await self.call("page_navigate", url=case.target)
        else:
            await self.call("page_tap", css="#go")
        first = self.told[-1]
        if blocked:
            stopped = await self.until(
                lambda: (
                    standing.stops + standing.frame_stops > before
                    or first.startswith(("SITE_BLOCKED", "INVALID_URL", "UNSUPPORTED"))
                )
            )
        else:
            stopped = False

            def shown() -> list[str]:
                return [tab.url, *(page.url for page in browser.targets.pages)]

            last = seen.asked[-1].url if seen.asked else ""
            if not await self.until(
                lambda: (
                    not (last or (seen.came and not case.network))
                    or (case.network and last in self.site.asked())
                    or (not case.network and seen.came in shown())
                )
            ):
                return [f"{case.name}: free, but {last} is not in {self.site.asked()}; {first}"]
        await self.call("page_snapshot")
        await self.call("page_tabs")
        return [f"{case.name}: {wrong}" for wrong in self._wrongs(case, guard, blocked, stopped)]

    async def _arrive(self, case: Case) -> None:
        self.block("" if case.before else rules(self.site))
        await self.call("page_tabs", action="open", url=(*case.before, case.start)[0])
        if case.before:
            browser = await self.browser()
            for url in (*case.before, case.start):
                if url.endswith("/register"):
                    tab = await browser.front()
                    ready = "navigator.serviceWorker.ready.then((r) => r.active.state)"
                    await tab.session.call(
                        "Runtime.evaluate", {"expression": ready, "awaitPromise": True}
                    )
                if url != case.before[0]:
                    await self.call("page_navigate", url=url)
            self.block(rules(self.site))

    def _wrongs(self, case: Case, guard: Rules, blocked: bool, stopped: bool) -> list[str]:
        wrong = []
        answers = "\n".join(self.told)
        if blocked:
            if not stopped:
                wrong.append(f"was not stopped: {self.told[0]}")
            asked = [url for url in self.site.asked() if guard.check(url)]
            if asked and case.network:
                wrong.append(f"was fetched: {asked}")
            read = [line for line in answers.splitlines() if f"{SECRET}free" not in line]
            wrong += [f"was read: {line}" for line in read if SECRET in line]
        elif "SITE_BLOCKED" in answers:
            wrong.append(f"is free and was refused: {answers}")
        return wrong


def is_blocked(case: Case, seen: Seen, guard: Rules) -> bool:
    """Say what the verdict must be, by what Chromium did by itself."""
    if guard.check(seen.came) is not None and seen.came:
        return True
    return case.network and any(guard.check(r.url) for r in seen.asked)
