"""What a probe leaves: versions, the model, and the answers. Pure.

Nothing in it names the phone, a page or a person: facts are made of forms and numbers, and
whatever looks like a serial, an address or an account all the same is taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bridge import __version__
from bridge.adb.parse import Facts as PhoneFacts
from bridge.probe.question import Row

KIND, FORM = "tapbridge-probe", 1
OUT = "(taken out)"

_NAMES_SOMEBODY = re.compile(
    r"[a-z][a-z0-9+.-]*://\S+|[\w.+-]+@[\w-]+\.[\w.-]+|\b\d{1,3}(?:\.\d{1,3}){3}:\d+\b",
    re.IGNORECASE,
)


def made(
    phone: PhoneFacts | None,
    version: Mapping[str, Any],
    adb: Mapping[str, Any],
    rows: Iterable[Row],
    *,
    shell: Mapping[str, Any],
    secrets: Sequence[str],
) -> dict[str, Any]:
    """Make a record.

    Args:
        phone: What the phone says of itself; None when it could not be asked.
        version: What Chrome's `/json/version` says.
        adb: Version of the server, features of the phone.
        rows: What came of the questions.
        shell: Output of commands, by command.
        secrets: Words that must not be in it, such as the serial.
    """
    about: dict[str, Any] = {}
    if phone is not None:
        about = {
            "model": phone.model,
            "manufacturer": phone.manufacturer,
            "android": phone.android,
            "sdk": phone.sdk,
            "width": phone.screen.width,
            "height": phone.screen.height,
            "density": phone.screen.density,
        }
    record = {
        "kind": KIND,
        "form": FORM,
        "tapbridge": __version__,
        "phone": about,
        "chrome": {
            "browser": version.get("Browser"),
            "package": version.get("Android-Package"),
            "protocol": version.get("Protocol-Version"),
        },
        "adb": dict(adb),
        "rows": [row.as_json() for row in rows],
        "shell": dict(shell),
    }
    return {key: redacted(value, secrets) for key, value in record.items()}


def redacted(value: Any, secrets: Sequence[str]) -> Any:
    """Take out what names a phone, a page or a person, in texts at any depth."""
    match value:
        case str():
            for secret in secrets:
                value = value.replace(secret, OUT)
            return _NAMES_SOMEBODY.sub(OUT, value)
        case Mapping():
            return {key: redacted(each, secrets) for key, each in value.items()}
        case list() | tuple():
            return [redacted(each, secrets) for each in value]
        case _:
            return value
