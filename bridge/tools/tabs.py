"""Tools that go places: addresses, history, tabs."""

from __future__ import annotations

from typing import Literal

from bridge.errors import UsageFault
from bridge.page import navigate
from bridge.page.browser import Browser
from bridge.page.tab import Tab
from bridge.page.tabrow import lines
from bridge.tools.spec import Args, Effect, Result, Surface, Tool, tool

LIST_BYTES = 8_000
"""What the list of tabs may take of a conversation."""


class NavigateArgs(Args):
    """Arguments of `page_navigate`."""

    url: str | None = None
    action: Literal["back", "forward", "reload"] | None = None


@tool(Surface.TAB, Effect.ACT, seconds=60, revives=True)
async def page_navigate(tab: Tab, args: NavigateArgs) -> Result:
    """Open an http(s) address in this tab, or go back, forward, or reload."""
    if (args.url is None) == (args.action is None):
        raise UsageFault("BAD_ARGUMENTS", "give one of url and action")
    if args.url is not None:
        tab.judge.check_destination(args.url)
        arrival = await navigate.go(tab, args.url)
    else:
        assert args.action is not None  # noqa: S101 - one of the two is given, see above
        arrival = await navigate.step(tab, args.action)
    return Result(
        arrival.sentence,
        data={"url": arrival.url, "title": arrival.title, "loaded": arrival.loaded},
        untrusted=True,
    )


class TabsArgs(Args):
    """Arguments of `page_tabs`."""

    action: Literal["list", "open", "switch", "close"] = "list"
    url: str | None = None
    tab: int | None = None
    match: str | None = None
    active: bool = True


@tool(Surface.BROWSER, Effect.ACT, seconds=60, looks=lambda args: args.action == "list")
async def page_tabs(browser: Browser, args: TabsArgs) -> Result:
    """List tabs, open one (active=false: behind), switch to or close one by number or match."""
    if (args.url is not None) != (args.action == "open"):
        raise UsageFault("BAD_ARGUMENTS", "url goes with action=open, and open needs it")
    named = (args.tab is not None) + (args.match is not None)
    if args.action in ("switch", "close") and named != 1:
        raise UsageFault("BAD_ARGUMENTS", f"{args.action} needs one of tab and match")
    done = ""
    which = args.tab if args.tab is not None else args.match
    if args.url is not None:
        browser.judge.check_destination(args.url)
        tab = await browser.open_tab(args.url, active=args.active)
        done = f"opened tab {browser.number(tab)}\n"
    elif args.action == "switch" and which is not None:
        tab = await browser.switch(which)
        done = f"switched to tab {browser.number(tab)}\n"
    elif args.action == "close" and which is not None:
        closed = await browser.close(which)
        done = f"closed tab {closed.number}\n"
    if args.action in ("list", "open"):
        await browser.refresh()  # the others looked at the titles before they chose
    rows = browser.tabs()
    return Result(
        done + ("\n".join(lines(rows, LIST_BYTES)) or "no tab is listed; action=open opens one"),
        data={
            "tabs": [
                {"number": r.number, "url": r.url, "title": r.title, "active": r.active}
                for r in rows
            ]
        },
        untrusted=True,
    )


TOOLS: tuple[Tool, ...] = (page_navigate, page_tabs)
