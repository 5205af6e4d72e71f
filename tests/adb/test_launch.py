from collections.abc import Iterator
from typing import Any

import pytest

from bridge.adb.device import Device
from bridge.adb.launch import bring, launch
from bridge.adb.server import AdbServer
from bridge.errors import UsageFault


@pytest.fixture(scope="module")
def closed(start: Any) -> Iterator[Any]:
    """A phone whose Chrome is not open."""
    with start("--chrome", "closed") as running:
        yield running


def device(phone: Any) -> Device:
    return Device(AdbServer("127.0.0.1", phone.adb_port, call_seconds=5), phone.serial)


async def test_a_closed_chrome_is_started_and_an_open_one_left_alone(closed: Any) -> None:
    phone = device(closed)
    assert not (await phone.facts()).sockets
    assert await launch(phone, "http://shop.test/it's", seconds=20) == "Chrome is open"
    assert "'http://shop.test/it'\\''s'" in str(closed.ask("/shell")).replace("\\\\", "\\")
    assert (await phone.facts()).chrome_sockets
    assert await launch(phone, None, seconds=20) == "Chrome is open already"
    assert await launch(phone, "http://other.test/", seconds=20) == (
        "Chrome is open already; the address was not opened: page-navigate does that"
    )


async def test_an_address_that_is_not_http_is_not_sent(closed: Any) -> None:
    closed.ask("/shell/reset", {})
    with pytest.raises(UsageFault) as caught:
        await launch(device(closed), "intent://x#Intent;end", seconds=5)
    assert caught.value.code == "UNSUPPORTED"
    assert "am start" not in str(closed.ask("/shell"))


async def test_chrome_is_brought_before_another_app(closed: Any) -> None:
    phone = device(closed)
    await launch(phone, None, seconds=20)
    closed.ask("/front", {"package": "com.android.settings"})
    assert (await phone.sight()).front == "com.android.settings"
    await bring(phone, seconds=5)
    assert (await phone.sight()).front == "com.android.chrome"
