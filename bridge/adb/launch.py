"""Starting Chrome on the phone, as a person asks for it.

An address is opened only on a cold start: when Chrome is drivable already, a VIEW intent
would open one more tab behind the agent's back.
"""

from __future__ import annotations

import asyncio

from bridge.adb.device import Device
from bridge.errors import LateFault, PhoneFault, UsageFault

_ACTIVITY = "com.android.chrome/com.google.android.apps.chrome.Main"
_POLL_SECONDS = 0.25


async def launch(device: Device, url: str | None, *, seconds: float) -> str:
    """Start Chrome and wait until its DevTools socket is there.

    Args:
        device: The phone.
        url: http(s) address to start with, judged by the caller; kept from the phone's
            shell by single quotes.
        seconds: Limit of the whole.

    Returns:
        What was done, as a sentence.

    Raises:
        PhoneFault: `CHROME_MISSING`.
        UsageFault: `UNSUPPORTED`, for an address that is not http(s).
        LateFault: Chrome did not open its socket in time.
    """
    if url is not None and not url.lower().startswith(("http://", "https://")):
        raise UsageFault("UNSUPPORTED", "Chrome is started with http and https addresses only")
    facts = await device.facts()
    if facts.chrome_sockets:
        left = "; the address was not opened: page-navigate does that" if url else ""
        return f"Chrome is open already{left}"
    if not facts.chrome.installed:
        raise PhoneFault("CHROME_MISSING", "Chrome is not installed on the phone")
    view = f" -a android.intent.action.VIEW -d {_quoted(url)}" if url else ""
    ran = await device.shell(f"am start -n {_ACTIVITY}{view}", seconds=seconds)
    said = (ran.stdout + ran.stderr).decode("utf-8", "replace")
    if ran.code != 0 or "Error" in said:
        line = next((each for each in said.splitlines() if "Error" in each), "am start failed")
        raise PhoneFault("CHROME_NOT_RUNNING", f"the phone would not start Chrome: {line[:200]}")
    try:
        async with asyncio.timeout(seconds):
            while True:
                facts = await device.facts()
                if facts.chrome_sockets or (facts.sockets is None and facts.chrome.running):
                    return "Chrome is open"
                await asyncio.sleep(_POLL_SECONDS)
    except TimeoutError as late:
        raise LateFault(
            f"Chrome was started but opened no DevTools socket within {seconds:g} s",
            hint="Unlock the phone and pass Chrome's first-run screens.",
        ) from late


def _quoted(text: str) -> str:
    """Quote for the phone's shell."""
    return "'" + text.replace("'", "'\\''") + "'"


async def bring(device: Device, *, seconds: float) -> None:
    """Bring Chrome, which runs, before the person.

    Raises:
        PhoneFault: The phone cannot be asked.
        LateFault: It did not answer in time.
    """
    await device.shell(f"am start -n {_ACTIVITY}", seconds=seconds)
