"""A page in a real desktop Chromium, and a person's hands on it. Knows nothing of the product."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from tests.fixtures._judges import Link, http_ask

SECONDS = 20
KEYS = {
    "Enter": (13, "\r"),
    "Tab": (9, ""),
    "Escape": (27, ""),
    "Backspace": (8, ""),
    "ArrowUp": (38, ""),
    "ArrowLeft": (37, ""),
    "F6": (117, ""),
}
STANDS = """JSON.stringify([document.visibilityState, { ...document.body.dataset },
    [...document.querySelectorAll("[aria-label], input")].map((e) => e.value || e.ariaLabel),
    document.body.innerText.slice(0, 1000)])"""
"""How a page stands, for who has to find out why it does not stand as it should."""


@dataclass
class Person:
    """What a person does in one browser tab."""

    link: Link
    session: str
    target: str

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        return await self.link.call(method, params, self.session)

    async def go(self, url: str) -> None:
        await self.call("Page.navigate", url=url)

    async def value(self, expression: str) -> Any:
        """What an expression gives, once it is settled."""
        told = await self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    async def until(self, expression: str) -> Any:
        """Look at every drawn frame until it holds, within a limit; the value it then has."""
        asked = f"""new Promise((done, fail) => {{
            const limit = setTimeout(() => fail(new Error('not within a limit')), {SECONDS}000);
            const look = () => {{
                const value = (() => {{ try {{ return {expression} }} catch {{ return null }} }})();
                if (value) {{ clearTimeout(limit); done(value) }} else setTimeout(look, 15);
            }};
            look();
        }})"""
        told = await self.call(
            "Runtime.evaluate", expression=asked, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in told:
            raise AssertionError(f"never so: {expression}, but {await self.value(STANDS)}")
        return told["result"].get("value")

    async def text(self, css: str) -> str:
        """The text that is to be seen there."""
        found: str = await self.value(f"document.querySelector({json.dumps(css)}).innerText")
        return found

    async def sees(self, css: str) -> bool:
        """Whether an element is there, and not hidden."""
        where = json.dumps(css)
        seen = await self.value(f"!!document.querySelector({where})?.checkVisibility()")
        return bool(seen)

    async def until_sees(self, css: str) -> None:
        await self.until(f"document.querySelector({json.dumps(css)})?.checkVisibility()")

    async def where(self, css: str, fx: float = 0.5, fy: float = 0.5) -> tuple[float, float]:
        """A place in an element, by fractions of it."""
        x, y, width, height = await self.value(
            f"""(() => {{ const b = document.querySelector({json.dumps(css)})
            .getBoundingClientRect(); return [b.x, b.y, b.width, b.height] }})()"""
        )
        return x + fx * width, y + fy * height

    async def mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        held = {"button": "left", "buttons": 1} if kind != "mouseReleased" else {"button": "left"}
        await self.call(
            "Input.dispatchMouseEvent",
            **{"type": kind, "x": x, "y": y, "clickCount": 1, **held, **more},
        )

    async def hover(self, css: str, fx: float = 0.5, fy: float = 0.5) -> None:
        x, y = await self.where(css, fx, fy)
        await self.mouse("mouseMoved", x, y, button="none", buttons=0)

    async def click(self, css: str, fx: float = 0.5, fy: float = 0.5) -> None:
        x, y = await self.where(css, fx, fy)
        await self.mouse("mousePressed", x, y)
        await self.mouse("mouseReleased", x, y)

    async def drag(self, css: str, *way: tuple[float, float]) -> None:
        places = [await self.where(css, fx, fy) for fx, fy in way]
        await self.mouse("mousePressed", *places[0])
        for place in places[1:]:
            await self.mouse("mouseMoved", *place)
        await self.mouse("mouseReleased", *places[-1])

    async def roll(self, css: str, dx: float, dy: float) -> None:
        x, y = await self.where(css)
        await self.mouse("mouseWheel", x, y, button="none", buttons=0, deltaX=dx, deltaY=dy)

    async def key(self, key: str, modifiers: int = 0, text: str | None = None) -> None:
        """Press a named key, or one that gives a text; modifiers: alt 1, ctrl 2, shift 8."""
        plain = key.isascii() and key.isalnum()  # else its number would be another key's
        number, own = KEYS.get(key, (ord(key[0].upper()) if plain else 0, key))
        gives = own if text is None else text
        if modifiers & 0b110 and text is None:
            gives = ""
        shared = {"key": key, "modifiers": modifiers, "windowsVirtualKeyCode": number}
        kind = "keyDown" if gives else "rawKeyDown"
        await self.call("Input.dispatchKeyEvent", type=kind, text=gives, **shared)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **shared)

    async def write(self, text: str) -> None:
        for each in text:
            await self.key(each)

    async def paste(self, text: str) -> None:
        """What Ctrl-V does, without the clipboard that all tests would share."""
        await self.value(
            f"""(() => {{ const data = new DataTransfer(); data.setData('text/plain',
            {json.dumps(text)}); document.activeElement.dispatchEvent(new ClipboardEvent('paste',
            {{clipboardData: data, bubbles: true, cancelable: true}})) }})()"""
        )

    async def size(self, width: int, height: int) -> None:
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    async def media(self, **features: str) -> None:
        """`prefers_color_scheme="dark"`, `prefers_reduced_motion="reduce"`."""
        given = [{"name": n.replace("_", "-"), "value": v} for n, v in features.items()]
        await self.call("Emulation.setEmulatedMedia", features=given)

    async def shot(self, path: Path) -> None:
        told = await self.call("Page.captureScreenshot", format="png")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(told["data"]))

    async def complaints(self) -> list[str]:
        """What the console has said, and what the page's policy has forbidden."""
        said = []
        for event in self.link.events:
            if event.get("sessionId") != self.session:
                continue
            if event["method"] == "Runtime.exceptionThrown":
                said.append(json.dumps(event["params"]["exceptionDetails"]))
            if event["method"] == "Log.entryAdded":
                entry = event["params"]["entry"]
                # a server that is not there is told in the page; the browser says it as well
                if entry["level"] == "error" and "WebSocket connection" not in entry["text"]:
                    said.append(entry["text"])
        return said


@asynccontextmanager
async def browsing(port: int) -> AsyncIterator[Link]:
    """Speak to a Chromium by its DevTools port."""
    url = http_ask(port, "/json/version").json["webSocketDebuggerUrl"]
    async with connect(url, max_size=None, compression=None) as socket:
        link = Link(socket)
        async with asyncio.TaskGroup() as tasks:
            reading = tasks.create_task(link.read())
            yield link
            reading.cancel()


@asynccontextmanager
async def person(link: Link, width: int = 1180, height: int = 820) -> AsyncIterator[Person]:
    """Open a window of its own: nothing that another one stored is in it."""
    context = (await link.call("Target.createBrowserContext"))["browserContextId"]
    made = await link.call(
        "Target.createTarget", {"url": "about:blank", "browserContextId": context}
    )
    target = made["targetId"]
    attached = await link.call("Target.attachToTarget", {"targetId": target, "flatten": True})
    somebody = Person(link, attached["sessionId"], target)
    for domain in ("Page", "Runtime", "Log"):
        await somebody.call(f"{domain}.enable")
    await somebody.size(width, height)
    # each is in front of its own window, however many there are
    await somebody.call("Emulation.setFocusEmulationEnabled", enabled=True)
    try:
        yield somebody
    finally:
        await link.call("Target.disposeBrowserContext", {"browserContextId": context})
