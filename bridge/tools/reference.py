"""What is derived from the catalogue for people and thin clients: schemas, tables, JSON."""

from __future__ import annotations

import json
from itertools import groupby
from typing import Any

from bridge.tools import ALLOWED, CATALOGUE
from bridge.tools.element import Element
from bridge.tools.spec import Tool

_NOISE = frozenset({"title", "description"})


def schema(tool: Tool) -> dict[str, Any]:
    """Return the arguments' JSON Schema, as short as it can be said.

    No titles, no null unions, no null defaults: every field that may be left out is
    simply not required.
    """
    full = tool.args.model_json_schema()
    slim: dict[str, Any] = {
        "type": "object",
        "properties": {name: _slim(field) for name, field in full.get("properties", {}).items()},
    }
    if full.get("required"):
        slim["required"] = full["required"]
    slim["additionalProperties"] = False
    return slim


def _slim(field: dict[str, Any]) -> dict[str, Any]:
    options = [o for o in field.get("anyOf", ()) if o.get("type") != "null"]
    merged = {**field, **(options[0] if len(options) == 1 else {})}
    merged.pop("anyOf", None)
    if merged.get("default", ...) in (None, []):
        merged.pop("default")
    if merged.get("type") == "array":
        merged["items"] = _slim(merged["items"])
    if "enum" in merged:
        # which strings may stand there says the type already
        merged.pop("type", None)
    return {key: value for key, value in merged.items() if key not in _NOISE}


def takes(tool: Tool) -> str:
    """Return the arguments with their forms, for a caller who got one wrong."""
    slim = schema(tool)
    needed = slim.get("required", ())
    forms = {
        name: _form(field) + (", required" if name in needed else "")
        for name, field in slim["properties"].items()
    }
    told = [f"{', '.join(names)} ({form})" for form, names in groupby(forms, key=forms.__getitem__)]
    return "; ".join(told) or "no arguments"


def _form(field: dict[str, Any]) -> str:
    if field.get("type") == "array":
        return f"list of {_form(field['items'])}"
    if "enum" in field or "const" in field:
        return "|".join(map(str, field.get("enum", [field.get("const")])))
    low, high = field.get("minimum"), field.get("maximum")
    span = f" {low if low is not None else ''}..{high if high is not None else ''}"
    return f"{field.get('type', 'any')}{span if (low, high) != (None, None) else ''}"


def described() -> list[dict[str, Any]]:
    """Return the switched-on tools as JSON values, in the order of the catalogue."""
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "group": tool.group,
            "family": tool.family,
            "effect": tool.effect.value,
            "seconds": tool.seconds,
            "schema": schema(tool),
        }
        for tool in _listed()
    ]


def catalogue_json() -> str:
    """Return the file from which the command line makes its verbs."""
    return json.dumps({"tools": described()}, indent=1, ensure_ascii=False) + "\n"


def table() -> str:
    """Return the README's table of tools."""
    head = "| tool | what it does | arguments |\n|---|---|---|\n"
    return head + "".join(f"| `{t.name}` | {t.description} | {_names(t)} |\n" for t in _listed())


def _listed() -> list[Tool]:
    return [tool for tool in CATALOGUE.values() if tool.name in ALLOWED]


def _names(tool: Tool) -> str:
    names = list(tool.args.model_fields)
    if issubclass(tool.args, Element):
        names = ["*element*", *(n for n in names if n not in Element.model_fields)]
    return ", ".join(n if n.startswith("*") else f"`{n}`" for n in names) or "-"
