"""The envelopes of the DevTools protocol, as text in and out.

Commands go out of `encode`; every incoming message becomes one `Answer`, `Refusal`,
`Event` or `Unreadable` in `decode`. No socket, no clock, no await. What Chrome's error
numbers and words mean is said here, on `CdpRefused`, and nowhere else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bridge.errors import PhoneFault

METHOD_UNKNOWN = -32601
BAD_PARAMETERS = -32602
SERVER_ERROR = -32000
SESSION_UNKNOWN = -32001

_ID_AT_START = re.compile(r'\A\s*\{\s*"id"\s*:\s*(\d{1,15})\b')
_NAVIGATED = ("Inspected target navigated or closed", "Execution context was destroyed")
_NO_CONTEXT = (
    "Cannot find context with specified id",
    "Cannot find execution context",
    "uniqueContextId not found",
    "invalid uniqueContextId",
    "Cannot find default execution context",
)
_HEAD = 64
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, slots=True)
class Answer:
    """Chrome did what the command of that id asked."""

    id: int
    result: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Chrome refused the command of that id, with its number and its words."""

    id: int
    number: int
    words: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened; `session_id` is None when it concerns the browser."""

    method: str
    params: dict[str, Any]
    session_id: str | None


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A message that is no envelope; `id` when it can be seen whose answer it was."""

    id: int | None
    problem: str


Message = Answer | Refusal | Event | Unreadable


class CdpRefused(PhoneFault):
    """Chrome refused a command (`CDP_ERROR`).

    Args:
        method: The command.
        number: The protocol's error number, such as -32000.
        words: Chrome's own words.
    """

    def __init__(self, method: str, number: int, words: str) -> None:
        super().__init__("CDP_ERROR", f"Chrome refused {method}: {words}")
        self.method = method
        self.number = number
        self.words = words

    @property
    def navigated(self) -> bool:
        """Whether the document went away while it worked: a navigation, not a failure."""
        return self.number == SERVER_ERROR and self.words.startswith(_NAVIGATED)

    @property
    def context_gone(self) -> bool:
        """Whether the script world asked for does not exist (any more)."""
        return self.words.startswith(_NO_CONTEXT)

    @property
    def session_gone(self) -> bool:
        """Whether Chrome does not know the session."""
        return self.number == SESSION_UNKNOWN


def encode(
    id_: int, method: str, params: Mapping[str, Any] | None = None, session_id: str | None = None
) -> str:
    """Write one command. Pure ASCII, so that lone surrogates travel too.

    Raises:
        ValueError: A number is not finite.
        TypeError: A value is no JSON.
    """
    envelope: dict[str, Any] = {"id": id_, "method": method, "params": params or {}}
    if session_id is not None:
        envelope["sessionId"] = session_id
    return json.dumps(envelope, separators=(",", ":"), allow_nan=False)


def decode(text: str | bytes) -> Message:
    """Read one message; never raises for what came over the wire.

    Lone surrogates, which a page may put into any text, become U+FFFD: no file, socket or
    model behind us takes them.
    """
    try:
        envelope = _whole(json.loads(text)) if _has_surrogates(text) else json.loads(text)
    except (ValueError, RecursionError) as problem:
        return Unreadable(_id_at_start(text), type(problem).__name__)
    if not isinstance(envelope, dict):
        return Unreadable(None, "not an object")
    if "id" in envelope:
        return _reply(envelope)
    method, params = envelope.get("method"), envelope.get("params", {})
    session_id = envelope.get("sessionId")
    if not isinstance(method, str) or not isinstance(params, dict):
        return Unreadable(None, "neither an answer nor an event")
    if session_id is not None and not isinstance(session_id, str):
        return Unreadable(None, "an event with an odd session")
    return Event(method, params, session_id)


def _reply(envelope: dict[str, Any]) -> Message:
    id_ = envelope["id"]
    if type(id_) is not int:
        return Unreadable(None, "an id that is no number")
    if "error" in envelope:
        error = envelope["error"]
        if not isinstance(error, dict):
            return Unreadable(id_, "an error that is no object")
        number, words = error.get("code"), error.get("message")
        data = error.get("data")
        told = words if isinstance(words, str) else "it did not say why"
        if isinstance(data, str) and data:
            told = f"{told} ({data})"
        return Refusal(id_, number if type(number) is int else SERVER_ERROR, told)
    result = envelope.get("result", {})
    if not isinstance(result, dict):
        return Unreadable(id_, "a result that is no object")
    return Answer(id_, result)


def _has_surrogates(text: str | bytes) -> bool:
    return _SURROGATE.search(text) is not None if isinstance(text, str) else True


def _whole(value: Any) -> Any:
    match value:
        case str() if not value.isascii():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case list():
            return [_whole(each) for each in value]
        case dict():
            return {_whole(name): _whole(each) for name, each in value.items()}
        case _:
            return value


def _id_at_start(text: str | bytes) -> int | None:
    head = text[:_HEAD]
    found = _ID_AT_START.match(head if isinstance(head, str) else head.decode("utf-8", "replace"))
    return int(found[1]) if found else None
