"""`tapbridge relay` as the daemon sees it: an endpoint is open as long as its command runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from bridge.errors import UsageFault
from bridge.serve.lines import HELLO_BYTES, Lines, LineTooLong

if TYPE_CHECKING:
    from bridge.serve.web import House


class Bridge(Protocol):
    """The Bridge as an endpoint needs it."""

    async def named(self, serial: str | None) -> str:
        """Return the serial of the phone that is meant."""


async def serve(
    lines: Lines, house: House, bridge: Bridge, hello: Mapping[str, Any], about: Mapping[str, Any]
) -> None:
    """Offer a phone to other tools until the person at the command line leaves.

    Args:
        lines: The person's connection.
        house: The web, where it is offered.
        bridge: The Bridge.
        hello: The fields that came with it: `serial`, `take`.
        about: What the first line says beside the endpoint.

    Raises:
        BridgeError: No such phone.
    """
    serial, take = hello.get("serial"), hello.get("take") or False
    if serial is not None and not isinstance(serial, str):
        raise UsageFault("BAD_ARGUMENTS", "serial: a text")
    if not isinstance(take, bool):
        raise UsageFault("BAD_ARGUMENTS", "take: true or false")
    name = await bridge.named(serial)
    with house.endpoints.offered(name, take=take) as endpoint:
        address = f"{house.address}{endpoint.path}"
        socket = f"ws{address.removeprefix('http')}/devtools/browser"
        await lines.send({**about, "data": {"serial": name, "endpoint": address, "socket": socket}})
        try:
            while await lines.next(HELLO_BYTES) is not None:
                pass
        except (LineTooLong, ConnectionError):
            return
