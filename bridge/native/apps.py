"""Apps of a phone: which there are, and starting and stopping one."""

from __future__ import annotations

import re

from bridge.adb.device import Device
from bridge.addresses import App
from bridge.errors import ScreenFault, UsageFault
from bridge.native import refusals
from bridge.native.hand import Did, followed
from bridge.native.intent import Intent
from bridge.native.screen import After, Screen
from bridge.native.told import Front

PACKAGE = re.compile(r"[A-Za-z]\w*(?:\.[A-Za-z]\w*)+", re.ASCII)
_SECONDS = 15.0
_LAUNCHERS = (
    "cmd package query-activities --brief --user current -a android.intent.action.MAIN "
    "-c android.intent.category.LAUNCHER"
)
_COMPONENT = re.compile(r"\s*([\w.]+)/([\w.$]+)\s*", re.ASCII)


def named(package: str) -> str:
    """Return the name of an app.

    Raises:
        UsageFault: `BAD_ARGUMENTS`: it is none; no shell is shown such a thing.
    """
    if PACKAGE.fullmatch(package):
        return package
    raise UsageFault(
        "BAD_ARGUMENTS",
        f"{package[:60]!r} is no app",
        hint="Give its package, such as com.android.settings; action=list names them.",
    )


async def listed(device: Device) -> list[str]:
    """Return the packages that can be started, sorted.

    Raises:
        ScreenFault: `APP_FAILED`, `USER_PROFILE`.
        BridgeError: As of `Device.shell`.
    """
    ran = await device.shell(_LAUNCHERS, seconds=_SECONDS)
    found = {match[1] for match in map(_COMPONENT.fullmatch, ran.text.splitlines()) if match}
    said = f"{ran.text}\n{ran.stderr.decode('utf-8', 'replace')}"
    if not found and (refused := refusals.of_app(said)):
        raise refused
    return sorted(found)


async def launcher(device: Device, package: str) -> str:
    """Return the activity that an app is started by, such as `com.a/.Main`.

    Raises:
        ScreenFault: `APP_FAILED`: there is no such app, or it has none.
        BridgeError: As of `Device.shell`.
    """
    asked = "cmd package resolve-activity --brief -c android.intent.category.LAUNCHER " + named(
        package
    )
    ran = await device.shell(asked, seconds=_SECONDS)
    for line in reversed(ran.text.splitlines()):
        found = _COMPONENT.fullmatch(line)
        if found is not None and found[1] == package:  # another app may answer in its place
            return f"{found[1]}/{found[2]}"
    raise ScreenFault("APP_FAILED", f"{package} is not there, or has nothing to start")


async def start(screen: Screen, package: str, *, anew: bool, observe: bool) -> Did:
    """Start an app, or bring it to the front; `anew` ends it first.

    Raises:
        SiteBlocked: A rule blocks it.
        ScreenFault: `BLOCKED`: it is a browser. `APP_FAILED`, `USER_PROFILE`.
        UnknownOutcome: It may have been started.
    """
    await _may(screen, package)
    component = await launcher(screen.device, package)
    commands = [f"am force-stop --user current {package}"] if anew else []
    after = await _act(
        screen, [*commands, f"am start --user current -n {component}"], observe=observe
    )
    told = "" if after.front.package == package else f"; {after.front.words} is in front"
    return Did(f"{'started' if not anew else 'ended and started'} {package}{told}", after)


async def stop(screen: Screen, package: str, *, observe: bool) -> Did:
    """End an app.

    Raises:
        SiteBlocked: A rule blocks it.
        ScreenFault: `BLOCKED`: it is a browser. `APP_FAILED`, `USER_PROFILE`.
        UnknownOutcome: It may have been ended.
    """
    await _may(screen, named(package))
    before = screen.last
    after = await _act(screen, [f"am force-stop --user current {package}"], observe=observe)
    return Did(f"ended {package}{followed(before, after)}", after)


async def send(screen: Screen, wanted: Intent, *, observe: bool) -> Did:
    """Have Android start what an intent names.

    Raises:
        SiteBlocked: A rule blocks the address, or the app.
        ScreenFault: `BLOCKED`: a browser would open it. `APP_FAILED`, `USER_PROFILE`.
        UnknownOutcome: It may have been started.
    """
    if wanted.is_web:
        screen.judge(wanted.data)
    if wanted.package:
        await _may(screen, wanted.package)
    elif wanted.is_web and not screen.opens_browsers:
        raise _persons()
    after = await _act(screen, [wanted.command], observe=observe)
    return Did(f"sent {wanted.words}; {after.front.words} is in front", after)


async def _act(screen: Screen, commands: list[str], *, observe: bool) -> After:
    return await screen.act(
        commands, look=None, element=None, after=observe, refusal=refusals.of_app
    )


async def _may(screen: Screen, package: str) -> None:
    """Refuse what is blocked, and browsers: a person starts these."""
    screen.judge(App(named(package)))
    if not screen.opens_browsers and await screen.is_browser(Front("app", package)):
        raise _persons()


def _persons() -> ScreenFault:
    return ScreenFault(
        "BLOCKED",
        "browsers are started and ended by a person",
        hint="Ask the person to type `tapbridge open`, or to set chrome.agent_may_launch.",
    )
