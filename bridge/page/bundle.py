"""The page script as Python sees it: its source, the name of its world, how to call it.

The hash of the script's sources is part of the world's name, so a page that still
holds an older Bridge's script is never spoken to by mistake. Read once, on first use.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

BINDING = "__tapbridge_seen"
"""Name of the binding that tells of a touch even when its document is gone."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The built script and the name of the isolated world it lives in."""

    source: str
    world: str


@cache
def bundle() -> Bundle:
    """Read the built script, once per process."""
    source = files("bridge.page").joinpath("bundle.js").read_text(encoding="utf-8")
    first, _, _ = source.partition("\n")
    mark, _, digest = first.rpartition(" ")
    if mark != "// tapbridge-bundle" or not digest:
        raise RuntimeError("bridge/page/bundle.js does not say its hash: run `make bundle`")
    return Bundle(source, f"tapbridge-{digest}")


def sealed(key: str) -> str:
    """Return the script with the key by which its frames know one another.

    An isolated world may not reach into frames of another origin; the scripts there talk by
    messages, which pages could forge without it.

    Args:
        key: 32 hex digits, drawn for each tab.
    """
    return f'globalThis.__tapbridge_key = "{key}";\n{bundle().source}'


def call(command: str, args: Mapping[str, Any]) -> str:
    """Write the expression that runs one command in the world.

    The arguments are JSON, which is JavaScript when the two line separators are escaped
    (`ensure_ascii` does that, and keeps lone surrogates apart).
    """
    return f"__tapbridge.call({json.dumps(command)},{json.dumps(dict(args))})"
