"""What a tool is, said once; MCP schema, CLI verb, docs row and tests derive from it.

A tool is one args model and one decorated function `(surface, args) -> Result`. The
handler never formats MCP, prints, or checks sites. Pure: no I/O.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from inspect import getdoc
from typing import Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict

from bridge.secrets.handles import texts
from bridge.settings import Family

HALF = "half of a character (a lone surrogate) is no text"
_HALF = re.compile("[\ud800-\udfff]")


class Args(BaseModel):
    """Base of every args model: flat, unknown fields refused, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded image and its media type (`image/jpeg` or `image/png`)."""

    data: bytes
    mime: str


@dataclass(frozen=True, slots=True)
class Result:
    """What a handler returns.

    Attributes:
        text: What a model reads.
        pictures: Images sent beside the text.
        data: The same facts as JSON values, for `--json` on the command line.
        untrusted: Whether the text holds page or screen text, which goes out fenced.
    """

    text: str
    pictures: tuple[Picture, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)
    untrusted: bool = False


class Surface(StrEnum):
    """What a handler is given to work on."""

    TAB = "tab"
    BROWSER = "browser"
    PHONE = "phone"
    HOST = "host"


class Effect(StrEnum):
    """Whether the tool only looks, or changes something."""

    READ = "read"
    ACT = "act"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool, complete.

    Attributes:
        group: Name of the module it stands in; groups the docs and the command line's help.
        family: What switches it on; `core` is always on.
        locks: Whether a call holds the phone's lock. False for tools that must work
            beside a running act (a dialog's answer, the list of tabs, a long wait).
        looks: Whether these arguments only look, of a tool that acts with others: then it
            needs no lease and does not queue.
        revives: Whether a crashed tab is loaded again for it.
        seconds: Limit of one call. A tool with a `timeout_ms` argument adds it.
    """

    name: str
    group: str
    family: Family | Literal["core"]
    description: str
    args: type[Args]
    handler: Callable[[Any, Any], Awaitable[Result]]
    surface: Surface
    effect: Effect
    seconds: float
    locks: bool
    revives: bool
    looks: Callable[[Any], bool] | None = None

    def acts(self, args: Args) -> bool:
        """Whether a call with these arguments may change something."""
        return self.effect is Effect.ACT and not (self.looks is not None and self.looks(args))

    def queues(self, args: Args) -> bool:
        """Whether a call with these arguments waits for the one before it on the phone."""
        return self.locks and not (self.looks is not None and self.looks(args))


def tool(
    surface: Surface,
    effect: Effect,
    *,
    family: Family | Literal["core"] = "core",
    seconds: float = 30,
    locks: bool = True,
    revives: bool = False,
    looks: Callable[[Any], bool] | None = None,
) -> Callable[[Callable[[Any, Any], Awaitable[Result]]], Tool]:
    """Declare the decorated function as a tool; its name and first docstring paragraph are used."""

    def build(handler: Callable[[Any, Any], Awaitable[Result]]) -> Tool:
        hints = get_type_hints(handler)
        return Tool(
            name=handler.__name__,
            group=handler.__module__.rpartition(".")[2],
            family=family,
            description=(getdoc(handler) or "").partition("\n\n")[0].replace("\n", " "),
            args=hints["args"],
            handler=handler,
            surface=surface,
            effect=effect,
            seconds=seconds,
            locks=locks,
            revives=revives,
            looks=looks,
        )

    return build


def holds_half(value: Any) -> bool:
    """Say whether a text among JSON values holds half of a character, which nothing can write."""
    return any(_HALF.search(text) for text in texts(value))
