"""Tools about the phones themselves."""

from __future__ import annotations

from typing import Any, Protocol

from bridge.tools.spec import Args, Effect, Result, Surface, Tool, tool


class Report(Protocol):
    """What the adb room says of adb and the phones."""

    def as_text(self) -> str:
        """Write it as a checklist."""

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON values."""


class Host(Protocol):
    """The computer's side, as these tools see it."""

    async def report(self) -> Report:
        """Look at adb, the phones and their Chrome, now."""

    async def listed(self) -> list[dict[str, Any]]:
        """Return serial, state, transport and model of each phone that adb lists."""


class NoArgs(Args):
    """No arguments."""


@tool(Surface.HOST, Effect.READ, locks=False)
async def device_list(host: Host, args: NoArgs) -> Result:
    """List the phones adb knows, with their state."""
    del args
    phones = await host.listed()
    lines = [
        f"{p['serial']} {p['state']} {p['transport']} {p['model'] or ''}".rstrip() for p in phones
    ]
    return Result("\n".join(lines) or "no phone", data={"devices": phones})


@tool(Surface.HOST, Effect.READ, locks=False)
async def doctor(host: Host, args: NoArgs) -> Result:
    """Check adb, phone, Chrome and screen; says what to fix."""
    del args
    report = await host.report()
    return Result(report.as_text(), data=report.as_json())


TOOLS: tuple[Tool, ...] = (device_list, doctor)
