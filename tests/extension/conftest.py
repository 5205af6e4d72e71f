"""The virtual phone, the Bridge, and a browser with the extension, paired by its person."""

import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from bridge.app import Bridge, open_bridge
from bridge.places import sites_file
from bridge.serve.web import House, serve_web
from bridge.settings import Settings
from tests.extension._browser import Browser, browser
from tests.tools._pages import Pages, serving
from tests.viewer._page import Person


@pytest.fixture
async def bridge(phone: Any) -> AsyncIterator[Bridge]:
    path = sites_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("bank.test\n")
    settings = Settings.model_validate({"adb": {"port": phone.adb_port}})
    async with open_bridge(settings) as opened:
        yield opened


@pytest.fixture
async def house(bridge: Bridge) -> AsyncIterator[House]:
    guest = SimpleNamespace(id=secrets.token_hex(4))
    async with serve_web(bridge, (0,), lambda *_: nullcontext(guest)) as served:
        yield served


@pytest.fixture
def pages() -> Iterator[Pages]:
    with serving() as served:
        yield served


@pytest.fixture
async def fresh() -> AsyncIterator[Browser]:
    """A browser that nobody has paired."""
    async with browser() as opened:
        yield opened


async def pair(options: Person, house: House, code: str) -> None:
    """What a person does in the options."""
    await options.until("document.body.dataset.how && document.querySelector('#ports').value")
    await write(options, "#ports", str(house.port))
    await options.click("#ports-form button")
    await options.until("document.querySelector('#ports-said').textContent === 'Saved.'")
    await write(options, "#code", f"{code[:4]}-{code[4:]}".lower())
    await options.click("#pair button")


async def write(somebody: Person, css: str, text: str) -> None:
    """Put a text into a field, instead of what is there."""
    await somebody.value(f"document.querySelector('{css}').select()")
    await somebody.value(f"document.querySelector('{css}').focus()")
    await somebody.call("Input.insertText", text=text)


@pytest.fixture
async def paired(fresh: Browser, house: House) -> Browser:
    """A browser whose person has paired it."""
    options = await fresh.open("options.html")
    await pair(options, house, house.codes.fresh())
    try:
        await options.until("document.body.dataset.how === 'connected'")
    except TimeoutError:
        raise AssertionError(await options.text("#status")) from None
    return fresh


@pytest.fixture
async def me(paired: Browser, phone: Any) -> Person:
    """A person at the phone's page, with its picture before them."""
    popup = await paired.open("popup.html")
    await popup.until("document.querySelector('#phones button:enabled')")
    await popup.click("#phones button")
    somebody = await paired.find("phone.html")
    await live(somebody)
    return somebody


async def live(somebody: Person) -> None:
    try:
        await somebody.until("document.body.dataset.state === 'live'")
        await somebody.until("document.querySelector('#picture').dataset.frame")
    except TimeoutError:
        told = await somebody.value("document.body.dataset.state")
        raise AssertionError(f"{told}: {await somebody.text('#overlay')}") from None
