"""Pages that this computer serves to the phone through adb."""

import asyncio

import pytest
from typing_extensions import override

from bridge.adb.device import Device
from bridge.adb.server import AdbServer
from bridge.errors import PhoneGone
from bridge.probe.pages import PAGES, document, served
from bridge.probe.question import NotSeen


async def got(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer = await reader.read()
    writer.close()
    return answer


async def test_a_page_is_served_and_noted_and_the_reverse_taken_back(device: Device) -> None:
    async with served(device.server, device.serial) as pages:
        side = f"tcp:{pages.port}"
        assert (side, side) in await device.server.list_reverses(device.serial)
        answer = await got(pages.port, b"GET /one?x=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert answer.endswith(PAGES["/one"].encode())
        assert (await got(pages.port, b"GET /none HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 404")
        assert await got(pages.port, b"\r\n\r\n") == b""
        assert pages.fetched == ["/one"]
    assert await device.server.list_reverses(device.serial) == ()


def test_every_page_bears_the_title_that_says_who_asks() -> None:
    assert all("<title>Tapbridge asks this phone</title>" in page for page in PAGES.values())
    assert "viewport" not in document("x", head="")


class Refusing(AdbServer):
    """A server whose phone leads no port anywhere."""

    tries = 0

    @override
    async def reverse(self, serial: str, remote: str, local: str) -> None:
        self.tries += 1
        raise PhoneGone("closed")


async def test_a_phone_that_refuses_is_not_seen() -> None:
    server = Refusing("127.0.0.1", 1, call_seconds=1)
    with pytest.raises(NotSeen, match="adb reverse is refused"):
        async with served(server, "X"):
            pass
    assert server.tries == 3
