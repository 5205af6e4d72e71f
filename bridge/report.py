"""`doctor --report`: one archive about this installation that a person can send to strangers.

What doctor saw, versions, settings, and the end of the log and the journal, all through
`redact`: no addresses, no text of pages, nothing that was typed, no tokens, and no serials
unless the person says so. The archive says itself what is in it.
"""

from __future__ import annotations

import io
import json
import os
import platform
import sys
import zipfile
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from bridge import __version__
from bridge.errors import BridgeError, UsageFault
from bridge.journal import NAME as JOURNAL
from bridge.places import sites_file, state_folder
from bridge.redact import Redactor, sentences
from bridge.serve.state import LOG
from bridge.serve.tail import last
from bridge.settings import load
from bridge.sites_file import SitesFile
from bridge.tools import CATALOGUE

LINES = 2000
_PACKAGES = ("websockets", "aiohttp", "pydantic", "pydantic-settings", "mcp", "click", "pillow")
_ABOUT = """\
A report about Tapbridge, made by `tapbridge doctor --report`.

doctor.json    what doctor saw: states, versions and codes
versions.json  Tapbridge, Python, the system, the packages that it uses
settings.json  numbers and switches of the settings (texts only as set or not), count of rules
log.txt        the end of the log: our own sentences, codes and numbers
journal.jsonl  the end of the journal: times, tools, codes, milliseconds

Words that are not ours were left out ([…]): no addresses, no text of pages, nothing that was
typed, no tokens. {phones}
"""


def write(target: Path, doctor: Mapping[str, Any] | BridgeError, *, serials: bool) -> None:
    """Make the archive, readable by this user only.

    Args:
        target: The file; one that is there is not touched.
        doctor: What doctor saw, as JSON values, or why it could not look.
        serials: Whether phones are named by their serials.

    Raises:
        UsageFault: `BAD_ARGUMENTS`: the file cannot be made.
    """
    data = archive(doctor, serials=serials)
    try:
        number = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "wb") as file:
            file.write(data)
    except OSError as problem:
        raise UsageFault(
            "BAD_ARGUMENTS",
            f"{target} cannot be written: {problem.strerror}",
            hint="Name another file.",
        ) from problem


def archive(doctor: Mapping[str, Any] | BridgeError, *, serials: bool) -> bytes:
    """Return the archive's bytes; what cannot be read is left out of it."""
    redactor = Redactor(_sentences(), frozenset(CATALOGUE), tell_serials=serials)
    if isinstance(doctor, BridgeError):
        seen: dict[str, Any] = {"error": doctor.code}
    else:
        seen = redactor.doctor(doctor)
    journal = list(redactor.journal(_lines(JOURNAL)))  # first: it makes serials known
    phones = "Phones are named by their serials." if serials else "Serials stand as phone-1, …"
    files = {
        "README.txt": _ABOUT.format(phones=phones),
        "doctor.json": _json(seen),
        "versions.json": _json(versions()),
        "settings.json": _json(_settings()),
        "log.txt": "\n".join(redactor.log(_lines(LOG))),
        "journal.jsonl": "\n".join(journal),
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archived:
        for name, text in files.items():
            archived.writestr(name, text)
    return made.getvalue()


def versions() -> dict[str, Any]:
    """Return the versions of everything that takes part on this computer."""
    return {
        "tapbridge": __version__,
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": platform.system(),
        "release": platform.release(),
        "machine": platform.machine(),
        "platform": sys.platform,
        "packages": {name: _version(name) for name in _PACKAGES},
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _settings() -> dict[str, Any]:
    try:
        told: dict[str, Any] = _plain(load())
    except BridgeError as problem:
        told = {"error": problem.code}
    try:
        lines = SitesFile(sites_file()).lines()
        told["blocked_sites"] = {
            "rules": sum(line.rule is not None for line in lines),
            "mistakes": sum(line.rule is None for line in lines),
        }
    except BridgeError as problem:
        told["blocked_sites"] = {"error": problem.code}
    return told


def _plain(part: BaseModel) -> dict[str, Any]:
    """Return numbers and switches; of a text only whether there is one and it is not the usual."""
    told: dict[str, Any] = {}
    for name, field in type(part).model_fields.items():
        value = getattr(part, name)
        if isinstance(value, BaseModel):
            told[name] = _plain(value)
        elif value is None or isinstance(value, bool | int | float):
            told[name] = value
        else:
            told[name] = "as usual" if value == field.default else "set"
    return told


def _sentences() -> dict[str, list[str]]:
    root = Path(__file__).parent
    return {
        ".".join(("bridge", *path.relative_to(root).with_suffix("").parts)): list(
            sentences(path.read_text(encoding="utf-8"))
        )
        for path in sorted(root.rglob("*.py"))
    }


def _lines(name: str) -> Iterator[str]:
    try:
        yield from last(state_folder() / name, LINES)
    except OSError:
        return


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
