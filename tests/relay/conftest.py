"""A relay on the virtual phone, and the debugger at its end."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bridge.adb.device import Device
from bridge.adb.server import AdbServer
from bridge.app import Bridge, open_bridge
from bridge.cdp.connection import open_connection
from bridge.cdp.targets import Targets
from bridge.places import config_folder
from bridge.relay.relays import Held
from bridge.settings import LimitSettings, Settings
from bridge.tools.lease import Party
from tests.gate._site import Site, serving
from tests.relay._debugger import Debugger
from tests.relay._person import Person

PARTY = Party("debugger", "a debugger")


@pytest.fixture(scope="package")
def site() -> Iterator[Site]:
    with serving() as served:
        yield served


@pytest.fixture
def sites() -> Path:
    """The person's blocked-sites file: one host is in it."""
    path = config_folder() / "sites.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("bank.test\n")
    return path


@pytest.fixture
async def bridge(phone: Any) -> AsyncIterator[Bridge]:
    settings = Settings.model_validate({"adb": {"port": phone.adb_port}, "serial": phone.serial})
    async with open_bridge(settings) as opened:
        yield opened


@pytest.fixture
def debugger() -> Debugger:
    return Debugger()


@asynccontextmanager
async def opened(bridge: Bridge, debugger: Debugger, *, take: bool = False) -> AsyncIterator[Held]:
    """Have the phone until the block ends; the pages that were opened then are closed."""
    async with bridge.relays.open(None, PARTY, debugger, take=take) as held:
        debugger.relay = held.relay
        before = {each["targetId"] for each in held.relay.targets()}
        yield held
        if not held.ended.done():
            for each in held.relay.targets():
                if each["targetId"] not in before:
                    await debugger.say("Target.closeTarget", {"targetId": each["targetId"]})


@pytest.fixture
async def held(bridge: Bridge, sites: Path, debugger: Debugger) -> AsyncIterator[Held]:
    async with opened(bridge, debugger) as own:
        yield own


@pytest.fixture
async def person(phone: Any) -> AsyncIterator[Person]:
    async with using(phone) as somebody:
        yield somebody


@asynccontextmanager
async def using(phone: Any) -> AsyncIterator[Person]:
    """Be somebody who uses the phone's Chrome with nobody between."""
    device = Device(AdbServer("127.0.0.1", phone.adb_port, call_seconds=5), phone.serial)
    async with (
        device.forwarded("localabstract:chrome_devtools_remote") as port,
        open_connection(port, LimitSettings()) as link,
    ):
        targets = Targets(link)
        await targets.start()
        yield Person(targets)
        for each in targets.pages[1:]:
            await targets.close(each.id)
