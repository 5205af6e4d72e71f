"""Frames with a process of their own: their navigations are stopped as well."""

import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest

from bridge.adb.device import Device
from bridge.adb.server import AdbServer
from bridge.app import open_bridge
from bridge.cdp.connection import open_connection
from bridge.page.tab import Tab
from bridge.places import config_folder
from bridge.settings import LimitSettings, Settings
from tests.gate._lab import Lab
from tests.gate._see import Unguarded
from tests.gate._site import SECRET, Site


@pytest.fixture
async def apart(start: Any, site: Site) -> AsyncIterator[Lab]:
    """A phone with site isolation, and a Bridge on it."""
    with start("--quirk", "oopif") as phone:
        settings = Settings.model_validate(
            {"adb": {"port": phone.adb_port}, "serial": phone.serial}
        )
        sites = config_folder() / "sites.txt"
        sites.parent.mkdir(parents=True, exist_ok=True)
        device = Device(AdbServer("127.0.0.1", phone.adb_port, call_seconds=5), phone.serial)
        async with (
            open_bridge(settings) as bridge,
            device.forwarded("localabstract:chrome_devtools_remote") as port,
            open_connection(port, LimitSettings()) as link,
        ):
            yield Lab(bridge, sites, site, Unguarded(link, site), link, "")


def framed(site: Site, host: str, code: str) -> str:
    """A page that holds a frame of another site, which runs the code a moment later."""
    script = f"<script>setTimeout(() => {{ {code} }}, 300)</script>"
    frame = site.url(host, "/html", title="frame", body=f"<p>inside{script}")
    body = f"<p>outside<iframe src={json.dumps(frame)}></iframe>"
    return site.url("shop.test", "/html", body=body)


def has_stopped(tab: Tab) -> bool:
    return tab.standing.frame_stops > 0


async def test_a_frame_in_another_process_and_one_inside_of_it_are_stopped(
    apart: Lab,
) -> None:
    site = apart.site
    apart.block("blocked.test\n")
    blocked, free = site.url("blocked.test", "/landed"), site.url("free.test", "/landed")
    inner = "f = document.body.appendChild(document.createElement('iframe')); f.src ="
    for code in (f"location = {json.dumps(blocked)}", f"{inner} {json.dumps(blocked)}"):
        site.log.clear()
        await apart.call("page_tabs", action="open", url=framed(site, "other.test", code))
        tab = await (await apart.browser()).front()
        assert await apart.until(partial(has_stopped, tab))
        assert f"{SECRET}blocked" not in await apart.call("page_snapshot")
        assert "blocked.test" not in {request.host for request in site.log}
    site.log.clear()
    code = f"location = {json.dumps(free)}"
    await apart.call("page_tabs", action="open", url=framed(site, "other.test", code))
    assert await apart.until(lambda: "free.test" in {request.host for request in site.log})
