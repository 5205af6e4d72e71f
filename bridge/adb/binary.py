"""The adb program: where it is, what version it is, and starting its server.

The only two runs of it in the Bridge are here: `adb version` and `adb start-server`.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import Iterator, Mapping
from pathlib import Path

from bridge.errors import SetupFault

_SHOWN = 200
"""Characters of a broken adb's own words that are passed on."""


def find(
    configured: str | None,
    *,
    environ: Mapping[str, str] = os.environ,
    home: Path | None = None,
    platform: str = sys.platform,
) -> Path | None:
    """Return the whole path of the first adb program there is, or None.

    Looked for in this order: the configured path, PATH, the Android SDK's variables and
    usual folders, package managers' folders, the `adbutils` wheel.

    Args:
        configured: The setting `adb.path`.
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
    process: Process | None = None
    try:
        async with asyncio.timeout(seconds):
            process = await asyncio.create_subprocess_exec(
                str(path),
                *args,
                stdin=DEVNULL,
                stdout=PIPE if heard else DEVNULL,
                stderr=STDOUT if heard else DEVNULL,
                cwd=path.parent,
            )
            said, _ = await process.communicate()
    except TimeoutError as problem:
        raise SetupFault(
            "ADB_BROKEN", f"`{path} {args[-1]}` did not end within {seconds:g} s"
        ) from problem
    except OSError as problem:
        raise SetupFault("ADB_BROKEN", f"{path} cannot be run: {problem}") from problem
    finally:
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    return said or b"", process.returncode if process.returncode is not None else -1
