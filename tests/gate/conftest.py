"""A Bridge with rules, a site to be kept from, and Chromium's own view of both."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from bridge.adb.device import Device
from bridge.adb.server import AdbServer
from bridge.app import open_bridge
from bridge.cdp.connection import open_connection
from bridge.places import config_folder
from bridge.settings import LimitSettings, Settings
from tests.gate._lab import Lab
from tests.gate._see import Unguarded
from tests.gate._site import Site, serving


@pytest.fixture(scope="package")
def site() -> Iterator[Site]:
    with serving() as served:
        yield served


@pytest.fixture(scope="module")
async def lab(phone: Any, site: Site, tmp_path_factory: Any) -> AsyncIterator[Lab]:
    """One Bridge for all tests of a module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAPBRIDGE_HOME", str(tmp_path_factory.mktemp("home")))
        sites = config_folder() / "sites.txt"
        sites.parent.mkdir(parents=True, exist_ok=True)
        settings = Settings.model_validate(
            {
                "adb": {"port": phone.adb_port},
                "serial": phone.serial,
                # what the pages do is told to the server by their addresses
                "policy": {"url_payload": "allow"},
            }
        )
        device = Device(AdbServer("127.0.0.1", phone.adb_port, call_seconds=5), phone.serial)
        async with (
            open_bridge(settings) as bridge,
            device.forwarded("localabstract:chrome_devtools_remote") as port,
            open_connection(port, LimitSettings()) as link,
        ):
            unguarded = Unguarded(link, site)
            await unguarded.watch()
            browser = await (await bridge.fleet.phone(None)).browser()
            home = await browser.targets.create("about:blank")
            lab = Lab(bridge, sites, site, unguarded, link, home.id)
            yield lab
            await lab.clear()
