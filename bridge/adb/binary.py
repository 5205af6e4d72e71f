"""The adb program: where it is, what version it is, and starting its server.

The only two runs of it in the Bridge are here: `adb version` and `adb start-server`.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import re
import signal
import sys
from asyncio.subprocess import DEVNULL, STDOUT, Process
from collections.abc import Iterator, Mapping
from pathlib import Path

from bridge.errors import SetupFault

_SHOWN = 200
"""Characters of a broken adb's own words that are passed on."""

KILL_SECONDS = 2.0
"""How long a killed adb is waited for: the system may not let it go."""

_MOST = 64 * 1024
"""Bytes that are read of what adb says: no more lies in a pipe."""


def find(
    configured: str | None,
    *,
    environ: Mapping[str, str] = os.environ,
    home: Path | None = None,
    platform: str = sys.platform,
) -> Path | None:
    """Return the whole path of the first adb program there is, or None.

    Looked for in this order: PATH, the Android SDK's variables and usual folders, package
    managers' folders, the `adbutils` wheel.

    Args:
        configured: The setting `adb.path`: that one and no other, for another adb than the
            one that was meant may be of another version, and end its server.
        environ: Where PATH and the SDK's variables are read.
        home: The user's folder; found by itself when not given.
        platform: As `sys.platform`.
    """
    seen: set[Path] = set()
    for candidate in _candidates(configured, environ, home or Path.home(), platform):
        if candidate in seen:
            continue
        seen.add(candidate)
        with contextlib.suppress(OSError):
            if candidate.is_file() and os.access(candidate, os.X_OK):
                return candidate
    return None


def _candidates(
    configured: str | None, environ: Mapping[str, str], home: Path, platform: str
) -> Iterator[Path]:
    windows = platform == "win32"
    name = "adb.exe" if windows else "adb"
    if configured:
        yield Path(configured).expanduser().absolute()
        return
    for folder in environ.get("PATH", "").split(";" if windows else ":"):
        if unquoted := folder.strip('"'):
            yield Path(unquoted).absolute() / name
    for variable in ("ANDROID_HOME", "ANDROID_SDK_ROOT"):
        if sdk := environ.get(variable):
            yield Path(sdk).absolute() / "platform-tools" / name
    if windows:
        yield from _on_windows(environ, home)
    else:
        sdk_folder = "Library/Android/sdk" if platform == "darwin" else "Android/Sdk"
        yield home / sdk_folder / "platform-tools" / name
        yield Path("/opt/homebrew/bin/adb")
        yield Path("/usr/local/bin/adb")
    with contextlib.suppress(ImportError, ValueError):
        wheel = importlib.util.find_spec("adbutils")
        if wheel is not None and wheel.origin:
            yield Path(wheel.origin).parent / "binaries" / name


def _on_windows(environ: Mapping[str, str], home: Path) -> Iterator[Path]:
    local = Path(environ.get("LOCALAPPDATA") or home / "AppData/Local")
    yield local / "Android/Sdk/platform-tools/adb.exe"
    for packages in (local / "Microsoft/WinGet", Path(r"C:\Program Files\WinGet")):
        yield packages / "Links/adb.exe"
        found = packages.glob("Packages/Google.PlatformTools_*/platform-tools/adb.exe")
        yield from sorted(found)
    yield Path(environ.get("SCOOP") or home / "scoop") / "shims/adb.exe"
    chocolatey = environ.get("ChocolateyInstall") or r"C:\ProgramData\chocolatey"
    yield Path(chocolatey) / "bin/adb.exe"
    yield from sorted((home / "Downloads").glob("platform-tools*/platform-tools/adb.exe"))
    yield home / "Downloads/platform-tools/adb.exe"


async def version(path: Path, *, seconds: float) -> str:
    """Run `adb version` and return the release (`36.0.0-13206524`), or the protocol's (`1.0.41`).

    Raises:
        SetupFault: `ADB_BROKEN` with the first line that it printed, when it does not
            run, fails, or takes longer than `seconds`.
    """
    said, code = await _run(path, ["version"], seconds, heard=True)
    text = said.decode("utf-8", "replace")
    match = re.search(r"^Version (\S+)", text, re.MULTILINE) or re.search(
        r"^Android Debug Bridge version (\S+)", text, re.MULTILINE
    )
    if code != 0 or match is None:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        told = lines[0][:_SHOWN] if lines else f"nothing, with exit status {code}"
        raise SetupFault("ADB_BROKEN", f"`{path} version` said: {told}")
    return match[1]


async def start_server(path: Path, port: int, *, seconds: float) -> None:
    """Run `adb -P PORT start-server`: it does nothing when a server of its version runs.

    The server outlives us and keeps what it was given: so it gets no pipe of ours, and
    adb's own folder to stand in.

    Raises:
        SetupFault: `ADB_BROKEN` when it does not run, fails, or takes longer than `seconds`.
    """
    _, code = await _run(path, ["-P", str(port), "start-server"], seconds, heard=False)
    if code != 0:
        raise SetupFault("ADB_BROKEN", f"`{path} start-server` ended with exit status {code}")


async def _run(path: Path, args: list[str], seconds: float, *, heard: bool) -> tuple[bytes, int]:
    """Run it to its end, and return what it said and its exit status.

    The pipe is our own and is read once it has ended: what it leaves running may hold on to
    its end of it, and nobody waits for that.
    """
    process: Process | None = None
    ready, tell = os.pipe()
    try:
        async with asyncio.timeout(seconds):
            process = await asyncio.create_subprocess_exec(
                str(path),
                *args,
                stdin=DEVNULL,
                stdout=tell if heard else DEVNULL,
                stderr=STDOUT if heard else DEVNULL,
                cwd=path.parent,
                start_new_session=True,
            )
            status = await process.wait()
        return (_said(ready) if heard else b""), status
    except TimeoutError as problem:
        raise SetupFault(
            "ADB_BROKEN", f"`{path} {args[-1]}` did not end within {seconds:g} s"
        ) from problem
    except OSError as problem:
        raise SetupFault("ADB_BROKEN", f"{path} cannot be run: {problem}") from problem
    finally:
        os.close(tell)
        os.close(ready)
        if process is not None and process.returncode is None:
            await _end(process)


def _said(ready: int) -> bytes:
    """Read what lies in the pipe now."""
    if sys.platform != "win32":
        os.set_blocking(ready, False)
    with contextlib.suppress(BlockingIOError):
        return os.read(ready, _MOST)
    return b""


async def _end(process: Process) -> None:
    """Kill a program and what it began, and wait for it a little."""
    with contextlib.suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(KILL_SECONDS):
            await process.wait()
