"""What a person asks of the Bridge about secrets: add one, list them, remove one.

The value comes in a hello's field, never in a command line, and goes out in no answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridge.errors import UsageFault
from bridge.secrets_file import SecretsFile

ERRANDS = frozenset({"secret_add", "secret_list", "secret_remove"})


def run(secrets: SecretsFile, want: str, hello: Mapping[str, Any]) -> dict[str, Any]:
    """Do one errand and return its data; `text` is for the person.

    Args:
        secrets: The person's.
        want: One of `ERRANDS`.
        hello: The fields that came with it.

    Raises:
        UsageFault: `BAD_ARGUMENTS`: a field is of another form, or there is no such secret.
    """
    match want:
        case "secret_add":
            return _add(secrets, hello)
        case "secret_remove":
            name = _text(hello, "name")
            if not secrets.remove(name):
                raise UsageFault(
                    "BAD_ARGUMENTS",
                    "there is no secret of that name",
                    hint="See `tapbridge secret list`.",
                )
            return {"text": f"Removed: {name}", "removed": name}
        case _:
            rows = secrets.told()
            told = [_row(row) for row in rows]
            return {"text": "\n".join(told) or "There is no secret.", "secrets": rows}


def _add(secrets: SecretsFile, hello: Mapping[str, Any]) -> dict[str, Any]:
    name, value, origin = (_text(hello, field) for field in ("name", "value", "origin"))
    keep = hello.get("keep") is True
    handle = secrets.add(name, value, origin, keep=keep)
    where = "on disk, for this user alone" if keep else "for 2 hours without use, in memory"
    return {
        "text": f"{handle}\nAgents give it so, whole, as the value of a field. It is kept {where}.",
        "name": name,
        "handle": handle,
        "kept": keep,
    }


def _row(row: Mapping[str, Any]) -> str:
    kept = "  (on disk)" if row["kept"] else ""
    return f"{row['name']}  {row['origin']}  {row['handle']}{kept}"


def _text(hello: Mapping[str, Any], name: str) -> str:
    given = hello.get(name)
    if not isinstance(given, str):
        raise UsageFault("BAD_ARGUMENTS", f"{name}: a text")
    return given
