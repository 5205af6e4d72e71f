"""`make shots`: pictures of the viewer, for a person to look at; `--write` puts two in the docs.

All of it is real: `tapbridge view` opens the page in a desktop Chromium, an MCP client drives
the virtual phone, and asks what a person is asked. Only the phone around Chromium is simulated.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Sequence
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.types import Implementation
from PIL import Image

from fixtures.stage import ROOT, TAPBRIDGE, Stage, stage
from tests.cdp._chromium import chromium
from tests.viewer._page import Person, browsing, person

FOLDER = ROOT / "out" / "shots"
DOCS = ROOT / "docs"
IN_DOCS = ("light", "dark")
SETTLED_SECONDS = 0.25  # a ring has grown, a card has come
AGENT = Implementation(name="Claude Code", version="1")
AWAY_MS = 60_000
FREE_PORT = {"TAPBRIDGE_WEB__PORTS": "[0]"}


async def take(somebody: Person, name: str) -> None:
    """Take one picture and say where it is."""
    await asyncio.sleep(SETTLED_SECONDS)
    path = FOLDER / f"{name}.png"
    await somebody.shot(path)
    print(f"  {path.relative_to(ROOT)}", flush=True)


async def visit(somebody: Person, on: Stage, scheme: str) -> None:
    """Open the viewer by a fresh link."""
    await somebody.media(prefers_color_scheme=scheme)
    told = await asyncio.to_thread(on.tapbridge, "view", "--no-open")
    link = next(word for word in told.stdout.split() if word.startswith("http://"))
    await somebody.go(link)
    await somebody.until("document.body.dataset.state !== 'trying'")


@contextlib.asynccontextmanager
async def asking(client: Client, tool: str, args: dict[str, Any]) -> AsyncIterator[None]:
    """Have a call under way until the block ends; it is not waited for."""
    async with asyncio.TaskGroup() as tasks:
        call = tasks.create_task(client.call_tool(tool, args))
        yield
        call.cancel()


async def with_an_agent(on: Stage, somebody: Person, scheme: str) -> None:
    """An agent signs in and shops, asks for something, and asks to be shown something."""
    on.tapbridge("scope", "add", "shop.test")
    server = StdioServerParameters(
        command=str(TAPBRIDGE), args=["mcp", "--tools", "more"], env=on.environment
    )
    async with Client(server, client_info=AGENT) as client:
        await client.call_tool("page_navigate", {"url": on.page("login.html")})
        await client.call_tool("page_snapshot", {})
        await client.call_tool("page_fill", {"label": "Name", "value": "Ada"})
        await client.call_tool("page_fill", {"label": "Password", "value": "tea at five"})
        await client.call_tool("page_tap", {"role": "button", "text": "Sign in"})
        await client.call_tool("page_tap", {"text": "Buy now"})
        await client.call_tool("page_tap", {"text": "Go to the shop"})
        await client.call_tool("page_scroll", {"direction": "down"})
        await client.call_tool("page_tap", {"role": "button", "text": "Add to cart", "nth": 6})
        await take(somebody, scheme)
        async with asking(client, "page_navigate", {"url": on.page("index.html", "news.test")}):
            await somebody.until_sees(".card")
            await take(somebody, f"{scheme}-approval")
            await somebody.until("document.querySelector('.card:not([data-fresh])')")
            await somebody.click(".card .choices button")
        async with asking(client, "page_pick", {}):
            await somebody.until_sees("#lens")
            await somebody.hover("#picture", 0.75, 0.24)
            await somebody.until_sees("#aim-name")
            await take(somebody, f"{scheme}-lens")
            await somebody.click("#lens-cancel")


async def pictures(on: Stage) -> None:
    """Take all of them."""
    with chromium() as port:
        async with browsing(port) as link:
            for scheme in ("light", "dark"):
                async with person(link) as somebody:
                    await visit(somebody, on, scheme)
                    await somebody.until("document.querySelector('#picture').dataset.frame")
                    await with_an_agent(on, somebody, scheme)
                    await somebody.size(420, 860)
                    await take(somebody, f"{scheme}-narrow")
                    await somebody.size(1180, 820)
                    on.ask("/screen", {"on": False})
                    await somebody.until("document.body.dataset.state === 'asleep'")
                    await take(somebody, f"{scheme}-asleep")
                    on.ask("/screen", {"on": True})


async def without_a_phone(on: Stage) -> None:
    """The page with no phone at all: what is missing, and what to do."""
    on.ask("/fault", {"name": "drop-transport", "ms": AWAY_MS})
    with chromium() as port:
        async with browsing(port) as link:
            for scheme in ("light", "dark"):
                async with person(link) as somebody:
                    await visit(somebody, on, scheme)
                    await somebody.until("document.body.dataset.state === 'no_phone'")
                    await take(somebody, f"{scheme}-empty")


def write() -> None:
    """Put those of the README into the docs, as small as they can be read."""
    for name in IN_DOCS:
        with Image.open(FOLDER / f"{name}.png") as image:
            path = DOCS / f"viewer-{name}.jpg"
            image.convert("RGB").save(path, quality=82, optimize=True)
            print(f"  {path.relative_to(ROOT)}, {path.stat().st_size / 1000:.0f} kB")


def main(words: Sequence[str] | None = None) -> int:
    """Take the pictures and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="put two of them into docs/")
    asked = parser.parse_args(words)
    FOLDER.mkdir(parents=True, exist_ok=True)
    print("Pictures of the viewer:")
    with stage() as on:
        on.environment.update(FREE_PORT)
        asyncio.run(pictures(on))
    with stage() as on:
        on.environment.update(FREE_PORT)
        asyncio.run(without_a_phone(on))
    if asked.write:
        write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
