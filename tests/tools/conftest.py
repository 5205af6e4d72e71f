"""The door of a whole Bridge on the virtual phone."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bridge.app import open_bridge
from bridge.errors import BridgeError
from bridge.places import config_folder
from bridge.settings import FAMILIES, Settings
from bridge.tools.call import Caller
from bridge.tools.spec import Result

EVERYBODY = Caller("test", "cli", families=frozenset(FAMILIES))
"""Who has switched every family of tools on."""

Call = Callable[..., Awaitable[Result]]
Refuse = Callable[..., Awaitable[BridgeError]]


@pytest.fixture
async def call(phone: Any) -> AsyncIterator[Call]:
    """Call a tool by name, over adb, on a tab of its own."""
    settings = Settings.model_validate({"adb": {"port": phone.adb_port}, "serial": phone.serial})
    async with open_bridge(settings) as bridge:

        async def named(name: str, /, **args: Any) -> Result:
            return await bridge.door.call(name, args, EVERYBODY)

        await named("page_tabs", action="open", url=phone.page("index.html"))
        tabs = (await named("page_tabs")).data["tabs"]
        before = {each["number"] for each in tabs if not each["active"]}
        yield named
        for each in (await named("page_tabs")).data["tabs"]:
            if each["number"] not in before:
                await named("page_tabs", action="close", tab=each["number"])


@pytest.fixture
def refuse(call: Call) -> Refuse:
    """Call a tool that is to be refused, and return why."""

    async def named(name: str, /, **args: Any) -> BridgeError:
        with pytest.raises(BridgeError) as caught:
            await call(name, **args)
        return caught.value

    return named


@pytest.fixture
def sites() -> Path:
    """The person's blocked-sites file."""
    path = config_folder() / "sites.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
