"""One command per tool, made from the generated catalogue; none of the tools is imported.

Required fields are arguments (but yes-or-no is always an option), the others options; only
what was given is sent: defaults are the tool's own. Pictures are saved, their paths printed.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any

import click

from bridge.cli.answer import Answer, json_option, serial_option
from bridge.cli.words import says, typed
from bridge.codes import CODES
from bridge.errors import SetupFault, UsageFault
from bridge.serve import client

_SIMPLE: dict[str, click.ParamType[Any]] = {
    "integer": click.INT,
    "number": click.FLOAT,
    "boolean": click.BOOL,
}
_PICTURED = {"screenshot", "pick"}
"""Words in the names of the tools that answer with a picture."""
_SUFFIX = {"image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp"}


def verbs(catalogue: Mapping[str, Any] | None = None) -> dict[str, list[click.Command]]:
    """Return the tools' commands by group, in the catalogue's order.

    Args:
        catalogue: `{"tools": [{"name", "description", "group", "effect", "schema"}]}`; the
            packaged one when not given.

    Raises:
        SetupFault: `DAEMON_FAILED`: this installation's catalogue cannot be read.
    """
    grouped: dict[str, list[click.Command]] = {}
    for tool in (_packaged() if catalogue is None else catalogue)["tools"]:
        grouped.setdefault(tool["group"], []).append(verb(tool))
    return grouped


def _packaged() -> Mapping[str, Any]:
    try:
        text = (files("bridge") / "tools" / "catalogue.json").read_text(encoding="utf-8")
        return json.loads(text)  # type: ignore[no-any-return]  # generated beside the code, tested there
    except (OSError, ValueError) as problem:
        raise SetupFault(
            "DAEMON_FAILED",
            f"the catalogue of tools cannot be read: {problem}",
            hint="Install Tapbridge anew, or run `make docs` in a checkout.",
        ) from problem


def verb(tool: Mapping[str, Any]) -> click.Command:
    """Turn one tool into a command."""
    name = str(tool["name"])
    schema = tool["schema"]
    required = set(schema.get("required", ()))
    fields: Mapping[str, Mapping[str, Any]] = schema.get("properties", {})

    def told_of(field: str) -> str:
        return typed(says(name, field, fields[field]), fields)

    params: list[click.Parameter] = [
        _argument(field, each)
        if field in required and each.get("type") != "boolean"
        else _option(field, each, told_of(field), required=field in required)
        for field, each in fields.items()
    ]
    own = {
        "serial": serial_option(),
        "out": click.Option(
            ["--out"],
            type=click.Path(dir_okay=False, path_type=Path),
            help="Where to save the picture.",
        ),
    }
    if _PICTURED.isdisjoint(name.split("_")):
        del own["out"]
    if tool.get("effect") == "act":
        own["take"] = click.Option(
            ["--take"], is_flag=True, help="Take the phone from the agent that has it."
        )
    params += [option for key, option in own.items() if key not in fields]
    params.append(json_option())

    def call(as_json: bool, **given: Any) -> Answer:  # noqa: FBT001 - click hands it over by name
        del as_json  # the tree looks at it
        serial, take = given.pop("serial", None), given.pop("take", False)
        out = given.pop("out", None) if "out" not in fields else None
        args = {k: _plain(v) for k, v in given.items() if v is not None and v != ()}
        with client.connect("call", client="cli") as link:
            reads = tool.get("effect") == "read"
            data = link.call(name, args, serial=serial, reads=reads, take=take)
        return told(name, data, out)

    first = (p.name for p in params if isinstance(p, click.Argument) and p.name)
    lines = (f"{each.upper()}: {told_of(each)}" for each in first if told_of(each))
    return click.Command(
        name.replace("_", "-"),
        callback=call,
        params=params,
        help="\n\n".join((typed(str(tool["description"]), fields), *lines)),
    )


def told(name: str, data: Mapping[str, Any], out: Path | None) -> Answer:
    """Turn the daemon's answer into ours, saving the pictures in it.

    Args:
        name: The tool's name; names the files when `out` does not.
        data: `text`, `facts` and `pictures`, as the daemon packs them.
        out: Where the first picture goes; further ones get a number.
    """
    saved = [
        _save(name, picture, out, number) for number, picture in enumerate(data.get("pictures", ()))
    ]
    text = str(data.get("text", "")).rstrip("\n")
    facts = dict(data.get("facts") or {})
    facts.setdefault("text", text)
    if saved:
        facts["pictures"] = saved
    paths = (str(picture["path"]) for picture in saved)
    return Answer("\n".join(filter(None, (text, *paths))), facts, exit=_exit(facts))


def _exit(facts: Mapping[str, Any]) -> int:
    """Return 0; of a checkup that finds no phone ready, the status of what stands in the way."""
    if facts.get("ready") is not False:
        return 0
    code = str((facts.get("problem") or {}).get("code"))
    return CODES[code if code in CODES else "NO_DEVICE"].exit


def _save(name: str, picture: Mapping[str, Any], out: Path | None, number: int) -> dict[str, Any]:
    data = base64.b64decode(picture["data"])
    suffix = _SUFFIX.get(str(picture["mime"]), ".bin")
    try:
        if out is not None:
            path = out if number == 0 else out.with_stem(f"{out.stem}-{number + 1}")
            path.write_bytes(data)
        else:
            path = _fresh(f"tapbridge-{name.replace('_', '-')}", suffix, data)
    except OSError as problem:
        raise UsageFault(
            "BAD_ARGUMENTS",
            f"the picture cannot be saved: {problem}",
            hint="Name another place with --out.",
        ) from problem
    return {"path": str(path), "mime": picture["mime"], "bytes": len(data)}


def _fresh(stem: str, suffix: str, data: bytes) -> Path:
    """Write to the first name with a free number, in the current folder."""
    for number in count(1):
        path = Path(f"{stem}-{number}{suffix}")
        try:
            with path.open("xb") as file:
                file.write(data)
        except FileExistsError:
            continue
        return path
    raise AssertionError  # `count` does not end


def _kind(field: Mapping[str, Any]) -> click.ParamType[Any]:
    if choices := field.get("enum"):
        return click.Choice([str(c) for c in choices])
    return _SIMPLE.get(str(field.get("type")), click.STRING)


def _argument(name: str, field: Mapping[str, Any]) -> click.Argument:
    many = field.get("type") == "array"
    kind = _kind(field.get("items", {}) if many else field)
    return click.Argument([name], type=kind, nargs=-1 if many else 1, required=True)


def _option(name: str, field: Mapping[str, Any], told: str, *, required: bool) -> click.Option:
    spelled = f"--{name.replace('_', '-')}"
    if field.get("type") == "boolean":
        both = f"{spelled}/--no-{name.replace('_', '-')}"
        return (
            click.Option([both, name], required=True, help=told)
            if required
            else click.Option([both, name], default=None, help=told)
        )
    many = field.get("type") == "array"
    kind = _kind(field.get("items", {}) if many else field)
    return click.Option([spelled, name], type=kind, multiple=many, help=told)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
