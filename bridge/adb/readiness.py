"""Whether a phone's Chrome can be driven, and if not, what stands in the way.

`assess` judges and is pure; `inspect` looks at adb and the phones and lets it judge.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from bridge.adb import binary
from bridge.adb.device import Device
from bridge.adb.parse import CHROME, Facts, Listed
from bridge.adb.report import Adb, AndroidDevice, ChromeState, Problem, Report, of
from bridge.adb.server import AdbServer
from bridge.errors import BridgeError, SetupFault
from bridge.settings import Settings

__all__ = ["Report", "assess", "in_the_way", "inspect", "nobody_answers", "not_ready", "wake"]

_HERE = {"127.0.0.1", "localhost", "::1"}


def assess(
    adb: Adb,
    listed: Sequence[Listed] = (),
    told: Mapping[str, Facts | BridgeError] | None = None,
    *,
    enabled: bool = True,
    platform: str = sys.platform,
) -> Report:
    """Judge what was seen.

    Args:
        adb: The program and its server.
        listed: adb's list of phones.
        told: By serial, the facts of each phone in state `ready`, or why they are missing.
        enabled: The setting `adb.enabled`.
        platform: As `sys.platform`; Windows also needs a driver.
    """
    if not enabled:
        return Report(enabled=False, ready=False, adb=adb, devices=(), problem=of("ANDROID_OFF"))
    told = told or {}
    devices = tuple(_device(row, told.get(row.serial)) for row in listed)
    ready = next((d for d in devices if d.ready), None)
    if adb.problem is not None:
        problem: Problem | None = adb.problem
    elif ready is not None:
        problem = ready.problem
    else:
        problem = devices[0].problem if devices else _no_device(platform)
    return Report(
        enabled=True,
        ready=adb.problem is None and ready is not None,
        adb=adb,
        devices=devices,
        problem=problem,
    )


def _no_device(platform: str) -> Problem:
    hint = "Connect the phone and switch USB debugging on."
    if platform == "win32":
        hint += " Windows may also need the USB driver of the phone's maker."
    return of("NO_DEVICE", "adb sees no phone.", hint=hint)


def _device(listed: Listed, told: Facts | BridgeError | None) -> AndroidDevice:
    common: dict[str, Any] = {
        "serial": listed.serial,
        "transport": listed.transport,
        "state": listed.state,
        "word": listed.word,
    }
    if listed.state != "ready":
        return AndroidDevice(**common, model=listed.model, problem=not_ready(listed))
    if not isinstance(told, Facts):
        why = f"The phone does not answer: {told.message}" if told else "The phone was not asked."
        problem = _offline(listed, why)
        return AndroidDevice(**common, model=listed.model, problem=problem)
    chrome = ChromeState(
        **asdict(told.chrome),
        debuggable=None if told.sockets is None else bool(told.chrome_sockets),
        sockets=told.sockets or (),
    )
    return AndroidDevice(
        **common,
        model=told.model or listed.model,
        manufacturer=told.manufacturer,
        android=told.android,
        sdk=told.sdk,
        screen=told.screen,
        chrome=chrome,
        problem=in_the_way(listed.serial, told),
    )


def not_ready(listed: Listed) -> Problem:
    """Say why a phone in another state than `ready` cannot be used."""
    match listed.state:
        case "unauthorized":
            return of("DEVICE_UNAUTHORIZED")
        case "authorizing":
            return of("DEVICE_UNAUTHORIZED", "The phone is asking whether to allow this computer.")
        case "no-permissions":
            fix = "sudo apt install android-sdk-platform-tools-common"
            return of("NO_PERMISSIONS", fix=fix)
        case "offline":
            return _offline(listed)
        case _:
            mode = f"The phone is in the state `{listed.word}`, not started as usual."
            return of("DEVICE_OFFLINE", mode, hint="Start the phone as usual.")


def _offline(listed: Listed, why: str | None = None) -> Problem:
    if listed.transport == "usb":
        return of("DEVICE_OFFLINE", why, hint="Unplug the phone and plug it in again.")
    fix = f"adb connect {listed.serial}"
    return of("DEVICE_OFFLINE", why, hint="Wake the phone, then connect again.", fix=fix)


def in_the_way(serial: str, facts: Facts) -> Problem | None:
    """Say what keeps this phone's Chrome from being driven (`SCREEN_OFF` is an advice only)."""
    chrome = facts.chrome
    reachable = bool(facts.chrome_sockets) or (facts.sockets is None and chrome.running)
    if not facts.booted:
        return of("DEVICE_BOOTING")
    if not reachable and not chrome.installed:
        return of("CHROME_MISSING", action="installChrome")
    if not reachable and not chrome.enabled:
        user = facts.user or 0
        return of(
            "CHROME_MISSING",
            "Chrome is installed, and switched off for this user of the phone.",
            hint="Switch it on under Settings > Apps > Chrome.",
            fix=f"adb -s {serial} shell pm enable --user {user} {CHROME}",
        )
    if not reachable:
        return of("CHROME_NOT_RUNNING", action="launchChrome")
    if facts.screen.awake is False:
        return of("SCREEN_OFF")
    return None


async def inspect(server: AdbServer, settings: Settings) -> Report:
    """Look at adb, its server and every phone, and judge.

    Starts the server when none answers, and only then. Never raises for a phone's sake:
    what is wrong is in the report.
    """
    if not settings.adb.enabled:
        return assess(Adb(), enabled=False)
    adb = await _look_at_adb(server, settings)
    if adb.problem is not None:
        return assess(adb)
    try:
        listed = await server.devices()
    except BridgeError as problem:
        return assess(replace(adb, problem=_broken(problem)))
    told: dict[str, Facts | BridgeError] = {}

    async def ask(serial: str) -> None:
        try:
            device = Device(server, serial, shell_seconds=settings.adb.shell_seconds)
            told[serial] = await device.facts()
        except BridgeError as problem:
            told[serial] = problem

    async with asyncio.TaskGroup() as group:
        for row in listed:
            if row.state == "ready":
                group.create_task(ask(row.serial))
    return assess(adb, listed, told)


async def _look_at_adb(server: AdbServer, settings: Settings) -> Adb:
    seconds = settings.adb.call_seconds
    path = await asyncio.to_thread(binary.find, settings.adb.path)
    version: str | None = None
    broken: SetupFault | None = None
    if path is not None:
        try:
            version = await binary.version(path, seconds=seconds)
        except SetupFault as problem:
            broken = problem
    adb = Adb(found=path is not None, path=str(path) if path else None, version=version)
    try:
        return replace(adb, server=await server.version())
    except BridgeError as silent:
        if not nobody_answers(silent, server):
            return replace(adb, problem=_broken(silent))
    if path is None:
        return replace(adb, problem=_missing(sys.platform, settings.adb.path))
    if broken is not None:
        return replace(adb, problem=_broken(broken))
    try:
        await binary.start_server(path, server.port, seconds=3 * seconds)
        return replace(adb, server=await server.version())
    except BridgeError as problem:
        return replace(adb, problem=_broken(problem))


def nobody_answers(silent: BridgeError, server: AdbServer) -> bool:
    """Say whether an error of the server's means that one may be started in its place."""
    refused = isinstance(silent.__cause__, ConnectionRefusedError)
    return refused and server.host in _HERE


async def wake(server: AdbServer, settings: Settings) -> None:
    """Start the adb server, where nobody answers at its port of this computer.

    Raises:
        SetupFault: `ADB_MISSING`, `ADB_BROKEN`.
    """
    adb = await _look_at_adb(server, settings)
    if adb.problem is not None:
        hint = " ".join(filter(None, (adb.problem.hint, adb.problem.fix)))
        raise SetupFault(adb.problem.code, adb.problem.message, hint=hint)


def _broken(problem: BridgeError) -> Problem:
    hint = problem.hint if problem.code == "ADB_BROKEN" else None
    return of("ADB_BROKEN", problem.message, hint=hint)


def _missing(platform: str, configured: str | None = None) -> Problem:
    if configured:
        return of(
            "ADB_MISSING",
            f"The setting adb.path names {configured}, where no program is.",
            hint="Correct adb.path, or take it out: then adb is looked for.",
        )
    fixes = {
        "darwin": "brew install --cask android-platform-tools",
        "win32": "winget install Google.PlatformTools",
    }
    return of("ADB_MISSING", fix=fixes.get(platform, "sudo apt install adb"), hint="Install adb.")
